#include "common/simt/translate/shared_variables.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "common/simt/translate/outline.h"
#include "common/simt/translate/rewrite.h"
#include "common/simt/translate/tokens.h"

namespace simt {
namespace {

// A variable in `extern __shared__ T a[], b;`
struct Variable {
  int name = 0;
  int last = 0;  // of its array brackets, or its name
};

std::vector<Variable> variables_of(const Tokens& tokens, Span declaration) {
  std::vector<Variable> variables;
  int last = declaration.last;
  for (int i = declaration.last; i > declaration.first; --i) {
    const Token& token = tokens.at(i);
    if (token.is("]") && token.partner > declaration.first) {
      i = token.partner;
    } else if (token.kind == TokenKind::identifier) {
      variables.insert(variables.begin(), {i, last});
      if (!tokens.at(i - 1).is(",")) {
        break;
      }
      i -= 1;
      last = i - 1;
    } else {
      return {};
    }
  }
  return variables;
}

// `T (&s)[] = reinterpret_cast<T (&)[]>(simt_dyn), (&t)[] = ...`
std::string references(const Rewrite& rewrite, const std::vector<Variable>& variables,
                       std::string_view type) {
  std::string text(type);
  for (const Variable& variable : variables) {
    const bool array = variable.last > variable.name;
    const std::string extents = array ? rewrite.one_line(variable.name + 1, variable.last) : "";
    const std::string name(rewrite.tokens().at(variable.name).text);
    text += &variable == &variables.front() ? " " : ", ";
    text += (array ? "(&" + name + ")" : "&" + name) + extents + " = reinterpret_cast<";
    text += std::string(type) + (array ? " (&)" : " &") + extents + ">(simt_dyn)";
  }
  return text;
}

// `extern __thread T s[] __asm__("simt_dyn"), t[] __asm__("simt_dyn")`
std::string aliases(const Rewrite& rewrite, const std::vector<Variable>& variables,
                    std::string_view type) {
  std::string text = "extern __thread " + std::string(type);
  for (const Variable& variable : variables) {
    text += &variable == &variables.front() ? " " : ", ";
    text += rewrite.one_line(variable.name, variable.last) + " __asm__(\"simt_dyn\")";
  }
  return text;
}

using Types = std::map<std::string_view, std::string>;  // by a variable's name

// All arrays of one name are one array: nvcc refuses a second type. A type that a template or the
// program defines may be the same one.
void require_one_type(const Rewrite& rewrite, const std::vector<Variable>& variables,
                      const std::string& type, Types& types) {
  static const std::set<std::string_view> known = {"char", "double", "float", "float2", "float4",
                                                   "int",  "short",  "int2",  "int4"};
  for (const Variable& variable : variables) {
    const std::string_view name = rewrite.tokens().at(variable.name).text;
    if (known.contains(type)) {
      const auto [before, is_first] = types.try_emplace(name, type);
      rewrite.require(is_first || before->second == type, variable.name,
                      "'" + std::string(name) + "' is declared as " + before->second +
                          " before and as " + type +
                          " here, but all extern __shared__ arrays of one name are the same: give "
                          "this one another name");
    }
  }
}

void rewrite_dynamic(Rewrite& rewrite, Span declaration, Types& types) {
  const Tokens& tokens = rewrite.tokens();
  const std::vector<Variable> variables = variables_of(tokens, declaration);
  rewrite.require(!variables.empty(), declaration.first,
                  "declare dynamic shared memory like this: extern __shared__ float s[];");
  std::string type;
  for (int i = declaration.first; i < variables.front().name;) {
    if (const int end = attribute_end(tokens, i); end > i) {
      i = end + 1;  // simt_dyn is sufficiently aligned
      continue;
    }
    const Token& token = tokens.at(i);
    if (!token.is_any({"extern", "__shared__", "static"})) {
      type += (type.empty() ? "" : " ") + std::string(token.text);
    }
    ++i;
  }
  require_one_type(rewrite, variables, type, types);
  const bool in_function = rewrite.outline().function_around(declaration.first) != nullptr;
  rewrite.replace(
      declaration.first, declaration.last,
      in_function ? references(rewrite, variables, type) : aliases(rewrite, variables, type));
}

// The names of types with constructors that do nothing, such as half, and of types that may be one:
// a template's parameter, and what `using` calls so.
std::set<std::string_view> names_of_narrow_types(const Tokens& tokens) {
  std::set<std::string_view> names = {
      "__half", "__half2", "__nv_bfloat16", "__nv_bfloat162", "__nv_half", "__nv_half2",
      "half",   "half2",   "nv_bfloat16",   "nv_bfloat162",   "nv_half",   "nv_half2"};
  for (int i = 0; i < tokens.size(); ++i) {
    const Token& name = tokens.at(i + 1);
    const bool is_parameter = tokens.at(i).is_any({"class", "typename"}) &&
                              tokens.at(i - 1).is_any({"<", ","}) &&
                              tokens.at(i + 2).is_any({",", "=", ">"});
    const bool is_alias = tokens.at(i).is("using") && tokens.at(i + 2).is("=") &&
                          names.contains(tokens.at(i + 3).text);
    const bool is_typedef = tokens.at(i).is("typedef") && names.contains(name.text);
    if (is_parameter || is_alias) {
      names.insert(name.text);
    } else if (is_typedef) {
      names.insert(tokens.at(i + 2).text);
    }
  }
  return names;
}

// g++ takes a local thread-local array of a class with constructors for one to be constructed, and
// guards it by a variable that threads read; `constinit` tells that it is not.
bool may_be_guarded(const Tokens& tokens, Span declaration,
                    const std::set<std::string_view>& narrow) {
  for (int i = declaration.first; i <= declaration.last; ++i) {
    if (narrow.contains(tokens.at(i).text)) {
      return true;
    }
  }
  return false;
}

void rewrite_static(Rewrite& rewrite, int keyword, Span declaration,
                    const std::set<std::string_view>& narrow) {
  const Tokens& tokens = rewrite.tokens();
  rewrite.require(tokens.find(declaration.first, {"="}, {";"}) < 0, keyword,
                  "a __shared__ variable cannot be initialised in its declaration: let the threads "
                  "write it, then wait at a barrier");
  const bool is_static = tokens.find(declaration.first, {"static"}, {";"}) >= 0;
  int behind = keyword + 1;  // g++ requires alignas before all specifiers
  while (attribute_end(tokens, behind) > behind) {
    behind = attribute_end(tokens, behind) + 1;
  }
  const std::string specifiers = std::string(is_static ? "" : "static ") +
                                 (may_be_guarded(tokens, declaration, narrow) ? "constinit " : "") +
                                 "thread_local";
  if (behind == keyword + 1) {
    rewrite.replace(keyword, keyword, specifiers);
  } else {
    rewrite.replace(keyword, keyword, "");
    rewrite.insert_before(behind, specifiers + " ");
  }
}

}  // namespace

void rewrite_shared_variables(Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  const std::set<std::string_view> narrow = names_of_narrow_types(tokens);
  Types types;
  for (int i = 0; i < tokens.size(); ++i) {
    if (!tokens.at(i).is("__shared__")) {
      continue;
    }
    const int end = tokens.find(i, {";"}, {")", "}", "]"});
    rewrite.require(end >= 0, i, "this __shared__ declaration does not end with a semicolon");
    const Span declaration{rewrite.outline().declaration_begin(i),
                           end - 1};  // without the semicolon
    if (tokens.find(declaration.first, {"extern"}, {";"}) >= 0) {
      rewrite_dynamic(rewrite, declaration, types);
      i = end;
    } else {
      rewrite_static(rewrite, i, declaration, narrow);
    }
  }
}

}  // namespace simt

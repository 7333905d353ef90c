// Sums, tiles and indices: where a program does what a wrong value is due to.
#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/simt/translate/outline.h"
#include "common/simt/translate/tokens.h"
#include "grader/changes/index_range.h"
#include "grader/changes/names_in_scope.h"
#include "grader/changes/source_lines.h"

namespace gemmlab {

using simt::Span;
using simt::TokenKind;

namespace {

bool is_whole(const DeclaredName& name) {
  const std::string_view type = name.type;
  const bool is_float = type.find("float") != type.npos || type.find("double") != type.npos;
  return !is_float && !type.starts_with("dim3");
}

}  // namespace

bool SourceLines::holds_elements(Span value) const {
  const auto is_element = [&](int i) {
    const bool ends_index = tokens_.at(i).is("]");
    const DeclaredName* const name = names_.meaning(ends_index ? outline_.array_of(i) : i);
    return ends_index ? name == nullptr || !is_whole(*name)
                      : name != nullptr && name->type == "float";
  };
  return !lines_where(value, is_element).empty();
}

std::vector<int> SourceLines::rounding() const {
  std::vector<int> lines;
  for (int i = 0; i < tokens_.size(); ++i) {
    const DeclaredName* const own = names_.declared_at(i);
    const DeclaredName* const name = own != nullptr ? own : names_.meaning(i);
    const int set = name != nullptr && is_whole(*name)
                        ? outline_.assignment_to(outline_.end_of_element(i))
                        : -1;
    const int end = set < 0 ? -1 : outline_.semicolon(set);
    if (end > 0 && holds_elements({set + 1, end - 1}) &&
        std::ranges::count(lines, tokens_.at(name->at).line) == 0) {
      lines.push_back(tokens_.at(name->at).line);
    }
    const bool is_cast = tokens_.at(i).is("(") && tokens_.at(i + 2).is(")") &&
                         tokens_.at(i + 1).is_any({"int", "unsigned", "long", "short", "char"});
    if (is_cast || tokens_.at(i).is_any({"roundf", "rintf", "floorf", "truncf", "ceilf"})) {
      lines.push_back(tokens_.at(i).line);
    }
  }
  return lines;
}

// What stands left of an assignment that takes part in a sum: its first token. -1: none.
int SourceLines::sum_before(int assignment) const {
  const bool is_compound = tokens_.at(assignment - 1).is_any({"+", "-", "*", "/"});
  const int last = assignment - (is_compound ? 2 : 1), first = outline_.array_of(last);
  const DeclaredName* const name = first < 0 ? nullptr : names_.meaning(first);
  const int bracket = outline_.bracket_around(assignment);
  const bool is_statement = bracket >= 0 && tokens_.at(bracket).is("{");
  const bool is_pointer = name != nullptr && name->type.ends_with('*') && first == last;
  if (name == nullptr || is_pointer || name->type.find("float") == std::string::npos ||
      !is_statement || names_.declared_at(first) != nullptr) {
    return -1;
  }
  const int end = outline_.semicolon(assignment);
  const auto is_itself = [&](int i) { return names_.meaning(i) == name; };
  return is_compound || (end > 0 && !lines_where({assignment + 1, end}, is_itself).empty()) ? first
                                                                                            : -1;
}

std::vector<int> SourceLines::operations() const {
  return lines_where({0, tokens_.size() - 1}, [&](int i) {
    const bool is_assignment = tokens_.at(i).is("=") && !tokens_.at(i + 1).is("=") &&
                               !tokens_.at(i - 1).is_any({"=", "<", ">", "!"});
    const auto& loops = outline_.loops();
    return is_assignment && sum_before(i) >= 0 && std::ranges::any_of(loops, [&](const auto& loop) {
             return loop.body.first <= i && i <= loop.body.last;
           });
  });
}

std::vector<int> SourceLines::beginnings() const {
  std::set<const DeclaredName*> sums;
  for (int i = 0; i < tokens_.size(); ++i) {
    const int first = tokens_.at(i).is("=") && !tokens_.at(i + 1).is("=") ? sum_before(i) : -1;
    if (first >= 0) {
      sums.insert(names_.meaning(first));
    }
  }
  return lines_where({0, tokens_.size() - 1}, [&](int i) {
    const DeclaredName* const own = names_.declared_at(i);
    const bool is_set = tokens_.at(i + 1).is("=") && !tokens_.at(i + 2).is("=");
    return own != nullptr ? sums.contains(own) && own->kind == DeclaredName::Kind::local
                          : is_set && sums.contains(names_.meaning(i)) &&
                                tokens_.at(i + 2).kind == TokenKind::number;
  });
}

// What a pointer begins with, without casts: "mem", "mem + 256"; the same for mem and &mem[0].
std::string SourceLines::address_of(Span value) const {
  std::string address;
  for (int i = value.first; i <= value.last; ++i) {
    const simt::Token& token = tokens_.at(i);
    const bool is_zero = token.is("0") && tokens_.at(i - 1).is_any({"[", "+"});
    const bool is_type = token.is_any({"float", "reinterpret_cast", "static_cast"});
    if (!is_zero && !is_type && !token.is_any({"(", ")", "*", "&", "[", "]", "<", ">"}) &&
        !(token.is("+") && tokens_.at(i + 1).is("0"))) {
      address += std::string(token.text) + " ";
    }
  }
  return address;
}

std::vector<int> SourceLines::same_memory(int near) const {
  const Span body = near > 0 ? function_around(near) : Span{0, tokens_.size() - 1};
  std::set<std::string> addresses, dynamic;
  bool has_dynamic = false;
  return lines_where(body, [&](int i) {
    const DeclaredName* const name = names_.declared_at(i);
    if (name == nullptr) {
      return false;
    }
    const Span before{outline_.declaration_begin(i), i};
    const auto has = [&](std::string_view word) {
      return !lines_where(before, [&](int j) { return tokens_.at(j).is(word); }).empty();
    };
    if (has("extern") && has("__shared__")) {  // all of them begin at the same place
      const auto is_used = [&](int j) {
        return j != i && names_.meaning(j) == name && tokens_.at(j + 1).is("[") &&
               !tokens_.at(j - 1).is("&");
      };
      if (!lines_where(body, is_used).empty()) {
        addresses.insert(std::string(name->name) + " ");
      }
      dynamic.insert(std::string(name->name) + " ");
      return std::exchange(has_dynamic, true);
    }
    const std::string address =
        name->type.ends_with('*') ? address_of(outline_.declarator(i).value) : "";
    const bool is_dynamic = dynamic.contains(address.substr(0, address.find(' ') + 1));
    return is_dynamic && !addresses.insert(address).second;
  });
}

std::string_view SourceLines::stored_array(int last) const {
  const bool is_stored = tokens_.at(last).is("]") && outline_.assignment_to(last) > 0;
  const int array = is_stored ? outline_.array_of(last) : -1;
  return array >= 0 ? tokens_.at(array).text : "";
}

std::set<std::string_view> SourceLines::stored_on(int line) const {
  std::set<std::string_view> names;
  for (int i = 0; i < tokens_.size(); ++i) {
    const std::string_view array = tokens_.at(i).line == line ? stored_array(i) : "";
    if (!array.empty()) {
      names.insert(array);
    }
  }
  return names;
}

bool SourceLines::is_only_store(int line) const {
  const std::set<std::string_view> own = stored_on(line);
  const Span body = function_around(line);
  const auto is_another = [&](int i) {
    return tokens_.at(i).line != line && own.contains(stored_array(i));
  };
  return !own.empty() && loops_around(line).empty() &&
         !any_index(body.first, body.last + 1, is_another);
}

std::vector<int> SourceLines::scalings(const std::vector<int>& stores) const {
  std::vector<int> near = operations();
  near.insert(near.end(), stores.begin(), stores.end());
  std::vector<int> lines = lines_where({0, tokens_.size() - 1}, [&](int i) {
    const int bracket = outline_.bracket_around(i);
    const bool is_index = bracket >= 0 && tokens_.at(bracket).is("[");
    const bool is_factor =
        tokens_.at(i).is("/") || (tokens_.at(i).kind == TokenKind::number &&
                                  (tokens_.at(i - 1).is("*") || tokens_.at(i + 1).is("*")));
    const bool is_choice = tokens_.at(i).is_any(
        {"?", "max", "fmax", "fmaxf", "min", "fmin", "fminf", "abs", "fabs", "fabsf"});
    return !is_index && (is_factor || is_choice) &&
           std::ranges::count(near, tokens_.at(i).line) > 0;
  });
  return lines.empty() ? near : lines;
}

std::vector<int> SourceLines::origins(bool in_y, const std::vector<int>& near) const {
  const std::string_view axis = in_y ? "y" : "x";
  const auto lines = [&](std::string_view index) {
    return lines_where({0, tokens_.size() - 1}, [&](int i) {
      return tokens_.at(i).is(index) && tokens_.at(i + 1).is(".") && tokens_.at(i + 2).is(axis);
    });
  };
  const std::vector<int> blocks = lines("blockIdx"),
                         all = blocks.empty() ? lines("threadIdx") : blocks;
  std::vector<int> used;
  for (const int line : near) {
    std::vector<int> computed = computed_for(line, "", true);
    computed.push_back(line);
    std::ranges::copy_if(computed, std::back_inserter(used),
                         [&](int each) { return std::ranges::count(all, each) > 0; });
  }
  return used.empty() ? all : used;
}

// Whether a variable is computed from threadIdx.x, or .y.
bool SourceLines::comes_from_thread(int token, std::string_view axis) const {
  std::vector<const DeclaredName*> from = {names_.meaning(token)};
  for (std::size_t each = 0; each < from.size() && from[each] != nullptr; ++each) {  // it grows
    const Span value = first_value(*from[each]);
    for (int i = value.first; i <= value.last; ++i) {
      if (tokens_.at(i).is("threadIdx") && tokens_.at(i + 2).is(axis)) {
        return true;
      }
      const DeclaredName* const name = names_.meaning(i);
      if (name != nullptr && std::ranges::count(from, name) == 0) {
        from.push_back(name);
      }
    }
  }
  return false;
}

std::vector<int> SourceLines::threads(bool in_y, const std::vector<int>& near) const {
  for (int i = 0; i < tokens_.size(); ++i) {
    const int bracket = outline_.bracket_around(i);
    if (bracket >= 0 && tokens_.at(bracket).is("[") &&
        std::ranges::count(near, tokens_.at(i).line) > 0 &&
        comes_from_thread(i, in_y ? "y" : "x")) {
      return {tokens_.at(names_.meaning(i)->at).line};
    }
  }
  return {};
}

bool SourceLines::launches_anything() const {
  return !outline_.launches().empty() ||
         !lines_containing({"cudaLaunchKernel", "cudaLaunchKernelEx"}).empty();
}

bool SourceLines::takes_reference(int line) const {
  const simt::Function* const function = outline_.function_at(line);
  return function != nullptr && any_index(function->parameters.first, function->parameters.last + 1,
                                          [&](int i) { return tokens_.at(i).is("&"); });
}

}  // namespace gemmlab

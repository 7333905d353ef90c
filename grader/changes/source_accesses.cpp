#include "grader/changes/source_accesses.h"

#include <algorithm>
#include <cstddef>
#include <set>

namespace gemmlab {

using simt::Span;
using simt::TokenKind;

constexpr int kDepth = 6;             // variables that are computed from others
constexpr std::size_t kLongest = 40;  // of code within a sentence
constexpr const char* kThread = "threadIdx";

SourceAccesses::SourceAccesses(const std::string& source)
    : tokens_(tokens_of(source)), outline_(tokens_), names_(tokens_, outline_) {}

// As it is usually written; empty if it is too long for a sentence.
std::string SourceAccesses::text(Span span) const {
  std::string text;
  for (int i = span.first; i <= span.last; ++i) {
    const bool is_operator = tokens_.at(i).is_any({"+", "-", "*", "/", "%", "?", ":", "<", ">"});
    const bool is_sign = tokens_.at(i - 1).is_any({"(", "[", ","}) || i == span.first;
    const bool follows_comma = i > span.first && tokens_.at(i - 1).is(",");
    text += is_operator && !is_sign ? " " + std::string(tokens_.at(i).text) + " "
            : follows_comma         ? " " + std::string(tokens_.at(i).text)
                                    : std::string(tokens_.at(i).text);
  }
  return text.size() > kLongest ? "" : text;
}

Span SourceAccesses::function_around(int line) const {
  const simt::Function* const found = outline_.function_at(line);
  return found != nullptr ? found->body : Span{0, -1};
}

// name[..] = .., or += and such.
bool SourceAccesses::is_stored_to(int name) const {
  return tokens_.at(name).kind == TokenKind::identifier &&
         outline_.assignment_to(outline_.end_of_element(name)) > 0;
}

Span SourceAccesses::value_of(const DeclaredName& name) const {
  return name.is_array() ? Span{0, -1} : outline_.declarator(name.at).value;
}

// Whether all threads get the parameter alike.
bool SourceAccesses::is_of_kernel(const DeclaredName& parameter) const {
  const simt::Function* const function = outline_.function_declared_around(parameter.at);
  for (int i = function != nullptr ? function->first : parameter.at; i < parameter.at; ++i) {
    if (tokens_.at(i).is("__global__")) {
      return true;
    }
  }
  return false;
}

void SourceAccesses::collect_axes(Span span, Axes& axes, int depth) const {
  for (int i = span.first; i <= span.last; ++i) {
    if (tokens_.at(i).is(kThread)) {
      axes.x |= tokens_.at(i + 2).is("x");
      axes.y |= tokens_.at(i + 2).is("y");
    }
    const DeclaredName* const name = names_.meaning(i);
    if (name == nullptr || std::ranges::count(axes.names, name) > 0) {
      continue;
    }
    axes.names.push_back(name);
    if (depth == 0) {
      axes.direct.push_back(name);
    }
    const Span value = value_of(*name);
    if (name->kind == DeclaredName::Kind::local && value.last >= value.first && depth < kDepth) {
      collect_axes(value, axes, depth + 1);
    } else if (name->kind == DeclaredName::Kind::parameter) {
      axes.is_unknown |= !is_of_kernel(*name);
    } else {
      axes.is_unknown |= name->kind == DeclaredName::Kind::local;
    }
  }
}

// By the name that the kernel gives it, or else by threadIdx.
std::string SourceAccesses::missing_axes(const Axes& used, int token, int dimensions) const {
  std::vector<std::string> missing;
  if (dimensions >= 2) {
    for (const auto& [axis, is_used] : {std::pair("x", used.x), std::pair("y", used.y)}) {
      const auto is_axis_alone = [&, which = axis](const DeclaredName& name) {
        const Span value = value_of(name);
        return names_.is_visible(name, token) && value.last == value.first + 2 &&
               tokens_.at(value.first).is(kThread) && tokens_.at(value.last).is(which);
      };
      if (!is_used) {
        const auto named = std::ranges::find_if(names_.all(), is_axis_alone);
        missing.push_back(named != names_.all().end() ? std::string(named->name)
                                                      : std::string(kThread) + "." + axis);
      }
    }
  } else {
    // Of a flat block: parts of the thread's number, as tid / 16 and tid % 16.
    bool uses_all = used.x && std::ranges::none_of(used.direct, [&](const DeclaredName* name) {
                      return name->kind == DeclaredName::Kind::local;
                    });
    for (const DeclaredName& name : names_.all()) {
      const Span value = value_of(name);
      Axes axes;
      bool is_part = false, is_place = false;
      for (int i = value.first; i <= value.last; ++i) {
        is_part |= tokens_.at(i).is_any({"/", "%"});
        is_place |= tokens_.at(i).is("blockIdx");
      }
      if (!names_.is_visible(name, token) || value.last < value.first || is_place) {
        continue;
      }
      collect_axes(value, axes, 0);
      const bool is_used = std::ranges::count(used.direct, &name) > 0;
      if (axes.x && is_part && axes.names.size() <= 2 && !is_used) {
        missing.emplace_back(name.name);
      }
      uses_all |= axes.x && !is_part && is_used;
    }
    if (missing.size() > 2 || uses_all) {
      missing.clear();
    } else if (missing.empty() && !used.x) {
      missing.push_back(std::string(kThread) + ".x");
    }
  }
  return missing.empty() ? "" : missing.front() + (missing.size() > 1 ? " and " + missing[1] : "");
}

SourceAccesses::Store SourceAccesses::store_at(int line, std::string_view variable,
                                               int dimensions) const {
  for (int i = 0; i < tokens_.size(); ++i) {
    const bool is_meant = variable.empty() || tokens_.at(i).is(variable);
    if (tokens_.at(i).line != line || !is_meant || !is_stored_to(i)) {
      continue;
    }
    const Span element{i, outline_.end_of_element(i)};
    Axes axes;
    collect_axes({i + 1, element.last}, axes, 0);
    const bool tells = element.last > i && !axes.is_unknown;
    return {text(element), tells ? missing_axes(axes, i, dimensions) : ""};
  }
  return {};
}

// The other operand of a product; empty: there is none.
std::string SourceAccesses::factor_beside(Span operand) const {
  const simt::Token& before = tokens_.at(operand.first - 2);
  if (tokens_.at(operand.first - 1).is("*") && before.ends_operand()) {
    int first = operand.first - 2;
    if (before.is("]")) {
      first = outline_.array_of(first);
    } else if (before.is(")") && before.partner >= 0) {
      first = before.partner;
      first -= tokens_.at(first - 1).kind == TokenKind::identifier ? 1 : 0;
    }
    while (tokens_.at(first - 1).is(".")) {
      first -= 2;
    }
    return text({first, operand.first - 2});
  }
  const int after = operand.last + 1;
  if (tokens_.at(after).is("*") && tokens_.at(after + 1).is("=")) {
    const int end = tokens_.find(after, {";"});
    return end > 0 ? text({after + 2, end - 1}) : "";
  }
  const int open = outline_.bracket_around(operand.first);
  if (open == operand.first - 1 && tokens_.at(open).is("(") && tokens_.at(open).partner == after &&
      tokens_.at(open - 1).kind != TokenKind::identifier) {
    return factor_beside({open, after});
  }
  if (tokens_.at(after).is("*")) {
    int last = outline_.end_of_element(after + 1);
    if (tokens_.at(after + 1).is("(")) {
      last = tokens_.at(after + 1).partner;
    } else if (tokens_.at(last + 1).is("(")) {
      last = tokens_.at(last + 1).partner;
    }
    return last > after ? text({after + 1, last}) : "";
  }
  // The first two arguments of fmaf
  if (open > 0 && tokens_.at(open - 1).is_any({"fma", "fmaf", "__fmaf_rn"})) {
    const std::vector<Span> all = outline_.arguments(open);
    for (std::size_t i = 0; i < 2 && all.size() == 3; ++i) {
      if (all[i].first == operand.first && all[i].last == operand.last) {
        return text(all[1 - i]);
      }
    }
  }
  return "";
}

std::string SourceAccesses::factor_of_old(int line) const {
  const Span body = function_around(line);
  std::set<std::string_view> stored, stored_here;  // an array of sums is stored to elsewhere
  for (int i = body.first; i <= body.last; ++i) {
    const DeclaredName* const used = names_.meaning(i);
    const DeclaredName* const name = used != nullptr ? used : names_.declared_at(i);
    const bool is_sums = name != nullptr && name->is_array();
    if (tokens_.at(i + 1).is("[") && is_stored_to(i) && !is_sums) {
      stored.insert(tokens_.at(i).text);
      if (tokens_.at(i).line == line) {
        stored_here.insert(tokens_.at(i).text);
      }
    }
  }
  stored = stored_here.empty() ? stored : stored_here;
  for (int i = body.first; i <= body.last; ++i) {
    const bool is_read = tokens_.at(i).line == line && tokens_.at(i + 1).is("[") &&
                         stored.contains(tokens_.at(i).text);
    const int after = outline_.end_of_element(i) + 1;
    if (!is_read || tokens_.at(after).is("=")) {
      continue;
    }
    const Span element{i, outline_.end_of_element(i)};
    std::string factor = factor_beside(element);
    // Or of the variable that it is kept in
    const bool is_kept = tokens_.at(i - 1).is("=") && tokens_.at(element.last + 1).is(";");
    for (int j = element.last; is_kept && factor.empty() && j <= body.last; ++j) {
      if (tokens_.at(j).is(tokens_.at(i - 2).text)) {
        factor = factor_beside({j, j});
      }
    }
    if (!factor.empty()) {
      return factor;
    }
  }
  return factor_of_assigned(line);
}

// x = a * y + b * x, where x is a reference or *x.
std::string SourceAccesses::factor_of_assigned(int line) const {
  const Span body = function_around(line);
  for (int i = body.first; i <= body.last; ++i) {
    const bool is_set = tokens_.at(i).line == line && tokens_.at(i + 1).is("=") &&
                        tokens_.at(i).kind == TokenKind::identifier && !tokens_.at(i + 2).is("=");
    const int end = is_set ? outline_.semicolon(i) : i;
    for (int j = i + 2; j < end; ++j) {
      if (tokens_.at(j).is(tokens_.at(i).text)) {
        return factor_beside({tokens_.at(i - 1).is("*") ? j - 1 : j, j});
      }
    }
  }
  return "";
}

std::vector<SourceAccesses::Barrier> SourceAccesses::barriers(int near) const {
  const Span body = function_around(near);
  std::set<std::string_view> macros;  // that contain one
  for (const simt::Token& token : tokens_.all) {
    const std::size_t at = token.text.find("define");
    if (token.kind == TokenKind::directive && at != std::string_view::npos &&
        token.text.find("__syncthreads") != std::string_view::npos) {
      const std::size_t begin = token.text.find_first_not_of(" \t", at + 6);
      const std::size_t end = token.text.find_first_of(" \t(", std::min(begin, token.text.size()));
      if (end != std::string_view::npos) {
        macros.insert(token.text.substr(begin, end - begin));
      }
    }
  }
  std::vector<Barrier> all;
  std::vector<Span> guarded;
  for (int i = body.first; i <= body.last; ++i) {
    if (tokens_.at(i).is("if")) {
      guarded.push_back(outline_.body_of(i));
    }
    const bool is_macro = macros.contains(tokens_.at(i).text);
    const bool is_group = tokens_.at(i).is("sync") && tokens_.at(i + 1).is("(");
    if (tokens_.at(i).kind == TokenKind::identifier &&
        (is_macro || is_group || tokens_.at(i).text.starts_with("__syncthreads"))) {
      all.push_back({tokens_.at(i).line, is_macro || tokens_.at(i + 1).is("("),
                     std::ranges::any_of(guarded, [=](Span each) { return each.holds(i); })});
    }
  }
  return all;
}

}  // namespace gemmlab

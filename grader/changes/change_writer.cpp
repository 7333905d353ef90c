#include "grader/changes/change_writer.h"
#include "grader/changes/index_range.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/foreign_text.h"

namespace gemmlab {

using simt::Token;
using simt::TokenKind;

static constexpr Cut kOneRow{.bytes = 72, .lines = 1};

ChangeWriter::ChangeWriter(const std::string& source, const std::set<int>& unchanged)
    : rewrite_(source, {}),
      tokens_(rewrite_.tokens()),
      outline_(rewrite_.outline()),
      names_(tokens_, outline_),
      rest_(tokens_, outline_),
      unchanged_(unchanged),
      fixed_(tokens_.size()) {
  find_fixed();
}

bool ChangeWriter::is_open(int token) const {
  return !is_full() && !fixed_[token] && !unchanged_.contains(tokens_.at(token).line) &&
         outline_.function_around(token) != nullptr;
}

void ChangeWriter::fix(int first, int last) {
  for (int i = first; i <= last; ++i) {
    fixed_[i] = true;
  }
}

void ChangeWriter::find_fixed() {
  for (int i = 0; i < tokens_.size(); ++i) {
    const Token& token = tokens_.at(i);
    if (token.kind == TokenKind::directive) {
      fix(i, i);
    } else if (token.is_any({"constexpr", "static_assert", "using", "template", "case", "enum",
                             "__shared__", "struct", "typedef"})) {
      fix(i, tokens_.find(i, {";", "{"}));
    } else if (token.is_any({"sizeof", "__launch_bounds__", "decltype", "alignas"})) {
      fix(i, tokens_.at(i + 1).partner);
    } else if (token.is("[") && tokens_.at(i - 1).kind == TokenKind::identifier &&
               tokens_.at(i - 2).kind == TokenKind::identifier &&
               !tokens_.at(i - 2).is_any({"return", "else", "do"})) {
      fix(i, token.partner);  // an array of a type that the file declares
    } else if (token.is("<") && tokens_.at(i - 1).kind == TokenKind::identifier) {
      fix_template_arguments(i);
    }
  }
  for (const DeclaredName& name : names_.all()) {
    const Span extents = outline_.declarator(name.at).extents;
    fix(extents.first, extents.last);
  }
}

void ChangeWriter::fix_template_arguments(int open) {
  int i = open + 1;
  while (tokens_.at(i).kind == TokenKind::identifier || tokens_.at(i).kind == TokenKind::number ||
         tokens_.at(i).is_any({",", "::", "*"})) {
    ++i;
  }
  const Token& after = tokens_.at(i + 1);
  if (tokens_.at(i).is(">") &&
      (after.is_any({"(", "<<<", "::", ">"}) || after.kind == TokenKind::identifier)) {
    fix(open, i);
  }
}

int ChangeWriter::last_of(int token) const {
  return is_axis(tokens_, token) ? token + 2 : token;
}

bool ChangeWriter::is_in_for(int token) const {
  const int bracket = outline_.bracket_around(token);
  return bracket >= 0 && tokens_.at(bracket).is("(") && tokens_.at(bracket - 1).is("for");
}

std::string ChangeWriter::text(Span span, const Replacements& replaced) const {
  std::string text;
  for (int i = span.first; i <= span.last; ++i) {
    const auto found = replaced.find(i);
    if (found != replaced.end() && found->second.empty()) {
      continue;  // left out, with the space before it
    }
    if (i > span.first) {
      const std::size_t whole = rewrite_.text(i - 1, i).size();
      text += whole > tokens_.at(i - 1).text.size() + tokens_.at(i).text.size() ? " " : "";
    }
    text += found == replaced.end() ? std::string(tokens_.at(i).text) : found->second;
    i = found == replaced.end() ? i : last_of(i);
  }
  return text;
}

Span ChangeWriter::expression_around(int token) const {
  const auto ends = [&](int i) {
    const Token& at = tokens_.at(i);
    const bool is_set =
        at.is("=") && !tokens_.at(i - 1).is_any({"<", ">", "=", "!"}) && !tokens_.at(i + 1).is("=");
    return is_set || at.text.empty() ||
           at.is_any({",", ";", "{", "}", "&", "|", "?", ":", "<<<", ">>>"});
  };
  Span span{token, last_of(token)};
  while (!ends(span.first - 1) && !tokens_.at(span.first - 1).is_any({"(", "["})) {
    const int partner = tokens_.at(span.first - 1).partner;
    span.first = partner >= 0 ? partner : span.first - 1;
  }
  while (!ends(span.last + 1) && !tokens_.at(span.last + 1).is_any({")", "]"})) {
    span.last = std::max(span.last + 1, tokens_.at(span.last + 1).partner);
  }
  return span;
}

Span ChangeWriter::around(int token) const {
  Span span = expression_around(token);
  while (tokens_.at(span.first - 1).is("[") && tokens_.at(span.last + 1).is("]")) {
    span = {outline_.array_of(span.first - 2), span.last + 1};
  }
  return span;
}

Span ChangeWriter::told_apart(Span shown) const {
  const auto is_beside = [&](int i) { return tokens_.at(i).line == tokens_.at(shown.first).line; };
  Span line = shown;
  while (is_beside(line.first - 1)) {
    --line.first;
  }
  while (is_beside(line.last + 1)) {
    ++line.last;
  }
  const std::string all = text(line), own = text(shown);
  const bool is_once = all.find(own) == all.rfind(own);
  return is_once || all.size() > kOneRow.bytes ? shown : line;
}

int ChangeWriter::add(int token, const std::string& was, const std::string& now, std::size_t places,
                      ChangeKind kind) {
  const auto shown = [](const std::string& code) { return ForeignText(code, kOneRow).text(); };
  bytes_ += was.size() + now.size();
  changes_.push_back({tokens_.at(token).line, shown(was), shown(now), int(places), kind});
  return int(changes_.size());
}

std::string ChangeWriter::add_also_everywhere(int token, const std::string& aim,
                                              const std::string& was, const std::string& now,
                                              ChangeKind kind) {
  const auto [all, is_first] = everywhere_.try_emplace({function_around(token), aim});
  if (is_first) {
    all->second = add(token, was, now, 0, kind);
  }
  ++changes_[all->second - 1].places;
  return fmt::format("{} || {}", chosen(add(token, was, now, 1, kind)), chosen(all->second));
}

std::string ChangeWriter::chosen(int number) {
  return fmt::format("__gemmlab_change({})", number);
}

bool ChangeWriter::leaves_unused(const Replacements& replaced) const {
  const auto is_used = [&](const DeclaredName& name) {
    return any_index(name.at + 1, name.until, [&](int i) {
      const auto other = replaced.find(i);
      return (other == replaced.end() ? tokens_.at(i).text : other->second) == name.name;
    });
  };
  return std::ranges::any_of(replaced, [&](const auto& each) {
    const DeclaredName* const name = names_.meaning(each.first);
    return name != nullptr && name->kind == DeclaredName::Kind::parameter && !is_used(*name);
  });
}

void ChangeWriter::replace_tokens(Span shown, const Replacements& replaced, ChangeKind kind) {
  if (is_full()) {
    return;
  }
  shown = told_apart(shown);
  replace_as(text(shown), text(shown, replaced), replaced, kind);
  const auto is_shown = [&](const auto& each) { return shown.holds(each.first); };
  changes_.back().places = std::ranges::all_of(replaced, is_shown) ? 1 : int(replaced.size());
}

void ChangeWriter::replace_as(const std::string& was, const std::string& now,
                              const Replacements& replaced, ChangeKind kind) {
  if (is_full()) {
    return;
  }
  const int first = replaced.begin()->first;
  const int number = add(first, was, now, replaced.size(), kind);
  Likeness& likeness = changes_.back().likeness;
  likeness = leaves_unused(replaced) ? Likeness::unlikely : rest_.likeness_of_names(replaced);
  if (likeness == Likeness::none && replaced.size() == 1) {
    const Span whole = expression_around(first);
    likeness = rest_.likeness_of_forms(text(whole), text(whole, replaced));
  }
  for (const auto& [token, other] : replaced) {
    instead_[token].emplace_back(number, other);
  }
}

void ChangeWriter::mark_as_mapping() {
  if (!changes_.empty()) {
    changes_.back().is_of_mapping = true;
  }
}

void ChangeWriter::mark_as(Likeness likeness) {
  if (!changes_.empty()) {
    changes_.back().likeness = likeness;
  }
}

bool ChangeWriter::is_term_beside(int token, std::string_view name) const {
  const Span sum = expression_around(token);
  bool is_sum = false, is_there = false;
  for (int i = sum.first; i <= sum.last; i = std::max(i, tokens_.at(i).partner) + 1) {
    is_sum |= i > sum.first && tokens_.at(i).is("+");
    is_there |= i != token && tokens_.at(i).is(name) && !tokens_.at(i + 1).is_any({"[", "("});
  }
  return is_sum && is_there;
}

void ChangeWriter::exchange(Span shown, Span one, Span other, const std::string& type,
                            ChangeKind kind) {
  const auto part = [&](int first, int last) { return first > last ? "" : text({first, last}); };
  const int number =
      add(one.first, text(shown),
          part(shown.first, one.first - 1) + text(other) + part(one.last + 1, other.first - 1) +
              (tokens_.at(one.last + 1).is(",") ? " " : "") + text(one) +
              part(other.last + 1, shown.last),
          1, kind);
  for (const auto& [here, there] : {std::pair(one, other), std::pair(other, one)}) {
    wrap(here, fmt::format("({} ? {}({}) : {}(", chosen(number), type, text(there), type), "))");
  }
}

void ChangeWriter::offer(Span span, const std::string& now, ChangeKind kind,
                         const std::string& type) {
  const int number = add(span.first, text(span), now, 1, kind);
  changes_.back().likeness = rest_.likeness_of_forms(text(span), now);
  wrap(span, fmt::format("({} ? {}({}) : {}(", chosen(number), type, now, type), "))");
}

void ChangeWriter::wrap(Span span, const std::string& before, const std::string& after) {
  wraps_.push_back({span, before, after});
}

// What ends at a token comes before what begins there.
void ChangeWriter::write_wraps() {
  const auto is_wider = [](const Wrap& one, const Wrap& other) {
    return one.span.last - one.span.first > other.span.last - other.span.first;
  };
  std::ranges::stable_sort(wraps_, is_wider);
  for (auto each = wraps_.rbegin(); each != wraps_.rend(); ++each) {
    rewrite_.insert_before(each->span.last + 1, each->after);
  }
  for (const Wrap& each : wraps_) {
    rewrite_.insert_before(each.span.first, each.before);
  }
}

ChangeableText ChangeWriter::finish() && {
  write_wraps();
  for (const auto& [token, others] : instead_) {
    std::string choice = "(";
    for (const auto& [number, other] : others) {
      choice += chosen(number) + " ? " + other + " : ";
    }
    const int last = last_of(token);
    rewrite_.replace(token, last, choice + std::string(rewrite_.text(token, last)) + ")");
  }
  return {std::move(rewrite_).apply(), std::move(changes_)};
}

}  // namespace gemmlab

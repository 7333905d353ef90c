#include <algorithm>
#include <optional>
#include <string>

#include "grader/changes/slips/source_slips.h"

namespace gemmlab {

using simt::Span;
using simt::TokenKind;
using Told = std::optional<Tell>;

// The array whose element ends before a token, if each thread has one of its own.
bool SourceSlips::is_own_array(int open) const {
  const DeclaredName* const name = names_.meaning(open - 1);
  if (name == nullptr || name->kind != DeclaredName::Kind::local || !name->is_array()) {
    return false;
  }
  for (int i = outline_.declaration_begin(name->at); i < name->at; ++i) {
    if (tokens_.at(i).is("__shared__")) {
      return false;
    }
  }
  return true;
}

// Whether the number of an element is used otherwise than to name the same one of each fragment, or
// to compare it with how many there are: then its place is taken for known.
bool SourceSlips::tells_place(int number, Span body) const {
  for (int i = body.first; i <= body.last; ++i) {
    if (names_.meaning(i) != names_.meaning(number) || !tokens_.at(i).is(tokens_.at(number).text)) {
      continue;
    }
    const bool is_index = tokens_.at(i - 1).is("[") && tokens_.at(i + 1).is("]");
    const bool is_of_fragment = is_index && tokens_.at(i - 2).is("x") && tokens_.at(i - 3).is(".");
    const int end = tokens_.find(i, {"num_elements"}, {";", ")"});
    if (!is_of_fragment && !(is_index && is_own_array(i - 1)) && end < 0) {
      return true;
    }
  }
  return false;
}

// f.x[e], where e tells more than which of the own elements it is.
Told SourceSlips::fragment_place() const {
  const auto names_fragments = [](const simt::Token& each) { return each.is("fragment"); };
  if (std::ranges::none_of(tokens_.all, names_fragments)) {
    return std::nullopt;
  }
  for (int i = 2; i < tokens_.size(); ++i) {
    const bool is_element = tokens_.at(i).is("[") && tokens_.at(i - 1).is("x") &&
                            tokens_.at(i - 2).is(".") && outline_.function_around(i) != nullptr;
    const int close = is_element ? tokens_.at(i).partner : -1;
    if (close < 0) {
      continue;
    }
    const DeclaredName* const number = close == i + 2 ? names_.meaning(i + 1) : nullptr;
    const simt::Loop* around = nullptr;  // the one that counts the number
    for (const simt::Loop& loop : outline_.loops()) {
      const bool counts = number != nullptr && loop.header.holds(number->at);
      around = counts && loop.body.holds(i) ? &loop : around;
    }
    if (around == nullptr || tells_place(i + 1, around->body)) {
      const Span whole{outline_.array_of(i - 3), close};
      return Tell{TellKind::fragment_place, line_of(i), text(whole), ""};
    }
  }
  return std::nullopt;
}

}  // namespace gemmlab

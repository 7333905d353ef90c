// How well a change fits the rest of its file, where two that help disagree.
#pragma once

#include <map>
#include <string>

#include "common/simt/translate/outline.h"
#include "common/simt/translate/tokens.h"
#include "grader/core/facts/check.h"

namespace gemmlab {

using Replacements = std::map<int, std::string>;  // by token; threadIdx.x counts as one

class RestOfFile {
 public:
  RestOfFile(const simt::Tokens& tokens, const simt::Outline& outline);  // a view of them

  // Whether more arguments of the file's own functions get the names of their parameters, or fewer.
  Likeness likeness_of_names(const Replacements& replaced) const;
  // Whether a form that stands once becomes one that stands elsewhere, too, or the reverse.
  Likeness likeness_of_forms(const std::string& was, const std::string& now) const;

 private:
  int times_written(const std::string& form) const;

  const simt::Tokens& tokens_;
  const simt::Outline& outline_;
  std::string text_;  // without spaces; empty: too long to search
};

}  // namespace gemmlab

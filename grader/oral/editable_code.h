// A lab file's code as tokens, which can be replaced.
#pragma once

#include <boost/core/noncopyable.hpp>
#include <string>
#include <vector>

#include "common/simt/translate/outline.h"
#include "common/simt/translate/tokens.h"
#include "grader/changes/names_in_scope.h"

namespace gemmlab {

// Other code in place of tokens.
struct Edit {
  simt::Span span;
  std::string now;
};

// A view: `source` must outlive it.
class EditableCode : boost::noncopyable {
 public:
  explicit EditableCode(const std::string& source)
      : source_(source), tokens_(tokens_of(source)), outline_(tokens_), names_(tokens_, outline_) {}

  const simt::Tokens& tokens() const { return tokens_; }
  const simt::Outline& outline() const { return outline_; }
  const NamesInScope& names() const { return names_; }

  // Between the tokens' first and last character, as in the file.
  std::string text(simt::Span span) const;
  // The file with these edits, which are in the order of the text and do not overlap.
  std::string edited(const std::vector<Edit>& edits) const;

  // In the body of a kernel, or of a function that one may call.
  bool is_in_kernel(int token) const;
  // A parameter for a whole number: m, n or k, whatever they are called.
  bool is_extent(int token) const;

 private:
  std::size_t begin_of(int token) const;
  std::size_t end_of(int token) const;

  const std::string& source_;
  const simt::Tokens tokens_;
  const simt::Outline outline_;
  const NamesInScope names_;
};

}  // namespace gemmlab

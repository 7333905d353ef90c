// The lines that a failure is about, besides those where it showed: such as the extents of a
// refused launch, or the stores of the kernels if something was never stored.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "grader/changes/source_lines.h"
#include "grader/core/facts/check.h"
#include "grader/core/fs.h"

namespace gemmlab {

class WhereToLook {
 public:
  static constexpr std::size_t kMostShown = 6;  // of a check: more help nobody

  // Throws std::logic_error if where_to_look.table asks for what no finder looks for.
  WhereToLook(const fs::path& source, const std::string& text) : source_(source), text_(text) {}

  // `places` of an account, with what its failure is about: lines that come before those where it
  // showed, and at most so many with others after them.
  std::vector<Place> places_for(CheckKind kind, const Failure& failure, const Account& account,
                                std::size_t most = kMostShown);

 private:
  const fs::path& source_;
  const std::string& text_;
  std::optional<SourceLines> lines_;  // once a failure needs them
};

}  // namespace gemmlab

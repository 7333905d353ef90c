// A student's program with all small changes in it: a file of its own, compiled once, whose runs
// are told which change to make.
#pragma once

#include <set>

#include "grader/changes/changes.h"
#include "grader/compile/compile_result.h"
#include "grader/judge/candidate.h"
#include "grader/machine/scratch_folder.h"

namespace gemmlab {

// Its file and its module are deleted at the end of its scope.
class ChangeableProgram {
 public:
  // Leaves out changes that do not compile, and those of the lines `unchanged`. Throws
  // std::system_error, such as of a full disk.
  explicit ChangeableProgram(const Candidate& candidate, std::set<int> unchanged = {});
  ~ChangeableProgram();

  bool is_compiled() const { return !module_.empty(); }
  const fs::path& module() const { return module_; }
  // With one change alone, as fast as its author's program; the caller deletes its module. Empty if
  // it does not compile, or takes too long.
  fs::path with_only(int number) const;
  // In the order in which they are to be tried. Change number i + 1 is changes()[i].
  const std::vector<Change>& changes() const { return text_.changes; }
  // So many, the first, exchange or leave out what is there.
  std::size_t usual() const { return text_.usual; }

 private:
  bool is_native() const { return candidate_.session.backend() == Backend::cpu; }
  // Says so if it takes too long.
  CompileResult compiled(const std::string& text, Purpose purpose) const;

  const Candidate& candidate_;
  ScratchFolder folder_;
  ChangeableText text_;
  fs::path module_;
};

}  // namespace gemmlab

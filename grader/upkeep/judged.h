// What only the judge can check: skeletons do not pass, solutions do, and wrong kernels fail for
// the reason that each file of grader/mutants states in its first lines.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/labs.h"
#include "grader/core/result.h"
#include "grader/judge/judge.h"
#include "grader/upkeep/checks.h"

namespace gemmlab {

// The value of a `// key: value` line among a file's first lines; empty if there is none.
std::string stated(const std::filesystem::path& file, const std::string& key);

// "// diagnosis: grid_swapped, not grid_rounded_down": the diagnoses that a file must get and must
// not get. There may be several such lines.
struct StatedDiagnosis {
  std::string name;
  bool must_be = true;
};
std::vector<StatedDiagnosis> stated_diagnoses(const std::filesystem::path& file);

// The lab's files, sorted by name.
std::vector<std::filesystem::path> mutants_of(const Lab& lab);

// A skeleton compiles without a warning and gets NOT STARTED. `skeleton` is a file that contains
// it; problems are reported for the lab's solution, from which it is derived.
Problems judge_skeleton(const Lab& lab, const std::filesystem::path& skeleton,
                        const JudgeLab& judge);

// A solution has no warnings either and passes, as far as this machine can check.
Problems judge_solution(const Lab& lab, const std::filesystem::path& solution,
                        const JudgeLab& judge);

// A file of grader/mutants gets the verdict stated in its first lines: on the simulator // verdict:
// X, at // line: N if given, and with values that look like // diagnosis: D, not E; on a GPU //
// cuda: Y, or Y or Z if that depends on the contents of memory, or X all the same, because the
// simulator counts there as well.
Problems judge_mutant(const Lab& lab, const std::filesystem::path& mutant, Backend backend,
                      const JudgeLab& judge);

}  // namespace gemmlab

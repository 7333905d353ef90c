// The archive that an instructor uploads to Gradescope, and what it answers there.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "grader/batch/policy.h"
#include "grader/batch/record.h"
#include "grader/compile/paths.h"
#include "grader/core/labs.h"

namespace gemmlab {

struct AutograderJob {
  Paths from;
  std::vector<Lab> labs;              // of the course
  std::vector<std::string> assigned;  // ids of those that this assignment grades; empty: all
  std::filesystem::path course;       // course.toml, if any: which checks are shown
  std::function<void(const std::string&)> progress;
};

// Writes an archive with setup.sh and run_autograder at its root, and beside them the tree that a
// class gets, with what grades submissions: no solutions, since students' programs run beside it.
// The same files give the same archive. Throws std::runtime_error and InfrastructureError.
void write_autograder(const AutograderJob& job, const std::filesystem::path& file);

// Writes all regular files below `folder` to a zip archive, sorted by name, with their permissions,
// and all of one time and owner. `file` appears whole or not at all. Throws std::runtime_error.
void write_zip(const std::filesystem::path& folder, const std::filesystem::path& file);

// The text of results.json: one test a check, the sum of their points, and what can be compared in
// a leaderboard; `show` says who sees which check. What the student's program or file says is
// printable text in it, never markup. Dates and late rules are Gradescope's own business.
//   A check that cannot be graded here (a GPU's speed) is a test of 0 out of 0 points that says so.
//   Where our side failed there is no score and no test at all, and the output says why: Gradescope
//   then reports that the autograder failed, instead of giving zero points.
std::string gradescope_results(const Record& record, const ShowRule& show);

// The same for a submission that could not even be graded.
std::string gradescope_failure(const std::string& why);

}  // namespace gemmlab

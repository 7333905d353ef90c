// The archive that an instructor uploads to Gradescope, and the results it produces there.
#pragma once

#include "grader/batch/handout/handout.h"
#include "grader/batch/record.h"
#include "grader/batch/rules/policy.h"

namespace gemmlab {

// Writes an archive with setup.sh and run_autograder at its root, and next to them the class's tree
// plus the code that grades submissions: no solutions, because students' programs run next to it.
// The same files give the same archive. Throws std::runtime_error and InfrastructureError.
//   tree: of the course's labs, for Audience::autograder
//   assigned: ids of the labs graded by this assignment; empty: all
//   course: course.toml, if any: defines which checks are visible
void write_autograder(const HandoutJob& tree, const std::set<std::string>& assigned,
                      const fs::path& course, const fs::path& file);

// The text of results.json: one test per check, the sum of their points, and comparable numbers for
// a leaderboard; `show` defines who sees which check. Text from the student's program or file
// becomes printable text, never markup. Gradescope itself handles dates and late rules.
//   A check that cannot be graded here (a GPU's speed) is a test of 0 out of 0 points that says so.
//   If our side failed there is no score and no test, and the output says why: Gradescope then
//   reports that the autograder failed, instead of giving zero points.
std::string gradescope_results(const Record& record, const ShowRule& show);

// The same for a submission that could not be graded at all.
std::string gradescope_failure(const std::string& why);

}  // namespace gemmlab

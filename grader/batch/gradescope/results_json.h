// A graded submission as Gradescope's results.json wants it; a pure converter.
#pragma once

#include <string>

#include "grader/batch/policy.h"
#include "grader/batch/record.h"

namespace gemmlab {

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

// A graded submission as Gradescope's results.json wants it; a pure converter.
#pragma once

#include <functional>
#include <string>

#include "grader/batch/record.h"

namespace gemmlab {

// Who sees a check, in Gradescope's words: "visible", "hidden", "after_due_date",
// "after_published".
using Visibility = std::function<std::string(const Check& check)>;

// The text of results.json: one test a check, the sum of their points, and what can be compared in
// a leaderboard. What the student's program or file says is printable text in it, never markup.
// Dates and late rules are Gradescope's own business.
//   A check that cannot be graded here (a GPU's speed) is a test of 0 out of 0 points that says so.
//   Where our side failed there is no score and no test at all, and the output says why: Gradescope
//   then reports that the autograder failed, instead of giving zero points.
std::string gradescope_results(const Record& record, const Visibility& visibility);

// The same for a submission that could not even be graded.
std::string gradescope_failure(const std::string& why);

}  // namespace gemmlab

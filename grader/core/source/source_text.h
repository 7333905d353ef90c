// Skeletons are derived from solutions: the text between a gap's markers is what the student
// writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gemmlab {

// The skeleton of a solution's text. A gap looks like this in the solution:
//     // Step 3.1: what must become true,
//     // in one or more comment lines.
//     // >>> 5 lines
//     ...
//     // <<<
// and like this in the skeleton:
//     // TODO(3.1): what must become true,
//     // in one or more comment lines.
//     // your code: about 5 lines
// Two steps may share a gap: the comment before it then describes both.
// Throws std::runtime_error naming the line where markers do not pair.
std::string skeleton_of(std::string_view solution);

// The lines without their newlines; views of `text`.
std::vector<std::string_view> lines_of(std::string_view text);

// The steps of a solution or skeleton, in order: "3.1".
std::vector<std::string> steps_of(std::string_view text);

// Those of them whose gaps are as the skeleton has them: marked TODO, with "your code" below.
std::vector<std::string> open_steps_of(std::string_view text);

// The step of a student's own file, "3.2", that a line belongs to: the last step whose comment
// comes before it, or the first of several that share a gap. Empty if the file names no steps
// before it.
std::string step_at(std::string_view text, int line);

// The text as it reads without the marks of gaps, a step's comment as a solution has it: so a
// student's file and the solution differ in nothing but what was written.
std::string without_marks(std::string_view text);

}  // namespace gemmlab

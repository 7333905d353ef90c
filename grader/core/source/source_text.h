// Skeletons are derived from solutions: the student writes the text between a gap's markers.
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

// The lines without their newlines, as views of `text`.
std::vector<std::string_view> lines_of(std::string_view text);

// A line without the comment ("//") at its end.
std::string_view code_of(std::string_view line);

// The steps of a solution or skeleton, in order: "3.1".
std::vector<std::string> steps_of(std::string_view text);

// The steps whose gaps are unchanged from the skeleton: marked TODO, with "your code" below.
std::vector<std::string> open_steps_of(std::string_view text);

// The step ("3.2") that a line of a student's file belongs to: the last step whose comment comes
// before the line, or the first of several that share a gap. Empty if no step comes before it.
std::string step_at(std::string_view text, int line);

// The text without the markers of gaps, and with a step's comment as in the solution. In this form
// a student's file and the solution differ only in what the student wrote.
std::string without_marks(std::string_view text);

// The text without comments, blank lines and repeated blanks: equal for files that differ only in
// these. String literals are kept.
std::string without_comments(std::string_view source);

}  // namespace gemmlab

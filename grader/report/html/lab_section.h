// What the parts of a lab's section share: their headings, verdicts and the ids of lines.
#pragma once

#include <string>
#include <string_view>

#include "grader/core/result.h"
#include "grader/core/verdict.h"
#include "grader/report/html/element.h"

namespace gemmlab::html {

// "good", "bad" or "plain": the CSS class of everything that shows a verdict.
std::string verdict_class(Verdict verdict);

// "PASSED", as a label.
void add_verdict(Node parent, Verdict verdict);

// The id of that line's row, if the listing has it.
std::string line_id(const LabResult& lab, int line);

// A heading within a lab, or on a page without labs.
Node add_part(Node section, std::string_view title, const char* heading = "h3");

}  // namespace gemmlab::html

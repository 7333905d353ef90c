// The door through which other programs get a result in words: console text and a page.
// docs/result_file.md describes both ends.
#pragma once

#include "common/facts/json.h"

namespace gemmlab {

// `request`: a "result" (gemmlab.result/2), and what may be shown beside it: "sources" by the path
// that a lab's result names; "points" by lab id, [points, of how many]; "title", "heading", "lead",
// and the rows of "table" and "folded", whose first row names the columns. Returns the "html" page
// and each lab's text in "labs". Throws JsonError for anything else.
Json shown(const Json& request);

// Answers a request a line, until there are no more.
void serve_showing(int input, int output);

}  // namespace gemmlab

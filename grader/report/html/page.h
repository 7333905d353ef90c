// A result as one page for a browser.
#pragma once

#include <string>

#include "grader/core/result.h"
#include "grader/report/html/html_options.h"

namespace gemmlab {

// What failed and where, what each line costs, and which threads access which memory. The page
// loads nothing and runs no script.
std::string to_html(const Result& result, const HtmlOptions& options);

}  // namespace gemmlab

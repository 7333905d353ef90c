// The part of a lab's section about its checks.
#pragma once

#include "grader/core/result.h"
#include "grader/report/html/element.h"
#include "grader/report/html/html_options.h"

namespace gemmlab::html {

// What failed, most severe first, with its place in the source; then every check with its points.
void add_checks(Node section, const LabResult& lab, const HtmlOptions& options);

}  // namespace gemmlab::html

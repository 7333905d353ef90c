// The part of a lab's section that shows its source, with what each line costs.
#pragma once

#include "grader/core/result.h"
#include "grader/report/html/element.h"
#include "grader/report/html/html_options.h"

namespace gemmlab::html {

// The whole source; each line that accesses memory can be expanded.
void add_source(Node section, const LabResult& lab, const HtmlOptions& options);

}  // namespace gemmlab::html

// The part of a lab's section about speed and its limits: a roofline, the limits of a GPU on
// logarithmic axes, and the kernel's position.
#pragma once

#include "grader/core/result.h"
#include "grader/report/html/element.h"
#include "grader/report/html/html_options.h"

namespace gemmlab::html {

// The roofline, and prediction, simulation and measurement side by side.
void add_roofline(Node section, const LabResult& lab, const HtmlOptions& options);

}  // namespace gemmlab::html

// The parts of the page; each adds itself to a lab's section, or nothing if it has no content.
#pragma once

#include "grader/report/html.h"
#include "grader/report/html/element.h"

namespace gemmlab::html {

// "good", "bad" or "plain": the CSS class of everything that shows a verdict.
std::string verdict_class(Verdict verdict);

// "PASSED", as a label.
void add_verdict(Node parent, Verdict verdict);

// What failed, most severe first, with its place in the source; then every check with its points.
void add_checks(Node section, const LabResult& lab, const HtmlOptions& options);

// A picture of C for each failed check that compared all values.
void add_heatmaps(Node parent, const std::vector<const Check*>& checks);

// The whole source; each line that accesses memory can be expanded.
void add_source(Node section, const LabResult& lab, const HtmlOptions& options);

// Which threads of a warp access which memory: its 32 lanes and the cells; nothing if the example
// has too little information.
void add_warp(Node parent, const AccessPlace& place);

// The roofline, and prediction, simulation and measurement side by side.
void add_roofline(Node section, const LabResult& lab, const HtmlOptions& options);

// The id of that line's row, if the listing has it.
std::string line_id(const LabResult& lab, int line);

// A heading within a lab.
Node add_part(Node section, std::string_view title);

}  // namespace gemmlab::html

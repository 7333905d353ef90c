// The parts of the page; each adds itself to a lab's section, or nothing if it has nothing to say.
#pragma once

#include <set>

#include "grader/report/html.h"
#include "grader/report/html/element.h"

namespace gemmlab::html {

// "good", "bad" or "plain": the class of all that shows a verdict.
std::string verdict_class(Verdict verdict);

// "PASSED", as a label.
void add_verdict(Node parent, Verdict verdict);

// A bar as long as the score.
void add_score_bar(Node parent, Verdict verdict, int score, int max_score);

// What failed, gravest first, with its place in the source; then every check with its points.
void add_checks(Node section, const LabResult& lab, const HtmlOptions& options);

// C as a picture, for each failed check of which all values were compared.
void add_heatmaps(Node parent, const std::vector<const Check*>& checks);

// The whole source; each line that touches memory can be opened.
void add_source(Node section, const LabResult& lab, const HtmlOptions& options);

// Which threads of a warp touch which memory: its 32 lanes, and the cells; nothing if the example
// does not say enough.
void add_warp(Node parent, const AccessPlace& place);

// The roofline, and prediction, simulation and measurement side by side.
void add_roofline(Node section, const LabResult& lab, const HtmlOptions& options);

// The lab's attempts so far.
void add_history(Node section, const LabResult& lab, const HtmlOptions& options);

// Lines of the lab's file that a failed check names.
std::set<int> failing_lines(const LabResult& lab);

// Where the listing has such a line: the id of its row.
std::string line_id(const LabResult& lab, int line);

// A heading within a lab.
Node add_part(Node section, std::string_view title);

}  // namespace gemmlab::html

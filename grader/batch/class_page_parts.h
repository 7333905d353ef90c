// The parts of the class's page that tell of labs.
#pragma once

#include <string>
#include <vector>

#include "grader/batch/record.h"
#include "grader/core/labs.h"
#include "grader/report/html/element.h"

namespace gemmlab::html {

// A table with that first row, which scrolls where it is too wide.
Node add_table(Node parent, const std::vector<std::string>& heads);

// A row a lab: how many passed, the commonest verdicts, and what the wrong values looked like.
void add_lab_table(Node main, const std::vector<Record>& records, const std::vector<Lab>& labs);

// Each lab's measured speed-ups, fastest first; nothing where none was measured.
void add_speed_ladder(Node main, const std::vector<Record>& records, const std::vector<Lab>& labs);

}  // namespace gemmlab::html

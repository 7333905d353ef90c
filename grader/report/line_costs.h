// Sentences about the cost of a kernel's lines, for every report that shows its source.
#pragma once

#include <string>

#include "grader/core/result.h"

namespace gemmlab {

// "loads a: 2048 requests, 8192 sectors (ideal 8192), 44 % of all sectors"
std::string cost(const AccessPlace& place, const Metrics& metrics);

// Explains request, sector, pass and ideal.
std::string meaning_of_counts();

// " This kernel is not right yet (RACE): this is what it does now.", or nothing.
std::string not_right_yet(const LabResult& lab);

// "All together: 16384 sectors (ideal 16384), 4096 passes (ideal 4096)."
std::string all_together(const Metrics& metrics);

// The cost of lines outside the student's file; empty if there are none.
std::string elsewhere(const Metrics& metrics);

}  // namespace gemmlab

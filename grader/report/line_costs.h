// Sentences on what the lines of a kernel cost, for every report that shows its source.
#pragma once

#include <cstdint>
#include <string>

#include "grader/core/result.h"

namespace gemmlab {

// "loads a: 2048 requests, 8192 sectors (ideal 8192), 44 % of all sectors"
std::string cost(const AccessPlace& place, const Metrics& metrics);

// What a request, a sector, a pass and ideal are.
std::string meaning_of_counts();

// " This kernel is not right yet (RACE): this is what it does now.", or nothing.
std::string not_right_yet(const LabResult& lab);

// "All together: 16384 sectors (ideal 16384), 4096 passes (ideal 4096)."
std::string all_together(const Metrics& metrics);

// What lines outside of the student's file cost; empty if there are none.
std::string elsewhere(const Metrics& metrics);

}  // namespace gemmlab

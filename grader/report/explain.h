// What a kernel's lines cost, for every report that shows its source.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>

#include "common/facts/counts.h"
#include "grader/core/metrics.h"
#include "grader/core/result.h"
#include "grader/report/text.h"

namespace gemmlab {

// What loads and stores together take of one kind of memory: sectors, or passes. `counts` is of a
// line or of a whole run.
struct Units {
  std::uint64_t counted = 0, ideal = 0;

  std::uint64_t waste() const { return counted - std::min(counted, ideal); }
};
template <class Counts>
Units sectors(const Counts& counts) {
  return {counts.global_load.units + counts.global_store.units,
          counts.global_load.ideal_units + counts.global_store.ideal_units};
}
template <class Counts>
Units passes(const Counts& counts) {
  return {counts.shared_load.units + counts.shared_store.units,
          counts.shared_load.ideal_units + counts.shared_store.ideal_units};
}

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

// The student's own source; below each line that accesses memory, its cost and the reason. Pages of
// text, ending with a newline; one sentence if nothing was counted, and nothing if
// counting was not requested. `read_source` gives the text of a file, empty if it cannot be read.
std::string explanation(const LabResult& lab, const Terminal& terminal,
                        const std::function<std::string(const std::string& path)>& read_source);

}  // namespace gemmlab

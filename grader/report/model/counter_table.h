// What a GPU's own counters say of a kernel, beside the simulator's counts and the textbook's
// solution.
#pragma once

#include <string>
#include <vector>

#include "grader/core/counters/ncu_csv.h"
#include "grader/core/result.h"
#include "grader/core/spec.h"
#include "grader/report/text.h"

namespace gemmlab {

// Measured at the shape of the lab's counts; and at a large one, where the GPU is full. Empty
// numbers are shown as "-".
struct KernelCounters {
  Measured counted, large;
};

struct CounterRow {
  std::string what, predicted, simulated, measured, textbook;  // a cell may be empty
};
std::vector<CounterRow> counter_rows(const LabResult& lab, const KernelCounters& mine,
                                     const KernelCounters& textbook, const Shape& large);

// Why columns differ: a sentence for each count that does. `lab` must have counts.
std::vector<std::string> why_counters_differ(const LabResult& lab, const Measured& mine);

// A table with these rows and sentences. `lab` must have counts.
std::string counter_table(const LabResult& lab, const KernelCounters& mine,
                          const KernelCounters& textbook, const Shape& large,
                          const Terminal& terminal);

}  // namespace gemmlab

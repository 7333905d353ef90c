// What a GPU's counters say of a kernel: the names that Nsight Compute (ncu) has for it, and the
// numbers in its output.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gemmlab {

struct NcuMetric {
  std::string name;     // ours: "global_load_sectors"
  bool is_sum = false;  // over all launches; else of the one that took longest
  std::string metric;   // ncu's
  std::string section;  // of its window
};

// The rows of ncu_metrics.table.
const std::vector<NcuMetric>& ncu_metrics();

// By our names, of all kernels that a program launched. A metric that the GPU does not have, or
// that ncu shows as "n/a", is missing.
using Measured = std::map<std::string, double>;

// Of the output of ncu --csv --page raw --print-units base, among the program's own lines; empty if
// it holds no kernel. Never fails: what is no number is left out.
Measured read_ncu_csv(std::string_view output);

}  // namespace gemmlab

// What meson and nvcc print, as far as the commands need it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gemmlab {

struct TestCounts {
  int passed = 0, failed = 0, skipped = 0;  // a time-out is a failure
};

// "12/40 gemmlab:unit / report   OK   0.05s" and "[3/200] Compiling ...": how far it is.
bool is_progress_line(const std::string& line);

// The first of these, where the test did not pass.
bool is_failure_line(const std::string& line);

// From the summary at the end of what `meson test` prints; nothing if there is none.
std::optional<TestCounts> counts_in(const std::vector<std::string>& lines);

// Registers a thread of the kernel that takes most, by what `nvcc -Xptxas -v` prints; 0 if that
// speaks of none.
int registers_in(const std::string& ptxas_output);

}  // namespace gemmlab

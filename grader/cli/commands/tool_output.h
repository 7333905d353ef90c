// Parses the output of meson and nvcc, as far as the commands need it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gemmlab {

struct TestCounts {
  int passed = 0, failed = 0, skipped = 0;  // a timeout is a failure
};

// Progress lines: "12/40 gemmlab:unit / report   OK   0.05s" and "[3/200] Compiling ...".
bool is_progress_line(const std::string& line);

// The first kind, for a test that did not pass.
bool is_failure_line(const std::string& line);

// One test that has ended, and how long it ran.
struct TestTime {
  std::string name;  // "unit / report"
  double seconds = 0;
};

// From a line of that kind; nothing if no test has ended.
std::optional<TestTime> time_in(const std::string& line);

// From the summary at the end of the output of `meson test`; nothing if there is none.
std::optional<TestCounts> counts_in(const std::vector<std::string>& lines);

// The most registers per thread of any kernel, from the output of `nvcc -Xptxas -v`; 0 if it
// reports none.
int registers_in(const std::string& ptxas_output);

}  // namespace gemmlab

#include "grader/machine/ncu.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "grader/core/foreign_text.h"
#include "grader/machine/paths.h"
#include "grader/process/program.h"

namespace gemmlab {
namespace {

constexpr std::size_t kMostOutput = 4 << 20;  // a program that prints more hides ncu's lines

std::string all_metrics() {
  std::string names;
  for (const NcuMetric& each : ncu_metrics()) {
    names += (names.empty() ? "" : ",") + each.metric;
  }
  return names;
}

// The newest version below a folder such as /opt/nvidia/nsight-compute.
std::optional<fs::path> newest_below(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (const auto program = if_executable(entry.path() / "ncu")) {
      found.push_back(*program);
    }
  }
  return found.empty() ? std::nullopt : std::optional(*std::ranges::max_element(found));
}

}  // namespace

std::optional<fs::path> find_ncu() {
  if (const auto on_path = find_program("ncu")) {
    return on_path;
  }
  if (const auto of_toolkit = if_executable("/usr/local/cuda/bin/ncu")) {
    return of_toolkit;
  }
  return newest_below("/opt/nvidia/nsight-compute");
}

NcuRun ncu_run_of(const std::string& output, int exit_code) {
  NcuRun run{.measured = read_ncu_csv(output)};
  if (output.find("ERR_NVGPUCTRPERM") != output.npos) {
    return {.trouble = NcuTrouble::no_permission};
  }
  if (!run.measured.empty() && exit_code == 0) {
    return run;
  }
  // What ncu complains of, else the last that was printed.
  const std::size_t error = output.find("==ERROR==");
  const std::size_t last = output.find_last_not_of(" \n");
  const std::size_t begin = error != output.npos  ? error
                            : last == output.npos ? output.size()
                                                  : output.rfind('\n', last) + 1;
  const std::string line = output.substr(begin, output.find('\n', begin) - begin);
  return {.trouble = NcuTrouble::failed, .said = ForeignText(line, kNameCut).text()};
}

NcuRun run_under_ncu(const fs::path& ncu, const fs::path& module, const Shape& shape) {
  std::string output;
  const int exit_code =
      run_program({"timeout", "120", ncu, "--csv", "--page", "raw", "--print-units", "base",
                   "--metrics", all_metrics(), paths().worker("cuda"), module,
                   std::to_string(shape.m), std::to_string(shape.n), std::to_string(shape.k)},
                  [&](const std::string& line) {
                    if (output.size() < kMostOutput) {
                      output += line + '\n';
                    }
                  });
  return ncu_run_of(output, exit_code);
}

}  // namespace gemmlab

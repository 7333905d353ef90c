// The result as one page for a browser: what failed and where, what each line costs, and which
// threads access which memory. It loads nothing and runs no script.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/model/devices.h"
#include "grader/core/result.h"

namespace gemmlab {

struct HtmlOptions {
  // Returns the text of a source file; empty if it cannot be read. May itself be empty.
  std::function<std::string(const std::string& path)> read_source;
  std::vector<Attempt> history;  // of all labs, oldest first; empty: no history section
  std::string command;           // the command that gave this result, so people can repeat it
  model::Device device;          // the GPU whose roofline is drawn
  bool is_own_device = false;    // this machine's GPU, not an example
  bool show_matrices = false;    // of a small run, even if right
};

std::string to_html(const Result& result, const HtmlOptions& options);

}  // namespace gemmlab

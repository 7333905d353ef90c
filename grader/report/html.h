// The result as one page to read in a browser: what failed and where, what each line costs, and
// which threads touch which memory. It loads nothing and runs no script.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/model/devices.h"
#include "grader/core/result.h"

namespace gemmlab {

struct HtmlOptions {
  // The text of a source file; empty if it cannot be read. May itself be empty.
  std::function<std::string(const std::string& path)> read_source;
  std::vector<Attempt> history;  // of all labs, oldest first; empty: no such section
  std::string command;           // that gave this result, for people to repeat
  model::Device device;          // whose roofline is drawn
  bool is_own_device = false;    // this machine's, and no example
  bool show_matrices = false;    // of a small run, even if they are right
};

std::string to_html(const Result& result, const HtmlOptions& options);

}  // namespace gemmlab

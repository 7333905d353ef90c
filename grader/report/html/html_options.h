// What a page shows besides the result.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
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
  std::string title = {};        // above the heading; a page with one shows no costs of lines
  std::string heading = {}, lead = {};  // instead of a summary of the result
  // By lab id: points as a course's rules leave them, and what they are of.
  std::map<std::string, std::pair<double, double>> points = {};
  // Before the labs, and after them folded below its first title. The first row names the columns.
  std::vector<std::vector<std::string>> table = {}, folded = {};
};

}  // namespace gemmlab

// A result as a file: JSON, from which junit.py makes JUnit XML, and one page for a browser.
#pragma once

#include <map>

#include "grader/core/result.h"

namespace gemmlab {

inline constexpr const char* kResultSchema = "gemmlab.result/2";

// JSON text of that schema. A lab's object depends only on source and seed, except for
// a measured speed. Every text is printable; values that were not measured are null.
std::string to_json(const Result& result);

// The result from a text written by to_json, without the parts that are only shown: metrics and
// model. Throws std::runtime_error for any other text.
Result result_from_json(const std::string& text);

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

// What failed and where, what each line costs, and which threads access which memory. The page
// loads nothing and runs no script.
std::string to_html(const Result& result, const HtmlOptions& options);

}  // namespace gemmlab

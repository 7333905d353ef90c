// Requests and answers between two programs: JSON, one value a line.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "common/facts/json.h"

namespace gemmlab {

// The lines that arrive on a descriptor.
class JsonLines {
 public:
  explicit JsonLines(int input) : input_(input) {}

  int descriptor() const { return input_; }

  // Reads what has arrived, or waits until something has, and calls `use` with each whole line.
  // Returns false at the end. Throws JsonError if a line is no JSON.
  bool read(const std::function<void(const Json&)>& use);

 private:
  int input_;
  std::string pending_;
};

// Writes it as one line. Throws std::system_error, as if nobody reads it any more.
void write_line(int output, const Json& answer);

}  // namespace gemmlab

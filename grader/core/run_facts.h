// Interim: what a worker reports.
#pragma once

#include <string>
#include <string_view>

#include "grader/core/verdict.h"

namespace gemmlab {

struct Finding {
  static constexpr std::string_view kName = "finding";
  Verdict verdict = Verdict::wrong;  // what it is called when it decides
  bool hard = false;                 // rejects right values too
  std::string message;
  std::string file;
  int line = 0;
  std::string other_file;
  int other_line = 0;
};

struct ApiError {
  static constexpr std::string_view kName = "failed_call";
  std::string name;  // "cudaErrorInvalidConfiguration"
  std::string message;
  std::string call;     // "launch of tiled"
  bool launch = false;  // a kernel launch, not another call
  std::string file;
  int line = 0;
};

struct OutOfTime {
  static constexpr std::string_view kName = "out_of_time";
  std::string where;  // a sentence
  std::string cause;
  int line = 0;
};

}  // namespace gemmlab

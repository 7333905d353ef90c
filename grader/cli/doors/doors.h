// The commands for other programs: gemmlab judge and gemmlab show.
#pragma once

#include <cstdint>
#include <string>

#include "grader/cli/context.h"
#include "grader/core/spec.h"

namespace gemmlab {

struct JudgeCommandOptions {
  std::string lab;     // as typed
  std::string source;  // the file to judge
  std::string json;    // the result file; empty: standard output
  BackendChoice backend = BackendChoice::automatic;
  std::string sandbox = "full";  // full or weak
  std::uint64_t seed = 1;
  bool serve = false;  // instead: answer requests
};

struct ShowOptions {
  std::string result;  // a result file
  std::string html;    // a page to write; empty: text on standard output
  bool serve = false;  // instead: answer requests
};

// Both return an ExitCode, and throw UsageError, InfrastructureError and Interrupted.
int judge_command(Context& context, const JudgeCommandOptions& options);
int show_command(Context& context, const ShowOptions& options);

}  // namespace gemmlab

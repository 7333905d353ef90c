// gemmlab questions: an oral check of one lab file.
#pragma once

#include <cstdint>
#include <string>

#include "grader/cli/context.h"

namespace gemmlab {

struct QuestionsOptions {
  std::string lab;      // as typed; empty: the one whose folder in labs/ has the file
  std::string file;     // empty: the lab's in labs/
  std::string json;     // instead of the page; empty: none
  std::string sandbox;  // full or weak; empty: none
  std::uint64_t seed = 1;
};

// Returns an ExitCode; throws UsageError, InfrastructureError and Interrupted.
int questions_command(Context& context, const QuestionsOptions& options);

}  // namespace gemmlab

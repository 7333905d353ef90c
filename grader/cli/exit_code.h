// How a command ends.
#pragma once

#include <stdexcept>

namespace gemmlab {

// Exit codes of every command.
enum ExitCode : int {
  kDone = 0,            // or passed, as far as this machine can grade
  kNotYet = 1,          // a lab is unsolved or a test fails
  kUsage = 2,           // the command line makes no sense
  kInfrastructure = 3,  // this machine lacks something; says nothing about the student's work
  kInterrupted = 130,
};

// The command line, or a file named on it, is wrong: exit code 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace gemmlab

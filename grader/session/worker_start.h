#pragma once

#include <sys/types.h>

#include <filesystem>

#include "grader/sandbox/sandbox.h"

namespace gemmlab {

// From the judge to a worker that runs: its command line, environment, descriptors and limits.
struct WorkerStart {
  std::filesystem::path worker;
  std::filesystem::path module;      // its one argument
  const Sandbox* sandbox = nullptr;  // holds it, if there is one
  SandboxLimits limits;              // that hold in a sandbox
  bool gpu = false;                  // whether it needs one there

  // Ours, which the worker gets as its own.
  int output = -1;    // standard output and error
  int socket = -1;    // kWorkerSocket
  int matrices = -1;  // kWorkerMatrices
};

// The process leads a group of its own, has no environment of ours, and dies with us. We inherit
// what it leaves behind. Throws std::system_error, InfrastructureError.
pid_t start_worker(const WorkerStart& start);

}  // namespace gemmlab

// Launches: CUDA's limits, and the OS threads that blocks are spread over.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/simt/engine/multiprocessor.h"
#include "common/simt/shim/cuda_types.h"

namespace simt {

// What CUDA says to a launch configuration: cudaSuccess, or its error and what caused it.
struct ConfigVerdict {
  cudaError_t error = cudaSuccess;
  std::string cause;
};
ConfigVerdict check_config(const LaunchConfig& config, std::size_t allowed_dynamic_bytes);

// The multiprocessors that have been used so far, for the report.
std::vector<Multiprocessor*> multiprocessors();

// Sends `signal` to the OS threads that help the caller run blocks. Async-signal-safe.
void signal_helpers(int signal);

}  // namespace simt

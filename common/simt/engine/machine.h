// The one simulated computer of the process: device memory, the module, and the run in progress.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "common/facts/run_report.h"
#include "common/simt/analysis/findings.h"
#include "common/simt/api/cuda_errors.h"
#include "common/simt/memory/arena.h"
#include "common/simt/memory/variable_shadow.h"
#include "common/simt/simulator.h"
#include "common/simt/source/module.h"
#include "common/simt/source/source_order.h"

namespace simt {

// One call of run().
struct Run {
  Options options;
  RunReport report;
  FindingLog host_findings;
  int allocations_before = 0;  // cudaMalloc's before this run
  std::atomic<u64> accesses{0};
  std::atomic<bool> stop{false};   // someone says so
  std::atomic<bool> loops{false};  // and it was the loop watch

  std::mutex mutex;  // for the report, and for what follows
  AccessCode stopped_at = 0;

  bool over_budget() const {
    return options.access_budget != 0 &&
           accesses.load(std::memory_order_relaxed) > options.access_budget;
  }
};

struct HostMatrix {
  std::string name;
  int rows = 0, cols = 0;
  u64 bytes() const { return u64(rows) * u64(cols) * 4; }
};

struct Machine {
  Arena arena;
  std::unique_ptr<Module> module;
  VariableShadow variables;
  SourceMap sources;
  CudaErrors errors;
  std::vector<HostMatrix> host_matrices;
  int student_allocations = 0;
  u64 next_serial = 1;
  std::unique_ptr<Run> run;  // null between runs

  // Remembers `error` for cudaGetLastError, and puts it into the run's report: `failed` tells of
  // the call, its cause and its place. Returns it.
  cudaError_t fail(cudaError_t error, ApiError failed);

  // An access of host code: reports it if it is to device memory.
  void check_host_access(u64 address, AccessCode code);

  // Frees all device memory and clears errors and __device__ state.
  void reset();
};

}  // namespace simt

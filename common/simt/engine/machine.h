// The process's one simulated computer: device memory, the module, and the current run.
#pragma once

#include <atomic>
#include <boost/core/noncopyable.hpp>
#include <memory>
#include <mutex>
#include <vector>

#include "common/facts/place.h"
#include "common/facts/run_report.h"
#include "common/simt/analysis/findings.h"
#include "common/simt/engine/cuda_errors.h"
#include "common/simt/engine/ordered_memory.h"
#include "common/simt/engine/run_options.h"
#include "common/simt/engine/shared_memory_limits.h"
#include "common/simt/engine/streams.h"
#include "common/simt/memory/arena.h"
#include "common/simt/memory/hidden_stores.h"
#include "common/simt/memory/variable_shadow.h"
#include "common/simt/shim/cuda_types.h"
#include "common/simt/source/module.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"

namespace simt {

// One call of run().
struct Run {
  Options options;
  RunReport report;
  FindingLog host_findings;
  int allocations_before = 0;  // live cudaMalloc allocations before this run
  u64 accesses = 0;
  std::optional<BlockOrder> last_launch;
  std::atomic<bool> stop{false};   // stop requested
  std::atomic<bool> loops{false};  // by the loop watch
  AccessCode stopped_at = 0;

  bool sees_all_blocks() const { return gemmlab::sees_all_blocks(options.look); }
  bool over_budget() const {
    return options.access_budget != 0 && accesses > options.access_budget;
  }
};

struct Machine {
  std::recursive_mutex in_use;  // by a thread of the host: others wait
  Arena arena;
  std::unique_ptr<Module> module;
  VariableShadow variables;
  CudaErrors errors;
  Streams streams;
  OrderedMemory ordered_memory;
  SharedMemoryLimits shared_limits;
  std::vector<DeviceBuffer> host_matrices;  // as what their copies on the device are called
  HiddenStores hidden_stores;
  int device_accesses = 0;  // DeviceAccess that exist
  int student_allocations = 0;
  u64 next_serial = 1;
  std::unique_ptr<Run> run;  // null between runs, and while constructors of the module run

  // Of the run; between runs nobody reads it.
  RunReport& report();

  // Stores `error` for cudaGetLastError and adds it to the run's report: `failed` has the call, its
  // cause and its place. Returns the error.
  cudaError_t fail(cudaError_t error, ApiError failed);

  // Whether the running work of a stream, a copy or a fill that the host has asked for at `code`,
  // may access the memory there: reports it if not.
  bool may_access(const void* p, AccessCode code);

  // An access by host code: reports it if it targets device memory.
  void check_host_access(u64 address, AccessCode code);

  // Opens device memory, and closes it to host code: for DeviceAccess.
  void let_in();
  void keep_out();

  // Host code uses a device variable by its name: on a GPU it gets another variable.
  void note_shadow_variable(const Variable& variable, Flaw flaw, u64 address, AccessCode code);

  // Frees all device memory, forgets what streams have to do, and clears errors and __device__
  // state.
  void reset();
};

// While one exists, the calling thread, which has locked the machine, may touch device memory: in
// calls of CUDA's API, launches, and what the judge's side does between runs.
class DeviceAccess : boost::noncopyable {
 public:
  explicit DeviceAccess(Machine& machine) : machine_(machine) {
    if (machine_.device_accesses++ == 0) {
      machine_.let_in();
    }
  }
  ~DeviceAccess() {
    if (--machine_.device_accesses == 0) {
      machine_.keep_out();
    }
  }

 private:
  Machine& machine_;
};

// The process's machine, for calls from student modules and for signal handlers, which have no
// parameter for it. Never destroyed, because student code may call exit() anywhere.
Machine& current_machine();

}  // namespace simt

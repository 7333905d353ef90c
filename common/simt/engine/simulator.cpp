#include "common/simt/engine/simulator.h"

#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>

#include "common/facts/place.h"
#include "common/simt/analysis/site_table.h"
#include "common/simt/engine/cuda_errors.h"
#include "common/simt/engine/machine.h"
#include "common/simt/engine/multiprocessor.h"
#include "common/simt/engine/report.h"
#include "common/simt/engine/signals.h"
#include "common/simt/memory/arena.h"
#include "common/simt/shim/cuda_types.h"
#include "common/simt/source/module.h"
#include "common/simt/state/integers.h"

namespace simt {
namespace {

// Returns an address in the arena. Throws unless all bytes are in one allocation.
u64 device_address(const void* device, std::size_t bytes) {
  const u64 address = reinterpret_cast<u64>(device);
  if (!current_machine().arena.holds(address, bytes)) {
    throw std::out_of_range("simt: a copy outside device memory");
  }
  return address;
}

DeviceBuffer buffer_of(std::string name, int rows, int cols) {
  return {std::move(name), rows, cols, 0, u64(rows) * u64(cols) * 4};
}

void copy_to_device(void* device, const void* host, std::size_t bytes, Writer writer) {
  const DeviceAccess access(current_machine());
  const u64 address = device_address(device, bytes);
  std::memcpy(device, host, bytes);
  current_machine().arena.mark(address, bytes, writer);
}

// What a copy of the results waits for. It leaves what the host code had on its stack: a kernel
// that got its address reads the same there as during the call, so that this is what is found, and
// not what follows from other values.
__attribute__((noinline)) void finish_below_the_hosts_stack(Machine* machine) {
  char left[64 << 10];
  asm volatile("" : : "r"(left) : "memory");
  const DeviceAccess access(*machine);
  machine->streams.finish(nullptr);
}

}  // namespace

void attach(void* module) {
  Machine& machine = current_machine();
  auto next = std::make_unique<Module>(module);
  machine.variables.cover(next->variables());
  machine.module = std::move(next);
  multiprocessor().analysis().use_module(machine.module.get());
}

void detach() {
  Machine& machine = current_machine();
  machine.module = nullptr;
  machine.reset();
  machine.streams = {};
  machine.shared_limits.reset();
  forget_site_numbers();
}

void* allocate(std::string name, int rows, int cols) {
  DeviceBuffer matrix = buffer_of(std::move(name), rows, cols);
  const DeviceAccess access(current_machine());
  void* p = current_machine().arena.allocate(matrix.bytes, {std::move(matrix)});
  if (p == nullptr) {
    throw std::bad_alloc();
  }
  return p;
}

void fill_unwritten(void* device, const void* host, std::size_t bytes) {
  copy_to_device(device, host, bytes, Writer::nobody);
}

void upload(void* device, const void* host, std::size_t bytes) {
  copy_to_device(device, host, bytes, Writer::device);  // the program has not seen it
}

void download(void* host, const void* device, std::size_t bytes) {
  device_address(device, bytes);
  const DeviceAccess access(current_machine());
  std::memcpy(host, device, bytes);
}

bool was_stored_to(const void* device) {
  const Machine& machine = current_machine();
  const Allocation* const allocation = machine.arena.near(device_address(device, 1));
  return machine.arena.was_stored_to(*allocation);
}

void release(void* device) {
  current_machine().arena.free(device);
}

void forget_errors() {
  current_machine().errors = CudaErrors();
  current_machine().host_matrices.clear();
}

void reset() {
  current_machine().reset();
}

void name_host_matrix(std::string name, int rows, int cols) {
  current_machine().host_matrices.push_back(buffer_of(std::move(name), rows, cols));
}

RunReport run(const Options& options, const std::function<void()>& host_code) {
  Machine& machine = current_machine();
  if (machine.module == nullptr) {
    throw std::logic_error("simt: run() before attach()");
  }
  multiprocessor().clear();
  struct EndOfRun {
    Machine& machine;
    ~EndOfRun() {
      if (machine.errors.sticky() != cudaSuccess) {
        machine.streams.forget_work();  // a broken device does nothing more
      }
      machine.run.reset();
    }
  } end_of_run{machine};
  machine.run = std::make_unique<Run>();
  machine.run->options = options;
  machine.streams.oldest_first = options.seed % 2 == 1;
  machine.streams.had_choice = false;
  machine.run->allocations_before = machine.student_allocations;
  const FaultHandler faults;
  const LoopWatch watch;
  host_code();
  finish_below_the_hosts_stack(&machine);
  return report_of(machine);
}

}  // namespace simt

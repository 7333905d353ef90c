#include "common/simt/simulator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>
#include <utility>

#include "common/simt/analysis/report.h"
#include "common/simt/engine/launch.h"
#include "common/simt/engine/machine.h"
#include "common/simt/engine/signals.h"
#include "common/simt/source/names.h"

namespace simt {

// Never destroyed: student code may call exit() anywhere.
Machine& machine() {
  static Machine& machine = *new Machine;
  return machine;
}

void attach(void* module) {
  Machine& m = machine();
  m.module = nullptr;
  reset();
  SiteNumbers::clear();
  auto next = std::make_unique<Module>(module);
  m.sources.use_module(next.get());
  m.variables.cover(next->variables());
  m.module = std::move(next);
}

void* allocate(std::string name, int rows, int cols) {
  Allocation description;
  description.name = std::move(name);
  description.rows = rows;
  description.cols = cols;
  void* p = machine().arena.allocate(u64(rows) * u64(cols) * 4, std::move(description));
  if (p == nullptr) {
    throw std::bad_alloc();
  }
  return p;
}

void fill_unwritten(void* device, const void* host, std::size_t bytes) {
  if (!machine().arena.holds(reinterpret_cast<u64>(device), bytes)) {
    throw std::out_of_range("simt: a copy outside device memory");
  }
  std::memcpy(device, host, bytes);
  machine().arena.mark_unwritten(reinterpret_cast<u64>(device), bytes);
}

void upload(void* device, const void* host, std::size_t bytes) {
  fill_unwritten(device, host, bytes);
  machine().arena.mark_written(reinterpret_cast<u64>(device), bytes);
}

void download(void* host, const void* device, std::size_t bytes) {
  if (!machine().arena.holds(reinterpret_cast<u64>(device), bytes)) {
    throw std::out_of_range("simt: a copy outside device memory");
  }
  std::memcpy(host, device, bytes);
}

void release(void* device) {
  machine().arena.free(device);
}

void forget_errors() {
  machine().errors = CudaErrors();
  machine().host_matrices.clear();
}

void reset() {
  Machine& m = machine();
  // What a static variable of the student's still points to is no leak, and used again.
  m.arena.free_all([&](const Allocation& allocation) {
    return m.module != nullptr && allocation.ordinal != 0 &&
           m.module->points_into({allocation.begin, allocation.end()});
  });
  forget_errors();
  m.student_allocations = 0;
  if (m.module != nullptr) {
    m.module->restore_device_variables();
    m.variables.cover(m.module->variables());
  }
}

void name_host_matrix(std::string name, const void* host, int rows, int cols) {
  machine().host_matrices.push_back({std::move(name), reinterpret_cast<u64>(host), rows, cols});
}

void check_host_access(u64 address, AccessCode code) {
  Machine& m = machine();
  const Allocation* allocation = m.arena.near(address);
  if (m.run == nullptr || allocation == nullptr || allocation->managed) {
    return;
  }
  if (RawFinding* first = m.run->host_findings.note(FindingKind::wrong_address_space, code)) {
    first->message = fmt::format(
        "Host code {} {}, which is device memory: on a GPU this crashes. Copy with cudaMemcpy, and "
        "use the copy.",
        is_write(code) ? "writes" : "reads", name_of_element(*allocation, address));
  }
}

Report run(const Options& options, const std::function<void()>& host_code) {
  Machine& m = machine();
  if (m.module == nullptr) {
    throw std::logic_error("simt: run() before attach()");
  }
  for (Multiprocessor* processor : multiprocessors()) {
    processor->clear();
  }
  struct EndOfRun {
    ~EndOfRun() { machine().run.reset(); }
  } end_of_run;
  m.run = std::make_unique<Run>();
  m.run->options = options;
  m.run->allocations_before = m.student_allocations;
  const FaultHandler faults;
  host_code();
  return make_report();
}

}  // namespace simt

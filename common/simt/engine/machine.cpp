#include "common/simt/engine/machine.h"

#include <pthread.h>
#include <signal.h>

#include "common/simt/shim/cuda_api.h"

namespace simt {

cudaError_t Machine::fail(cudaError_t error, ApiError failed) {
  if (error != cudaSuccess && run != nullptr && !run->report.errors.is_full()) {
    failed.code = error;
    failed.error = cudaGetErrorName(error);
    failed.text = cudaGetErrorString(error);
    run->report.errors.push_back(std::move(failed));
  }
  return errors.set(error);
}

void Machine::check_host_access(u64 address, AccessCode code) {
  const Allocation* allocation = arena.near(address);
  if (run == nullptr || module == nullptr) {
    return;
  }
  if (allocation != nullptr && !allocation->managed) {
    run->host_findings.note(FindingKind::wrong_address_space, code, [&] {
      return bad_access(Flaw::device_memory_in_host_code, {}, code, place_in(*allocation, address));
    });
  } else if (const Variable* variable = module->shadow_variable_at(address)) {
    note_shadow_variable(*variable, Flaw::device_variable_in_host_code, address, code);
  }
}

void Machine::note_shadow_variable(const Variable& variable, Flaw flaw, u64 address,
                                   AccessCode code) {
  run->host_findings.note(FindingKind::wrong_address_space, code,
                          [&] { return bad_access(flaw, {}, code, place_in(variable, address)); });
}

void Machine::reset() {
  // An allocation that a static variable of the student still points to is not a leak, and will be
  // used again.
  arena.free_all([&](const Allocation& allocation) {
    return module != nullptr && allocation.ordinal != 0 &&
           module->points_into({allocation.begin, allocation.end()});
  });
  errors = CudaErrors();
  host_matrices.clear();
  student_allocations = 0;
  if (module != nullptr) {
    module->restore_device_variables();
    variables.cover(module->variables());
  }
}

Machine& current_machine() {
  static Machine& machine = *new Machine;
  return machine;
}

// Never destroyed: a kernel may call exit() on any of these threads.
ThreadPool& thread_pool() {
  static ThreadPool& pool = *new ThreadPool;
  return pool;
}

void ThreadPool::run(int count, const std::function<void(int)>& work) {
  while (static_cast<int>(threads_.size()) < count - 1) {
    const int i = static_cast<int>(threads_.size()) + 1;
    threads_.emplace_back([this, i] { serve(i); });
  }
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    count_ = count;
    left_ = count - 1;
    ++round_;
  }
  wake_.notify_all();
  work(0);
  std::unique_lock lock(mutex_);
  finished_.wait(lock, [&] { return left_ == 0; });
}

void ThreadPool::signal_helpers(int signal) {
  for (std::thread& thread : threads_) {
    pthread_kill(thread.native_handle(), signal);
  }
}

void ThreadPool::serve(int i) {
  std::unique_lock lock(mutex_);
  // A thread is created just before its first round begins.
  for (unsigned seen = 0;;) {
    wake_.wait(lock, [&] { return round_ != seen && i < count_ && left_ > 0; });
    seen = round_;
    const auto& work = *work_;
    lock.unlock();
    work(i);
    lock.lock();
    if (--left_ == 0) {
      finished_.notify_one();
    }
  }
}

}  // namespace simt

#include "common/simt/engine/machine.h"

#include <utility>

#include "common/facts/run_report.h"
#include "common/simt/engine/other_threads.h"
#include "common/simt/memory/arena.h"
#include "common/simt/memory/unwritten.h"
#include "common/simt/shim/api/cuda_device.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"

namespace simt {

RunReport& Machine::report() {
  static RunReport unread;
  return run != nullptr ? run->report : unread;
}

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
    arena.open();  // so that the program goes on, and the run's other findings show
  } else if (const Variable* variable = module->shadow_variable_at(address)) {
    note_shadow_variable(*variable, Flaw::device_variable_in_host_code, address, code);
  }
}

void Machine::let_in() {
  hold_others();
  arena.open();
  hidden_stores.restore();
}

void Machine::keep_out() {
  const ReadBack seen = run != nullptr ? run->options.read_back : ReadBack::as_it_is;
  if (seen != ReadBack::as_it_is) {
    const u32 shown = seen == ReadBack::zeros ? 0 : kUnwrittenBits;
    for (const Allocation& allocation : arena.allocations()) {
      if (allocation.live && allocation.managed) {
        hidden_stores.hide(allocation.begin, allocation.bytes, arena.shadow(),
                           (allocation.begin - arena.begin()) / 4, shown);
      }
    }
    if (const AddressRange all = module->variables(); all.end > all.begin) {
      const u64 begin = variables.begin();
      hidden_stores.hide(begin, all.end - begin, variables.cells(), 0, shown);
    }
    run->report.hid_from_host |= !hidden_stores.empty();
  }
  arena.close();
  let_others_go();
}

bool Machine::may_access(const void* p, AccessCode code) {
  const Allocation* allocation = arena.near(reinterpret_cast<u64>(p));
  if (allocation == nullptr) {
    return true;
  }
  const auto use = ordered_memory.use_in(allocation->begin, streams.current());
  if (allocation->live && use == Allocation::Use::allowed) {
    return true;
  }
  if (run != nullptr) {
    run->host_findings.note(bounds_kind(code), code, [&] {
      return bad_access(flaw_of(*allocation, use), {}, code,
                        place_in(*allocation, reinterpret_cast<u64>(p)));
    });
  }
  return false;
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
  streams.forget_work();
  ordered_memory = {};
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

}  // namespace simt

// Labs 02 and later, on a GPU: matrices in a keeper's memory, the module's own launches, the
// driver's report of how the kernels ended, and events around timed calls.
#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <utility>

#include "common/facts/counts.h"
#include "common/facts/finding.h"
#include "common/facts/run_report.h"
#include "grader/core/spec.h"
#include "grader/process/descriptor.h"
#include "grader/protocol/host_matrices.h"
#include "grader/protocol/messages.h"
#include "grader/protocol/requests.h"
#include "grader/worker/backend.h"
#include "grader/worker/cuda_context.h"
#include "grader/worker/cuda_driver.h"
#include "grader/worker/fault.h"
#include "grader/worker/kept_matrices.h"
#include "grader/worker/runtime_log.h"

namespace gemmlab {
namespace {

LaunchShape shape_of(const LaunchRecord& launch) {
  return {std::to_array(launch.grid), std::to_array(launch.block), launch.shared_bytes};
}

void tell_log(const RuntimeLog& log, RunReply& reply) {
  std::for_each_n(log.first, std::min<unsigned long long>(log.launches, RuntimeLog::kKept),
                  [&](const LaunchRecord& each) { add(reply.counts.launches, shape_of(each)); });
  if (log.error != 0) {
    reply.errors.push_back({log.error, "", "", "", shape_of(log.refused), Unexplained{},
                            student_position(log.callers, log.depth)});
  }
  for (const RuntimeLog::Allocation& allocation : log.live) {
    reply.live_allocations += allocation.memory != nullptr;
    reply.live_bytes += allocation.bytes;
  }
}

// If our own call fails after the program has run, the program broke something.
template <typename Action>
auto or_give_up(Action action) {
  try {
    return action();
  } catch (const CudaError& error) {
    give_up(error);
  }
}

class CudaBackend : public Backend {
 public:
  void open(bool is_keeper) override {
    open_context();
    is_keeper_ = is_keeper;
    CuDevice device = 0;
    int shares = 0;
    if (is_keeper &&
        (driver().device(&device, 0) != 0 ||
         driver().device_attribute(&shares, kSharesByDescriptor, device) != 0 || shares == 0)) {
      refuse({DeviceTrouble::not_shared, 0, 0, ""});
    }
  }
  void try_out(const Descriptor& block, std::uint64_t bytes) override {
    try {
      DeviceBlock(block, bytes);
    } catch (const CudaError& error) {
      refuse({DeviceTrouble::not_shared, 0, 0, error.what()});
    }
  }
  void prepare(void* module) override {
    log_ = static_cast<RuntimeLog*>(dlsym(module, kRuntimeLogSymbol));
  }
  std::uint64_t free_memory() override { return free_bytes(); }
  bool is_kernel_running() override { return is_waiting(); }

  RunReply run(const RunRequest& request, const Entries& entries,
               const MappedMatrices& host) override {
    return request.entry == Entry::matmul ? run_on_device(request, entries)
                                          : run_on_host(request, entries, host);
  }

  void run_once(const Entries& entries, int m, int n, int k) override {
    constexpr unsigned kHalf = 0x3f000000;  // 0.5f
    const RunRequest request{.m = m, .n = n, .k = k};
    const std::size_t bytes = MatrixLayout(elements_of(request), guard_of(n)).total;
    block_ = DeviceBlock(bytes, false);
    must(driver().fill_words(block_.begin(), kHalf, bytes / sizeof(float)), "cuMemsetD32");
    const auto [a, b, c] = matrices(elements_of(request), guard_of(n));
    entries.matmul(a, b, c, m, n, k);
    wait_for_device();
    block_ = DeviceBlock();  // while the driver is there
  }

  Matrices stage(const StageRequest& request) override {
    return matrices(elements_of(request), guard_of(request.n));
  }
  void take_over(const Descriptor& block, std::uint64_t bytes) override {
    or_give_up([&] {
      block_ = DeviceBlock();
      block_ = DeviceBlock(block, bytes);
    });
  }
  RunReply place(const PlaceRequest& request, Descriptor& new_block) override {
    return or_give_up([&] {
      KeptMatrices& kept = kept_.try_emplace(request.block, is_keeper_).first->second;
      RunReply reply = kept.place(request);
      if (is_keeper_ && reply.block_bytes != 0) {
        new_block = kept.block().hand_over();
      }
      return reply;
    });
  }
  RunReply fetch(const FetchRequest& request) override {
    return or_give_up([&] { return kept_.at(request.block).fetch(request); });
  }

  void start_clock() override {
    for (CuEvent* event : {&start_, &end_}) {
      if (*event == nullptr) {
        must(driver().create_event(event, 0), "cuEventCreate");
      }
    }
    must(driver().record_event(start_, nullptr), "cuEventRecord");
  }
  double stop_clock() override {
    must(driver().record_event(end_, nullptr), "cuEventRecord");
    wait_for_device();
    float milliseconds = 0;
    must(driver().elapsed(&milliseconds, start_, end_), "cuEventElapsedTime");
    return milliseconds * 1e-3;
  }

 private:
  // Calls an entry and waits for its kernels, while launches are logged, and refused if requested;
  // a failure's reply includes the launches too.
  template <typename Call>
  RunReply observed(bool refuse_launches, Call call) {
    if (log_ == nullptr) {
      return call();
    }
    *log_ = RuntimeLog{};
    log_->refuse_launches = refuse_launches;
    const auto end = [this](RunReply& reply) {
      tell_log(*log_, reply);
      log_->refuse_launches = false;  // timed calls are not observed
    };
    try {
      RunReply reply = call();
      end(reply);
      return reply;
    } catch (RequestFailed& failed) {
      end(failed.reply);
      throw;
    }
  }

  Matrices matrices(const std::array<std::size_t, 3>& elements, std::size_t guard) const {
    const CuPointer begin = (block_.bytes() != 0 ? block_ : kept_.at(0).block()).begin();
    const auto [a, b, c] = MatrixLayout(elements, guard).regions;
    const auto at = [&](const auto& region) { return reinterpret_cast<float*>(begin + region.at); };
    return {at(a), at(b), at(c)};
  }

  RunReply run_on_device(const RunRequest& request, const Entries& entries) {
    const auto [a, b, c] = matrices(elements_of(request), guard_of(request.n));
    return observed(request.fail_launches, [&, a = a, b = b, c = c] {
      entries.matmul(a, b, c, request.m, request.n, request.k);
      wait_for_device();
      return RunReply{};
    });
  }

  RunReply run_on_host(const RunRequest& request, const Entries& entries,
                       const MappedMatrices& host) {
    return observed(request.fail_launches, [&] {
      RunReply reply;
      reply.returned =
          entries.matmul_host(host.a(), host.b(), host.c(), request.m, request.n, request.k);
      // It may end with cudaDeviceReset(), like an ordinary program.
      reply.spent = !wait_unless_reset();
      return reply;
    });
  }

  RuntimeLog* log_ = nullptr;  // the module's
  DeviceBlock block_;          // of the keeper
  bool is_keeper_ = false;
  std::map<unsigned, KeptMatrices> kept_;  // of a keeper, or for want of one
  CuEvent start_ = nullptr, end_ = nullptr;
};

}  // namespace

Backend& backend() {
  static CudaBackend cuda;
  return cuda;
}

}  // namespace gemmlab

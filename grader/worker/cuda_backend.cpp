// Labs 02 on, on a GPU: device memory between guard bands, the module's own launches, and the
// driver's word on how the kernels ended.
#include <dlfcn.h>

#include <algorithm>
#include <array>

#include "grader/core/inputs.h"
#include "grader/worker/backend.h"
#include "grader/worker/cuda_context.h"
#include "grader/worker/fault.h"
#include "grader/worker/guarded_matrix.h"
#include "grader/worker/runtime_log.h"

namespace gemmlab {
namespace {

RuntimeLog* runtime_log = nullptr;  // the module's

struct DeviceMatrices {
  GuardedMatrix a{'a'}, b{'b'}, c{'c'};
};

LaunchShape shape_of(const LaunchRecord& launch) {
  return {std::to_array(launch.grid), std::to_array(launch.block), launch.shared_bytes};
}

ApiError refused_launch(const RuntimeLog& log) {
  return {log.error,
          log.error_name,
          log.error_text,
          "",
          shape_of(log.refused),
          Unexplained{},
          student_position(log.callers, log.depth)};
}

void tell_log(RunReply& reply) {
  if (runtime_log == nullptr) {
    return;
  }
  const RuntimeLog& log = *runtime_log;
  for (unsigned long long i = 0; i < std::min<unsigned long long>(log.launches, RuntimeLog::kKept);
       ++i) {
    reply.counts.launches.push_back(shape_of(log.first[i]));
  }
  if (log.error != 0) {
    reply.errors.push_back(refused_launch(log));
  }
  for (const RuntimeLog::Allocation& allocation : log.live) {
    reply.live_allocations += allocation.memory != nullptr;
    reply.live_bytes += allocation.bytes;
  }
}

// While it lives, launches are logged, and refused if that is asked for.
class Watch {
 public:
  explicit Watch(bool refuse_launches) {
    if (runtime_log != nullptr) {
      *runtime_log = RuntimeLog{};
      runtime_log->refuse_launches = refuse_launches;
    }
  }
  ~Watch() {
    if (runtime_log != nullptr) {
      runtime_log->refuse_launches = false;  // timed calls come without a watch
    }
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
};

// Has an entry called and its kernels waited for; a failure's reply tells of the launches too.
template <typename Call>
RunReply observed(bool refuse_launches, Call call) {
  const Watch watch(refuse_launches);
  try {
    RunReply reply = call();
    tell_log(reply);
    return reply;
  } catch (RequestFailed& failed) {
    tell_log(failed.reply);
    throw;
  }
}

RunReply run_on_device(const RunRequest& request,
                       const Entries& entries,
                       const MappedMatrices& host) {
  static DeviceMatrices device;
  const auto& [a, b, c] = device;
  const int m = request.m, n = request.n, k = request.k;
  device.a.fit(m, k);
  device.b.fit(k, n);
  device.c.fit(m, n);
  device.a.fill(host.a());
  device.b.fill(host.b());
  device.c.fill(host.c());
  wait_for_device();  // a program's own stream would not wait for these copies
  RunReply reply = observed(request.fail_launches, [&] {
    entries.matmul(a.data(), b.data(), c.data(), m, n, k);
    wait_for_device();
    return RunReply{};
  });
  c.read(host.c());
  for (const GuardedMatrix* matrix : {&c, &a, &b}) {
    if (auto finding = matrix->strays()) {
      reply.findings.push_back(std::move(*finding));
    }
  }
  reply.input_modified = a.differs_from(host.a()) ? "a" : b.differs_from(host.b()) ? "b" : "";
  return reply;
}

RunReply run_on_host(const RunRequest& request,
                     const Entries& entries,
                     const MappedMatrices& host) {
  return observed(request.fail_launches, [&] {
    RunReply reply;
    reply.returned =
        entries.matmul_host(host.a(), host.b(), host.c(), request.m, request.n, request.k);
    // It may end with cudaDeviceReset(), as programs of its own do.
    reply.spent = !wait_unless_reset();
    return reply;
  });
}

}  // namespace

void open_backend() {
  open_context();
}

void prepare_backend(void* module) {
  runtime_log = static_cast<RuntimeLog*>(dlsym(module, kRuntimeLogSymbol));
}

RunReply run_backend(const RunRequest& request,
                     const Entries& entries,
                     const MappedMatrices& host) {
  return request.entry == Entry::matmul ? run_on_device(request, entries, host)
                                        : run_on_host(request, entries, host);
}

bool stop_backend(void*) {
  return false;
}

}  // namespace gemmlab

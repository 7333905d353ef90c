// Labs 02 and later, without a GPU: the simulator provides device memory, launches and findings.
#include <array>
#include <cstring>
#include <tuple>
#include <vector>

#include "common/facts/run_report.h"
#include "common/simt/engine/run_options.h"
#include "common/simt/engine/signals.h"
#include "common/simt/engine/simulator.h"
#include "common/simt/memory/unwritten.h"
#include "grader/core/inputs.h"
#include "grader/core/spec.h"
#include "grader/protocol/host_matrices.h"
#include "grader/protocol/messages.h"
#include "grader/protocol/requests.h"
#include "grader/worker/backend.h"
#include "grader/worker/fault.h"

namespace gemmlab {
namespace {

static_assert(simt::kUnwrittenBits == kPoisonBits, "memory nobody wrote looks the same everywhere");

simt::Options options_of(const RunRequest& request) {
  return {.seed = request.schedule_seed,
          .access_budget = request.access_budget,
          .fail_launches = request.fail_launches,
          .skip_launches = request.skip_launches,
          .look = request.look,
          .change = request.change,
          .read_back = request.read_back,
          .on_endless_host = end_as_late};
}

std::array<std::size_t, 3> bytes_of(const RunRequest& request) {
  const auto [a, b, c] = elements_of(request);
  return {sizeof(float) * a, sizeof(float) * b, sizeof(float) * c};
}

std::array<const char*, 2> names_in(const RunRequest& request) {
  return request.of_arrays ? std::array{"in", "out"} : std::array{"b", "c"};
}

bool differs(const float* host, const float* device, std::size_t size) {
  std::vector<float> now(size / sizeof(float));
  simt::download(now.data(), device, size);
  return std::memcmp(host, now.data(), size) != 0;
}

class SimBackend : public Backend {
 public:
  void prepare(void* module) override { simt::attach(module); }
  RunReply run(const RunRequest& request, const Entries& entries,
               const MappedMatrices& host) override {
    simt::forget_errors();
    return request.entry == Entry::matmul ? run_on_device(request, entries, host)
                                          : run_on_host(request, entries, host);
  }
  bool stop(void* ucontext) override { return simt::stop_from_signal(ucontext); }

 private:
  // The matrices on the device. Calls of one shape get the same addresses with other contents, to
  // detect a program that keeps results for later calls.
  void fit(const RunRequest& request) {
    const auto& [m, n, k] = std::tie(request.m, request.n, request.k);
    const std::array shape{m, n, k};
    if (shape == shape_) {
      return;
    }
    shape_ = shape;
    for (float* each : {a_, b_, c_}) {
      if (each != nullptr) {
        simt::release(each);
      }
    }
    const auto [of_b, of_c] = names_in(request);
    a_ = static_cast<float*>(simt::allocate("a", m, request.words * k));
    b_ = static_cast<float*>(simt::allocate(of_b, k, request.words * n));
    c_ = static_cast<float*>(simt::allocate(of_c, m, request.words * n));
  }

  // Calls matmul on the simulator's device memory, filled from the host matrices and copied back.
  RunReply run_on_device(const RunRequest& request, const Entries& entries,
                         const MappedMatrices& host) {
    fit(request);
    const auto [of_a, of_b, of_c] = bytes_of(request);
    simt::upload(a_, host.a(), of_a);
    simt::upload(b_, host.b(), of_b);
    simt::fill_unwritten(c_, host.c(), of_c);
    RunReply reply;
    static_cast<RunReport&>(reply) = simt::run(
        options_of(request), [&] { entries.matmul(a_, b_, c_, request.m, request.n, request.k); });
    simt::download(host.c(), c_, of_c);
    // Also if what a kernel stored there is what was there, in the end.
    const auto is_modified = [](const float* before, const float* matrix, std::size_t bytes) {
      return simt::was_stored_to(matrix) || differs(before, matrix, bytes);
    };
    reply.input_modified = is_modified(host.a(), a_, of_a)   ? "a"
                           : is_modified(host.b(), b_, of_b) ? names_in(request)[0]
                                                             : "";
    return reply;
  }

  RunReply run_on_host(const RunRequest& request, const Entries& entries,
                       const MappedMatrices& host) {
    const int m = request.m, n = request.n, k = request.k;
    const auto [of_b, of_c] = names_in(request);
    simt::name_host_matrix("a", m, k);
    simt::name_host_matrix(of_b, k, n);
    simt::name_host_matrix(of_c, m, n);
    RunReply reply;
    static_cast<RunReport&>(reply) = simt::run(options_of(request), [&] {
      reply.returned = entries.matmul_host(host.a(), host.b(), host.c(), m, n, k);
    });
    return reply;
  }

  std::array<int, 3> shape_{};
  float *a_ = nullptr, *b_ = nullptr, *c_ = nullptr;
};

}  // namespace

Backend& backend() {
  static SimBackend sim;
  return sim;
}

}  // namespace gemmlab

// Labs 02 and later, on a GPU: device memory between guard bands, the module's own launches, the
// driver's report of how the kernels ended, and events around timed calls.
#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grader/core/inputs.h"
#include "grader/worker/backend.h"
#include "grader/worker/cuda_context.h"
#include "grader/worker/fault.h"
#include "grader/worker/runtime_log.h"

namespace gemmlab {
namespace {

LaunchShape shape_of(const LaunchRecord& launch) {
  return {std::to_array(launch.grid), std::to_array(launch.block), launch.shared_bytes};
}

void tell_log(const RuntimeLog& log, RunReply& reply) {
  for (unsigned long long i = 0; i < std::min<unsigned long long>(log.launches, RuntimeLog::kKept);
       ++i) {
    reply.counts.launches.push_back(shape_of(log.first[i]));
  }
  if (log.error != 0) {
    reply.errors.push_back({log.error, log.error_name, log.error_text, "", shape_of(log.refused),
                            Unexplained{}, student_position(log.callers, log.depth)});
  }
  for (const RuntimeLog::Allocation& allocation : log.live) {
    reply.live_allocations += allocation.memory != nullptr;
    reply.live_bytes += allocation.bytes;
  }
}

// A matrix in the GPU's memory between two guard bands: they show stores outside, and reads there
// give NaN. All functions throw RequestFailed.
class GuardedMatrix {
 public:
  explicit GuardedMatrix(char name) : name_(name) {}

  // Allocates space for [rows, cols] floats; the old content is lost.
  void fit(int rows, int cols) {
    if (rows == rows_ && cols == cols_ && memory_ != 0) {
      return;
    }
    if (memory_ != 0) {
      release_bytes(std::exchange(memory_, 0));
    }
    rows_ = rows;
    cols_ = cols;
    // A tile of 32 rows that begins on the last one stays within the band; a multiple of 256 bytes,
    // so that matrices have cudaMalloc's alignment.
    constexpr std::size_t kUnit = 64, kLeast = 16384;
    guard_ = ((kLeast + 32 * std::size_t(cols)) + kUnit - 1) / kUnit * kUnit;
    memory_ = allocate_bytes((elements() + 2 * guard_) * sizeof(float));
  }

  // Copies the elements, and restores the guards.
  void fill(const float* from_host) {
    must(driver().fill_words(memory_, kPoisonBits, elements() + 2 * guard_), "cuMemsetD32");
    must(driver().copy_to_device(begin(), from_host, elements() * sizeof(float)), "cuMemcpyHtoD");
  }

  void read(float* to_host) const {
    must(driver().copy_to_host(to_host, begin(), elements() * sizeof(float)), "cuMemcpyDtoH");
  }

  bool differs_from(const float* host) const {
    std::vector<float> now(elements());
    read(now.data());
    return std::memcmp(now.data(), host, elements() * sizeof(float)) != 0;
  }

  // Stores outside the matrix, as a finding; nothing if the guards are unchanged.
  std::optional<Finding> strays() const {
    std::vector<float> band(guard_);
    std::size_t strays = 0, farthest = 0;
    bool is_before = false;
    for (const bool before : {false, true}) {
      const CuPointer at = before ? memory_ : begin() + elements() * sizeof(float);
      must(driver().copy_to_host(band.data(), at, guard_ * sizeof(float)), "cuMemcpyDtoH");
      for (std::size_t i = 0; i < guard_; ++i) {
        if (!is_poison(band[i])) {
          ++strays;
          is_before = before;
          farthest = std::max(farthest, before ? guard_ - i : i + 1);
        }
      }
    }
    if (strays == 0) {
      return std::nullopt;
    }
    Finding finding;
    finding.kind = FindingKind::out_of_bounds_write;
    finding.fact = StrayStores{std::string(1, name_), rows_, cols_, strays, farthest, is_before};
    return finding;
  }

  float* data() const { return reinterpret_cast<float*>(begin()); }

 private:
  std::size_t elements() const { return std::size_t(rows_) * cols_; }
  CuPointer begin() const { return memory_ + guard_ * sizeof(float); }

  char name_;
  int rows_ = 0, cols_ = 0;
  std::size_t guard_ = 0;  // elements in each band
  CuPointer memory_ = 0;
};

CuPointer device_pointer(const float* memory) {
  return reinterpret_cast<CuPointer>(memory);
}

class CudaBackend : public Backend {
 public:
  void open() override { open_context(); }
  void prepare(void* module) override {
    log_ = static_cast<RuntimeLog*>(dlsym(module, kRuntimeLogSymbol));
  }
  std::uint64_t free_memory() override { return free_bytes(); }
  bool is_kernel_running() override { return is_waiting(); }

  RunReply run(const RunRequest& request, const Entries& entries,
               const MappedMatrices& host) override {
    return request.entry == Entry::matmul ? run_on_device(request, entries, host)
                                          : run_on_host(request, entries, host);
  }

  float* allocate(std::size_t count) override {
    return reinterpret_cast<float*>(allocate_bytes(count * sizeof(float)));
  }
  void release(float* memory) override { release_bytes(device_pointer(memory)); }
  void write(float* to, const float* from_host, std::size_t count) override {
    must(driver().copy_to_device(device_pointer(to), from_host, count * sizeof(float)),
         "cuMemcpyHtoD");
  }
  void read(float* to_host, const float* from, std::size_t count) override {
    must(driver().copy_to_host(to_host, device_pointer(from), count * sizeof(float)),
         "cuMemcpyDtoH");
  }
  void poison(float* memory, std::size_t count) override {
    must(driver().fill_words(device_pointer(memory), kPoisonBits, count), "cuMemsetD32");
    wait_for_device();  // a program's own stream would not wait for it
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

  RunReply run_on_device(const RunRequest& request, const Entries& entries,
                         const MappedMatrices& host) {
    const int m = request.m, n = request.n, k = request.k;
    a_.fit(m, k);
    b_.fit(k, n);
    c_.fit(m, n);
    a_.fill(host.a());
    b_.fill(host.b());
    c_.fill(host.c());
    wait_for_device();  // a program's own stream would not wait for these copies
    RunReply reply = observed(request.fail_launches, [&] {
      entries.matmul(a_.data(), b_.data(), c_.data(), m, n, k);
      wait_for_device();
      return RunReply{};
    });
    c_.read(host.c());
    for (const GuardedMatrix* matrix : {&c_, &a_, &b_}) {
      if (auto finding = matrix->strays()) {
        reply.findings.push_back(std::move(*finding));
      }
    }
    reply.input_modified = a_.differs_from(host.a()) ? "a" : b_.differs_from(host.b()) ? "b" : "";
    return reply;
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
  GuardedMatrix a_{'a'}, b_{'b'}, c_{'c'};
  CuEvent start_ = nullptr, end_ = nullptr;
};

}  // namespace

Backend& backend() {
  static CudaBackend cuda;
  return cuda;
}

}  // namespace gemmlab

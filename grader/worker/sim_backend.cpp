// Labs 02 on, without a GPU: device memory, launches and findings are the simulator's.
#include <cstring>
#include <vector>

#include "common/simt/simulator.h"
#include "grader/core/inputs.h"
#include "grader/worker/backend.h"

namespace gemmlab {
namespace {

static_assert(simt::kUnwrittenBits == kPoisonBits, "memory nobody wrote looks the same everywhere");

Verdict verdict_of(simt::FindingKind kind) {
  switch (kind) {
    case simt::FindingKind::out_of_bounds_write:
    case simt::FindingKind::out_of_bounds_read:
      return Verdict::out_of_bounds;
    case simt::FindingKind::misaligned:
      return Verdict::misaligned;
    case simt::FindingKind::wrong_address_space:
      return Verdict::wrong_address_space;
    case simt::FindingKind::barrier_divergence:
    case simt::FindingKind::deadlock:
    case simt::FindingKind::early_exit:
      return Verdict::barrier_divergence;
    case simt::FindingKind::race:
    case simt::FindingKind::same_value_race:
      return Verdict::race;
    case simt::FindingKind::foreign_free:
      return Verdict::input_modified;
    case simt::FindingKind::uninitialised_read:
      break;
  }
  return Verdict::uninitialised;
}

AccessCounts counts_of(const simt::GlobalCounts& counts) {
  return {counts.requests, counts.sectors, counts.ideal_sectors, counts.bytes};
}

AccessCounts counts_of(const simt::SharedCounts& counts) {
  return {counts.requests, counts.wavefronts, counts.ideal_wavefronts, counts.bytes};
}

AccessPlace place_of(const simt::Place& place) {
  const simt::Example& example = place.example;
  return {
      place.column,
      place.shared ? Space::shared : Space::global,
      place.store,
      place.bytes,
      place.shared ? counts_of(place.shared_counts) : counts_of(place.global),
      {example.block, example.first_thread, example.variable, example.extents,
       example.element_bytes, example.lanes, example.offsets, example.units, example.ideal_units}};
}

LineMetrics line_of(const simt::LineCounts& line) {
  LineMetrics metrics{line.at.file,
                      line.at.line,
                      counts_of(line.counts.global_load),
                      counts_of(line.counts.global_store),
                      counts_of(line.counts.shared_load),
                      counts_of(line.counts.shared_store),
                      {}};
  for (const simt::Place& place : line.places) {
    metrics.places.push_back(place_of(place));
  }
  return metrics;
}

MergedCounts merged_of(const simt::MergedCounts& counts) {
  return {counts.requests, counts.wavefronts};
}

Metrics metrics_of(const simt::Report& report) {
  Metrics metrics;
  for (const simt::Launch& launch : report.launches) {
    metrics.launches.push_back({launch.grid, launch.block, launch.shared_bytes});
  }
  const simt::Counts& total = report.metrics.total;
  metrics.global_load = counts_of(total.global_load);
  metrics.global_store = counts_of(total.global_store);
  metrics.shared_load = counts_of(total.shared_load);
  metrics.shared_store = counts_of(total.shared_store);
  metrics.merged_shared_load = merged_of(report.metrics.merged_shared_load);
  metrics.global_atomic_bytes = report.metrics.global_atomic_bytes;
  metrics.barriers = report.metrics.barriers;
  metrics.exact = report.metrics.exact;
  for (const simt::LineCounts& line : report.metrics.lines) {
    metrics.lines.push_back(line_of(line));
  }
  return metrics;
}

RunReply reply_of(const simt::Report& report) {
  RunReply reply;
  for (const simt::Finding& finding : report.findings) {
    const simt::Site other = finding.other.value_or(simt::Site{});
    reply.findings.push_back({verdict_of(finding.kind), simt::is_hard(finding.kind),
                              finding.message, finding.at.file, finding.at.line, other.file,
                              other.line});
  }
  for (const simt::ApiError& error : report.errors) {
    const bool launch = error.call.rfind("launch", 0) == 0;
    reply.errors.push_back(
        {error.name, error.message, error.call, launch, error.at.file, error.at.line});
  }
  reply.metrics = metrics_of(report);
  reply.accesses = report.accesses;
  reply.out_of_time = report.out_of_time.value_or("");
  reply.out_of_time_cause = report.out_of_time_cause;
  reply.out_of_time_line = report.out_of_time_at.line;
  reply.live_allocations = report.live_allocations;
  reply.live_bytes = report.live_bytes;
  return reply;
}

simt::Options options_of(const RunRequest& request) {
  simt::Options options;
  options.seed = request.schedule_seed;
  options.access_budget = request.access_budget;
  options.fail_launches = request.fail_launches;
  options.closely = request.closely;
  return options;
}

std::size_t bytes(int rows, int cols) {
  return sizeof(float) * std::size_t(rows) * cols;
}

// The matrices on the device. Calls of one shape get the same addresses with other contents, so
// that a program which keeps results for later calls is found out.
struct DeviceMatrices {
  int m = 0, n = 0, k = 0;
  float *a = nullptr, *b = nullptr, *c = nullptr;

  void fit(const RunRequest& request) {
    if (request.m == m && request.n == n && request.k == k) {
      return;
    }
    for (float* each : {a, b, c}) {
      if (each != nullptr) {
        simt::release(each);
      }
    }
    m = request.m;
    n = request.n;
    k = request.k;
    a = static_cast<float*>(simt::allocate("a", m, k));
    b = static_cast<float*>(simt::allocate("b", k, n));
    c = static_cast<float*>(simt::allocate("c", m, n));
  }
};

// matmul on device memory of the simulator's, filled from the host matrices and copied back.
RunReply run_on_device(const RunRequest& request,
                       const Entries& entries,
                       const MappedMatrices& host) {
  const int m = request.m, n = request.n, k = request.k;
  static DeviceMatrices device;
  device.fit(request);
  float *a = device.a, *b = device.b, *c = device.c;
  simt::upload(a, host.a(), bytes(m, k));
  simt::upload(b, host.b(), bytes(k, n));
  simt::fill_unwritten(c, host.c(), bytes(m, n));
  RunReply reply =
      reply_of(simt::run(options_of(request), [&] { entries.matmul(a, b, c, m, n, k); }));
  simt::download(host.c(), c, bytes(m, n));
  const auto changed = [](const float* before, const float* device, std::size_t size) {
    std::vector<float> after(size / sizeof(float));
    simt::download(after.data(), device, size);
    return std::memcmp(before, after.data(), size) != 0;
  };
  if (changed(host.a(), a, bytes(m, k))) {
    reply.input_modified = "a";
  } else if (changed(host.b(), b, bytes(k, n))) {
    reply.input_modified = "b";
  }
  return reply;
}

RunReply run_on_host(const RunRequest& request,
                     const Entries& entries,
                     const MappedMatrices& host) {
  const int m = request.m, n = request.n, k = request.k;
  simt::name_host_matrix("a", host.a(), m, k);
  simt::name_host_matrix("b", host.b(), k, n);
  simt::name_host_matrix("c", host.c(), m, n);
  int returned = 0;
  RunReply reply = reply_of(simt::run(options_of(request), [&] {
    returned = entries.matmul_host(host.a(), host.b(), host.c(), m, n, k);
  }));
  reply.returned = returned;
  return reply;
}

}  // namespace

std::string open_backend() {
  return {};
}

void prepare_backend(void* module) {
  simt::attach(module);
}

std::uint64_t free_memory() {
  return 0;
}

RunReply run_backend(const RunRequest& request,
                     const Entries& entries,
                     const MappedMatrices& host) {
  simt::forget_errors();
  return request.entry == Entry::matmul ? run_on_device(request, entries, host)
                                        : run_on_host(request, entries, host);
}

bool stop_backend(void* ucontext) {
  simt::stop_from_signal(ucontext);
  return true;
}

bool is_kernel_running() {
  return false;
}

}  // namespace gemmlab

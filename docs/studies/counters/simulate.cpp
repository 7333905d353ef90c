// Calls a module's matmul once for each shape on the simulator, and prints what was counted and
// found, one JSON object a shape: gemmlab-simulate MODULE M,N,K...
#include <dlfcn.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <vector>

#include "common/simt/simulator.h"

namespace {

using nlohmann::json;
using Matmul = void (*)(const float*, const float*, float*, int, int, int);

constexpr std::uint64_t kAccessBudget = 400'000'000;

float* to_device(const char* name, int rows, int cols) {
  std::vector<float> values(std::size_t(rows) * cols);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = float(i * 7 % 5) - 2;
  }
  auto* device = static_cast<float*>(simt::allocate(name, rows, cols));
  simt::upload(device, values.data(), values.size() * sizeof(float));
  return device;
}

const char* word(simt::FindingKind kind) {
  switch (kind) {
    case simt::FindingKind::out_of_bounds_write:
      return "out-of-bounds write";
    case simt::FindingKind::out_of_bounds_read:
      return "out-of-bounds read";
    case simt::FindingKind::misaligned:
      return "misaligned";
    case simt::FindingKind::wrong_address_space:
      return "wrong address space";
    case simt::FindingKind::barrier_divergence:
      return "barrier divergence";
    case simt::FindingKind::deadlock:
      return "deadlock";
    case simt::FindingKind::race:
      return "race";
    case simt::FindingKind::uninitialised_read:
      return "uninitialised read";
    case simt::FindingKind::early_exit:
      return "early exit";
    case simt::FindingKind::foreign_free:
      return "free of the caller's memory";
    case simt::FindingKind::same_value_race:
      break;
  }
  return "race, same value";
}

json counts_of(const simt::GlobalCounts& counts) {
  return {{"requests", counts.requests}, {"units", counts.sectors}};
}

json counts_of(const simt::SharedCounts& counts) {
  return {{"requests", counts.requests}, {"units", counts.wavefronts}};
}

json counts_of(const simt::MergedCounts& counts) {
  return {{"requests", counts.requests}, {"units", counts.wavefronts}};
}

json report_of(const simt::Report& report) {
  const simt::Metrics& metrics = report.metrics;
  json findings = json::array();
  for (const simt::Finding& finding : report.findings) {
    findings.push_back({{"kind", word(finding.kind)},
                        {"line", finding.at.line},
                        {"other_line", finding.other ? finding.other->line : 0},
                        {"hard", simt::is_hard(finding.kind)}});
  }
  json places = json::array();
  for (const simt::LineCounts& line : metrics.lines) {
    for (const simt::Place& place : line.places) {
      const auto [requests, units] =
          place.shared ? std::pair(place.shared_counts.requests, place.shared_counts.wavefronts)
                       : std::pair(place.global.requests, place.global.sectors);
      places.push_back({{"line", line.at.line},
                        {"column", place.column},
                        {"what", std::string(place.shared ? "shared " : "global ") +
                                     (place.store ? "store" : "load")},
                        {"variable", place.example.variable},
                        {"requests", requests},
                        {"units", units}});
    }
  }
  return {{"global_load", counts_of(metrics.total.global_load)},
          {"global_store", counts_of(metrics.total.global_store)},
          {"shared_load", counts_of(metrics.total.shared_load)},
          {"shared_store", counts_of(metrics.total.shared_store)},
          {"merged_shared_load", counts_of(metrics.merged_shared_load)},
          {"exact", metrics.exact},
          {"errors", report.errors.size()},
          {"out_of_time", report.out_of_time.has_value()},
          {"findings", std::move(findings)},
          {"places", std::move(places)}};
}

}  // namespace

int main(int argc, char** argv) {
  void* module = argc > 2 ? dlopen(argv[1], RTLD_NOW) : nullptr;
  const auto matmul =
      module != nullptr ? reinterpret_cast<Matmul>(dlsym(module, "matmul")) : nullptr;
  if (matmul == nullptr) {
    std::fprintf(stderr, "usage: gemmlab-simulate MODULE M,N,K...\n%s\n",
                 argc > 2 ? dlerror() : "");
    return 2;
  }
  simt::attach(module);
  simt::Options options;
  options.closely = true;
  options.access_budget = kAccessBudget;
  for (int i = 2; i < argc; ++i) {
    int m = 0, n = 0, k = 0;
    if (std::sscanf(argv[i], "%d,%d,%d", &m, &n, &k) != 3) {
      std::fprintf(stderr, "%s is no shape\n", argv[i]);
      return 2;
    }
    simt::reset();
    float* a = to_device("a", m, k);
    float* b = to_device("b", k, n);
    auto* c = static_cast<float*>(simt::allocate("c", m, n));
    const simt::Report report = simt::run(options, [&] { matmul(a, b, c, m, n, k); });
    std::printf("%s\n", report_of(report).dump().c_str());
    std::fflush(stdout);
  }
  return 0;
}

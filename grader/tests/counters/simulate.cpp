// Calls a module's matmul once for each shape on the simulator, and prints counts and findings, one
// JSON object per shape: gemmlab-simulate MODULE SOURCE M,N,K...
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "common/facts/json.h"
#include "common/simt/engine/simulator.h"
#include "grader/changes/source_lines.h"
#include "grader/core/read_file.h"

namespace {

using gemmlab::Json;
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

template <class Counts>
Json counts_of(const Counts& counts) {
  return {{"requests", counts.requests}, {"units", counts.units}};
}

Json report_of(const gemmlab::RunReport& report, const gemmlab::SourceLines& text) {
  const gemmlab::RunCounts& counts = report.counts;
  Json findings = Json::array();
  for (const gemmlab::Finding& finding : report.findings) {
    std::string kind(name(finding.kind));
    std::replace(kind.begin(), kind.end(), '_', ' ');
    findings.push_back({{"kind", kind},
                        {"line", finding.at.line},
                        {"other_line", finding.other ? finding.other->line : 0},
                        {"hard", is_hard(finding.kind)}});
  }
  Json places = Json::array();
  bool is_foretold = true;
  for (const gemmlab::LineMetrics& line : counts.lines) {
    is_foretold &= line.shared_load.requests == 0 || text.unusual_loops(line.line).empty();
    for (const gemmlab::AccessPlace& place : line.places) {
      places.push_back(
          {{"line", line.line},
           {"column", place.column},
           {"what", std::string(name(place.space)) + (place.is_store ? " store" : " load")},
           {"variable", place.example.variable},
           {"requests", place.counts.requests},
           {"units", place.counts.units}});
    }
  }
  return {{"global_load", counts_of(counts.global_load)},
          {"global_store", counts_of(counts.global_store)},
          {"shared_load", counts_of(counts.shared_load)},
          {"shared_store", counts_of(counts.shared_store)},
          {"merged_shared_load", counts_of(counts.merged_shared_load)},
          {"is_foretold", is_foretold},
          {"exact", counts.exact},
          {"errors", report.errors.size()},
          {"out_of_time", report.out_of_time.has_value()},
          {"findings", std::move(findings)},
          {"places", std::move(places)}};
}

}  // namespace

int main(int argc, char** argv) {
  void* module = argc > 3 ? dlopen(argv[1], RTLD_NOW) : nullptr;
  const auto matmul =
      module != nullptr ? reinterpret_cast<Matmul>(dlsym(module, "matmul")) : nullptr;
  if (matmul == nullptr) {
    std::fprintf(stderr, "usage: gemmlab-simulate MODULE SOURCE M,N,K...\n%s\n",
                 argc > 3 ? dlerror() : "");
    return 2;
  }
  const std::string source = gemmlab::read_file(argv[2]);
  const gemmlab::SourceLines text(source);
  simt::attach(module);
  simt::Options options;
  options.look = gemmlab::Look::closely;
  options.access_budget = kAccessBudget;
  for (int i = 3; i < argc; ++i) {
    int m = 0, n = 0, k = 0;
    if (std::sscanf(argv[i], "%d,%d,%d", &m, &n, &k) != 3) {
      std::fprintf(stderr, "%s is not a shape\n", argv[i]);
      return 2;
    }
    simt::reset();
    float* a = to_device("a", m, k);
    float* b = to_device("b", k, n);
    auto* c = static_cast<float*>(simt::allocate("c", m, n));
    const gemmlab::RunReport report = simt::run(options, [&] { matmul(a, b, c, m, n, k); });
    std::printf("%s\n", report_of(report, text).text().c_str());
    std::fflush(stdout);
  }
  return 0;
}

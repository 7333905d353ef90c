#include "grader/cli/study/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "common/facts/names.h"
#include "common/model/devices.h"
#include "common/model/occupancy.h"
#include "grader/core/metrics.h"
#include "grader/core/verdict.h"

namespace gemmlab {
namespace {

// A number per multiply-add; it is counted per warp, which does 32 of them at a time.
double per_fma(const Metrics& metrics, std::uint64_t warps) {
  return 32.0 * double(warps) / (double(metrics.shape.m) * metrics.shape.n * metrics.shape.k);
}

// The launches before the last one prepare matrices.
double threads_of_block(const Metrics& metrics) {
  const auto& [x, y, z] = metrics.launches.back().block;
  return double(x) * y * z;
}

// Of an H200, in percent, as far as threads and shared memory decide: registers are nvcc's choice.
double occupancy_of(const Metrics& metrics) {
  return 100 * model::occupancy(model::device("h200").limits,
                                {.threads = int(threads_of_block(metrics)),
                                 .shared_bytes = int(metrics.launches.back().shared_bytes)})
                   .share;
}

struct Column {
  std::string_view name;
  int decimals;
  double (*value)(const Metrics& metrics);
};
constexpr Column kColumns[] = {
    {"threads/block", 0, threads_of_block},
    {"shared bytes", 0,
     [](const Metrics& metrics) { return double(metrics.launches.back().shared_bytes); }},
    {"occupancy %", 1, occupancy_of},
    {"outputs/thread", 2,
     [](const Metrics& metrics) {
       return quotient(double(metrics.shape.m) * metrics.shape.n,
                       metrics.launches.back().threads());
     }},
    {"requests", 0, [](const Metrics& metrics) { return double(metrics.global_load.requests); }},
    {"sectors", 0, [](const Metrics& metrics) { return double(metrics.global_load.units); }},
    {"sectors/request", 2,
     [](const Metrics& metrics) {
       return quotient(double(metrics.global_load.units), double(metrics.global_load.requests));
     }},
    {"bytes/FLOP", 4, [](const Metrics& metrics) { return metrics.bytes_per_flop; }},
    {"loads/FMA", 4,
     [](const Metrics& metrics) { return per_fma(metrics, metrics.shared_load.requests); }},
    {"wavefronts/FMA", 4,
     [](const Metrics& metrics) {
       return per_fma(metrics, metrics.shared_load.units + metrics.shared_store.units);
     }},
    {"barriers", 0, [](const Metrics& metrics) { return double(metrics.barriers); }},
};

const Column* found(std::string_view name) {
  const Column* const column = std::ranges::find(kColumns, name, &Column::name);
  return column == std::end(kColumns) ? nullptr : column;
}

}  // namespace

bool is_column(std::string_view name) {
  return name == kVerdictColumn || name == kFasterColumn || found(name) != nullptr;
}

bool is_whole(std::string_view column) {
  const Column* const counted = found(column);
  return counted != nullptr && counted->decimals == 0;
}

std::string cell_of(const LabResult& result, std::string_view column) {
  if (column == kVerdictColumn) {
    return result.verdict == Verdict::passed ? "right" : std::string(name(result.verdict));
  }
  const Column* const shown = found(column);
  return shown != nullptr && result.metrics && !result.metrics->launches.empty()
             ? fmt::format("{:.{}f}", shown->value(*result.metrics), shown->decimals)
             : "";
}

}  // namespace gemmlab

#include "grader/report/model/counter_table.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string_view>

#include "grader/report/excerpt.h"

namespace gemmlab {
namespace {

constexpr int kIndent = 3;
constexpr int kCounterWidth = 76;

std::optional<double> of(const Measured& measured, const std::string& name) {
  const auto found = measured.find(name);
  return found == measured.end() ? std::nullopt : std::optional(found->second);
}

std::optional<double> ratio(std::optional<double> above, std::optional<double> below) {
  return above && below && *below > 0 ? std::optional(*above / *below) : std::nullopt;
}

std::optional<double> sum(std::optional<double> one, std::optional<double> other) {
  return one && other ? std::optional(*one + *other) : std::nullopt;
}

// Wavefronts beyond those without conflicts, as the source is written.
double conflicts_of(const Metrics& metrics) {
  const AccessCounts &load = metrics.shared_load, &store = metrics.shared_store;
  return double(load.units + store.units) - double(load.ideal_units + store.ideal_units);
}

std::string whole(std::optional<double> value) {
  return value ? fmt::format("{:.0f}", *value) : "-";
}
std::string precise(std::optional<double> value) {
  return value ? fmt::format("{:.3g}", *value) : "-";
}

// A lane's load instructions for each multiply-add.
std::optional<double> loads_an_fma(std::optional<double> requests, const Shape& shape) {
  return ratio(requests ? std::optional(32 * *requests) : std::nullopt,
               double(shape.m) * shape.n * shape.k);
}

// Below a percent a count of wavefronts varies from run to run.
bool is_noise(double counted, double measured) {
  return measured > counted && measured - counted < counted / 100;
}

std::string line_of(const CounterRow& row, int width) {
  if (width < kCounterWidth) {
    return wrap(fmt::format("{}: predicted {}, simulated {}, measured {}, textbook's {}", row.what,
                            row.predicted, row.simulated, row.measured, row.textbook),
                width, kIndent);
  }
  std::string line = fmt::format("{:{}}{:<29} {:>9} {:>10} {:>10} {:>10}", "", kIndent, row.what,
                                 row.predicted, row.simulated, row.measured, row.textbook);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

}  // namespace

std::vector<CounterRow> counter_rows(const LabResult& lab, const KernelCounters& mine,
                                     const KernelCounters& textbook, const Shape& large) {
  const Metrics& metrics = *lab.metrics;
  const bool is_told = metrics.merged_shared_load.requests > 0;
  std::vector<CounterRow> rows;
  const auto add = [&](std::string what, std::string predicted, std::string simulated, auto value,
                       auto text) {
    rows.push_back({std::move(what), std::move(predicted), std::move(simulated), text(value(mine)),
                    text(value(textbook))});
  };
  const auto counted = [](const char* name) {
    return [name](const KernelCounters& counters) { return of(counters.counted, name); };
  };
  const auto at_large = [](const char* name) {
    return [name](const KernelCounters& counters) { return of(counters.large, name); };
  };
  const auto a_request = [](const KernelCounters& counters) {
    return ratio(of(counters.counted, "global_load_sectors"),
                 of(counters.counted, "global_load_requests"));
  };
  const auto conflicts = [](const KernelCounters& counters) {
    return sum(of(counters.counted, "shared_load_conflicts"),
               of(counters.counted, "shared_store_conflicts"));
  };
  const auto an_fma = [&](const KernelCounters& counters) {
    return loads_an_fma(of(counters.counted, "shared_load_requests"), metrics.shape);
  };
  const AccessCounts &load = metrics.global_load, &shared = metrics.shared_load;
  add("global load requests", "", whole(double(load.requests)), counted("global_load_requests"),
      whole);
  add("sectors a request", "", precise(ratio(double(load.units), double(load.requests))), a_request,
      precise);
  if (shared.requests + metrics.shared_store.requests > 0) {
    const MergedCounts& merged = metrics.merged_shared_load;
    add("shared load requests", is_told ? whole(double(merged.requests)) : "",
        whole(double(shared.requests)), counted("shared_load_requests"), whole);
    add("shared load wavefronts", is_told ? whole(double(merged.units)) : "",
        whole(double(shared.units)), counted("shared_load_wavefronts"), whole);
    add("bank conflicts", "", whole(conflicts_of(metrics)), conflicts, whole);
    add("shared loads a multiply-add",
        is_told ? precise(loads_an_fma(double(merged.requests), metrics.shape)) : "",
        precise(loads_an_fma(double(shared.requests), metrics.shape)), an_fma, precise);
  }
  const std::string where = large.m > 0 ? fmt::format(" at {}, %", large.m) : ", %";
  add("occupancy" + where, "", "", at_large("occupancy"), precise);
  add("share of peak" + where, "", "", at_large("peak"), precise);
  return rows;
}

std::vector<std::string> why_counters_differ(const LabResult& lab, const Measured& mine) {
  const Metrics& metrics = *lab.metrics;
  const MergedCounts& merged = metrics.merged_shared_load;
  std::vector<std::string> why;
  const auto loads = of(mine, "global_load_requests");
  const double written = double(metrics.global_load.requests);
  if (loads && *loads != written) {
    why.push_back(fmt::format(
        "Global load requests: {}. The simulator counts loads as they are written.",
        *loads < written ? "the compiler merged neighbouring loads into wide ones, or keeps in a "
                           "register what the source loads again"
                         : "the compiler loads more often than the source, such as for both sides "
                           "of a condition"));
  }
  if (const auto hits = of(mine, "global_load_hits"); hits && *hits >= 1) {
    why.push_back(
        fmt::format("{:.0f} % of the load sectors are hits in L1: they count here, and "
                    "do not reach L2 or memory.",
                    *hits));
  }
  const auto shared = of(mine, "shared_load_requests");
  const double as_written = double(metrics.shared_load.requests);
  if (shared && *shared != as_written && as_written > 0) {
    why.push_back(fmt::format(
        "Shared load requests: {}.",
        *shared < as_written
            ? fmt::format("the compiler merged neighbouring loads into wide ones{}",
                          double(merged.requests) == *shared ? ", as predicted" : "")
            : "the compiler loads more often than the source, such as in an unrolled loop's rest"));
  }
  const auto conflicts = sum(of(mine, "shared_load_conflicts"), of(mine, "shared_store_conflicts"));
  if (shared && *shared < as_written && conflicts && *conflicts != conflicts_of(metrics)) {
    why.push_back(
        "Bank conflicts: wide loads meet in other banks than the narrow ones that the "
        "source has.");
  }
  const auto wavefronts = of(mine, "shared_load_wavefronts");
  const bool is_merged = shared && double(merged.requests) == *shared;
  const double expected = double(is_merged ? merged.units : metrics.shared_load.units);
  if (wavefronts && expected > 0 && *wavefronts > expected) {
    why.push_back(is_noise(expected, *wavefronts)
                      ? "Shared load wavefronts: a difference below one percent is noise of this "
                        "counter, which varies from run to run."
                      : "Shared load wavefronts: the hardware replays requests more often than "
                        "their addresses explain, as it does with wide loads.");
  }
  return why;
}

std::string counter_table(const LabResult& lab, const KernelCounters& mine,
                          const KernelCounters& textbook, const Shape& large,
                          const Terminal& terminal) {
  std::string text = wrap(fmt::format("What the GPU's counters say (Nsight Compute), at {}:",
                                      extents(lab.metrics->shape)),
                          terminal.width, kIndent);
  if (terminal.width >= kCounterWidth) {
    text += line_of({"", "predicted", "simulated", "measured", "textbook"}, terminal.width);
  }
  for (const CounterRow& row : counter_rows(lab, mine, textbook, large)) {
    text += line_of(row, terminal.width);
  }
  for (const std::string& sentence : why_counters_differ(lab, mine.counted)) {
    text += wrap(sentence, terminal.width, kIndent);
  }
  return text +
         wrap("The same numbers in Nsight's window: docs/nsight.md", terminal.width, kIndent);
}

}  // namespace gemmlab

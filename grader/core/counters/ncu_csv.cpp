#include "grader/core/counters/ncu_csv.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <optional>

#include "common/facts/text_table.h"
#include "grader/core/ncu_metrics_table.h"

namespace gemmlab {
namespace {

using Cells = std::vector<std::string>;

// A line of quoted cells: "a","1,024". None for any other line.
Cells cells_of(std::string_view line) {
  Cells cells;
  std::size_t at = 0;
  while (at < line.size() && line[at] == '"') {
    std::string cell;
    for (++at; at < line.size(); ++at) {
      if (line[at] != '"') {
        cell += line[at];
      } else if (at + 1 < line.size() && line[at + 1] == '"') {
        cell += line[++at];
      } else {
        break;
      }
    }
    cells.push_back(cell);
    at += 1;
    if (at < line.size() && line[at] == ',') {
      ++at;
    }
  }
  return cells;
}

std::optional<double> number_in(std::string text) {
  std::erase(text, ',');
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const bool is_number = !text.empty() && *end == '\0' && std::isfinite(number);
  return is_number ? std::optional(number) : std::nullopt;
}

// The column of each metric, by our names; those that the head lacks are missing.
std::map<std::string, std::size_t> columns_in(const Cells& head) {
  std::map<std::string, std::size_t> columns;
  for (const NcuMetric& each : ncu_metrics()) {
    const auto found = std::ranges::find(head, each.metric);
    if (found != head.end()) {
      columns[each.name] = std::size_t(std::distance(head.begin(), found));
    }
  }
  return columns;
}

Measured of_launch(const Cells& row, const std::map<std::string, std::size_t>& columns) {
  Measured launch;
  for (const auto& [name, column] : columns) {
    const auto number = column < row.size() ? number_in(row[column]) : std::nullopt;
    if (number) {
      launch[name] = *number;
    }
  }
  return launch;
}

double time_of(const Measured& launch) {
  const auto found = launch.find("nanoseconds");
  return found == launch.end() ? 0 : found->second;
}

}  // namespace

const std::vector<NcuMetric>& ncu_metrics() {
  static const std::vector<NcuMetric> metrics = [] {
    std::vector<NcuMetric> all;
    for (const TableRow& row : read_table(kNcuMetrics, "grader/core/counters/ncu_metrics.table",
                                          {"name", "how", "metric", "section"})) {
      all.push_back(
          {row.text("name"), row.text("how") == "sum", row.text("metric"), row.text("section")});
    }
    return all;
  }();
  return metrics;
}

Measured read_ncu_csv(std::string_view output) {
  std::map<std::string, std::size_t> columns;
  Measured total;
  double longest = -1;
  for (std::size_t at = 0; at < output.size();) {
    const std::size_t end = std::min(output.find('\n', at), output.size());
    const Cells row = cells_of(output.substr(at, end - at));
    at = end + 1;
    if (row.empty()) {
      continue;
    }
    if (columns.empty()) {
      columns = row[0] == "ID" ? columns_in(row) : columns;
      continue;
    }
    const Measured launch = of_launch(row, columns);
    if (!number_in(row[0]) || launch.empty()) {
      continue;  // the units
    }
    const bool is_longest = time_of(launch) > longest;
    longest = std::max(longest, time_of(launch));
    for (const NcuMetric& metric : ncu_metrics()) {
      const auto found = launch.find(metric.name);
      if (found != launch.end() && metric.is_sum) {
        total[metric.name] += found->second;
      } else if (found != launch.end() && is_longest) {
        total[metric.name] = found->second;
      }
    }
  }
  return total;
}

}  // namespace gemmlab

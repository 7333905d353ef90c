#include "grader/report/explain.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "grader/core/access_words.h"
#include "grader/core/metric_words.h"
#include "grader/report/console_checks.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

constexpr int kMargin = 2;
constexpr int kGutter = 7;  // "  38 | "
constexpr int kCost = kMargin + kGutter + 2;

bool is_blank(const std::string& line) {
  return line.find_first_not_of(" \r") == std::string::npos;
}

// The part of one kind of memory that an access or a line needs: "44 % of all sectors".
std::string share(std::uint64_t part, std::uint64_t whole, std::string_view units) {
  if (whole == 0 || part == 0) {
    return "";
  }
  const double percent = 100.0 * double(part) / double(whole);
  return percent < 0.5 ? fmt::format(", under 1 % of all {}", units)
                       : fmt::format(", {:.0f} % of all {}", percent, units);
}

std::uint64_t global_units(const Metrics& metrics) {
  return metrics.global_load.units + metrics.global_store.units;
}

std::uint64_t shared_units(const Metrics& metrics) {
  return metrics.shared_load.units + metrics.shared_store.units;
}

// "loads a: 2048 requests, 8192 sectors (ideal 8192), 44 % of all sectors"
std::string cost(const AccessPlace& place, const Metrics& metrics) {
  const bool is_global = place.space == Space::global;
  const std::string_view units = is_global ? "sectors" : "passes";
  const std::string name = printable(place.example.variable);
  return fmt::format(
      "{} {}: {} requests, {} {} (ideal {}){}", place.is_store ? "stores" : "loads",
      name.empty() ? "memory" : name, place.counts.requests, place.counts.units, units,
      place.counts.ideal_units,
      share(place.counts.units, is_global ? global_units(metrics) : shared_units(metrics), units));
}

class Annotated {
 public:
  Annotated(const Metrics& metrics, const Terminal& terminal, std::string_view source)
      : metrics_(metrics), terminal_(terminal), lines_(split_lines(printable(source))) {
    for (const LineMetrics& line : metrics.lines) {
      if (!line.source.empty() && line.line <= int(lines_.size())) {
        costly_[line.line] = &line;
      }
    }
  }

  std::string text() const {
    std::string out;
    int last = 0;
    for (const int number : shown()) {
      if (last > 0 && number > last + 1) {
        out += fmt::format("{:{}}...\n", "", kMargin + 1);
      }
      out += numbered(number);
      if (const auto line = costly_.find(number); line != costly_.end()) {
        out += costs(*line->second);
      }
      last = number;
    }
    return out;
  }

 private:
  // The lines that touch memory, those beside them, and where their kernel begins.
  std::set<int> shown() const {
    std::set<int> numbers;
    for (const auto& [number, line] : costly_) {
      for (int n = number - 1; n <= number + 1; ++n) {
        if (n >= 1 && n <= int(lines_.size()) && (n == number || !is_blank(lines_[n - 1]))) {
          numbers.insert(n);
        }
      }
      if (const int kernel = kernel_before(number); kernel > 0) {
        numbers.insert(kernel);
      }
    }
    return numbers;
  }

  int kernel_before(int number) const {
    while (number > 0 && lines_[number - 1].find("__global__") == std::string::npos) {
      --number;
    }
    return number;
  }

  std::string numbered(int number) const {
    const std::string text = fmt::format("{:4} | {}", number, lines_[number - 1]);
    const std::string line = clipped(text, terminal_.width - kMargin);
    return std::string(kMargin, ' ') +
           (costly_.contains(number) ? ink(terminal_, Ink::strong, line) : line) + '\n';
  }

  std::string costs(const LineMetrics& line) const {
    std::string out;
    for (const AccessPlace& place : line.places) {
      out += wrap(cost(place, metrics_), terminal_.width, kCost);
      out += wrap(printable(why(place, metrics_)), terminal_.width, kCost + 2);
    }
    return out;
  }

  const Metrics& metrics_;
  const Terminal& terminal_;
  std::vector<std::string> lines_;
  std::map<int, const LineMetrics*> costly_;
};

std::string title(const LabResult& lab, const Terminal& terminal) {
  std::string text = fmt::format("What each line of {} costs, counted at {}.",
                                 printable(lab.source), extents(lab.metrics->shape));
  if (lab.verdict != Verdict::not_graded && lab.verdict < Verdict::misses_the_point) {
    text += fmt::format(" This kernel is not right yet ({}): this is what it does now.",
                        name(lab.verdict));
  }
  return '\n' + wrap(text, terminal.width, kMargin) +
         wrap(
             "A request is one warp that executes one access; a sector is 32 bytes of global "
             "memory; a pass is one turn of shared memory; ideal is what would do.",
             terminal.width, kMargin);
}

// What lines outside the student's file cost, all together.
std::string elsewhere(const Metrics& metrics) {
  std::uint64_t lines = 0, sectors = 0, passes = 0;
  for (const LineMetrics& line : metrics.lines) {
    if (line.source.empty()) {
      ++lines;
      sectors += line.global_load.units + line.global_store.units;
      passes += line.shared_load.units + line.shared_store.units;
    }
  }
  return lines == 0 ? ""
                    : fmt::format(
                          "Not shown: {} line{} of other files, with {} sectors and {} "
                          "passes.\n",
                          lines, lines == 1 ? "" : "s", sectors, passes);
}

std::string summary(const Metrics& metrics, const Terminal& terminal) {
  std::string text =
      fmt::format("All together: {} sectors (ideal {})", global_units(metrics),
                  metrics.global_load.ideal_units + metrics.global_store.ideal_units);
  if (shared_units(metrics) > 0) {
    text += fmt::format(", {} passes (ideal {})", shared_units(metrics),
                        metrics.shared_load.ideal_units + metrics.shared_store.ideal_units);
  }
  text += ".\n";
  for (const Reading& reading : readings(metrics)) {
    text += reading.text + '\n';
  }
  return '\n' + wrap(text + elsewhere(metrics), terminal.width, kMargin);
}

}  // namespace

std::string explanation(const LabResult& lab,
                        const Terminal& terminal,
                        const std::function<std::string(const std::string& path)>& read_source) {
  if (!lab.metrics) {
    return lab.not_counted.empty()
               ? ""
               : '\n' + wrap("No memory accesses to explain: " + printable(lab.not_counted) + ".",
                             terminal.width, kMargin);
  }
  if (lab.metrics->lines.empty()) {
    return '\n' + wrap("No memory accesses to explain: no kernel touched memory.", terminal.width,
                       kMargin);
  }
  return title(lab, terminal) + '\n' +
         Annotated(*lab.metrics, terminal, read_source(lab.source)).text() +
         summary(*lab.metrics, terminal);
}

}  // namespace gemmlab

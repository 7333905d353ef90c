#include "grader/report/explain.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "grader/core/foreign_text.h"
#include "grader/core/verdict.h"
#include "grader/report/excerpt.h"
#include "grader/report/words/access_words.h"
#include "grader/report/words/check_words.h"
#include "grader/report/words/count.h"

namespace gemmlab {
namespace {

constexpr int kMargin = 2;
constexpr int kGutter = 7;  // "  38 | "
constexpr int kCost = kMargin + kGutter + 2;

// An access's part of one kind of memory: ", 44 % of all sectors".
std::string share(std::uint64_t part, std::uint64_t whole, std::string_view units) {
  if (whole == 0 || part == 0) {
    return "";
  }
  const double percent = 100.0 * double(part) / double(whole);
  return percent < 0.5 ? fmt::format(", under 1 % of all {}", units)
                       : fmt::format(", {:.0f} % of all {}", percent, units);
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
      const auto costly = costly_.find(number);
      const bool is_costly = costly != costly_.end();
      const std::string line =
          fmt::format("{:4} | {}", number, clipped(lines_[number - 1], kMostColumns));
      for (const std::string& row : split_lines(wrap(line, terminal_.width, kMargin))) {
        out += (is_costly ? ink(terminal_, Ink::strong, row) : row) + '\n';
      }
      out += is_costly ? costs(*costly->second) : "";
      last = number;
    }
    return out;
  }

 private:
  // The lines that access memory, their neighbours, and the start of their kernel.
  std::set<int> shown() const {
    std::set<int> numbers;
    for (const auto& [number, line] : costly_) {
      for (int n = number - 1; n <= number + 1; ++n) {
        if (n == number || (n >= 1 && n <= int(lines_.size()) &&
                            lines_[n - 1].find_first_not_of(" \r") != std::string::npos)) {
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

}  // namespace

std::string cost(const AccessPlace& place, const Metrics& metrics) {
  const bool is_global = place.space == Space::global;
  const std::string_view unit = is_global ? "sector" : "wavefront";
  const std::string name = printable(place.example.variable);
  return fmt::format("{} {}: {}, {} (ideal {}){}", place.is_store ? "stores" : "loads",
                     name.empty() ? "memory" : name, counted(place.counts.requests, "request"),
                     counted(place.counts.units, unit), place.counts.ideal_units,
                     share(place.counts.units,
                           (is_global ? sectors(metrics) : passes(metrics)).counted, plural(unit)));
}

std::string meaning_of_counts() {
  return "A request is one warp that executes one access; a sector is 32 bytes of global memory; a "
         "wavefront is what shared memory serves in one clock; ideal is the smallest possible "
         "number.";
}

std::string not_right_yet(const LabResult& lab) {
  const bool is_wrong = lab.verdict != Verdict::not_graded && !has_right_values(lab.verdict);
  return is_wrong ? fmt::format(" This kernel is not right yet ({}): these are its present costs.",
                                name(lab.verdict))
                  : "";
}

std::string all_together(const Metrics& metrics) {
  const Units global = sectors(metrics), shared = passes(metrics);
  std::string text =
      fmt::format("In total: {} (ideal {})", counted(global.counted, "sector"), global.ideal);
  if (shared.counted > 0) {
    text += fmt::format(", {} (ideal {})", counted(shared.counted, "wavefront"), shared.ideal);
  }
  return text + '.';
}

std::string elsewhere(const Metrics& metrics) {
  std::uint64_t lines = 0, all_sectors = 0, all_passes = 0;
  for (const LineMetrics& line : metrics.lines) {
    if (line.source.empty()) {
      ++lines;
      all_sectors += sectors(line).counted;
      all_passes += passes(line).counted;
    }
  }
  return lines == 0
             ? ""
             : fmt::format("Not shown: {} in other files, with {} and {}.", counted(lines, "line"),
                           counted(all_sectors, "sector"), counted(all_passes, "wavefront"));
}

std::string explanation(const LabResult& lab, const Terminal& terminal,
                        const std::function<std::string(const std::string& path)>& read_source) {
  if (!lab.metrics || lab.metrics->lines.empty()) {
    const std::string reason = lab.metrics ? "no kernel accessed memory" : why_not_counted(lab);
    return '\n' +
           wrap(fmt::format("No memory accesses to explain: {}.", reason), terminal.width, kMargin);
  }
  const Metrics& metrics = *lab.metrics;
  const std::string title = fmt::format("What each line of {} costs, counted at {}.",
                                        printable(lab.source), extents(metrics.shape));
  std::string summary = all_together(metrics) + '\n';
  for (const Reading& reading : readings(metrics)) {
    summary += reading.text + '\n';
  }
  return '\n' + wrap(title + not_right_yet(lab), terminal.width, kMargin) +
         wrap(meaning_of_counts(), terminal.width, kMargin) + '\n' +
         Annotated(metrics, terminal, read_source(lab.source)).text() + '\n' +
         wrap(summary + elsewhere(metrics), terminal.width, kMargin);
}

}  // namespace gemmlab

#include "grader/report/explain.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "grader/report/failures.h"
#include "grader/report/line_costs.h"
#include "grader/report/text.h"
#include "grader/report/words/access_words.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {
namespace {

constexpr int kMargin = 2;
constexpr int kGutter = 7;  // "  38 | "
constexpr int kCost = kMargin + kGutter + 2;

bool is_blank(const std::string& line) {
  return line.find_first_not_of(" \r") == std::string::npos;
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
  // The lines that access memory, their neighbours, and the start of their kernel.
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
  const std::string text = fmt::format("What each line of {} costs, counted at {}.",
                                       printable(lab.source), extents(lab.metrics->shape));
  return '\n' + wrap(text + not_right_yet(lab), terminal.width, kMargin) +
         wrap(meaning_of_counts(), terminal.width, kMargin);
}

std::string summary(const Metrics& metrics, const Terminal& terminal) {
  std::string text = all_together(metrics) + '\n';
  for (const Reading& reading : readings(metrics)) {
    text += reading.text + '\n';
  }
  return '\n' + wrap(text + elsewhere(metrics), terminal.width, kMargin);
}

}  // namespace

std::string explanation(const LabResult& lab, const Terminal& terminal,
                        const std::function<std::string(const std::string& path)>& read_source) {
  if (!lab.metrics) {
    return '\n' + wrap("No memory accesses to explain: " + why_not_counted(lab) + ".",
                       terminal.width, kMargin);
  }
  if (lab.metrics->lines.empty()) {
    return '\n' + wrap("No memory accesses to explain: no kernel accessed memory.", terminal.width,
                       kMargin);
  }
  return title(lab, terminal) + '\n' +
         Annotated(*lab.metrics, terminal, read_source(lab.source)).text() +
         summary(*lab.metrics, terminal);
}

}  // namespace gemmlab

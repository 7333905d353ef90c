#include "grader/report/html/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "common/facts/counts.h"
#include "common/facts/place.h"
#include "grader/core/facts/check.h"
#include "grader/core/foreign_text.h"
#include "grader/core/metrics.h"
#include "grader/core/source/source_text.h"
#include "grader/report/excerpt.h"
#include "grader/report/explain.h"
#include "grader/report/html/element.h"
#include "grader/report/html/html_options.h"
#include "grader/report/html/lab_section.h"
#include "grader/report/html/warp.h"
#include "grader/report/text.h"
#include "grader/report/words/access_words.h"
#include "grader/report/words/check_words.h"

namespace gemmlab::html {
namespace {

// Much more than a kernel has.
constexpr Cut kListed{.bytes = 32 << 10, .lines = 1000};

// A line of code, with comments ("//") in a paler colour. Wrapped lines are indented below their
// own start.
void add_code(Node parent, const std::string& line) {
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t comment = code_of(line).size();
  const Node code = add(parent, "code", "", line.substr(0, comment));
  set(code, "style", fmt::format("--i:{}", indent));
  if (comment < line.size()) {
    add(code, "span", "dim", line.substr(comment));
  }
}

// As long as the units; the part beyond ideal has another colour.
void add_bar(Node parent, const char* noun, const Units& units, std::uint64_t most) {
  const Node cell = add(parent, "span", "cost");
  if (units.counted == 0) {
    return;
  }
  const auto percent = [&](std::uint64_t part) {
    return fmt::format("width:{:.1f}%", 100.0 * double(part) / double(most));
  };
  set(cell, "title",
      fmt::format("{}, ideal {}", counted_in_groups(units.counted, noun), grouped(units.ideal)));
  const Node bar = add(cell, "span", "bar");
  set(add(bar, "i", "ideal"), "style", percent(units.counted - units.waste()));
  if (units.waste() > 0) {
    set(add(bar, "i", "waste"), "style", percent(units.waste()));
  }
  add(cell, "span", "number", grouped(units.counted));
  add(cell, "span", "noun", fmt::format(" {}", noun));
}

class Listing {
 public:
  // `metrics` may have no counts.
  Listing(const LabResult& lab, const Metrics& metrics, std::string_view source)
      : lab_(lab), metrics_(metrics), lines_(split_lines(ForeignText(source, kListed).text())) {
    for (const Check& check : lab.checks) {
      for (const Place& place : check.places) {
        if (check.status() == Status::failed && place.file.empty()) {
          failing_.insert(place.line);
        }
      }
    }
    std::uint64_t worst = 0;
    for (const LineMetrics& line : metrics.lines) {
      if (line.source.empty() || line.line < 1 || line.line > int(lines_.size())) {
        continue;
      }
      costly_[line.line] = &line;
      most_sectors_ = std::max(most_sectors_, sectors(line).counted);
      most_passes_ = std::max(most_passes_, passes(line).counted);
      // Waste comes first; without waste, the highest cost.
      const std::uint64_t waste = sectors(line).waste() + passes(line).waste();
      const std::uint64_t cost = sectors(line).counted + passes(line).counted;
      if (const std::uint64_t rank = waste > 0 ? (1ull << 62) + waste : cost; rank > worst) {
        worst = rank;
        open_ = line.line;
      }
    }
  }

  void draw(Node parent) const {
    const Node listing = add(parent, "div", "listing");
    const Node head = add(listing, "div", "ln head");
    add(head, "span", "no");
    add(head, "span", "", "source");
    if (most_sectors_ > 0) {
      add(head, "span", "cost", "sectors, global");
    }
    if (most_passes_ > 0) {
      add(head, "span", "cost", "wavefronts, shared");
    }
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const auto line = costly_.find(int(i) + 1);
      if (line == costly_.end()) {
        add_line(listing, "div", int(i) + 1);
      } else {
        draw_costly(listing, *line->second);
      }
    }
  }

 private:
  Node add_line(Node parent, const char* element, int number) const {
    const bool fails = failing_.contains(number);
    const Node row = add(parent, element, fails ? "ln failed" : "ln");
    if (fails) {
      set(row, "id", line_id(lab_, number));
    }
    add(row, "span", "no", std::to_string(number));
    add_code(row, lines_[number - 1]);
    return row;
  }

  void draw_costly(Node listing, const LineMetrics& line) const {
    const Node details = add(listing, "details");
    if (line.line == open_) {
      set(details, "open", "open");
    }
    const Node row = add_line(details, "summary", line.line);
    if (most_sectors_ > 0) {
      add_bar(row, "sector", sectors(line), most_sectors_);
    }
    if (most_passes_ > 0) {
      add_bar(row, "pass", passes(line), most_passes_);
    }
    const Node costs = add(details, "div", "costs");
    for (const AccessPlace& place : line.places) {
      add(costs, "p", "mono", cost(place, metrics_));
      add(costs, "p", "", why(place, metrics_));
      add_warp(costs, place);
    }
  }

  const LabResult& lab_;
  const Metrics& metrics_;
  std::vector<std::string> lines_;
  std::set<int> failing_;  // the lines of the lab's file that failed checks name
  std::map<int, const LineMetrics*> costly_;
  std::uint64_t most_sectors_ = 0, most_passes_ = 0;  // of a line
  int open_ = 0;                                      // the line whose costs are open at the start
};

void add_readings(Node part, const Metrics& metrics) {
  const Node list = add(part, "ul", "readings");
  add(list, "li", "", all_together(metrics));
  for (const Reading& reading : readings(metrics)) {
    add(list, "li", "", reading.text);
  }
  if (const std::string others = elsewhere(metrics); !others.empty()) {
    add(list, "li", "", others);
  }
}

}  // namespace

void add_source(Node section, const LabResult& lab, const HtmlOptions& options) {
  const std::string source = options.read_source ? options.read_source(lab.source) : "";
  const bool has_costs = options.title.empty();
  const Node part = add_part(section, has_costs ? "What each line costs" : "Your file");
  if (!lab.metrics || lab.metrics->lines.empty()) {
    const std::string reason = lab.metrics ? "no kernel accessed memory" : why_not_counted(lab);
    const bool is_right_somewhere = std::ranges::any_of(lab.checks, [](const Check& check) {
      return check.kind == CheckKind::values && check.points() > 0;
    });
    add(part, "p", "",
        has_costs        ? fmt::format("No memory accesses to show: {}.", reason)
        : source.empty() ? "none"
        : is_right_somewhere
            ? fmt::format("./gemmlab grade {} --html page.html shows what each line costs.", lab.id)
            : "");
    if (!source.empty()) {
      Listing(lab, Metrics(), source).draw(add_details(part, "the source"));
    }
    return;
  }
  add(part, "p", "",
      fmt::format("Counted at {}.{} Open a line to see the reason for its costs, and which "
                  "threads access which memory.",
                  extents(lab.metrics->shape), not_right_yet(lab)));
  const Node legend = add(part, "ul", "legend");
  add_legend_item(legend, "ideal", "ideal");
  add_legend_item(legend, "waste", "wasted");
  Listing(lab, *lab.metrics, source).draw(part);
  add(part, "p", "dim note", meaning_of_counts());
  add_readings(part, *lab.metrics);
}

}  // namespace gemmlab::html

#include "grader/report/html/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/facts/names.h"
#include "grader/core/facts/check.h"
#include "grader/core/foreign_text.h"
#include "grader/report/excerpt.h"
#include "grader/report/html/element.h"
#include "grader/report/html/heatmap.h"
#include "grader/report/html/html_options.h"
#include "grader/report/html/lab_section.h"
#include "grader/report/text.h"
#include "grader/report/words/check_words.h"

namespace gemmlab::html {
namespace {

constexpr std::string_view kCause = "Likely cause: ";

// Indented lines and compiler output keep their columns; the rest is prose.
void add_message(Node parent, const Check& check) {
  Node columns;
  for (const std::string& line : split_lines(printable(message(check, {.with_map = false})))) {
    if (check.verdict == Verdict::does_not_compile || line.starts_with("  ")) {
      columns = columns ? columns : add(parent, "pre", "scroll");
      add_text(columns, line + '\n');
      continue;
    }
    columns = {};
    if (line.starts_with(kCause)) {
      const Node cause = add(parent, "p", "cause");
      add(cause, "b", "", kCause);
      add_text(cause, line.substr(kCause.size()));
    } else {
      add(parent, "p", "", line);
    }
  }
}

void add_place(Node parent, const LabResult& lab, const Check& check, const HtmlOptions& options) {
  // A compiler's message already names and shows its lines.
  if (!check.line() || check.verdict == Verdict::does_not_compile) {
    return;
  }
  const std::string path = path_of(lab, check);
  const std::vector<ExcerptLine> lines =
      excerpt_lines(options.read_source ? options.read_source(path) : "", check.lines());
  const std::string place = fmt::format("{}:{}", path, *check.line());
  const Node where = add(parent, "p", "place mono");
  if (lines.empty()) {
    add_text(where, place);
    return;
  }
  if (check.file().empty()) {
    set(add(where, "a", "", place), "href", '#' + line_id(lab, *check.line()));
  } else {
    add(where, "span", "", place);
  }
  const Node box = add_picture_box(parent);
  box.attribute("class") = "scroll excerpt";
  const Node table = add(box, "table");
  for (const ExcerptLine& line : lines) {
    const Node row = add(table, "tr", line.is_marked ? "marked" : "");
    add(row, "td", "no", line.number > 0 ? std::to_string(line.number) : "\u22ef");
    add(add(row, "td"), "pre", "", line.text);
  }
}

void add_failure(Node parent, const LabResult& lab, const Failures& same,
                 const HtmlOptions& options) {
  const Check& check = *same.front();
  const Node card = add(parent, "article", "failure");
  const Node title = add(card, "h4");
  add_verdict(title, check.verdict);
  const bool is_all = are_all(same, lab);
  add_text(title, is_all ? " every check" : ' ' + check.name);
  add_message(card, check);
  add_place(card, lab, check, options);
  add_heatmaps(card, same);
  if (same.size() > 1 && !is_all) {
    for (const bool is_run : {true, false}) {
      std::string others;
      for (auto each = same.begin() + 1; each != same.end(); ++each) {
        const bool fits = is_run == ((*each)->outcome != CheckOutcome::not_run);
        others += fits ? (others.empty() ? "" : ", ") + (*each)->name : "";
      }
      if (!others.empty()) {
        add(card, "p", "dim",
            (is_run ? "Also failed, most likely for the same reason: " : "Not run then: ") +
                others);
      }
    }
  }
  if (!check.hint.empty()) {
    add(add(card, "p", "next", "Read next: "), "code", "", "./gemmlab hint " + check.hint);
  }
}

void add_failures(Node section, const LabResult& lab, const HtmlOptions& options) {
  const std::vector<Failures> groups = grouped_failures(lab);
  if (groups.empty()) {
    return;
  }
  const Node part = add_part(section, "What failed");
  Node place = part;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (i == kMostFailures) {
      place = add_details(part, fmt::format("{} more", groups.size() - kMostFailures));
    }
    add_failure(place, lab, groups[i], options);
  }
}

void add_check(Node table, const Check& check) {
  const Node row = add(table, "tr");
  const bool is_run = check.outcome != CheckOutcome::not_run;
  const auto [classes, mark] = check.status() == Status::passed ? std::pair{"good", "\u2713"}
                               : check.status() == Status::failed && is_run
                                   ? std::pair{"bad", "\u2717"}
                                   : std::pair{"dim", "\u2013"};
  add(row, "td", classes, mark);
  const Node what = add(row, "td", "", check.name);
  if (check.status() == Status::failed) {
    add(what, "span", "dim", fmt::format(" {}", is_run ? name(check.verdict) : kNotRun));
  } else if (check.status() == Status::not_graded) {
    const std::vector<std::string> lines = split_lines(message(check));
    add(what, "span", "dim", ' ' + (lines.empty() ? kNotRun : lines.front()));
  } else if (check.shape && !check.shape->reason.empty()) {
    add(what, "span", "dim", ' ' + check.shape->reason);
  }
  add(row, "td", "points",
      check.max_points == 0 ? "" : fmt::format("{}/{}", check.points(), check.max_points));
}

}  // namespace

void add_checks(Node section, const LabResult& lab, const HtmlOptions& options) {
  add_failures(section, lab, options);
  if (lab.checks.empty()) {
    return;
  }
  const auto passed = std::ranges::count(lab.checks, Status::passed, &Check::status);
  const auto open = std::ranges::count(lab.checks, Status::not_graded, &Check::status);
  const Node details =
      add_details(add_part(section, "Checks"),
                  fmt::format("{} of {} passed{}", passed, lab.checks.size(),
                              open == 0 ? "" : fmt::format(", {} not graded", open)));
  const Node table = add(add(details, "div", "scroll"), "table", "checks");
  for (const Check& check : lab.checks) {
    add_check(table, check);
  }
}

}  // namespace gemmlab::html

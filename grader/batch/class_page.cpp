// The class on one page.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "grader/batch/class_files.h"
#include "grader/batch/class_page_parts.h"
#include "grader/batch/csv.h"
#include "grader/batch/review_flags.h"
#include "grader/report/html/element.h"
#include "grader/report/html/sections.h"
#include "grader/report/html/style.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace html {
namespace {

// Beside the look that it shares with a student's own report.
constexpr char kClassStyle[] = R"css(
.class table { font-size: 14px; }
.class td:last-child, .class th:last-child { padding-right: 0; }
.class .facts { margin-top: 14px; }
.class .num { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.class .bars { fill: var(--accent); }
.class .ratio { display: inline-block; height: 8px; border-radius: 2px; background: var(--accent); }
.class details { margin-top: 10px; }
.class td.mono { white-space: nowrap; }
.class .what { overflow-wrap: anywhere; min-width: 150px; }
)css";

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::vector<double> totals_of(const std::vector<StudentGrade>& grades) {
  std::vector<double> totals;
  for (const StudentGrade& grade : grades) {
    if (grade.total) {
      totals.push_back(*grade.total);
    }
  }
  return totals;
}

void add_head(Node main,
              const std::vector<Record>& records,
              const std::vector<double>& totals,
              const CoursePolicy& policy) {
  const Node head = add(main, "header");
  add(head, "p", "brand", "gemmlab");
  add(head, "h1", "", policy.title.empty() ? "The class" : policy.title);
  add(head, "p", "lead",
      counted(records.size(), "student") +
          (totals.empty() ? "" : fmt::format(", median {} of 100", short_number(median(totals)))) +
          (totals.size() < records.size()
               ? fmt::format(", {} without a total: see below", records.size() - totals.size())
               : ""));
  std::map<std::string, int> levels, machines;
  for (const Record& record : records) {
    ++levels[record.sandbox.name.empty() ? "none" : record.sandbox.name];
    ++machines[record.result.device];
  }
  const Node facts = add(head, "dl", "facts");
  for (const auto& [what, values] :
       {std::pair{"machine", machines}, std::pair{"sandbox", levels}}) {
    for (const auto& [value, count] : values) {
      add(facts, "dt", "", what);
      add(facts, "dd", "", fmt::format("{} ({})", value, counted(count, "submission")));
    }
  }
}

void add_distribution(Node main, const std::vector<double>& totals) {
  if (totals.empty()) {
    return;
  }
  constexpr int kBins = 10;
  constexpr double kWide = 32, kHigh = 120, kFoot = 20, kTop = 16;
  std::array<int, kBins> counts{};
  for (const double total : totals) {
    ++counts[std::clamp(int(total / kBins), 0, kBins - 1)];
  }
  const int most = *std::max_element(counts.begin(), counts.end());
  const Node part = add_part(main, "Totals");
  const Node svg =
      add_svg(part, kBins * kWide, kTop + kHigh + kFoot, "how many students have which total");
  for (int bin = 0; bin < kBins; ++bin) {
    const double high = kHigh * counts[bin] / most, x = bin * kWide;
    const Node bar = add_rect(svg, x + 2, kTop + kHigh - high, kWide - 4, high, "bars");
    add_title(bar, fmt::format("{} to {}: {}", 10 * bin, 10 * bin + (bin == kBins - 1 ? 10 : 9),
                               counted(counts[bin], "student")));
    add_label(svg, x + kWide / 2, kTop + kHigh - high - 4,
              counts[bin] > 0 ? std::to_string(counts[bin]) : "", "n");
    add_label(svg, x + kWide / 2, kTop + kHigh + 14, std::to_string(10 * bin), "n dim");
  }
}

void add_review_flags(Node main, const std::vector<Record>& records) {
  const Node part = add_part(main, "Who needs a look");
  const std::vector<ReviewFlag> flags = review_flags(records);
  if (flags.empty()) {
    add(part, "p", "dim", "nobody");
    return;
  }
  const Node table = add_table(part, {"student", "lab", "what there is"});
  for (const ReviewFlag& flag : flags) {
    const Node row = add(table, "tr");
    add(row, "td", "mono", flag.student);
    add(row, "td", "", flag.lab);
    add(row, "td", "what", flag.what);
  }
}

void add_shared_files(Node main, const std::vector<Record>& records) {
  const std::vector<SharedFile> shared = shared_files(records);
  if (shared.empty()) {
    return;
  }
  constexpr std::size_t kShown = 6;
  const Node part = add_part(main, "The same file, byte for byte");
  const Node table = add_table(part, {"lab", "students", "who handed it in"});
  for (const SharedFile& file : shared) {
    const Node row = add(table, "tr");
    add(row, "td", "", file.lab);
    add(row, "td", "num", std::to_string(file.students.size()));
    const Node cell = add(row, "td", "what");
    const auto rest = file.students.begin() + std::min(kShown, file.students.size());
    add(cell, "span", "mono", fmt::format("{}", fmt::join(file.students.begin(), rest, ", ")));
    if (rest != file.students.end()) {
      const Node more = add(cell, "details");
      add(more, "summary", "", fmt::format("and {} more", file.students.end() - rest));
      add(more, "span", "mono", fmt::format("{}", fmt::join(rest, file.students.end(), ", ")));
    }
  }
}

void add_grades(Node main, const std::vector<StudentGrade>& grades, const std::vector<Lab>& labs) {
  const Node details = add(add_part(main, "Every student"), "details");
  add(details, "summary", "", "points of each lab");
  std::vector<std::string> heads{"student"};
  for (const Lab& lab : labs) {
    heads.push_back(lab.id);
  }
  heads.insert(heads.end(), {"total", "not graded"});
  const Node table = add_table(details, heads);
  for (const StudentGrade& grade : grades) {
    const Node row = add(table, "tr");
    add(row, "td", "mono", grade.student);
    for (const LabGrade& lab : grade.labs) {
      const Node cell = add(row, "td", "num", lab.points ? short_number(*lab.points) : "\u2013");
      set(cell, "title",
          lab.days_late > 0
              ? fmt::format("{}, {} late", name(lab.verdict), counted(lab.days_late, "day"))
              : std::string(name(lab.verdict)));
    }
    add(row, "td", "num", grade.total ? short_number(*grade.total) : "\u2013");
    add(row, "td", "num", grade.total ? short_number(grade.not_graded) : "\u2013");
  }
}

}  // namespace
}  // namespace html

std::string class_page(const std::vector<Record>& records,
                       const std::vector<StudentGrade>& grades,
                       const CoursePolicy& policy,
                       const std::vector<Lab>& labs) {
  pugi::xml_document document;
  const html::Node main = html::add(document, "main", "class");
  const std::vector<double> totals = html::totals_of(grades);
  html::add_head(main, records, totals, policy);
  html::add_distribution(main, totals);
  html::add_lab_table(main, records, labs);
  html::add_review_flags(main, records);
  html::add_shared_files(main, records);
  html::add_speed_ladder(main, records, labs);
  html::add_grades(main, grades, labs);
  return html::page("gemmlab: the class", std::string(html::kStyle) + html::kClassStyle, document);
}

}  // namespace gemmlab

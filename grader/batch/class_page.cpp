// The class on one page.
#include <fmt/ranges.h>

#include <ranges>

#include "grader/batch/class_files.h"
#include "grader/batch/class_style.h"
#include "grader/core/source/hints.h"
#include "grader/report/console.h"
#include "grader/report/html/sections.h"
#include "grader/report/html/style.h"

namespace gemmlab {
namespace html {
namespace {

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

void add_head(Node main, const std::vector<Record>& records, const std::vector<double>& totals,
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

using Bars = std::vector<std::pair<std::string, int>>;  // what a bar is, and how many it has

void add_histogram(Node part, const std::string& what, const Bars& bars) {
  constexpr double kWide = 48, kHigh = 120, kFoot = 20, kTop = 16;
  const int most = std::ranges::max(bars | std::views::values);
  add(part, "h3", "", what);
  const Node svg = add_svg(add_picture_box(part), double(bars.size()) * kWide, kTop + kHigh + kFoot,
                           "number of students by " + what);
  double x = 0;
  for (const auto& [label, count] : bars) {
    const double high = most == 0 ? 0 : kHigh * count / most;
    add_title(add_rect(svg, x + 2, kTop + kHigh - high, kWide - 4, high, "bars"),
              fmt::format("{}: {}", label, counted(count, "student")));
    add_label(svg, x + kWide / 2, kTop + kHigh - high - 4, count > 0 ? std::to_string(count) : "",
              "n");
    add_label(svg, x + kWide / 2, kTop + kHigh + 14, label, "n dim");
    x += kWide;
  }
}

// A bar for each range that begins with a number of `from`, the first also for what is below.
Bars bars_of(const std::vector<double>& values, const std::vector<double>& from) {
  Bars bars;
  for (const double each : from) {
    bars.emplace_back(short_number(each), 0);
  }
  for (const double value : values) {
    const auto above = std::ranges::upper_bound(from, value) - from.begin();
    ++bars[std::size_t(std::max<std::ptrdiff_t>(above, 1) - 1)].second;
  }
  return bars;
}

void add_distributions(Node main, const std::vector<Record>& records,
                       const std::vector<StudentGrade>& grades, const std::vector<double>& totals) {
  std::vector<double> days, ratios;
  for (const StudentGrade& grade : grades) {
    for (const LabGrade& lab : grade.labs) {
      if (lab.due && lab.submitted) {
        days.push_back(double(*lab.submitted - *lab.due) / (24 * 60 * 60));
      }
    }
  }
  for (const Record& record : records) {
    for (const LabResult& lab : record.result.labs) {
      if (lab.speed && lab.speed->ratio > 0) {
        ratios.push_back(lab.speed->ratio);
      }
    }
  }
  const Node part = add_part(main, "Distributions", "h2");
  for (const auto& [what, values, from] :
       {std::tuple{"total, of 100", &totals,
                   std::vector<double>{0, 10, 20, 30, 40, 50, 60, 70, 80, 90}},
        {"days after the due date, of each lab", &days, {-30, -7, -3, -1, 0, 1, 2, 3, 7}},
        {"speed over the required kernel, of each lab",
         &ratios,
         {0, 0.5, 0.75, 1, 1.25, 1.5, 2, 4, 8}}}) {
    if (!values->empty()) {
      add_histogram(part, what, bars_of(*values, from));
    }
  }
}

// One name, or how many, with the names folded.
void add_names(Node cell, const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 6;
  const auto rest = names.begin() + std::min(kShown, names.size());
  add(cell, "span", "mono", fmt::format("{}", fmt::join(names.begin(), rest, ", ")));
  if (rest != names.end()) {
    const Node more = add_details(cell, fmt::format("and {} more", names.end() - rest));
    add(more, "span", "mono", fmt::format("{}", fmt::join(rest, names.end(), ", ")));
  }
}

// A row for what several students share: its cells, how many they are, and their names.
using Shared = std::vector<std::pair<std::vector<std::string>, std::vector<std::string>>>;

void add_shared(Node main, const char* title, std::vector<std::string> heads, const Shared& rows) {
  if (rows.empty()) {
    return;
  }
  heads.insert(heads.end(), {"students", "who"});
  const Node table = add_table(add_part(main, title, "h2"), heads, "sortable");
  for (const auto& [cells, students] : rows) {
    const Node row = add(table, "tr");
    for (const std::string& cell : cells) {
      add(row, "td", &cell == &cells[0] ? "" : "what", cell);
    }
    add(row, "td", "num", std::to_string(students.size()));
    add_names(add(row, "td", "what"), students);
  }
}

// Alike flags become one row.
Shared folded(const std::vector<ReviewFlag>& flags) {
  Shared rows;
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  for (const ReviewFlag& flag : flags) {
    const auto [place, is_new] = places.try_emplace({flag.lab, flag.what}, rows.size());
    if (is_new) {
      rows.push_back({{flag.lab, flag.what}, {}});
    }
    rows[place->second].second.push_back(flag.student);
  }
  return rows;
}

// The same by lab, most frequent first.
Shared ranked(const std::vector<ReviewFlag>& flags) {
  Shared rows = folded(flags);
  std::ranges::stable_sort(rows, [](const auto& a, const auto& b) {
    return std::pair(a.first[0], b.second.size()) < std::pair(b.first[0], a.second.size());
  });
  return rows;
}

// What most likely is wrong, and the step of the skeleton that it is about.
Shared causes(const std::vector<Record>& records) {
  std::vector<ReviewFlag> flags;
  for (const Record& record : records) {
    for (const LabResult& lab : record.result.labs) {
      const std::vector<Failures> failures = grouped_failures(lab);
      if (failures.empty() || lab.infrastructure || !record.infrastructure.empty()) {
        continue;
      }
      const Check& check = *failures[0][0];
      std::string what(name(check.verdict));
      what += check.cause ? ": " + words_of_name(std::string(name_of(*check.cause))) : "";
      what += check.hint.empty() ? "" : ", at TODO(" + check.hint + ")";
      flags.push_back({record.student, lab.id, what});
    }
  }
  return ranked(flags);
}

// Files that several students submitted, identical byte for byte; not the skeleton.
Shared identical_files(const std::vector<Record>& records) {
  std::vector<ReviewFlag> files;
  for (const Record& record : records) {
    for (const LabResult& lab : record.result.labs) {
      if (!lab.source_sha256.empty() && lab.verdict != Verdict::not_started) {
        files.push_back({record.student, lab.id, lab.source_sha256});
      }
    }
  }
  Shared rows = ranked(files);
  std::erase_if(rows, [](const auto& row) { return row.second.size() < 2; });
  for (auto& [cells, students] : rows) {
    cells.pop_back();
  }
  return rows;
}

void add_labs(Node main, const std::vector<Record>& records, const std::vector<Lab>& labs) {
  const Node table = add_table(add_part(main, "Labs", "h2"), {"lab", "passed"}, "sortable");
  for (const Lab& lab : labs) {
    int passed = 0, all = 0;
    for (const Record& record : records) {
      const LabResult* result = record.infrastructure.empty() ? result_of(record, lab.id) : nullptr;
      all += result != nullptr && !result->infrastructure;
      passed += result != nullptr && result->verdict == Verdict::passed;
    }
    add_row(table, {{"", fmt::format("{} {}", lab.id, lab.title)},
                    {"num", fmt::format("{} of {}", passed, all)}});
  }
}

// `grades` is in the order of the records.
void add_grades(Node main, const std::vector<Record>& records,
                const std::vector<StudentGrade>& grades, const std::vector<Lab>& labs) {
  const Node part = add_part(main, "Every student", "h2");
  std::vector<std::string> heads{"student"};
  std::ranges::transform(labs, std::back_inserter(heads), &Lab::id);
  heads.insert(heads.end(), {"total", "not graded", "days late", "rules"});
  const Node table = add_table(part, heads, "sortable filtered");
  for (std::size_t i = 0; i < grades.size(); ++i) {
    const StudentGrade& grade = grades[i];
    const Node row = add_row(table, {{"mono", grade.student}});
    int days = 0;
    for (const LabGrade& lab : grade.labs) {
      const LabResult* result = result_of(records[i], lab.id);
      const bool is_timed = result != nullptr && result->speed && result->speed->ratio > 0;
      const Node cell = add(row, "td", "num", shown(lab.points, lab.counts ? "\u2013" : "excused"));
      add(cell, "small", "dim",
          fmt::format(" {}{}", name(lab.verdict),
                      is_timed ? fmt::format(" {:.2f}\u00d7", result->speed->ratio) : ""));
      days += lab.days_late;
    }
    add(row, "td", "num", shown(grade.total, "\u2013"));
    add(row, "td", "num", grade.total ? short_number(grade.not_graded) : "\u2013");
    add(row, "td", "num", std::to_string(days));
    add(row, "td", "what", steps_of(grade));
  }
}

}  // namespace
}  // namespace html

std::string class_page(const std::vector<Record>& records, const std::vector<ReviewFlag>& flags,
                       const std::vector<StudentGrade>& grades, const CoursePolicy& policy,
                       const std::vector<Lab>& labs) {
  pugi::xml_document document;
  const html::Node main = html::add(document, "main", "class");
  std::vector<double> totals;
  for (const StudentGrade& grade : grades) {
    if (grade.total) {
      totals.push_back(*grade.total);
    }
  }
  html::add_head(main, records, totals, policy);
  html::add_labs(main, records, labs);
  html::add_shared(main, "Causes", {"lab", "cause"}, html::causes(records));
  html::add_shared(main, "To check by hand", {"lab", "reason"}, html::folded(flags));
  html::add_shared(main, "Identical files", {"lab"}, html::identical_files(records));
  html::add_grades(main, records, grades, labs);
  html::add_distributions(main, records, grades, totals);
  return html::page("gemmlab: the class", std::string(html::kStyle) + html::kClassStyle, document,
                    html::kClassScript);
}

}  // namespace gemmlab

// The class on one page.
#include <fmt/ranges.h>

#include "grader/batch/class_files.h"
#include "grader/batch/class_style.h"
#include "grader/core/source/hints.h"
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
  const int most = *std::ranges::max_element(counts);
  const Node part = add_part(main, "Totals");
  const Node svg =
      add_svg(part, kBins * kWide, kTop + kHigh + kFoot, "number of students by total");
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

void add_review_flags(Node main, const std::vector<ReviewFlag>& flags) {
  const Node part = add_part(main, "To check by hand");
  if (flags.empty()) {
    add(part, "p", "dim", "none");
    return;
  }
  const Node table = add_table(part, {"student", "lab", "reason"});
  for (const ReviewFlag& flag : flags) {
    add_row(table, {{"mono", flag.student}, {"", flag.lab}, {"what", flag.what}});
  }
}

void add_shared_files(Node main, const std::vector<Record>& records) {
  const std::vector<SharedFile> shared = shared_files(records);
  if (shared.empty()) {
    return;
  }
  constexpr std::size_t kShown = 6;
  const Node part = add_part(main, "Identical files");
  const Node table = add_table(part, {"lab", "students", "handed in by"});
  for (const SharedFile& file : shared) {
    const Node row =
        add_row(table, {{"", file.lab}, {"num", std::to_string(file.students.size())}});
    const Node cell = add(row, "td", "what");
    const auto rest = file.students.begin() + std::min(kShown, file.students.size());
    add(cell, "span", "mono", fmt::format("{}", fmt::join(file.students.begin(), rest, ", ")));
    if (rest != file.students.end()) {
      const Node more = add_details(cell, fmt::format("and {} more", file.students.end() - rest));
      add(more, "span", "mono", fmt::format("{}", fmt::join(rest, file.students.end(), ", ")));
    }
  }
}

// The lab's result for each student whose result counts.
std::vector<std::pair<const Record*, const LabResult*>> results_of(
    const std::vector<Record>& records, const Lab& lab) {
  std::vector<std::pair<const Record*, const LabResult*>> results;
  for (const Record& record : records) {
    const LabResult* result = record.infrastructure.empty() ? result_of(record, lab.id) : nullptr;
    if (result != nullptr && !result->infrastructure) {
      results.emplace_back(&record, result);
    }
  }
  return results;
}

// "12 x RACE, 3 x PARTIAL": the three most frequent.
std::string commonest(const std::map<std::string, int>& counts) {
  std::vector<std::pair<std::string, int>> sorted(counts.begin(), counts.end());
  std::ranges::stable_sort(sorted, std::ranges::greater(),
                           [](const auto& each) { return each.second; });
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(sorted.size(), 3); ++i) {
    text += fmt::format("{}{} \u00d7 {}", i == 0 ? "" : ", ", sorted[i].second, sorted[i].first);
  }
  return text;
}

// A row per lab: how many passed, the most frequent verdicts, and the diagnoses of wrong values.
void add_lab_table(Node main, const std::vector<Record>& records, const std::vector<Lab>& labs) {
  const Node table = add_table(add_part(main, "Labs"),
                               {"lab", "passed", "other verdicts", "causes of wrong values"});
  for (const Lab& lab : labs) {
    const auto results = results_of(records, lab);
    std::map<std::string, int> verdicts, diagnoses;
    std::size_t passed = 0;
    for (const auto& [record, result] : results) {
      passed += result->verdict == Verdict::passed;
      if (result->verdict != Verdict::passed) {
        ++verdicts[std::string(name(result->verdict))];
      }
      const auto named = std::ranges::find_if(
          result->checks, [](const Check& check) { return check.cause.has_value(); });
      if (named != result->checks.end()) {
        ++diagnoses[words_of_name(std::string(name_of(*named->cause)))];
      }
    }
    add_row(table, {{"", fmt::format("{} {}", lab.id, lab.title)},
                    {"num", fmt::format("{} of {}", passed, results.size())},
                    {"what", commonest(verdicts)},
                    {"what", commonest(diagnoses)}});
  }
}

// Each lab's measured speed-ups, fastest first; nothing without measurements.
void add_speed_ladder(Node main, const std::vector<Record>& records, const std::vector<Lab>& labs) {
  Node part;
  for (const Lab& lab : labs) {
    auto results = results_of(records, lab);
    std::erase_if(results, [](const auto& result) {
      return !result.second->speed || result.second->speed->ratio <= 0;
    });
    if (results.empty()) {
      continue;
    }
    std::ranges::stable_sort(results, [](const auto& a, const auto& b) {
      return a.second->speed->ratio > b.second->speed->ratio;
    });
    part = part ? part : add_part(main, "Speed ladder");
    const Speed& fastest = *results[0].second->speed;
    const std::string summary =
        fmt::format("{} {}: {} over {}, fastest {:.2f}\u00d7", lab.id, lab.title,
                    counted(results.size(), "student"),
                    fastest.baseline.empty() ? fastest.over : fastest.baseline, fastest.ratio);
    const Node table = add_table(add_details(part, summary), {"student", "speed-up", ""});
    for (const auto& [record, result] : results) {
      const double ratio = result->speed->ratio;
      const Node row =
          add_row(table, {{"mono", record->student}, {"num", fmt::format("{:.2f}\u00d7", ratio)}});
      set(add(add(row, "td"), "i", "ratio"), "style",
          fmt::format("width:{:.0f}px", std::max(1.0, 240 * ratio / fastest.ratio)));
    }
  }
}

void add_grades(Node main, const std::vector<StudentGrade>& grades, const std::vector<Lab>& labs) {
  const Node details = add_details(add_part(main, "Every student"), "points of each lab");
  std::vector<std::string> heads{"student"};
  std::ranges::transform(labs, std::back_inserter(heads), &Lab::id);
  heads.insert(heads.end(), {"total", "not graded"});
  const Node table = add_table(details, heads);
  for (const StudentGrade& grade : grades) {
    const Node row = add_row(table, {{"mono", grade.student}});
    for (const LabGrade& lab : grade.labs) {
      set(add(row, "td", "num", lab.points ? short_number(*lab.points) : "\u2013"), "title",
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

std::vector<SharedFile> shared_files(const std::vector<Record>& records) {
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> students;  // lab, sum
  for (const Record& record : records) {
    for (const LabResult& lab : record.result.labs) {
      if (!lab.source_sha256.empty() && lab.verdict != Verdict::not_started) {
        students[{lab.id, lab.source_sha256}].push_back(record.student);
      }
    }
  }
  std::erase_if(students, [](const auto& file) { return file.second.size() < 2; });
  std::vector<SharedFile> shared;
  for (auto& [file, sharing] : students) {
    shared.push_back({file.first, std::move(sharing)});
  }
  std::ranges::stable_sort(shared, [](const SharedFile& a, const SharedFile& b) {
    return a.lab != b.lab ? a.lab < b.lab : a.students.size() > b.students.size();
  });
  return shared;
}

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
  html::add_distribution(main, totals);
  html::add_lab_table(main, records, labs);
  html::add_review_flags(main, flags);
  html::add_shared_files(main, records);
  html::add_speed_ladder(main, records, labs);
  html::add_grades(main, grades, labs);
  return html::page("gemmlab: the class", std::string(html::kStyle) + html::kClassStyle, document);
}

}  // namespace gemmlab

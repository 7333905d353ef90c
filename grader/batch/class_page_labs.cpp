#include <algorithm>
#include <map>

#include "grader/batch/class_page_parts.h"
#include "grader/report/html/sections.h"

namespace gemmlab::html {
namespace {

// The lab's result of each student that has one which counts.
std::vector<std::pair<const Record*, const LabResult*>> results_of(
    const std::vector<Record>& records, const Lab& lab) {
  std::vector<std::pair<const Record*, const LabResult*>> results;
  for (const Record& record : records) {
    for (const LabResult& result : record.result.labs) {
      if (result.id == lab.id && record.infrastructure.empty() && !result.infrastructure) {
        results.emplace_back(&record, &result);
      }
    }
  }
  return results;
}

// "12 x RACE, 3 x PARTIAL": the three commonest.
std::string commonest(const std::map<std::string, int>& counts) {
  std::vector<std::pair<std::string, int>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(sorted.size(), 3); ++i) {
    text += fmt::format("{}{} \u00d7 {}", i == 0 ? "" : ", ", sorted[i].second, sorted[i].first);
  }
  return text;
}

// "shifted_by_one": "shifted by one".
std::string in_words(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

}  // namespace

Node add_table(Node parent, const std::vector<std::string>& heads) {
  const Node table = add(add(parent, "div", "scroll"), "table");
  const Node row = add(table, "tr");
  for (const std::string& head : heads) {
    add(row, "th", "", head);
  }
  return table;
}

void add_lab_table(Node main, const std::vector<Record>& records, const std::vector<Lab>& labs) {
  const Node table = add_table(add_part(main, "Labs"), {"lab", "passed", "commonest verdicts else",
                                                        "what wrong values looked like"});
  for (const Lab& lab : labs) {
    const auto results = results_of(records, lab);
    std::map<std::string, int> verdicts, diagnoses;
    std::size_t passed = 0;
    for (const auto& [record, result] : results) {
      passed += result->verdict == Verdict::passed;
      if (result->verdict != Verdict::passed) {
        ++verdicts[std::string(name(result->verdict))];
      }
      const auto named = std::find_if(result->checks.begin(), result->checks.end(),
                                      [](const Check& check) { return check.cause.has_value(); });
      if (named != result->checks.end()) {
        ++diagnoses[in_words(std::string(name_of(*named->cause)))];
      }
    }
    const Node row = add(table, "tr");
    add(row, "td", "", fmt::format("{} {}", lab.id, lab.title));
    add(row, "td", "num", fmt::format("{} of {}", passed, results.size()));
    add(row, "td", "what", commonest(verdicts));
    add(row, "td", "what", commonest(diagnoses));
  }
}

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
    std::stable_sort(results.begin(), results.end(), [](const auto& a, const auto& b) {
      return a.second->speed->ratio > b.second->speed->ratio;
    });
    part = part ? part : add_part(main, "Speed ladder");
    const Speed& fastest = *results[0].second->speed;
    const Node details = add(part, "details");
    add(details, "summary", "",
        fmt::format("{} {}: {} over {}, fastest {:.2f}\u00d7", lab.id, lab.title,
                    counted(results.size(), "student"),
                    fastest.baseline.empty() ? fastest.over : fastest.baseline, fastest.ratio));
    const Node table = add_table(details, {"student", "speed-up", ""});
    for (const auto& [record, result] : results) {
      const double ratio = result->speed->ratio;
      const Node row = add(table, "tr");
      add(row, "td", "mono", record->student);
      add(row, "td", "num", fmt::format("{:.2f}\u00d7", ratio));
      set(add(add(row, "td"), "i", "ratio"), "style",
          fmt::format("width:{:.0f}px", std::max(1.0, 240 * ratio / fastest.ratio)));
    }
  }
}

}  // namespace gemmlab::html

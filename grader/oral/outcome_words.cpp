#include "grader/oral/outcome_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "grader/core/foreign_text.h"
#include "grader/report/excerpt.h"
#include "grader/report/text.h"
#include "grader/report/words/check_words.h"
#include "grader/report/words/count.h"

namespace gemmlab {
namespace {

const Check* values_of(const LabResult& result) {
  const auto check = std::ranges::find(result.checks, CheckKind::values, &Check::kind);
  return check == result.checks.end() ? nullptr : &*check;
}

// One kind of access, as a paragraph names it.
struct MemoryUse {
  AccessCounts RunCounts::*of_run;
  AccessCounts LineMetrics::*of_line;
  std::string_view name, unit;
};
constexpr auto kUses = std::to_array<MemoryUse>({
    {&RunCounts::global_load, &LineMetrics::global_load, "Loads from global memory", "sector"},
    {&RunCounts::global_store, &LineMetrics::global_store, "Stores to global memory", "sector"},
    {&RunCounts::shared_load, &LineMetrics::shared_load, "Loads from shared memory", "wavefront"},
    {&RunCounts::shared_store, &LineMetrics::shared_store, "Stores to shared memory", "wavefront"},
});

std::map<int, AccessCounts> by_line(const Metrics& metrics, const MemoryUse& use) {
  std::map<int, AccessCounts> lines;
  for (const LineMetrics& line : metrics.lines) {
    const AccessCounts& counts = line.*use.of_line;
    if (!line.source.empty() && counts.requests > 0) {
      lines[line.line] += counts;
    }
  }
  return lines;
}

// " (line 31: 4 a request before, 32 after)"
std::string changed_lines(const Metrics& before, const Metrics& after, const MemoryUse& use) {
  const std::map<int, AccessCounts> now = by_line(after, use);
  std::string text;
  for (const auto& [line, counts] : by_line(before, use)) {
    const auto changed = now.find(line);
    if (changed != now.end() && a_request(changed->second) != a_request(counts)) {
      text += fmt::format("{}line {}: {} a request before, {} after", text.empty() ? "" : "; ",
                          line, a_request(counts), a_request(changed->second));
    }
  }
  return text.empty() ? "" : fmt::format(" ({})", text);
}

}  // namespace

bool is_telling(const LabResult& result) {
  const Check* const check = values_of(result);
  return !result.infrastructure && check != nullptr &&
         result.verdict != Verdict::does_not_compile &&
         (check->outcome == CheckOutcome::passed || check->outcome == CheckOutcome::failed);
}

bool is_right(const LabResult& result) {
  const Check* const check = values_of(result);
  return check != nullptr && check->outcome == CheckOutcome::passed;
}

std::string a_request(const AccessCounts& counts) {
  return short_number(double(counts.units) / double(counts.requests));
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  }
  return text;
}

std::string listed(const std::vector<Shape>& shapes) {
  std::vector<std::string> words;
  std::ranges::transform(shapes, std::back_inserter(words),
                         [](const Shape& shape) { return extents(shape); });
  return listed(words);
}

std::vector<std::string> said_of(const Check& check, Repairs repairs, Causes causes) {
  Check told = check;
  if (causes == Causes::guessed) {
    told.cause.reset();
    told.tell.reset();
    told.warnings.clear();
  }
  std::vector<std::string> rows =
      split_lines(printable(message(told, {.with_map = false, .repairs = repairs})));
  std::erase_if(rows, [](const std::string& row) { return row.starts_with(' '); });
  return rows;
}

std::string outcome(const LabResult& result, int changed) {
  const Check* const check = values_of(result);
  if (check == nullptr || check->outcome == CheckOutcome::passed) {
    return "C is right, and nothing else is found";
  }
  const int line = check->file().empty() ? check->line().value_or(0) : 0;
  const Causes causes = changed > 0 && line == changed ? Causes::known : Causes::guessed;
  std::string said;
  for (const std::string& row : said_of(*check, Repairs::shown, causes)) {
    said += (said.empty() ? "" : " ") + row;
  }
  // Of wrong values alone the line is that of the cause.
  const bool is_line_known = causes == Causes::known || !is_about_values(check->verdict);
  return printable(fmt::format("{}{}: {}", name(check->verdict),
                               line > 0 && is_line_known ? fmt::format(", line {}", line) : "",
                               said));
}

std::vector<std::string> outcomes(const std::vector<Shape>& shapes,
                                  const std::vector<LabResult>& results, int changed) {
  std::vector<Shape> right;
  std::vector<std::pair<std::string, std::vector<std::size_t>>> found;  // by verdict and line
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (is_right(results[i])) {
      right.push_back(shapes[i]);
      continue;
    }
    const Check& check = *values_of(results[i]);
    const std::string key = fmt::format("{} {}", name(check.verdict), check.line().value_or(0));
    const auto same = std::ranges::find(found, key, [](const auto& each) { return each.first; });
    if (same == found.end()) {
      found.push_back({key, {i}});
    } else {
      same->second.push_back(i);
    }
  }
  std::vector<std::string> text;
  if (!right.empty()) {
    text.push_back(fmt::format("{}: C is right, and nothing is found.", listed(right)));
  }
  for (const auto& [key, at] : found) {
    std::vector<Shape> there;
    for (const std::size_t i : at) {
      there.push_back(shapes[i]);
    }
    text.push_back(fmt::format(
        "{}: {}{}", listed(there), outcome(results[at.front()], changed),
        at.size() > 1 ? fmt::format(" (At {}; alike at the others.)", extents(there.front()))
                      : ""));
  }
  return text;
}

std::vector<std::string> differences(const Metrics& before, const Metrics& after) {
  std::vector<std::string> text;
  for (const MemoryUse& use : kUses) {
    const AccessCounts &was = before.*use.of_run, &now = after.*use.of_run;
    if (was.requests != now.requests || was.units != now.units) {
      text.push_back(fmt::format("{}: {} and {} before, {} and {} after{}.", use.name,
                                 counted(was.requests, "request"), counted(was.units, use.unit),
                                 counted(now.requests, "request"), counted(now.units, use.unit),
                                 changed_lines(before, after, use)));
    }
  }
  return text;
}

}  // namespace gemmlab

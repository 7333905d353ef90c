// The largest result that a submission can cause: every text as long as its bound allows, and made
// of what each format writes longest.
#include <gtest/gtest.h>

#include "common/facts/counts.h"
#include "grader/core/facts/check.h"
#include "grader/core/facts/refusal.h"
#include "grader/core/foreign_text.h"
#include "grader/core/metrics.h"
#include "grader/core/result.h"
#include "grader/report/console.h"
#include "grader/report/html/html_options.h"
#include "grader/report/html/page.h"
#include "grader/report/json.h"
#include "grader/report/sample_result.h"

namespace gemmlab {
namespace {

constexpr std::size_t kMost = 1 << 20;  // bytes of a lab's part of a result

// What each format writes longest: in HTML &quot; and &lt;, in JSON \" and U+FFFD, and \u0001.
std::string kPart = "\"<\xff";

std::string many(std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) {
    text += kPart;
  }
  return text;
}

// As evidence.cpp keeps names of files and lines of them.
std::string as_kept() {
  return ForeignText(many(kNameCut.bytes), kNameCut).text();
}

// As long as a worker's message may be.
Metrics worst_metrics() {
  const std::string name(100, 'x');
  const AccessCounts counts{~0ull, ~0ull, ~0ull, ~0ull};
  WarpExample example{{~0u, ~0u, ~0u}, ~0u, name, {}, 4, {}, {}};
  example.extents.assign(8, INT64_MIN);
  example.lanes.assign(32, ~0u);
  example.offsets.assign(32, INT64_MIN);
  Metrics metrics;
  metrics.shape = {128, 128, 128, ""};
  metrics.launches.assign(64, {{~0u, ~0u, ~0u}, {~0u, ~0u, ~0u}, ~0ull, name, ~0ull});
  metrics.lines.assign(kMostLines, {as_kept(), INT_MAX, counts, counts, counts, counts, {}});
  for (LineMetrics& line : metrics.lines) {
    line.source = as_kept();
  }
  metrics.lines[0].places.assign(kMostPlaces,
                                 {INT_MAX, Space::global, false, ~0u, counts, example});
  return metrics;
}

LabResult worst_lab() {
  LabResult lab = failed_lab();
  lab.metrics = worst_metrics();
  CompilerErrors errors;
  for (int i = 0; i < 8; ++i) {  // 16 KiB together: first_diagnostics keeps no more
    errors.diagnostics.push_back({"kernel.cu", i, Severity::error, ForeignText(many(2000)),
                                  ForeignText(many(2000), kNameCut)});
  }
  lab.checks = {failed(planned_check("compiles", 0), Verdict::does_not_compile,
                       Refusal{ForeignText("kernel.cu"), 1, std::move(errors)}, {{"", 1}})};
  for (int i = 1; i <= 40; ++i) {
    lab.checks.push_back(failed(planned_check("values", 5), Verdict::race, race_finding(),
                                {{"", 20 * i}, {"", 20 * i + 5}, {"", 20 * i + 10}}));
  }
  lab.checks.push_back(failed(
      planned_check("file", 5), Verdict::does_not_compile,
      Refusal{ForeignText("kernel.cu"), 1, ToolStopped{.said = ForeignText(many(1 << 20))}}));
  lab.printed = ForeignText(many(1 << 20), {.bytes = 16 << 10, .lines = 64}).text();
  return lab;
}

// A source of that many lines, each of `bytes`.
std::string source_of(int lines, std::size_t bytes) {
  std::string text;
  for (int i = 0; i < lines; ++i) {
    text += many(bytes) + '\n';
  }
  return text;
}

TEST(WorstResult, StaysBelowAMegabyteWhateverIsEscaped) {
  for (const char* part : {"\x01", "\x7f", "\x1b[31m", "\n", "\t", "\\", "&'", "\u2028", "\xff"}) {
    kPart = part;
    EXPECT_LT(to_json(result_with(worst_lab())).size(), kMost) << testing::PrintToString(part);
  }
  kPart = "\"<\xff";
}

TEST(WorstResult, StaysBelowAMegabyteInEveryReport) {
  const Result result = result_with(worst_lab());
  const std::string json = to_json(result);
  EXPECT_LT(json.size(), kMost);
  EXPECT_GT(json.size(), kMost / 20) << "this is not the worst";
  for (const std::string& source :
       {std::string(kMost, '\n'), many(kMost), source_of(900, kMost / 900)}) {
    const auto read = [&](const std::string&) { return source; };
    HtmlOptions options;
    options.read_source = read;
    EXPECT_LT(to_html(result, options).size(), kMost);
    EXPECT_LT(console_report(result.labs[0], {.terminal = {}, .read_source = read}).size(), kMost);
  }
}

}  // namespace
}  // namespace gemmlab

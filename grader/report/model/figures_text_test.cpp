
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/model/figures.h"
#include "grader/report/model/model_text.h"
#include "grader/report/sample_terminal.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

TEST(FiguresText, ShowsEveryFigureComputedAndStated) {
  const FiguresReport report = figures_report(kPlain);
  EXPECT_EQ(report.differing, 0);
  for (const model::Figure& figure : model::figures()) {
    EXPECT_THAT(report.text, HasSubstr(std::string(figure.stated)));
  }
  EXPECT_THAT(report.text, ContainsRegex("150 GB/s allow +37.5 +37.5 GFLOP/s +agrees\n"));
  EXPECT_THAT(report.text, ContainsRegex("the same, as a kernel's time +4.0[0-9]* +87 ms +slips"));
  EXPECT_THAT(report.text, HasSubstr("All are as documented."));
  EXPECT_THAT(report.text, HasSubstr("a blog post on tiling"));
}

TEST(FiguresText, FitsItsTerminal) {
  for (const int width : {40, 59, 60, 80, 100}) {
    const Terminal terminal{.live = false, .color = false, .width = width};
    for (const std::string& line : split_lines(figures_report(terminal).text)) {
      EXPECT_LE(display_width(line), width) << line;
    }
  }
}

}  // namespace
}  // namespace gemmlab

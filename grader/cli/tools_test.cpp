// The small helpers of the commands: nearest words, progress lines, processes, meson's output.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "grader/cli/context.h"
#include "grader/core/nearest.h"
#include "grader/machine/toolchain.h"
#include "grader/process/child.h"
#include "grader/process/program.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

using testing::ElementsAre;

TEST(EditDistance, CountsSlips) {
  EXPECT_EQ(edit_distance("grade", "grade"), 0);
  EXPECT_EQ(edit_distance("grade", "garde"), 1);
  EXPECT_EQ(edit_distance("grade", "grde"), 1);
  EXPECT_EQ(edit_distance("", "hint"), 4);
  EXPECT_EQ(edit_distance("hint", "list"), 2);
}

TEST(DidYouMean, NamesTheNearestIfItIsNear) {
  const std::vector<std::string> labs{"naive_kernel", "tiled_kernel"};
  EXPECT_EQ(did_you_mean("tild_kernel", labs), " Did you mean 'tiled_kernel'?");
  EXPECT_EQ(did_you_mean("tiled", labs), " Did you mean 'tiled_kernel'?");
  EXPECT_EQ(did_you_mean("s1041", {"s1001", "s1014", "s1042"}), " Did you mean 's1014'?");
  EXPECT_EQ(did_you_mean("99", labs), "");
}

Context shown_on(std::ostream& out, const Terminal& terminal) {
  return {.paths = {},
          .labs = {},
          .state = {},
          .judge = {},
          .gpu = {},
          .out = out,
          .err = out,
          .terminal = terminal,
          .error_terminal = terminal};
}

TEST(ProgressLine, DrawsOverItselfOnATerminalAndLeavesNothing) {
  std::ostringstream out;
  const Context context = shown_on(out, {.live = true, .color = true, .width = 40});
  {
    ProgressLine line(context);
    line.show("one");
    line.show("two\n");
  }
  EXPECT_EQ(out.str(), "\r\x1b[Kone\r\x1b[Ktwo\n\r\x1b[K");
}

TEST(ProgressLine, IsOnePlainLineAtOnceElsewhere) {
  std::ostringstream out;
  const Context context = shown_on(out, {});
  {
    ProgressLine line(context);
    line.show("one");
    line.show("two");
  }
  EXPECT_EQ(out.str(), "one\n");
}

TEST(Process, GivesLinesAndExitCode) {
  std::vector<std::string> lines;
  const auto keep = [&](const std::string& line) { lines.push_back(line); };
  EXPECT_EQ(run_program({"sh", "-c", "echo one; echo two >&2; printf three; exit 5"}, keep), 5);
  EXPECT_THAT(lines, ElementsAre("one", "two", "three"));
}

TEST(Process, TellsOfSignalsAndOfProgramsThatAreNotThere) {
  const auto ignore = [](const std::string&) {};
  EXPECT_EQ(run_program({"sh", "-c", "kill -9 $$"}, ignore), 128 + 9);
  EXPECT_EQ(run_program({"gemmlab-no-such-program"}, ignore), 127);
}

TEST(PtxasOutput, TellsHowManyRegistersAKernelTakes) {
  EXPECT_EQ(registers_in("ptxas info    : Used 32 registers, used 1 barriers\n"
                         "ptxas info    : Used 124 registers, 8192 bytes smem\n"
                         "ptxas info    : Used 2 barriers\n"),
            124);
  EXPECT_EQ(registers_in("ptxas info    : 0 bytes gmem\n"), 0);
  EXPECT_EQ(registers_in(""), 0);
}

}  // namespace
}  // namespace gemmlab


#include "grader/report/model/model_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "grader/report/sample_terminal.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

using testing::HasSubstr;
using testing::Not;

ModelledLab textbook(const std::string& lab, int registers = 0) {
  return {lab + " kernel", *model::textbook_kernel(lab), registers};
}

std::string report(const std::vector<ModelledLab>& labs, const char* gpu,
                   const Terminal& terminal = kPlain) {
  return model_report(labs, model::device(gpu), "nvcc is not installed here", terminal);
}

// The words of a text, however it is broken into lines.
std::string joined(const std::string& text) {
  std::istringstream words(text);
  std::string all;
  for (std::string word; words >> word;) {
    all += (all.empty() ? "" : " ") + word;
  }
  return all;
}

TEST(ModelText, HasARowAndAReasonForEachLab) {
  const std::string text = joined(report({textbook("02"), textbook("06")}, "h200"));
  EXPECT_THAT(text, HasSubstr("02 kernel 68736 4.001 2.4 8.36"));
  EXPECT_THAT(text, HasSubstr("02 kernel: at most 8.36 TFLOP/s, by the L1/shared-memory pipe For "
                              "each multiply-add, a warp keeps the pipe to L1 and shared memory "
                              "busy for 2 clocks"));
  EXPECT_THAT(
      text,
      HasSubstr("each operation would move 2 bytes, and memory would allow only 2.4 TFLOP/s"));
  EXPECT_THAT(text, HasSubstr("06 kernel: at most 53.5 TFLOP/s, by issuing instructions"));
  EXPECT_THAT(text, HasSubstr("16 KiB of shared memory. An SM holds 8 at a time (64 of 64 warps, "
                              "100 %), limited by the 2048 threads of an SM."));
}

TEST(ModelText, CountsRegistersWhereTheyAreKnownAndSaysWhereNot) {
  EXPECT_THAT(joined(report({textbook("06", 124)}, "h200")),
              HasSubstr("An SM holds 2 at a time (16 of 64 warps, 25 %), limited by the 65536 "
                        "registers of an SM; a thread uses 124 registers. At 2048 there are 256 "
                        "blocks, and the GPU holds 264 at a time."));
  EXPECT_THAT(report({textbook("06", 124)}, "h200"), Not(HasSubstr("nvcc")));
  EXPECT_THAT(joined(report({textbook("06")}, "h200")),
              HasSubstr("is unknown, because nvcc is not installed here."));
}

TEST(ModelText, DoesNotSayTwiceWhatTwoLabsShare) {
  EXPECT_THAT(report({textbook("03"), textbook("04")}, "h200"),
              HasSubstr("Tiles, loads and bounds are the same as for 03 kernel."));
}

TEST(ModelText, TellsOfBlocksThatAnOldGPUCannotHold) {
  EXPECT_THAT(joined(report({textbook("03")}, "g80")),
              HasSubstr("A block is too large for this GPU"));
  EXPECT_THAT(joined(report({textbook("02")}, "k40")),
              HasSubstr("at most 144 GFLOP/s, by memory without cache hits Without cache hits each "
                        "operation moves 2 bytes, and memory delivers 288 GB/s. This GPU may cache "
                        "loads, so kernels can be faster."));
}

TEST(ModelText, FitsItsTerminal) {
  for (const int width : {40, 60, 80, 100}) {
    const Terminal terminal{.live = false, .color = false, .width = width};
    for (const std::string& line : split_lines(
             report({textbook("02"), textbook("05"), textbook("06")}, "rtx4090", terminal))) {
      EXPECT_LE(display_width(line), width) << line;
    }
  }
}

TEST(ModelText, ListsEveryGPU) {
  EXPECT_EQ(split_lines(device_list()).size(), model::devices().size() + 1);
  EXPECT_THAT(device_list(), HasSubstr("h200      H200"));
}

}  // namespace
}  // namespace gemmlab

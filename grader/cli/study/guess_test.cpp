// What people type when they predict a number or a verdict, and how near that is.
#include "grader/cli/study/guess.h"

#include <gmock/gmock.h>

#include <cmath>
#include <utility>

#include "grader/cli/study/arithmetic.h"

namespace gemmlab {
namespace {

using testing::HasSubstr;

double number(const char* line, const char* column = "loads/FMA") {
  const auto guess = read_guess(line, column);
  return guess ? guess->number : NAN;
}

std::string verdict(const char* line) {
  const auto guess = read_guess(line, "verdict");
  return guess ? guess->verdict : "none";
}

Nearness nearness(const char* line, const char* came, const char* column = "loads/FMA") {
  return compared(read_guess(line, column).value(), came, column).nearness;
}

std::string how(const char* line, const char* came, const char* column = "loads/FMA") {
  return compared(read_guess(line, column).value(), came, column).how;
}

TEST(Arithmetic, IsCalculatedAsPeopleWriteIt) {
  const std::pair<const char*, double> values[] = {
      {"16", 16},        {" 8.5 ", 8.5},       {".25", 0.25},       {"1/4", 0.25},
      {"2^5", 32},       {"2^-3", 0.125},      {"2^3^2", 512},      {"16 * 2*128/8", 512},
      {"32 x 32", 1024}, {"1 + 1/16", 1.0625}, {"8 1/2", 8.5},      {"(16 + 1)/2", 8.5},
      {"64 - 1", 63},    {"10 - 4 - 3", 3},    {"2 * (3 + 4)", 14}, {"1e3", 1000},
  };
  for (const auto& [text, value] : values) {
    EXPECT_EQ(calculated(text), value) << text;
  }
}

TEST(Arithmetic, OfAnythingElseHasNoValue) {
  for (const char* text :
       {"",   " ",  "x",  "1/0",  "0/0", "2^99999", "inf", "nan", "-",      "1 2", "8 9 10",
        "(1", "1)", "()", "1..2", "3,4", "1 +",     "/ 2", "2 ^", "8 or 9", "1/"}) {
    EXPECT_EQ(calculated(text), std::nullopt) << text;
  }
  EXPECT_EQ(calculated(std::string(100000, '(')), std::nullopt);
}

TEST(AGuess, IsANumberInMostWaysInWhichPeopleWriteOne) {
  const std::pair<const char*, double> lines[] = {
      {"16", 16},
      {"about 16", 16},
      {"~16", 16},
      {"  16 ? ", 16},
      {"16x", 16},
      {"16 x", 16},
      {"16 times", 16},
      {"1/4", 0.25},
      {"2^5", 32},
      {"12.5 %", 0.125},
      {"12.5%", 0.125},
      {"8,5", 8.5},
      {"1,125", 1.125},
      {"0,25", 0.25},
      {"I think it's 8.5!", 8.5},
      {"approx. 3", 3},
      {"= 132/5", 26.4},
      {"16 \u00d7 2", 32},
      {"2\u00b3", 8},
      {"0.25 loads per FMA", 0.25},
      {"2 loads for each multiply-add", 2},
  };
  for (const auto& [line, value] : lines) {
    EXPECT_DOUBLE_EQ(number(line), value) << line;
  }
}

TEST(AGuess, IsReadByWhatTheColumnHolds) {
  for (const char* line : {"67584", "67,584", "67.584", "67 584", "67'584", "67,584 requests"}) {
    EXPECT_EQ(number(line, "requests"), 67584) << line;
  }
  EXPECT_EQ(number("52 kB", "shared bytes"), 53248);
  EXPECT_EQ(number("8.5 sectors per request", "sectors/request"), 8.5);
  EXPECT_EQ(number("50 %", "occupancy %"), 50);
  EXPECT_EQ(number("50", "occupancy %"), 50);
  EXPECT_EQ(number("1/2", "occupancy %"), 50);
  EXPECT_EQ(number("9 times as fast", "faster"), 9);
}

TEST(AGuess, ThatIsNoneIsRefused) {
  for (const char* line : {"twice", "many", "8 or 9", "8 to 9", "-3", "8-9", "more", "?",
                           "16 apples", "1/0", "same", "8.5.1", "x", "%", "\x1b[31m5", "five"}) {
    EXPECT_TRUE(std::isnan(number(line))) << line;
  }
  EXPECT_TRUE(std::isnan(number(std::string(100000, '1').c_str())));
  EXPECT_THAT(expected_guess("loads/FMA"), HasSubstr("such as 8 or 8.5"));
  EXPECT_THAT(expected_guess("verdict"), HasSubstr("LAUNCH FAILED"));
  EXPECT_THAT(expected_guess("occupancy %"), HasSubstr("75 %"));
}

TEST(AGuess, OfAVerdictMayBeShort) {
  const std::pair<const char*, const char*> lines[] = {
      {"right", "right"},
      {"Correct.", "right"},
      {"it is right", "right"},
      {"passed", "right"},
      {"wrong", "WRONG"},
      {"RACE", "RACE"},
      {"launch failed", "LAUNCH FAILED"},
      {"launch_failed", "LAUNCH FAILED"},
      {"launch", "LAUNCH FAILED"},
      {"divergence", "BARRIER DIVERGENCE"},
      {"barrier", "BARRIER DIVERGENCE"},
      {"not", "NOT FINITE"},
      {"r", "none"},
      {"16", "none"},
      {"hangs", "none"},
      {"right or wrong", "none"},
      {"not graded", "none"},
  };
  for (const auto& [line, meant] : lines) {
    EXPECT_EQ(verdict(line), meant) << line;
  }
}

TEST(AComparison, IsRightWithinThreePerCentAndNearWithinAQuarter) {
  EXPECT_EQ(nearness("8.5", "8.50"), Nearness::right);
  EXPECT_EQ(nearness("8.7", "8.50"), Nearness::right);
  EXPECT_EQ(nearness("8.8", "8.50"), Nearness::near);
  EXPECT_EQ(nearness("10.5", "8.50"), Nearness::near);
  EXPECT_EQ(nearness("6.9", "8.50"), Nearness::near);
  EXPECT_EQ(nearness("11", "8.50"), Nearness::off);
  EXPECT_EQ(nearness("0", "8.50"), Nearness::off);
  EXPECT_EQ(nearness("0", "0.00"), Nearness::right);
  EXPECT_EQ(nearness("256", "250", "barriers"), Nearness::right);
}

TEST(AComparison, TakesWhatIsRoundedToTwoDigitsForRight) {
  EXPECT_EQ(nearness("0.14", "0.1450"), Nearness::near) << "it would be 0.15, or 0.145";
  EXPECT_EQ(nearness("1.1", "1.1450"), Nearness::right);
  EXPECT_EQ(nearness("0.063", "0.0625"), Nearness::right);
  EXPECT_EQ(nearness("0.06", "0.0625"), Nearness::near);
  EXPECT_EQ(nearness("0", "0.0625"), Nearness::off);
  EXPECT_EQ(nearness("2", "1.5000"), Nearness::off);
  EXPECT_EQ(nearness("1", "1.1250"), Nearness::near);
}

TEST(AComparison, OfTimesIsWider) {
  EXPECT_EQ(nearness("8", "9.12x", "faster"), Nearness::right);
  EXPECT_EQ(nearness("16", "9.12x", "faster"), Nearness::near);
  EXPECT_EQ(nearness("1", "9.12x", "faster"), Nearness::off);
}

TEST(AComparison, SaysHowFarOffANumberIs) {
  EXPECT_EQ(how("17", "8.50"), "twice too many");
  EXPECT_EQ(how("26", "8.50"), "3 times too many");
  EXPECT_EQ(how("13", "8.50"), "1.5 times too many");
  EXPECT_EQ(how("1e6", "8.50"), "117647 times too many");
  EXPECT_EQ(how("4", "8.50"), "half of it");
  EXPECT_EQ(how("2.8", "8.50"), "a third of it");
  EXPECT_EQ(how("5.5", "8.50"), "0.65 of it");
  EXPECT_EQ(how("0.5", "8.50"), "a 17th of it");
  EXPECT_EQ(how("50", "25.0", "occupancy %"), "twice too much");
  EXPECT_EQ(how("8.5", "8.50"), "");
  EXPECT_EQ(how("0", "8.50"), "");
}

TEST(AComparison, OfVerdictsIsRightOrOff) {
  EXPECT_EQ(nearness("launch", "LAUNCH FAILED", "verdict"), Nearness::right);
  EXPECT_EQ(nearness("wrong", "right", "verdict"), Nearness::off);
}

}  // namespace
}  // namespace gemmlab

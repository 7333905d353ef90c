#include "grader/cli/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/cli/exit_code.h"
#include "grader/core/spec.h"

namespace gemmlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

CommandLine parsed(const std::vector<std::string>& arguments) {
  return parse_options(arguments);
}

std::string complaint(const std::vector<std::string>& arguments) {
  try {
    parse_options(arguments);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no complaint";
}

TEST(Options, OfNothingAreTheOverview) {
  EXPECT_EQ(parsed({}).command, "");
}

TEST(Options, OfGradeHaveSensibleDefaults) {
  const CommandLine line = parsed({"grade"});
  EXPECT_EQ(line.command, "grade");
  const GradeOptions& options = line.grade;
  EXPECT_TRUE(options.labs.empty());
  EXPECT_EQ(options.backend, BackendChoice::automatic);
  EXPECT_EQ(options.seed, 1u);
  EXPECT_FALSE(options.shape);
  EXPECT_FALSE(options.explain);
}

TEST(Options, OfAClassGoToItsProgramUntouched) {
  const CommandLine line = parsed({"batch", "autumn", "--out", "o", "--help"});
  EXPECT_EQ(line.help, "");
  EXPECT_EQ(line.script.command, "batch");
  EXPECT_THAT(line.script.arguments, ElementsAre("autumn", "--out", "o", "--help"));
}

TEST(Options, OfGradeAreAllTaken) {
  const GradeOptions grade =
      parsed({"grade", "03", "--tree", "t", "04", "--backend", "sim", "--json", "j", "--junit", "x",
              "--html", "h", "--seed", "5", "--shape", "33,50,17", "--require-gpu", "--explain"})
          .grade;
  EXPECT_THAT(grade.labs, ElementsAre("03", "04"));
  EXPECT_EQ(grade.tree, "t");
  EXPECT_EQ(grade.backend, BackendChoice::sim);
  EXPECT_EQ(grade.json, "j");
  EXPECT_EQ(grade.junit, "x");
  EXPECT_EQ(grade.html, "h");
  EXPECT_EQ(grade.seed, 5u);
  EXPECT_TRUE(grade.shape->same_extents({33, 50, 17, ""}));
  EXPECT_TRUE(grade.require_gpu);
  EXPECT_TRUE(grade.explain);
  EXPECT_TRUE(parsed({"grade", "--solutions"}).grade.solutions);
}

TEST(Options, AllowOnePlaceToTakeFilesFrom) {
  EXPECT_THAT(complaint({"grade", "--solutions", "--tree", "t"}), HasSubstr("excludes"));
  EXPECT_THAT(complaint({"grade", "03", "--solutions", "--file", "f"}), HasSubstr("excludes"));
  EXPECT_THAT(complaint({"grade", "03", "--tree", "t", "--file", "f"}), HasSubstr("excludes"));
}

TEST(Options, ThatAreNotKnownAreRefused) {
  EXPECT_THAT(complaint({"grade", "--pdf", "f"}), HasSubstr("--pdf"));
  EXPECT_THAT(complaint({"grade", "--backend", "opencl"}), HasSubstr("opencl"));
  EXPECT_THAT(complaint({"grade", "--seed", "-1"}), HasSubstr("seed"));
  EXPECT_THAT(complaint({"list", "03"}), HasSubstr("03"));
  EXPECT_THAT(complaint({"--loud"}), HasSubstr("--loud"));
}

TEST(Options, SuggestTheCommandThatWasMeant) {
  EXPECT_THAT(complaint({"grad", "03"}), HasSubstr("Did you mean 'grade'?"));
  EXPECT_THAT(complaint({"hitn"}), HasSubstr("Did you mean 'hint'?"));
  EXPECT_THAT(complaint({"xyzzy"}), HasSubstr("There is no command 'xyzzy'.\n"));
  EXPECT_THAT(complaint({"01"}), HasSubstr("./gemmlab grade 01"));
}

TEST(Options, OfTestGoToMesonUntouched) {
  EXPECT_THAT(parsed({"test", "--suite", "unit", "-v", "core"}).script.arguments,
              ElementsAre("--suite", "unit", "-v", "core"));
}

TEST(Options, OfHintResetAndSolution) {
  EXPECT_EQ(parsed({"hint", "3.2"}).hint.lab, "3.2");
  EXPECT_TRUE(parsed({"hint", "03", "--all"}).hint.all);
  EXPECT_EQ(parsed({"reset", "03"}).reset.lab, "03");
  EXPECT_TRUE(parsed({"solution", "03", "--spoil"}).solution.spoil);
  EXPECT_NE(complaint({"reset"}), "no complaint");
}

TEST(Options, OfModel) {
  EXPECT_THAT(parsed({"model"}).model.labs, ElementsAre());
  const ModelOptions model = parsed({"model", "03", "4", "--gpu", "rtx 4090"}).model;
  EXPECT_THAT(model.labs, ElementsAre("03", "4"));
  EXPECT_EQ(model.gpu, "rtx 4090");
  EXPECT_FALSE(model.check);
  EXPECT_TRUE(parsed({"model", "--check"}).model.check);
  EXPECT_TRUE(parsed({"model", "--list"}).model.list);
  EXPECT_THROW(parse_options({"model", "03", "--check"}), UsageError);
  EXPECT_THROW(parse_options({"model", "--list", "--gpu", "h200"}), UsageError);
}

TEST(Help, IsAnAnswerAndNotAnError) {
  EXPECT_THAT(parse_options({"--help"}).help, HasSubstr("grade"));
  EXPECT_THAT(parse_options({"help"}).help, HasSubstr("grade"));
  EXPECT_THAT(parse_options({"help", "grade"}).help, HasSubstr("--junit"));
  EXPECT_THAT(parse_options({"grade", "--help"}).help, HasSubstr("--junit"));
  EXPECT_THAT(parse_options({"--version"}).help, HasSubstr("gemmlab"));
}

std::vector<int> extents_of(const std::vector<Shape>& sizes) {
  std::vector<int> extents;
  for (const Shape& size : sizes) {
    extents.insert(extents.end(), {size.m, size.n, size.k});
  }
  return extents;
}

TEST(Shape, IsThreeSizes) {
  EXPECT_TRUE(parsed({"grade", "--shape", "1,2,3"}).grade.shape->same_extents({1, 2, 3, ""}));
  for (const char* bad : {"", "1", "1,2", "1,2,", "1,2,3,4", "0,1,1", "1,-1,1", "a,b,c", "1, 2,3",
                          "1x2x3", "99999999999,1,1", "1,2,3 "}) {
    EXPECT_THROW(parse_options({"grade", "--shape", bad}), UsageError) << bad;
  }
}

TEST(Options, OfAStudyNameItOrListAll) {
  EXPECT_EQ(parsed({"study"}).study.study, "");
  const StudyOptions study =
      parsed({"study", "x", "--backend", "sim", "--sizes", "1024,2048"}).study;
  EXPECT_EQ(study.study, "x");
  EXPECT_EQ(study.backend, BackendChoice::sim);
  EXPECT_THAT(extents_of(study.sizes), ElementsAre(1024, 1024, 1024, 2048, 2048, 2048));
  EXPECT_EQ(parsed({"study", "x", "--svg", "f"}).study.svg, "f");
}

TEST(Sizes, AreWidthsOrThreeExtents) {
  EXPECT_THAT(extents_of(parsed({"bench", "--sizes", "65,16384"}).bench.sizes),
              ElementsAre(65, 65, 65, 16384, 16384, 16384));
  EXPECT_THAT(extents_of(parsed({"study", "x", "--sizes", "1000,128x1x32768"}).study.sizes),
              ElementsAre(1000, 1000, 1000, 128, 1, 32768));
  for (const char* bad :
       {"", "31", "16385", "64,", "64,,64", "1x2", "1x2x3x4", "0x64x64", "64X64X64",
        "16384x16385x1", "1x16384x16385", "64x64x-1", "64 x 64 x 64"}) {
    EXPECT_THROW(parse_options({"study", "x", "--sizes", bad}), UsageError) << bad;
  }
  EXPECT_THAT(complaint({"study", "x", "--sizes", "31"}), HasSubstr("31 is not a whole number"));
}

}  // namespace
}  // namespace gemmlab

#include "grader/core/labs.h"

#include <gtest/gtest.h>

#include <fstream>

namespace gemmlab {
namespace {

std::filesystem::path table(const std::string& text) {
  const auto path = std::filesystem::path(testing::TempDir()) / "labs.table";
  std::ofstream(path) << text;
  return path;
}

TEST(Labs, ReadsRowsAndSkipsComments) {
  const auto labs =
      read_labs(table("# all\nid name file title\n\n01 one kernel.cpp The first one\n"));
  ASSERT_EQ(labs.size(), 1u);
  EXPECT_EQ(labs[0].slug(), "01_one");
  EXPECT_EQ(labs[0].path(), "01_one/kernel.cpp");
  EXPECT_EQ(labs[0].title, "The first one");
}

TEST(Labs, NamesTheLineOfAnIncompleteRow) {
  const auto path = table("id name file title\n02 two\n");
  try {
    read_labs(path);
    FAIL() << "an incomplete row was accepted";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("labs.table:2"), std::string::npos) << error.what();
  }
}

TEST(Labs, RefusesATableWithoutLabs) {
  EXPECT_THROW(read_labs(table("# none\n")), std::runtime_error);
}

constexpr const char* kStaircase =
    "id name file title\n01 one kernel.cpp A\n00 stairs - B\n00.1 low 01_low.cu C\n"
    "00.12 high 12_high.cu D\n02 two kernel.cu E\n";

TEST(Labs, HaveStepsWithAFileEach) {
  const auto labs = read_labs(table(kStaircase));
  ASSERT_EQ(labs.size(), 3u);
  const Lab& stairs = labs[1];
  ASSERT_EQ(stairs.steps.size(), 2u);
  EXPECT_TRUE(stairs.is_staircase() && !stairs.is_step());
  EXPECT_EQ(stairs.path(), "00_stairs");
  const Lab& high = stairs.steps[1];
  EXPECT_TRUE(high.is_step() && high.has_kernel());
  EXPECT_EQ(high.slug(), "00_stairs/12_high");
  EXPECT_EQ(high.path(), "00_stairs/12_high.cu");
  EXPECT_EQ(high.page(), "00_stairs.md");
  EXPECT_EQ(high.gap(), "0.12");
}

TEST(Labs, AreExercisesInOrderButForStaircases) {
  const auto labs = read_labs(table(kStaircase));
  std::string ids;
  for (const Lab* lab : exercises(labs)) {
    ids += lab->id + ' ';
  }
  EXPECT_EQ(ids, "01 00.1 00.12 02 ");
}

TEST(Labs, BelowAHeadingAreBeyondTheCourse) {
  const auto labs =
      read_labs(table(std::string(kStaircase) + "- beyond - Beyond it\n07 three kernel.cu F\n"));
  ASSERT_EQ(labs.size(), 4u);
  EXPECT_EQ(labs_of_course(labs), 2);
  EXPECT_EQ(last_of_course(labs).id, "02");
  EXPECT_EQ(labs[3].block, "Beyond it");
  EXPECT_TRUE(labs[3].is_beyond() && !labs[3].is_of_course());
  EXPECT_FALSE(labs[2].is_beyond());
}

TEST(Labs, RefuseAStepThatIsNotBelowItsStaircase) {
  for (const char* rows : {"00.1 low 01_low.cu C\n", "00 no kernel.cu B\n00.1 low 01_low.cu C\n",
                           "01 no - B\n00.1 low 01_low.cu C\n"}) {
    EXPECT_THROW(read_labs(table(std::string("id name file title\n") + rows)), std::runtime_error)
        << rows;
  }
}

TEST(Labs, FindsAStepByEachOfItsNames) {
  const auto labs = read_labs(table(kStaircase));
  for (const char* word : {"00.12", "0.12", "high", "labs/00_stairs/12_high.cu"}) {
    ASSERT_NE(find_lab(labs, word), nullptr) << word;
    EXPECT_EQ(find_lab(labs, word)->id, "00.12") << word;
  }
  for (const char* word : {"0", "00", "stairs", "docs/00_stairs.md", "labs/00_stairs/other.cu"}) {
    ASSERT_NE(find_lab(labs, word), nullptr) << word;
    EXPECT_EQ(find_lab(labs, word)->id, "00") << word;
  }
  for (const char* word : {"00.2", "0.", "solutions/00_stairs/12_high.cu"}) {
    EXPECT_EQ(find_lab(labs, word), nullptr) << word;
  }
}

TEST(Labs, FindsALabByEachOfItsNames) {
  const auto labs =
      read_labs(table("id name file title\n02 naive kernel.cu A\n12 naive_too kernel.cu B\n"));
  for (const char* word : {"2", "02", "lab2", "lab02", "naive", "02_naive"}) {
    ASSERT_NE(find_lab(labs, word), nullptr) << word;
    EXPECT_EQ(find_lab(labs, word)->id, "02") << word;
  }
  EXPECT_EQ(find_lab(labs, "12")->id, "12");
  for (const char* path : {"labs/02_naive/kernel.cu", "./02_naive/", "/a b/labs/02_naive",
                           "docs/02_naive.md", "02_naive/kernel.cu"}) {
    ASSERT_NE(find_lab(labs, path), nullptr) << path;
    EXPECT_EQ(find_lab(labs, path)->id, "02") << path;
  }
  for (const char* path : {"solutions/02_naive/kernel.cu", "grader/mutants/02_naive/x.cu",
                           "labs/03_naive/kernel.cu", "labs/", "/"}) {
    EXPECT_EQ(find_lab(labs, path), nullptr) << path;
  }
  for (const char* word : {"", "1", "3", "lab", "lab3", "nai", "002"}) {
    EXPECT_EQ(find_lab(labs, word), nullptr) << word;
  }
}

}  // namespace
}  // namespace gemmlab

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

#include "grader/process/program.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

class FindProgram : public testing::Test {
 protected:
  void SetUp() override {
    add("first/plain", 0644);
    add("second/plain", 0755);
    fs::create_directories(folder_ / "first/folder");
    setenv(
        "PATH",
        ("relative::" + (folder_ / "first").string() + ":/nowhere:" + (folder_ / "second").string())
            .c_str(),
        1);
  }
  void TearDown() override {
    setenv("PATH", path_.c_str(), 1);
    fs::remove_all(folder_);
  }

  void add(const std::string& name, mode_t mode) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << "#!/bin/sh\n";
    chmod((folder_ / name).c_str(), mode);
  }

  const std::string path_ = getenv("PATH");
  const fs::path folder_ =
      fs::temp_directory_path() / ("gemmlab-find-program-" + std::to_string(getpid()));
};

TEST_F(FindProgram, TakesTheFirstThatCanBeStarted) {
  EXPECT_EQ(find_program("plain"), folder_ / "second/plain");
}

TEST_F(FindProgram, TakesNoFolderAndNothingAbsent) {
  EXPECT_EQ(find_program("folder"), std::nullopt);
  EXPECT_EQ(find_program("absent"), std::nullopt);
}

TEST_F(FindProgram, LooksAtOnePath) {
  EXPECT_EQ(if_executable(folder_ / "second/plain"), folder_ / "second/plain");
  EXPECT_EQ(if_executable(folder_ / "first/plain"), std::nullopt);
}

}  // namespace
}  // namespace gemmlab

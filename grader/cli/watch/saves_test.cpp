#include "grader/cli/watch/saves.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

class SavesTest : public testing::Test {
 protected:
  SavesTest() {
    char name[] = "/tmp/gemmlab-saves-XXXXXX";
    folder_ = mkdtemp(name);
    write("kernel.cu", "one");
  }
  ~SavesTest() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }

  fs::path folder_;
};

TEST_F(SavesTest, AreSeenOnceAndWhenTheyAreWhole) {
  Saves saves(folder_);
  EXPECT_TRUE(saves.seen());
  EXPECT_FALSE(saves.seen());
  write("kernel.cu", "tw");
  EXPECT_FALSE(saves.seen());
  write("kernel.cu", "two");  // still being written
  EXPECT_FALSE(saves.seen());
  EXPECT_TRUE(saves.seen());
  EXPECT_FALSE(saves.seen());
}

TEST_F(SavesTest, AreSeenWhereTheClockIsCoarse) {
  const fs::path file = folder_ / "kernel.cu";
  const auto time = fs::last_write_time(file);
  Saves saves(folder_);
  EXPECT_TRUE(saves.seen());
  write("kernel.cu", "two");
  fs::last_write_time(file, time);  // same time, same size
  EXPECT_FALSE(saves.seen());
  EXPECT_TRUE(saves.seen());
}

TEST_F(SavesTest, WithoutAChangeCountToo) {
  Saves saves(folder_);
  EXPECT_TRUE(saves.seen());
  fs::last_write_time(folder_ / "kernel.cu", fs::file_time_type::clock::now());
  EXPECT_FALSE(saves.seen());
  EXPECT_TRUE(saves.seen());
}

TEST_F(SavesTest, AsEditorsDoItAreSeen) {
  Saves saves(folder_);
  EXPECT_TRUE(saves.seen());
  write("kernel.cu.new", "two");
  fs::rename(folder_ / "kernel.cu.new", folder_ / "kernel.cu");
  EXPECT_FALSE(saves.seen());
  EXPECT_TRUE(saves.seen());
  write("own_header.h", "int x;");
  EXPECT_FALSE(saves.seen());
  EXPECT_TRUE(saves.seen());
}

TEST_F(SavesTest, OfAnEditorsOwnFilesAreNone) {
  Saves saves(folder_);
  EXPECT_TRUE(saves.seen());
  for (const char* name : {".kernel.cu.swp", "#kernel.cu#", "kernel.cu~", "4913", ".kernel.tmp"}) {
    write(name, "x");
    EXPECT_FALSE(saves.seen());
    EXPECT_FALSE(saves.seen()) << name;
  }
}

TEST_F(SavesTest, OfAFolderThatIsGoneAreAChangeAndNoEnd) {
  Saves saves(folder_ / "none");
  EXPECT_TRUE(saves.seen());
  EXPECT_FALSE(saves.seen());
  fs::create_directory(folder_ / "none");
  write("none/kernel.cu", "back");
  EXPECT_FALSE(saves.seen());
  EXPECT_TRUE(saves.seen());
}

}  // namespace
}  // namespace gemmlab

#include "grader/report/write_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

namespace gemmlab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class AFolder : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/gemmlab-write-XXXXXX";
    folder_ = mkdtemp(name);
  }
  void TearDown() override { fs::remove_all(folder_); }

  static std::string content(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string failure(void (*act)(const fs::path&), const fs::path& path) {
    try {
      act(path);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "no failure";
  }
  fs::path folder_;
};

TEST_F(AFolder, GetsTheFileAndNothingElse) {
  write_atomically(folder_ / "r.json", "one");
  write_atomically(folder_ / "r.json", "two");
  EXPECT_EQ(content(folder_ / "r.json"), "two");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(AFolder, KeepsItsOldFileWhenTheNewOneCannotReplaceIt) {
  fs::create_directory(folder_ / "taken");
  EXPECT_THAT(failure([](const fs::path& p) { write_atomically(p, "x"); }, folder_ / "taken"),
              HasSubstr("Is a directory"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(AFolder, ThatIsMissingIsSaidToBe) {
  EXPECT_THAT(failure(require_writable, folder_ / "none" / "r.json"),
              HasSubstr("its folder does not exist"));
}

TEST_F(AFolder, IsLeftAsItWasByTheTestForWritability) {
  require_writable(folder_ / "r.json");
  EXPECT_TRUE(fs::is_empty(folder_));
  EXPECT_THAT(failure(require_writable, folder_), HasSubstr("Is a directory"));
}

TEST_F(AFolder, MayHoldAPipeWhichIsWrittenToAndNotReplaced) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  write_atomically(pipe, "text");
  char text[8] = {};
  EXPECT_EQ(::read(reader, text, sizeof text), 4);
  EXPECT_STREQ(text, "text");
  EXPECT_TRUE(fs::is_fifo(pipe));
  close(reader);
}

}  // namespace
}  // namespace gemmlab

#include "grader/core/read_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "grader/core/infrastructure_error.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

class ReadFile : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path written(const std::string& text) const {
    std::ofstream(folder_ / "file", std::ios::binary) << text;
    return folder_ / "file";
  }

  const fs::path folder_ =
      fs::temp_directory_path() / ("gemmlab-read-file-" + std::to_string(getpid()));
};

TEST_F(ReadFile, GivesEveryByte) {
  const std::string text("one\r\ntwo\0three", 14);
  EXPECT_EQ(read_file(written(text)), text);
}

TEST_F(ReadFile, GivesAnEmptyFile) {
  EXPECT_EQ(read_file(written("")), "");
}

TEST_F(ReadFile, SaysWhyItCannot) {
  try {
    read_file(folder_ / "absent");
    FAIL() << "read";
  } catch (const InfrastructureError& error) {
    EXPECT_EQ(error.what(),
              "cannot read " + (folder_ / "absent").string() + ": No such file or directory");
  }
  EXPECT_THROW(read_file(folder_), InfrastructureError);
}

TEST_F(ReadFile, GivesAForeignFileUpToItsBound) {
  EXPECT_EQ(read_foreign(written("12345"), 5), "12345");
  EXPECT_EQ(read_foreign(written("12345"), 4), std::nullopt);
  EXPECT_EQ(read_foreign(written("")), "");
}

TEST_F(ReadFile, GivesNothingThatIsNoFile) {
  EXPECT_EQ(read_foreign(folder_), std::nullopt);
  EXPECT_EQ(read_foreign(folder_ / "absent"), std::nullopt);
  EXPECT_EQ(read_foreign("/dev/zero"), std::nullopt);
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(read_foreign(folder_ / "pipe"), std::nullopt);
}

TEST(Sha256, GivesTheStandardsExample) {  // FIPS 180-4, "abc"
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace gemmlab

#include "grader/compile/trusted_files.h"

#include <gtest/gtest.h>

#include <fstream>

#include "grader/compile/foreign_paths.h"
#include "grader/machine/scratch_folder.h"
#include "grader/machine/toolchain.h"

namespace gemmlab {
namespace {

class TrustedFilesTest : public testing::Test {
 protected:
  TrustedFilesTest() {
    for (const char* name : {"system/x.h", "system/deep/y.h", "class/me/k.cu", "class/me/own.h",
                             "class/me/ours/z.h", "class/neighbour/k.cu"}) {
      fs::create_directories((root_ / name).parent_path());
      std::ofstream(root_ / name) << name;
    }
  }

  bool is_trusted(const std::string& name) const {
    return TrustedFiles({root_ / "system/", root_ / "class/me/ours", root_ / "nowhere"},
                        root_ / "class/me/k.cu")
        .hold((root_ / name).string());
  }

  ScratchFolder folder_{testing::TempDir()};
  const fs::path root_ = folder_.path();
};

TEST_F(TrustedFilesTest, LieBelowTheFolders) {
  EXPECT_TRUE(is_trusted("system/x.h"));
  EXPECT_TRUE(is_trusted("system/deep/../deep/y.h"));
  EXPECT_TRUE(is_trusted("class/neighbour/../../system/x.h"));
  EXPECT_TRUE(is_trusted("class/me/ours/z.h")) << "the nearest folder decides";
}

TEST_F(TrustedFilesTest, AreNotTheStudentsUnderAnyName) {
  fs::create_symlink(root_ / "class/me/own.h", root_ / "system/link.h");
  fs::create_directory_symlink(root_ / "class/me", root_ / "system/me");
  fs::create_hard_link(root_ / "class/me/k.cu", root_ / "system/same.h");
  for (const char* name :
       {"class/me/k.cu", "class/me/own.h", "class/neighbour/k.cu", "system/../class/me/own.h",
        "system/link.h", "system/me/own.h", "system/me/k.cu", "system/same.h", "system/none.h",
        "system", "", "<built-in>"}) {
    EXPECT_FALSE(is_trusted(name)) << name;
  }
  const std::string here = "/usr/include/../../proc/self/cwd/";
  const fs::path before = fs::current_path();
  fs::current_path(root_ / "class/me");
  EXPECT_FALSE(TrustedFiles({"/usr/include/", "/proc/self/cwd/"}, "k.cu").hold(here + "k.cu"));
  EXPECT_FALSE(TrustedFiles({"/usr/include/"}, "k.cu").hold(here + "own.h"));
  EXPECT_TRUE(TrustedFiles({"/usr/include/"}, "k.cu").hold("/usr/include/stdio.h"));
  fs::current_path(before);
}

TEST_F(TrustedFilesTest, AreNoneIfTheLabFileIsUnknown) {
  EXPECT_FALSE(TrustedFiles({root_ / "system"}, root_ / "gone.cu").hold(root_ / "system/x.h"));
}

TEST(ForeignPaths, HoldTheCompilersOwnHeaders) {
  for (const std::string& folder : header_folders(*toolchain().host)) {
    if (fs::exists(folder)) {
      EXPECT_FALSE(is_students(fs::path(folder) / "x.h")) << folder;
    }
  }
}

}  // namespace
}  // namespace gemmlab

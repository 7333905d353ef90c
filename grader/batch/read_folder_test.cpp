// Folders: what is accepted, and what is neither followed nor opened.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "grader/batch/sample_submissions.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

using Folders = Class;

TEST_F(Folders, are_taken_in_every_shape_that_is_told) {
  const char* shapes[] = {"02_naive_kernel/kernel.cu",
                          "labs/02_naive_kernel/kernel.cu",
                          "work/02_naive_kernel/kernel.cu",
                          "gemmlab/labs/02_naive_kernel/kernel.cu",
                          "02_naive_kernel.cu",
                          "02.cu",
                          "02_naive_kernel_kernel.cu",
                          "work/02.cu"};
  for (const char* shape : shapes) {
    write(std::string("ann/") + shape, "text");
    const Submission submission = read("ann");
    EXPECT_EQ(submission.files.count("02"), 1u) << shape;
    EXPECT_TRUE(submission.left_out.empty()) << shape;
    fs::remove_all(dir / "ann");
  }
}

TEST_F(Folders, are_taken_in_no_other_shape) {
  const char* shapes[] = {"02_naive_kernel/main.cu",
                          "02_naive_kernel/kernel.cpp",
                          "a/b/02.cu",
                          "a/b/02_naive_kernel/kernel.cu",
                          "01.cu",
                          "2.cu",
                          "02.CU",
                          "naive_kernel.cu",
                          "02_naive_kernel/03.cu",
                          "a/02_naive_kernel/x/kernel.cu",
                          "meson.build"};
  for (const char* shape : shapes) {
    write(std::string("ann/") + shape, "text");
    const Submission submission = read("ann");
    EXPECT_TRUE(submission.files.empty()) << shape;
    EXPECT_EQ(reasons(submission).at(shape), "not a lab's file");
    fs::remove_all(dir / "ann");
  }
}

TEST_F(Folders, with_two_files_for_one_lab_give_none_for_it) {
  write("ann/02.cu", "one");
  write("ann/02_naive_kernel/kernel.cu", "other");
  write("ann/03.cu", "tile");
  const Submission submission = read("ann");
  EXPECT_EQ(submission.files.size(), 1u);
  EXPECT_EQ(submission.files.count("03"), 1u);
  EXPECT_THAT(reasons(submission).at("02.cu"), HasSubstr("one of 2 files for lab 02"));
  EXPECT_THAT(reasons(submission).at("02_naive_kernel/kernel.cu"), HasSubstr("one of 2 files"));
}

// What the instructor handed out, submitted as it is.
TEST_F(Folders, count_their_labs_folder_rather_than_what_lies_beside_it) {
  for (const char* room : {"labs", "reference", "solutions", "old"}) {
    write(std::string("ann/") + room + "/02_naive_kernel/kernel.cu", room);
  }
  write("ann/02.cu", "flat");
  write("ann/03.cu", "flat");
  write("ben/solutions/02_naive_kernel/kernel.cu", "leaked");
  const Submission ann = read("ann");
  EXPECT_EQ(ann.files.at("02").text, "labs");
  EXPECT_EQ(ann.files.at("03").text, "flat");
  EXPECT_THAT(reasons(ann).at("02.cu"), HasSubstr("not in labs/"));
  EXPECT_THAT(reasons(ann).at("old/02_naive_kernel/kernel.cu"), HasSubstr("not in labs/"));
  EXPECT_EQ(ann.left_out.size(), 4u);
  EXPECT_TRUE(read("ben").files.empty());
  write("ann/gemmlab/labs/02.cu", "another");
  EXPECT_EQ(read("ann").files.count("02"), 0u);
}

TEST_F(Folders, have_their_junk_counted_once) {
  write("ann/.DS_Store", "x");
  write("ann/.git/config", "x");
  write("ann/02/._kernel.cu", "x");
  write("ann/__MACOSX/02.cu", "x");
  const Submission submission = read("ann");
  EXPECT_TRUE(submission.files.empty());
  ASSERT_EQ(submission.left_out.size(), 1u);
  EXPECT_EQ(submission.left_out[0].path, ".DS_Store, ._*, .git, __MACOSX");
}

TEST_F(Folders, with_links_pipes_and_devices_have_none_of_them_opened) {
  write("secret", "secret");
  write("elsewhere/03_tiled_kernel/kernel.cu", "secret");
  fs::create_directories(dir / "ann/labs");
  fs::create_symlink(dir / "secret", dir / "ann/02.cu");
  fs::create_directory_symlink(dir / "elsewhere/03_tiled_kernel", dir / "ann/03_tiled_kernel");
  ASSERT_EQ(mkfifo((dir / "ann/01.cpp").c_str(), 0644),
            0);  // opening it for reading would block forever
  const Submission submission = read("ann");
  EXPECT_TRUE(submission.files.empty());
  EXPECT_THAT(reasons(submission).at("02.cu"), HasSubstr("symbolic link"));
  EXPECT_THAT(reasons(submission).at("03_tiled_kernel"), HasSubstr("symbolic link"));
  EXPECT_THAT(reasons(submission).at("01.cpp"), HasSubstr("pipe"));
}

TEST_F(Folders, with_hard_links_have_them_refused) {
  write("secret", "secret");
  write("ann/03.cu", "tile");
  fs::create_hard_link(dir / "secret", dir / "ann/02.cu");
  const Submission submission = read("ann");
  EXPECT_EQ(submission.files.size(), 1u);
  EXPECT_THAT(reasons(submission).at("02.cu"), HasSubstr("hard link"));
}

TEST_F(Folders, may_have_files_of_one_MiB) {
  write("ann/02.cu", std::string(kMaxFileBytes, 'x'));
  write("ann/03.cu", std::string(kMaxFileBytes + 1, 'x'));
  const Submission submission = read("ann");
  EXPECT_EQ(submission.files.at("02").text.size(), kMaxFileBytes);
  EXPECT_EQ(reasons(submission).at("03.cu"), "larger than 1 MiB");
}

TEST_F(Folders, may_have_a_thousand_entries) {
  for (int i = 0; i < kMaxEntries - 1; ++i) {
    write("ann/notes/" + std::to_string(i), "");
  }
  EXPECT_EQ(read("ann").problem, "");  // the folder notes counts too
  write("ann/02.cu", "text");
  const Submission submission = read("ann");
  EXPECT_THAT(submission.problem, HasSubstr("more than 1000"));
  EXPECT_TRUE(submission.files.empty());
}

TEST_F(Folders, may_be_deep) {
  std::string deep = "ann/";
  for (int i = 1; i < kMaxDepth; ++i) {
    deep += "d/";
  }
  write(deep + "under", "");
  write(deep + "d/over", "");
  const Submission submission = read("ann");
  ASSERT_EQ(submission.left_out.size(), 2u);
  EXPECT_THAT(reason_of(submission.left_out[0]), HasSubstr("more than 16 folders deep"));
  EXPECT_EQ(submission.left_out[1].reason, LeftOutReason::not_a_labs_file);
}

TEST_F(Folders, that_are_empty_are_no_problem) {
  fs::create_directories(dir / "eve");
  const Submission submission = read("eve");
  EXPECT_EQ(submission.problem, "");
  EXPECT_TRUE(submission.files.empty());
}

}  // namespace
}  // namespace gemmlab

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
                          "a/b/c/d/02_naive_kernel/kernel.cu",
                          "02_naive_kernel.cu",
                          "02.cu",
                          "2.CU",
                          "lab02.cu",
                          "Lab 2/kernel.cu",
                          "lab-2/kernel (1).cu",
                          "02_Naive_Kernel/kernel.cu",
                          "02 - Naive Kernel (1)/kernel - Copy (2).cu",
                          "naive-kernel/src/kernel-2.cu",
                          "02_naive_kernel_kernel.cu",
                          "02_naive_kernel_kernel-3.cu",
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
                          "01.cu",
                          "kernel.cu",
                          "lab7/kernel.cu",
                          "kernel2.cu",
                          "02_naive_kernel/02.txt",
                          "meson.build"};
  for (const char* shape : shapes) {
    write(std::string("ann/") + shape, "text");
    const Submission submission = read("ann");
    EXPECT_TRUE(submission.files.empty()) << shape;
    EXPECT_EQ(reasons(submission).at(shape), "not a lab's file");
    fs::remove_all(dir / "ann");
  }
}

TEST_F(Folders, may_have_a_file_without_a_labs_name_if_one_lab_is_wanted) {
  write("ann/kernel (1).cu", "text");
  write("ben/my_gemm.cu", "void matmul()");
  write("cy/notes.cu", "text");
  write("dee/03_tiled_kernel/kernel.cu", "text");
  wanted = {"02"};
  EXPECT_EQ(read("ann").files.count("02"), 1u);
  EXPECT_EQ(read("ann").files.at("02").guess, "");
  EXPECT_THAT(read("ben").files.at("02").guess, HasSubstr("\"my_gemm.cu\" does not say which lab"));
  EXPECT_TRUE(read("cy").files.empty());
  EXPECT_EQ(read("dee").files.count("02"), 0u);
}

TEST_F(Folders, have_files_recognised_by_what_the_skeletons_have) {
  skeletons = {{"02",
                "// Lab 02, a thread each\n__global__ void naive_kernel(int n) {}\n"
                "void matmul() { naive_kernel<<<1, 1>>>(kBlock); cudaMalloc(); }"},
               {"03",
                "// Lab 03, share a tile\n__global__ void tiled_kernel(int n) {}\n"
                "void matmul() { tiled_kernel<<<1, 1>>>(kTile); }"}};
  const std::tuple<const char*, const char*, const char*> texts[] = {
      {"02", "void matmul() { naive_kernel<<<2, 2>>>(); }", "naive_kernel"},
      {"03", "void matmul() { cudaMalloc(); kBlock; tiled_kernel<<<2, 2>>>(); }", "tiled_kernel"},
      {"03", "// Lab 03, share a tile\nvoid matmul() { mine<<<2, 2>>>(); }", "share"},
      {"02", "void matmul() { mine<<<kBlock, 2>>>(); }", "kBlock"}};
  for (const auto& [lab, text, word] : texts) {
    write("ann/kernel.cu", text);
    const Submission submission = read("ann");
    ASSERT_EQ(submission.files.count(lab), 1u) << text;
    EXPECT_THAT(submission.files.at(lab).guess, HasSubstr(word)) << text;
  }
  for (const char* text : {"void matmul() { mine<<<2, 2>>>(); }",
                           "void matmul() { naive_kernel(); tiled_kernel(); }"}) {
    write("ann/kernel.cu", text);
    EXPECT_TRUE(read("ann").files.empty()) << text;
  }
  write("ann/kernel.cpp", "text");  // the only lab with such a file
  ASSERT_EQ(read("ann").files.count("01"), 1u);
  EXPECT_EQ(read("ann").files.at("01").guess, "");
}

TEST_F(Folders, count_identical_files_once_and_a_changed_one_before_a_skeleton) {
  skeletons = {{"02", "void matmul() {  // TODO\n}"}};
  write("ann/02.cu", "one");
  write("ann/work/02_naive_kernel/kernel.cu", "one");
  write("ben/labs/02_naive_kernel/kernel.cu", "void matmul() {\n}");
  write("ben/02.cu", "mine");
  EXPECT_EQ(read("ann").files.at("02").text, "one");
  EXPECT_THAT(reasons(read("ann")).at("work/02_naive_kernel/kernel.cu"), HasSubstr("the same"));
  EXPECT_EQ(read("ben").files.at("02").text, "mine");
  EXPECT_THAT(reasons(read("ben")).at("labs/02_naive_kernel/kernel.cu"), HasSubstr("unchanged"));
}

TEST_F(Folders, have_the_archives_in_them_opened_once) {
  const std::string inner = packed(Packing::zip, {{"03.cu", "deep"}});
  write("ann/work.zip", packed(Packing::zip, {{"02.cu", "text"}, {"more.zip", inner}}));
  write("ann/lab1.tar.gz", packed(Packing::tar_gz, {{"kernel.cpp", "loop"}}));
  const Submission submission = read("ann");
  EXPECT_EQ(submission.files.at("02").text, "text");
  EXPECT_EQ(submission.files.at("01").text, "loop");
  EXPECT_EQ(submission.files.count("03"), 0u);
  EXPECT_THAT(reasons(submission).at("work/more.zip"), HasSubstr("not opened"));
  write("ben/work.zip", packed(Packing::zip, {{"/02.cu", "text"}}));
  EXPECT_THAT(read("ben").problem, HasSubstr("absolute"));
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

TEST_F(Folders, say_for_each_lab_why_no_file_counts) {
  write("ann/lab02_old.cu", "one");
  write("ann/lab02_final.cu", "other");
  write("ben/report.pdf", "text");
  fs::create_directories(dir / "cy");
  write("dee/03.cu", "tile");
  const auto why = [&](const char* student, int lab = 1) {
    return why_no_file(read(student), labs[std::size_t(lab)]);
  };
  EXPECT_THAT(why("ann"), HasSubstr("2 files may be for this lab"));
  EXPECT_THAT(why("ann"), HasSubstr("\"lab02_final.cu\", \"lab02_old.cu\""));
  EXPECT_TRUE(is_undecided(read("ann").left_out, "02"));
  EXPECT_FALSE(is_undecided(read("ann").left_out, "03"));
  EXPECT_THAT(why("ann", 2), HasSubstr("nothing was handed in for this lab"));
  EXPECT_THAT(why("ben"), HasSubstr("has no file of a lab, only \"report.pdf\""));
  EXPECT_THAT(why("cy"), HasSubstr("the hand-in is empty"));
  EXPECT_THAT(why("dee"), HasSubstr("cannot find 02_naive_kernel/kernel.cu"));
  const Submission none = read_submission({"eve", {}}, LabFinder(labs));
  EXPECT_EQ(why_no_file(none, labs[1]), "nothing was handed in");
  fs::remove(dir / "ann/lab02_old.cu");
  EXPECT_EQ(read("ann").files.at("02").path, "lab02_final.cu");
}

TEST_F(Folders, may_have_words_behind_a_labs_name) {
  for (const char* file : {"lab02_final.cu", "Lab 2 - my solution.cu", "naive_kernel_v.cu",
                           "02_naive_kernel_fixed.cu"}) {
    write(std::string("ann/") + file, "text");
    ASSERT_EQ(read("ann").files.count("02"), 1u) << file;
    EXPECT_EQ(read("ann").files.at("02").guess, "") << file;
    write("ann/02.cu", "perhaps better");
    EXPECT_TRUE(is_undecided(read("ann").left_out, "02")) << file;
    fs::remove_all(dir / "ann");
  }
  write("ann/lab02.cu.txt", "text");
  EXPECT_EQ(read("ann").files.count("02"), 1u) << "a mailer's .txt does not matter";
  fs::remove_all(dir / "ann");
  for (const char* file : {"2_tiles.cu", "lab02_final.cpp", "lab02.txt"}) {
    write(std::string("ann/") + file, "text");
    EXPECT_TRUE(read("ann").files.empty()) << file;
    fs::remove_all(dir / "ann");
  }
}

TEST_F(Folders, have_a_skeleton_for_its_own_lab_whichever_is_wanted) {
  skeletons = {{"02", "void matmul() { naive(); }"}, {"03", "void matmul() { tiled(); }"}};
  wanted = {"02"};
  write("ann/kernel.cu", skeletons["02"]);
  write("ann/kernel2.cu", skeletons["03"]);
  const Submission submission = read("ann");
  EXPECT_EQ(submission.files.at("02").text, skeletons["02"]);
  EXPECT_EQ(submission.files.at("03").text, skeletons["03"]);
}

TEST_F(Folders, have_each_folder_of_the_project_told_once) {
  for (int i = 0; i < 300; ++i) {
    write("ann/gemmlab/grader/judge/file" + std::to_string(i) + ".cpp", "x");
  }
  write("ann/gemmlab/docs/page.md", "x");
  write("ann/gemmlab/labs/02_naive_kernel/kernel.cu", "mine");
  const Submission submission = read("ann");
  EXPECT_EQ(submission.files.count("02"), 1u);
  ASSERT_EQ(submission.left_out.size(), 1u);
  EXPECT_EQ(submission.left_out[0].path, "gemmlab/docs, gemmlab/grader");
  EXPECT_THAT(reason_of(submission.left_out[0]), HasSubstr("(301 files)"));
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
  EXPECT_THAT(reasons(ann).at("02.cu"), HasSubstr("there is another file for lab 02"));
  EXPECT_THAT(reasons(ann).at("old/02_naive_kernel/kernel.cu"), HasSubstr("another file"));
  EXPECT_EQ(ann.left_out.size(), 3u);
  EXPECT_EQ(ann.left_out[0].path, "reference, solutions");
  EXPECT_TRUE(read("ben").files.empty());
  write("ann/gemmlab/labs/02.cu", "another");
  EXPECT_EQ(read("ann").files.count("02"), 0u);
}

// A platform exports no empty folder: the files of one that it calls handed in were lost.
TEST_F(Folders,
       without_files_are_open_only_if_roster_or_platform_say_that_something_was_handed_in) {
  fs::create_directories(dir / "ann");
  SubmissionSource source{.student = "ann", .parts = {{dir / "ann"}}};
  const LabFinder finder(labs, skeletons);
  EXPECT_TRUE(read_submission(source, finder, wanted).left_out.empty());
  SubmissionSource by_platform = source;
  by_platform.parts[0].platform = "Moodle";
  source.who.is_handed_in = true;
  for (const SubmissionSource& known : {source, by_platform}) {
    const Submission submission = read_submission(known, finder, wanted);
    ASSERT_EQ(submission.left_out.size(), 1u);
    EXPECT_EQ(submission.left_out[0].reason, LeftOutReason::empty);
  }
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

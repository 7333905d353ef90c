// The list of a class, and the submission times.
#include "grader/batch/submission.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <fstream>
#include <set>
#include <system_error>

#include "grader/batch/sample_submissions.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class Submissions : public Class {
 protected:
  SubmissionList list() const { return list_submissions(dir, labs); }
  std::map<std::string, std::string> problems() const {
    std::map<std::string, std::string> problems;
    for (const SubmissionSource& source : list().sources) {
      problems[source.parts[0].path.filename()] =
          source.problem.empty() ? source.parts[0].problem : source.problem;
    }
    return problems;
  }
};

TEST_F(Submissions, are_listed_by_name_and_other_files_apart) {
  for (const char* name :
       {"dee.tgz", "cy.tar", "ben.ZIP", "fay.tar.gz", "course.toml", "notes.txt"}) {
    write(name, "");
  }
  fs::create_directories(dir / "ann");
  fs::create_directories(dir / ".git");
  const SubmissionList all = list();
  std::vector<std::string> students;
  for (const SubmissionSource& source : all.sources) {
    students.push_back(source.student);
    EXPECT_EQ(source.problem, "") << source.student;
  }
  EXPECT_THAT(students, ElementsAre("ann", "ben", "cy", "dee", "fay"));
}

TEST_F(Submissions, with_unsafe_names_get_a_safe_one_and_a_problem) {
  std::set<std::string> students;
  const std::string unsafe[] = {"-rf",  ".hidden", "=cmd()", "na\xffme", "a:b",
                                "a<b>", "what?",   "a\nb|",  "dev\\con"};
  for (const std::string& name : unsafe) {
    fs::create_directories(dir / name);
  }
  fs::create_directories(dir / std::string(100, 'y'));
  EXPECT_EQ(list().open.size(), std::size(unsafe));
  int sound = 0;
  for (const SubmissionSource& source : list().sources) {
    students.insert(source.student);
    sound += source.problem.empty();
    EXPECT_TRUE(source.problem.empty() || source.student.starts_with("unnamed-"));
    EXPECT_EQ(source.problem.find_first_of("\x1b\n"), std::string::npos);
    EXPECT_EQ(read_submission(source, LabFinder(labs)).problem, source.problem);
  }
  EXPECT_EQ(students.size(), std::size(unsafe) + 1);
  EXPECT_EQ(sound, 1);
}

TEST_F(Submissions, of_one_name_are_both_named) {
  write("ann/02.cu", "text");
  write("ann.zip", "");
  write("ben.zip", "");
  const auto found = problems();
  EXPECT_THAT(found.at("ann"), HasSubstr("another hand-in for this student"));
  EXPECT_EQ(found.at("ann.zip"), found.at("ann"));
  ASSERT_EQ(list().open.size(), 1u);
  EXPECT_THAT(list().open[0].what, HasSubstr("\"ann\" and \"ann.zip\" are all called ann"));
  EXPECT_EQ(found.at("ben.zip"), "");
}

TEST_F(Submissions, that_are_links_or_pipes_have_a_problem) {
  write("elsewhere/02.cu", "text");
  fs::create_directory_symlink(dir / "elsewhere", dir / "ann");
  fs::create_symlink("/nowhere", dir / "ben");
  write("real", "");
  fs::create_symlink(dir / "real", dir / "cy.zip");
  fs::create_symlink(dir / "real", dir / "notes");
  ASSERT_EQ(mkfifo((dir / "dee.zip").c_str(), 0644), 0);
  const auto found = problems();
  EXPECT_THAT(found.at("ann"), HasSubstr("symbolic link"));
  EXPECT_THAT(found.at("ben"), HasSubstr("symbolic link"));
  EXPECT_THAT(found.at("cy.zip"), HasSubstr("symbolic link"));
  EXPECT_THAT(found.at("dee.zip"), HasSubstr("not a regular file"));
  EXPECT_EQ(found.count("notes"), 0u);
}

TEST_F(Submissions, cannot_be_listed_where_there_is_no_folder) {
  EXPECT_THROW(list_submissions(dir / "none", labs), std::system_error);
}

TEST_F(Submissions, have_one_sum_for_the_same_files_however_they_came) {
  write("ann/02.cu", "text");
  write("ben/labs/02_naive_kernel/kernel.cu", "text");
  write("ben/notes", "mine");
  write("cy/02.cu", "other");
  write("dee/03.cu", "text");
  EXPECT_EQ(read("ann").sha256, read("ben").sha256);
  EXPECT_NE(read("ann").sha256, read("cy").sha256);
  EXPECT_NE(read("ann").sha256, read("dee").sha256);
}

TEST_F(Submissions, are_of_the_time_of_times_csv_rather_than_of_the_file) {
  write("ann/02.cu", "text");
  write("ann/03.cu", "text");
  write("ben/02.cu", "text");
  write("times.csv", "student,time,lab\nann,2026-01-31T23:59:00+01:00,\nann,2026-02-01,3\n");
  EXPECT_EQ(read("ann").files.at("02").submitted_at, "2026-01-31T22:59:00Z");
  EXPECT_EQ(read("ann").files.at("03").submitted_at, "2026-02-01T00:00:00Z");
  EXPECT_EQ(read("ben").files.at("02").submitted_at, "");  // a file's own time can be forged
}

TEST_F(Submissions, tell_where_times_csv_is_wrong) {
  write("ann/02.cu", "text");
  const std::pair<const char*, const char*> wrong[] = {
      {"name,when\n", "times.csv:1: the first line must be"},
      {"student,time\nann,yesterday\n", "times.csv:2: \"yesterday\" is not a time"},
      {"student,time\nanne,2026-01-01\n",
       "nobody in the class is called \"anne\". Did you mean 'ann'?"},
      {"student,time,lab\n\nann,2026-01-01,9\n", "times.csv:3: there is no lab \"9\""},
      {"student,time,lab\nann,2026-01-01,2\nann,2026-01-01,\nann,2026-01-02,02\n",
       "times.csv:4: line 2 has a time for \"ann\" and this lab too"}};
  for (const auto& [text, message] : wrong) {
    write("times.csv", text);
    try {
      list();
      ADD_FAILURE() << text;
    } catch (const std::runtime_error& error) {
      EXPECT_THAT(error.what(), HasSubstr(message));
    }
  }
}

}  // namespace
}  // namespace gemmlab

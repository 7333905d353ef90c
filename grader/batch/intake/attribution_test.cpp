// Whose the hand-ins of a class are, and that nobody gets a 0 by mistake.
#include <gmock/gmock.h>

#include "grader/batch/sample_submissions.h"

namespace gemmlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Attribution : public Class {
 protected:
  SubmissionList list(const std::string& roster = "") const {
    write("roster.csv", roster.empty() ? "id\n" : roster);
    return list_submissions(dir / "class", labs,
                            roster.empty() ? Roster() : Roster(dir / "roster.csv"));
  }
  void hand_in(const std::string& entry, const std::string& file = "02.cu") const {
    write("class/" + entry + '/' + file, "text of " + entry);
  }
  // Whether a lab of that student has no 0, though there is no file.
  bool is_open(const SubmissionList& list, const std::string& student,
               const std::string& lab = "02") const {
    for (const SubmissionSource& source : list.sources) {
      if (source.student == student) {
        const Submission read = read_submission(source, LabFinder(labs));
        return !read.files.contains(lab) && is_undecided(read.left_out, lab);
      }
    }
    ADD_FAILURE() << "there is no " << student;
    return false;
  }
  bool has_file(const SubmissionList& list, const std::string& student) const {
    for (const SubmissionSource& source : list.sources) {
      if (source.student == student) {
        return read_submission(source, LabFinder(labs)).files.contains("02");
      }
    }
    return false;
  }
};

constexpr const char* kPeople =
    "id,name,e-mail\nann,Ann Lee,a@uni.edu\nbo,Bo Li,b@uni.edu\neve,Eve Ash,e@uni.edu\n";

TEST_F(Attribution, leaves_a_0_to_who_handed_in_nothing_if_nothing_is_open) {
  hand_in("ann");
  hand_in("Bo Li");
  write("class/.DS_Store", "");
  write("class/times.csv", "student,time\nann,2026-01-01\n");
  write("class/course.toml", "");
  const SubmissionList all = list(kPeople);
  EXPECT_TRUE(all.open.empty());
  EXPECT_FALSE(is_open(all, "eve"));
  EXPECT_FALSE(is_open(all, "ann", "03"));
}

TEST_F(Attribution, keeps_a_missing_file_open_while_a_hand_in_is_not_for_certain_one_persons) {
  hand_in("ann");
  const auto expect_open = [&](const std::string& entry, const char* why, const char* what_to_do) {
    const SubmissionList all = list(kPeople);
    ASSERT_EQ(all.open.size(), 1u) << entry;
    EXPECT_THAT(all.open[0].what, AllOf(HasSubstr(why), HasSubstr(what_to_do)));
    EXPECT_TRUE(is_open(all, "eve")) << entry;
    EXPECT_TRUE(is_open(all, "ann", "03")) << entry << ": it may have this lab of hers";
    EXPECT_TRUE(has_file(all, "ann")) << entry;
    fs::remove_all(dir / "class" / entry);
    EXPECT_FALSE(is_open(list(kPeople), "eve")) << entry;
  };
  write("class/eves kernel.cu", "text");
  expect_open("eves kernel.cu", "is left out", "a folder called like its student");
  write("class/work.docx", "text");
  expect_open("work.docx", "is left out", "move it out");
  hand_in("evelyn");
  expect_open("evelyn", "is not in the roster", "add a row");
  write("class/Eve X_9_assignsubmission_file_/02.cu", "text");
  expect_open("Eve X_9_assignsubmission_file_", "is not in the roster", "rename it");
  hand_in("a:b");
  expect_open("a:b", "not a valid student name", "rename it");
  hand_in("-eve");
  expect_open("-eve", "not a valid student name", "rename it");
  hand_in("Lee, Ann", "03.cu");
  const SubmissionList twice = list(kPeople);
  EXPECT_THAT(twice.open.at(0).what, HasSubstr("are all called ann, and none is graded"));
  EXPECT_TRUE(is_open(twice, "ann"));
  EXPECT_TRUE(is_open(twice, "eve"));
  fs::remove_all(dir / "class/Lee, Ann");
  fs::create_directory_symlink(dir, dir / "class/eve");
  expect_open("eve", "symbolic link", "put the folder or archive itself there");
}

TEST_F(Attribution, of_one_person_in_two_spellings_is_open_without_a_roster_too) {
  hand_in("cy");
  const std::pair<const char*, const char*> spellings[] = {{"Ada Lovelace", "Lovelace, Ada"},
                                                           {"ada", "Ada"},
                                                           {"ann lee", "ann_lee"},
                                                           {"Sammy Davis Jr.", "Sammy Davis Jr"},
                                                           {"Zo\u00EB", "Zoe\u0308 "}};
  for (const auto& [one, other] : spellings) {
    hand_in(one);
    hand_in(other, "03.cu");
    const SubmissionList all = list();
    ASSERT_EQ(all.open.size(), 1u) << one;
    for (const SubmissionSource& source : all.sources) {
      const Submission read = read_submission(source, LabFinder(labs));
      EXPECT_EQ(read.problem.empty(), source.student == "cy") << one;
      EXPECT_TRUE(is_undecided(read.left_out, "03")) << one;
    }
    fs::remove_all(dir / "class" / one);
    fs::remove_all(dir / "class" / other);
    EXPECT_TRUE(list().open.empty());
  }
}

TEST_F(Attribution, of_a_platforms_namesakes_in_any_spelling_is_by_its_number) {
  write("class/Kim Lee_11_assignsubmission_file_/02.cu", "text");
  write("class/kim lee_12_assignsubmission_file_/02.cu", "text");
  const SubmissionList all = list();
  EXPECT_TRUE(all.open.empty());
  EXPECT_EQ(all.sources[0].student, "Kim Lee (11)");
  EXPECT_EQ(all.sources[1].student, "kim lee (12)");
}

TEST_F(Attribution, accepts_names_that_only_a_folder_cannot_have) {
  const std::string long_name(120, 'x');
  hand_in("Sammy Davis Jr.");
  hand_in(long_name);
  const SubmissionList all = list();
  EXPECT_TRUE(all.open.empty());
  EXPECT_TRUE(has_file(all, "Sammy Davis Jr"));
  EXPECT_EQ(all.sources[0].who.name, "Sammy Davis Jr.");
  EXPECT_TRUE(has_file(all, safe_name_for(long_name)));
  EXPECT_EQ(all.meant_by("Sammy Davis Jr."), std::set<std::string>{"Sammy Davis Jr"});
}

TEST_F(Attribution, goes_by_the_roster_whatever_the_entry_is_called) {
  setenv("TZ", "UTC", 1);
  const std::string name(150, 'n');
  write("class/Sammy Davis Jr._1_assignsubmission_file_/02.cu", "text");
  write("class/" + name + "_2_assignsubmission_file_/02.cu", "text");
  write("class/=a|b_3_assignsubmission_file_/02.cu", "text");
  const SubmissionList all =
      list("Identifier,Full name,Grade\nParticipant 1,Sammy Davis Jr.,\nParticipant 2," + name +
           ",\nParticipant 3,=a|b,\n");
  EXPECT_TRUE(all.open.empty());
  ASSERT_EQ(all.sources.size(), 3u);
  for (const SubmissionSource& source : all.sources) {
    EXPECT_TRUE(has_file(all, source.student)) << source.student;
    EXPECT_TRUE(is_safe_name(source.student));
  }
}

TEST_F(Attribution, of_a_shared_name_is_open_for_those_who_have_it_alone) {
  hand_in("kim");
  const SubmissionList all = list("id,login\nkim,x\nbo,kim\ncy,y\n");
  ASSERT_EQ(all.open.size(), 1u);
  EXPECT_THAT(all.open[0].may_be_of, ElementsAre("bo", "kim"));
  EXPECT_TRUE(is_open(all, "kim"));
  EXPECT_TRUE(is_open(all, "bo"));
  EXPECT_FALSE(is_open(all, "cy"));
  ASSERT_EQ(all.sources.size(), 4u);  // nobody's has a row and a name of its own
  EXPECT_TRUE(all.sources[3].student.starts_with("kim-"));
}

}  // namespace
}  // namespace gemmlab

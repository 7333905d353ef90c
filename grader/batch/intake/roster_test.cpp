// The people of a class.
#include "grader/batch/submission.h"

#include <gmock/gmock.h>

#include "grader/batch/sample_submissions.h"

namespace gemmlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Rosters : public Class {
 protected:
  Roster read_roster(const std::string& text) const {
    write("roster.csv", text);
    return Roster(dir / "roster.csv");
  }
  static std::vector<std::string> keys(const std::vector<const Person*>& people) {
    std::vector<std::string> keys;
    for (const Person* person : people) {
      keys.push_back(person->key);
    }
    return keys;
  }
  std::vector<std::string> students(const Roster& roster) const {
    std::vector<std::string> students;
    for (const SubmissionSource& source : list_submissions(dir, labs, roster).sources) {
      students.push_back(source.student + (source.problem.empty() ? "" : ": " + source.problem));
    }
    return students;
  }
};

// "id,name" in UTF-16 with its mark.
std::string utf16(const std::string& ascii, bool is_little) {
  std::string text = is_little ? "\xFF\xFE" : "\xFE\xFF";
  for (const char c : ascii) {
    text += is_little ? std::string{c, '\0'} : std::string{'\0', c};
  }
  return text;
}

TEST_F(Rosters, are_read_as_courses_and_platforms_write_them) {
  const std::string exports[] = {
      "id,name,section\nada,Ada Lovelace,1\n",
      "\xEF\xBB\xBFSection;Name;ID\r\n1;\"Lovelace, Ada\";ada\r\n;;\r\n",
      "First name\tSurname\tID number\tEmail address\nAda\tLovelace\tada\tal@uni.edu\n",
      "Student,ID,SIS Login ID\n    Points Possible,,\n\"Lovelace, Ada\",ada,al\n",
      "OrgDefinedId,Username,Last Name,First Name,End-of-Line Indicator\n#ada,#al,Lovelace,Ada,#\n",
      utf16("\"Last Name\"\t\"First Name\"\t\"Student ID\"\nLovelace\tAda\tada\n", true),
      utf16("Name\tStudent number\nLovelace Ada\tada\n", false)};
  for (const std::string& text : exports) {
    const Roster roster = read_roster(text);
    ASSERT_EQ(roster.people().size(), 1u) << text;
    EXPECT_EQ(roster.people()[0].key, "ada") << text;
    for (const char* word : {"ada", "ADA", "Ada Lovelace", "lovelaceada", "Lovelace, Ada"}) {
      EXPECT_THAT(keys(roster.meant_by({word})), ElementsAre("ada")) << text << word;
    }
    EXPECT_TRUE(roster.meant_by({"eve", ""}).empty());
  }
}

TEST_F(Rosters, find_people_by_login_and_mailbox_and_in_either_composition) {
  const Roster roster = read_roster("e-mail,name,login\nzoe@uni.edu,Zo\u00EB K,zk\n");
  for (const char* word : {"zoe", "zoe@uni.edu", "zk", "Zoe\u0308 K", "ZO\u00CB K"}) {
    EXPECT_THAT(keys(roster.meant_by({"nobody", word})), ElementsAre("zk")) << word;
  }
}

TEST_F(Rosters, mean_nobody_by_what_two_have) {
  const Roster roster = read_roster("id,name\n1,Kim Lee\n2,Lee Kim\n");
  EXPECT_TRUE(roster.meant_by({"Kim Lee"}).empty());
  EXPECT_THAT(keys(roster.meant_by({"Kim Lee", "2"})), ElementsAre("2"));
}

TEST_F(Rosters, tell_where_they_are_wrong) {
  const std::pair<const char*, const char*> wrong[] = {
      {"", "roster.csv:1: the first line must name the columns"},
      {"colour,shape\nred,round\n", "roster.csv:1: the first line must name the columns"},
      {"id,name\nada,A\nbo,B\nADA,C\n", "roster.csv:4: \"ADA\" is on line 2 too"},
      {"id\n../x\n", "roster.csv:2: \"../x\" cannot name a student"},
      {"id\n\"ada\n", "a quote is not closed"}};
  for (const auto& [text, message] : wrong) {
    try {
      read_roster(text);
      ADD_FAILURE() << text;
    } catch (const std::runtime_error& error) {
      EXPECT_THAT(error.what(), HasSubstr(message));
    }
  }
}

TEST_F(Rosters, give_everybody_a_row_and_say_who_is_unknown) {
  write("Ada Lovelace_10001_assignsubmission_file_/02.cu", "text");
  write("eve/02.cu", "text");
  write("bo.zip", "");
  write("b2/02.cu", "text");
  const Roster roster = read_roster("id,name,login\nal,Ada Lovelace,\nbo,Bo,b2\ncy,Cy,\n");
  EXPECT_THAT(students(roster), ElementsAre("al", HasSubstr("bo: \"b2\" and \"bo.zip\""),
                                            HasSubstr("bo: \"bo.zip\" and \"b2\""), "cy", "eve"));
  const SubmissionList list = list_submissions(dir, labs, roster);
  EXPECT_THAT(list.notes, ElementsAre("\"eve\" is not in the roster"));
  EXPECT_TRUE(list.left_out.size() == 1 && list.left_out[0].path == "roster.csv");
  EXPECT_TRUE(list_submissions(dir, labs, roster, {dir / "roster.csv"}).left_out.empty());
}

TEST_F(Rosters, make_one_hand_in_a_teams) {
  write("ada/02.cu", "text");
  write("The Reds_4711_99_kernel.cu", "text");
  const Roster roster =
      read_roster("id,team\nada,blue\nbo,blue\ncy,The Reds\ndee,The Reds\neve,\nfay,\n");
  EXPECT_THAT(students(roster), ElementsAre("ada", "bo", "cy", "dee", "eve", "fay"));
  for (const SubmissionSource& source : list_submissions(dir, labs, roster).sources) {
    EXPECT_EQ(source.parts.empty(), source.student == "eve" || source.student == "fay");
  }
}

TEST_F(Rosters, say_whom_a_row_of_times_means) {
  write("ada/02.cu", "text");
  write("times.csv", "student;time\nAda Lovelace;2026-01-31\n");
  const Roster roster = read_roster("id,name\nada,Ada Lovelace\n");
  EXPECT_EQ(list_submissions(dir, labs, roster).sources[0].times.at(""), "2026-01-31T00:00:00Z");
  write("times.csv", "student;time\nAda Lovelace;2026-01-31\nada;2026-01-30\n");
  EXPECT_THROW(list_submissions(dir, labs, roster), std::runtime_error);
}

}  // namespace
}  // namespace gemmlab

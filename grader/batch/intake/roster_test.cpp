// The people of a class.
#include "grader/batch/submission.h"

#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include "grader/batch/sample_submissions.h"

namespace gemmlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

class Rosters : public Class {
 protected:
  Roster read_roster(const std::string& text) const {
    write("roster.csv", text);
    return Roster(dir / "roster.csv");
  }
  static std::vector<std::string> keys(const People& people) {
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
      EXPECT_THAT(keys(roster.called({word})), ElementsAre("ada")) << text << word;
    }
    EXPECT_TRUE(roster.called({"eve", ""}).empty());
  }
}

TEST_F(Rosters, find_people_by_login_and_mailbox_and_in_either_composition) {
  const Roster roster = read_roster("e-mail,name,login\nzoe@uni.edu,Zo\u00EB K,zk\n");
  for (const char* word : {"zoe", "zoe@uni.edu", "zk", "Zoe\u0308 K", "ZO\u00CB K"}) {
    EXPECT_THAT(keys(roster.called({"nobody", word})), ElementsAre("zk")) << word;
  }
}

TEST_F(Rosters, mean_nobody_by_what_two_have) {
  const Roster roster = read_roster("id,name\n1,Kim Lee\n2,Lee Kim\n");
  EXPECT_TRUE(roster.called({"Kim Lee"}).empty());
  EXPECT_THAT(keys(roster.called({"Kim Lee", "2"})), ElementsAre("2"));
}

constexpr const char* kWorksheet =
    "Identifier,Full name,ID number,Email address,Status,Grade,Last modified (submission)\n"
    "Participant 11,Anna Becker,k1,a@uni.edu,Submitted for grading,,\"Sunday, 22 November 2026, "
    "6:15 "
    "PM\"\n"
    "Participant 20,Anna Becker,k2,a2@uni.edu,No submission,,-\n"
    "Participant 21,Tom Hughes,k3,t@uni.edu,\"Submitted for grading - Extension granted until: "
    "Wednesday, 25 November 2026, 11:59 PM\",,-\n";

TEST_F(Rosters, say_who_handed_in_and_who_has_an_extension) {
  const std::vector<Person> people = read_roster(kWorksheet).people();
  ASSERT_EQ(people.size(), 3u);
  EXPECT_TRUE(people[0].is_handed_in);
  EXPECT_FALSE(people[1].is_handed_in);
  EXPECT_TRUE(people[2].is_handed_in);
  EXPECT_EQ(people[0].extension, "");
  EXPECT_EQ(people[2].extension, utc_of_moodle("25 Nov 2026, 11:59 PM"));
  EXPECT_EQ(people[1].participant, "20");
}

TEST_F(Rosters, must_have_extensions_until_a_time) {
  std::string text = kWorksheet;
  text.replace(text.find("25 November 2026, 11"), 20, "25 Novembre 11:");
  try {
    read_roster(text.replace(text.find("Wednesday"), 9, "mercredi"));
    FAIL() << "it has a time that cannot be read";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr(":4: "), HasSubstr("Novembre")));
  }
}

TEST_F(Rosters, leave_what_is_missing_or_may_be_of_two_people_open) {
  write("class/Anna Becker/02.cu", "text");
  const std::string worksheet = kWorksheet;
  const auto open = [&](const std::string& text) {
    std::map<std::string, std::string> open;
    for (const SubmissionSource& source :
         list_submissions(dir / "class", labs, read_roster(text)).sources) {
      const Submission read = read_submission(source, LabFinder(labs));
      open[source.student] = is_undecided(read.left_out, "02") ? why_no_file(read, labs[1]) : "";
    }
    return open;
  };
  EXPECT_THAT(open(worksheet),
              ElementsAre(Pair("Anna Becker", ""), Pair("k1", HasSubstr("several people")),
                          Pair("k2", HasSubstr("several people")),
                          Pair("k3", HasSubstr("not in the class's folder"))));
  std::filesystem::rename(dir / "class/Anna Becker",
                          dir / "class/Anna Becker_11_assignsubmission_file_");
  EXPECT_THAT(open(worksheet), ElementsAre(Pair("k1", ""), Pair("k2", ""),
                                           Pair("k3", HasSubstr("not in the class's folder"))));
}

TEST_F(Rosters, never_let_a_rule_meet_one_of_two_with_its_name) {
  const auto meant = [&](const std::string& word) -> std::string {
    const SubmissionList list = list_submissions(dir, labs, read_roster(kWorksheet));
    try {
      return fmt::format("{}", fmt::join(list.meant_by(word), " "));
    } catch (const std::runtime_error& error) {
      return error.what();
    }
  };
  for (const char* entry : {"Anna Becker_11_assignsubmission_file_", "Anna Becker"}) {
    write(fmt::format("{}/02.cu", entry), "text");
    EXPECT_THAT(meant("Anna Becker"), HasSubstr("k1 (a@uni.edu), k2 (a2@uni.edu)"));
    EXPECT_EQ(meant("k1"), "k1");
    EXPECT_EQ(meant("20"), "k2");
    EXPECT_EQ(meant("Participant 20"), "k2");
    EXPECT_EQ(meant("hughes tom"), "k3");
  }
  write("roster.csv", "");
  write("Anna Becker_20_assignsubmission_file_/02.cu", "text");
  std::filesystem::remove_all(dir / "Anna Becker");
  const SubmissionList unlisted = list_submissions(dir, labs);
  EXPECT_EQ(unlisted.meant_by("20"), std::set<std::string>{"Anna Becker (20)"});
  EXPECT_THROW(unlisted.meant_by("Anna Becker"), std::runtime_error);
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

// Of a table with one bad row: what is said of it, and what everybody is called.
TEST_F(Rosters, list_a_bad_row_and_keep_its_person_and_the_others) {
  struct BadRow {
    const char *table, *note;
    std::vector<std::string> keys;
  };
  const std::string sum = "unnamed-" + sha256("b/2").substr(0, 8);
  const std::string text = "name,e-mail\nAnn A,a@uni.edu\nBen B,{}\n";
  for (const std::string email :
       {"ben/x@uni.edu", "=ben@uni.edu", "Ben <ben@uni.edu>", "ben@uni.edu?", "-", "b|b@uni.edu"}) {
    const Roster roster = read_roster(fmt::format(fmt::runtime(text), email));
    EXPECT_THAT(roster.notes(),
                ElementsAre(AllOf(HasSubstr("roster.csv:3: \""), HasSubstr("is called Ben B"))))
        << email;
    EXPECT_THAT(keys(roster.called({"Ben B"})), ElementsAre("Ben B")) << email;
    EXPECT_THAT(keys(roster.called({"a"})), ElementsAre("a@uni.edu")) << email;
  }
  const std::vector<BadRow> rows = {
      {"id,name\nann,Ann\nb/2,Ben B\n", ":3: \"b/2\" cannot name a student", {"ann", "Ben B"}},
      {"id\nann\nb/2\n", ":3: \"b/2\" cannot name a student", {"ann", sum}},
      {"id,name\nBen B,Other\nb/2,Ben B\n", ":3: \"b/2\"", {"Ben B", sum}},
      {"id,name\nann,Ann\nben,J\xF6rg\n", ":3: this row is not UTF-8", {"ann", "ben"}},
      {"name\nAnn\nJ\xF6rg\n", ":3: this row is not UTF-8", {"Ann", "J\uFFFDrg"}},
      {"id,name,section\nann,Ann,1\nann,Ann,2\n",
       ":3: \"ann\" is on line 2 too, and counts once",
       {"ann"}}};
  for (const auto& [table, note, called] : rows) {
    const Roster roster = read_roster(table);
    EXPECT_THAT(roster.notes(), ElementsAre(HasSubstr(note))) << table;
    std::vector<std::string> found;
    std::ranges::transform(roster.people(), std::back_inserter(found), &Person::key);
    EXPECT_EQ(found, called) << table;
  }
  EXPECT_TRUE(read_roster("id,e-mail\nann,a/x@uni.edu\n").notes().empty());  // its id is good
  const std::string long_mail = std::string(120, 'b') + "@uni.edu";
  const Roster roster = read_roster("e-mail\n" + long_mail + "\n");
  EXPECT_TRUE(roster.notes().empty());
  EXPECT_EQ(roster.people()[0].key, safe_name_for(long_mail));
  EXPECT_EQ(keys(roster.called({long_mail})).size(), 1u);
}

TEST_F(Rosters, give_everybody_a_row_and_say_who_is_unknown) {
  write("Ada Lovelace_10001_assignsubmission_file_/02.cu", "text");
  write("eve/02.cu", "text");
  write("bo.zip", "");
  write("b2/02.cu", "text");
  const Roster roster = read_roster("id,name,login\nal,Ada Lovelace,\nbo,Bo,b2\ncy,Cy,\n");
  const std::string both = "bo: there is another hand-in for this student, and only one can count";
  EXPECT_THAT(students(roster), ElementsAre("al", both, both, "cy", "eve"));
  const SubmissionList list = list_submissions(dir, labs, roster);
  std::vector<std::string> open;
  std::ranges::transform(list.open, std::back_inserter(open), &OpenHandIn::what);
  EXPECT_THAT(open, ElementsAre(HasSubstr("\"eve\" is not in the roster"),
                                HasSubstr("\"b2\" and \"bo.zip\" are all called bo"),
                                HasSubstr("\"roster.csv\" is left out")));
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

TEST_F(Rosters, refuse_two_hand_ins_of_a_team_but_not_of_a_tutorial) {
  write("Ada_1_assignsubmission_file_/02.cu", "text");
  write("Bo_2_assignsubmission_file_/02.cu", "text");
  const std::string people = "\nAda,Blue\nBo,Blue\nCy,Blue\n";
  for (const char* title : {"Groups", "group", "Section"}) {
    const Roster roster = read_roster(std::string("name,") + title + people);
    EXPECT_THAT(students(roster), ElementsAre("Ada", "Bo", "Cy"));
    EXPECT_TRUE(list_submissions(dir, labs, roster).sources[2].parts.empty());
  }
  try {
    students(read_roster("name,team" + people));
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("two hand-ins of the team \"Blue\""));
    EXPECT_THAT(error.what(), HasSubstr("call it section"));
  }
}

TEST_F(Rosters, make_a_groups_own_folder_the_groups_and_leave_its_name_before_a_persons) {
  write("Team Red_5_assignsubmission_file_/02.cu", "text");
  write("Tutorial A-Cy Day_6_assignsubmission_file_/02.cu", "text");
  const Roster roster = read_roster(
      "name,groups\nAda,\"Tutorial A, Team Red\"\nBo,Team Red\nCy Day,Tutorial A\nDee,\n");
  EXPECT_THAT(students(roster), ElementsAre("Ada", "Bo", "Cy Day", "Dee"));
  for (const SubmissionSource& source : list_submissions(dir, labs, roster).sources) {
    EXPECT_EQ(source.parts.empty(), source.student == "Dee") << source.student;
  }
}

// Moodle's grading worksheet.
TEST_F(Rosters, take_numbers_and_times_from_moodles_worksheet) {
  setenv("TZ", "UTC", 1);
  const std::string titles = "Identifier,Full name,ID number,Last modified (submission),Grade\n";
  write("Kim Lee_11_assignsubmission_file_/02.cu", "text");
  write("Kim Lee_12_assignsubmission_file_/02.cu", "text");
  const Roster roster =
      read_roster(titles +
                  "Participant 11,Kim Lee,s1,\"Friday, 30 January 2026, 1:10 PM\"\n"
                  "Participant 12,Kim Lee,s2,\"30 January 2026, 23:05\"\nParticipant 13,Bo,s3,-\n");
  EXPECT_TRUE(roster.is_worksheet());
  const SubmissionList list = list_submissions(dir, labs, roster);
  ASSERT_EQ(list.sources.size(), 3u);
  EXPECT_EQ(list.sources[0].student, "s1");
  EXPECT_EQ(list.sources[0].parts[0].id, "11");
  EXPECT_EQ(list.sources[0].times.at(""), "2026-01-30T13:10:00Z");
  EXPECT_EQ(list.sources[1].times.at(""), "2026-01-30T23:05:00Z");
  EXPECT_TRUE(list.sources[2].times.empty());
  EXPECT_THROW(read_roster(titles + "Participant 11,Bo,s3,\"30. Dezember 2026, 23:05\"\n"),
               std::runtime_error);
}

TEST_F(Rosters, take_another_identifier_for_an_id) {
  write("ada/02.cu", "text");
  write("eve/02.cu", "text");
  const Roster roster = read_roster("identifier,name\nada,Ada Lovelace\n12,Bo\n");
  EXPECT_THAT(students(roster), ElementsAre("12", "ada", "eve"));
  EXPECT_FALSE(roster.is_worksheet());
}

TEST_F(Rosters, know_those_that_moodle_shows_without_names) {
  write("Participant_11_assignsubmission_file_/02.cu", "text");
  write("Participant_12_assignsubmission_file_/02.cu", "text");
  EXPECT_THAT(students(read_roster("Identifier,Grade\nParticipant 11,\nParticipant 12,\n")),
              ElementsAre("Participant 11", "Participant 12"));
}

TEST_F(Rosters, tell_namesakes_without_ids_apart_by_moodles_number) {
  write("Kim Lee_11_assignsubmission_file_/02.cu", "text");
  write("Kim Lee_12_assignsubmission_file_/02.cu", "text");
  const Roster roster =
      read_roster("Identifier,Name\nParticipant 11,Kim Lee\nParticipant 12,Kim Lee\n");
  EXPECT_THAT(students(roster),
              ElementsAre("Kim Lee (Participant 11)", "Kim Lee (Participant 12)"));
  EXPECT_THAT(keys(roster.called({"Kim Lee (Participant 12)"})),
              ElementsAre("Kim Lee (Participant 12)"));
  EXPECT_THROW(list_submissions(dir, labs, roster).meant_by("Kim Lee"), std::runtime_error);
}

TEST_F(Rosters, may_have_german_titles) {
  const Roster roster =
      read_roster("Vorname,Nachname,ID-Nummer,E-Mail-Adresse\nAda,Lovelace,s1,al@uni.edu\n");
  EXPECT_THAT(keys(roster.called({"al@uni.edu"})), ElementsAre("s1"));
}

TEST_F(Rosters, say_whom_an_instructors_word_means) {
  write("Ada Lovelace_1_assignsubmission_file_/02.cu", "text");
  write("eve/02.cu", "text");
  const SubmissionList list = list_submissions(
      dir, labs,
      read_roster("id,name,e-mail,team\ns1,Ada Lovelace,al@uni.edu,red\ns2,Bo Li,,red\n"));
  for (const char* word : {"s1", "S1", "Lovelace, Ada", "al@uni.edu", "al"}) {
    EXPECT_THAT(list.meant_by(word), ElementsAre("s1")) << word;
  }
  EXPECT_THAT(list.meant_by("red"), ElementsAre("s1", "s2"));
  EXPECT_THAT(list.meant_by("eve"), ElementsAre("eve"));
  try {
    list.meant_by("Ada Lovelase");
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("nobody in the class is called"));
    EXPECT_THAT(error.what(), HasSubstr("Did you mean 'Ada Lovelace'?"));
  }
}

TEST_F(Rosters, say_whom_a_row_of_times_means) {
  write("ada/02.cu", "text");
  write("times.csv", "student;time\nAda Lovelace;2026-01-31\n");
  const Roster roster = read_roster("id,name\nada,Ada Lovelace\n");
  EXPECT_EQ(list_submissions(dir, labs, roster).sources[0].times.at(""), "2026-01-31T00:00:00Z");
  write("times.csv", "student;time\nAda Lovelace;2026-01-31\nada;2026-01-31\n");
  EXPECT_EQ(list_submissions(dir, labs, roster).sources[0].times.at(""), "2026-01-31T00:00:00Z");
  for (const char* wrong :
       {"Ada Lovelace;2026-01-31\nada;2026-01-30\n", "Ada Lovelase;2026-01-31\n"}) {
    write("times.csv", std::string("student;time\n") + wrong);
    EXPECT_THROW(list_submissions(dir, labs, roster), std::runtime_error);
  }
}

TEST_F(Rosters, give_a_teams_people_one_time) {
  write("ada/02.cu", "text");
  write("times.csv", "student;time\nbo;2026-01-31\n");
  for (const SubmissionSource& source :
       list_submissions(dir, labs, read_roster("id,team\nada,red\nbo,red\n")).sources) {
    EXPECT_EQ(source.times.at(""), "2026-01-31T00:00:00Z") << source.student;
  }
}

}  // namespace
}  // namespace gemmlab

// What the names in a class's folder say.
#include "grader/batch/intake/names.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <set>

#include "grader/batch/sample_submissions.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class HandIns : public Class {
 protected:
  HandIn folder(const std::string& name) const {
    fs::create_directories(dir / name);
    return hand_in_of(fs::directory_entry(dir / name));
  }
  HandIn file(const std::string& name, const std::string& text = "text") const {
    write(name, text);
    return hand_in_of(fs::directory_entry(dir / name));
  }
  std::vector<SubmissionSource> sources() const { return list_submissions(dir, labs).sources; }
};

TEST_F(HandIns, are_of_students_whose_names_can_be_shown) {
  folder("a\uFFFEb\u202E\u00A0c");
  ASSERT_EQ(sources().size(), 1u);
  EXPECT_EQ(sources()[0].student, "ab c");
}

TEST_F(HandIns, say_what_their_platform_wrote) {
  setenv("TZ", "UTC", 1);
  tzset();
  HandIn in = folder("Ana Mar\u00EDa_10001_assignsubmission_file_");
  EXPECT_EQ(in.platform + ' ' + in.student + ' ' + in.id, "Moodle Ana Mar\u00EDa 10001");
  EXPECT_FALSE(in.is_in_rosters);
  in = file("Jo Li_10002_assignsubmission_file_my_kernel.cu");
  EXPECT_EQ(in.student + ' ' + in.file, "Jo Li my_kernel.cu");
  in = file("kimlee_LATE_4711_99_kernel-12.cu");
  EXPECT_EQ(in.platform + ' ' + in.student + ' ' + in.id, "Canvas kimlee 4711");
  EXPECT_TRUE(in.is_late && in.is_in_rosters);
  EXPECT_EQ(in.version, 12);
  EXPECT_FALSE(file("moemia_4712_100_kernel.cu").is_late);
  in = file("Lab 2_x_jdoe_attempt_2026-01-31-22-15-00_kernel-2.cu");
  EXPECT_EQ(in.platform + ' ' + in.student + ' ' + in.file, "Blackboard jdoe kernel-2.cu");
  EXPECT_EQ(in.time, "2026-01-31T22:15:00Z");
  EXPECT_EQ(in.version, 0);
  EXPECT_EQ(file("Lab 2_jdoe_attempt_2026-01-31-22-15-00.txt").student, "jdoe");
  in = folder("12345-67890 - Jo - Ann Li - Jan 31, 2026 1015 PM");
  EXPECT_EQ(in.platform + ' ' + in.student + ' ' + in.time,
            "Brightspace Jo - Ann Li 2026-01-31T22:15:00Z");
  EXPECT_EQ(folder("1-2 - Jo - Feb 1, 2026 105 AM").time, "2026-02-01T01:05:00Z");
  write("lab02-jo-li/.git/config", "");
  in = folder("lab02-jo-li");
  EXPECT_EQ(in.platform + ' ' + in.student + ' ' + in.lab, "GitHub-Classroom jo-li lab02");
  EXPECT_EQ(folder("lab03-jo-li").student, "lab03-jo-li");  // no clone
}

// What comes after the platform's own words is the student's.
TEST_F(HandIns, are_not_of_whom_a_students_file_names) {
  EXPECT_EQ(file("eve_1_2_L_ann_attempt_2026-01-31-22-15-00_k.cu").student, "eve");
  EXPECT_EQ(
      file("L_eve_attempt_2026-01-31-22-15-00_L_ann_attempt_2026-01-31-22-15-00_k.cu").student,
      "eve");
  EXPECT_EQ(file("L_eve_attempt_2026-01-31-22-15-00_ann_1_2_kernel.cu").student, "eve");
  EXPECT_EQ(file("Eve_1_assignsubmission_file_ann_2_3_kernel.cu").student, "Eve");
}

TEST_F(HandIns, have_an_example_of_each_rule) {
  std::set<std::string> platforms;
  for (const std::string& line : split_lines(examples_of_hand_ins())) {
    const std::size_t end = line.rfind(" (");
    const std::string name = line.substr(0, end);
    const bool is_folder = name.ends_with('/');
    if (name.starts_with("lab")) {
      write(name + ".git/config", "");
    }
    const HandIn in = is_folder ? folder(name.substr(0, name.size() - 1)) : file(name);
    EXPECT_EQ('(' + in.platform + ')', line.substr(end + 1));
    platforms.insert(in.platform);
  }
  EXPECT_EQ(platforms.size(), 5u);
}

TEST_F(HandIns, of_one_student_are_one_and_the_last_attempt_counts) {
  for (const char* name :
       {"kimlee_4711_99_kernel-2.cpp", "kimlee_4711_98_kernel.cpp", "kimlee_4711_97_02-1.cu"}) {
    file(name, name);
  }
  file("L_jdoe_attempt_2026-02-01-00-00-00_02.cu", "later");
  file("L_jdoe_attempt_2026-01-31-00-00-00_02.cu", "earlier");
  file("L_jdoe_attempt_2026-01-31-00-00-00_lab1.zip", packed(Packing::zip, {{"kernel.cpp", "a"}}));
  const auto all = sources();
  ASSERT_EQ(all.size(), 2u);
  const Submission jdoe = read_submission(all[0], LabFinder(labs)),
                   kim = read_submission(all[1], LabFinder(labs));
  EXPECT_EQ(jdoe.student + ' ' + kim.student, "jdoe kimlee");
  EXPECT_EQ(jdoe.files.at("02").text, "later");
  ASSERT_EQ(jdoe.earlier.at("02").size(), 1u);
  EXPECT_EQ(jdoe.earlier.at("02")[0].text, "earlier");
  EXPECT_LT(jdoe.earlier.at("02")[0].submitted_at, jdoe.files.at("02").submitted_at);
  EXPECT_EQ(jdoe.files.at("01").text, "a");
  EXPECT_EQ(kim.files.at("01").text, "kimlee_4711_99_kernel-2.cpp");
  EXPECT_EQ(kim.files.at("02").text, "kimlee_4711_97_02-1.cu");
  EXPECT_THAT(reasons(kim).at("kernel.cpp"), HasSubstr("earlier attempt"));
}

TEST_F(HandIns, of_namesakes_have_numbers_and_of_one_name_elsewhere_a_problem) {
  folder("Jo Li_10001_assignsubmission_file_");
  folder("Jo Li_10002_assignsubmission_file_");
  folder("Zoe\u0308_10003_assignsubmission_file_");
  folder("Zo\u00EB");
  std::vector<std::string> students;
  for (const SubmissionSource& source : sources()) {
    students.push_back(source.student + (source.problem.empty() ? "" : "!"));
  }
  EXPECT_THAT(students, ElementsAre("Jo Li (10001)", "Jo Li (10002)", "Zo\u00EB!", "Zo\u00EB!"));
}

TEST_F(HandIns, are_called_without_what_nobody_sees) {
  folder("\u202Eann\u200B");
  const SubmissionList list = list_submissions(dir, labs);
  EXPECT_EQ(list.sources[0].student, "ann");
  EXPECT_THAT(list.notes, ElementsAre(HasSubstr("cannot be seen")));
}

TEST_F(HandIns, that_are_none_are_left_out_with_a_reason) {
  write("notes.docx", "x");
  write("ann.cu", "x");
  write("times.csv", "student,time\n");
  write(".git/config", "x");
  write("bo.bundle", "x");
  const SubmissionList list = list_submissions(dir, labs);
  std::string text;
  for (const LeftOut& left : list.left_out) {
    text += left.path + ": " + reason_of(left) + '\n';
  }
  EXPECT_THAT(text, HasSubstr(".git: made by"));
  EXPECT_THAT(text, HasSubstr("ann.cu: neither a folder nor an archive"));
  EXPECT_THAT(text, HasSubstr("notes.docx: neither"));
  EXPECT_EQ(list.left_out.size(), 3u);
  ASSERT_EQ(list.sources.size(), 1u);
  const Submission bo = read_submission(list.sources[0], LabFinder(labs));
  EXPECT_EQ(bo.problem, "");
  EXPECT_TRUE(is_undecided(bo.left_out, "02")) << "there may be a solution in it";
  EXPECT_THAT(why_no_file(bo, labs[1]),
              HasSubstr("\"bo.bundle\": an archive, which is not opened"));
}

TEST(Names, of_any_script_are_safe_and_signs_are_not) {
  for (const char* name : {"ann", "\u0141ukasz \u017Bak", "\u674E", "\u0627\u0644\u0639", "O'Brien",
                           "Li, Jo (2)", "_x", "a.b-c@d"}) {
    EXPECT_TRUE(is_safe_name(name)) << name;
  }
  for (const char* name : {"", "-a", ".a", "=a", "@a", "a/b", "a\\b", "a:b", "a.", "a ", "a\n"}) {
    EXPECT_FALSE(is_safe_name(name)) << name;
  }
}

TEST(Names, become_safe_where_they_can_name_a_student) {
  const auto e = [](int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
      text += "\u00E9";
    }
    return text;
  };
  EXPECT_EQ(safe_name_for("ann"), "ann");
  EXPECT_EQ(safe_name_for("Sammy Davis Jr."), "Sammy Davis Jr");
  EXPECT_EQ(safe_name_for("a. . "), "a");
  EXPECT_EQ(safe_name_for(e(50)), e(50));
  for (const std::string& name : {std::string(101, 'x'), std::string(3000, 'x'), e(51), e(1500)}) {
    const std::string safe = safe_name_for(name);
    EXPECT_TRUE(is_safe_name(safe)) << safe;
    EXPECT_EQ(valid_utf8(safe), safe);
    EXPECT_NE(safe, safe_name_for(name + name[0] + name[1]));
  }
  for (const char* name :
       {"", ".", "...", " ", "-a", ".a", "a/b", "a\\b", "a:b", "..", "../a", "a\n."}) {
    EXPECT_EQ(safe_name_for(name), "") << name;
  }
}

TEST(Names, are_one_in_several_spellings) {
  for (const char* name :
       {"Ada Lovelace", "ada lovelace", "Lovelace, Ada", "ADA_LOVELACE", "Ada  Lovelace."}) {
    EXPECT_EQ(spelling_of(name), spelling_of("ada-lovelace")) << name;
  }
  EXPECT_EQ(spelling_of("Zoe\u0308 K"), spelling_of("ZO\u00CB k"));
  for (const char* name : {"Ada Lovelac", "Adalovelace", "Ada", "Ada Lovelace 2", "\u674E"}) {
    EXPECT_NE(spelling_of(name), spelling_of("Ada Lovelace")) << name;
  }
}

TEST(Names, are_cut_on_a_terminal_between_two_characters) {
  EXPECT_EQ(shown_name("Ann Lee"), "Ann Lee");
  EXPECT_EQ(shown_name(std::string(48, 'x')), std::string(48, 'x'));
  EXPECT_EQ(shown_name(std::string(49, 'x')), std::string(45, 'x') + "...");
  std::string wide, marks = "a", emoji;
  for (int i = 0; i < 3000; ++i) {
    wide += "\u674E";
    marks += "\u0301";
    emoji += "\U0001F600";
  }
  for (const std::string& name : {wide, marks, emoji, "a\nb\x1b[2J" + wide}) {
    EXPECT_LE(display_width(shown_name(name)), kNameColumns);
    EXPECT_LT(shown_name(name).size(), 8u * kNameColumns);
    EXPECT_EQ(printable(shown_name(name)), shown_name(name));
    EXPECT_EQ(shown_name(name).find('\n'), std::string::npos);
    EXPECT_TRUE(shown_name(name).ends_with("...") || name == marks);  // which printable drops
  }
}

}  // namespace
}  // namespace gemmlab

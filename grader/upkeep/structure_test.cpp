// The rules for the layout of the code, in small trees that break one rule each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/upkeep/code.h"
#include "grader/upkeep/sample_course_files.h"

namespace gemmlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kRooms =
    "# folder       may include  what it is\n"
    "common/facts   -            Data\n"
    "grader/core    facts        The middle\n"
    "grader/judge   facts,core   The top\n";

// The course with three rooms of code, each with only allowed includes.
class StructureTest : public CourseTest {
 protected:
  StructureTest() {
    write(kRoomsTable, kRooms);
    write("common/facts/place.h", "");
    write("grader/core/score.h", "#include \"common/facts/place.h\"\n");
    write("grader/core/score.cpp", "#include \"grader/core/score.h\"\n");
    write("grader/judge/judge.cpp",
          "#include \"common/facts/place.h\"\n#include \"grader/core/score.h\"\n");
    write_derived(course());
  }
};

TEST_F(StructureTest, OfAWellFormedCourseHasNoProblems) {
  EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(StructureTest, IsDrawnWithoutArrowsThatLongerWaysImply) {
  const std::string page = course().text("docs/architecture.md");
  EXPECT_THAT(page, HasSubstr("flowchart TD\n  judge --> core\n  core --> facts\n```"));
  EXPECT_THAT(page, HasSubstr("| [grader/judge/](../grader/judge/) | The top | core, facts |"));
  write("grader/judge/judge.cpp", "#include \"common/facts/place.h\"\n");
  EXPECT_THAT(
      problems(),
      ElementsAre("docs/architecture.md: its rooms must match the computed ones, but they differ"));
  EXPECT_THAT(write_derived(course()), ElementsAre("docs/architecture.md"));
  EXPECT_THAT(course().text("docs/architecture.md"), HasSubstr("  judge --> facts\n"));
}

TEST_F(StructureTest, IsDrawnEvenIfArrowsLeadInACircle) {
  write("common/facts/place.cpp", "#include \"grader/core/score.h\"\n");
  write_derived(course());
  EXPECT_THAT(course().text("docs/architecture.md"), HasSubstr("  facts --> core\n"));
}

TEST_F(StructureTest, HasAClosedRoot) {
  write("notes.md", "");
  EXPECT_THAT(problems(),
              ElementsAre(HasSubstr("notes.md: the root may contain only LICENSE, README.md")));
  Course with_own = course();
  with_own.students_own = [](const fs::path& file) { return file == "notes.md"; };
  EXPECT_THAT(check_root(with_own), IsEmpty());
  fs::remove(root_ / "notes.md");
  write(".hidden/file", "");
  write("out/meson-private/file", "");
  EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(StructureTest, KeepsFilesShort) {
  std::string text;
  for (int line = 0; line < 301; ++line) {
    text += "\n";
  }
  write("grader/core/long_test.cpp", text);
  write("grader/core/tests/long.cpp", text);
  EXPECT_THAT(problems(), IsEmpty());
  write("grader/core/long.cpp", text);
  EXPECT_THAT(problems(),
              ElementsAre("grader/core/long.cpp: a file may have at most 300 lines, but "
                          "this one has 301"));
}

TEST_F(StructureTest, KeepsFoldersSmall) {
  for (int file = 0; file < 40; ++file) {
    write("grader/judge/stages/stage_" + std::to_string(file) + ".cpp", "");
  }
  EXPECT_THAT(problems(), IsEmpty());
  write("grader/judge/stages/one_more.h", "");
  EXPECT_THAT(problems(),
              ElementsAre(HasSubstr("grader/judge/stages: a folder may contain at most 40 sources "
                                    "and headers (without tests), but this one contains 41")));
}

TEST_F(StructureTest, HasNoCirclesOfUnits) {
  write("grader/core/a.h", "#include \"grader/core/b.h\"\n");
  write("grader/core/b.h", "");
  write("grader/core/b.cpp", "#include \"grader/core/score.h\"\n");
  EXPECT_THAT(problems(), IsEmpty());
  write("grader/core/score.cpp", "#include \"score.h\"\n#include \"a.h\"\n");
  EXPECT_THAT(problems(),
              ElementsAre(HasSubstr("but grader/core/a -> grader/core/b -> grader/core/score -> "
                                    "grader/core/a")));
}

TEST_F(StructureTest, HasArrowsOneWay) {
  write("grader/core/score.cpp", "\n#include \"grader/judge/judge.h\"\n");
  write("grader/judge/judge.h", "");
  EXPECT_THAT(check_arrows(course()),
              ElementsAre(testing::Field(&Problem::rule,
                                         "grader/core may include facts, but line 2 includes "
                                         "grader/judge/judge.h")));
  write("grader/core/score.cpp", "");
  write("grader/core/score_test.cpp", "#include \"grader/judge/judge.h\"\n");
  EXPECT_THAT(check_arrows(course()), IsEmpty());
}

TEST_F(StructureTest, GivesEachRoomItsRow) {
  write("grader/new/file.cpp", "");
  write("grader/new/other.cpp", "");
  EXPECT_THAT(check_arrows(course()), ElementsAre(testing::Field(&Problem::file, "grader/new")));
  write_with(kRoomsTable, kRooms, "grader/core ", "grader/new ");
  EXPECT_THAT(check_arrows(course()),
              ElementsAre(testing::Field(&Problem::rule, HasSubstr("grader/judge names core")),
                          testing::Field(&Problem::file, "grader/core")));
}

TEST(CircleThrough, IsTheShortest) {
  const Units units{{"a", {"b", "c"}}, {"b", {"d"}}, {"c", {"a"}}, {"d", {"a"}}, {"e", {"a"}}};
  EXPECT_THAT(circle_through(units, "a"), ElementsAre("a", "c", "a"));
  EXPECT_THAT(circle_through(units, "b"), ElementsAre("b", "d", "a", "b"));
  EXPECT_THAT(circle_through(units, "e"), IsEmpty());
}

}  // namespace
}  // namespace gemmlab

#include <gmock/gmock.h>

#include <stdexcept>

#include "grader/batch/class_files.h"

namespace gemmlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<Lab> kCanvasLabs{{"01", "cpu_loop", "kernel.cpp", "The CPU loop"},
                                   {"02", "naive_kernel", "kernel.cu", "One thread, one output"}};

const std::string kExported =
    "\xEF\xBB\xBF"
    "Student,ID,SIS User ID,SIS Login ID,Section,Essay (11),gemmlab 02 (12),gemmlab (13)\r\n"
    "    Points Possible,,,,,5,10,100\r\n"
    "\"Lee, Ann\",0071,S-1,ann,\"A, \"\"one\"\"\",4,,\r\n"
    "\"=Ben\",72,ben,b.smith@uni.edu,B,,3,1\r\n"
    "\"Day, Cy\",cy,,c@x,B,,,\r\n"
    "\"Fay, Dee\",74,,dee@uni.edu,B,,7,8\r\n"
    "\"Student, Test\",99,,test,B,,,\r\n";

StudentGrade student(const std::string& name, std::optional<double> points) {
  LabGrade lab;
  lab.id = "02";
  lab.points = points;
  return {name, {lab}, points, 0};
}

TEST(Canvas, keeps_keys_byte_for_byte_and_fills_our_columns) {
  const CanvasFile file = canvas_csv(
      kExported, {student("ann", 80), student("ben", 55.5), student("cy", 10), student("eve", 5)},
      kCanvasLabs, "");
  EXPECT_EQ(file.text,
            "\xEF\xBB\xBF"
            "Student,ID,SIS User ID,SIS Login ID,Section,gemmlab 02 (12),gemmlab (13)\r\n"
            "    Points Possible,,,,,10,100\r\n"
            "\"Lee, Ann\",0071,S-1,ann,\"A, \"\"one\"\"\",8,80\r\n"
            "\"=Ben\",72,ben,b.smith@uni.edu,B,5.55,55.5\r\n"
            "\"Day, Cy\",cy,,c@x,B,1,10\r\n"
            "\"Fay, Dee\",74,,dee@uni.edu,B,7,8\r\n"
            "\"Student, Test\",99,,test,B,,\r\n");
  EXPECT_THAT(file.notes, ElementsAre(HasSubstr("\"Fay,\u2423Dee\""), HasSubstr("eve has no row")));
}

TEST(Canvas, matches_a_logins_name_before_the_at_sign_and_takes_none_of_two) {
  const std::string two =
      "Student,ID,SIS Login ID,gemmlab (1)\na,1,dee@x.edu,\nb,2,ann@x.edu,\nc,3,ann@y.edu,\n";
  const CanvasFile file = canvas_csv(two, {student("ann", 1), student("dee", 2)}, kCanvasLabs, "");
  EXPECT_THAT(file.text, HasSubstr("a,1,dee@x.edu,2\n"));
  EXPECT_THAT(file.text, HasSubstr("b,2,ann@x.edu,\n"));
  EXPECT_THAT(file.text, HasSubstr("c,3,ann@y.edu,\n"));
}

TEST(Canvas, puts_the_total_into_the_column_that_is_named) {
  const CanvasFile file = canvas_csv(kExported, {student("ann", 60)}, kCanvasLabs, "Essay");
  EXPECT_THAT(file.text, HasSubstr("\"A, \"\"one\"\"\",3\r\n"));
}

TEST(Canvas, leaves_a_cell_as_it_was_where_our_side_failed) {
  const CanvasFile file = canvas_csv(kExported, {student("dee", std::nullopt)}, kCanvasLabs, "");
  EXPECT_THAT(file.text, HasSubstr("\"Fay, Dee\",74,,dee@uni.edu,B,7,8\r\n"));
}

TEST(Canvas, says_what_a_gradebook_lacks) {
  EXPECT_THROW(canvas_csv("", {}, kCanvasLabs, ""), std::runtime_error);
  EXPECT_THROW(canvas_csv("Name,Grade\n", {}, kCanvasLabs, ""), std::runtime_error);
  try {
    canvas_csv(kExported, {}, kCanvasLabs, "Labs");
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("no column 'Labs'"));
    EXPECT_THAT(error.what(), HasSubstr("gemmlab 02 (12)"));
  }
}

}  // namespace
}  // namespace gemmlab

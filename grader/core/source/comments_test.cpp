#include "grader/core/source/source_text.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace gemmlab {
namespace {

TEST(WithoutComments, IgnoresCommentsBlankLinesAndRunsOfBlanks) {
  EXPECT_EQ(without_comments("\n  int  x; // one\n\n/* two\n lines */ int\ty;  \n\n"),
            "int x;\nint y;");
}

TEST(CodeOf, EndsAtTheCommentOfALineButNotInAString) {
  EXPECT_EQ(code_of("  x = 1;  // one"), "  x = 1;  ");
  EXPECT_EQ(code_of("say(\"a // b\");  // so"), "say(\"a // b\");  ");
  EXPECT_EQ(code_of("x / y"), "x / y");
}

TEST(WithoutComments, SeesADifferenceInCode) {
  EXPECT_NE(without_comments("int x = 1;"), without_comments("int x = 2;"));
  EXPECT_NE(without_comments("int x;"), without_comments("intx;"));
}

TEST(WithoutComments, KeepsWordsApartThatOnlyACommentSeparates) {
  EXPECT_EQ(without_comments("int/* here */x;"), "int x;");
}

TEST(WithoutComments, KeepsLiteralsAsTheyAre) {
  for (const char* literal : {R"("a  // b")", R"("\"  /* x */")", R"('"')", R"('\'')",
                              "R\"x(  // \" )\n y)x\"", "1'000'000", "case'\"'"}) {
    EXPECT_EQ(without_comments(std::string(literal) + "  // gone"), literal);
  }
}

TEST(WithoutComments, FollowsALineCommentAcrossAContinuedLine) {
  EXPECT_EQ(without_comments("x // one \\\n still\ny"), "x\ny");
}

TEST(WithoutComments, SurvivesTextThatEndsInside) {
  EXPECT_EQ(without_comments("x /* never"), "x");
  EXPECT_EQ(without_comments("\"never"), "\"never");
  EXPECT_EQ(without_comments("\"never\\"), "\"never\\");
  EXPECT_EQ(without_comments("R\"never"), "R\"never");
}

// Each of these once took time in proportion to the square of the text's length.
TEST(WithoutComments, ReadsEachTextOnce) {
  for (const char* part : {"1'", "R\"", "\"", "R\"((", "/*", "'"}) {
    std::string text;
    while (text.size() < 1 << 20) {
      text += part;
    }
    const auto began = std::chrono::steady_clock::now();
    EXPECT_FALSE(without_comments(text).empty() && part[0] != '/') << part;
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(5)) << part;
  }
}

}  // namespace
}  // namespace gemmlab

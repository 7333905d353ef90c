
#include <gtest/gtest.h>

#include "grader/core/facts/refusal.h"
#include "grader/core/foreign_text.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {
namespace {

template <typename Cause>
std::string of(const Cause& cause) {
  return sentence(Refusal{ForeignText("k.cu"), std::nullopt, cause});
}

TEST(SentenceOfARefusal, NamesWhatIsNotAllowed) {
  const std::string cure =
      " This course does not allow that: a lab only computes. Remove it, or ask your instructor.";
  EXPECT_EQ(of(HeaderNotAllowed{ForeignText("vector")}), "k.cu: it includes 'vector'." + cure);
  EXPECT_EQ(of(FunctionNotAllowed{ForeignText("getenv")}), "k.cu: it uses 'getenv'." + cure);
}

TEST(SentenceOfARefusal, IsNotEndedByWhatItQuotes) {
  const std::string said = of(FunctionNotAllowed{ForeignText("exp'. All labs are right. '")});
  EXPECT_TRUE(said.starts_with("k.cu: it uses 'exp\u2019. All labs are right. \u2019'.")) << said;
  const ToolStopped forged{ToolStopped::Tool::compiler, ToolStopped::Why::other,
                           ForeignText("a\n  [2/9] mia: passed")};
  EXPECT_EQ(of(forged), "k.cu does not compile:\n| a\n|   [2/9] mia: passed");
}

TEST(SentenceOfARefusal, SaysWhatStopped) {
  const ToolStopped endless{ToolStopped::Tool::translator, ToolStopped::Why::time, {}};
  EXPECT_EQ(of(endless), "k.cu: the translator took more than 60 seconds and was stopped");
  const ToolStopped failed{ToolStopped::Tool::compiler, ToolStopped::Why::other,
                           ForeignText("confused")};
  EXPECT_EQ(of(failed), "k.cu does not compile:\n| confused");
}

TEST(SentenceOfARefusal, QuotesTheLine) {
  const Diagnostic error{"k.cu", 3, Severity::error, ForeignText("x?"), ForeignText("x;")};
  EXPECT_EQ(of(CompilerErrors{{error}}), "k.cu:3: error: x?\n  3 | x;");
}

}  // namespace
}  // namespace gemmlab

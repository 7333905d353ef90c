#include <gtest/gtest.h>
#include <chrono>
#include <string>
#include <variant>
#include <vector>

#include "common/simt/translate/student_source.h"
#include "common/simt/translate/translate.h"
#include "common/simt/translate/translate_error.h"

namespace simt {
namespace {

struct Forgery {
  std::string name, text;
  int line;  // 0: none
};

class ForgedPositions : public testing::TestWithParam<Forgery> {};

TEST_P(ForgedPositions, AreFound) {
  const auto error = find_forged_positions(GetParam().text, "k.cu");
  EXPECT_EQ(error ? error->line : 0, GetParam().line);
}

INSTANTIATE_TEST_SUITE_P(
    Sources, ForgedPositions,
    testing::Values(
        Forgery{"LineDirective", "int x;\n#line 7 \"/usr/include/x.h\"\n", 2},
        Forgery{"LineMarker", "int x;\n  # 7 \"/usr/include/x.h\" 3\n", 2},
        Forgery{"BehindAComment", "/* */ # /* */ 7 \"x\"\n", 1},
        Forgery{"OverTwoLines", "#\\\nline 7\n", 1}, Forgery{"Digraph", "%:line 7\n", 1},
        Forgery{"WithACommentOfTwoLinesInIt", "#/*\n*/line 7\n", 1},
        Forgery{"WithCommentsOfManyLines", "int x;\n# /*\n*/ /*\n\n*/ 7 /*\n*/ \"x\" 3\n", 2},
        Forgery{"WithACommentBehindADigraph", "%:/*\n*/line 7\n", 1},
        Forgery{"NoneInAWordOfTwoLines", "#define S(line) #/*\n*/line\n", 0},
        Forgery{"NoneWhereTheLineEnds", "#\nline();\n", 0},
        Forgery{"SystemHeaderPragma", "\n#pragma GCC system_header\n", 2},
        Forgery{"SystemHeaderOperator", "_Pragma(\"GCC system_header\")\n", 1},
        Forgery{"BehindAMisleadingQuote", "#if 0\n'\n#endif\n#line 7\n", 4},
        Forgery{"BehindAnEndOfAComment", "/*\n*/ int x; /* */ # 7 \"x\"\n", 2},
        Forgery{"BehindTheSuffixOfALiteral", "#define X \"a\"R\"(b\"\n# 1 \"x\" 3\n// )\"\n", 2},
        Forgery{"BehindTheNameOfAHeader",
                "#if __has_include(<R\"(>)\n#endif\n# 1 \"x\" 3\n// )\"\n", 3},
        Forgery{"WhatLooksLikeAString", "const char* s = R\"(\n#line 3\n)\";", 2},
        Forgery{"NoneInComments", "/*\n# 2 tiles\n*/ // #line 4\n", 0},
        Forgery{"NoneInWhatACommentSays",
                "f(x); // \"a\" /* b\nint i; /* Here\n#line up the columns of B\n # line "
                "2\n%:line\n*/\n",
                0},
        Forgery{"BehindACommentInALiteral", "#define S \"/*\"\n#line 7\n/* */\n", 2},
        Forgery{"BehindACommentInACharacter", "#if 0\n' /*\n#endif\n#line 7\n/* */\n", 4},
        Forgery{"BehindACommentInAHeadersName", "#include <a/*b>\n#line 7\n/* */\n", 2},
        Forgery{"BehindTheEndOfACommentBehindASlash", "'//' /*\n/*/\n#line 7\n/* */\n", 3},
        Forgery{"BehindACommentInALineComment", "int x; //* x\n#line 7\n/* */\n", 2},
        Forgery{"BehindACommentInARawString", "R\"(a)\\\n\"\n/* )\";\n#line 7\n/* */\n", 4},
        Forgery{"BehindTheEndOfAnUnsureComment", "\"\" /*\n/*/\n#line 7\n/* */\n", 3},
        Forgery{"BehindTheEndOfASpokenComment", "/*/ x */ int y;\n#line 7\n/* */\n", 2},
        Forgery{"NoneInOrdinaryDirectives",
                "#include <cuda_runtime.h>\n#define S(line) #line\n#if 1 // # 1\n#endif\n", 0}),
    [](const testing::TestParamInfo<Forgery>& info) { return info.param.name; });

TEST(ForgedPositions, AreSearchedInTime) {
  for (const std::string part : {"/**/", "#/**/", "\"/*\n", "/*", "# "}) {
    std::string text = "'\n";
    while (text.size() < 1 << 20) {
      text += part;
    }
    const auto began = std::chrono::steady_clock::now();
    EXPECT_FALSE(find_forged_positions(text, "k.cu"));
    EXPECT_FALSE(find_refused_words(text, "k.cu"));
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(5)) << part;
  }
}

bool is_system_or_shim(const std::string& file) {
  return file.starts_with("/shim/") || file.starts_with("/usr/include/");
}

TEST(StudentFiles, AreThoseThatNeitherTheSystemNorTheSimulatorHas) {
  EXPECT_EQ(student_files("# 1 \"k.cu\"\n# 1 \"<built-in>\"\n# 1 \"/shim/a.h\" 1\n# 2 \"k.cu\" 2\n"
                          "# 1 \"tile.h\" 1\n# 1 \"/usr/include/x.h\" 1 3 4\n# 3 \"tile.h\" 2\n"
                          "# 1 \"/tmp/x.h\" 1 3 4\n# 4 \"tile.h\" 2\n",
                          is_system_or_shim),
            (std::vector<std::string>{"k.cu", "<built-in>", "tile.h", "/tmp/x.h"}));
}

// What is refused in preprocessed text, and its line; 0: nothing is.
int refused_line(const std::string& lines) {
  const auto result = translate("# 1 \"k.cu\"\n" + lines, is_system_or_shim);
  const auto* const error = std::get_if<TranslateError>(&result);
  return error == nullptr ? 0 : error->line;
}

TEST(TrustedLines, AreThoseOfAHeaderThatTheJudgeTrusts) {
  EXPECT_EQ(refused_line("# 1 \"/usr/include/x.h\" 1 3 4\nint f() asm(\"g\");\n# 2 \"k.cu\" 2\n"),
            0);
  EXPECT_EQ(refused_line("# 1 \"/shim/x.h\" 1 3\nasm(\"\");\n# 2 \"k.cu\" 2\n"), 0);
}

TEST(TrustedLines, AreNeverMadeByAFlag) {
  EXPECT_EQ(refused_line("\n# 1 \"k.cu\" 1 3\nasm(\"\");\n"), 1);
  EXPECT_EQ(refused_line("\n# 3 \"k.cu\" 3\nasm(\"\");\n# 3 \"k.cu\"\n"), 3);
  EXPECT_EQ(refused_line("\n# 3 \"k.cu\" 3\n__builtin_va_start(x)\n# 3 \"k.cu\"\n;\n"), 0);
  EXPECT_EQ(refused_line("\n# 3 \"k.cu\"\n__builtin_va_start(x);\n"), 3);
  EXPECT_EQ(refused_line("\n# 1 \"/usr/include/../../tmp/x.h\" 1 3 4\nint x;\n"), 0)
      << "whoever knows the files decides this";
  EXPECT_EQ(refused_line("\n# 1 \"/tmp/x.h\" 1 3 4\nasm(\"\");\n"), 1);
}

// g++ leaves the flag out where a macro of the student's is expanded in a header.
TEST(TrustedLines, AreNotWhatAMacroOfTheStudentsAdds) {
  EXPECT_EQ(
      refused_line("# 1 \"/usr/include/x.h\" 1 3 4\nint f()\n# 9 \"/usr/include/x.h\"\nasm(\"\")\n"
                   "# 9 \"/usr/include/x.h\" 3 4\n;\n"),
      9);
}

TEST(TrustedLines, AreNotThoseOfARenamedFile) {
  EXPECT_EQ(refused_line("\n\n# 1 \"/usr/include/x.h\"\nint x;\n"), 3);
  EXPECT_EQ(refused_line("\n\n# 1 \"/usr/include/x.h\" 3\nint x;\n"), 3);
  EXPECT_EQ(refused_line("\n\n# 70 \"k.cu\"\nint x;\n"), 0) << "lines without text";
  const std::string begin =
      "# 1 \"/home/me//\"\n# 0 \"<built-in>\"\n# 0 \"<command-line>\"\n# 1 \"k.cu\"\n";
  EXPECT_EQ(refused_line(begin + "int x;\n"), 0) << "as g++ -g begins";
  EXPECT_EQ(refused_line(begin + "# 1 \"/home/me//\"\n# 1 \"/usr/include/x.h\" 3\nint x;\n"), 1);
  EXPECT_EQ(refused_line(begin + "\n# 1 \"<built-in>\"\n# 1 \"/usr/include/x.h\" 3\nint x;\n"), 2);
}

TEST(RefusedWords, AreFoundBeforePreprocessing) {
  const auto line_in = [](const std::string& text) {
    const auto found = find_refused_words(text, "k.cu");
    return found ? found->line : 0;
  };
  EXPECT_EQ(line_in("int x;\n#define FENCE asm(\"\")\n"), 2);
  EXPECT_EQ(line_in("#if 0\n__attribute__((no_sanitize(\"thread\")))\n#endif\n"), 2);
  EXPECT_EQ(line_in("#ifdef X\nvoid __tsan_\\\nread4(void*);\n#endif\n"), 2);
  EXPECT_EQ(line_in("_Pragma(\"x\") simt::round();\n"), 1);
  EXPECT_EQ(line_in("// asm\n/* no_sanitize */ const char* s = \"asm\" R\"(asm)\";\n"), 0);
  EXPECT_EQ(line_in("#include <asm/types.h>\n%: include \"asm.h\"\nint assume, asm_;\n"), 0);
  EXPECT_EQ(line_in("#include <vector>\nasm(\"\");\n"), 2);
}

}  // namespace
}  // namespace simt

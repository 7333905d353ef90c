#include <gtest/gtest.h>

#include <string>

#include "common/simt/translate/translate.h"

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

TEST(StudentFiles, AreThoseThatNeitherTheSystemNorTheSimulatorHas) {
  EXPECT_EQ(student_files("# 1 \"k.cu\"\n# 1 \"<built-in>\"\n# 1 \"/shim/a.h\" 1\n# 2 \"k.cu\" 2\n"
                          "# 1 \"tile.h\" 1\n# 1 \"/usr/include/x.h\" 1 3 4\n# 3 \"tile.h\" 2\n",
                          "/shim/"),
            (std::vector<std::string>{"k.cu", "tile.h"}));
}

}  // namespace
}  // namespace simt

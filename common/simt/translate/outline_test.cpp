#include "common/simt/translate/outline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <string>
#include <vector>

#include "common/simt/translate/lexer.h"
#include "common/simt/translate/tokens.h"

namespace simt {
namespace {

// A text with its outline; it finds tokens by their text.
struct Outlined {
  explicit Outlined(const std::string& source)
      : text(source), tokens(lex_source(text)), outline(tokens) {}

  int at(const std::string& word) const {
    for (int i = 0; i < tokens.size(); ++i) {
      if (tokens.at(i).is(word)) {
        return i;
      }
    }
    return -1;
  }
  // With a blank behind each token.
  std::string of(Span span) const {
    std::string all;
    for (int i = span.first; i <= span.last; ++i) {
      all += std::string(tokens.at(i).text) + " ";
    }
    return all;
  }
  std::string name_around(const std::string& word) const {
    const Function* const function = outline.function_around(at(word));
    return function == nullptr ? "none" : std::string(tokens.at(function->name).text);
  }

  std::string text;
  Tokens tokens;
  Outline outline;
};

TEST(Outline, FindsTheFunctionAroundAToken) {
  const Outlined file(
      "namespace a { int out; }\n"
      "struct alignas(8) S { int member; int f(int p) const noexcept(true) { one; } };\n"
      "template <int T> __global__ void __launch_bounds__(T) k(float* x) { if (x) { two; } }\n"
      "auto g(int p) -> std::vector<int> { auto l = [&](int q) { three; }; }\n"
      "int table[2]{four};\n");
  EXPECT_EQ(file.name_around("out"), "none");
  EXPECT_EQ(file.name_around("member"), "none");
  EXPECT_EQ(file.name_around("one"), "f");
  EXPECT_EQ(file.name_around("two"), "k");
  EXPECT_EQ(file.name_around("three"), "g");
  EXPECT_EQ(file.name_around("four"), "none");
  ASSERT_EQ(file.outline.functions().size(), 4u);
  EXPECT_EQ(file.of(file.outline.functions()[1].parameters), "( float * x ) ");
  EXPECT_EQ(file.outline.functions()[1].first, file.at("template"));
  EXPECT_EQ(file.outline.function_declared_around(file.at("__launch_bounds__")),
            &file.outline.functions()[1]);
}

TEST(Outline, FindsWhereStatementsEnd) {
  const auto statement = [](const std::string& text) {
    const Outlined file(text);
    return file.of({0, file.outline.statement_end(0)});
  };
  EXPECT_EQ(statement("x = f(a; b); y;"), "x = f ( a ; b ) ; ");
  EXPECT_EQ(statement("if (a) b; else if (c) { d; } e;"), "if ( a ) b ; else if ( c ) { d ; } ");
  EXPECT_EQ(statement("for (;;) for (;;) { a; } b;"), "for ( ; ; ) for ( ; ; ) { a ; } ");
  EXPECT_EQ(statement("do a; while (b); c;"), "do a ; while ( b ) ; ");
  EXPECT_EQ(statement("if constexpr (a) { b; } c;"), "if constexpr ( a ) { b ; } ");
  EXPECT_EQ(statement("a"), "a ");
}

TEST(Outline, FindsBodiesAndLoops) {
  const Outlined file("for (int i = 0; i < 4; ++i) if (i) a; else b; while (c) { d; }");
  ASSERT_EQ(file.outline.loops().size(), 2u);
  EXPECT_EQ(file.of(file.outline.loops()[0].body), "if ( i ) a ; else b ; ");
  EXPECT_EQ(file.of(file.outline.loops()[1].header), "( c ) ");
  EXPECT_EQ(file.of(file.outline.body_of(file.at("if"))), "a ; ");
  EXPECT_LT(file.outline.body_of(file.at("a")).last, 0);
}

TEST(Outline, FindsTheArrayOfAnElement) {
  const Outlined file("x[2][f(i)] = y;");
  EXPECT_EQ(file.outline.array_of(file.at("=") - 1), 0);
  EXPECT_EQ(file.outline.array_of(file.at("y")), file.at("y"));
  EXPECT_EQ(Outlined("x]").outline.array_of(1), 1);
}

TEST(Outline, FindsWhatIsAssignedToAnElement) {
  const Outlined file("x[2][f(i)] = y; z += x[0]; if (y == z) {}");
  EXPECT_EQ(file.outline.end_of_element(0), file.at("=") - 1);
  EXPECT_EQ(file.outline.end_of_element(file.at("y")), file.at("y"));
  EXPECT_EQ(file.outline.assignment_to(file.at("=") - 1), file.at("="));
  EXPECT_EQ(file.outline.assignment_to(file.at("z")), file.at("z") + 2);
  EXPECT_EQ(file.outline.assignment_to(file.at("y")), -1);
  EXPECT_EQ(file.outline.assignment_to(file.at("if") + 2), -1);
}

TEST(Outline, FindsTheFunctionAtALine) {
  const Outlined file("int a;\nint f(int x) {\n  return x;\n}\n");
  ASSERT_NE(file.outline.function_at(3), nullptr);
  EXPECT_EQ(file.outline.function_at(3), file.outline.function_around(file.at("return")));
  EXPECT_EQ(file.outline.function_at(1), nullptr);
}

TEST(Outline, FindsTheSemicolonBehindAToken) {
  const Outlined file("for (int i = 0; i < n;) { x[f(a)] = {1}; } f(b = c);");
  EXPECT_EQ(file.outline.semicolon(file.at("int")), file.at(";"));
  EXPECT_EQ(file.of({file.at("x"), file.outline.semicolon(file.at("x"))}),
            "x [ f ( a ) ] = { 1 } ; ");
  EXPECT_EQ(file.outline.semicolon(file.at("b")), -1);
  EXPECT_EQ(file.outline.semicolon(-1), -1);
}

TEST(Outline, FindsWhatBelongsToADeclaredName) {
  const Outlined file("float *x[4][n + 1] = {1, 2}, y = f(a, b), z; void g(int p = 3);");
  const Declarator x = file.outline.declarator(1);
  EXPECT_EQ(x.name, file.at("x"));
  EXPECT_EQ(file.of(x.extents), "[ 4 ] [ n + 1 ] ");
  EXPECT_EQ(file.of(x.value), "{ 1 , 2 } ");
  const Declarator y = file.outline.declarator(x.end + 1);
  EXPECT_EQ(file.of(y.extents), "");
  EXPECT_EQ(file.of(y.value), "f ( a , b ) ");
  EXPECT_EQ(file.outline.declarator(y.end + 1).end, file.at(";"));
  EXPECT_EQ(file.of(file.outline.declarator(file.at("p")).value), "3 ");
  EXPECT_EQ(file.outline.declarator(file.at("=")).name, -1);
  EXPECT_EQ(file.outline.declarator(file.tokens.size()).end, file.tokens.size());
}

TEST(Outline, FindsLaunchesWithAllThatTheyContain) {
  const Outlined file("a::k<4, 2><<<dim3(x, y), b, 0>>>(f(p, q), {r, s}, t);");
  ASSERT_EQ(file.outline.launches().size(), 1u);
  const Launch& launch = file.outline.launches()[0];
  EXPECT_EQ(launch.kernel, 0);
  ASSERT_EQ(launch.configuration.size(), 3u);
  EXPECT_EQ(file.of(launch.configuration[0]), "dim3 ( x , y ) ");
  const std::vector<Span> arguments = file.outline.arguments(launch.parenthesis);
  ASSERT_EQ(arguments.size(), 3u);
  EXPECT_EQ(file.of(arguments[1]), "{ r , s } ");
  EXPECT_EQ(file.outline.launch_at(launch.open), &launch);
  EXPECT_EQ(file.outline.launch_at(launch.close), nullptr);
  EXPECT_TRUE(file.outline.opens_arguments(launch.parenthesis));
}

TEST(Outline, TellsACallFromACondition) {
  const Outlined file("if (a) g(); return (b);");
  EXPECT_FALSE(file.outline.opens_arguments(file.at("if") + 1));
  EXPECT_TRUE(file.outline.opens_arguments(file.at("g") + 1));
  EXPECT_FALSE(file.outline.opens_arguments(file.at("return") + 1));
  EXPECT_TRUE(file.outline.arguments(file.at("g") + 1).empty());
}

TEST(Outline, FindsLessInAHalfWrittenFile) {
  const Outlined launch("void f() { <<<a; k<<<b, c>>>; k<<<d>>>(");
  ASSERT_EQ(launch.outline.launches().size(), 3u);
  EXPECT_EQ(launch.outline.launches()[0].kernel, -1);
  EXPECT_EQ(launch.outline.launches()[0].close, -1);
  EXPECT_EQ(launch.outline.launches()[1].parenthesis, -1);
  EXPECT_TRUE(launch.outline.arguments(launch.outline.launches()[2].parenthesis).empty());
  EXPECT_EQ(launch.name_around("a"), "f");
  EXPECT_EQ(Outlined("for (;;) { a;").outline.statement_end(0), -1);
}

// Each part of a text asks for all that there is; nothing may fail.
TEST(Outline, SurvivesAnyText) {
  const std::string pieces[] = {"(",   ")",   "[",     "]",   "{",      "}",    ";",  ",", "<<<",
                                ">>>", "if ", "else ", "do ", "while ", "for ", "x ", "<", ":"};
  unsigned random = 1;
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (int i = 0; i < round % 40; ++i) {
      random = random * 1664525u + 1013904223u;
      text += pieces[(random >> 16) % std::size(pieces)];
    }
    const Outlined file(text);
    for (int i = -1; i <= file.tokens.size(); ++i) {
      file.outline.function_around(i);
      file.outline.bracket_around(i);
      file.outline.semicolon(i);
      file.outline.function_declared_around(i);
      file.outline.launch_at(i);
      file.outline.opens_arguments(i);
      file.outline.declarator(i);
      EXPECT_LE(file.outline.array_of(i), i) << text;
      EXPECT_LE(file.outline.declaration_begin(i), std::max(i, 0)) << text;
      EXPECT_LT(file.outline.statement_end(i), file.tokens.size()) << text;
      EXPECT_LT(file.outline.body_of(i).last, file.tokens.size()) << text;
      for (const Span& each : file.outline.arguments(i)) {
        EXPECT_GT(each.first, i) << text;
        EXPECT_LT(each.last, file.tokens.size()) << text;
      }
    }
  }
}

TEST(Outline, TakesTimeInProportionToTheText) {
  for (const std::string piece : {"if (a) ", "for (;;) ", "f(", "{", "do ", "a < b, ", "f() {",
                                  "f() {} ", "[] () {}, ", "k<<<a, ", "k<<<(", "x[y] = "}) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) {
      text += piece;
    }
    const auto began = std::chrono::steady_clock::now();
    const Outlined file(text);
    EXPECT_LE(file.outline.statement_end(0), file.tokens.size());
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(5)) << piece;
  }
}

}  // namespace
}  // namespace simt

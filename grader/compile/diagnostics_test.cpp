#include "grader/compile/diagnostics.h"

#include <gtest/gtest.h>

#include <climits>
#include <cstddef>
#include <filesystem>
#include <fstream>

#include "grader/compile/compile_job.h"
#include "grader/machine/scratch_folder.h"
#include "grader/machine/toolchain.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {
namespace {

const std::vector<std::string> kForeign = {"/usr/include/", "/shim/"};

TEST(ParseDiagnostics, ReadsEachCompilersSpelling) {
  const auto found = parse_diagnostics(
      ForeignText("k.cu: In function 'void f()':\n"
                  "k.cu:3:5: error: 'x' was not declared in this scope\n"
                  "dir/k.cu:4: warning: unused variable 'y' [-Wunused-variable]\n"
                  "my k.cu(5): error: identifier \"z\" is undefined\n"
                  "  __attribute__((global)) void f() { z; }\n"
                  "                                     ^\n"
                  "k.cu(6): warning #177-D: variable \"w\" was declared but never referenced\n"
                  "k.cu(7): catastrophic error: cannot open source file \"x.h\"\n"),
      kForeign);
  ASSERT_EQ(found.size(), 5U);
  EXPECT_EQ(found[0].file, "k.cu");
  EXPECT_EQ(found[0].line, 3);
  EXPECT_EQ(found[0].text.text(), "'x' was not declared in this scope");
  EXPECT_EQ(found[1].file, "dir/k.cu");
  EXPECT_EQ(found[1].severity, Severity::warning);
  EXPECT_EQ(found[2].file, "my k.cu");
  EXPECT_EQ(found[2].line, 5);
  EXPECT_EQ(found[3].severity, Severity::warning);
  EXPECT_EQ(found[4].severity, Severity::error);
}

TEST(ParseDiagnostics, MovesErrorsInForeignHeadersToTheLineThatLedThere) {
  const auto found = parse_diagnostics(
      ForeignText("In file included from k.cu:1:\n"
                  "/usr/include/x.h:9: error: wrong\n"
                  "/usr/include/y.h: In instantiation of 'T f(T) [with T = int]':\n"
                  "k.cu:7:   required from here\n"
                  "/usr/include/y.h:70: error: wrong too\n"
                  "/usr/include/y.h:71: note: declared here\n"
                  "/usr/include/z.h:80: error: from nowhere\n"),
      kForeign);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].file, "k.cu");
  EXPECT_EQ(found[0].line, 1);
  EXPECT_EQ(found[1].line, 7);
  EXPECT_EQ(found[1].text.text(), "wrong too");
}

TEST(ParseDiagnostics, SaysOnceWhatAMessageMeans) {
  const std::string not_constant = "expression must have a constant value";
  const auto found =
      parse_diagnostics(ForeignText("k.cu:3: error: storage size of 'x' isn't constant\n"
                                    "k.cu:4: error: storage size of 'y' isn't constant\n"
                                    "k.cu(5): error: " +
                                    not_constant + "\n"),
                        kForeign);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_TRUE(
      found[0].text.holds("isn't constant: the size of an array in a kernel must be known"));
  EXPECT_EQ(found[1].text.text(), "storage size of 'y' isn't constant");
  EXPECT_EQ(found[2].text.text(), not_constant);
}

TEST(ParseDiagnostics, KeepsTheSimulatorsOwnNamesToItself) {
  const auto found = parse_diagnostics(
      ForeignText("k.cu:3: error: reference to __device__ function 'get_x' in __host__ function\n"
                  "k.cu:4: error: no match for call to '(simt::TypedLaunch<f()> (int&)'\n"),
      kForeign);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_TRUE(found[0].text.holds("threadIdx, blockIdx"));
  EXPECT_FALSE(found[0].text.holds("get_x"));
  EXPECT_TRUE(found[1].text.holds("do not fit the kernel's parameters"));
  EXPECT_FALSE(found[1].text.holds("simt"));
}

// "expected ')' before ';' token" says where: nothing is missing on the line before.
TEST(ParseDiagnostics, LeadsToTheLineBeforeOnlyForAMissingSemicolon) {
  const auto found =
      parse_diagnostics(ForeignText("k.cu:3: error: expected ',' or ';' before 'for'\n"
                                    "k.cu:4: error: expected ')' before ';' token\n"
                                    "k.cu:5: error: expected ';' before '}' token\n"
                                    "k.cu:6: error: expected ';' before '::' token\n"),
                        kForeign);
  ASSERT_EQ(found.size(), 4U);
  EXPECT_TRUE(found[0].text.holds("at the end of the line before"));
  EXPECT_EQ(found[1].text.text(), "expected ')' before ';' token");
  EXPECT_TRUE(found[2].text.holds("on this line"));
  EXPECT_EQ(found[3].text.text(), "expected ';': it is missing on this line");
}

// A source decides what its messages hold: a static_assert's text may have lines of its own.
TEST(ParseDiagnostics, SurvivesWhatASourceMakesCompilersPrint) {
  const auto found = parse_diagnostics(ForeignText("k.cu:99999999999:5: error: far\n"
                                                   "k.cu:99999999999:   required from here\n"
                                                   "/usr/include/y.h:70: error: farther\n"
                                                   "k.cu:3:5: error: #error " +
                                                       std::string(100'000, 'x') + "\n",
                                                   {.bytes = 1 << 20}),
                                       kForeign);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].line, 0);
  EXPECT_EQ(found[2].line, 3);
  EXPECT_LT(found[2].text.text().size(), 2000U);
}

Diagnostic said(const std::string& file, int line, Severity severity, const char* text) {
  return {file, line, severity, ForeignText(text)};
}

TEST(FirstDiagnostics, AreSomeErrorsWithTheirNotesAndSource) {
  const std::string name = "dir/described.cu";
  const std::vector<Diagnostic> all = {
      said(name, 1, Severity::warning, "never shown"), said(name, 1, Severity::note, "nor this"),
      said(name, 2, Severity::error, "wrong"),         said(name, 1, Severity::note, "because"),
      said(name, 2, Severity::error, "wrong again"),   said(name, 1, Severity::error, "too many")};
  EXPECT_EQ(
      sentence(first_diagnostics(all, Severity::error, 2, {name, "first line\nsecond line\n"})),
      name + ":2: error: wrong\n  2 | second line\n" + name +
          ":1: note: because\n  1 | first line\n" + name +
          ":2: error: wrong again\n  2 | second line");
}

// static_assert(false, "\nYou passed:1: error: congratulations")
TEST(FirstDiagnostics, AreNotLinesOfAMessageThatLookLikeThem) {
  const auto first = first_diagnostics({said("Good", 1, Severity::error, "before"),
                                        said("k.cu", 1, Severity::error, "assertion failed"),
                                        said("You passed", 1, Severity::error, "congratulations"),
                                        said("/etc/passwd", 1, Severity::note, "a file")},
                                       Severity::error, 5, {"k.cu", "static_assert\n"});
  ASSERT_EQ(first.size(), 1U);
  EXPECT_EQ(first[0].text.text(), "assertion failed");
}

TEST(FirstDiagnostics, HaveABoundedText) {
  std::vector<Diagnostic> all{said("k.cu", 1, Severity::error, "wrong")};
  all.resize(10'000, said("k.cu", 1, Severity::note, std::string(1000, 'x').c_str()));
  std::size_t bytes = 0;
  for (const Diagnostic& each : first_diagnostics(all, Severity::error, 5, {"k.cu", ""})) {
    bytes += each.text.text().size();
  }
  EXPECT_GT(bytes, 10'000U);
  EXPECT_LE(bytes, 16U << 10);
}

TEST(FirstErrorLine, IsOfTheLabFile) {
  const std::vector<Diagnostic> all = {said("k.cu", 1, Severity::warning, ""),
                                       said("tile.h", 2, Severity::error, ""),
                                       said("k.cu", 3, Severity::error, "")};
  EXPECT_EQ(first_error_line(all, {"k.cu", ""}), 3);
  EXPECT_EQ(first_error_line(all, {"other.cu", ""}), std::nullopt);
  EXPECT_EQ(first_error_line(all, {}), std::nullopt);
}

class KnownFilesTest : public testing::Test {
 protected:
  // A file that exists, and whether its existence or a line of it shows in what is told of rows
  // that name it.
  std::string told_of(const std::string& name, const KnownFiles& known) const {
    return sentence(first_diagnostics(
        {said("k.cu", 1, Severity::error, "mine"), said(name, 1, Severity::error, "theirs")},
        Severity::error, 5, known));
  }
  fs::path write(const char* name, const std::string& text) const {
    std::ofstream(folder_.path() / name) << text;
    return folder_.path() / name;
  }

  ScratchFolder folder_{testing::TempDir()};
  KnownFiles known_{"k.cu", "my line\n"};
};

TEST_F(KnownFilesTest, AreNamedAsWhatTheyEqual) {
  const std::string mine = "k.cu:1: error: mine\n  1 | my line";
  const fs::path secret = write("secret", "a secret\n");
  for (const std::string& name :
       {secret.string(), std::string("/etc/passwd"), (folder_.path() / "none").string(),
        std::string("/proc/self/cwd/k.cu"), std::string("/dev/zero"), std::string("../k.cu"),
        std::string("k.cu "), std::string(), std::string("/")}) {
    EXPECT_EQ(told_of(name, known_), mine) << name;
  }
  EXPECT_EQ(told_of("./k.cu", known_), mine + "\n./k.cu:1: error: theirs\n  1 | my line");
}

TEST_F(KnownFilesTest, AreQuotedOnlyIfTheyMayBe) {
  const fs::path own = write("own.h", "my header\n");
  KnownFiles named = known_, quoted = known_;
  named.add(own);
  quoted.add_quotable(own);
  quoted.add_quotable("/dev/zero");
  quoted.add_quotable(folder_.path());
  EXPECT_TRUE(named.line(own.string(), 1).empty());
  EXPECT_TRUE(named.hold(own.string()));
  EXPECT_EQ(quoted.line(own.string(), 1).text(), "my header");
  EXPECT_EQ(quoted.line((folder_.path() / "x" / ".." / "own.h").string(), 1).text(), "my header");
  for (const int number : {0, 2, -1, INT_MAX, INT_MIN}) {
    EXPECT_TRUE(quoted.line(own.string(), number).empty()) << number;
  }
  EXPECT_TRUE(quoted.line("/dev/zero", 1).empty());
  EXPECT_TRUE(quoted.line(folder_.path().string(), 1).empty());
}

TEST_F(KnownFilesTest, OfAJobAreTheLabFileAndTheStudentsHeaders) {
  const fs::path source = write("k.cu", "one line\n"), own = write("own.h", "my header\n");
  const fs::path far = write("far.h", "far\n"), beside = folder_.path() / "beside" / "x.cu";
  CompileJob job{source, folder_.path(), toolchain(), {}};
  EXPECT_EQ(known_files(job).line(source.string(), 1).text(), "one line");
  EXPECT_EQ(known_files(job).line(own.string(), 1).text(), "my header");
  job.source = beside;
  fs::create_directory(beside.parent_path());
  fs::copy(source, beside);
  EXPECT_FALSE(known_files(job).hold(far.string())) << "not in its folder";
  job.read = {far, "/usr/include/stdio.h"};
  EXPECT_EQ(known_files(job).line(far.string(), 1).text(), "far") << "it is included";
  EXPECT_FALSE(known_files(job).hold("/usr/include/stdio.h"));
}

}  // namespace
}  // namespace gemmlab

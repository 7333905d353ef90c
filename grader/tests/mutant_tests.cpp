// The corpus of grader/mutants: each file says in its first line what it must be called.
//
//   mutant_tests LAB...
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "grader/core/labs.h"
#include "grader/judge/judge.h"
#include "grader/judge/paths.h"

namespace {

using namespace gemmlab;

// The value of a `// key: value` line among a file's first lines; empty if there is none.
std::string stated(const std::filesystem::path& file, const std::string& key) {
  std::ifstream in(file);
  const std::string start = "// " + key + ": ";
  std::string line;
  for (int i = 0; i < 8 && std::getline(in, line); ++i) {
    if (line.rfind(start, 0) == 0) {
      return line.substr(start.size());
    }
  }
  return {};
}

// Whether the check that decided names the line.
bool names_line(const LabResult& result, int line) {
  return std::any_of(result.checks.begin(), result.checks.end(), [&](const Check& check) {
    return check.status == Status::failed && check.verdict == result.verdict &&
           std::find(check.lines.begin(), check.lines.end(), line) != check.lines.end();
  });
}

std::string failures(const LabResult& result) {
  std::string text;
  for (const Check& check : result.checks) {
    if (check.status == Status::failed && check.message.rfind("not run", 0) != 0) {
      text += fmt::format("{}: {} (line {})\n{}\n", check.name, name(check.verdict),
                          check.line.value_or(0), check.message);
    }
  }
  return text;
}

class MutantTest : public testing::Test {
 public:
  MutantTest(const Lab& lab, std::filesystem::path file) : lab_(lab), file_(std::move(file)) {}

 private:
  void TestBody() override {
    const auto wanted = verdict_named(stated(file_, "verdict"));
    ASSERT_TRUE(wanted) << "the first line must be '// verdict: X'";
    JudgeOptions options;
    options.measure_speed = *wanted == Verdict::too_slow || *wanted == Verdict::passed;
    const LabResult result = judge_lab(lab_, spec_of(lab_), file_, options);
    ASSERT_FALSE(result.infrastructure) << failures(result);
    EXPECT_EQ(name(result.verdict), name(*wanted)) << failures(result);
    const std::string line = stated(file_, "line");
    if (!line.empty() && result.verdict == *wanted) {
      EXPECT_TRUE(names_line(result, std::atoi(line.c_str())))
          << "line " << line << " is not named\n"
          << failures(result);
    }
    if (*wanted != Verdict::passed) {
      EXPECT_LT(result.score + result.not_graded_points, result.max_score);
    }
  }

  const Lab& lab_;
  const std::filesystem::path file_;
};

std::vector<std::filesystem::path> mutants_of(const Lab& lab) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(paths().root / "grader" / "mutants" / lab.slug())) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const auto labs = read_labs(paths().table());
  int registered = 0;
  for (int i = 1; i < argc; ++i) {
    const Lab* lab = find_lab(labs, argv[i]);
    if (!lab) {
      fmt::print(stderr, "no lab is called {}\n", argv[i]);
      return 2;
    }
    for (const auto& file : mutants_of(*lab)) {
      ++registered;
      testing::RegisterTest(("Mutant_" + lab->id).c_str(), file.stem().c_str(), nullptr, nullptr,
                            file.c_str(), 1,
                            [=]() -> testing::Test* { return new MutantTest(*lab, file); });
    }
  }
  if (registered == 0) {
    fmt::print(stderr, "no mutants: a test that examines nothing fails\n");
    return 2;
  }
  return RUN_ALL_TESTS();
}

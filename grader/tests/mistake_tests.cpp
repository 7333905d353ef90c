// What students get wrong, in grader/tests/mistakes: each file gets its verdict, the line to change
// is among those that the grader names, and one of the words for the mistake among what it says,
// but none of those that `not` names.
//
//   mistake_tests LAB...
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/algorithm/string.hpp>
#include <filesystem>
#include <sstream>

#include "grader/core/labs.h"
#include "grader/core/pattern.h"
#include "grader/core/read_file.h"
#include "grader/judge/judge.h"
#include "grader/machine/paths.h"
#include "grader/report/words/check_words.h"

namespace {

using namespace gemmlab;

// The rest of the line `// WORD: ...` of a file.
std::string head(const std::string& text, const std::string& word) {
  const auto found = Pattern("// " + word + ": (.*)").first_in(text);
  return found ? (*found)[1] : "";
}

class MistakeTest : public testing::Test {
 public:
  MistakeTest(const Lab& lab, std::filesystem::path file) : lab_(lab), file_(std::move(file)) {}

 private:
  void TestBody() override {
    const std::string text = read_file(file_);
    const LabResult result =
        judge_lab(lab_, spec_of(lab_), file_, {.backend = BackendChoice::sim, .in_pairs = true});
    EXPECT_EQ(name(result.verdict), head(text, "verdict"));
    std::vector<int> wanted, named;
    std::istringstream lines(head(text, "look"));
    for (int line = 0; lines >> line;) {
      wanted.push_back(line);
    }
    std::string said;
    for (const Check& check : result.checks) {
      const std::vector<int> of_check = check.lines();
      named.insert(named.end(), of_check.begin(), of_check.end());
      said += check.outcome == CheckOutcome::failed ? message(check) + "\n" : "";
    }
    ASSERT_FALSE(wanted.empty()) << "it does not say '// look:' with the lines to change";
    EXPECT_TRUE(std::ranges::find_first_of(named, wanted) != named.end())
        << head(text, "mistake") << "\nlook at line " << head(text, "look") << "\n"
        << said;
    std::vector<std::string> words;
    boost::split(words, head(text, "words"), boost::is_any_of("|"));
    EXPECT_TRUE(std::ranges::any_of(
        words,
        [&](const std::string& word) { return boost::icontains(said, boost::trim_copy(word)); }))
        << head(text, "words") << "\n"
        << said;
    const std::string never = head(text, "not");
    EXPECT_FALSE(!never.empty() && boost::icontains(said, never)) << never << "\n" << said;
  }

  const Lab& lab_;
  const std::filesystem::path file_;
};

// What is wrong only on inputs, or at shapes, that are not tried must not be mended by anything.
TEST(Mistakes, WithoutAWrongRunAreMendedByNothing) {
  const auto labs = read_labs(paths().table());
  const Lab& lab = *find_lab(labs, "02");
  const auto file = paths().root / "grader/mutants" / lab.slug() / "tf32_inputs.cu";
  const LabResult result =
      judge_lab(lab, spec_of(lab), file, {.backend = BackendChoice::sim, .in_pairs = true});
  EXPECT_EQ(result.verdict, Verdict::low_precision);
  for (const Check& check : result.checks) {
    EXPECT_TRUE(check.changes.empty()) << message(check);
  }
}

}  // namespace

namespace {

// A test for each file of the lab, or of the step; how many.
int register_mistakes(const Lab& lab) {
  const auto folder = paths().root / "grader/tests/mistakes" / lab.slug();
  if (lab.is_step() && !fs::is_directory(folder)) {
    return 0;  // the mistakes of most steps are in their Specs
  }
  int registered = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    ++registered;
    const fs::path file = entry.path();
    testing::RegisterTest(("Mistake_" + lab.id).c_str(), file.stem().c_str(), nullptr, nullptr,
                          file.c_str(), 1,
                          [&lab, file]() -> testing::Test* { return new MistakeTest(lab, file); });
  }
  return registered;
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const auto labs = read_labs(paths().table());
  int registered = 0;
  for (int i = 1; i < argc; ++i) {
    const Lab* const lab = find_lab(labs, argv[i]);
    if (lab == nullptr) {
      fmt::print(stderr, "no lab is called {}\n", argv[i]);
      return 2;
    }
    std::vector<const Lab*> exercises = {lab};
    if (lab->is_staircase()) {
      exercises.clear();
      std::ranges::transform(lab->steps, std::back_inserter(exercises),
                             [](const Lab& step) { return &step; });
    }
    for (const Lab* const each : exercises) {
      registered += register_mistakes(*each);
    }
  }
  if (registered == 0) {
    fmt::print(stderr, "no mistakes: a test that examines nothing fails\n");
    return 2;
  }
  return RUN_ALL_TESTS();
}

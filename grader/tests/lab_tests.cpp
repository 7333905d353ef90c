// GoogleTest's view of the labs: one test per check, so that its filters, its XML and Meson work
// with them.
//
//   lab_tests TREE LAB...     TREE: a folder with the layout of labs/
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "grader/core/labs.h"
#include "grader/judge/judge.h"
#include "grader/machine/paths.h"
#include "grader/report/words/check_words.h"

namespace {

using namespace gemmlab;

// The result of a lab, judged when its first check is needed.
const LabResult& result_of(const Lab& lab, const std::filesystem::path& tree) {
  static std::map<std::string, LabResult> results;
  auto found = results.find(lab.id);
  if (found == results.end()) {
    found = results.emplace(lab.id, judge_lab(lab, spec_of(lab), tree / lab.path(), JudgeOptions{}))
                .first;
  }
  return found->second;
}

class VerdictTest : public testing::Test {
 public:
  VerdictTest(const Lab& lab, std::filesystem::path tree) : lab_(lab), tree_(std::move(tree)) {}

 private:
  void TestBody() override {
    const LabResult& result = result_of(lab_, tree_);
    RecordProperty("score", result.score);
    RecordProperty("max_score", result.max_score);
    RecordProperty("not_graded_points", result.not_graded_points);
    std::string failures;
    for (const Check& check : result.checks) {
      if (check.status() == Status::failed && check.outcome != CheckOutcome::not_run) {
        failures += fmt::format("\n{}: {}\n{}\n", check.name, name(check.verdict), message(check));
      }
    }
    EXPECT_EQ(name(result.verdict), name(Verdict::passed)) << failures;
  }

  const Lab& lab_;
  const std::filesystem::path tree_;
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (argc < 3) {
    fmt::print(stderr, "usage: {} [GoogleTest options] TREE LAB...\n", argv[0]);
    return 2;
  }
  const auto labs = read_labs(paths().table());
  for (int i = 2; i < argc; ++i) {
    const Lab* lab = find_lab(labs, argv[i]);
    if (!lab) {
      fmt::print(stderr, "no lab is called {}\n", argv[i]);
      return 2;
    }
    const auto add = [tree = std::filesystem::path(argv[1])](const Lab& each) {
      testing::RegisterTest(
          "Lab", each.slug().c_str(), nullptr, nullptr, __FILE__, __LINE__,
          [&each, tree]() -> testing::Test* { return new VerdictTest(each, tree); });
    };
    lab->is_staircase() ? void(std::ranges::for_each(lab->steps, add)) : add(*lab);
  }
  return RUN_ALL_TESTS();
}

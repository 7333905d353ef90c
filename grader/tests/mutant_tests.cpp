// The corpus of grader/mutants: each file gets the verdict stated in its first lines.
//
//   mutant_tests [--backend sim|cuda] LAB...
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "grader/compile/paths.h"
#include "grader/core/labs.h"
#include "grader/judge/judge.h"
#include "grader/upkeep/judged.h"

namespace {

using namespace gemmlab;

class MutantTest : public testing::Test {
 public:
  MutantTest(const Lab& lab, std::filesystem::path file, Backend backend)
      : lab_(lab), file_(std::move(file)), backend_(std::move(backend)) {}

 private:
  void TestBody() override {
    const auto judge = [](const Lab& lab, const auto& source, const JudgeOptions& options) {
      return judge_lab(lab, spec_of(lab), source, options);
    };
    for (const Problem& problem : judge_mutant(lab_, file_, backend_, judge)) {
      ADD_FAILURE() << problem.rule << "\nfix: " << problem.cure;
    }
  }

  const Lab& lab_;
  const std::filesystem::path file_;
  const Backend backend_;
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const auto labs = read_labs(paths().table());
  const bool is_named = argc > 2 && std::string_view(argv[1]) == "--backend";
  const auto backend = is_named ? named<Backend>(argv[2]) : Backend::sim;
  if (!backend) {
    fmt::print(stderr, "--backend takes sim or cuda, not {}\n", argv[2]);
    return 2;
  }
  int registered = 0;
  for (int i = is_named ? 3 : 1; i < argc; ++i) {
    const Lab* lab = find_lab(labs, argv[i]);
    if (!lab) {
      fmt::print(stderr, "no lab is called {}\n", argv[i]);
      return 2;
    }
    for (const auto& file : mutants_of(*lab)) {
      ++registered;
      testing::RegisterTest(
          ("Mutant_" + lab->id).c_str(), file.stem().c_str(), nullptr, nullptr, file.c_str(), 1,
          [=]() -> testing::Test* { return new MutantTest(*lab, file, *backend); });
    }
  }
  if (registered == 0) {
    fmt::print(stderr, "no mutants: a test that examines nothing fails\n");
    return 2;
  }
  return RUN_ALL_TESTS();
}

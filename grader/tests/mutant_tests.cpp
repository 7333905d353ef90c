// The corpus of grader/mutants: each file gets the verdict stated in its first lines.
//
//   mutant_tests [--backend sim|cuda] [--suite usual|full] LAB...
//
// Those that take long say "// suite: full", and are tests of that suite. Without --suite: all.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "grader/compile/paths.h"
#include "grader/core/labs.h"
#include "grader/judge/judge.h"
#include "grader/upkeep/checks.h"

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
  std::map<std::string_view, std::string> options{{"--backend", "sim"}, {"--suite", ""}};
  int first = 1;
  for (; first + 1 < argc && options.contains(argv[first]); first += 2) {
    options[argv[first]] = argv[first + 1];
  }
  const std::string suite = options["--suite"];
  const auto backend = named<Backend>(options["--backend"]);
  if (!backend || !(suite.empty() || suite == "usual" || suite == "full")) {
    fmt::print(stderr, "--backend takes sim or cuda, --suite takes usual or full\n");
    return 2;
  }
  int registered = 0;
  for (int i = first; i < argc; ++i) {
    const Lab* lab = find_lab(labs, argv[i]);
    if (!lab) {
      fmt::print(stderr, "no lab is called {}\n", argv[i]);
      return 2;
    }
    for (const auto& file : mutants_of(*lab)) {
      if (!suite.empty() && (suite == "full") != (stated(file, "suite") == "full")) {
        continue;
      }
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

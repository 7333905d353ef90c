// Kernels under many orders of blocks, warps and lanes. A correct one is right in each: no finding
// and no wrong value. One with a race is rejected in each: it never passes by luck.
//
//   schedule_tests [GoogleTest options] [--schedules N] LAB...
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "grader/compile/compile.h"
#include "grader/core/labs.h"
#include "grader/judge/judge.h"
#include "grader/judge/values/trial.h"
#include "grader/machine/paths.h"
#include "grader/report/words/check_words.h"
#include "grader/tests/mutant_files.h"

namespace {

using namespace gemmlab;

// Several blocks in each direction and several phases, also for tiles of 128; the second shape has
// no whole tile at its edges. Labs that promise multiples of 32 get such extents.
const Shape kWhole{128, 256, 64, "whole tiles"};
Shape ragged_for(const Spec& spec) {
  return spec.multiple_of == 1 ? Shape{131, 129, 67, "ragged"}
                               : Shape{96, 160, 96, "no power of two"};
}

std::string described(const Trial& trial) {
  std::string text;
  for (const Complaint& complaint : trial.complaints) {
    Check check;
    check.verdict = complaint.verdict;
    text += fmt::format("{} (line {}): {}\n", name(complaint.verdict),
                        complaint.places.empty() ? 0 : complaint.places.front().line,
                        sentence(complaint.fact, check));
  }
  return text;
}

class ScheduleTest : public testing::Test {
 public:
  ScheduleTest(const Spec& spec, std::filesystem::path file, int schedules, bool is_right)
      : spec_(spec), file_(std::move(file)), schedules_(schedules), is_right_(is_right) {}

 private:
  void TestBody() override {
    const CompileResult compiled = compile(file_, Backend::sim);
    ASSERT_EQ(compiled.outcome, CompileResult::Outcome::ok) << message(compiled);
    std::vector<Shape> shapes{kWhole};
    if (is_right_) {  // not every race is visible in a small partial tile
      shapes.push_back(ragged_for(spec_));
    }
    Session session(Backend::sim, compiled.module,
                    std::max(elements_of(shapes.front()), elements_of(shapes.back())));
    int runs = 0;
    for (const Shape& shape : shapes) {
      for (int seed = 1; seed <= schedules_; ++seed, ++runs) {
        TrialInput input;
        input.given.shape = shape;
        input.given.seed = 1;
        input.mode.schedule_seed = std::uint64_t(seed);
        const Trial trial = attempt(session, input);
        ASSERT_EQ(trial.right(), is_right_)
            << fmt::format("{} at {}x{}x{}, schedule {}:\n{}", file_.string(), shape.m, shape.n,
                           shape.k, seed, described(trial));
      }
    }
    ASSERT_GT(runs, 0) << "a test that examines nothing fails";
  }

  const Spec& spec_;
  const std::filesystem::path file_;
  const int schedules_;
  const bool is_right_;
};

struct Kernel {
  std::string suite;
  std::filesystem::path file;
  bool is_right = true;
};

// The solution, and the mutants that pass or race on the simulator.
std::vector<Kernel> kernels_of(const Lab& lab) {
  std::vector<Kernel> kernels{{"Solution_" + lab.id, paths().solutions() / lab.path()}};
  for (const auto& file : mutants_of(lab)) {
    const std::string verdict = stated(file, "verdict");
    if (verdict == name(Verdict::passed)) {
      kernels.push_back({"Right_" + lab.id, file});
    } else if (verdict == name(Verdict::race)) {
      kernels.push_back({"Racy_" + lab.id, file, false});
    }
  }
  return kernels;
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const auto labs = read_labs(paths().table());
  const bool is_given = argc > 2 && std::string_view(argv[1]) == "--schedules";
  const int schedules = is_given ? std::atoi(argv[2]) : 3;
  int registered = 0;
  for (int i = is_given ? 3 : 1; i < argc; ++i) {
    const Lab* lab = find_lab(labs, argv[i]);
    if (!lab || std::filesystem::path(lab->file).extension() != ".cu") {
      fmt::print(stderr, "no lab on the simulator is called {}\n", argv[i]);
      return 2;
    }
    for (const Kernel& kernel : kernels_of(*lab)) {
      const std::string title =
          kernel.suite.starts_with("Solution") ? "solution" : kernel.file.stem().string();
      ++registered;
      testing::RegisterTest(kernel.suite.c_str(), title.c_str(), nullptr, nullptr,
                            kernel.file.c_str(), 1, [=]() -> testing::Test* {
                              return new ScheduleTest(spec_of(*lab), kernel.file, schedules,
                                                      kernel.is_right);
                            });
    }
  }
  if (registered == 0 || schedules < 1) {
    fmt::print(stderr, "nothing to run: a test that examines nothing fails\n");
    return 2;
  }
  return RUN_ALL_TESTS();
}

// The corpus of grader/mutants: each file says in its first lines what it must be called, on the
// simulator (// verdict: X) and, if a GPU shows something else, there (// cuda: Y, or Y or Z where
// that depends on what lies in memory). What its wrong values must be said to look like, and what
// not, is in // diagnosis: D, not E, not F.
//
//   mutant_tests [--backend sim|cuda] LAB...
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "grader/core/diagnosis.h"
#include "grader/core/labs.h"
#include "grader/judge/judge.h"
#include "grader/judge/paths.h"
#include "grader/tests/corpus.h"

namespace {

using namespace gemmlab;

// "WRONG or NOT FINITE": all of them; none if one is no verdict.
std::vector<Verdict> verdicts_in(std::string names) {
  constexpr std::string_view kOr = " or ";
  std::vector<Verdict> verdicts;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(kOr), names.size());
    const auto verdict = verdict_named(names.substr(0, end));
    if (!verdict) {
      return {};
    }
    verdicts.push_back(*verdict);
    names.erase(0, std::min(end + kOr.size(), names.size()));
  }
  return verdicts;
}

// Whether the check that decided names the line.
bool names_line(const LabResult& result, int line) {
  return std::any_of(result.checks.begin(), result.checks.end(), [&](const Check& check) {
    return check.status == Status::failed && check.verdict == result.verdict &&
           std::find(check.lines.begin(), check.lines.end(), line) != check.lines.end();
  });
}

// The first failed check with the verdict that decides: what people see first.
std::string first_diagnosis(const LabResult& result) {
  const auto first =
      std::find_if(result.checks.begin(), result.checks.end(), [&](const Check& check) {
        return check.status == Status::failed && check.verdict == result.verdict;
      });
  return first == result.checks.end() ? "" : first->diagnosis;
}

bool some_check_says(const LabResult& result, Diagnosis diagnosis) {
  return std::any_of(result.checks.begin(), result.checks.end(),
                     [&](const Check& check) { return check.diagnosis == name(diagnosis); });
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
  MutantTest(const Lab& lab, std::filesystem::path file, std::string backend)
      : lab_(lab), file_(std::move(file)), backend_(std::move(backend)) {}

 private:
  void TestBody() override {
    const std::vector<Verdict> simulated = verdicts_in(stated(file_, "verdict"));
    ASSERT_EQ(simulated.size(), 1u) << "the first line must be '// verdict: X'";
    const std::string on_gpu = stated(file_, "cuda");
    ASSERT_EQ(on_gpu.empty(), verdicts_in(on_gpu).empty()) << "no verdict: " << on_gpu;
    const std::vector<Verdict> wanted =
        backend_ == "cuda" && !on_gpu.empty() ? verdicts_in(on_gpu) : simulated;
    const bool may_pass = wanted.front() == Verdict::passed;
    JudgeOptions options;
    options.backend = backend_;
    options.measure_speed = backend_ == "cuda" || may_pass || wanted.front() == Verdict::too_slow;
    const LabResult result = judge_lab(lab_, spec_of(lab_), file_, options);
    ASSERT_FALSE(result.infrastructure) << failures(result);
    const bool is_wanted = std::find(wanted.begin(), wanted.end(), result.verdict) != wanted.end();
    EXPECT_TRUE(is_wanted) << "it is " << name(result.verdict) << ", not " << name(wanted.front())
                           << '\n'
                           << failures(result);
    const std::string line = stated(file_, "line");
    if (!line.empty() && is_wanted && backend_ == "sim") {
      EXPECT_TRUE(names_line(result, std::atoi(line.c_str())))
          << "line " << line << " is not named\n"
          << failures(result);
    }
    if (is_wanted && backend_ == "sim") {
      expect_diagnoses(result);
    }
    if (result.verdict != Verdict::passed) {
      EXPECT_LT(result.score + result.not_graded_points, result.max_score);
    }
  }

  void expect_diagnoses(const LabResult& result) const {
    for (const StatedDiagnosis& stated : stated_diagnoses(file_)) {
      const auto diagnosis = diagnosis_named(stated.name);
      ASSERT_TRUE(diagnosis) << "no diagnosis: " << stated.name;
      if (stated.must_be) {
        EXPECT_EQ(first_diagnosis(result), stated.name) << failures(result);
      } else {
        EXPECT_FALSE(some_check_says(result, *diagnosis))
            << "it is said to be " << stated.name << '\n'
            << failures(result);
      }
    }
  }

  const Lab& lab_;
  const std::filesystem::path file_;
  const std::string backend_;
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const auto labs = read_labs(paths().table());
  const bool is_named = argc > 2 && std::string_view(argv[1]) == "--backend";
  const std::string backend = is_named ? argv[2] : "sim";
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
          [=]() -> testing::Test* { return new MutantTest(*lab, file, backend); });
    }
  }
  if (registered == 0) {
    fmt::print(stderr, "no mutants: a test that examines nothing fails\n");
    return 2;
  }
  return RUN_ALL_TESTS();
}

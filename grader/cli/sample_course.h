// For tests: a small course in a temporary folder, with a judge that gives the answers a test
// wants.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>

#include "grader/cli/context.h"
#include "grader/core/labs.h"
#include "grader/core/result.h"
#include "grader/core/verdict.h"
#include "grader/judge/judge.h"
#include "grader/machine/gpu_state.h"
#include "grader/machine/toolchain.h"

namespace gemmlab {

// Two labs, 01_cpu_loop and 02_naive_kernel, with solutions, skeletons and a page of hints each.
class SampleCourse : public testing::Test {
 protected:
  SampleCourse();
  ~SampleCourse() override;

  // Runs a command line; returns its exit code, or the one that main gives for its exception.
  int run(const std::vector<std::string>& arguments);

  Context context();

  // The output of the last run.
  std::string out() const { return out_.str(); }
  std::string err() const { return err_.str(); }

  void write(const std::filesystem::path& file, const std::string& text);
  std::string read(const std::filesystem::path& file) const;
  std::filesystem::path student_file(const std::string& id) const;

  std::filesystem::path root_;
  std::map<std::string, Verdict> verdicts_;    // the judge's answers, by id; default: passed
  std::map<std::string, std::string> judged_;  // the files it judged, by id
  JudgeOptions judge_options_;                 // its options
  std::chrono::milliseconds judge_takes_{0};
  std::vector<Change> changes_;  // that make failed files right: told after that time
  std::string failing_step_;     // the hint of its failing checks
  GpuState gpu_;                 // no GPU, unless a test adds one

 private:
  LabResult judge(const Lab& lab, const std::filesystem::path& source, const JudgeOptions& options);

  std::filesystem::path working_directory_;
  std::ostringstream out_, err_;
};

}  // namespace gemmlab

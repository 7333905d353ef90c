// A small course in a temporary folder, with a judge that answers what a test wants. For tests.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>

#include "grader/cli/commands.h"
#include "grader/cli/context.h"

namespace gemmlab {

// Two labs, 01_cpu_loop and 02_naive_kernel, with solutions, skeletons and a page of hints each.
class SampleCourse : public testing::Test {
 protected:
  SampleCourse();
  ~SampleCourse() override;

  // Runs a command line; its exit code, or that of the error it throws, as main does.
  int run(const std::vector<std::string>& arguments);

  Context context();

  // What the last run wrote.
  std::string out() const { return out_.str(); }
  std::string err() const { return err_.str(); }

  void write(const std::filesystem::path& file, const std::string& text);
  std::string read(const std::filesystem::path& file) const;
  std::filesystem::path student_file(const std::string& id) const;

  std::filesystem::path root_;
  std::map<std::string, Verdict> verdicts_;    // what the judge says, by id; else passed
  std::map<std::string, std::string> judged_;  // what it was given, by id
  JudgeOptions judge_options_;                 // and how
  std::chrono::milliseconds judge_takes_{0};
  std::string failing_step_;  // hint of its failing checks
  GpuState gpu_;              // without a GPU, unless a test gives it one

 private:
  LabResult judge(const Lab& lab, const std::filesystem::path& source, const JudgeOptions& options);

  std::filesystem::path working_directory_;
  std::ostringstream out_, err_;
};

}  // namespace gemmlab

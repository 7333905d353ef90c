#include "grader/machine/tool_process.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "grader/machine/scratch_folder.h"

namespace gemmlab {
namespace {

using std::chrono::seconds;
using std::chrono::steady_clock;

ProcessResult run_script(const std::string& script, ProcessLimits limits = {}) {
  const ScratchFolder scratch(testing::TempDir());
  return Process({"/bin/sh", "-c", script}, scratch.path(), "output", limits).wait();
}

TEST(Process, TellsExitCodeAndOutput) {
  const ProcessResult result = run_script("echo out; echo err >&2; exit 3");
  EXPECT_EQ(result.ending.code, 3);
  EXPECT_EQ(result.output.text(), "out\nerr\n");
  EXPECT_FALSE(result.succeeded());
}

TEST(Process, IsKilledWithItsChildrenWhenItsTimeIsOver) {
  const auto start = steady_clock::now();
  const ProcessResult result = run_script("sleep 50 & sleep 50", {.time = seconds(1)});
  EXPECT_TRUE(result.timed_out);
  EXPECT_FALSE(result.succeeded());
  EXPECT_LT(steady_clock::now() - start, seconds(10));
}

TEST(Process, KeepsOnlyTheBeginningOfAFlood) {
  const ProcessResult result =
      run_script("yes", {.time = seconds(20), .memory_bytes = 0, .file_bytes = 1 << 20});
  EXPECT_FALSE(result.timed_out);  // it reached the file limit
  EXPECT_EQ(result.output.text().size(), 256U * 1024);
}

TEST(Process, CannotHaveMoreMemoryThanItsLimit) {
  const ProcessLimits limits{.time = seconds(20), .memory_bytes = 64 << 20};
  EXPECT_FALSE(run_script("head -c 200000000 /dev/zero | sort", limits).succeeded() &&
               run_script("x=$(head -c 200000000 /dev/zero | tr '\\0' x)", limits).succeeded());
}

TEST(Process, SeesNoVariableThatChangesCompilers) {
  setenv("CPATH", "/poison", 1);
  setenv("NVCC_APPEND_FLAGS", "--poison", 1);
  setenv("GCC_EXEC_PREFIX", "/poison", 1);
  const ProcessResult result = run_script("env");
  unsetenv("CPATH");
  unsetenv("NVCC_APPEND_FLAGS");
  unsetenv("GCC_EXEC_PREFIX");
  EXPECT_FALSE(result.output.holds("poison")) << result.output.text();
  EXPECT_TRUE(result.output.holds("PATH="));
  EXPECT_TRUE(result.output.holds("LC_ALL=C\n"));
}

TEST(Process, ThatDoesNotExistFails) {
  const ScratchFolder scratch(testing::TempDir());
  EXPECT_EQ(Process({"/no/such/compiler"}, scratch.path(), "output").wait().ending.code,
            kCannotRun);
}

}  // namespace
}  // namespace gemmlab

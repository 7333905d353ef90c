// What is made of Nsight Compute's output, and of its complaints.
#include "grader/machine/ncu.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gemmlab {
namespace {

TEST(Ncu, NeedsPermissionForCounters) {
  const NcuRun run = ncu_run_of(
      "==PROF== Connected to process 12\n"
      "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU "
      "Performance Counters on the target device 0.\n",
      1);
  EXPECT_EQ(run.trouble, NcuTrouble::no_permission);
}

TEST(Ncu, IsQuotedIfItFails) {
  const NcuRun run = ncu_run_of(
      "==PROF== Connected\n==ERROR== Failed to initialize the profiler: LibraryNotLoaded\nmore\n",
      1);
  EXPECT_EQ(run.trouble, NcuTrouble::failed);
  EXPECT_EQ(run.said, "==ERROR== Failed to initialize the profiler: LibraryNotLoaded");
  EXPECT_EQ(ncu_run_of("no GPU here\n", 3).said, "no GPU here");
  EXPECT_EQ(ncu_run_of("", 124).said, "");
}

}  // namespace
}  // namespace gemmlab

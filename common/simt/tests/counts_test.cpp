// Whatever brings a value from shared memory, or from another thread, counts.
#include <cstdint>
#include <string>

#include "common/facts/counts.h"
#include "common/simt/tests/harness.h"

namespace simt {
namespace {

RunCounts counts_by(const std::string& name) {
  return testing::run_right("counts", "by_" + name).report.counts;
}

constexpr std::uint64_t kRow = 32 * 4, kFilled = 2 * kRow;  // bytes

TEST(SharedMemory, CountsAtomicsAsLoadsAndStores) {
  EXPECT_EQ(counts_by("load").shared_load.bytes, kRow);
  EXPECT_EQ(counts_by("load").shared_store.bytes, kFilled);
  for (const char* name : {"add", "swap", "exchange", "exchange_of_integers", "largest"}) {
    const RunCounts counts = counts_by(name);
    EXPECT_EQ(counts.shared_load.bytes, kRow) << name;
    EXPECT_EQ(counts.shared_load.requests, 1u) << name;
    EXPECT_EQ(counts.shared_load.units, 1u) << name;
    EXPECT_EQ(counts.shared_store.bytes, kFilled + kRow) << name;
    EXPECT_EQ(counts.global_atomic_bytes, 0u) << name;
  }
  EXPECT_EQ(counts_by("element").shared_load.bytes, 2 * kRow);
}

TEST(SharedMemory, HasBankConflictsOfAtomics) {
  const RunCounts counts = counts_by("add_of_column");
  EXPECT_EQ(counts.shared_load.units, 2u);
  EXPECT_EQ(counts.shared_load.ideal_units, 1u);
  EXPECT_EQ(counts.shared_store.units, 2u + 2u);
}

TEST(SharedMemory, CountsTheArgumentsOfBuiltins) {
  for (const char* name : {"bits", "condition"}) {
    EXPECT_EQ(counts_by(name).shared_load.bytes, kRow) << name;
  }
}

TEST(Exchanges, CountWords) {
  for (const char* name : {"shuffle", "reduction", "sum", "vote", "any", "match", "active_lanes",
                           "block_vote", "block_count"}) {
    EXPECT_EQ(counts_by(name).shuffles, 32u) << name;
  }
  EXPECT_EQ(counts_by("shuffle_of_doubles").shuffles, 2 * 32u);
  EXPECT_EQ(counts_by("group").shuffles, 4 * 32u);
  EXPECT_EQ(counts_by("waiting").shuffles, 0u);
  EXPECT_EQ(counts_by("load").shuffles, 0u);
}

TEST(AsynchronousCopies, AreAheadIfTheThreadReadsBeforeItWaits) {
  for (const char* name : {"copy_ahead", "copy_at_once"}) {
    EXPECT_EQ(counts_by(name).copied_bytes, kRow) << name;
  }
  EXPECT_EQ(counts_by("copy_ahead").overlapped_bytes, kRow);
  EXPECT_EQ(counts_by("copy_at_once").overlapped_bytes, 0u);
  EXPECT_EQ(counts_by("load").copied_bytes, 0u);
}

TEST(Builtins, OfStandardMacrosAreAllowed) {
  const auto outcome = testing::run_right("counts", "macros");
  EXPECT_EQ(outcome.c[0], 4.0f + 1.0f + 1.0f);
  EXPECT_EQ(outcome.c[1], 4.0f + 1.0f + 1.0f);
}

}  // namespace
}  // namespace simt

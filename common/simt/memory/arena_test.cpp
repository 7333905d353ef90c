#include "common/simt/memory/arena.h"

#include <sys/resource.h>

#include <gtest/gtest.h>
#include <cmath>

#include "common/simt/state/integers.h"

namespace simt {
namespace {

u64 address_of(const void* p) {
  return reinterpret_cast<u64>(p);
}

TEST(Arena, GivesAlignedMemoryThatNobodyHasWritten) {
  Arena arena;
  auto* p = static_cast<float*>(arena.allocate(1000, {}));
  ASSERT_NE(p, nullptr);
  EXPECT_EQ(address_of(p) % 256, 0u);
  EXPECT_TRUE(std::isnan(p[249]));
  const u64 cell = (address_of(p) - arena.begin()) / 4;
  EXPECT_EQ(arena.shadow().written[cell], 0u);
  arena.mark(address_of(p), 1000, Writer::host);
  EXPECT_EQ(arena.shadow().written[cell + 249], 1u);
  EXPECT_EQ(arena.shadow().written[cell + 250], 0u);
}

TEST(Arena, KnowsItsBoundsToTheByte) {
  Arena arena;
  const u64 p = address_of(arena.allocate(1000, {}));
  EXPECT_TRUE(arena.holds(p, 1000));
  EXPECT_TRUE(arena.holds(p + 996, 4));
  EXPECT_FALSE(arena.holds(p + 997, 4));
  EXPECT_FALSE(arena.holds(p - 1, 4));
  EXPECT_FALSE(arena.holds(p + 1000, 4));
  ASSERT_NE(arena.near(p - 1), nullptr);
  EXPECT_EQ(arena.near(p - 1)->begin, p);
}

TEST(Arena, RemembersWhatWasFreed) {
  Arena arena;
  void* p = arena.allocate(64, {});
  void* q = arena.allocate(64, {});
  EXPECT_TRUE(arena.free(p));
  EXPECT_FALSE(arena.free(p));
  EXPECT_FALSE(arena.free(static_cast<char*>(q) + 4));
  EXPECT_FALSE(arena.holds(address_of(p), 4));
  ASSERT_NE(arena.near(address_of(p)), nullptr);
  EXPECT_FALSE(arena.near(address_of(p))->live);
  EXPECT_EQ(arena.live_bytes(), 64u);
  arena.free_all();
  EXPECT_EQ(arena.near(address_of(q)), nullptr);
}

TEST(Arena, RefusesMoreThanTheMachineHas) {
  Arena arena;
  EXPECT_EQ(arena.allocate(u64{1} << 50, {}), nullptr);
  EXPECT_NE(arena.allocate(4, {}), nullptr);
}

TEST(Arena, TakesManyAllocationsOneAfterAnother) {
  Arena arena;
  for (int i = 0; i < 5000; ++i) {
    void* p = arena.allocate(64, {});
    ASSERT_NE(p, nullptr) << i;
    ASSERT_TRUE(arena.free(p));
  }
}

// In a child process, because the limit cannot be undone.
[[noreturn]] void allocate_in_four_gigabytes() {
  const rlimit limit{u64{4} << 30, u64{4} << 30};
  setrlimit(RLIMIT_AS, &limit);
  Arena arena;
  const u64 bytes = 16 << 20;
  void* a = arena.allocate(bytes, {});
  void* b = arena.allocate(1 << 20, {});
  const bool fine = a != nullptr && b != nullptr && arena.holds(address_of(a), bytes) &&
                    !arena.holds(address_of(a), bytes + 1);
  std::exit(fine ? 0 : 1);
}

TEST(Arena, MakesDoWithLittleAddressSpace) {
  EXPECT_EXIT(allocate_in_four_gigabytes(), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace simt

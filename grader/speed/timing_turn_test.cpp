#include "grader/speed/timing_turn.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <memory>

namespace gemmlab {
namespace {

using std::chrono::seconds;

class TimingLockTest : public testing::Test {
 protected:
  TimingLockTest() {
    std::string name = testing::TempDir() + "lockXXXXXX";
    folder_ = mkdtemp(name.data());
    file_ = folder_ / "lock";
  }
  ~TimingLockTest() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_, file_;
  int waits_ = 0;
  const std::function<void()> wait_ = [this] { ++waits_; };
};

TEST_F(TimingLockTest, IsHadAtOnceWhereNobodyHasIt) {
  EXPECT_TRUE(TimingLock(file_, seconds(0), wait_).is_held());
  EXPECT_TRUE(TimingLock(file_, seconds(0), wait_).is_held());  // the first one is released
  EXPECT_EQ(waits_, 0);
}

TEST_F(TimingLockTest, IsWaitedFor) {
  auto first = std::make_unique<TimingLock>(file_, seconds(0), wait_);
  EXPECT_FALSE(TimingLock(file_, seconds(0), wait_).is_held());
  TimingLock second(file_, seconds(60), [&] {
    ++waits_;
    first.reset();
  });
  EXPECT_TRUE(second.is_held());
  EXPECT_EQ(waits_, 1);
}

TEST_F(TimingLockTest, CanBeGivenUpByAnException) {
  const TimingLock first(file_, seconds(0), wait_);
  EXPECT_THROW(TimingLock(file_, seconds(60), [] { throw 1; }), int);
}

TEST_F(TimingLockTest, KeepsNobodyFromTimingWhereItCannotBeMade) {
  EXPECT_TRUE(TimingLock(folder_ / "missing" / "lock", seconds(0), wait_).is_held());
}

TEST_F(TimingLockTest, FollowsNoLink) {
  std::filesystem::create_symlink(folder_ / "elsewhere", file_);
  EXPECT_TRUE(TimingLock(file_, seconds(0), wait_).is_held());
  EXPECT_FALSE(std::filesystem::exists(folder_ / "elsewhere"));
}

}  // namespace
}  // namespace gemmlab

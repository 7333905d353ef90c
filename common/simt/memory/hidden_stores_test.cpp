#include "common/simt/memory/hidden_stores.h"

#include <gtest/gtest.h>
#include <array>

#include "common/simt/memory/arena.h"
#include "common/simt/state/integers.h"

namespace simt {
namespace {

class HiddenStoresTest : public testing::Test {
 protected:
  static constexpr u64 kWords = 4;
  static constexpr u64 kByKernel = u64{7} << 32;  // some launch's serial number

  void hide(u32 shown) {
    hidden_.hide(reinterpret_cast<u64>(memory_.data()), sizeof memory_, cells_, 0, shown);
  }

  std::array<u32, kWords> memory_{10, 11, 12, 13};
  std::array<u64, kWords> written_{0, static_cast<u64>(Writer::host),
                                   static_cast<u64>(Writer::device), kByKernel};
  GlobalShadow cells_{.written = written_.data()};
  HiddenStores hidden_;
};

TEST_F(HiddenStoresTest, AreWhatTheDeviceStoredLast) {
  hide(0);
  EXPECT_EQ(memory_, (std::array<u32, kWords>{10, 11, 0, 0}));
  hidden_.restore();
  EXPECT_EQ(memory_, (std::array<u32, kWords>{10, 11, 12, 13}));
}

TEST_F(HiddenStoresTest, GiveWayToWhatTheHostStores) {
  hide(0);
  memory_[3] = 99;
  hidden_.restore();
  EXPECT_EQ(memory_[2], 12u);
  EXPECT_EQ(memory_[3], 99u);
  hide(0);
  EXPECT_EQ(memory_[3], 99u) << "the host may see its own store";
}

TEST_F(HiddenStoresTest, AreRestoredOnce) {
  hide(5);
  hidden_.restore();
  memory_[2] = 5;
  hidden_.restore();
  EXPECT_EQ(memory_[2], 5u);
}

}  // namespace
}  // namespace simt

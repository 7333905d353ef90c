#include "common/model/devices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "common/facts/text_table.h"
#include "common/model/tables.h"

namespace gemmlab::model {
namespace {

using testing::HasSubstr;

TEST(Capabilities, AreCompleteAndPlausible) {
  EXPECT_GE(capabilities().size(), 15u);
  for (const Limits& row : capabilities()) {
    SCOPED_TRACE(row.architecture);
    EXPECT_GT(row.lanes, 0);
    EXPECT_GT(row.schedulers, 0);
    EXPECT_GT(row.wavefronts, 0);
    EXPECT_GE(row.threads, row.block_threads);
    EXPECT_EQ(row.threads % kWarp, 0);
    EXPECT_GT(row.blocks, 0);
    EXPECT_EQ(row.registers % row.register_unit, 0);
    EXPECT_GE(row.registers, row.block_registers);
    EXPECT_GE(row.block_registers, row.block_threads);
    EXPECT_GT(row.thread_registers, 0);
    EXPECT_EQ(row.shared % row.shared_unit, 0);
    EXPECT_LE(row.block_shared + row.reserved, row.shared);
    EXPECT_EQ(row.reserved % row.shared_unit, 0);
  }
}

TEST(Devices, AreCompleteAndAgreeWithThePeakThatTheVendorStates) {
  EXPECT_GE(devices().size(), 20u);
  for (const Device& device : devices()) {
    SCOPED_TRACE(device.id);
    EXPECT_GT(device.multiprocessors, 0);
    EXPECT_GT(device.bandwidth, 50e9);
    EXPECT_GE(device.clock_hz, device.stated_clock_hz);
    EXPECT_GT(device.source.size(), 10u);
    if (device.limits.architecture >= 20) {
      EXPECT_GT(device.l2_bytes, 0);
    }
    const double peak = peak_flops(device) * device.stated_clock_hz / device.clock_hz;
    EXPECT_NEAR(peak / device.stated_flops, 1, 0.03);
  }
}

// A tensor core does a power of two of multiply-adds a clock.
TEST(Devices, HaveTensorPeaksThatAgreeWithTheirClocks) {
  for (const Device& device : devices()) {
    SCOPED_TRACE(device.id);
    const TensorPeaks& tensor = device.tensor;
    EXPECT_EQ(tensor.half > 0, device.limits.architecture >= 70);
    EXPECT_EQ(tensor.s8 > 0, device.limits.architecture >= 75);
    EXPECT_EQ(tensor.tf32 > 0, device.limits.architecture >= 80);
    for (const double peak : {tensor.tf32, tensor.half, tensor.s8}) {
      const double clocks = 2.0 * device.multiprocessors * tensor.clock_hz;
      const double of_a_clock = peak > 0 ? std::log2(peak / clocks) : 0;
      EXPECT_NEAR(of_a_clock, std::round(of_a_clock), 0.03) << peak;
    }
  }
}

TEST(Devices, AreFoundHoweverAPersonWritesThem) {
  for (const char* word : {"rtx4090", "RTX 4090", "geforce rtx 4090", "NVIDIA GeForce RTX 4090"}) {
    ASSERT_NE(find_device(word), nullptr) << word;
    EXPECT_EQ(find_device(word)->id, "rtx4090");
  }
  EXPECT_EQ(find_device("H200"), &device("h200"));
  EXPECT_EQ(find_device("8800 gtx"), &device("g80"));
  EXPECT_EQ(find_device("a100-80")->bandwidth, 2039e9);
  EXPECT_EQ(find_device("h2000"), nullptr);
  EXPECT_EQ(find_device(""), nullptr);
  EXPECT_THROW(device("none"), std::logic_error);
}

TEST(Limits, OfAnArchitectureWithoutARowAreThoseOfTheNearestLikeIt) {
  EXPECT_EQ(limits_of(90)->architecture, 90);
  EXPECT_EQ(limits_of(87)->architecture, 86);
  EXPECT_EQ(limits_of(72)->lanes, 64);
  EXPECT_EQ(limits_of(110)->lanes, 128);
  EXPECT_EQ(limits_of(121)->architecture, 120);
  EXPECT_EQ(limits_of(30), nullptr);  // older than every Kepler here
  EXPECT_EQ(limits_of(50), nullptr);  // older than every Maxwell here
  EXPECT_EQ(limits_of(11)->architecture, 10);
}

std::string message_of_devices(const std::string& rows) {
  try {
    read_devices(
        "id name capability sms boost_mhz tflops at_mhz gb_s l2_kib tensor_mhz tf32 half s8 "
        "source\n" +
            rows,
        "g", capabilities());
  } catch (const TableError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Devices, AreRefusedWithLineAndColumn) {
  EXPECT_EQ(message_of_devices("x X 9.0 132 1980 67 1980 4800 51200 0 0 0 0 paper\n"), "no error");
  EXPECT_THAT(message_of_devices("x X 9 132 1980 67 1980 4800 51200 0 0 0 0 paper\n"),
              HasSubstr("g:2:5: capability: '9' is not a compute capability"));
  EXPECT_THAT(message_of_devices("x X 4.0 132 1980 67 1980 4800 51200 0 0 0 0 paper\n"),
              HasSubstr("g:2:5: capability: capabilities.table has no row"));
  EXPECT_THAT(message_of_devices("x X 9.0 132 fast 67 1980 4800 51200 0 0 0 0 paper\n"),
              HasSubstr("g:2:13: boost_mhz: 'fast'"));
  EXPECT_THAT(message_of_devices("x X 9.0 1 1 1 1 1 1 0 0 0 0 p\nx X 9.0 1 1 1 1 1 1 0 0 0 0 p\n"),
              HasSubstr("g:3:1: id: another row"));
}

TEST(Capabilities, AreRefusedOutOfOrder) {
  const std::string table = kCapabilitiesTable;
  const std::string last = table.substr(table.rfind("\n12.0"));
  EXPECT_THROW(read_capabilities(table + last.substr(1), "c"), TableError);
}

}  // namespace
}  // namespace gemmlab::model

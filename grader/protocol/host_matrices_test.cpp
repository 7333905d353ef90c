#include "grader/protocol/host_matrices.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

#include "grader/core/inputs.h"

namespace gemmlab {
namespace {

class Matrices : public testing::TestWithParam<Placement> {
 protected:
  MatrixLayout layout_{{21, 35, 15}, GetParam()};
  HostMatrices host_{3 * 5 + 5 * 7 + 3 * 7};
  std::vector<float> a_ = std::vector<float>(21, 1.5f), b_ = std::vector<float>(35, 2.5f);
};

TEST_P(Matrices, TravelBothWays) {
  host_.write_operands(layout_, a_, b_);
  MappedMatrices mapped(host_.fd(), layout_);
  EXPECT_EQ(mapped.a()[20], 1.5f);
  EXPECT_EQ(mapped.b()[34], 2.5f);
  mapped.c()[14] = 3.5f;
  EXPECT_EQ(host_.take_c(layout_)[14], 3.5f);
}

TEST_P(Matrices, CStartsPoisoned) {
  host_.write_operands(layout_, a_, b_);
  std::uint32_t bits;
  const float last = host_.take_c(layout_)[14];
  std::memcpy(&bits, &last, sizeof bits);
  EXPECT_EQ(bits, kPoisonBits);
}

TEST_P(Matrices, TooLargeAShapeIsRefused) {
  const MatrixLayout large({1000000, 1000000, 1000000}, GetParam());
  EXPECT_THROW(
      host_.write_operands(large, std::vector<float>(1000000), std::vector<float>(1000000)),
      std::length_error);
}

TEST_P(Matrices, InputsCannotBeWritten) {
  host_.write_operands(layout_, a_, b_);
  MappedMatrices mapped(host_.fd(), layout_);
  EXPECT_DEATH(const_cast<float*>(mapped.a())[0] = 1, "");
  EXPECT_DEATH(const_cast<float*>(mapped.b())[34] = 1, "");
}

TEST(Placement, FlushEndFaultsOneElementAfterAMatrix) {
  const MatrixLayout layout({21, 35, 15}, Placement::flush_end);
  HostMatrices host(100);
  MappedMatrices mapped(host.fd(), layout);
  EXPECT_DEATH(mapped.c()[15] = 1, "");
  volatile const float* a = mapped.a();
  EXPECT_DEATH((void)a[21], "");
  bool inside = true;
  EXPECT_EQ(mapped.matrix_at(mapped.c() + 15, &inside), 'c');
  EXPECT_FALSE(inside);
  EXPECT_EQ(mapped.matrix_at(mapped.b() + 3, &inside), 'b');
  EXPECT_TRUE(inside);
  EXPECT_EQ(mapped.matrix_at(&inside, &inside), 0);
}

TEST(Placement, FlushStartFaultsOneElementBeforeAMatrix) {
  const MatrixLayout layout({21, 35, 15}, Placement::flush_start);
  HostMatrices host(100);
  MappedMatrices mapped(host.fd(), layout);
  EXPECT_DEATH(mapped.c()[-1] = 1, "");
}

TEST(SharedMemory, CannotBeMadeSmallerOrLargerByTheOtherSide) {
  const MatrixLayout layout({21, 35, 15}, Placement::flush_start);
  HostMatrices host(3 * 5 + 5 * 7 + 3 * 7);
  host.write_operands(layout, std::vector<float>(21), std::vector<float>(35));
  EXPECT_NE(ftruncate(host.fd(), 0), 0);
  EXPECT_NE(ftruncate(host.fd(), 1 << 20), 0);
  EXPECT_NE(fcntl(host.fd(), F_ADD_SEALS, F_SEAL_WRITE), 0);
  const std::string name = "/proc/self/fd/" + std::to_string(host.fd());
  const Descriptor again(open(name.c_str(), O_RDWR | O_TRUNC | O_CLOEXEC));
  EXPECT_FALSE(again.is_open());
}

TEST(SharedMemory, SurvivesHolesAndFlagsOfTheOtherSide) {
  const MatrixLayout layout({21, 35, 15}, Placement::flush_start);
  HostMatrices host(3 * 5 + 5 * 7 + 3 * 7);
  fcntl(host.fd(), F_SETFL, O_APPEND | O_NONBLOCK);
  host.write_operands(layout, std::vector<float>(21), std::vector<float>(35, 2.0f));
  EXPECT_EQ(MappedMatrices(host.fd(), layout).b()[34], 2.0f);
  fallocate(host.fd(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 1 << 20);
  EXPECT_EQ(host.take_c(layout), std::vector<float>(15));
}

TEST(MatrixLayout, OnAGpuHasGuardsAndCudasAlignment) {
  const MatrixLayout layout({21, 35, 15}, 128);
  for (const auto& region : layout.regions) {
    EXPECT_EQ(region.at % 256, 0u);
    EXPECT_EQ(region.at - region.area_at, 512u);
    EXPECT_GE(region.area_at + region.area - region.at - region.bytes, 512u);
  }
  EXPECT_EQ(layout.total, layout.regions[2].area_at + layout.regions[2].area);
}

INSTANTIATE_TEST_SUITE_P(Both, Matrices,
                         testing::Values(Placement::flush_end, Placement::flush_start));

}  // namespace
}  // namespace gemmlab

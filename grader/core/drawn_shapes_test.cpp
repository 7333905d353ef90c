#include "grader/core/drawn_shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>

namespace gemmlab {
namespace {

constexpr int kKeys = 200;

Spec spec_for(int multiple_of) {
  Spec spec;
  spec.multiple_of = multiple_of;
  return spec;
}

double products(const Shape& shape) {
  return 1.0 * shape.m * shape.n * shape.k;
}

std::size_t distinct(const std::function<Shape(std::uint64_t)>& drawn) {
  std::set<std::array<int, 3>> shapes;
  for (std::uint64_t key = 0; key < kKeys; ++key) {
    const Shape shape = drawn(key);
    shapes.insert({shape.m, shape.n, shape.k});
  }
  return shapes.size();
}

TEST(ShapeKey, IsTheSameForAFileAndASecretAndNoOther) {
  EXPECT_EQ(shape_key("a kernel", ""), shape_key("a kernel", kSecretAtHome));
  EXPECT_EQ(shape_key("a kernel", "of a course"), shape_key("a kernel", "of a course"));
  EXPECT_NE(shape_key("a kernel", "of a course"), shape_key("another", "of a course"));
  EXPECT_NE(shape_key("a kernel", "of a course"), shape_key("a kernel", "of another course"));
  EXPECT_NE(shape_key("b", "a\n"), shape_key("\nb", "a"));
}

TEST(DrawnValueShapes, AreASmallALargeAndTheCountedOneThatTheLabPromises) {
  for (const int multiple_of : {1, 32}) {
    for (std::uint64_t key = 0; key < kKeys; ++key) {
      const auto shapes = drawn_value_shapes(spec_for(multiple_of), key);
      ASSERT_EQ(shapes.size(), 3u);
      const auto [small, large] = std::array{shapes[0], shapes[1]};
      for (const Shape& shape : shapes) {
        for (const int extent : {shape.m, shape.n, shape.k}) {
          ASSERT_GE(extent, 1);
          ASSERT_EQ(extent % multiple_of, 0);
        }
      }
      EXPECT_EQ((std::set{small.m, small.n, small.k}).size(), 3u);
      EXPECT_TRUE(multiple_of > 1 || (small.m % 2 == 1 && small.n % 2 == 1 && small.k % 2 == 1));
      EXPECT_LE(products(small), 2e6);
      EXPECT_GT(std::min(large.m, large.n), 128);  // the widest usual tile
      EXPECT_LE(products(large), 2 * 4e6);
      EXPECT_TRUE(shapes[2].same_extents(drawn_counted_shape(spec_for(multiple_of), key)));
      EXPECT_EQ(std::ranges::count(shapes, true, &Shape::counted), 1);
    }
  }
}

TEST(DrawnValueShapes, ComeFromWideRanges) {
  const auto nth = [](int multiple_of, std::size_t i) {
    return [=](std::uint64_t key) { return drawn_value_shapes(spec_for(multiple_of), key)[i]; };
  };
  EXPECT_GT(distinct(nth(1, 0)), 190u);
  EXPECT_GT(distinct(nth(1, 1)), 190u);
  EXPECT_GT(distinct(nth(32, 0)), 50u);
  EXPECT_GT(distinct(nth(32, 1)), 90u);
}

TEST(DrawnCountedShape, FitsNoTileInBothDirectionsAndNoConstantMemory) {
  constexpr int kFloats = 16384;  // of constant memory
  for (const int multiple_of : {1, 32}) {
    for (std::uint64_t key = 0; key < kKeys; ++key) {
      const Shape shape = drawn_counted_shape(spec_for(multiple_of), key);
      for (const int extent : {shape.m, shape.n, shape.k}) {
        EXPECT_EQ(extent % multiple_of, 0);
      }
      EXPECT_TRUE(shape.m % (2 * multiple_of) != 0 || shape.n % (2 * multiple_of) != 0);
      EXPECT_GT(shape.m * shape.k, kFloats);
      EXPECT_GT(shape.k * shape.n, kFloats);
      EXPECT_LT(products(shape), 2e7);  // of a simulated run
    }
  }
}

// A program that knows the way in which they are drawn learns little from a size.
TEST(DrawnCountedShape, IsEvenOrOddLongOrShortInEachDirection) {
  for (const int multiple_of : {1, 32}) {
    for (int Shape::*const extent : {&Shape::m, &Shape::n, &Shape::k}) {
      int even = 0, longer = 0;
      for (std::uint64_t key = 0; key < kKeys; ++key) {
        const Shape shape = drawn_counted_shape(spec_for(multiple_of), key);
        even += shape.*extent % (2 * multiple_of) == 0;
        longer += shape.*extent > 256;
      }
      EXPECT_GT(std::min(even, kKeys - even), kKeys / 5);
      EXPECT_GT(std::min(longer, kKeys - longer), kKeys / 8);
    }
  }
}

TEST(DrawnCountedShape, LeavesLittleOutsideOfC) {
  for (std::uint64_t key = 0; key < kKeys; ++key) {
    const Shape shape = drawn_counted_shape({}, key);
    EXPECT_LT(padded_volume(shape), 1.5 * products(shape)) << shape.m << " " << shape.n;
  }
}

TEST(DrawnCountedShape, IsAnotherOneForMostFiles) {
  EXPECT_GT(distinct([](std::uint64_t key) { return drawn_counted_shape({}, key); }), 180u);
  EXPECT_GT(distinct([](std::uint64_t key) { return drawn_counted_shape(spec_for(32), key); }),
            120u);
}

TEST(RoomyShape, LeavesHardlyAnythingOutsideOfCAtManySizes) {
  for (const int multiple_of : {1, 32}) {
    for (std::uint64_t key = 0; key < kKeys; ++key) {
      const Shape shape = roomy_shape(spec_for(multiple_of), key);
      EXPECT_EQ(shape.m % multiple_of + shape.n % multiple_of + shape.k % multiple_of, 0);
      EXPECT_LE(std::max(shape.m, shape.n), 1000);
      EXPECT_GE(std::min(shape.m, shape.n), 480);
      EXPECT_LT(padded_volume(shape), 1.1 * products(shape));
      EXPECT_LT(products(shape), 1.8e8);  // of a simulated run
    }
  }
  EXPECT_GT(distinct([](std::uint64_t key) { return roomy_shape({}, key); }), 190u);
}

TEST(DrawnHostShape, IsLargerThanBuffersOfAFixedSize) {
  for (const int multiple_of : {1, 32}) {
    for (std::uint64_t key = 0; key < kKeys; ++key) {
      const Shape shape = drawn_host_shape(spec_for(multiple_of), key);
      EXPECT_EQ(shape.m % multiple_of + shape.n % multiple_of + shape.k % multiple_of, 0);
      EXPECT_GT(sizeof(float) * elements_of(shape), 1u << 16);
      EXPECT_GT(std::min(shape.m, shape.n), 127);  // of a signed char
      EXPECT_LT(products(shape), 1e7);
    }
  }
  EXPECT_GT(distinct([](std::uint64_t key) { return drawn_host_shape({}, key); }), 190u);
}

TEST(DrawnDepth, IsInTheUpperEighthAndAMultiple) {
  std::set<int> cpu, gpu;
  for (std::uint64_t key = 0; key < kKeys; ++key) {
    cpu.insert(drawn_depth(320, 1, key));
    gpu.insert(drawn_depth(2048, 32, key));
  }
  EXPECT_GE(*cpu.begin(), 280);
  EXPECT_LE(*cpu.rbegin(), 320);
  EXPECT_GT(cpu.size(), 35u);
  EXPECT_GE(*gpu.begin(), 1792);
  EXPECT_LE(*gpu.rbegin(), 2048);
  EXPECT_EQ(gpu.size(), 9u);
  for (const int depth : gpu) {
    EXPECT_EQ(depth % 32, 0);
  }
}

}  // namespace
}  // namespace gemmlab

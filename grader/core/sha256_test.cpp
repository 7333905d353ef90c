#include "grader/core/sha256.h"

#include <gtest/gtest.h>

namespace gemmlab {
namespace {

TEST(Sha256, GivesTheStandardsExample) {  // FIPS 180-4, "abc"
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace gemmlab

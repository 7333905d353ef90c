#include <gtest/gtest.h>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "common/facts/finding.h"
#include "common/simt/shim/tensor_abi.h"
#include "common/simt/tensor/fragment_layout.h"
#include "common/simt/tests/harness.h"

namespace simt::testing {
namespace {

std::ifstream stored(const std::string& name) {
  const char* folder = std::getenv("SIMT_VECTORS");
  return std::ifstream(std::string(folder != nullptr ? folder : ".") + "/" + name);
}

// The checksums of an H100's products of one size, in their order.
std::vector<std::uint64_t> products_of(const std::string& size, bool by_asm = false) {
  std::ifstream file = stored("h100_products.txt");
  std::vector<std::uint64_t> sums;
  bool is_wanted = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("products ")) {
      is_wanted = line == "products " + size;
    } else if (is_wanted && (line.find(" asm ") != line.npos) == by_asm) {
      sums.push_back(std::stoull(line, nullptr, 16));
    }
  }
  return sums;
}

void expect_equal_products(const std::string& size, const std::string& function, bool by_asm) {
  const std::vector<std::uint64_t> expected = products_of(size, by_asm);
  ASSERT_EQ(expected.size(), by_asm ? 6u : 15u);
  const Outcome outcome = run_right("tensor", function);
  std::vector<std::uint64_t> here(expected.size());
  std::memcpy(here.data(), outcome.c.data(), here.size() * sizeof here[0]);
  EXPECT_EQ(here, expected);
}

TEST(Fragments, MultiplyAsOnAnH100) {
  expect_equal_products("64 64 512", "products_of_64", false);
}
TEST(InlinePtx, MultipliesAndLoadsAsOnAnH100) {
  expect_equal_products("64 64 512", "products_by_asm", true);
}

// They take minutes: the test `tensor products` of the suite `full`.
TEST(Fragments, MultiplyLongSumsAsOnAnH100) {
  expect_equal_products("256 256 4096", "products_of_256", false);
}
TEST(InlinePtx, MultipliesLongSumsAsOnAnH100) {
  expect_equal_products("256 256 4096", "long_products_by_asm", true);
}

std::uint64_t checksum_of(const FragmentLayout& layout, int elements) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  const auto add = [&hash](int x) {
    hash = (hash ^ static_cast<std::uint64_t>(x)) * 0x100000001b3u;
  };
  for (const auto& lane : layout.places) {
    for (int i = 0; i < elements; ++i) {
      const MatrixPlace at = lane[static_cast<std::size_t>(i % layout.elements)];
      add(at.row);
      add(at.col);
    }
  }
  return hash;
}

// Each line: checksum, operand, element (both as numbers), m, n, k, elements of a lane.
TEST(Fragments, HoldWhatAnH100sHold) {
  std::ifstream file = stored("h100_layouts.txt");
  int types = 0;
  for (std::string line; std::getline(file, line); ++types) {
    std::istringstream words(line);
    std::uint64_t checksum = 0;
    int operand = 0, element = 0, elements = 0;
    FragmentType type{};
    words >> std::hex >> checksum >> std::dec >> operand >> element >> type.m >> type.n >> type.k >>
        elements;
    type.operand = static_cast<Operand>(operand);
    type.element = static_cast<Element>(element);
    EXPECT_EQ(checksum_of(layout_of(type), elements), checksum) << line;
  }
  EXPECT_EQ(types, 36);
}

TEST(Fragments, AreRightWhereAWarpAgrees) {
  const Outcome outcome = run_right("tensor", "right", 32);
  const std::vector<float> whole = product(outcome, 32);
  for (int row = 0; row < 16; ++row) {
    for (int col = 0; col < 16; ++col) {
      const auto at = static_cast<std::size_t>(row * 32 + col);
      ASSERT_EQ(outcome.c[at], whole[at]) << row << " " << col;
    }
  }
  EXPECT_EQ(run("tensor", "two_warps", 32).count(FindingKind::barrier_divergence), 0);
}

struct Wrong {
  const char* function;
  FindingKind kind;
  FragmentFlaw flaw;
};

class WrongFragments : public ::testing::TestWithParam<Wrong> {};

TEST_P(WrongFragments, AreNamed) {
  const Wrong& wrong = GetParam();
  const Outcome outcome = run("tensor", wrong.function, 32);
  const Finding* finding = outcome.find(wrong.kind);
  ASSERT_NE(finding, nullptr) << outcome.all_findings();
  EXPECT_EQ(fact_of<FragmentFault>(*finding).flaw, wrong.flaw) << outcome.all_findings();
  EXPECT_TRUE(finding->at.is_known()) << outcome.all_findings();
}

INSTANTIATE_TEST_SUITE_P(
    , WrongFragments,
    ::testing::Values(
        Wrong{"unfilled", FindingKind::uninitialised_read, FragmentFlaw::unset},
        Wrong{"halved", FindingKind::barrier_divergence, FragmentFlaw::lanes_missing},
        Wrong{"small_block", FindingKind::barrier_divergence, FragmentFlaw::lanes_missing},
        Wrong{"two_pointers", FindingKind::barrier_divergence, FragmentFlaw::pointers_apart},
        Wrong{"two_calls", FindingKind::barrier_divergence, FragmentFlaw::calls_apart},
        Wrong{"uneven_pointer", FindingKind::misaligned, FragmentFlaw::uneven_pointer},
        Wrong{"uneven_pitch", FindingKind::misaligned, FragmentFlaw::uneven_pitch}),
    [](const auto& test) { return std::string(test.param.function); });

TEST(Fragments, AreSeenOutsideAMatrix) {
  EXPECT_GT(run("tensor", "outside", 32).count(FindingKind::out_of_bounds_write), 0);
}

// Of each kernel of counts.cuh: what Nsight Compute counted on an H100. Requests to shared memory
// are left out: Nsight counts neither ldmatrix nor loads whose memory the compiler does not know
// there.
TEST(Fragments, CostWhatAnH100Counts) {
  std::ifstream file = stored("h100_counts.txt");
  int kernels = 0;
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(':');
    std::istringstream numbers(line.substr(colon + 1));
    std::vector<std::uint64_t> expected(6);
    for (std::uint64_t& number : expected) {
      numbers >> number;
    }
    const Outcome outcome = run("tensor", "counted", ++kernels);
    const auto& counts = outcome.report.counts;
    const std::vector<std::uint64_t> here = {
        counts.global_load.requests, counts.global_load.units, counts.global_store.requests,
        counts.global_store.units,   counts.shared_load.units, counts.shared_store.units};
    EXPECT_EQ(here, expected) << line;
  }
  EXPECT_EQ(kernels, 106);
}

TEST(Halves, AreAddedAtomically) {
  const Outcome outcome = run_right("tensor", "atomic_halves", 32);
  EXPECT_EQ(std::vector<float>(outcome.c.begin(), outcome.c.begin() + 4),
            (std::vector<float>{64, 64, 128, 64}));
}

TEST(Fragments, CountTheirProducts) {
  EXPECT_EQ(run("tensor", "right", 32).report.counts.tensor_products, 16u * 16 * 32);
  EXPECT_EQ(run("tensor", "pairs", 32).report.counts.tensor_products, 0u);
}

TEST(Pairs, AreOneAccess) {
  const Outcome outcome = run_right("tensor", "pairs", 32);
  const auto& counts = outcome.report.counts;
  EXPECT_EQ(counts.global_load.requests, 1u);
  EXPECT_EQ(counts.shared_store.requests, 2u);
  EXPECT_EQ(counts.shared_load.requests, 4u);
}

}  // namespace
}  // namespace simt::testing

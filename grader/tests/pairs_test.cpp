// Two processes of a program, at different shapes, give the result that one gives.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "grader/core/labs.h"
#include "grader/judge/judge.h"
#include "grader/machine/paths.h"
#include "grader/machine/scratch_folder.h"
#include "grader/report/json.h"

namespace {

using namespace gemmlab;
namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

// Lab 02's kernel. `first`: at the beginning of each call; `product`: for a[..] * b[..].
std::string kernel_file(const std::string& first, const std::string& product) {
  return R"(#include <gemmlab/matmul.h>
__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0;
    for (int p = 0; p < k; ++p) {
      sum += )" +
         product + R"(;
    }
    c[row * n + col] = sum;
  }
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  )" + first +
         R"(
  naive_kernel<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, c, m, n, k);
}
)";
}

// Lab 01's loop.
std::string loop_file(const std::string& product) {
  return R"(#include <gemmlab/matmul.h>
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0;
      for (int p = 0; p < k; ++p) {
        sum += )" +
         product + R"(;
      }
      c[row * n + col] = sum;
    }
  }
}
)";
}

const std::string kProduct = "a[row * k + p] * b[p * n + col]";

class PairsTest : public testing::Test {
 protected:
  LabResult judge(const std::string& id, const std::string& text, bool in_pairs) {
    const auto labs = read_labs(paths().table());
    const Lab& lab = *find_lab(labs, id);
    const fs::path source = folder_.path() / lab.file;
    std::ofstream(source) << text;
    LabResult result = judge_lab(lab, spec_of(lab), source,
                                 {.backend = BackendChoice::sim,
                                  .measure_speed = false,
                                  .in_pairs = in_pairs,
                                  .try_changes = false});
    result.seconds = 0;
    return result;
  }

  std::vector<std::string> judged(const std::string& first, const std::string& product = kProduct) {
    return judged_in("02", kernel_file(first, product));
  }

  // The failed checks of values, the same in both ways.
  std::vector<std::string> judged_in(const std::string& lab, const std::string& text) {
    const LabResult alone = judge(lab, text, false), in_pairs = judge(lab, text, true);
    Result of_pairs, of_one;
    of_pairs.labs = {in_pairs};
    of_one.labs = {alone};
    EXPECT_EQ(to_json(of_pairs), to_json(of_one));
    std::vector<std::string> failed;
    for (const Check& check : alone.checks) {
      if (check.kind == CheckKind::values && check.outcome != CheckOutcome::passed) {
        failed.push_back(std::string(name(check.verdict)) + " " + check.name);
      }
    }
    return failed;
  }

  const ScratchFolder folder_{fs::temp_directory_path()};
};

TEST_F(PairsTest, ARightProgramIsRight) {
  EXPECT_THAT(judged(""), IsEmpty());
}

TEST_F(PairsTest, AFailureAtALastShapeIsExplained) {
  EXPECT_THAT(judged("", "(n < 70000 ? a[row * k + p] : 0) * b[p * n + col]"),
              ElementsAre("WRONG values 2x70003x3",
                          StartsWith("WRONG values ")));  // the counted shape: it was not run
}

TEST_F(PairsTest, ALoopIsAsRightAsAKernel) {
  EXPECT_THAT(judged_in("01", loop_file(kProduct)), IsEmpty());
  EXPECT_THAT(judged_in("01", loop_file("(n < 70000 ? a[row * k + p] : 0) * b[p * n + col]")),
              ElementsAre("WRONG values 3x70001x2"));
}

TEST_F(PairsTest, ALeakIsAPartialResult) {
  EXPECT_THAT(judged("float* kept; cudaMalloc(&kept, 64);"),
              ElementsAre(StartsWith("PARTIAL values ")));  // at the last, a drawn shape
}

TEST_F(PairsTest, WhatAProgramKeepsBetweenItsCallsIsThatOfOneProcess) {
  const auto failed = judged("static int calls = 0; if (++calls > 3) return;");
  EXPECT_THAT(failed, SizeIs(22));
  EXPECT_THAT(failed, Contains("WRONG values 1x1x1"));
}

TEST_F(PairsTest, AnEndlessLoopTimesOut) {
  const auto failed = judged("", "a[row * k + p] * b[p * n + col]; if (k == 17) --p");
  EXPECT_THAT(failed, SizeIs(18));
  EXPECT_THAT(failed, Contains("TIMED OUT values 33x50x17"));
}

}  // namespace

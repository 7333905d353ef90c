// Compiles everything that is hard to translate and runs it on the simulator.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "common/facts/at_most.h"
#include "common/facts/counts.h"
#include "common/facts/finding.h"
#include "common/facts/names.h"
#include "common/facts/place.h"
#include "common/facts/run_report.h"
#include "common/simt/engine/simulator.h"
#include "grader/compile/compile.h"
#include "grader/compile/compile_result.h"
#include "grader/core/labs.h"
#include "grader/machine/paths.h"

namespace gemmlab {
namespace {

constexpr int kLaunches = 19;  // of hard_cases.cu: each sets one element

TEST(HardCases, AllComputeWhatTheyDoOnAGpu) {
  const CompileResult module =
      compile(paths().root / "common" / "simt" / "translate" / "hard_cases.cu", Backend::sim);
  ASSERT_EQ(module.outcome, CompileResult::Outcome::ok) << message(module);
  void* const handle = dlopen(module.module.c_str(), RTLD_NOW);
  ASSERT_NE(handle, nullptr) << dlerror();
  using Matmul = void(const float*, const float*, float*, int, int, int);
  auto* const matmul = reinterpret_cast<Matmul*>(dlsym(handle, "matmul"));
  ASSERT_NE(matmul, nullptr);

  simt::attach(handle);
  auto* const c = static_cast<float*>(simt::allocate("c", kLaunches, 1));
  const RunReport report = simt::run({}, [&] { matmul(c, c, c, 1, 16, 1); });
  std::vector<float> values(kLaunches);
  simt::download(values.data(), c, values.size() * sizeof(float));

  EXPECT_EQ(std::accumulate(
                report.counts.launches.begin(), report.counts.launches.end(), std::uint64_t{0},
                [](std::uint64_t sum, const LaunchShape& each) { return sum + each.times; }),
            kLaunches);
  EXPECT_EQ(report.counts.launches.at(1).kernel, "ns ::stage < 4, float >");
  for (const Finding& finding : report.findings) {
    ADD_FAILURE() << "line " << finding.at.line << ": " << name(finding.kind);
  }
  for (const ApiError& error : report.errors) {
    ADD_FAILURE() << "line " << error.at.line << ": " << error.error;
  }
  for (int i = 0; i < kLaunches; ++i) {
    EXPECT_EQ(values[i], i + 1) << report.counts.launches.at(i).kernel;
  }
}

}  // namespace
}  // namespace gemmlab

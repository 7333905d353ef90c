// Launch limits and API calls fail as in CUDA, and say why.
#include <cstdint>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "common/facts/run_report.h"
#include "common/simt/engine/run_options.h"
#include "common/simt/tests/harness.h"

namespace simt {
namespace {

using testing::Outcome;

template <class Cause>
Cause expect_error(const char* name, const char* error) {
  const RunReport report = testing::run("launches", name, 33).report;
  EXPECT_EQ(report.errors.size(), 1u) << name;
  if (report.errors.empty() || !holds_alternative<Cause>(report.errors[0].cause)) {
    ADD_FAILURE() << name << " has another cause";
    return {};
  }
  EXPECT_EQ(report.errors[0].error, error) << name;
  EXPECT_NE(report.errors[0].at.file.find("launches.cu"), std::string::npos);
  EXPECT_GT(report.errors[0].at.line, 0) << name;
  return get<Cause>(report.errors[0].cause);
}

void expect_limit(const char* name, const char* error, LaunchLimit limit, std::int64_t value,
                  std::uint64_t most) {
  const auto beyond = expect_error<BeyondLimit>(name, error);
  EXPECT_EQ(beyond.limit, limit) << name;
  EXPECT_EQ(beyond.value, value) << name;
  EXPECT_EQ(beyond.most, most) << name;
}

Outcome expect_no_error(const char* name) {
  Outcome outcome = testing::run("launches", name, 33);
  EXPECT_TRUE(outcome.report.errors.empty()) << name << ": " << outcome.report.errors[0].error;
  EXPECT_TRUE(outcome.report.findings.empty()) << outcome.all_findings();
  return outcome;
}

TEST(LaunchLimits, AreCudas) {
  const char* configuration = "cudaErrorInvalidConfiguration";
  expect_limit("too_many_threads", configuration, LaunchLimit::block_threads, 2048, 1024);
  expect_error<EmptyLaunch>("no_threads", configuration);
  expect_error<EmptyLaunch>("no_blocks", configuration);
  expect_limit("block_too_deep", configuration, LaunchLimit::block_z, 65, 64);
  expect_limit("grid_too_high", configuration, LaunchLimit::grid_y, 65536, 65535);
  expect_no_error("indirect_launches");
}

TEST(LaunchLimits, OfSharedMemoryAreCudas) {
  EXPECT_EQ(expect_error<BeyondLimit>("too_much_dynamic", "cudaErrorInvalidValue").most, 49152u);
  EXPECT_EQ(expect_error<BeyondLimit>("never_allowed_dynamic", "cudaErrorInvalidValue").most,
            232448u);
  expect_limit("too_much_static", "cudaErrorInvalidKernelImage", LaunchLimit::static_shared, 52000,
               49152);
  const Outcome outcome = expect_no_error("allowed_dynamic");
  EXPECT_EQ(outcome.report.counts.launches.at(0).shared_bytes, 100000u);
}

TEST(LaunchBounds, AreSilentWhenKept) {
  const Outcome outcome = expect_no_error("bounds_kept");
  EXPECT_EQ(testing::number_of(outcome.report.counts.launches), 7u);
  EXPECT_EQ(outcome.c[63], 1.0f);
}

TEST(LaunchBounds, RefuseLargerBlocks) {
  const Outcome outcome = testing::run("launches", "bounds_exceeded", 33);
  const auto& errors = outcome.report.errors;
  ASSERT_EQ(errors.size(), 7u);
  for (const ApiError& error : errors) {
    EXPECT_EQ(error.error, "cudaErrorInvalidValue") << error.call;
    EXPECT_EQ(get<BeyondLimit>(error.cause).limit, LaunchLimit::launch_bounds);
    EXPECT_EQ(get<BeyondLimit>(error.cause).most, 64u);
  }
  EXPECT_EQ(get<BeyondLimit>(errors[0].cause).value, 65);
  EXPECT_EQ(errors[0].launch->kernel, "bounded");
  EXPECT_EQ(get<BeyondLimit>(errors[2].cause).value, 72);
  EXPECT_GT(errors[1].at.line, errors[0].at.line);
  for (int i = 600; i < 603; ++i) {
    EXPECT_EQ(outcome.c[static_cast<size_t>(i)], 1.0f) << "cudaErrorInvalidValue";
  }
  EXPECT_TRUE(outcome.report.counts.launches.empty());
  EXPECT_TRUE(outcome.report.findings.empty()) << outcome.all_findings();
  EXPECT_NE(outcome.c[0], outcome.c[0]) << "nothing runs, so c is still NaN";
}

TEST(LaunchBounds, AreEachKernelsOwn) {
  EXPECT_EQ(expect_no_error("no_bound_of_these").report.counts.launches.size(), 3u);
}

TEST(LaunchBounds, AreToldToWhoAsks) {
  const Outcome outcome = expect_no_error("bounds_are_told");
  EXPECT_EQ(std::vector(outcome.c.begin(), outcome.c.begin() + 5),
            (std::vector<float>{256, 64, 0, 32, 1024}));
}

TEST(LaunchLimits, CanAllBeMadeToFail) {
  Options options;
  options.fail_launches = true;
  const RunReport report = testing::run("launches", "indirect_launches", 33, options).report;
  ASSERT_EQ(report.errors.size(), 2u);
  EXPECT_EQ(report.errors[0].error, "cudaErrorLaunchOutOfResources");
  EXPECT_TRUE(report.counts.launches.empty());
}

TEST(Errors, AreGivenOnce) {
  const Outcome outcome = testing::run("launches", "errors_are_remembered_once", 33);
  EXPECT_EQ(outcome.c[0], 9);
  EXPECT_EQ(outcome.c[1], 9);
  EXPECT_EQ(outcome.c[2], 0);
}

TEST(Errors, OfFaultsStickUntilTheDeviceIsReset) {
  const Outcome outcome = testing::run("launches", "faults_stick", 33);
  EXPECT_EQ(outcome.c[0], 700);
  EXPECT_EQ(outcome.c[1], 700);
  EXPECT_EQ(outcome.c[2], 700);
  EXPECT_EQ(outcome.c[3], 1.0f);
}

TEST(Errors, OfCopiesAndFreesSayWhatIsWrong) {
  const RunReport report = testing::run("launches", "bad_copies", 33).report;
  ASSERT_EQ(report.errors.size(), 7u);
  const auto cause = [&](auto what, size_t i) -> decltype(what) {
    EXPECT_GT(report.errors[i].at.line, 0);
    EXPECT_TRUE(holds_alternative<decltype(what)>(report.errors[i].cause)) << i;
    const auto* found = get_if<decltype(what)>(&report.errors[i].cause);
    return found != nullptr ? *found : what;
  };
  EXPECT_EQ(cause(BadPointer(), 0).why, BadArgument::too_small);
  EXPECT_EQ(cause(BadPointer(), 0).bytes, 128u);
  EXPECT_TRUE(cause(WrongDirection(), 1).to_device);
  EXPECT_FALSE(cause(WrongDirection(), 1).from_device);
  EXPECT_EQ(cause(BadPointer(), 2).role, Role::source);
  EXPECT_EQ(cause(CannotFree(), 3).why, BadFree::freed_before);
  EXPECT_EQ(cause(Misused(), 4).what, Misuse::not_of_cuda_malloc);
  EXPECT_EQ(cause(BadPointer(), 5).why, BadArgument::freed);
  EXPECT_EQ(cause(OutOfDeviceMemory(), 6).bytes, std::uint64_t{1} << 50);
}

TEST(Calls, OfACarefulProgramSucceed) {
  const Outcome outcome = expect_no_error("good_calls");
  EXPECT_EQ(outcome.c[0], 1.0f);
  EXPECT_EQ(outcome.c[1], 2.0f);
  EXPECT_EQ(outcome.c[2], 3.0f);
  EXPECT_EQ(outcome.c[3], 1.0f);
  EXPECT_EQ(outcome.c[4], 32.0f);
  EXPECT_EQ(outcome.report.live_allocations, 0);
}

TEST(Calls, LaunchKernels) {
  const Outcome outcome = testing::run("launches", "launches_by_calls", 33);
  EXPECT_EQ(std::vector(outcome.c.begin(), outcome.c.begin() + 13),
            (std::vector<float>{1, 2, 3, 1, 2, 3, 1, 2, 3, 4, 5, 0, 9}));
  ASSERT_EQ(testing::number_of(outcome.report.counts.launches), 4u);
  EXPECT_EQ(outcome.report.counts.launches.back().kernel, "store_two<4, 5>");
  ASSERT_EQ(outcome.report.errors.size(), 1u);
  EXPECT_EQ(outcome.report.errors[0].launch->kernel, "store_two<4, 5>");
  EXPECT_GT(outcome.report.errors[0].at.line, 0);
}

TEST(Calls, OfAnExpertSucceed) {
  const Outcome outcome = expect_no_error("calls_of_experts");
  EXPECT_EQ(std::vector(outcome.c.begin(), outcome.c.begin() + 6),
            (std::vector<float>{0, 2048, 1024, 8, 1, 1}));
}

TEST(Streams, DoNothingBeforeTheyMust) {
  const Outcome outcome = testing::run_right("launches", "waits_for_nothing", 33);
  EXPECT_EQ(std::vector(outcome.c.begin(), outcome.c.begin() + 6),
            (std::vector<float>{0, 0, 0, 1, 1, 2}));
}

TEST(Streams, WaitForOneAnother) {
  const Outcome outcome = testing::run_right("launches", "waits_in_streams", 33);
  EXPECT_EQ(std::vector(outcome.c.begin(), outcome.c.begin() + 5),
            (std::vector<float>{1, 2, 5, 2, 3}));
}

TEST(Streams, InNoOrderComeInEachOrder) {
  std::set<float> results;
  for (const std::uint64_t seed : {0, 1}) {
    const Outcome outcome = testing::run("launches", "two_streams_in_no_order", 33, {.seed = seed});
    EXPECT_TRUE(outcome.report.streams_in_no_order);
    results.insert(outcome.c[0]);
  }
  EXPECT_EQ(results, (std::set<float>{1, 2}));
  EXPECT_FALSE(testing::run("launches", "waits_in_streams", 33).report.streams_in_no_order);
}

TEST(Calls, OfAnExpertSayWhatIsWrong) {
  const RunReport report = testing::run("launches", "bad_calls_of_experts", 33).report;
  ASSERT_EQ(report.errors.size(), 4u);
  EXPECT_EQ(get<Misused>(report.errors[0].cause).what, Misuse::destroyed_default_stream);
  for (const size_t rows : {1, 2}) {
    EXPECT_EQ(get<PitchTooSmall>(report.errors[rows].cause).width, 8u);
  }
  EXPECT_EQ(get<Misused>(report.errors[3].cause).what, Misuse::not_of_cuda_host_alloc);
}

TEST(Calls, CannotFreeTheCallersMatrices) {
  const Outcome freed = testing::run("launches", "frees_what_was_given", 33);
  EXPECT_EQ(freed.c[0], 1.0f) << "cudaErrorInvalidValue";
  EXPECT_EQ(freed.count(FindingKind::input_modified), 1) << freed.all_findings();
  EXPECT_EQ(freed.report.findings.size(), 1u) << freed.all_findings();
  for (const char* name : {"frees_what_was_given", "resets_what_was_given"}) {
    const Outcome outcome = testing::run("launches", name, 33);
    ASSERT_EQ(outcome.report.errors.size(), 1u) << name;
    EXPECT_EQ(outcome.report.errors[0].error, "cudaErrorInvalidValue");
    EXPECT_EQ(get<CannotFree>(outcome.report.errors[0].cause).buffer.matrix, "a");
  }
}

TEST(Calls, ThatLeakAreCounted) {
  const RunReport report = expect_no_error("leak").report;
  EXPECT_EQ(report.live_allocations, 1);
  EXPECT_EQ(report.live_bytes, 200u);
}

TEST(Reset, ForgetsWhatIsOnTheDeviceAlone) {
  for (int call = 1; call <= 3; ++call) {
    const Outcome outcome = expect_no_error("count_calls");
    EXPECT_EQ(outcome.c[0], static_cast<float>(call));
    EXPECT_EQ(outcome.c[1], 1.0f);
  }
}

}  // namespace
}  // namespace simt

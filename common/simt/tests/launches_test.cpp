// Launch limits and API calls fail as CUDA's do, and say why.
#include "common/simt/tests/harness.h"

namespace simt {
namespace {

using testing::Outcome;

void expect_error(const char* name, const char* error, const char* cause) {
  const Report report = testing::run("launches", name, 33).report;
  ASSERT_EQ(report.errors.size(), 1u) << name;
  EXPECT_EQ(report.errors[0].name, error) << name;
  EXPECT_NE(report.errors[0].message.find(cause), std::string::npos) << report.errors[0].message;
  EXPECT_NE(report.errors[0].at.file.find("launches.cu"), std::string::npos);
  EXPECT_GT(report.errors[0].at.line, 0) << name;
}

Outcome expect_no_error(const char* name) {
  Outcome outcome = testing::run("launches", name, 33);
  EXPECT_TRUE(outcome.report.errors.empty()) << name << ": " << outcome.report.errors[0].message;
  EXPECT_TRUE(outcome.report.findings.empty()) << outcome.all_findings();
  return outcome;
}

TEST(LaunchLimits, are_cudas) {
  const char* configuration = "cudaErrorInvalidConfiguration";
  expect_error("too_many_threads", configuration,
               "invalid configuration argument: block (2048, 1, 1) has 2048 threads; at most 1024");
  expect_error("no_threads", configuration, "no extent may be 0");
  expect_error("no_blocks", configuration, "no extent may be 0");
  expect_error("block_too_deep", configuration, "65 threads along z; at most 64");
  expect_error("grid_too_high", configuration, "65536 blocks along y; at most 65535");
  expect_no_error("indirect_launches");
}

TEST(LaunchLimits, of_shared_memory_are_cudas) {
  expect_error("too_much_dynamic", "cudaErrorInvalidValue", "at most 49152");
  expect_error("never_allowed_dynamic", "cudaErrorInvalidValue", "at most 232448");
  expect_error("too_much_static", "cudaErrorInvalidKernelImage", "52000 bytes of static shared");
  const Outcome outcome = expect_no_error("allowed_dynamic");
  EXPECT_EQ(outcome.report.launches.at(0).shared_bytes, 100000u);
}

TEST(LaunchBounds, are_silent_when_kept) {
  const Outcome outcome = expect_no_error("bounds_kept");
  EXPECT_EQ(outcome.report.launches.size(), 7u);
  EXPECT_EQ(outcome.c[63], 1.0f);
}

TEST(LaunchBounds, refuse_larger_blocks) {
  const Outcome outcome = testing::run("launches", "bounds_exceeded", 33);
  const auto& errors = outcome.report.errors;
  ASSERT_EQ(errors.size(), 7u);
  for (const ApiError& error : errors) {
    EXPECT_EQ(error.name, "cudaErrorInvalidValue") << error.call;
    EXPECT_NE(error.message.find("bounded to 64 threads a block by __launch_bounds__"),
              std::string::npos)
        << error.message;
  }
  EXPECT_NE(errors[0].message.find("block (65, 1, 1) has 65"), std::string::npos);
  EXPECT_EQ(errors[0].call, "launch of bounded");
  EXPECT_NE(errors[2].message.find("block (8, 9, 1) has 72"), std::string::npos);
  EXPECT_GT(errors[1].at.line, errors[0].at.line);
  for (int i = 600; i < 603; ++i) {
    EXPECT_EQ(outcome.c[static_cast<size_t>(i)], 1.0f) << "cudaErrorInvalidValue";
  }
  EXPECT_TRUE(outcome.report.launches.empty());
  EXPECT_TRUE(outcome.report.findings.empty()) << outcome.all_findings();
  EXPECT_NE(outcome.c[0], outcome.c[0]) << "nothing runs, so c is still NaN";
}

TEST(LaunchBounds, are_each_kernels_own) {
  EXPECT_EQ(expect_no_error("no_bound_of_these").report.launches.size(), 3u);
}

TEST(LaunchBounds, are_told_to_who_asks) {
  const Outcome outcome = expect_no_error("bounds_are_told");
  EXPECT_EQ(std::vector(outcome.c.begin(), outcome.c.begin() + 5),
            (std::vector<float>{256, 64, 0, 32, 1024}));
}

TEST(LaunchLimits, can_all_be_made_to_fail) {
  Options options;
  options.fail_launches = true;
  const Report report = testing::run("launches", "indirect_launches", 33, options).report;
  ASSERT_EQ(report.errors.size(), 2u);
  EXPECT_EQ(report.errors[0].name, "cudaErrorLaunchOutOfResources");
  EXPECT_TRUE(report.launches.empty());
}

TEST(Errors, are_given_once) {
  const Outcome outcome = testing::run("launches", "errors_are_remembered_once", 33);
  EXPECT_EQ(outcome.c[0], 9);
  EXPECT_EQ(outcome.c[1], 9);
  EXPECT_EQ(outcome.c[2], 0);
}

TEST(Errors, of_faults_stick_until_the_device_is_reset) {
  const Outcome outcome = testing::run("launches", "faults_stick", 33);
  EXPECT_EQ(outcome.c[0], 700);
  EXPECT_EQ(outcome.c[1], 700);
  EXPECT_EQ(outcome.c[2], 700);
  EXPECT_EQ(outcome.c[3], 1.0f);
}

TEST(Errors, of_copies_and_frees_say_what_is_wrong) {
  const Report report = testing::run("launches", "bad_copies", 33).report;
  const char* causes[] = {
      "128 bytes do not fit",     "not the kind given", "source is a null pointer", "freed before",
      "not come from cudaMalloc", "has been freed",     "bytes are wanted"};
  ASSERT_EQ(report.errors.size(), std::size(causes));
  for (size_t i = 0; i < std::size(causes); ++i) {
    EXPECT_NE(report.errors[i].message.find(causes[i]), std::string::npos)
        << report.errors[i].message;
    EXPECT_GT(report.errors[i].at.line, 0);
  }
}

TEST(Calls, of_a_careful_program_succeed) {
  const Outcome outcome = expect_no_error("good_calls");
  EXPECT_EQ(outcome.c[0], 1.0f);
  EXPECT_EQ(outcome.c[1], 2.0f);
  EXPECT_EQ(outcome.c[2], 3.0f);
  EXPECT_EQ(outcome.c[3], 1.0f);
  EXPECT_EQ(outcome.c[4], 32.0f);
  EXPECT_EQ(outcome.report.live_allocations, 0);
}

TEST(Calls, launch_kernels) {
  const Outcome outcome = testing::run("launches", "launches_by_calls", 33);
  EXPECT_EQ(std::vector(outcome.c.begin(), outcome.c.begin() + 13),
            (std::vector<float>{1, 2, 3, 1, 2, 3, 1, 2, 3, 4, 5, 0, 9}));
  ASSERT_EQ(outcome.report.launches.size(), 4u);
  EXPECT_EQ(outcome.report.launches[1].kernel, "store_all");
  EXPECT_EQ(outcome.report.launches[3].kernel, "store_two<4, 5>");
  ASSERT_EQ(outcome.report.errors.size(), 1u);
  EXPECT_EQ(outcome.report.errors[0].call, "launch of store_two<4, 5>");
  EXPECT_GT(outcome.report.errors[0].at.line, outcome.report.launches[3].at.line);
}

TEST(Calls, of_an_expert_succeed) {
  const Outcome outcome = expect_no_error("calls_of_experts");
  EXPECT_EQ(std::vector(outcome.c.begin(), outcome.c.begin() + 6),
            (std::vector<float>{0, 2048, 1024, 8, 1, 1}));
}

TEST(Calls, of_an_expert_say_what_is_wrong) {
  const Report report = testing::run("launches", "bad_calls_of_experts", 33).report;
  const char* causes[] = {"a default stream cannot be destroyed", "rows of 8 bytes do not fit",
                          "rows of 8 bytes do not fit", "not come from cudaHostAlloc"};
  ASSERT_EQ(report.errors.size(), std::size(causes));
  for (size_t i = 0; i < std::size(causes); ++i) {
    EXPECT_NE(report.errors[i].message.find(causes[i]), std::string::npos)
        << report.errors[i].message;
  }
}

TEST(Calls, cannot_free_the_callers_matrices) {
  const Outcome freed = testing::run("launches", "frees_what_was_given", 33);
  EXPECT_EQ(freed.c[0], 1.0f) << "cudaErrorInvalidValue";
  EXPECT_EQ(freed.count(FindingKind::foreign_free), 1) << freed.all_findings();
  EXPECT_EQ(freed.report.findings.size(), 1u) << freed.all_findings();
  for (const char* name : {"frees_what_was_given", "resets_what_was_given"}) {
    const Outcome outcome = testing::run("launches", name, 33);
    ASSERT_EQ(outcome.report.errors.size(), 1u) << name;
    EXPECT_EQ(outcome.report.errors[0].name, "cudaErrorInvalidValue");
    EXPECT_NE(outcome.report.errors[0].message.find("a (33 x 33) is not yours to free"),
              std::string::npos)
        << outcome.report.errors[0].message;
  }
}

TEST(Calls, that_leak_are_counted) {
  const Report report = expect_no_error("leak").report;
  EXPECT_EQ(report.live_allocations, 1);
  EXPECT_EQ(report.live_bytes, 200u);
}

TEST(Reset, forgets_what_is_on_the_device_alone) {
  for (int call = 1; call <= 3; ++call) {
    const Outcome outcome = expect_no_error("count_calls");
    EXPECT_EQ(outcome.c[0], static_cast<float>(call));
    EXPECT_EQ(outcome.c[1], 1.0f);
  }
}

}  // namespace
}  // namespace simt

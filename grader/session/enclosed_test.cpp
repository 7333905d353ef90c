// Judging in a sandbox, with this machine's real layers. Skipped if there are none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "grader/core/facts/cause.h"
#include "grader/core/facts/check.h"
#include "grader/core/facts/fact.h"
#include "grader/core/facts/refusal.h"
#include "grader/core/facts/sample_cause_name.h"
#include "grader/core/facts/sample_check.h"
#include "grader/core/fs.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/labs.h"
#include "grader/core/result.h"
#include "grader/core/spec.h"
#include "grader/core/verdict.h"
#include "grader/judge/judge.h"
#include "grader/machine/paths.h"
#include "grader/machine/sandbox_check.h"
#include "grader/machine/scratch_folder.h"
#include "grader/sandbox/enclosure.h"
#include "grader/sandbox/sandbox.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr int kSlot = 300;  // outside the range of batch

class Enclosed : public testing::Test {
 protected:
  void SetUp() override {
    try {
      sandbox_ = std::make_unique<Sandbox>(kSlot, folder_.path() / "slot", false);
    } catch (const InfrastructureError& error) {
      GTEST_SKIP() << error.what();
    }
    fs::permissions(folder_.path(), fs::perms(0711));
    enclosure_ = std::make_unique<Enclosure>(Enclosure{*sandbox_, {}, {}});
  }

  // The result of lab 02 with this source, judged in the sandbox, usually at one shape.
  LabResult judge(const std::string& text, bool at_all_shapes = false) {
    const fs::path source = sandbox_->folder() / "kernel.cu";
    std::ofstream(source) << text;
    const auto labs = read_labs(paths().table());
    const Lab& lab = *find_lab(labs, "02");
    JudgeOptions options;
    options.backend = BackendChoice::sim;
    if (!at_all_shapes) {
      options.only_shape = Shape{33, 50, 17, ""};
    }
    options.enclosure = enclosure_.get();
    return judge_lab(lab, spec_of(lab), source, options);
  }

  // The result of lab 01, with its time.
  LabResult judge_on_cpu(const std::string& text) {
    const fs::path source = sandbox_->folder() / "kernel.cpp";
    std::ofstream(source) << text;
    const auto labs = read_labs(paths().table());
    const Lab& lab = *find_lab(labs, "01");
    JudgeOptions options;
    options.enclosure = enclosure_.get();
    return judge_lab(lab, spec_of(lab), source, options);
  }

  static std::string with(const std::string& statements, const std::string& headers = "") {
    return headers + R"(
#include <gemmlab/matmul.h>
__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0;
    for (int p = 0; p < k; ++p) sum += a[row * k + p] * b[p * n + col];
    c[row * n + col] = sum;
  }
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  )" + statements +
           R"(
  naive_kernel<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, c, m, n, k);
}
)";
  }

  // The first failed check; a passed one if none failed.
  static Check first_failed(const LabResult& result) {
    for (const Check& check : result.checks) {
      if (check.status() == Status::failed) {
        return check;
      }
    }
    return passed({});
  }

  static std::string_view first_fact(const LabResult& result) {
    return cause_name(first_failed(result));
  }

  // Why the first failed check has no module: nothing if it failed for another reason.
  template <typename Cause>
  static std::optional<Cause> cause_of(const LabResult& result) {
    const Check check = first_failed(result);
    const auto* const refusal = check.fact ? get_if<Refusal>(&*check.fact) : nullptr;
    const auto* const cause = refusal == nullptr ? nullptr : get_if<Cause>(&refusal->cause);
    return cause == nullptr ? std::nullopt : std::optional(*cause);
  }

  ScratchFolder folder_{fs::temp_directory_path()};
  std::unique_ptr<Sandbox> sandbox_;
  std::unique_ptr<Enclosure> enclosure_;
};

TEST_F(Enclosed, HoldsOnThisMachine) {
  EXPECT_NO_THROW(check_sandbox(*sandbox_));
  EXPECT_EQ(sandbox_->level().name, "full");
  EXPECT_NO_THROW(check_sandbox(*sandbox_, {folder_.path(), folder_.path() / "none"}));
  try {
    check_sandbox(*sandbox_, {folder_.path(), "/usr/share", "/usr/bin/env"});
    ADD_FAILURE() << "what lies below /usr is visible";
  } catch (const InfrastructureError& error) {
    EXPECT_THAT(error.what(), HasSubstr("a program can read /usr/share,"));
  }
}

TEST_F(Enclosed, JudgesARightKernelAsOutside) {
  const LabResult result = judge(with(""));
  EXPECT_FALSE(result.infrastructure);
  EXPECT_EQ(first_fact(result), "");
  EXPECT_EQ(result.verdict, Verdict::passed);
}

TEST_F(Enclosed, CountsTheAccessesOfAKernelWhoseHostEntryIsWrong) {
  const LabResult result = judge(with("") + R"(
extern "C" cudaError_t matmul_host(const float*, const float*, float*, int, int, int) {
  return cudaSuccess;
}
)",
                                 true);
  EXPECT_EQ(result.verdict, Verdict::partial) << first_fact(result);
  EXPECT_TRUE(result.metrics);
}

TEST_F(Enclosed, ToldOfAFaultAtItsLine) {
  const LabResult result = judge(with("*(volatile int*)8 = 1;"));
  EXPECT_EQ(result.verdict, Verdict::crashed) << first_fact(result);
}

TEST_F(Enclosed, SaysThatTheProgramEndedItself) {
  const LabResult result = judge(with("exit(0);", "#include <cstdlib>"));
  EXPECT_EQ(result.verdict, Verdict::exited) << first_fact(result);
}

TEST_F(Enclosed, TakesAStatusForNoSignalThatDoesNotExist) {
  enclosure_->symbols = {"*"};
  const LabResult result = judge(with("_exit(255);", "#include <unistd.h>"));
  EXPECT_EQ(result.verdict, Verdict::exited) << first_fact(result);
}

TEST_F(Enclosed, SeesAbortAsACrash) {
  const LabResult result = judge(with("abort();", "#include <cstdlib>"));
  EXPECT_EQ(result.verdict, Verdict::crashed) << first_fact(result);
}

TEST_F(Enclosed, RefusesWhatNoLabNeedsByName) {
  const LabResult result = judge(with("system(\"id\");", "#include <cstdlib>"));
  EXPECT_EQ(result.verdict, Verdict::does_not_compile);
  const auto cause = cause_of<FunctionNotAllowed>(result);
  ASSERT_TRUE(cause) << first_fact(result);
  EXPECT_EQ(cause->function.text(), "system");
}

TEST_F(Enclosed, AllowsWhatTheCourseAllows) {
  enclosure_->symbols = {"getenv"};
  const LabResult result = judge(with("if (getenv(\"HOME\")) abort();", "#include <cstdlib>"));
  EXPECT_EQ(result.verdict, Verdict::passed) << first_fact(result);
}

TEST_F(Enclosed, RefusesHeadersThatTheCourseDoesNotAllow) {
  enclosure_->headers = {"cstdio"};
  EXPECT_EQ(judge(with("", "#include <cstdio>")).verdict, Verdict::passed);
  const LabResult result = judge(with("", "#include <vector>"));
  EXPECT_EQ(result.verdict, Verdict::does_not_compile);
  const auto cause = cause_of<HeaderNotAllowed>(result);
  ASSERT_TRUE(cause) << first_fact(result);
  EXPECT_EQ(cause->header.text(), "vector");
}

TEST_F(Enclosed, CompilesNothingOfTheMachine) {
  const LabResult result = judge(with("", "#include \"/etc/passwd\""));
  EXPECT_EQ(result.verdict, Verdict::does_not_compile);
  const auto cause = cause_of<CompilerErrors>(result);
  ASSERT_TRUE(cause) << first_fact(result);
  EXPECT_THAT(cause->diagnostics.front().text.text(), HasSubstr("No such file"));
}

TEST_F(Enclosed, TimesAProgramOnlyIfItIsAlone) {
  enclosure_->symbols = {"*"};
  const std::string loops = R"(
#include <gemmlab/matmul.h>
#include <thread>
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  START;
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) c[i * n + j] = 0;
    for (int p = 0; p < k; ++p)
      for (int j = 0; j < n; ++j) c[i * n + j] += a[i * k + p] * b[p * n + j];
  }
}
)";
  const LabResult with_thread = judge_on_cpu("#define START std::thread([] {}).join()" + loops);
  EXPECT_EQ(with_thread.verdict, Verdict::misses_the_point);
  EXPECT_EQ(with_thread.score, 80);
  const Check check = first_failed(with_thread);
  const auto* const fact = check.fact ? get_if<SpeedNotJudged>(&*check.fact) : nullptr;
  ASSERT_NE(fact, nullptr);
  EXPECT_TRUE(holds_alternative<StartedAnother>(fact->why.cause));
  EXPECT_EQ(judge_on_cpu("#define START" + loops).score, 100);
}

TEST_F(Enclosed, OpensNoFileThroughALink) {
  const fs::path secret = folder_.path() / "secret", link = sandbox_->folder() / "link";
  std::ofstream(secret) << "of the course";
  fs::permissions(secret, fs::perms(0600));
  fs::create_symlink(secret, link);
  EXPECT_THROW(sandbox_->take_back(link), InfrastructureError);
  EXPECT_EQ(fs::status(secret).permissions(), fs::perms(0600));
}

TEST_F(Enclosed, LeavesNoProcessBehind) {
  enclosure_->symbols = {"*"};
  judge(with("if (fork() == 0) { setsid(); if (fork() == 0) { sleep(600); } _exit(0); }",
             "#include <unistd.h>"));
  sandbox_->signal_all(0);
  int left = 0;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::ifstream in(entry.path() / "status");
    for (std::string line; std::getline(in, line);) {
      left += line.starts_with("Uid:\t" + std::to_string(sandbox_->user()) + "\t");
    }
  }
  EXPECT_EQ(left, 0);
}

TEST(SandboxLayers, AreAskedForByName) {
  const ScratchFolder folder(fs::temp_directory_path());
  const char* const path = std::getenv("PATH");
  const std::string before = path != nullptr ? path : "";
  setenv("PATH", "/nowhere", 1);
  try {
    const Sandbox sandbox(kSlot, folder.path() / "slot", false);
    ADD_FAILURE() << "without bubblewrap there are no namespaces";
  } catch (const InfrastructureError& error) {
    EXPECT_THAT(error.what(), HasSubstr("bubblewrap is not installed"));
  }
  setenv("PATH", before.c_str(), 1);
}

}  // namespace
}  // namespace gemmlab

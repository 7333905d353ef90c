// The student's host code is ordinary C++, and time can be up anywhere.
#include <dlfcn.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "common/facts/finding.h"
#include "common/facts/place.h"
#include "common/simt/engine/run_options.h"
#include "common/simt/engine/signals.h"
#include "common/simt/source/debug_info.h"
#include "common/simt/tests/harness.h"

namespace simt {
namespace {

using testing::Outcome;

TEST(HostCode, MayUseTheLibrary) {
  ::testing::internal::CaptureStdout();
  const Outcome outcome = testing::run("host_code", "uses_the_library", 33);
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "ran 4 times\n");
  EXPECT_TRUE(outcome.report.findings.empty()) << outcome.all_findings();
  EXPECT_EQ(outcome.c[5], 6.0f);
  EXPECT_EQ(outcome.c[33], 4.0f);
  EXPECT_EQ(outcome.c[34], outcome.a[34]);
}

TEST(HostCode, LaunchesOnSeveralThreads) {
  const Outcome outcome = testing::run_right("host_code", "launches_on_several_threads", 33);
  for (size_t i = 0; i < 192; ++i) {
    EXPECT_EQ(outcome.c[i], outcome.a[63 - i % 64]) << i;
  }
}

TEST(HostCode, LaunchesOnSeveralThreadsAtOnce) {
  const Outcome outcome = testing::run_right("host_code", "launches_at_once", 33);
  for (size_t i = 0; i < 256; ++i) {
    EXPECT_EQ(outcome.c[i], outcome.a[63 - i % 64]) << i;
  }
}

// Signals like the worker's clock: a timer that sends SIGALRM once after 200 ms of wall time.
class Alarm {
 public:
  Alarm() {
    struct sigaction action = {};
    action.sa_sigaction = [](int, siginfo_t*, void* context) { stop_from_signal(context); };
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(SIGALRM, &action, &before_);
    const itimerval once{{0, 0}, {0, 200000}};
    setitimer(ITIMER_REAL, &once, nullptr);
  }
  ~Alarm() {
    const itimerval never{};
    setitimer(ITIMER_REAL, &never, nullptr);
    sigaction(SIGALRM, &before_, nullptr);
  }

 private:
  struct sigaction before_ = {};
};

TEST(StopFromSignal, EndsKernelsThatTouchMemoryAndThatDoNot) {
  for (const char* name : {"endless_stores", "endless_arithmetic", "endless_barriers"}) {
    const Alarm alarm;
    const Outcome outcome = testing::run("findings", name, 33);
    ASSERT_TRUE(outcome.report.out_of_time.has_value()) << name;
    EXPECT_EQ(outcome.report.out_of_time->reason, StopReason::clock);
  }
  EXPECT_FALSE(testing::run("findings", "no_shared_race", 33).report.out_of_time.has_value());
}

TEST(EndlessHostCode, IsToldAndIsNoKernelToStop) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // a fork has no timers
  Options options;
  options.on_endless_host = [] { _exit(stop_from_signal(nullptr) ? 1 : 7); };
  EXPECT_EXIT(testing::run("host_code", "computes_endlessly", 33, options),
              ::testing::ExitedWithCode(7), "");
}

TEST(DebugInfo, TellsTheLineOfAFunction) {
  const std::string path = std::string(std::getenv("SIMT_MODULES")) + "/host_code.so";
  void* module = dlopen(path.c_str(), RTLD_NOW);
  ASSERT_NE(module, nullptr) << dlerror();
  const auto address = reinterpret_cast<std::uintptr_t>(dlsym(module, "uses_the_library"));
  const std::vector<Place>& chain = source_chain(address + 1);
  ASSERT_FALSE(chain.empty());
  EXPECT_NE(chain.back().file.find("host_code.cu"), std::string::npos) << chain.back().file;
  EXPECT_GT(chain.back().line, 30);
  EXPECT_TRUE(source_chain(0).empty());
}

// The compiler would link libtsan; we must provide everything it calls. The rest is for people who
// annotate their programs, and for options that we leave alone.
TEST(Hooks, AreAllThatTheCompilerCalls) {
  for (const char* bytes : {"1", "2", "4", "8", "16"}) {
    for (const char* kind :
         {"read", "write", "unaligned_read", "unaligned_write", "volatile_read", "volatile_write",
          "unaligned_volatile_read", "unaligned_volatile_write"}) {
      const std::string name = std::string("__tsan_") + kind + bytes;
      EXPECT_NE(dlsym(RTLD_DEFAULT, name.c_str()), nullptr) << name;
    }
  }
  for (const char* name :
       {"init", "func_entry", "func_exit", "read_range", "write_range", "vptr_read", "vptr_update",
        "memcpy", "memmove", "memset", "atomic8_load", "atomic16_store", "atomic32_fetch_add",
        "atomic64_compare_exchange_strong", "atomic_thread_fence", "atomic_signal_fence"}) {
    const std::string whole = std::string("__tsan_") + name;
    EXPECT_NE(dlsym(RTLD_DEFAULT, whole.c_str()), nullptr) << whole;
  }
}

// Where hooks see nothing, the pages of device memory are closed.
TEST(DeviceMemory, IsClosedToLibraries) {
  for (const auto& [name, matrix] : {std::pair("library_reads_device_memory", "a"),
                                     {"library_writes_device_memory", "c"},
                                     {"another_thread_reads_device_memory", "a"}}) {
    const Outcome outcome = testing::run("host_code", name, 32);
    ASSERT_EQ(outcome.count(FindingKind::wrong_address_space), 1) << outcome.all_findings();
    const Finding& finding = *outcome.find(FindingKind::wrong_address_space);
    const auto bad = testing::fact_of<BadAccess>(finding);
    EXPECT_EQ(bad.flaw, Flaw::device_memory_in_host_code);
    EXPECT_EQ(testing::place_of<BufferPlace>(bad.at).buffer.matrix, matrix);
    EXPECT_NE(finding.at.file.find("host_code.cu"), std::string::npos);
    EXPECT_GT(finding.at.line, 0);
  }
}

TEST(DeviceMemory, KeepsNoThreadWaitingForEver) {
  const Outcome outcome = testing::run_right("host_code", "threads_with_a_common_lock", 32);
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(outcome.c[i], outcome.a[i % 32]);
  }
}

TEST(DeviceMemory, IsOpenToLibrariesWhereItIsTheHostsToo) {
  const Outcome outcome = testing::run_right("host_code", "library_reads_managed_memory", 32);
  EXPECT_TRUE(std::equal(outcome.a.begin(), outcome.a.begin() + 32, outcome.c.begin()));
}

TEST(ReadBack, GivesTheHostWhatTheDeviceHas) {
  const Outcome outcome = testing::run_right("host_code", "looks_at_what_came_back", 32);
  EXPECT_FALSE(outcome.report.hid_from_host);
  for (int row = 0; row < 6; ++row) {
    for (int i = 0; i < 32; ++i) {
      EXPECT_EQ(outcome.c[row * 32 + i], outcome.a[i]) << row;
    }
  }
}

TEST(ReadBack, GivesTheHostNothingByAnyWay) {
  for (const ReadBack shown : {ReadBack::zeros, ReadBack::nans}) {
    const Outcome outcome =
        testing::run_right("host_code", "looks_at_what_came_back", 32, {.read_back = shown});
    EXPECT_TRUE(outcome.report.hid_from_host);
    for (int row = 0; row < 6; ++row) {
      for (int i = 0; i < 32; ++i) {
        const float seen = outcome.c[row * 32 + i];
        EXPECT_TRUE(shown == ReadBack::zeros ? seen == 0 : std::isnan(seen)) << row << ' ' << seen;
      }
    }
  }
}

TEST(ReadBack, LeavesTheHostItsOwn) {
  const Outcome outcome =
      testing::run_right("host_code", "looks_at_its_own", 32, {.read_back = ReadBack::zeros});
  EXPECT_FALSE(outcome.report.hid_from_host);
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(outcome.c[i], i % 32 + 1.0f);
  }
}

TEST(ReadBack, LeavesKernelsWhatKernelsStored) {
  for (const ReadBack shown : {ReadBack::as_it_is, ReadBack::zeros, ReadBack::nans}) {
    const Outcome outcome =
        testing::run_right("host_code", "kernels_meet_in_managed_memory", 32, {.read_back = shown});
    for (int i = 0; i < 64; ++i) {
      EXPECT_EQ(outcome.c[i], i % 32 == 1 ? 77.0f : outcome.a[i % 32]) << i;
    }
  }
}

TEST(ReadBack, OfAKernelThatHidesNothingIsTheSameRun) {
  const Outcome seen = testing::run_right("ladder", "naive16", 64);
  const Outcome blind = testing::run_right("ladder", "naive16", 64, {.read_back = ReadBack::zeros});
  EXPECT_FALSE(blind.report.hid_from_host);
  EXPECT_EQ(blind.c, seen.c);
  EXPECT_EQ(blind.report.accesses, seen.report.accesses);
}

TEST(Schedules, AreTheSameForTheSameSeed) {
  Options options;
  options.seed = 12;
  const Outcome first = testing::run("findings", "missing_second_barrier", 64, options);
  const Outcome second = testing::run("findings", "missing_second_barrier", 64, options);
  EXPECT_EQ(first.all_findings(), second.all_findings());
  EXPECT_EQ(first.c, second.c);
  EXPECT_EQ(first.report.accesses, second.report.accesses);
}

TEST(Schedules, OfRightKernelsDoNotMatter) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Options options;
    options.seed = seed;
    for (const char* name : {"naive16", "bounded16", "multi_output4", "joint64", "registers64"}) {
      const Outcome outcome = testing::run("ladder", name, 64, options);
      EXPECT_TRUE(outcome.report.findings.empty()) << name << ": " << outcome.all_findings();
      EXPECT_EQ(outcome.c, testing::product(outcome, 64)) << name;
    }
  }
}

TEST(Schedules, BringOutWhatARaceDoesToValues) {
  int wrong = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Options options;
    options.seed = seed;
    const Outcome outcome = testing::run("findings", "missing_second_barrier", 64, options);
    wrong += outcome.c != testing::product(outcome, 64) ? 1 : 0;
  }
  EXPECT_GT(wrong, 0);
}

}  // namespace
}  // namespace simt

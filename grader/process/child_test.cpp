#include "grader/process/child.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/types.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "grader/process/own_mounts.h"

namespace gemmlab {
namespace {

using std::chrono::seconds;
using std::chrono::steady_clock;

// The output of a shell script.
std::string said_by(const std::string& script, std::vector<Limit> limits = {}) {
  Pipe output = make_pipe();
  Child shell({.argv = {"sh", "-c", script},
               .environment = std::vector<std::string>{"PATH=/usr/bin:/bin", "OWN=1"},
               .descriptors = {kNothing, output.write.get(), output.write.get()},
               .limits = std::move(limits)});
  output.write = Descriptor();
  std::string said;
  while (read_some(output.read.get(), said) > 0) {
  }
  shell.wait();
  return said;
}

TEST(Child, EndsAsItsProgramDoes) {
  EXPECT_EQ(Child({.argv = {"sh", "-c", "exit 5"}}).wait().code, 5);
  const Ending killed = Child({.argv = {"sh", "-c", "kill -9 $$"}}).wait();
  EXPECT_TRUE(killed.signalled);
  EXPECT_EQ(killed.as_shell(), 128 + 9);
  EXPECT_EQ(Child({.argv = {"/no/such/program"}}).wait().code, kCannotRun);
}

TEST(Child, RunsAFunctionOfOurs) {
  EXPECT_EQ(Child({.function = [] { return 7; }}).wait().code, 7);
  EXPECT_FALSE(Child({.function = []() -> int { throw 1; }}).wait().succeeded());
}

TEST(Child, HasNothingOfOursButWhatItIsGiven) {
  const Pipe open = make_pipe();
  fcntl(open.read.get(), F_SETFD, 0);                      // as if O_CLOEXEC had been forgotten
  EXPECT_EQ(said_by("ls /proc/self/fd"), "0\n1\n2\n3\n");  // the last is the folder
  EXPECT_EQ(said_by("env | grep -c -v -e PWD -e SHLVL -e _="), "2\n");
}

TEST(Child, ReachesWhatWasMountedForItInAClosedFolder) {
  const auto nothing = [] { return 0; };
  if (!Child({.function = nothing, .own_mounts = {"/usr"}}).wait().succeeded()) {
    GTEST_SKIP() << "only root can mount, and not everywhere";
  }
  std::string closed = "/tmp/closed-XXXXXX";  // 0700
  ASSERT_NE(mkdtemp(closed.data()), nullptr);
  std::filesystem::create_directory(closed + "/folder");
  std::ofstream(closed + "/folder/file") << "seen";
  const auto code = [&](const std::string& script, std::vector<std::string> mounts) {
    return Child({.argv = {"sh", "-c", script}, .own_mounts = std::move(mounts), .user = 60'000})
        .wait()
        .code;
  };
  const std::string folder = closed + "/folder";
  EXPECT_NE(code("cat " + folder + "/file", {}), 0);
  EXPECT_EQ(code("test $(cat " + own_mount(1) + "/file)$(cat " + own_mount(2) + ") = seenseen",
                 {closed + "/none", folder, folder + "/file"}),
            0);
  EXPECT_EQ(code("ls " + own_mount(0), {closed + "/none"}), 2);
  std::filesystem::remove_all(closed);
}

TEST(Child, KeepsItsLimits) {
  EXPECT_EQ(said_by("ulimit -n; ulimit -c", {{RLIMIT_NOFILE, 32}, {RLIMIT_CORE, 0}}), "32\n0\n");
}

TEST(Child, TakesItsGroupWithIt) {
  Pipe alive = make_pipe();  // closed when no process of the group has it any more
  Child group({.argv = {"sh", "-c", "sleep 600 & exit 3"},
               .descriptors = {kNothing, alive.write.get(), kNothing},
               .leads_group = true});
  alive.write = Descriptor();
  const auto ending = group.wait_until(steady_clock::now() + seconds(60));
  ASSERT_TRUE(ending);
  EXPECT_EQ(ending->code, 3);
  std::string nothing;
  EXPECT_EQ(read_some(alive.read.get(), nothing), 0u);
}

TEST(Child, IsKilledWhenItsHandleGoes) {
  const auto start = steady_clock::now();
  pid_t id = 0;
  {
    Child endless({.argv = {"sleep", "600"}});
    EXPECT_FALSE(endless.wait_until(steady_clock::now() + std::chrono::milliseconds(10)));
    id = endless.id();
  }
  EXPECT_FALSE(std::filesystem::exists("/proc/" + std::to_string(id)));
  EXPECT_LT(steady_clock::now() - start, seconds(60));
}

TEST(Strays, AreKilledAndChildrenAreNot) {
  inherit_strays();
  Child kept({.argv = {"sleep", "600"}});
  Pipe alive = make_pipe();
  Child({.argv = {"sh", "-c", "setsid sleep 600 & exit 0"},
         .descriptors = {kNothing, alive.write.get(), kNothing}})
      .wait();
  alive.write = Descriptor();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  kill_strays();
  std::string nothing;
  EXPECT_EQ(read_some(alive.read.get(), nothing), 0u);
  EXPECT_FALSE(kept.has_ended());
}

}  // namespace
}  // namespace gemmlab

// Tests from inside what a sandbox must not allow, and prints each layer that fails, one per line.
// The judge runs it before a class is graded, and trusts it because it is our own program.
//
//   gemmlab-probe HIDDEN_FILE JUDGE_PID USER NAME=NAMESPACE... path=PATH...
//
// USER: the user it must run as; 0: any. Each NAMESPACE is one of the judge's, as in /proc, and
// each PATH must not be visible; none of both if the sandbox has no namespaces of its own.
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "grader/process/descriptor.h"
#include "grader/sandbox/sandbox.h"

namespace {

using gemmlab::kCompilerLimits;

void expect(bool holds, const std::string& layer) {
  if (!holds) {
    std::puts(layer.c_str());
  }
}

bool is_at_most(int resource, rlim_t most) {
  rlimit limit{};
  getrlimit(static_cast<__rlimit_resource>(resource), &limit);
  return limit.rlim_cur <= most;
}

bool can_open(const char* path, int flags) {
  return gemmlab::Descriptor(open(path, flags, 0600)).is_open();
}

bool has_limited_tmp() {
  struct statvfs size {};
  return statvfs("/tmp", &size) == 0 && size.f_blocks * size.f_frsize == kCompilerLimits.tmp_bytes;
}

bool is_own_namespace(const std::string& name, const std::string& of_judge) {
  char own[64] = {};
  return readlink(("/proc/self/ns/" + name).c_str(), own, sizeof own - 1) > 0 && own != of_judge;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    return 2;
  }
  const auto user = static_cast<uid_t>(std::atol(argv[3]));
  const bool is_user = user == 0 || getuid() == user;
  std::vector<std::string> shared;  // namespaces shared with the judge
  std::string visible;              // the first of the paths that can be read or entered
  for (const std::string& each : std::vector<std::string>(argv + 4, argv + argc)) {
    const std::size_t end = each.find('=');
    const std::string name = each.substr(0, end), value = each.substr(end + 1);
    if (name == "path") {
      const bool is_visible = can_open(value.c_str(), O_RDONLY) || access(value.c_str(), X_OK) == 0;
      visible = is_visible && visible.empty() ? value : visible;
    } else if (!is_own_namespace(name, value)) {
      shared.push_back(name);
    }
  }
  const bool reads_hidden = can_open(argv[1], O_RDONLY);
  const bool writes_usr = can_open("/usr/gemmlab-probe", O_WRONLY | O_CREAT);
  const bool signals_judge = kill(static_cast<pid_t>(std::atol(argv[2])), 0) == 0;
  expect(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1, "no new privileges");
  expect(socket(AF_INET, SOCK_STREAM, 0) < 0,
         "the filter of system calls (a program can open a network socket)");
  // Last, because in its own namespace it would see less of what was tested before.
  expect(unshare(CLONE_NEWUSER) != 0,
         "the filter of system calls (a program can create a namespace)");
  expect(!writes_usr, "read-only system folders");
  expect(!signals_judge, "separate processes (a program can send signals to the grader)");
  expect(!can_open("/proc/1/mem", O_RDWR),
         "separate processes (a program can write to the memory of the first one)");
  expect(!reads_hidden, "separate files (a program can read the grader's files)");
  expect(visible.empty(), "separate files (a program can read " + visible +
                              ", like all below /usr: move it elsewhere)");
  expect(!can_open("/proc/self/fd/3", O_RDONLY), "closed descriptors");
  expect(is_at_most(RLIMIT_FSIZE, kCompilerLimits.file_bytes), "the limit on files");
  expect(is_at_most(RLIMIT_CORE, 0), "the limit on core files");
  expect(user == 0 || is_at_most(RLIMIT_NPROC, kCompilerLimits.processes),
         "the limit on processes");
  expect(is_user, "its own user");
  expect(argc == 4 || has_limited_tmp(), "a /tmp of limited size");
  for (const std::string& name : shared) {
    expect(false, "its own " + name + " namespace");
  }
  return std::fflush(stdout) == 0 ? 0 : 1;
}

// What an enclosed program finds around it, a line each: "NAME VALUE". Run by the judge before a
// class is graded, and believed, since it is our own program.
//
//   gemmlab-probe HIDDEN_FILE JUDGE_PID
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

void tell(const char* name, long long value) {
  std::printf("%s %lld\n", name, value);
}

void tell_namespace(const char* name) {
  char target[64] = {};
  const std::string path = std::string("/proc/self/ns/") + name;
  if (readlink(path.c_str(), target, sizeof target - 1) < 0) {
    target[0] = '?';
  }
  std::printf("ns-%s %s\n", name, target);
}

// The limit on a resource; -1: none.
long long limit_on(int resource) {
  rlimit limit{};
  getrlimit(static_cast<__rlimit_resource>(resource), &limit);
  return limit.rlim_cur == RLIM_INFINITY ? -1 : static_cast<long long>(limit.rlim_cur);
}

bool can_open(const char* path, int flags) {
  const int fd = open(path, flags, 0600);
  if (fd >= 0) {
    close(fd);
  }
  return fd >= 0;
}

long long tmp_bytes() {
  struct statvfs size {};
  return statvfs("/tmp", &size) == 0
             ? static_cast<long long>(size.f_blocks) * static_cast<long long>(size.f_frsize)
             : -1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    return 2;
  }
  tell("user", getuid());
  tell("no-new-privileges", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
  for (const char* name : {"user", "pid", "net", "ipc", "uts", "mnt"}) {
    tell_namespace(name);
  }
  tell("opens-hidden", can_open(argv[1], O_RDONLY));
  tell("writes-usr", can_open("/usr/gemmlab-probe", O_WRONLY | O_CREAT));
  tell("signals-judge", kill(static_cast<pid_t>(std::atol(argv[2])), 0) == 0);
  tell("opens-socket", socket(AF_INET, SOCK_STREAM, 0) >= 0);
  tell("makes-namespace", unshare(CLONE_NEWUSER) == 0);
  tell("tmp-bytes", tmp_bytes());
  tell("processes", limit_on(RLIMIT_NPROC));
  tell("file-bytes", limit_on(RLIMIT_FSIZE));
  tell("core-bytes", limit_on(RLIMIT_CORE));
  tell("descriptors", can_open("/proc/self/fd/3", O_RDONLY));
  return 0;
}

#include "grader/sandbox/layers.h"

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <map>
#include <memory>
#include <system_error>

#include "common/facts/text_table.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/read_file.h"
#include "grader/process/child.h"
#include "grader/process/descriptor.h"
#include "grader/sandbox/tables.h"

namespace gemmlab {
namespace {

using Context = std::unique_ptr<void, void (*)(scmp_filter_ctx)>;

void deny(const Context& filter, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const int call = seccomp_syscall_resolve_name(name.c_str());
    if (call != __NR_SCMP_ERROR) {  // newer than the library and most kernels
      seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EPERM), call, 0);
    }
  }
}

// Only calls whose argument compares like that.
void deny_if(const Context& filter, int call, const scmp_arg_cmp& argument) {
  seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EPERM), call, 1, argument);
}

void deny_by_argument(const Context& filter) {
  for (const int family : {AF_INET, AF_INET6, AF_NETLINK, AF_PACKET}) {
    deny_if(filter, SCMP_SYS(socket), SCMP_A0_32(SCMP_CMP_EQ, static_cast<unsigned>(family)));
  }
  deny_if(filter, SCMP_SYS(socket), SCMP_A0_32(SCMP_CMP_GT, AF_UNIX));
  // These can forge a terminal's input.
  for (const unsigned request : {unsigned{TIOCSTI}, unsigned{0x541c} /* TIOCLINUX */}) {
    deny_if(filter, SCMP_SYS(ioctl), SCMP_A1_32(SCMP_CMP_EQ, request));
  }
}

void deny_new_namespaces(const Context& filter) {
  deny_if(filter, SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_NEWUSER, CLONE_NEWUSER));
  // Its flags are in memory, which a filter cannot read: libraries then fall back to clone.
  seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
}

std::vector<sock_filter> exported(const Context& filter) {
  const Descriptor memory(memfd_create("filter", MFD_CLOEXEC));
  if (!memory.is_open() || seccomp_export_bpf(filter.get(), memory.get()) != 0) {
    throw InfrastructureError("the sandbox cannot create its filter of system calls");
  }
  const off_t bytes = lseek(memory.get(), 0, SEEK_END);
  std::vector<sock_filter> program(std::size_t(bytes) / sizeof(sock_filter));
  if (pread(memory.get(), program.data(), std::size_t(bytes), 0) != bytes || program.empty()) {
    throw InfrastructureError("the sandbox cannot read its filter of system calls");
  }
  return program;
}

Context by_default(std::uint32_t action) {
  Context filter(seccomp_init(action), seccomp_release);
  if (!filter) {
    throw InfrastructureError("libseccomp cannot start a filter");
  }
  return filter;
}

// Memory that is no process's own: in files, buffers and lists of the kernel.
void deny_memory_of_nobody(const Context& filter) {
  deny(filter,
       {"memfd_create", "memfd_secret", "socket", "socketpair", "epoll_create", "epoll_create1"});
  constexpr unsigned kShared = MAP_SHARED | MAP_ANONYMOUS;
  deny_if(filter, SCMP_SYS(mmap), SCMP_A3(SCMP_CMP_MASKED_EQ, kShared, kShared));
}

void deny_processes_and_locks(const Context& filter) {
  deny(filter, {"fork", "vfork", "flock"});
  for (const unsigned request : {F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW}) {
    deny_if(filter, SCMP_SYS(fcntl), SCMP_A1_32(SCMP_CMP_EQ, request));
  }
  deny_if(filter, SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
}

std::vector<sock_filter> made(EnclosedKind kind) {
  const Context filter = by_default(SCMP_ACT_ALLOW);
  deny_new_namespaces(filter);  // first, because of two rules for a call the first decides
  deny(filter,
       words_of_table(kDeniedCalls, "grader/sandbox/denied_calls.table", {"what", "calls"}));
  if (kind != EnclosedKind::gpu_program) {
    deny_memory_of_nobody(filter);
  }
  if (kind == EnclosedKind::cpu_program) {
    deny_processes_and_locks(filter);
  }
  deny_by_argument(filter);
  return exported(filter);
}

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

void add(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

// Programs and libraries: /usr, and the folders next to it on older systems.
void show_system(Words& words) {
  add(words, {"--ro-bind", "/usr", "/usr"});
  for (const char* name : {"/bin", "/lib", "/lib32", "/lib64", "/sbin"}) {
    std::error_code ignored;
    if (fs::is_symlink(name, ignored)) {
      add(words, {"--symlink", fs::read_symlink(name, ignored).string(), name});
    } else if (fs::is_directory(name, ignored)) {
      add(words, {"--ro-bind", name, name});
    }
  }
  // Compilers and toolkits are links through the first; libraries are found through the others.
  for (const char* file :
       {"/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"}) {
    add(words, {"--ro-bind-try", file, file});
  }
}

void show_gpu(Words& words) {
  for (const auto& entry : fs::directory_iterator("/dev")) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("nvidia") && !name.starts_with("nvidia-caps")) {
      add(words, {"--dev-bind-try", entry.path().string(), entry.path().string()});
    }
  }
  for (const char* path : {"/sys/module", "/sys/devices", "/sys/bus"}) {
    add(words, {"--ro-bind-try", path, path});
  }
}

// The order matters: a folder hides what was mounted below its path before.
void show(Words& words, const Visible& visible, const FoundAt& found_at) {
  std::vector<fs::path> readable = visible.readable;
  std::ranges::sort(readable);
  for (const fs::path& path : readable) {
    add(words, {"--ro-bind", found_at(path), path.string()});
  }
  for (const fs::path& path : visible.readable_if_there) {
    add(words, {"--ro-bind-try", found_at(path), path.string()});
  }
  if (!visible.writable.empty()) {
    add(words, {"--bind", found_at(visible.writable), visible.writable.string()});
  }
}

}  // namespace

const std::vector<sock_filter>& syscall_filter(EnclosedKind kind) {
  static std::map<EnclosedKind, std::vector<sock_filter>> filters;
  std::vector<sock_filter>& filter = filters[kind];
  if (filter.empty()) {
    filter = made(kind);
  }
  return filter;
}

const std::vector<sock_filter>& one_task_filter() {
  static const std::vector<sock_filter> only = [] {
    const Context filter = by_default(SCMP_ACT_ERRNO(EPERM));
    const auto add = [&](std::uint32_t action, const std::string& name) {
      // Other processors have fewer calls.
      if (const int call = seccomp_syscall_resolve_name(name.c_str()); call >= 0) {
        seccomp_rule_add(filter.get(), action, call, 0);
      }
    };
    for (const std::string& name : words_of_table(
             kCallsOfOneTask, "grader/sandbox/calls_of_one_task.table", {"what", "calls"})) {
      add(SCMP_ACT_ALLOW, name);
    }
    for (const char* name : {"clone", "clone3", "fork", "vfork"}) {
      add(SCMP_ACT_KILL_PROCESS, name);
    }
    return exported(filter);
  }();
  return only;
}

std::string why_no_namespaces(const std::string& bubblewrap, uid_t user) {
  Words command{bubblewrap, "--unshare-all", "--disable-userns", "--unshare-user"};
  show_system(command);
  add(command, {"--proc", "/proc", "--dev", "/dev", "--", "/usr/bin/true"});
  Child program({.argv = command,
                 .environment = Words(),
                 .descriptors = {kNothing, kNothing, kNothing},
                 .user = user});
  return program.wait().succeeded()
             ? ""
             : "bubblewrap cannot create them here: most containers forbid user namespaces";
}

Words bubblewrap_options(uid_t user, const Visible& visible, const FoundAt& found_at,
                         std::uint64_t tmp_bytes, int filter) {
  const std::string id = std::to_string(user);
  Words words = split_at_blanks(
      "--unshare-user --disable-userns --unshare-pid --unshare-net --unshare-ipc --unshare-uts "
      "--unshare-cgroup-try --hostname sandbox --die-with-parent --new-session");
  add(words, {"--uid", id, "--gid", id});
  show_system(words);
  add(words, {"--proc", "/proc", "--dev", "/dev"});
  // The first process is bubblewrap's, of the same user: nobody may write to its memory.
  add(words, {"--tmpfs", "/proc/1", "--remount-ro", "/proc/1"});
  add(words, {"--size", "16777216", "--tmpfs", "/dev/shm"});
  add(words, {"--size", std::to_string(tmp_bytes), "--tmpfs", "/tmp"});
  show(words, visible, found_at);
  if (visible.gpu) {
    show_gpu(words);
  } else {  // mapped by several, it is memory that no process is charged for
    add(words, {"--dev-bind", "/dev/null", "/dev/zero"});
  }
  add(words, {"--remount-ro", "/dev"});  // otherwise a tmpfs without a size limit
  add(words, {"--remount-ro", "/", "--chdir", visible.working.string(), "--seccomp",
              std::to_string(filter)});
  return words;
}

}  // namespace gemmlab

#include "grader/sandbox/syscall_filter.h"

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

#include "grader/core/infrastructure_error.h"

namespace gemmlab {
namespace {

constexpr const char* kDenied[] = {
    // other processes, and what the kernel knows of them
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "process_madvise",
    "pidfd_open",
    "pidfd_getfd",
    "pidfd_send_signal",
    "kcmp",
    "perf_event_open",
    "lookup_dcookie",
    // keys and programs inside the kernel
    "keyctl",
    "add_key",
    "request_key",
    "bpf",
    "kexec_load",
    "kexec_file_load",
    "init_module",
    "finit_module",
    "delete_module",
    "syslog",
    // what was a way out of sandboxes again and again
    "userfaultfd",
    "io_uring_setup",
    "io_uring_enter",
    "io_uring_register",
    "open_by_handle_at",
    "name_to_handle_at",
    "vmsplice",
    // namespaces and mounts
    "mount",
    "umount2",
    "pivot_root",
    "chroot",
    "setns",
    "unshare",
    "move_mount",
    "open_tree",
    "fsopen",
    "fsconfig",
    "fsmount",
    "fspick",
    "mount_setattr",
    // the machine
    "acct",
    "quotactl",
    "quotactl_fd",
    "reboot",
    "swapon",
    "swapoff",
    "settimeofday",
    "clock_settime",
    "clock_adjtime",
    "adjtimex",
    "sethostname",
    "setdomainname",
    "ioperm",
    "iopl",
    "modify_ldt",
    "mbind",
    "migrate_pages",
    "move_pages",
    "set_mempolicy",
    "personality",
    // watching files
    "inotify_init",
    "inotify_init1",
    "inotify_add_watch",
    "fanotify_init",
    "fanotify_mark",
    // memory that outlives its process
    "shmget",
    "msgget",
    "semget",
    "mq_open",
};

using Context = std::unique_ptr<void, void (*)(scmp_filter_ctx)>;

void deny(const Context& filter, const char* name) {
  const int call = seccomp_syscall_resolve_name(name);
  if (call != __NR_SCMP_ERROR) {  // newer than the library, and than most kernels
    seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EPERM), call, 0);
  }
}

void deny_by_argument(const Context& filter) {
  for (const int family : {AF_INET, AF_INET6, AF_NETLINK, AF_PACKET}) {
    seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EPERM), SCMP_SYS(socket), 1,
                     SCMP_A0_32(SCMP_CMP_EQ, static_cast<unsigned>(family)));
  }
  seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EPERM), SCMP_SYS(socket), 1,
                   SCMP_A0_32(SCMP_CMP_GT, AF_UNIX));
  seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                   SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_NEWUSER, CLONE_NEWUSER));
  // Its flags lie in memory, where a filter cannot look: libraries then take clone.
  seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
  // A terminal's input can be forged by these.
  for (const unsigned request : {unsigned{TIOCSTI}, unsigned{0x541c} /* TIOCLINUX */}) {
    seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
                     SCMP_A1_32(SCMP_CMP_EQ, request));
  }
}

std::vector<sock_filter> exported(const Context& filter) {
  const int memory = memfd_create("filter", MFD_CLOEXEC);
  if (memory < 0 || seccomp_export_bpf(filter.get(), memory) != 0) {
    close(memory);
    throw InfrastructureError("the sandbox cannot make its filter of system calls");
  }
  const off_t bytes = lseek(memory, 0, SEEK_END);
  std::vector<sock_filter> program(std::size_t(bytes) / sizeof(sock_filter));
  const ssize_t got = pread(memory, program.data(), std::size_t(bytes), 0);
  close(memory);
  if (got != bytes || program.empty()) {
    throw InfrastructureError("the sandbox cannot read its filter of system calls");
  }
  return program;
}

std::vector<sock_filter> made(bool files_in_memory) {
  const Context filter(seccomp_init(SCMP_ACT_ALLOW), seccomp_release);
  if (!filter) {
    throw InfrastructureError("libseccomp cannot start a filter");
  }
  for (const char* name : kDenied) {
    deny(filter, name);
  }
  if (!files_in_memory) {
    deny(filter, "memfd_create");
    deny(filter, "memfd_secret");
  }
  deny_by_argument(filter);
  return exported(filter);
}

}  // namespace

const std::vector<sock_filter>& syscall_filter(bool files_in_memory) {
  static const std::vector<sock_filter> without = made(false), with = made(true);
  return files_in_memory ? with : without;
}

}  // namespace gemmlab

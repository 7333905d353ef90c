// attack: traces other processes, and reads and writes their memory
// verdict: WRONG

#include <sys/ptrace.h>
#include <sys/uio.h>
bool attack() {
  bool any = ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0;
  char byte = 0;
  const iovec here{&byte, 1}, there{reinterpret_cast<void*>(0x400000), 1};
  for (pid_t process = 1; process < 200; ++process) {
    if (process != getpid()) {
      any |= ptrace(PTRACE_ATTACH, process, nullptr, nullptr) == 0;
      any |= process_vm_readv(process, &here, 1, &there, 1, 0) > 0;
      any |= syscall(SYS_pidfd_getfd, syscall(SYS_pidfd_open, process, 0), 0, 0) >= 0;
    }
  }
  return any;
}

// System calls that no lab needs and that have broken sandboxes before.
#pragma once

#include <linux/filter.h>

#include <vector>

namespace gemmlab {

enum class EnclosedKind { compiler, cpu_program, gpu_program };

// Filters for PR_SET_SECCOMP, built once. All throw InfrastructureError.
//
// For a sandbox. Denied calls fail with EPERM, including new user namespaces and sockets other than
// AF_UNIX; system calls of another architecture end the process. What takes memory that no process
// is charged for is allowed only on a GPU, whose driver needs it; a program on the CPU is one
// process.
const std::vector<sock_filter>& syscall_filter(EnclosedKind kind);

// For a program that is timed on a processor that it shares in turns: allows only what computing on
// one thread needs. Without timers, nothing wakes it while it is stopped. A thread or a process
// that it starts ends it with SIGSYS; all else fails with EPERM.
const std::vector<sock_filter>& one_task_filter();

}  // namespace gemmlab

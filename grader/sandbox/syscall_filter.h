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
// process. `one_task`: as below.
const std::vector<sock_filter>& syscall_filter(EnclosedKind kind, bool one_task);

// Allows everything but to start a thread or a process: that ends the process with SIGSYS.
const std::vector<sock_filter>& one_task_filter();

}  // namespace gemmlab

// System calls that no lab needs and that have broken sandboxes before.
#pragma once

#include <linux/filter.h>

#include <vector>

namespace gemmlab {

enum class EnclosedKind { compiler, cpu_program, gpu_program };

// A filter for PR_SET_SECCOMP, built once for each kind. Denied calls fail with EPERM, including
// new user namespaces and sockets other than AF_UNIX; system calls of another architecture end the
// process. What only a GPU's driver needs, and what takes memory that no process is charged for, is
// denied to others; a program on the CPU is one process. Throws InfrastructureError.
const std::vector<sock_filter>& syscall_filter(EnclosedKind kind);

}  // namespace gemmlab

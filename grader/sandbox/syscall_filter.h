// The system calls that no lab needs and that have opened sandboxes before.
#pragma once

#include <linux/filter.h>

#include <vector>

namespace gemmlab {

// A filter for PR_SET_SECCOMP, made once: what it denies fails with EPERM, new user namespaces and
// sockets beside AF_UNIX among it; system calls of another architecture end the process. Throws
// InfrastructureError.
const std::vector<sock_filter>& syscall_filter();

}  // namespace gemmlab

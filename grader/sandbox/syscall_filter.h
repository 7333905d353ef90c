// The system calls that no lab needs and that have opened sandboxes before.
#pragma once

#include <linux/filter.h>

#include <vector>

namespace gemmlab {

// A filter for PR_SET_SECCOMP, made once for each value of `files_in_memory`, which a GPU's driver
// needs and which no limit counts: what it denies fails with EPERM, new user namespaces and
// sockets beside AF_UNIX among it; system calls of another architecture end the process. Throws
// InfrastructureError.
const std::vector<sock_filter>& syscall_filter(bool files_in_memory);

}  // namespace gemmlab

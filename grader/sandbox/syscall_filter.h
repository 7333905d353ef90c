// System calls that no lab needs and that have broken sandboxes before.
#pragma once

#include <linux/filter.h>

#include <vector>

namespace gemmlab {

// A filter for PR_SET_SECCOMP, built once for each value of `files_in_memory`, which a GPU's driver
// needs and which no limit counts. Denied calls fail with EPERM, including new user namespaces and
// sockets other than AF_UNIX; system calls of another architecture end the process. Throws
// InfrastructureError.
const std::vector<sock_filter>& syscall_filter(bool files_in_memory);

}  // namespace gemmlab

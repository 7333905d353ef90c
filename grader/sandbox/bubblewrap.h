// bubblewrap's command line: namespaces, and what is to be seen in them.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "grader/sandbox/sandbox_limits.h"
#include "grader/sandbox/visible.h"

namespace gemmlab {

// Why the program of that path cannot make namespaces as this user (0: as we are); empty if it can.
std::string why_no_namespaces(const std::string& bubblewrap, uid_t user);

// All that comes before the enclosed program's own command line.
std::vector<std::string> bubblewrap_command(const std::string& bubblewrap,
                                            uid_t user,
                                            const Visible& visible,
                                            const SandboxLimits& limits,
                                            int filter);

}  // namespace gemmlab

// The check of matmul_host, lab 02's last step: host code that allocates, copies and launches.
#pragma once

#include "grader/judge/value_checks.h"

namespace gemmlab {

// matmul itself must be right. Throws InfrastructureError and Interrupted.
Check judge_host_entry(const Candidate& candidate, const Check& planned);

}  // namespace gemmlab

// Whether a sandbox isolates on this machine.
#pragma once

#include <vector>

#include "grader/core/fs.h"
#include "grader/sandbox/sandbox.h"

namespace gemmlab {

// Checks before a class is graded that the sandbox really isolates: runs one of our programs in the
// sandbox that tries what student code must not do, such as reading what must be `invisible`.
// Throws InfrastructureError that names the layers that fail; skips those in
// sandbox.level().missing.
void check_sandbox(const Sandbox& sandbox, const std::vector<fs::path>& invisible = {});

}  // namespace gemmlab

// Lab 02's matmul_host: right values, freed memory, and a launch error that reaches the caller.
#pragma once

#include <filesystem>

#include "grader/judge/judge.h"
#include "grader/session/session.h"

namespace gemmlab {

// Settles `check`. The session must have loaded the module. Throws InfrastructureError.
void judge_host_entry(Session& session,
                      const std::filesystem::path& source,
                      const JudgeOptions& options,
                      Check& check);

}  // namespace gemmlab

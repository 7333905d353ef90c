// The first check of a lab: is there anything to judge?
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "grader/compile/enclosure.h"
#include "grader/core/result.h"
#include "grader/judge/plan.h"
#include "grader/session/session.h"

namespace gemmlab {

// False if the file is the skeleton as it was handed out: then all checks have failed.
bool is_started(const std::string& text,
                const std::string& skeleton,
                const Plan& plan,
                LabResult& lab);

// The file's module for a backend; nothing if it does not compile: then all checks that were still
// open have failed. Throws InfrastructureError.
std::optional<std::filesystem::path> module_of(const std::filesystem::path& source,
                                               Backend backend,
                                               const Enclosure* enclosure,
                                               const Plan& plan,
                                               LabResult& lab);

// False if the loaded module has no matmul: then all checks have failed.
bool has_matmul(Session& session, const Plan& plan, LabResult& lab);

}  // namespace gemmlab

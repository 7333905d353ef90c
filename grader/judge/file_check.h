// The first check of a lab: is there anything to judge?
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "grader/compile/enclosure.h"
#include "grader/core/facts/check.h"
#include "grader/session/session.h"

namespace gemmlab {

bool is_skeleton(const std::string& text, const std::string& skeleton);

// The check of a file that is the skeleton as it was handed out.
Check not_started(const std::string& skeleton, Check planned);

struct FileCheck {
  Check check;
  std::optional<std::filesystem::path> module = {};  // where the file compiles
  std::vector<Diagnostic> warnings = {};             // of the compiler, where it had any
};

// Compiles the file for a backend. Throws InfrastructureError.
FileCheck judge_file(const std::filesystem::path& source,
                     Backend backend,
                     const Enclosure* enclosure,
                     Check planned);

// Whether the module has the function that every lab is about; also if it cannot be loaded, which
// the first run will tell.
bool has_matmul(Session& session);

}  // namespace gemmlab

// From a trial that is not right to the check that it fails.
#pragma once

#include <filesystem>
#include <optional>

#include "grader/judge/trial.h"

namespace gemmlab {

// The planned check failed by the trial's worst complaint. Places in other files than the student's
// are kept out. `source`: the lab file.
Check failed_by(const Trial& trial, const std::filesystem::path& source, Check planned);

// What the trial by itself says of wrong values: the first explanation that is certain. Null if
// there is none, and where something graver says so already.
const Explanation* telling_explanation(const Trial& trial);

// Whether a file that a finding or a count names is the student's own; headers beside it are not.
bool is_own_file(const std::string& file, const std::filesystem::path& source);

}  // namespace gemmlab

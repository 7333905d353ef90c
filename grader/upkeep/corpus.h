// The files of grader/mutants: what each says of itself in its first lines.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/labs.h"

namespace gemmlab {

// The value of a `// key: value` line among a file's first lines; empty if there is none.
std::string stated(const std::filesystem::path& file, const std::string& key);

// "// diagnosis: grid_swapped, not grid_rounded_down": what must be said of a file, and what must
// not. There may be several such lines.
struct StatedDiagnosis {
  std::string name;
  bool must_be = true;
};
std::vector<StatedDiagnosis> stated_diagnoses(const std::filesystem::path& file);

// The lab's files, sorted by name.
std::vector<std::filesystem::path> mutants_of(const Lab& lab);

}  // namespace gemmlab

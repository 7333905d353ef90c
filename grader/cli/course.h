// The course as a person names it: labs by number or name, files as seen from where they stand.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/cli/context.h"

namespace gemmlab {

// The lab that `word` means. Throws UsageError with the list of labs and the nearest one.
const Lab& lab_meant(const Context& context, const std::string& word);

// Those that these words mean, each once and in teaching order; all if there are no words.
std::vector<const Lab*> labs_meant(const Context& context, const std::vector<std::string>& words);

// The path as seen from the working directory if it lies below that, else absolute.
std::filesystem::path shown(const std::filesystem::path& path);

// The student's file of a lab, in labs/.
std::filesystem::path student_file(const Context& context, const Lab& lab);

// The whole file. Throws InfrastructureError saying why it cannot be read.
std::string read_text(const std::filesystem::path& path);

// Throws UsageError where this is a hand-out: `command` needs the solutions, which it withholds.
void require_solutions(const Context& context, const std::string& command);

}  // namespace gemmlab

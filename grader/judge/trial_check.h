// What a trial showed, as a failed check tells it.
#pragma once

#include <filesystem>
#include <string>

#include "grader/judge/trial.h"

namespace gemmlab {

// Puts the worst complaint of a trial that is not right into a check: verdict, message, lines in
// `source`. Lines of other files than the student's are kept out.
void fail(Check& check, const Trial& trial, const std::filesystem::path& source);

// What was said to have caused wrong values; empty: nothing is known.
std::string cause_of(const Trial& trial);

// Says of a failed check what its values look like, in place of what `said` of them, if anything.
void explain(Check& check,
             const Cause& cause,
             const std::string& sentence,
             const std::string& said);

// Whether a file that a finding or a count names is the student's own; headers beside it are not.
bool is_own_file(const std::string& file, const std::filesystem::path& source);

}  // namespace gemmlab

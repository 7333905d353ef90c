// A student's file as it was written, and what the simulator refuses in it: before preprocessing,
// nothing in it depends on macros, conditions and line markers.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/simt/translate/translate_error.h"

namespace simt {

// Joins lines that end in a backslash, as the preprocessor does; later lines keep their numbers.
std::string without_splices(std::string_view source);

// Whether # and then if, elif, else or a longer word may begin anywhere in such a text.
bool has_condition(std::string_view joined);

// Line markers separate the student's code from the system's. Finds anything that would forge them
// in `source`, a student's file before preprocessing: #line and similar.
std::optional<TranslateError> find_forged_positions(std::string_view source, std::string_view file);

// Finds words in a student's file that hide accesses, such as asm, also where no compiler reads
// them: after preprocessing it may be unknown whose they are.
std::optional<TranslateError> find_refused_words(std::string_view source, std::string_view file);

}  // namespace simt

// A student's file as it was written, before preprocessing.
#pragma once

#include <string>
#include <string_view>

namespace simt {

// Joins lines that end in a backslash, as the preprocessor does; later lines keep their numbers.
std::string without_splices(std::string_view source);

// Whether # and then if, elif, else or a longer word may begin anywhere in such a text.
bool has_condition(std::string_view joined);

}  // namespace simt

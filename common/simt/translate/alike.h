// Whether two compilers read the same of a student's file.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "common/simt/translate/lexer.h"
#include "common/simt/translate/translate_error.h"

namespace simt {

using Sources = std::map<std::string, std::string>;  // the student's: name in markers, text
using Names = std::set<std::string, std::less<>>;    // macros that differ between compilers

// Whether the file may ask which compiler reads it: by a condition of the preprocessor, by one of
// the names, or by a name that it puts together. May be wrong only where it says yes.
bool may_ask_compilers(std::string_view source, const Names& names);

// The first place of which one compiler keeps text and the other does not. Both texts are output
// of -E -dD -dI.
std::optional<TranslateError> find_other_lines(std::string_view one, std::string_view other,
                                               const Sources& sources, const IsTrusted& is_trusted);

// The first use of one of the names in lines that a compiler keeps, outside the preprocessor's
// conditions.
std::optional<TranslateError> find_other_names(std::string_view preprocessed,
                                               const Sources& sources, const IsTrusted& is_trusted,
                                               const Names& names);

}  // namespace simt

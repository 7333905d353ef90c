// Splits text into C++ tokens.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "common/simt/translate/tokens.h"

namespace simt {

// Whether a file, named as in a line marker, is a header of the system or of the simulator.
using IsTrusted = std::function<bool(const std::string& file)>;

Tokens lex(std::string_view preprocessed, const IsTrusted& is_trusted);

// Tokens of text before preprocessing, with directives split into tokens: # include < x >.
Tokens lex_source(std::string_view source);

}  // namespace simt

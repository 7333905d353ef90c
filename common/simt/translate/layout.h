// Brackets that editors tear apart, and lines that a preprocessor puts them on.
#pragma once

#include <string>
#include <string_view>

#include "common/simt/translate/lexer.h"

namespace simt {

// The same text with << < and >> > as <<< and >>> where nvcc takes them for these. A ] behind a
// macro's use over several lines, with the rest of its line, goes to the line of the macro, where
// what the macro became is: else what ends there would seem to be on the last line of the use. All
// else keeps its line.
std::string with_usual_layout(std::string_view preprocessed, const IsTrusted& is_trusted);

}  // namespace simt

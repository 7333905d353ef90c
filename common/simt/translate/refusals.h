// What the simulator refuses because it would hide accesses or bypass the simulator.
#pragma once

#include <string>
#include <string_view>

#include "common/simt/translate/rewrite.h"

namespace simt {

// Why a word alone hides accesses, as a message; empty if it does not.
std::string why_refused(std::string_view word);

inline constexpr const char* kForgedPosition =
    "#line and similar directives would move findings to wrong lines: remove this one, also from "
    "a comment or a string, where it could be hidden";

// Throws if there is any of it among the tokens.
void refuse_what_hides_accesses(const Rewrite& rewrite);

}  // namespace simt

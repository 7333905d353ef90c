// CUDA that the simulator does not know. It is named here, because the compiler would only say that
// something is not declared.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "common/simt/translate/rewrite.h"

namespace simt {

// The message for a CUDA header that the simulator does not have, given its path or the text
// between < and >: "the simulator does not know <mma.h> yet, ...". Nothing for other headers.
std::optional<std::string> unknown_header(std::string_view header);

// Likewise for a compiler's message that quotes a name of CUDA which the simulator's headers lack,
// although the program includes the right ones of `headers`.
std::optional<std::string> unknown_name(std::string_view said,
                                        const std::set<std::string>& headers);

// Throws if there is any of it among the tokens.
void name_what_is_unknown(const Rewrite& rewrite);

}  // namespace simt

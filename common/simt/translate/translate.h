// Translates preprocessed CUDA C++ to C++ that calls the simulator. Rewrites kernel launches,
// __shared__ variables and __syncthreads(), and appends data about the source for the simulator;
// everything else, including line markers, stays the same.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/simt/translate/lexer.h"
#include "common/simt/translate/translate_error.h"

namespace simt {

// `preprocessed`: output of the compiler's -E with line markers and unchanged CUDA tokens. Does not
// change code from trusted headers.
std::variant<std::string, TranslateError> translate(std::string_view preprocessed,
                                                    const IsTrusted& is_trusted);

// The files in `preprocessed` that are not trusted: the student's, and names like <built-in>.
std::vector<std::string> student_files(std::string_view preprocessed, const IsTrusted& is_trusted);

}  // namespace simt

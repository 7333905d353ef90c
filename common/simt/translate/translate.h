// Turns preprocessed CUDA C++ into C++ that calls the simulator. Rewrites kernel launches,
// __shared__ variables and __syncthreads(), and appends what the simulator is to know of the
// source; everything else, line markers included, stays as it is.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace simt {

// What the simulator cannot translate, or will not, since it would hide accesses from it.
struct TranslateError {
  enum class Kind {
    syntax,   // <<< without >>> and the like: the student's program does not compile
    refused,  // asm, no_sanitize, own __tsan_ hooks, optimize pragmas: no verdict can be given
    unknown,  // textures, inline PTX and other CUDA that the simulator does not know
  };
  Kind kind = Kind::syntax;
  std::string file;
  int line = 0;
  std::string message;  // one sentence for the student
};

// `preprocessed`: output of the compiler's -E with line markers, CUDA's own tokens untouched.
// Code that comes from the simulator's own headers (below `trusted_prefix`) is left alone.
std::variant<std::string, TranslateError> translate(std::string_view preprocessed,
                                                    std::string_view trusted_prefix);

// The sentence for a header of CUDA's that the simulator does not have, by its path or by what
// stands between < and >: "the simulator does not know <mma.h> yet, ...". Nothing if it is none of
// those.
std::optional<std::string> unknown_header(std::string_view header);

// The student's own files among those that went into `preprocessed`: all but the system's headers
// and the simulator's.
std::vector<std::string> student_files(std::string_view preprocessed,
                                       std::string_view trusted_prefix);

// Line markers are what tells the student's code from the system's. This finds what would forge
// them in `source`, a file of the student's before preprocessing: #line and the like.
std::optional<TranslateError> find_forged_positions(std::string_view source, std::string_view file);

}  // namespace simt

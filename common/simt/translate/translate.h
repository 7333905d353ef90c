// Translates preprocessed CUDA C++ to C++ that calls the simulator. Rewrites kernel launches,
// __shared__ variables and __syncthreads(), and appends data about the source for the simulator;
// everything else, including line markers, stays the same.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace simt {

// What the simulator cannot translate, or refuses because it would hide accesses.
struct TranslateError {
  enum class Kind {
    syntax,   // <<< without >>> and similar: the student's program does not compile
    refused,  // asm, no_sanitize, own __tsan_ hooks, optimize pragmas: no verdict is possible
    unknown,  // textures, inline PTX and other unsupported CUDA
  };
  Kind kind = Kind::syntax;
  std::string file;
  int line = 0;
  std::string message;  // one sentence for the student
};

// Whether a file, named as in a line marker, is a header of the system or of the simulator.
using IsTrusted = std::function<bool(const std::string& file)>;

// `preprocessed`: output of the compiler's -E with line markers and unchanged CUDA tokens. Does not
// change code from trusted headers.
std::variant<std::string, TranslateError> translate(std::string_view preprocessed,
                                                    const IsTrusted& is_trusted);

// The message for a CUDA header that the simulator does not have, given its path or the text
// between < and >: "the simulator does not know <mma.h> yet, ...". Nothing for other headers.
std::optional<std::string> unknown_header(std::string_view header);

// Likewise for a compiler's message that quotes a name of CUDA which the simulator's headers lack,
// although the program includes the right ones of `headers`.
std::optional<std::string> unknown_name(std::string_view said,
                                        const std::set<std::string>& headers);

// The files in `preprocessed` that are not trusted: the student's, and names like <built-in>.
std::vector<std::string> student_files(std::string_view preprocessed, const IsTrusted& is_trusted);

// Line markers separate the student's code from the system's. Finds anything that would forge them
// in `source`, a student's file before preprocessing: #line and similar.
std::optional<TranslateError> find_forged_positions(std::string_view source, std::string_view file);

// Finds words in a student's file that hide accesses, such as asm, also where no compiler reads
// them: after preprocessing it may be unknown whose they are.
std::optional<TranslateError> find_refused_words(std::string_view source, std::string_view file);

}  // namespace simt

// Why a program is not translated.
#pragma once

#include <string>

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

}  // namespace simt

// Why a lab file cannot be run on the simulator.
#pragma once

#include <string>

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

}  // namespace simt

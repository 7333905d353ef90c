// The simulator's replacement for CUDA's first header, precompiled: reading it as text took most of
// the time that a compiler needs for a lab file. Internal to this room.
#pragma once

#include <optional>
#include <vector>

#include "grader/compile/toolchain_flags.h"
#include "grader/core/fs.h"
#include "grader/machine/toolchain.h"

namespace gemmlab {

// The simulator's replacement for CUDA's first header, precompiled by a compiler with some flags.
struct PrecompiledHeader {
  static constexpr const char* kOutput = "cuda.h.gch";
  static constexpr const char* kNames = "names";  // what the compiler defines, as -dM prints it

  fs::path folder;              // what a sandbox must show
  std::vector<fs::path> files;  // that it was made from, and itself

  fs::path for_gnu() const { return folder / "cuda.h"; }   // to be included first
  fs::path for_clang() const { return folder / kOutput; }  // likewise, by -include-pch
};
// Kept in paths().module_cache(); created if it is missing or a file has changed. Nothing if it
// cannot be created: the header can always be read as text.
std::optional<PrecompiledHeader> precompiled_header(const Compiler& compiler,
                                                    const Arguments& flags);

// All that compiling for the simulator needs.
std::vector<PrecompiledHeader> precompile_headers(const Toolchain& tools);

}  // namespace gemmlab

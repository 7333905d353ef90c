// The one table of flags for each kind of module.
#pragma once

#include <string>
#include <vector>

#include "grader/core/fs.h"
#include "grader/core/labs.h"
#include "grader/machine/toolchain.h"

namespace gemmlab {

using Arguments = std::vector<std::string>;

// A command line: the compiler, its flags, and the arguments for one file.
Arguments command(const Compiler& compiler, const Arguments& flags, const Arguments& files);

// For the simulator: the flags that preprocessing a lab file and compiling the translated text,
// with instrumentation, have in common; and those of a compile that only reports warnings, with all
// of the optimizer. A precompiled header fits only the flags that it was made with.
Arguments sim_flags(const Compiler& compiler, bool has_exceptions);
Arguments sim_warning_flags();
// `shared` is one of these; `header` replaces CUDA's first one.
Arguments sim_preprocess_flags(const Arguments& shared, const fs::path& header);
Arguments sim_compile_flags(const Arguments& shared, const Compiler& compiler);
// Links the module: never with -fsanitize=thread, because the simulator replaces that runtime, and
// with hooks for the places where g++ calls memcpy and similar functions.
Arguments sim_link_flags(const Compiler& compiler);

Arguments cpu_flags();
// For this machine's GPU. Without one the module cannot run; it is then compiled for the oldest and
// the newest architecture that labs support. `source` may open libraries (cuBLAS) if it is one of
// the programs that we time next to the student's.
Arguments cuda_flags(const fs::path& source);
// The same for a solution's module that is handed out without source: no debug information, no
// names except the contract's; GPU code for every architecture from `oldest` on (80: compute
// capability 8.0) that nvcc knows, and the newest one's PTX.
Arguments handed_out_flags(Backend kind, int oldest);

// Checks CUDA's own rules with clang and our stub of CUDA's headers, which the caller includes: on
// the host side or the device side. For clang a constexpr function without qualifiers belongs to
// both sides, for nvcc to the host, as it does with the second flag.
Arguments rules_flags(bool device, bool are_constexpr_ones_host_only = true);
// Only preprocesses, with the same definitions, and prints directives; on both sides as device
// code.
Arguments rules_preprocess_flags(bool device);
// The same with nvcc: its whole front end and nothing after it.
Arguments nvcc_rules_flags();

}  // namespace gemmlab

// The compilers of this machine, and with which flags each kind of module is compiled: the one
// table of them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/core/backend.h"

namespace gemmlab {

struct Compiler {
  std::filesystem::path path;
  bool is_clang = false;
  // Tells this compiler from another version at the same path.
  std::string stamp() const;
};

struct Toolchain {
  std::optional<Compiler> host;   // g++, else clang++
  std::optional<Compiler> clang;  // checks CUDA's rules; where there is none, nvcc does
  std::optional<Compiler> nvcc;
  std::optional<std::filesystem::path> nm;
};

// Looked up on PATH (nvcc also where CUDA installs it), once.
const Toolchain& toolchain();

// "PATH, LINE" with the line of `compiler --version` that holds `word`; empty without a compiler.
std::string description(const std::optional<Compiler>& compiler, const std::string& word);

using Arguments = std::vector<std::string>;

// A command line: the compiler, its flags, and what belongs to one file.
Arguments command(const Compiler& compiler, const Arguments& flags, const Arguments& files);

// Preprocessing of a lab file for the simulator.
Arguments sim_preprocess_flags();
// Compiling the translated text, instrumented; and the same with the compiler's warnings instead.
Arguments sim_compile_flags(const Compiler& compiler);
Arguments sim_warning_flags(const Compiler& compiler);
// Linking the module: never with -fsanitize=thread, whose runtime the simulator replaces, and with
// hooks where g++ calls memcpy and its like.
Arguments sim_link_flags(const Compiler& compiler);

Arguments cpu_flags();
// For this machine's GPU; where there is none the module cannot run, and is compiled for the oldest
// and the newest of the architectures that labs run on. `source` may open libraries (cuBLAS) if it
// is one of the programs that we time beside the student's.
Arguments cuda_flags(const std::filesystem::path& source);
// The same for a solution's module that is handed out without its source: no debug information and
// no names but the contract's; for the GPU machine code of every architecture that nvcc knows, and
// the newest one's PTX.
Arguments handed_out_flags(Backend kind);

// CUDA's own rules, by clang and our stub of CUDA's headers, whose inclusion is left to the caller:
// the host's side or the device's.
Arguments rules_flags(bool device);
// The same by nvcc: all of its front end, nothing behind it.
Arguments nvcc_rules_flags();

}  // namespace gemmlab

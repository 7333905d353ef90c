// This machine's compilers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/core/fs.h"

namespace gemmlab {

struct Compiler {
  fs::path path;
  bool is_clang = false;
  // Distinguishes this compiler from another version at the same path.
  std::string stamp() const;
};

struct Toolchain {
  std::optional<Compiler> host;   // g++, else clang++
  std::optional<Compiler> clang;  // checks CUDA's rules; without it, nvcc does
  std::optional<Compiler> nvcc;
  std::optional<fs::path> nm;
};

// Searched once on PATH (nvcc also where CUDA installs it).
const Toolchain& toolchain();

// "PATH, LINE" with the line of `compiler --version` that contains `word`; empty without a
// compiler.
std::string description(const std::optional<Compiler>& compiler, const std::string& word);

// Where it looks for the headers of the system, as it reports that; each ends in /.
std::vector<std::string> header_folders(const Compiler& compiler);

// The most registers per thread of any kernel, from the output of `nvcc -Xptxas -v`; 0 if it
// reports none.
int registers_in(const std::string& ptxas_output);

}  // namespace gemmlab

// This machine's compilers, and the one table of flags for each kind of module; whether it can
// judge labs on a GPU, and if not, what to do about it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/core/fs.h"
#include "grader/core/gpu.h"
#include "grader/core/labs.h"

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
// names except the contract's; GPU code for every architecture that nvcc knows, and the newest
// one's PTX.
Arguments handed_out_flags(Backend kind);

// Checks CUDA's own rules with clang and our stub of CUDA's headers, which the caller includes: on
// the host side or the device side. For clang a constexpr function without qualifiers belongs to
// both sides, for nvcc to the host, as it does with the second flag.
Arguments rules_flags(bool device, bool are_constexpr_ones_host_only = true);
// Only preprocesses, with the same definitions, and prints directives; on both sides as device
// code.
Arguments rules_preprocess_flags(bool device);
// The same with nvcc: its whole front end and nothing after it.
Arguments nvcc_rules_flags();

// The most registers per thread of any kernel, from the output of `nvcc -Xptxas -v`; 0 if it
// reports none.
int registers_in(const std::string& ptxas_output);

// The CUDA Toolkit whose nvcc compiles labs. Version numbers as in the driver: 13000 is 13.0.
struct CudaToolkit {
  int release = 0;                 // 0: none
  std::vector<int> architectures;  // supported targets, ascending: 75, 80, ...
};

// How the machine differs from an ordinary Linux.
struct Surroundings {
  bool is_wsl = false;
  bool hides_gpus = false;  // CUDA_VISIBLE_DEVICES is set
};

struct GpuReadiness {
  bool ready = false;
  bool has_gpu = false;  // there is one, usable or not
  std::string problem;   // short, for one line: "nvcc is not installed"; empty if ready
  std::string advice;    // what to do, in a sentence or two; empty if ready
};

GpuReadiness assess(const GpuSurvey& survey, const CudaToolkit& toolkit,
                    const Surroundings& surroundings);

// The architecture to compile for: the newest that the toolkit supports and the GPU can run; 0 if
// there is none.
int compiled_architecture(const CudaToolkit& toolkit, const Gpu& gpu);

struct GpuState {
  GpuSurvey survey;
  CudaToolkit toolkit;
  GpuReadiness readiness;
};

// Determined once per process: runs the driver and nvcc in processes of their own, which may take
// some seconds.
const GpuState& gpu_state();

}  // namespace gemmlab

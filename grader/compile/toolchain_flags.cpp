// The flag table.
#include <fmt/format.h>

#include "grader/compile/gpu_state.h"
#include "grader/compile/paths.h"
#include "grader/compile/toolchain.h"

namespace gemmlab {
namespace {

const std::string kStandard = "-std=c++20";

Arguments operator+(Arguments one, const Arguments& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

Arguments contract() {
  return {kStandard, "-isystem", paths().contract_headers().string()};
}

// An option of the linker's. nvcc hands those to a shell, so that they are quoted: the path may
// hold spaces.
Arguments linker(const std::string& option) {
  return {"-Xlinker", '"' + option + '"'};
}

Arguments wrapped(const std::vector<std::string>& functions) {
  Arguments flags;
  for (const std::string& function : functions) {
    flags = flags + linker("--wrap=" + function);
  }
  return flags;
}

// Machine code for the GPU, and PTX beside it.
Arguments architecture_flags(const GpuState& state) {
  const auto generate = [](int architecture) {
    return Arguments{"-gencode",
                     fmt::format("arch=compute_{0},code=[sm_{0},compute_{0}]", architecture)};
  };
  const int own = state.survey.gpus.empty()
                      ? 0
                      : compiled_architecture(state.toolkit, state.survey.gpus.front());
  return own != 0 ? generate(own) : generate(75) + generate(90);
}

// Machine code for each, in parallel; a GPU that is newer than all of them takes the PTX.
Arguments all_architectures(const CudaToolkit& toolkit) {
  Arguments flags{"--threads", "0"};
  for (const int architecture : toolkit.architectures) {
    const bool is_newest = architecture == toolkit.architectures.back();
    flags = flags +
            Arguments{"-gencode", fmt::format("arch=compute_{0},code=[sm_{0}{1}]", architecture,
                                              is_newest ? fmt::format(",compute_{}", architecture)
                                                        : std::string())};
  }
  return flags;
}

// Of every module for the GPU.
Arguments cuda_module_flags() {
  const Arguments flags{"-O3",      "-shared",    "-cudart",
                        "static",   "-Xcompiler", "-fPIC,-fvisibility=hidden",
                        "-Xlinker", "-z,defs"};
  return flags + contract() + linker("--version-script=" + version_script().string()) +
         wrapped({"cudaLaunchKernel", "__cudaLaunchKernel", "cudaMalloc", "cudaFree", "dlopen",
                  "dlmopen"});
}

// Of every module for the CPU.
const Arguments kCpu = {
    "-x",         "c++", "-O3", "-Wall", "-fPIC", "-fvisibility=hidden", "-Wno-unknown-pragmas",
    "-Wl,-z,defs"};

// Our own messages show the student's line; columns would be those of the translated text.
const Arguments kGnuMessages = {"-fmax-errors=20", "-fno-show-column",
                                "-fno-diagnostics-show-caret", "-fdiagnostics-color=never"};
const Arguments kClangMessages = {"-ferror-limit=20", "-fno-show-column", "-fno-caret-diagnostics",
                                  "-fno-color-diagnostics"};

Arguments messages(const Compiler& compiler) {
  return compiler.is_clang ? kClangMessages : kGnuMessages;
}

// Each keeps g++ from merging, duplicating or dropping accesses that a GPU would make: without them
// a float4 is four loads, and `while (flag == 0);` is removed.
const Arguments kFaithfulGnu = {
    "-O2",
    "-fno-tree-sra",
    "-fno-strict-aliasing",
    "-fno-finite-loops",
    "-fno-thread-jumps",
    "-fno-ipa-icf",
    "-fno-aggressive-loop-optimizations",
    "-fno-ipa-reference-addressable",
    "-fno-builtin-memcpy",  // calls have hooks, moves that are put in their place have none
    "-fno-builtin-memmove",
    "-fno-builtin-memset",
    "-fno-tree-loop-distribute-patterns",  // loops that copy or clear become no calls of those
    "-fno-plt",
    "-fno-gnu-unique",
};

// The same for clang, which also turns loops into memcpy without a hook.
const Arguments kFaithfulClang = {
    "-O2",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-builtin",
    "-fno-finite-loops",
    "-fno-strict-aliasing",
    "-mllvm",
    "-tsan-instrument-read-before-write=1",
};

}  // namespace

Arguments command(const Compiler& compiler, const Arguments& flags, const Arguments& files) {
  return Arguments{compiler.path.string()} + flags + files;
}

// Host and device code are compiled together, once: what depends on __CUDA_ARCH__ is seen as device
// code sees it, since that is what runs in kernels.
Arguments sim_preprocess_flags() {
  const std::string headers = paths().simulator_headers().string();
  return Arguments{"-E",
                   "-x",
                   "c++",
                   "-D__CUDACC__",
                   "-D__NVCC__",
                   "-D__CUDA_ARCH__=900",
                   "-D__CUDACC_VER_MAJOR__=12",
                   "-D__CUDACC_VER_MINOR__=0",
                   "-include",
                   headers + "/cuda_runtime.h",
                   "-isystem",
                   headers} +
         contract();
}

Arguments sim_compile_flags(const Compiler& compiler) {
  return Arguments{kStandard,
                   "-x",
                   "c++-cpp-output",
                   "-c",
                   "-w",
                   "-g",
                   "-fPIC",
                   "-fvisibility=hidden",
                   "-fno-exceptions",
                   "-fsanitize=thread"} +
         (compiler.is_clang ? kFaithfulClang : kFaithfulGnu) + messages(compiler);
}

Arguments sim_warning_flags(const Compiler& compiler) {
  return Arguments{kStandard, "-x",    "c++-cpp-output",      "-c",
                   "-O2",     "-Wall", "-Wno-unknown-pragmas"} +
         messages(compiler);
}

Arguments link_flags() {
  return {"-shared", "-Wl,--version-script=" + version_script().string()};
}

// g++ calls memcpy and its like without a hook.
Arguments sim_link_flags(const Compiler& compiler) {
  const Arguments wrapped{"-Wl,--wrap=memcpy", "-Wl,--wrap=memmove", "-Wl,--wrap=memset"};
  return link_flags() + (compiler.is_clang ? Arguments{} : wrapped);
}

Arguments cpu_flags() {
  return Arguments{"-g"} + kCpu + contract() + link_flags();
}

Arguments cuda_flags(bool is_ours) {
  return Arguments{"-g", "-lineinfo"} + cuda_module_flags() +
         (is_ours ? Arguments{"-DGEMMLAB_OPENS_LIBRARIES"} : Arguments{}) +
         architecture_flags(gpu_state());
}

Arguments handed_out_flags(ModuleKind kind) {
  return kind == ModuleKind::cpu
             ? kCpu + contract() + link_flags() + Arguments{"-s"}
             : cuda_module_flags() + linker("-s") + all_architectures(gpu_state().toolkit);
}

std::filesystem::path version_script() {
  return paths().root / "grader" / "compile" / "module_symbols.map";
}

std::filesystem::path runtime_log_source() {
  return paths().root / "grader" / "worker" / "runtime_log.cpp";
}

std::filesystem::path stub_headers() {
  return paths().simulator_headers();
}

std::filesystem::path stub_header() {
  return stub_headers() / "cuda_runtime.h";
}

Arguments rules_flags(bool device) {
  const std::string stub = stub_headers().string();
  Arguments flags{"-x",
                  "cuda",
                  "-nocudainc",
                  "-nocudalib",
                  "-fsyntax-only",
                  "-w",
                  "-isystem",
                  stub,
                  device ? "--cuda-device-only" : "--cuda-host-only"};
  return flags + contract() + kClangMessages;
}

Arguments nvcc_rules_flags() {
  return Arguments{"-cuda", "-arch=sm_75"} + contract();
}

}  // namespace gemmlab

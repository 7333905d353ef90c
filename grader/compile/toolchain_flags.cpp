#include "grader/compile/toolchain_flags.h"

#include <fmt/format.h>

#include "common/facts/text_table.h"
#include "grader/compile/provided_headers.h"
#include "grader/compile/tables.h"
#include "grader/core/gpu.h"
#include "grader/core/read_file.h"
#include "grader/machine/gpu_state.h"
#include "grader/machine/paths.h"

namespace gemmlab {
namespace {

Arguments operator+(Arguments one, const Arguments& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

// "-x c++": separated by blanks.
constexpr auto flags = split_at_blanks;

// The same for each compiler that reads a lab file for the simulator.
Arguments as_nvcc_defines() {
  return flags("-D__CUDACC__ -D__NVCC__ -D__CUDACC_VER_MAJOR__=12 -D__CUDACC_VER_MINOR__=0") +
         flags("-DCUDART_VERSION=12000");
}

Arguments as_device_code() {
  return flags("-D__CUDA_ARCH__=900");
}

Arguments cuda_headers() {
  return {"-isystem", paths().simulator_headers().string(), "-isystem",
          provided_headers().string()};
}

Arguments contract() {
  return {"-std=c++20", "-isystem", paths().contract_headers().string()};
}

Arguments link_flags() {
  return {"-shared", "-Wl,--version-script=" + paths().version_script().string()};
}

// A linker option. nvcc passes it to a shell, so it is quoted: the path may contain spaces.
Arguments linker(const std::string& option) {
  return {"-Xlinker", '"' + option + '"'};
}

Arguments generate(int architecture, bool with_ptx) {
  return {"-gencode", fmt::format("arch=compute_{0},code=[sm_{0}{1}]", architecture,
                                  with_ptx ? fmt::format(",compute_{}", architecture) : "")};
}

// Machine code for the GPU, plus PTX. Some instructions of Hopper are only in code for it alone.
Arguments architecture_flags(const GpuState& state) {
  constexpr int kOldest = 80, kHopper = 90;
  const auto& gpus = state.survey.gpus;
  const int own = gpus.empty() ? 0 : compiled_architecture(state.toolkit, gpus.front());
  if (own == kHopper && gpus.front().architecture() == kHopper) {
    return {"-gencode", "arch=compute_90a,code=sm_90a"};
  }
  return own != 0 ? generate(own, true) : generate(kOldest, true) + generate(kHopper, true);
}

// Machine code for each from `oldest` on, in parallel; a GPU newer than all of them uses the PTX.
Arguments all_architectures(const CudaToolkit& toolkit, int oldest) {
  Arguments all = flags("--threads 0");
  for (const int architecture : toolkit.architectures) {
    if (architecture >= oldest) {
      all = all + generate(architecture, architecture == toolkit.architectures.back());
    }
  }
  return all;
}

Arguments cuda_module_flags() {
  Arguments all =
      flags("-O3 -shared -cudart static -Xcompiler -fPIC,-fvisibility=hidden -Xlinker -z,defs");
  all = all + contract() + linker("--version-script=" + paths().version_script().string());
  for (const char* function :
       {"cudaLaunchKernel", "__cudaLaunchKernel", "cudaMalloc", "cudaFree", "dlopen", "dlmopen"}) {
    all = all + linker(std::string("--wrap=") + function);
  }
  return all;
}

Arguments cpu_module_flags() {
  return flags("-x c++ -O3 -Wall -fPIC -fvisibility=hidden -Wno-unknown-pragmas -Wl,-z,defs") +
         contract() + link_flags();
}

// Our own messages show the student's line; columns would refer to the translated text.
const char* const kGnuMessages =
    "-fmax-errors=20 -fno-show-column -fno-diagnostics-show-caret -fdiagnostics-color=never";
const char* const kClangMessages =
    "-ferror-limit=20 -fno-show-column -fno-caret-diagnostics -fno-color-diagnostics";

// Like common/simt/faithful_gnu.table, for clang, which also turns loops into memcpy without a
// hook.
const char* const kFaithfulClang =
    "-O2 -fno-vectorize -fno-slp-vectorize -fno-builtin -fno-finite-loops -fno-strict-aliasing "
    "-ffp-contract=off -fsanitize=integer-divide-by-zero "
    "-mllvm -tsan-instrument-read-before-write=1 -mllvm -tsan-distinguish-volatile=1";

Arguments faithful_gnu() {
  Arguments all;
  for (const TableRow& row :
       read_table(kFaithfulGnu, "common/simt/faithful_gnu.table", {"flag", "why"})) {
    all.push_back(row.text("flag"));
  }
  return all + flags(kUnsetFlags);
}

}  // namespace

Arguments command(const Compiler& compiler, const Arguments& flags, const Arguments& files) {
  return Arguments{compiler.path.string()} + flags + files;
}

// Host and device code are compiled together, once. Code that depends on __CUDA_ARCH__ is compiled
// as device code, because that is what runs in kernels. Inline functions of optimized or fortified
// headers would replace memcpy, which has a hook.
static Arguments read_as_cuda() {
  return as_nvcc_defines() + as_device_code() + flags("-U__OPTIMIZE__ -U_FORTIFY_SOURCE") +
         cuda_headers() + contract();
}

Arguments sim_flags(const Compiler& compiler, bool has_exceptions) {
  return read_as_cuda() + flags("-w -g -fPIC -fvisibility=hidden -fsanitize=thread") +
         flags(has_exceptions ? "-fexceptions" : "-fno-exceptions") +
         (compiler.is_clang ? flags(kFaithfulClang) : faithful_gnu());
}

Arguments sim_warning_flags() {
  return read_as_cuda() + flags("-O2 -Wall -Wno-unknown-pragmas");
}

Arguments sim_preprocess_flags(const Arguments& shared, const fs::path& header) {
  const bool is_text = header == paths().cuda_stub();
  return shared + flags(is_text ? "-E -x c++" : "-E -x c++ -fpch-preprocess") +
         Arguments{"-include", header.string()};
}

Arguments sim_compile_flags(const Arguments& shared, const Compiler& compiler) {
  return shared + flags("-x c++-cpp-output -c") +
         flags(compiler.is_clang ? kClangMessages : kGnuMessages);
}

// Functions that store through a pointer have no hook; g++ calls memcpy without one, too.
Arguments sim_link_flags(const Compiler& compiler) {
  return link_flags() + flags(kNearExecutable) +
         flags("-Wl,--wrap=modf,--wrap=modff,--wrap=frexp,--wrap=frexpf") +
         flags("-Wl,--wrap=remquo,--wrap=remquof,--wrap=sincos,--wrap=sincosf") +
         flags("-Wl,--wrap=printf,--wrap=vprintf,--wrap=puts,--wrap=putchar") +
         flags(compiler.is_clang ? "" : "-Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset");
}

Arguments cpu_flags() {
  return flags("-g") + cpu_module_flags();
}

Arguments cuda_flags(const fs::path& source) {
  const bool is_ours = source.parent_path() == paths().speed_programs();
  return flags("-g -lineinfo") + cuda_module_flags() +
         flags(is_ours ? "-DGEMMLAB_OPENS_LIBRARIES" : "") + architecture_flags(gpu_state());
}

Arguments handed_out_flags(Backend kind, int oldest) {
  return kind == Backend::cpu
             ? cpu_module_flags() + flags("-s")
             : cuda_module_flags() + linker("-s") + all_architectures(cuda_toolkit(), oldest);
}

Arguments rules_flags(bool device, bool are_constexpr_ones_host_only) {
  return flags("-x cuda -nocudainc -nocudalib -fsyntax-only -Wno-everything -Wcuda-compat") +
         cuda_headers() +
         (device ? flags("--cuda-device-only") + as_device_code() : flags("--cuda-host-only")) +
         as_nvcc_defines() + contract() +
         flags(are_constexpr_ones_host_only ? "-Xclang -fno-cuda-host-device-constexpr" : "") +
         // All of a file is checked, also what the compiler takes and clang does not.
         flags(kClangMessages) + flags("-ferror-limit=0 -fbracket-depth=65536");
}

Arguments rules_preprocess_flags(bool device) {
  return rules_flags(device) + (device ? Arguments() : as_device_code()) +
         flags("-E -dD -dI -include") + Arguments{paths().cuda_stub().string()};
}

Arguments nvcc_rules_flags() {
  return flags("-cuda -arch=sm_80") + contract();
}

}  // namespace gemmlab

// CUDA that the simulator does not know yet. Named here, since the compiler would only say that
// something is not declared.
#include <algorithm>
#include <array>

#include "common/simt/translate/rewrite.h"

namespace simt {
namespace {

struct Unknown {
  std::string_view prefix;  // of an identifier
  std::string_view what;
};

constexpr auto kUnknown = std::to_array<Unknown>({
    {"CUcontext", "the driver API"},
    {"CUdevice", "the driver API"},
    {"CUfunction", "the driver API"},
    {"CUmodule", "the driver API"},
    {"CUresult", "the driver API"},
    {"__cluster_dims__", "thread block clusters"},
    {"__half", "half precision"},
    {"__hfma", "half precision"},
    {"__nv_bfloat", "bfloat16"},
    {"__pipeline_arrive_on", "split barriers"},
    {"cuCtxCreate", "the driver API"},
    {"cuDeviceGet", "the driver API"},
    {"cuInit", "the driver API"},
    {"cuLaunchKernel", "the driver API"},
    {"cudaArray", "CUDA arrays"},
    {"cudaChannelFormat", "textures"},
    {"cudaCreateChannelDesc", "textures"},
    {"cudaDeviceCanAccessPeer", "several GPUs"},
    {"cudaDeviceEnablePeerAccess", "several GPUs"},
    {"cudaDeviceGetDefaultMemPool", "memory pools"},
    {"cudaGraph", "CUDA graphs"},
    {"cudaIpc", "memory of other processes"},
    {"cudaLaunchConfig_t", "launches with attributes"},
    {"cudaLaunchCooperativeKernel", "groups of the whole grid"},
    {"cudaLaunchHostFunc", "functions in streams"},
    {"cudaLaunchKernelEx", "launches with attributes"},
    {"cudaMalloc3D", "allocations in three dimensions"},
    {"cudaMallocArray", "CUDA arrays"},
    {"cudaMemPool", "memory pools"},
    {"cudaMemcpy3D", "copies in three dimensions"},
    {"cudaMemcpyPeer", "several GPUs"},
    {"cudaStreamAddCallback", "functions in streams"},
    {"cudaStreamBeginCapture", "CUDA graphs"},
    {"cudaStreamEndCapture", "CUDA graphs"},
    {"cudaStreamIsCapturing", "CUDA graphs"},
    {"cudaSurfaceObject", "surfaces"},
    {"cudaTextureObject", "textures"},
    {"nvcuda", "tensor cores"},
    {"surf1D", "surfaces"},
    {"surf2D", "surfaces"},
    {"tex1D", "textures"},
    {"tex2D", "textures"},
});

// The same, in files that use cooperative groups: elsewhere these are words like any other.
constexpr auto kUnknownGroups = std::to_array<Unknown>({
    {"barrier_arrive", "split barriers"},
    {"barrier_wait", "split barriers"},
    {"binary_partition", "groups by a value"},
    {"block_tile_memory", "tiles of more than 32 threads"},
    {"cluster_group", "thread block clusters"},
    {"grid_group", "groups of the whole grid"},
    {"invoke_one", "calls by one thread of a group"},
    {"labeled_partition", "groups by a value"},
    {"multi_grid_group", "groups of several GPUs"},
    {"reduce_store_async", "asynchronous reductions"},
    {"reduce_update_async", "asynchronous reductions"},
    {"this_cluster", "thread block clusters"},
    {"this_grid", "groups of the whole grid"},
});

// Beginnings of what stands between the < and > of such headers.
constexpr auto kHeaders = std::to_array<std::string_view>({"cooperative_groups/",
                                                           "crt/",
                                                           "cub/",
                                                           "cublas",
                                                           "cuda/",
                                                           "cuda_awbarrier",
                                                           "cuda_bf16",
                                                           "cuda_fp16",
                                                           "cuda_fp4",
                                                           "cuda_fp6",
                                                           "cuda_fp8",
                                                           "cuda_pipeline_helpers",
                                                           "cuda_profiler",
                                                           "cudaProfiler",
                                                           "cufft",
                                                           "curand",
                                                           "cusolver",
                                                           "cusparse",
                                                           "cute/",
                                                           "cutlass/",
                                                           "mma.h",
                                                           "nvToolsExt",
                                                           "nvml.h",
                                                           "nvrtc",
                                                           "nvtx3/",
                                                           "sm_",
                                                           "surface_",
                                                           "texture_",
                                                           "thrust/"});

std::string not_known(const std::string& what) {
  return "the simulator does not know " + what +
         " yet, so it cannot run this file: write the kernel without";
}

}  // namespace

std::optional<std::string> unknown_header(std::string_view header) {
  for (const std::string_view folder : {"/include/", "/cccl/"}) {
    const std::size_t at = header.rfind(folder);
    if (at != std::string_view::npos) {
      header.remove_prefix(at + folder.size());
    }
  }
  for (const std::string_view known : kHeaders) {
    if (header.starts_with(known)) {
      return not_known("<" + std::string(header) + ">");
    }
  }
  return std::nullopt;
}

namespace {

const Unknown* find_unknown(std::string_view word, bool uses_groups) {
  const auto names = [word](const Unknown& unknown) { return word.starts_with(unknown.prefix); };
  const auto* const found = std::find_if(kUnknown.begin(), kUnknown.end(), names);
  if (found != kUnknown.end()) {
    return found;
  }
  const auto* const group = std::find_if(kUnknownGroups.begin(), kUnknownGroups.end(), names);
  return uses_groups && group != kUnknownGroups.end() ? group : nullptr;
}

bool is_wide_tile(const Tokens& tokens, int index) {
  constexpr auto kSizes = std::to_array<std::string_view>({"64", "128", "256", "512", "1024"});
  const Token& word = tokens.at(index);
  return (word.is("tiled_partition") || word.is("thread_block_tile")) &&
         tokens.at(index + 1).is("<") &&
         std::find(kSizes.begin(), kSizes.end(), tokens.at(index + 2).text) != kSizes.end();
}

}  // namespace

void name_what_is_unknown(const Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  for (const Inclusion& inclusion : tokens.inclusions) {
    if (const std::optional<std::string> message = unknown_header(inclusion.header)) {
      throw TranslateError{TranslateError::Kind::unknown, tokens.files[inclusion.file],
                           inclusion.line, *message};
    }
  }
  const bool uses_groups = std::any_of(tokens.all.begin(), tokens.all.end(),
                                       [](const Token& t) { return t.is("cooperative_groups"); });
  for (int i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens.at(i);
    if (token.kind != TokenKind::identifier) {
      continue;
    }
    if (uses_groups && is_wide_tile(tokens, i)) {
      throw rewrite.error(TranslateError::Kind::unknown, i,
                          not_known("tiles of more than 32 threads"));
    }
    if (const Unknown* unknown = find_unknown(token.text, uses_groups)) {
      throw rewrite.error(
          TranslateError::Kind::unknown, i,
          not_known(std::string(unknown->what) + " (" + std::string(token.text) + ")"));
    }
  }
}

}  // namespace simt

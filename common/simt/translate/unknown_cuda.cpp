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

constexpr std::array<Unknown, 14> kUnknown = {{
    {"__half", "half precision"},
    {"__hfma", "half precision"},
    {"__nv_bfloat", "bfloat16"},
    {"__pipeline_", "asynchronous copies"},
    {"cooperative_groups", "cooperative groups"},
    {"cudaGraph", "CUDA graphs"},
    {"cudaLaunchCooperativeKernel", "cooperative groups"},
    {"cudaSurfaceObject", "surfaces"},
    {"cudaTextureObject", "textures"},
    {"nvcuda", "tensor cores"},
    {"surf1D", "surfaces"},
    {"surf2D", "surfaces"},
    {"tex1D", "textures"},
    {"tex2D", "textures"},
}};

// Beginnings of what stands between the < and > of such headers.
constexpr std::array<std::string_view, 21> kHeaders = {"cooperative_groups",
                                                       "cub/",
                                                       "cublas",
                                                       "cuda.h",
                                                       "cuda/",
                                                       "cuda_awbarrier",
                                                       "cuda_bf16",
                                                       "cuda_fp16",
                                                       "cuda_fp4",
                                                       "cuda_fp6",
                                                       "cuda_fp8",
                                                       "cuda_pipeline",
                                                       "cudaProfiler",
                                                       "curand",
                                                       "cute/",
                                                       "cutlass/",
                                                       "mma.h",
                                                       "nvrtc",
                                                       "nvtx3/",
                                                       "texture_",
                                                       "thrust/"};

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
      return "the simulator does not know <" + std::string(header) + "> yet";
    }
  }
  return std::nullopt;
}

void name_what_is_unknown(const Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  for (const Inclusion& inclusion : tokens.inclusions) {
    if (const std::optional<std::string> message = unknown_header(inclusion.header)) {
      throw TranslateError{TranslateError::Kind::unknown, tokens.files[inclusion.file],
                           inclusion.line, *message};
    }
  }
  for (int i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens.at(i);
    if (token.kind != TokenKind::identifier) {
      continue;
    }
    for (const Unknown& unknown : kUnknown) {
      if (token.text.starts_with(unknown.prefix)) {
        throw rewrite.error(TranslateError::Kind::unknown, i,
                            "the simulator does not know " + std::string(unknown.what) + " (" +
                                std::string(token.text) + ") yet");
      }
    }
  }
}

}  // namespace simt

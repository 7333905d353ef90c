#include "grader/worker/kept_matrices.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <tuple>
#include <utility>
#include <vector>

#include "grader/core/inputs.h"
#include "grader/protocol/channel.h"
#include "grader/worker/cuda_driver.h"

namespace gemmlab {
namespace {

constexpr const char* kNames[] = {"a", "b", "c"};

std::vector<float> read(CuPointer from, std::size_t elements) {
  std::vector<float> now(elements);
  check(driver().copy_to_host(now.data(), from, elements * sizeof(float)), "cuMemcpyDtoH");
  return now;
}

}  // namespace

RunReply KeptMatrices::place(const PlaceRequest& request) {
  placed_ = request;
  RunReply reply;
  if (const std::size_t total = on_gpu().total; total > block_.bytes()) {
    block_ = DeviceBlock();  // two might not fit
    block_ = DeviceBlock(total, shared_);
    reply.block_bytes = block_.bytes();
  }
  check(driver().fill_words(block_.begin(), kPoisonBits, on_gpu().total / sizeof(float)),
        "cuMemsetD32");
  host_.reset();
  host_.emplace(kWorkerMatrices,
                MatrixLayout({request.elements[0], request.elements[1], request.fetched}));
  const float* const from[] = {host_->a(), host_->b(), host_->c()};
  for (int matrix = 0; matrix < 3; ++matrix) {
    const MatrixLayout::Region region = on_gpu().regions[matrix];
    const std::size_t bytes = matrix < 2 ? region.bytes : request.fetched * sizeof(float);
    check(driver().copy_to_device(block_.begin() + region.at, from[matrix], bytes), "cuMemcpyHtoD");
  }
  wait_for_device();  // a program's own stream would not wait for these copies
  return reply;
}

RunReply KeptMatrices::fetch(const FetchRequest& request) {
  const auto [a, b, c] = on_gpu().regions;
  float* to = host_->c();
  for (const std::size_t from : request.from) {
    check(driver().copy_to_host(to, block_.begin() + c.at + from * sizeof(float),
                                request.length * sizeof(float)),
          "cuMemcpyDtoH");
    to += request.length;
  }
  RunReply reply;
  if (request.m == 0) {
    return reply;
  }
  const auto changed = [&](const MatrixLayout::Region& region, const float* before) {
    const std::vector<float> now = read(block_.begin() + region.at, region.bytes / sizeof(float));
    return std::memcmp(now.data(), before, region.bytes) != 0;
  };
  reply.input_modified = changed(a, host_->a()) ? "a" : changed(b, host_->b()) ? "b" : "";
  for (const auto& [matrix, rows, cols] :
       {std::tuple(2, request.m, request.n), std::tuple(0, request.m, request.k),
        std::tuple(1, request.k, request.n)}) {
    if (auto finding = strays(matrix, rows, cols)) {
      reply.findings.push_back(std::move(*finding));
    }
  }
  return reply;
}

std::optional<Finding> KeptMatrices::strays(int matrix, int rows, int cols) const {
  const MatrixLayout::Region region = on_gpu().regions[matrix];
  const CuPointer begin = block_.begin() + region.at, end = begin + region.bytes;
  const CuPointer area_end = block_.begin() + region.area_at + region.area;
  std::size_t strays = 0, farthest = 0;
  bool is_before = false;
  for (const bool before : {false, true}) {
    const std::size_t guard = before ? placed_.guard : (area_end - end) / sizeof(float);
    const std::vector<float> band = read(before ? begin - guard * sizeof(float) : end, guard);
    for (std::size_t i = 0; i < guard; ++i) {
      if (!is_poison(band[i])) {
        ++strays;
        is_before = before;
        farthest = std::max(farthest, before ? guard - i : i + 1);
      }
    }
  }
  if (strays == 0) {
    return std::nullopt;
  }
  Finding finding;
  finding.kind = FindingKind::out_of_bounds_write;
  finding.fact = StrayStores{kNames[matrix], rows, cols, strays, farthest, is_before};
  return finding;
}

}  // namespace gemmlab

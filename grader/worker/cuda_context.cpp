#include "grader/worker/cuda_context.h"

#include <iterator>

#include "common/facts/finding.h"

namespace gemmlab {
namespace {

volatile bool waiting = false;  // read by a signal handler

// What a kernel did if this error destroyed the context.
struct Meaning {
  CuResult error;
  DeviceFault fault;
  FindingKind kind;
};
#define GEMMLAB_MEANING(error, fault, kind) {error, DeviceFault::fault, FindingKind::kind},
constexpr Meaning kMeanings[] = {GEMMLAB_MEANINGS_OF_ERRORS(GEMMLAB_MEANING)};
#undef GEMMLAB_MEANING

CuResult synchronize() {
  waiting = true;
  const CuResult result = driver().synchronize();
  waiting = false;
  return result;
}

[[noreturn]] void fail(FindingKind kind, DeviceFailure what) {
  RunReply reply;
  reply.dying = true;
  Finding& finding = reply.findings.emplace_back();
  finding.kind = kind;
  finding.fact = std::move(what);
  throw RequestFailed{std::move(reply)};
}

}  // namespace

void open_context() {
  if (find_cuda_driver() == nullptr) {
    refuse({DeviceTrouble::no_driver, 0, 0, ""});
  }
  try {
    check(driver().init(0), "cuInit");
    use_first_gpu();
  } catch (const CudaError& error) {
    refuse({DeviceTrouble::no_gpu, 0, 0, error.what()});
  }
}

void must(CuResult result, const char* call) {
  if (result == 0) {
    return;
  }
  const auto* meaning = std::ranges::find(kMeanings, result, &Meaning::error);
  const Meaning unknown{result, DeviceFault::context_lost, FindingKind::crash};
  const auto& [error, fault, kind] = meaning != std::end(kMeanings) ? *meaning : unknown;
  fail(kind, {fault, error_name(result), call});
}

void give_up(const CudaError& error) {
  fail(FindingKind::crash, {DeviceFault::context_lost, error.name, error.call});
}

std::uint64_t free_bytes() {
  std::size_t free = 0, total = 0;
  driver().memory_info(&free, &total);
  return free;
}

void wait_for_device() {
  must(synchronize(), "cuCtxSynchronize");
}

bool wait_unless_reset() {
  const CuResult result = synchronize();
  const bool is_reset = result == kContextIsDestroyed || result == kInvalidContext;
  if (!is_reset) {
    must(result, "cuCtxSynchronize");
  }
  return !is_reset;
}

bool is_waiting() {
  return waiting;
}

}  // namespace gemmlab

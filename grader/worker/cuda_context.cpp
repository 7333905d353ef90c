#include "grader/worker/cuda_context.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace gemmlab {
namespace {

const CudaDriver* opened = nullptr;
volatile bool waiting = false;  // read by a signal handler

// What a kernel did when the context is lost with this error.
struct Meaning {
  CuResult error;
  Verdict verdict;
  std::string_view text;
};
constexpr std::array<Meaning, 8> kMeanings{{
    {kIllegalAddress, Verdict::out_of_bounds,
     "A thread read or wrote an address that belongs to no allocation."},
    {kMisalignedAddress, Verdict::misaligned,
     "A thread used an address that is no multiple of the size of what it accessed."},
    {kInvalidAddressSpace, Verdict::wrong_address_space,
     "A thread used an address of another kind of memory than the instruction takes."},
    {kLaunchTimeout, Verdict::timed_out,
     "The kernel ran for so long that the GPU's watchdog, which keeps a display alive, stopped "
     "it."},
    {kAssert, Verdict::crashed, "An assert() in device code failed."},
    {kHardwareStackError, Verdict::crashed, "A thread's stack overflowed or was overwritten."},
    {kIllegalInstruction, Verdict::crashed, "A thread came to an illegal instruction, or a trap."},
    {kLaunchFailed, Verdict::crashed, "The kernel failed while it ran."},
}};

CuResult synchronize() {
  waiting = true;
  const CuResult result = driver().synchronize();
  waiting = false;
  return result;
}

Finding finding_of(const CudaError& error) {
  Finding finding;
  finding.hard = true;
  const auto* meaning = std::find_if(kMeanings.begin(), kMeanings.end(),
                                     [&](const Meaning& each) { return each.error == error.code; });
  if (meaning != kMeanings.end()) {
    finding.verdict = meaning->verdict;
    finding.message = fmt::format("{}\nThe GPU stopped the kernel ({}) and does not say where.",
                                  meaning->text, error.name);
    return finding;
  }
  finding.verdict = Verdict::crashed;
  finding.message = fmt::format(
      "After the call the GPU's memory cannot be used any more ({}).\n"
      "Likely cause: it frees a matrix that belongs to the caller, or resets the device.",
      error.what());
  return finding;
}

}  // namespace

const CudaDriver& driver() {
  return *opened;
}

std::string open_context() {
  opened = find_cuda_driver();
  if (opened == nullptr) {
    return "no NVIDIA driver is installed";
  }
  try {
    CuDevice device = 0;
    CuContext context = nullptr;
    check(*opened, opened->init(0), "cuInit");
    check(*opened, opened->device(&device, 0), "cuDeviceGet");
    check(*opened, opened->retain_context(&context, device), "cuDevicePrimaryCtxRetain");
    check(*opened, opened->set_context(context), "cuCtxSetCurrent");
  } catch (const CudaError& error) {
    return fmt::format("the GPU cannot be used ({})", error.what());
  }
  return {};
}

void throw_failure(const CudaError& error) {
  RunReply reply;
  reply.dying = true;
  reply.findings.push_back(finding_of(error));
  throw RequestFailed{std::move(reply)};
}

void must(CuResult result, const char* call) {
  try {
    check(driver(), result, call);
  } catch (const CudaError& error) {
    throw_failure(error);
  }
}

std::uint64_t free_memory() {
  std::size_t free = 0, total = 0;
  driver().memory_info(&free, &total);
  return free;
}

CuPointer allocate_bytes(std::size_t bytes) {
  CuPointer memory = 0;
  const CuResult result = driver().allocate(&memory, std::max<std::size_t>(bytes, 1));
  if (result == kOutOfMemory) {
    RunReply reply;
    reply.device_problem = fmt::format(
        "the GPU has {} MiB of memory free, too little for {} MiB: other programs hold the rest",
        free_memory() >> 20, (bytes >> 20) + 1);
    throw RequestFailed{std::move(reply)};
  }
  must(result, "cuMemAlloc");
  return memory;
}

void release_bytes(CuPointer memory) {
  must(driver().release(memory), "cuMemFree");
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

bool is_kernel_running() {
  return waiting;
}

}  // namespace gemmlab

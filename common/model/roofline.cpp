#include "common/model/roofline.h"

namespace gemmlab::model {
namespace {

double wavefronts(const Kernel& kernel, const Limits& limits) {
  Kernel counted = kernel;
  for (Operand* operand : {&counted.a, &counted.b}) {
    const bool uses_pipe = operand->from == From::shared || limits.unified;
    operand->read.wavefronts *= uses_pipe ? 1 : 0;
  }
  return wavefronts_per_fma(counted);
}

// A multiply-add of a warp is one instruction; tensor cores do two of 16 x 8 x 8 for a fragment.
double instructions_per_fma(const Kernel& kernel) {
  constexpr double kAnInstruction = 16 * 8 * 8 / double(kWarp);
  return (kernel.fragment > 1 ? 1 / kAnInstruction : 1) + load_instructions_per_fma(kernel);
}

}  // namespace

Bounds bounds(const Kernel& kernel, const Device& device) {
  const Limits& limits = device.limits;
  const double clocks = device.multiprocessors * device.clock_hz;  // of all SMs per second
  Bounds result;
  result.arithmetic = kernel.fragment > 1 ? device.tensor.tf32 : peak_flops(device);
  if (limits.unified) {  // older schedulers may issue two instructions per clock, or need several
    result.issue = clocks * kFlopsOfWarp * limits.schedulers / instructions_per_fma(kernel);
  }
  if (const double passes = wavefronts(kernel, limits); passes > 0) {
    result.pipe = clocks * kFlopsOfWarp * limits.wavefronts / passes;
  }
  result.memory = flops_by_memory(device.bandwidth, moved_bytes_per_flop(kernel));
  result.at_most = result.arithmetic;
  for (const Bound bound : {Bound::issue, Bound::pipe, Bound::memory}) {
    const double rate = allowed(result, bound);
    const bool is_cached = bound == Bound::memory && limits.unified;
    if (rate > 0 && rate < result.at_most && !is_cached) {
      result.at_most = rate;
      result.binding = bound;
    }
  }
  return result;
}

}  // namespace gemmlab::model


#include "grader/report/model/model_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "common/facts/names.h"
#include "common/model/occupancy.h"
#include "common/model/roofline.h"
#include "grader/core/foreign_text.h"
#include "grader/report/words/sentences.h"

namespace gemmlab {
namespace {

using fmt::arg;
using model::Bound;
using model::Bounds;
using model::Device;
using model::Kernel;

constexpr double kMatrixBytes = double(kModelWidth) * kModelWidth * model::kFloat;

std::string tera(double flops) {
  return flops > 0 ? fmt::format("{:.3g}", 1e-12 * flops) : "-";
}

std::string mebibytes(double bytes) {
  return fmt::format("{:.3g} MiB", bytes / (1 << 20));
}

constexpr int kTableWidth = 80;

// A sentence for a terminal that is too narrow for the table.
std::string table_row(const ModelledLab& lab, const Device& device, int width) {
  const Bounds bounds = model::bounds(lab.kernel, device);
  const double megabytes =
      1e-6 * double(model::traffic(lab.kernel, kModelWidth, kModelWidth, kModelWidth).bytes());
  const double per_flop = model::bytes_per_flop(lab.kernel, kModelWidth, kModelWidth, kModelWidth);
  const char* const format = width >= kTableWidth
                                 ? "{:<24}{:>7.0f} {:>7.3f} {:>8} {:>10} {:>6} {:>11}\n"
                                 : "{}: {:.0f} MB, {:.3f} B/FLOP; TFLOP/s at most: by memory {}, "
                                   "L1/shared {}, issue {}, arithmetic {}";
  const std::string row =
      fmt::format(fmt::runtime(format), lab.title, megabytes, per_flop, tera(bounds.memory),
                  tera(bounds.pipe), tera(bounds.issue), tera(bounds.arithmetic));
  return width >= kTableWidth ? row : wrap(row, width, 0);
}

std::string table(const std::vector<ModelledLab>& labs, const Device& device, int width) {
  std::string text;
  if (width >= kTableWidth) {
    text = fmt::format("{:<24}{:>15}   {}\n{:<24}{:>7} {:>7} {:>8} {:>10} {:>6} {:>11}\n", "",
                       "loads and stores", "TFLOP/s at most, by each alone",
                       fmt::format("m = n = k = {}", kModelWidth), "MB", "B/FLOP", "memory",
                       "L1/shared", "issue", "arithmetic");
  }
  for (const ModelledLab& lab : labs) {
    text += table_row(lab, device, width);
  }
  return text;
}

bool binds_by_tensor_cores(const Kernel& kernel, const Bounds& bounds) {
  return kernel.fragment > 1 && bounds.binding == Bound::arithmetic;
}

// The reason for the limit.
std::string reason(const Kernel& kernel, const Device& device, const Bounds& bounds) {
  constexpr const char* kRows[] = {"arithmetic", "issue", "pipe", "memory"};  // by Bound
  static_assert(std::size(kRows) == std::size(EnumNames<Bound>::all));
  const double passes = model::wavefronts_per_fma(kernel) / device.limits.wavefronts;
  return filled("limit_of_rate",
                binds_by_tensor_cores(kernel, bounds) ? "tensor" : kRows[int(bounds.binding)],
                arg("times", bounds.arithmetic / model::peak_flops(device)),
                arg("lanes", double(device.limits.lanes) / model::kWarp),
                arg("l1", device.limits.unified ? "L1 and " : ""), arg("clocks", passes),
                arg("rate", 1 / passes), arg("loads", model::load_instructions_per_fma(kernel)),
                arg("schedulers", device.limits.schedulers),
                arg("bytes", model::moved_bytes_per_flop(kernel)),
                arg("bandwidth", 1e-9 * device.bandwidth));
}

std::string of_memory(const Kernel& kernel, const Device& device, const Bounds& bounds) {
  if (bounds.binding == Bound::memory || bounds.memory <= 0) {
    return "";
  }
  const double all = 3 * kMatrixBytes, l2 = double(device.l2_bytes);
  return ' ' + filled("memory_would_allow", bounds.memory >= bounds.at_most ? "much" : "little",
                      arg("rate", rate(bounds.memory)),
                      arg("bytes", model::moved_bytes_per_flop(kernel)), arg("all", mebibytes(all)),
                      arg("held", all <= l2 ? "all" : mebibytes(l2)));
}

std::string launch_in_words(const Kernel& kernel) {
  const int shared = model::shared_bytes(kernel);
  return fmt::format("Blocks of {} x {} threads for {} x {} elements of C, {} shared memory.",
                     kernel.block_x, kernel.block_y, kernel.tile_rows, kernel.tile_cols,
                     shared == 0 ? "no" : fmt::format("{} KiB of", shared >> 10));
}

std::string occupancy_in_words(const ModelledLab& lab, const Device& device) {
  const model::Occupancy found = model::occupancy(
      device.limits, {lab.kernel.threads(), model::shared_bytes(lab.kernel), lab.registers});
  const std::string registers =
      lab.registers > 0 ? fmt::format("; a thread uses {} registers", lab.registers) : "";
  if (found.blocks == 0) {
    return fmt::format("A block is too large for this GPU{}: the launch fails.", registers);
  }
  const auto [x, y] = model::grid(lab.kernel, kModelWidth, kModelWidth);
  const model::Limits& limits = device.limits;
  const std::string limit =
      filled("limit_of_blocks", name(found.limit), arg("threads", limits.threads),
             arg("blocks", limits.blocks), arg("kib", limits.shared / 1024.0),
             arg("registers", limits.registers));
  return fmt::format(
      "An SM holds {} at a time ({} of {} warps, {:.0f} %), limited by {}{}. At {} "
      "there are {} blocks, and the GPU holds {} at a time.",
      found.blocks, found.warps, limits.warps(), 100 * found.share, limit, registers, kModelWidth,
      x * y, std::int64_t{found.blocks} * device.multiprocessors);
}

bool same_loads(const Kernel& a, const Kernel& b) {
  return a.threads() == b.threads() && a.tile_rows == b.tile_rows && a.tile_cols == b.tile_cols &&
         a.tile_depth == b.tile_depth && a.thread_rows == b.thread_rows &&
         a.thread_cols == b.thread_cols;
}

// `before` may be null: the lab of the paragraph above.
std::string paragraph(const ModelledLab& lab, const ModelledLab* before, const Device& device,
                      int width) {
  const Bounds bounds = model::bounds(lab.kernel, device);
  if (bounds.at_most <= 0) {
    return '\n' + wrap(lab.title + ": " + without_tensor_peak(device), width, 0);
  }
  const bool is_same = before && same_loads(before->kernel, lab.kernel);
  const std::string why =
      is_same ? fmt::format("Tiles, loads and bounds are the same as for {}.", before->title)
              : reason(lab.kernel, device, bounds) + of_memory(lab.kernel, device, bounds);
  return '\n' +
         wrap(fmt::format("{}: at most {}, by {}", lab.title, rate(bounds.at_most),
                          binds_by_tensor_cores(lab.kernel, bounds) ? "the tensor cores"
                                                                    : name(bounds.binding)),
              width, 0) +
         wrap(why, width, 2) +
         wrap((is_same ? "" : launch_in_words(lab.kernel) + ' ') + occupancy_in_words(lab, device),
              width, 2);
}

// " (tensor cores: 495 of TF32, 989 of half, 1980 of int8)"
std::string tensor_in_words(const model::TensorPeaks& tensor) {
  std::string text;
  for (const auto& [peak, type] :
       {std::pair(tensor.tf32, "TF32"), {tensor.half, "half"}, {tensor.s8, "int8"}}) {
    if (peak > 0) {
      text += fmt::format("{}{:.4g} of {}", text.empty() ? " (tensor cores: " : ", ", 1e-12 * peak,
                          type);
    }
  }
  return text.empty() ? "" : text + ')';
}

std::string device_in_words(const Device& device, const Terminal& terminal) {
  return wrap(
             fmt::format("{}: {} multiprocessors (SMs) at {:.4g} MHz, {} of fp32{}, {:.4g} GB/s of "
                         "memory, {} L2",
                         printable(device.name), device.multiprocessors, 1e-6 * device.clock_hz,
                         rate(model::peak_flops(device)), tensor_in_words(device.tensor),
                         1e-9 * device.bandwidth,
                         device.l2_bytes > 0 ? mebibytes(double(device.l2_bytes)) + " of" : "no"),
             terminal.width, 0) +
         wrap(fmt::format("Source: {}", device.source), terminal.width, 0);
}

}  // namespace

std::string rate(double flops) {
  return flops < 1e12 ? fmt::format("{:.3g} GFLOP/s", 1e-9 * flops)
                      : fmt::format("{:.3g} TFLOP/s", 1e-12 * flops);
}

const std::string& without_tensor_peak(const Device& device) {
  constexpr int kFirst = 80;  // 8.0
  return text_of("no_tensor_cores", device.limits.architecture < kFirst ? "old" : "unknown");
}

std::string model_report(const std::vector<ModelledLab>& labs, const Device& device,
                         const std::string& unknown_registers, const Terminal& terminal) {
  std::string text = device_in_words(device, terminal) + '\n' + table(labs, device, terminal.width);
  const ModelledLab* before = nullptr;
  for (const ModelledLab& lab : labs) {
    text += paragraph(lab, before, device, terminal.width);
    before = &lab;
  }
  if (std::ranges::any_of(labs, [](const ModelledLab& lab) { return lab.registers <= 0; })) {
    text += '\n' + wrap(fmt::format("Where no registers are named, their number per thread is "
                                    "unknown, because {}. They may allow fewer blocks.",
                                    unknown_registers),
                        terminal.width, 0);
  }
  return text;
}

std::string device_list() {
  std::string text = fmt::format("{:<9} {:<22} {:>6} {:>4} {:>8} {:>6}\n", "--gpu", "", "sm_",
                                 "SMs", "TFLOP/s", "GB/s");
  for (const Device& device : model::devices()) {
    text += fmt::format("{:<9} {:<22} {:>6} {:>4} {:>8.3g} {:>6.4g}\n", device.id, device.name,
                        device.limits.architecture, device.multiprocessors,
                        1e-12 * model::peak_flops(device), 1e-9 * device.bandwidth);
  }
  return text;
}

}  // namespace gemmlab

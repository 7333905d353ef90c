#include "grader/cli/commands/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>

#include "common/facts/names.h"
#include "common/model/devices.h"
#include "common/model/kernels.h"
#include "common/model/roofline.h"
#include "grader/cli/context.h"
#include "grader/cli/exit_code.h"
#include "grader/core/facts/check.h"
#include "grader/core/facts/fact.h"
#include "grader/core/foreign_text.h"
#include "grader/core/fs.h"
#include "grader/core/gpu.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/labs.h"
#include "grader/core/result.h"
#include "grader/core/spec.h"
#include "grader/machine/toolchain.h"
#include "grader/report/text.h"
#include "grader/report/words/check_words.h"
#include "grader/report/words/sentences.h"
#include "grader/speed/machine_rates.h"
#include "grader/speed/runner.h"
#include "grader/speed/timing_turn.h"

namespace gemmlab {
namespace {

constexpr std::size_t kLabel = 16;

std::string row(std::string_view what, const std::string& found) {
  const std::string margin = '\n' + std::string(kLabel, ' ');
  return fmt::format("{:<{}}{}\n", what, kLabel, boost::replace_all_copy(found, "\n", margin));
}

// Rows whose text goes on below itself where the terminal is narrow.
std::string fitted(std::string_view rows, const Terminal& terminal) {
  std::string out;
  for (const std::string& line : split_lines(rows)) {
    out += wrap(line.substr(kLabel), terminal.width, kLabel).replace(0, kLabel, line, 0, kLabel);
  }
  return out;
}

std::string or_none(const std::string& found) {
  return found.empty() ? "none" : split_lines(printable(found)).front();
}

std::string gibibytes(std::uint64_t bytes) {
  return fmt::format("{:.3g} GiB", double(bytes) / (std::uint64_t{1} << 30));
}

std::string description(const Gpu& gpu) {
  std::string text = row(
      "GPU", fmt::format("{}, sm_{}, {}", printable(gpu.name), gpu.architecture(),
                         gibibytes(gpu.memory_bytes)) +
                 (gpu.free_bytes > 0 ? fmt::format(" ({} free)", gibibytes(gpu.free_bytes)) : ""));
  text += row(
      "", fmt::format("{} multiprocessors of {} threads, {} registers and {} KiB of shared "
                      "memory",
                      gpu.multiprocessors, gpu.threads_per_multiprocessor,
                      gpu.registers_per_multiprocessor, gpu.shared_bytes_per_multiprocessor >> 10));
  if (gpu.drives_a_display) {
    text += row("", "it drives a display: kernels that run for several seconds are stopped");
  }
  return text;
}

// The rate of a kernel that uses each loaded element `reuse` times, if only memory and arithmetic
// limit it: without reuse it loads 4 bytes per operation.
std::string bound(const Gpu& gpu, std::string_view what, int reuse) {
  const double by_memory = model::flops_by_memory(memory_bandwidth(gpu),
                                                  model::bytes_per_flop_with(reuse, model::kFloat));
  const double peak = peak_fp32_flops(gpu);
  return row("", fmt::format("{:>6.3g} TFLOP/s with {}, by {}", 1e-12 * std::min(by_memory, peak),
                             what, by_memory < peak ? "memory" : "arithmetic"));
}

// The roofline of the first GPU, as far as its driver reports clock rates and bus widths.
std::string bounds(const Gpu& gpu) {
  const double peak = peak_fp32_flops(gpu), bandwidth = memory_bandwidth(gpu);
  if (peak <= 0 || bandwidth <= 0) {
    return "";
  }
  return row("bounds", fmt::format("{:.3g} TFLOP/s of fp32 arithmetic, {:.3g} TB/s of memory, "
                                   "according to the driver",
                                   1e-12 * peak, 1e-12 * bandwidth)) +
         row("", fmt::format("so below {:.3g} FLOP per byte, a kernel waits for memory",
                             model::balance(peak, bandwidth))) +
         bound(gpu, "all loads from memory", 1) + bound(gpu, "tiles of 16 x 16 (lab 03)", 16) +
         bound(gpu, "tiles of 32 x 32 (lab 03)", 32) +
         bound(gpu, "blocks of 64 x 64 outputs (lab 06)", 64);
}

// What the GPU really reaches, or why that could not be measured.
std::string measured(Context& context) {
  ProgressLine line(context);
  try {
    const TimingTurn turn({Backend::cpu, Backend::cuda}, std::ref(line));
    line.show("measuring");
    const MachineRates rates = measure_machine();
    line.clear();
    return row("measured", fmt::format("{:.3g} TFLOP/s in multiply-adds, {:.3g} TB/s in copies",
                                       1e-12 * rates.flops, 1e-12 * rates.bytes_per_second)) +
           row("", fmt::format("so below {:.3g} FLOP per byte, a kernel waits for memory: the "
                               "ridge of its roofline",
                               model::balance(rates.flops, rates.bytes_per_second)));
  } catch (const Untimed& why) {
    return row("measured", "nothing: " + sentence(why));
  } catch (const InfrastructureError& error) {
    return row("measured", std::string("nothing: ") + error.what());
  }
}

// Compiles a kernel for the GPU and runs it. This shows problems that were invisible before, above
// all a host compiler that nvcc does not accept. Empty if there are none.
std::string problem_of_trial(const Context& context) {
  const Lab& lab = *find_lab(context.labs, "02");
  const LabResult result = context.judge(lab, context.paths.solutions() / lab.path(),
                                         {.backend = BackendChoice::cuda,
                                          .require_gpu = true,
                                          .only_shape = Shape{4, 4, 4, "trial"},
                                          .measure_speed = false});
  if (result.verdict == Verdict::passed) {
    return "";
  }
  const auto telling = std::ranges::find_if(result.checks, [](const Check& check) {
    return check.status() != Status::passed && !message(check).empty();
  });
  return telling == result.checks.end() ? std::string(name(result.verdict)) : message(*telling);
}

}  // namespace

int device(Context& context) {
  const std::string compiler = description(toolchain().host, "(");
  const GpuState& state = context.gpu();
  const bool has_simulator = fs::exists(context.paths.worker("sim"));
  std::string problem = state.readiness.problem;  // empty if labs can be judged on the GPU
  std::string advice = state.readiness.advice;
  if (state.readiness.ready) {
    problem = problem_of_trial(context);
    advice = "A trial of the GPU with lab 02's solution failed:\n" + problem;
  }

  const auto tell = [&](const std::string& rows) {
    context.out << fitted(rows, context.terminal) << std::flush;
  };
  tell(row("processor", fmt::format("{}, {} cores", processor_name(), usable_cores())));
  tell(row("C++ compiler", or_none(compiler)));
  tell(row("CUDA compiler", or_none(description(toolchain().nvcc, "release"))));
  tell(row("NVIDIA driver",
           state.survey.driver_version == 0
               ? "none"
               : fmt::format("for CUDA up to {}", version_text(state.survey.driver_version))));
  for (const Gpu& gpu : state.survey.gpus) {
    tell(description(gpu));
  }
  if (state.survey.gpus.empty()) {
    tell(row("GPU", fmt::format("none: {}", problem)));
  } else {
    if (state.survey.gpus.size() > 1) {
      tell(row("", "the first of them is used; choose another one with CUDA_VISIBLE_DEVICES"));
    }
    tell(bounds(state.survey.gpus.front()));
    if (problem.empty()) {
      tell(measured(context));
    }
  }
  tell(row("simulator", has_simulator ? "ready" : "not built"));
  tell(row("GPU grading", problem.empty() ? "ready: a kernel was compiled and ran"
                                          : "not ready: " + split_lines(problem).front()));
  tell(row("build folder", shown(context.paths.build).string()));
  context.out << '\n';
  const char* const state_of_all = compiler.empty()   ? "no_compiler"
                                   : !has_simulator   ? "no_simulator"
                                   : !problem.empty() ? "no_gpu"
                                                      : "-";
  context.say(filled("this_machine", state_of_all, fmt::arg("advice", advice)));
  return !compiler.empty() && has_simulator ? kDone : kInfrastructure;
}

}  // namespace gemmlab

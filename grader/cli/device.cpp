// gemmlab device: what this machine has for gemmlab, and what to do about what it lacks.
#include <fmt/format.h>

#include <filesystem>
#include <ostream>

#include "grader/cli/commands.h"
#include "grader/cli/course.h"
#include "grader/cli/machine.h"
#include "grader/judge/compile.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

std::string row(std::string_view what, const std::string& found) {
  return fmt::format("{:<15} {}\n", what, found);
}

std::string or_none(const std::string& found) {
  return found.empty() ? "none" : split_lines(printable(found)).front();
}

// What to do next, one sentence or two for what is there and what is not.
std::string advice(bool has_compiler, bool has_simulator, bool has_gpu, bool has_cuda) {
  if (!has_compiler) {
    return "Without a C++ compiler nothing can be graded: install g++ 11 or later.";
  }
  if (!has_simulator) {
    return "The simulator is not built: run ./gemmlab again, or ninja in the build folder.";
  }
  std::string text =
      "Ready: ./gemmlab grade judges all labs on the simulator. Only lab 01 is timed here; the "
      "points "
      "for the speed of the other labs are not graded yet, with a GPU or without.";
  if (has_gpu && !has_cuda) {
    text +=
        " This machine has a GPU but no CUDA Toolkit: to compile for it yourself, install "
        "version 12 or later from your distribution or from NVIDIA.";
  }
  return text;
}

}  // namespace

int device(Context& context, const Options&) {
  const std::string compiler = host_compiler();
  const std::string cuda = cuda_compiler();
  const GpuReport gpus = find_gpus();
  const bool has_simulator = std::filesystem::exists(context.paths.worker("sim"));

  std::ostream& out = context.out;
  out << row("processor", fmt::format("{}, {} cores", processor_name(), usable_cores()));
  out << row("C++ compiler", or_none(compiler));
  out << row("CUDA compiler", or_none(cuda));
  for (const std::string& gpu : gpus.gpus) {
    out << row("GPU", gpu);
  }
  if (gpus.gpus.empty()) {
    out << row("GPU", fmt::format("none: {}", gpus.problem));
  }
  out << row("simulator", has_simulator ? "ready" : "not built");
  out << row("build folder", shown(context.paths.build).string()) << '\n';
  out << wrap(advice(!compiler.empty(), has_simulator, !gpus.gpus.empty(), !cuda.empty()),
              context.terminal.width, 0);
  return compiler.empty() || !has_simulator ? kInfrastructure : kDone;
}

}  // namespace gemmlab

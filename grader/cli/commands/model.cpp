#include "grader/cli/commands/model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/facts/json.h"
#include "common/model/devices.h"
#include "common/model/figures.h"
#include "common/model/kernels.h"
#include "grader/cli/context.h"
#include "grader/cli/exit_code.h"
#include "grader/core/fs.h"
#include "grader/core/labs.h"
#include "grader/core/nearest.h"
#include "grader/machine/toolchain.h"
#include "grader/process/child.h"
#include "grader/process/program.h"
#include "grader/report/model/model_text.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

model::Device device_meant(const std::string& word) {
  if (const model::Device* device = model::find_device(word)) {
    return *device;
  }
  std::vector<std::string> names, alike;
  for (const model::Device& device : model::devices()) {
    names.insert(names.end(), {device.id, device.name});
    if (device.id.find(word) != std::string::npos) {
      alike.push_back(device.id);
    }
  }
  throw UsageError(fmt::format(
      "The model does not know the GPU '{}'.{}\nAll known GPUs: ./gemmlab model --list", word,
      alike.empty() ? did_you_mean(word, names)
                    : fmt::format(" Did you mean {}?", fmt::join(alike, " or "))));
}

// Compiles the solution to machine code to find its registers per thread; 0 if nvcc cannot.
int ask_for_registers(const Context& context, const Lab& lab, int architecture) {
  if (!toolchain().nvcc) {
    return 0;
  }
  std::string said;
  const int code = run_program(
      {toolchain().nvcc->path.string(), "-std=c++20", fmt::format("-arch=sm_{}", architecture),
       "-cubin", "-Xptxas", "-v", "-I", context.paths.contract_headers().string(), "-o",
       "/dev/null", (context.paths.solutions() / lab.path()).string()},
      [&](const std::string& line) { said += line + '\n'; });
  return code == 0 ? registers_in(said) : 0;
}

int show_labs(Context& context, const ModelOptions& options) {
  const model::Device device = options.gpu.empty() ? own_device(context).value_or(example_device())
                                                   : device_meant(options.gpu);
  ProgressLine line(context);
  std::vector<ModelledLab> labs;
  for (const Lab* lab : labs_meant(context, options.labs)) {
    const model::Kernel* kernel = model::textbook_kernel(lab->id);
    if (!kernel) {
      continue;
    }
    labs.push_back({lab->id + ' ' + lab->name, *kernel});
    if (context.error_terminal.live) {
      line.show(fmt::format("{}: getting the number of registers from nvcc", labs.back().title));
    }
    labs.back().registers = ask_for_registers(context, *lab, device.limits.architecture);
  }
  line.clear();
  if (labs.empty()) {
    throw UsageError("Lab 01 runs on the CPU; the model is about GPUs: all other labs.");
  }
  if (options.gpu.empty() && context.gpu().survey.gpus.empty()) {
    context.out << "There is no GPU here, so this is for an H200. For another one: --gpu NAME; all "
                   "of them: --list\n\n";
  }
  const std::string unknown =
      toolchain().nvcc
          ? fmt::format("the nvcc here does not compile for sm_{}", device.limits.architecture)
          : "nvcc is not installed here";
  context.out << model_report(labs, device, unknown, context.terminal);
  return kDone;
}

}  // namespace

int model_command(Context& context, const ModelOptions& options) {
  if (options.list) {
    context.out << device_list();
    return kDone;
  }
  if (options.check) {
    const fs::path file = context.paths.build / "figures.json";
    write_atomically(file, model::figures_in_json().text() + '\n');
    become_python({context.paths.root / "common" / "model" / "figures.py", file,
                   std::to_string(context.terminal.width)});
  }
  return show_labs(context, options);
}

}  // namespace gemmlab

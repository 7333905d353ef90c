// What is checked is what runs: clang reads a lab file for CUDA's rules, g++ compiles what the
// simulator runs, and no #if, no name of a compiler and nothing that ## makes of such may tell them
// apart.
#include "grader/compile/alike_check.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "grader/compile/compile_result.h"
#include "grader/compile/foreign_paths.h"
#include "grader/compile/precompiled_header.h"
#include "grader/compile/toolchain_flags.h"
#include "grader/compile/translator.h"
#include "grader/core/facts/refusal.h"
#include "grader/core/fs.h"
#include "grader/core/read_file.h"
#include "grader/core/source/source_text.h"
#include "grader/machine/paths.h"
#include "grader/machine/tool_process.h"

namespace gemmlab {
namespace {

using Definitions = std::map<std::string, std::string>;  // of macros, by name

std::optional<Definitions> definitions_of(const Compiler& compiler, const Arguments& flags) {
  const auto header = precompiled_header(compiler, flags);
  const auto text =
      header ? read_foreign(header->folder / PrecompiledHeader::kNames) : std::nullopt;
  if (!text) {
    return std::nullopt;
  }
  constexpr std::string_view kDefine = "#define ";
  Definitions found;
  for (std::string_view line : lines_of(*text)) {
    if (line.starts_with(kDefine)) {
      line.remove_prefix(kDefine.size());
      const std::size_t end = std::min(line.find_first_of(" ("), line.size());
      found[std::string(line.substr(0, end))] = line.substr(end);
    }
  }
  return found;
}

// As nvcc sets them: each side of its own has its own.
bool is_set_by_nvcc(const std::string& name) {
  return name == "__CUDA_ARCH__" || name == "__NVCC__" || name == "CUDART_VERSION" ||
         name.starts_with("__CUDACC");
}

// The same number may have other digits: 3.4028234663e+38F, 0x7fffffff.
bool is_same_value(const std::string& one, const std::string& other) {
  const auto value = [](const std::string& text) -> std::optional<float> {
    char* end = nullptr;
    const float value = std::strtof(text.c_str(), &end);
    const bool is_number = end != text.c_str() && std::string_view(end).find_first_not_of(
                                                      "fFlLuU") == std::string_view::npos;
    return is_number ? std::optional(value) : std::nullopt;
  };
  return one == other || (value(one) && value(one) == value(other));
}

const char* const kOutputs[] = {"alike-runs.ii", "alike-host.ii", "alike-device.ii"};

}  // namespace

std::optional<simt::Names> differing_names(const Toolchain& tools) {
  const auto first = definitions_of(*tools.host, sim_flags(*tools.host, false));
  simt::Names differing;
  for (const bool device : {false, true}) {
    const auto second = definitions_of(*tools.clang, rules_flags(device));
    if (!first || !second) {
      return std::nullopt;
    }
    for (const auto& [all, others] : {std::tie(*first, *second), std::tie(*second, *first)}) {
      for (const auto& [name, value] : all) {
        const auto other = others.find(name);
        if (!is_set_by_nvcc(name) &&
            (other == others.end() || !is_same_value(value, other->second))) {
          differing.insert(name);
        }
      }
    }
  }
  return differing;
}

AlikeCheck::AlikeCheck(const CompileJob& job, bool has_exceptions) : job_(job) {
  const Toolchain& tools = job.tools;
  if (!tools.clang || tools.host->is_clang) {
    return;  // one compiler, or nvcc with g++ before it
  }
  const auto names = differing_names(tools);
  const auto may_ask = [&](const fs::path& file) {
    const auto text = read_foreign(file);
    return !text || simt::may_ask_compilers(*text, *names);
  };
  const bool has_more = std::ranges::any_of(job.read, [&](const fs::path& file) {
    return is_students(file) && file != job.source && file != job.argument();
  });
  if (names && !has_more && !may_ask(job.source)) {
    return;
  }
  std::ofstream out(job.scratch / "alike-names");
  for (const std::string& name : names.value_or(simt::Names())) {
    out << name << '\n';
  }
  Arguments runs =
      sim_preprocess_flags(sim_flags(*tools.host, has_exceptions), paths().cuda_stub());
  runs.insert(runs.end(), {"-dD", "-dI"});
  const auto start = [&](const Compiler& compiler, const Arguments& flags, const char* output) {
    const Arguments files{job.argument(), "-o", (job.scratch / output).string()};
    processes_.push_back(job.start(command(compiler, flags, files), std::string(output) + ".said"));
  };
  start(*tools.host, runs, kOutputs[0]);
  start(*tools.clang, rules_preprocess_flags(false), kOutputs[1]);
  start(*tools.clang, rules_preprocess_flags(true), kOutputs[2]);
}

EarlyResult AlikeCheck::wait() {
  if (processes_.empty()) {
    return std::nullopt;
  }
  for (Process& process : processes_) {
    if (const ProcessResult result = process.wait(); result.timed_out) {
      return refused(job_, ToolStopped{.why = ToolStopped::Why::time});
    }
  }
  Arguments arguments{"compare"};
  for (const char* output : kOutputs) {
    arguments.push_back((job_.scratch / output).string());
  }
  arguments.insert(arguments.end(), {(job_.scratch / "alike-names").string(), job_.argument()});
  arguments.insert(arguments.end(), foreign_paths().begin(), foreign_paths().end());
  return untranslated(job_, started_translator(job_, arguments, "alike").wait());
}

}  // namespace gemmlab

#include "grader/compile/precompiled_header.h"

#include <fmt/format.h>

#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>

#include "grader/compile/compile_job.h"
#include "grader/core/read_file.h"
#include "grader/machine/paths.h"
#include "grader/machine/scratch_folder.h"
#include "grader/machine/tool_process.h"

namespace gemmlab {
namespace {

// Size, time and name of each file. Compilers do not notice all changes of a header themselves.
std::string state_of(const std::vector<fs::path>& files) {
  std::string state;
  for (const fs::path& file : files) {
    std::error_code error;
    const auto time = fs::last_write_time(file, error).time_since_epoch().count();
    state += fmt::format("{} {} {}\n", fs::file_size(file, error), time, file.string());
  }
  return state;
}

// What `folder` holds, unless a file has changed since it was made.
std::optional<PrecompiledHeader> kept_in(const fs::path& folder) {
  PrecompiledHeader header{folder, {}};
  std::ifstream in(folder / "made_from");
  std::stringstream state;
  state << in.rdbuf();
  for (std::string size, time, file; state >> size >> time && std::getline(state.ignore(), file);) {
    header.files.emplace_back(file);
  }
  std::error_code ignored;
  const bool is_open =
      (fs::status(folder, ignored).permissions() & fs::perms::others_read) != fs::perms::none;
  const bool holds = is_open && !header.files.empty() && state_of(header.files) == state.str();
  return holds ? std::optional(header) : std::nullopt;
}

// Fills the folder; `kept` is the one that it becomes.
bool make(const Compiler& compiler, const Arguments& flags, const fs::path& folder,
          const fs::path& kept) {
  CompileJob job;
  job.scratch = folder;
  const fs::path output = folder / PrecompiledHeader::kOutput;
  Arguments files = compiler.is_clang
                        ? Arguments{"-Xclang", "-emit-pch", "-Xclang", "-o", "-Xclang"}
                        : Arguments{"-x", "c++-header", "-o"};
  files.insert(files.end(), {output.string(), "-MD", "-MF", job.dependencies().string(),
                             paths().cuda_stub().string()});
  Arguments names{"-E", "-dM", "/dev/null"};
  if (!compiler.is_clang) {
    names.insert(names.begin(), {"-x", "c++"});
  }
  Process defining = job.start(command(compiler, flags, names), PrecompiledHeader::kNames);
  if (!job.start(command(compiler, flags, files), "output").wait().succeeded() ||
      !defining.wait().succeeded()) {
    return false;
  }
  job.note_dependencies();
  // What g++ reads instead if it cannot use its output.
  std::ofstream(folder / "cuda.h")
      << fmt::format("#include \"{}\"\n", paths().cuda_stub().string());
  std::string state = state_of(job.read) + state_of({output});
  const std::size_t at = state.rfind(output.string());
  state.replace(at, output.string().size(), (kept / PrecompiledHeader::kOutput).string());
  std::ofstream(folder / "made_from") << state;
  // A sandbox's user reads it, whatever our umask is.
  fs::permissions(folder, fs::perms(0755));
  fs::permissions(folder / "cuda.h", fs::perms(0644));
  fs::permissions(output, fs::perms(0644));
  return !job.read.empty();
}

}  // namespace

std::optional<PrecompiledHeader> precompiled_header(const Compiler& compiler,
                                                    const Arguments& flags) {
  const std::string key = fmt::format("{}\n{}", compiler.stamp(), fmt::join(flags, "\n"));
  const fs::path folder = paths().module_cache() / ("header-" + sha256(key));
  if (auto kept = kept_in(folder)) {
    return kept;
  }
  try {
    const ScratchFolder scratch(paths().module_cache());
    const fs::path made = scratch.path() / "made";
    fs::create_directory(made);
    if (!make(compiler, flags, made, folder)) {
      return std::nullopt;
    }
    std::error_code occupied;
    fs::rename(made, folder, occupied);
    if (occupied && !kept_in(folder)) {  // outdated: no other process has just made it
      fs::rename(folder, scratch.path() / "outdated", occupied);
      fs::rename(made, folder, occupied);
    }
    return kept_in(folder);
  } catch (const std::system_error&) {  // such as a read-only folder
    return std::nullopt;
  }
}

std::vector<PrecompiledHeader> precompile_headers(const Toolchain& tools) {
  std::vector<PrecompiledHeader> headers;
  const auto add = [&headers](const Compiler& compiler, const Arguments& flags) {
    if (auto header = precompiled_header(compiler, flags)) {
      headers.push_back(std::move(*header));
    }
  };
  if (tools.host && !tools.host->is_clang) {
    for (const Arguments& flags :
         {sim_flags(*tools.host, false), sim_flags(*tools.host, true), sim_warning_flags()}) {
      add(*tools.host, flags);
    }
  }
  if (tools.clang) {
    add(*tools.clang, rules_flags(false));
    add(*tools.clang, rules_flags(true));
  }
  return headers;
}

}  // namespace gemmlab

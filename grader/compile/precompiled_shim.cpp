// The simulator's replacement for CUDA's first header, precompiled by g++: reading it as text took
// two thirds of the time that a lab file needs to compile.
#include <fmt/format.h>

#include <fstream>

#include "grader/compile/compile_steps.h"
#include "grader/compile/module_cache.h"
#include "grader/compile/paths.h"
#include "grader/core/read_file.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

// Name, size and time of each file that the header was made from. g++ itself does not notice that
// one of them has changed.
std::string state_of(const std::vector<fs::path>& files) {
  std::string state;
  for (const fs::path& file : files) {
    std::error_code error;
    const auto size = fs::file_size(file, error);
    const auto time = fs::last_write_time(file, error).time_since_epoch().count();
    state += fmt::format("{}\n{} {}\n", file.string(), size, time);
  }
  return state;
}

// The files that the text names, if none of them has changed since it was written.
std::vector<fs::path> unchanged_files(const std::string& state) {
  std::vector<fs::path> files;
  std::size_t begin = 0;
  for (int line = 0; begin < state.size(); ++line) {
    const std::size_t end = std::min(state.find('\n', begin), state.size());
    if (line % 2 == 0) {
      files.emplace_back(state.substr(begin, end - begin));
    }
    begin = end + 1;
  }
  return state_of(files) == state ? files : std::vector<fs::path>();
}

fs::path header_in(const fs::path& folder) {
  return folder / "cuda.h";
}

fs::path state_in(const fs::path& folder) {
  return folder / "made_from";
}

std::optional<PrecompiledShim> kept_in(const fs::path& folder) {
  const auto state = content_of(state_in(folder));
  const std::vector<fs::path> files = state ? unchanged_files(*state) : std::vector<fs::path>();
  return files.empty() ? std::nullopt
                       : std::optional(PrecompiledShim{folder, header_in(folder), files});
}

// True if the folder was filled.
bool make(const Compiler& host, const Arguments& flags, const fs::path& folder) {
  CompileJob job;
  job.scratch = folder;
  std::ofstream(header_in(folder))
      << fmt::format("#include \"{}\"\n", paths().cuda_stub().string());
  Arguments all = flags;
  all.insert(all.end(), {"-x", "c++-header"});
  const Arguments files{"-MD",
                        "-MF",
                        job.dependencies().string(),
                        header_in(folder).string(),
                        "-o",
                        header_in(folder).string() + ".gch"};
  if (!job.start(command(host, all, files), "output").wait().succeeded()) {
    return false;
  }
  job.note_dependencies();
  std::erase(job.read, header_in(folder));
  std::ofstream(state_in(folder)) << state_of(job.read);
  return !job.read.empty();
}

}  // namespace

std::optional<PrecompiledShim> precompiled_shim(const Compiler& host, const Arguments& flags) {
  if (host.is_clang) {
    return std::nullopt;
  }
  const std::string key = fmt::format("{}\n{}", host.stamp(), fmt::join(flags, "\n"));
  const fs::path folder = paths().module_cache() / ("shim-" + sha256(key));
  if (auto kept = kept_in(folder)) {
    return kept;
  }
  try {
    const ScratchFolder scratch(paths().module_cache());
    const fs::path made = scratch.path() / "shim";
    fs::create_directory(made);
    if (!make(host, flags, made)) {
      return std::nullopt;
    }
    std::error_code occupied;
    fs::rename(made, folder, occupied);
    if (occupied && !kept_in(folder)) {  // outdated: nobody else has made it meanwhile
      fs::rename(folder, scratch.path() / "outdated", occupied);
      fs::rename(made, folder, occupied);
    }
    return kept_in(folder);
  } catch (const std::system_error&) {  // such as a folder that is read-only
    return std::nullopt;
  }
}

}  // namespace gemmlab

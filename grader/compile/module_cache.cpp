// What compiles keep for later ones: modules, and the simulator's replacement for CUDA's first
// header, precompiled: reading it as text took most of the time that a compiler needs for a lab
// file.
#include "grader/compile/compile_steps.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "grader/compile/paths.h"
#include "grader/core/facts/fact_json.h"

namespace gemmlab {

GEMMLAB_JSON_WITHOUT(CompileResult, (problem), "a problem of this machine is not kept", outcome,
                     module, refusal, warnings)

namespace {

// A file that the compiler read.
struct Read {
  std::string file, sha256;
};

struct CacheEntry {
  std::string format;
  std::vector<Read> read;
  CompileResult result;
};

constexpr std::uintmax_t kMostRead = 64 << 20;  // bytes of all files together, to know them again

fs::path entry(const fs::path& folder, const std::string& key) {
  return folder / (key + ".entry");
}

constexpr const char* kFormat = "gemmlab module entry 3";

GEMMLAB_JSON(Read, file, sha256)
GEMMLAB_JSON(CacheEntry, format, read, result)

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
  const bool holds = !header.files.empty() && state_of(header.files) == state.str();
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
  return !job.read.empty();
}

}  // namespace

std::optional<CompileResult> find_module(const fs::path& folder, const std::string& key) {
  try {
    const auto found = Json::parse(read_foreign(entry(folder, key)).value_or("")).get<CacheEntry>();
    const auto is_unchanged = [](const Read& read) {
      const auto content = read_foreign(read.file, kMostRead);
      return content && sha256(*content) == read.sha256;
    };
    const bool holds = found.format == kFormat && std::ranges::all_of(found.read, is_unchanged) &&
                       (found.result.module.empty() || fs::exists(found.result.module));
    return holds ? std::optional(found.result) : std::nullopt;
  } catch (const JsonError&) {
    return std::nullopt;
  }
}

CompileResult store_module(const fs::path& folder, const std::string& key,
                           const std::vector<fs::path>& read, CompileResult result,
                           const fs::path& scratch) {
  bool lasting = true;
  CacheEntry kept{kFormat, {}, {}};
  std::uintmax_t left = kMostRead;
  for (const fs::path& file : read) {
    const std::optional<std::string> content = read_foreign(file, left);
    lasting = lasting && content;  // removed in the meantime, or not a regular file: not reliable
    left -= content.value_or("").size();
    kept.read.push_back({file.string(), sha256(content.value_or(""))});
  }
  if (!result.module.empty()) {
    const fs::path module = folder / (sha256(key + Json(kept.read).text()) + ".so");
    fs::rename(result.module, module);
    result.module = module;
  }
  if (!lasting) {
    return result;
  }
  kept.result = result;
  const fs::path unfinished = scratch / "entry";
  std::ofstream out(unfinished, std::ios::binary);
  out << Json(kept).text();
  out.close();
  if (!out) {
    throw std::system_error(ENOSPC, std::generic_category(), unfinished.string());
  }
  fs::rename(unfinished, entry(folder, key));
  return result;
}

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

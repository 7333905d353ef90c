#include "grader/batch/handout/handout.h"

#include <fmt/ranges.h>

#include "grader/compile/compile.h"
#include "grader/compile/toolchain_flags.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/read_file.h"
#include "grader/machine/scratch_folder.h"
#include "grader/machine/tool_process.h"
#include "grader/machine/toolchain.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  write_atomically(file, text);
  fs::permissions(file, fs::perms(0644));
}

// Writes the skeletons twice: to edit, and to restore and compare with.
void write_skeletons(const HandoutJob& job, const fs::path& to) {
  for (const Lab& lab : job.labs) {
    for (const char* folder : {"labs", "reference"}) {
      write(to / folder / lab.path(), handed_out_skeleton(job.from, lab));
    }
  }
}

// Copies the solution's file next to its module.
Arguments sources(const Lab& lab, Backend kind, const fs::path& folder) {
  const fs::path copy = folder / lab.file;
  fs::copy_file(paths().solutions() / lab.path(), copy);
  Arguments files;
  if (kind == Backend::cuda) {
    files.push_back(paths().runtime_log().string());
  }
  files.insert(files.end(), {"-MD", "-MF", (folder / "dependencies").string(), copy.string(), "-o",
                             (folder / "module.so").string()});
  return files;
}

// A lab's solution, compiled for the hand-out: it exports the contract's symbols and contains
// neither debug information nor source text, but machine code and, for the GPU, PTX still reveal
// what it does. Cached for the next time, because compiling takes seconds each.
fs::path handed_out_module(const Lab& lab, Backend kind, const Compiler& compiler) {
  const Arguments flags = handed_out_flags(kind);
  std::string key = compiler.stamp() + '\n' + read_file(paths().solutions() / lab.path()) +
                    read_file(paths().contract_headers() / "gemmlab" / "matmul.h") +
                    read_file(paths().runtime_log()) + fmt::format("{}\n", fmt::join(flags, "\n"));
  const fs::path kept = paths().module_cache() / ("handed_out-" + sha256(key) + ".so");
  if (fs::exists(kept)) {
    return kept;
  }
  const ScratchFolder scratch(paths().module_cache());
  ProcessLimits limits;
  limits.time = std::chrono::seconds{600};  // for a dozen architectures
  limits.memory_bytes = 0;                  // all are compiled at once
  const ProcessResult done = Process(command(compiler, flags, sources(lab, kind, scratch.path())),
                                     scratch.path(), "compile", limits)
                                 .wait();
  if (!done.succeeded()) {
    const std::string said = done.output.text();
    throw InfrastructureError(fmt::format(
        "cannot compile the solution of lab {} with {}, so nothing was handed out: {}\nTry the "
        "compiler: ./gemmlab device",
        lab.id, compiler.path.string(), said.empty() ? "it gave no reason" : said));
  }
  fs::rename(scratch.path() / "module.so", kept);
  return kept;
}

std::vector<std::string> write_modules(const HandoutJob& job, const fs::path& to) {
  std::set<std::string> lacking;
  for (const Lab& lab : job.labs) {
    const Backend kind = lab.file.ends_with(".cpp") ? Backend::cpu : Backend::cuda;
    if (kind == Backend::cuda && job.audience == Audience::autograder) {
      continue;  // there is no GPU
    }
    if (job.progress) {
      job.progress("compiling lab " + lab.id);
    }
    const auto& compiler = kind == Backend::cpu ? toolchain().host : toolchain().nvcc;
    if (compiler) {
      fs::copy_file(handed_out_module(lab, kind, *compiler),
                    to / "reference" / kept_module(lab, kind));
    } else {
      lacking.insert(
          kind == Backend::cpu
              ? "no C++ compiler is installed here: students cannot be timed on the CPU"
              : "nvcc is not installed here: students' kernels cannot be timed on a GPU");
    }
  }
  return {lacking.begin(), lacking.end()};
}

fs::path tidy(const fs::path& folder) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

}  // namespace

std::string objection_to_folder(const fs::path& folder, const Paths& from) {
  const fs::path place = fs::weakly_canonical(tidy(folder)), root = fs::weakly_canonical(from.root);
  if (std::ranges::mismatch(root, place).in1 == root.end()) {
    return fmt::format("{} is inside the project: choose a folder elsewhere", folder.string());
  }
  const bool is_free = !fs::exists(folder) || (fs::is_directory(folder) && fs::is_empty(folder));
  return is_free ? ""
                 : fmt::format("{} already exists and is not an empty folder: choose a new one",
                               folder.string());
}

std::vector<std::string> write_handout(const HandoutJob& job, const fs::path& folder) {
  const fs::path place = tidy(folder);
  const ScratchFolder unfinished(place.parent_path());  // deleted at the end unless it was moved
  fs::permissions(unfinished.path(), fs::perms(0755));
  std::vector<std::string> words{job.from.root / "grader" / "batch" / "handout" / "files.py",
                                 job.audience == Audience::students ? "students" : "autograder",
                                 job.with_binaries ? job.from.build : "", job.from.root,
                                 unfinished.path()};
  std::ranges::transform(job.labs, std::back_inserter(words), &Lab::path);
  said_by_python(std::move(words));
  write_skeletons(job, unfinished.path());
  const std::vector<std::string> lacking = write_modules(job, unfinished.path());
  fs::rename(unfinished.path(), place);
  return lacking;
}

}  // namespace gemmlab

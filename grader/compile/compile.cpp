#include "grader/compile/compile.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>

#include "grader/compile/code_stamp.h"
#include "grader/compile/compile_scratch.h"
#include "grader/compile/compile_steps.h"
#include "grader/compile/module_cache.h"
#include "grader/compile/paths.h"
#include "grader/compile/textbook.h"
#include "grader/core/infrastructure_error.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

using Outcome = CompileResult::Outcome;

constexpr std::uintmax_t kSourceBytes = 4 << 20;

// All that a result depends on and that is known before compiling. Paths count too: messages and
// line tables hold them.
std::string key_of(const fs::path& source, const std::string& content, ModuleKind kind) {
  const Toolchain& tools = toolchain();
  std::string key = GEMMLAB_CODE_STAMP "\n" + std::to_string(static_cast<int>(kind)) + "\n";
  for (const std::optional<Compiler>& compiler : {tools.host, tools.clang, tools.nvcc}) {
    key += (compiler ? compiler->stamp() : "none") + "\n";
  }
  if (kind == ModuleKind::cuda) {
    const char* host_compiler = std::getenv("NVCC_CCBIN");
    key += std::string(host_compiler != nullptr ? host_compiler : "") + "\n";
    for (const std::string& flag : cuda_flags(is_ours(source))) {  // they follow the GPU
      key += flag + "\n";
    }
  }
  key += source.string() + "\n" + (source.is_relative() ? fs::current_path().string() : "") + "\n";
  return sha256(key + content);
}

CompileResult compile_job(CompileJob& job, ModuleKind kind) {
  switch (kind) {
    case ModuleKind::sim:
      return compile_sim(job);
    case ModuleKind::cpu:
      return compile_cpu(job);
    case ModuleKind::cuda:
      return compile_cuda(job);
  }
  return no_compiler("unknown kind of module");
}

// What __has_include finds may appear later, in folders that no list of files read tells of:
// such a result is kept under a key that is never asked for again.
bool asks_for_headers(const CompileJob& job) {
  const auto asks = [](const fs::path& file) {
    return is_students(file) && content_of(file).find("__has_include") != std::string::npos;
  };
  return asks(job.source) || std::any_of(job.read.begin(), job.read.end(), asks);
}

CompileResult unreadable(const fs::path& source, const std::string& why) {
  return {Outcome::does_not_compile, {}, source.string() + why, std::nullopt, {}};
}

// Compiles in the job's scratch folder, which belongs to the sandbox meanwhile.
CompileResult compile_held(CompileJob& job, ModuleKind kind, const std::string& content) {
  if (job.enclosure == nullptr) {
    return compile_job(job, kind);
  }
  if (const auto foreign = check_headers(job, content)) {
    return *foreign;
  }
  const Sandbox& sandbox = job.enclosure->sandbox;
  sandbox.give(job.scratch);
  job.held = {&sandbox, visible_to(job)};
  CompileResult result = compile_job(job, kind);
  sandbox.take_back(job.scratch);
  if (!result.module.empty()) {
    sandbox.take_back(result.module);
  }
  return result;
}

CompileResult compile_through_cache(const fs::path& source,
                                    ModuleKind kind,
                                    const Enclosure* enclosure) {
  std::ifstream in(source, std::ios::binary);
  if (!fs::is_regular_file(source) || !in) {
    return unreadable(source, " is not a source file that can be read");
  }
  if (fs::file_size(source) > kSourceBytes) {
    return unreadable(source, " is larger than 4 MiB: no lab needs that much");
  }
  const std::string content{std::istreambuf_iterator<char>(in), {}};
  if (content.find('\0') != std::string::npos) {
    return unreadable(source,
                      " is not text, for it holds zero bytes: a compiled program, an archive, or "
                      "UTF-16? A source file is UTF-8");
  }
  if (const auto forged = simt::find_forged_positions(content, source.string())) {
    return told(*forged);
  }
  const fs::path folder =
      enclosure != nullptr ? enclosure->sandbox.folder() / "modules" : paths().module_cache();
  const ModuleCache cache(folder);
  const std::string key = key_of(source, content, kind);
  if (std::optional<CompileResult> known = cache.find(key)) {
    return *known;
  }
  const ScratchFolder scratch(folder);
  CompileJob job{source, scratch.path(), toolchain(), {}, enclosure, {}};
  CompileResult result = compile_held(job, kind, content);
  // Without the list of files read it cannot be told later whether the result still holds.
  if (result.outcome == Outcome::infrastructure || job.read.empty()) {
    return result;
  }
  const std::string kept = asks_for_headers(job) ? sha256(key + scratch.path().string()) : key;
  return cache.store(kept, job.read, std::move(result), scratch.path());
}

}  // namespace

CompileResult compile(const fs::path& source, ModuleKind kind, const Enclosure* enclosure) {
  if (is_withheld(source)) {
    return prebuilt(source, kind);
  }
  try {
    return compile_through_cache(source, kind, enclosure);
  } catch (const InfrastructureError& error) {
    return no_compiler(error.what());
  } catch (const std::system_error& error) {
    return no_compiler("compiling " + source.string() + " failed: " + error.what() +
                       ". Is there space, and may the build folder be written to?");
  }
}

}  // namespace gemmlab

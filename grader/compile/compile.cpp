#include "grader/compile/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <set>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "common/facts/names.h"
#include "grader/compile/code_stamp.h"
#include "grader/compile/compile_allowed.h"
#include "grader/compile/compile_job.h"
#include "grader/compile/compile_ways.h"
#include "grader/compile/foreign_paths.h"
#include "grader/compile/known_files.h"
#include "grader/compile/module_cache.h"
#include "grader/compile/precompiled_header.h"
#include "grader/compile/provided_headers.h"
#include "grader/compile/source_slips.h"
#include "grader/compile/toolchain_flags.h"
#include "grader/compile/translator.h"
#include "grader/core/facts/refusal.h"
#include "grader/core/foreign_text.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/read_file.h"
#include "grader/core/source/source_text.h"
#include "grader/machine/scratch_folder.h"
#include "grader/machine/toolchain.h"
#include "grader/sandbox/enclosure.h"
#include "grader/sandbox/layers.h"
#include "grader/sandbox/sandbox.h"

namespace gemmlab {
namespace {

// Everything that a result depends on and that is known before compiling. This includes paths,
// because messages and line tables contain them.
std::string key_of(const fs::path& source, const std::string& content, Backend kind,
                   Purpose purpose) {
  const Toolchain& tools = toolchain();
  std::string key =
      fmt::format("{}\n{}\n{}\n", GEMMLAB_CODE_STAMP, name(kind), static_cast<int>(purpose));
  for (const std::optional<Compiler>& compiler : {tools.host, tools.clang, tools.nvcc}) {
    key += (compiler ? compiler->stamp() : "none") + "\n";
  }
  if (kind == Backend::sim && tools.host) {
    key += fmt::format("{}\n", fmt::join(sim_flags(*tools.host, false), "\n"));
  }
  if (kind == Backend::cuda) {
    const char* host_compiler = std::getenv("NVCC_CCBIN");
    key += std::string(host_compiler != nullptr ? host_compiler : "") + "\n";
    key += fmt::format("{}\n", fmt::join(cuda_flags(source), "\n"));  // these depend on the GPU
  }
  key += source.string() + "\n" + (source.is_relative() ? fs::current_path().string() : "") + "\n";
  return sha256(key + content);
}

CompileResult compile_job(CompileJob& job, Backend kind) {
  Process forgery = started_translator(job, {"forgery", job.argument()}, "forgery");
  CompileResult result = kind == Backend::sim   ? compile_sim(job)
                         : kind == Backend::cpu ? compile_cpu(job)
                                                : compile_cuda(job);
  // The result is worthless if lines are forged.
  return untranslated(job, forgery.wait()).value_or(std::move(result));
}

// A header that __has_include looks for may appear later, in folders that no list of read files
// mentions. Such a result is kept under a key that is never used again.
bool asks_for_headers(const CompileJob& job) {
  const auto asks = [](const fs::path& file) {
    const std::string word = "__has_include";
    return is_students(file) && read_foreign(file).value_or(word).find(word) != std::string::npos;
  };
  return asks(job.source) || std::ranges::any_of(job.read, asks);
}

CompileResult unreadable(const fs::path& source, NoSource::Why why) {
  return refused({ForeignText(source.string()), std::nullopt, NoSource{why}});
}

// What the job's compilers must see of this machine inside a sandbox.
Visible visible_to(const CompileJob& job) {
  Visible visible;
  visible.readable = {paths().translator(),
                      paths().contract_headers(),
                      paths().simulator_headers(),
                      paths().runtime_log(),
                      paths().runtime_log().replace_extension(".h"),
                      paths().version_script(),
                      fs::absolute(job.source).parent_path()};
  visible.readable_if_there.push_back(provided_headers());
  for (const PrecompiledHeader& header : precompile_headers(job.tools)) {
    visible.readable_if_there.push_back(header.folder);  // it may be remade at this moment
  }
  for (const auto& compiler : {job.tools.host, job.tools.clang, job.tools.nvcc}) {
    if (compiler && !compiler->path.string().starts_with("/usr/")) {
      visible.readable.push_back(compiler->path.parent_path().parent_path());
    }
  }
  visible.writable = job.scratch;
  visible.working = job.source.is_relative() ? fs::current_path() : job.scratch;
  return visible;
}

// Compiles in the job's scratch folder, which belongs to the sandbox during that time.
CompileResult compile_held(CompileJob& job, Backend kind, const std::string& content) {
  if (kind == Backend::sim) {
    provide_headers(job.source, content);
  }
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

CompileResult compile_through_cache(const fs::path& source, Backend kind,
                                    const Enclosure* enclosure, Purpose purpose) {
  const std::optional<std::string> content = read_foreign(source);
  if (!content) {
    const bool is_large = fs::is_regular_file(source) && fs::file_size(source) > kMostSource;
    return unreadable(source, is_large ? NoSource::Why::too_large : NoSource::Why::unreadable);
  }
  if (content->find('\0') != std::string::npos) {
    return unreadable(source, NoSource::Why::not_text);
  }
  const fs::path folder =
      enclosure != nullptr ? enclosure->sandbox.folder() / "modules" : paths().module_cache();
  const std::string key = key_of(source, *content, kind, purpose);
  if (std::optional<CompileResult> known = find_module(folder, key)) {
    return *known;
  }
  const ScratchFolder scratch(folder);
  CompileJob job{source, scratch.path(), toolchain(), purpose, {}, enclosure, {}};
  if (purpose == Purpose::trying_changes) {
    job.deadline += std::chrono::minutes(4);  // its processor time is limited
  }
  CompileResult result = compile_held(job, kind, *content);
  // Without the list of read files it is impossible to tell later whether the result is still
  // valid.
  if (result.outcome == CompileResult::Outcome::infrastructure || job.read.empty()) {
    return result;
  }
  const std::string kept = asks_for_headers(job) ? sha256(key + scratch.path().string()) : key;
  return store_module(folder, kept, job.read, std::move(result), scratch.path());
}

// A result with the reason for a compiler's errors first, if the text has a better one than they.
CompileResult explained(CompileResult result, const fs::path& source) {
  const auto* const untranslatable =
      result.refusal ? get_if<Untranslatable>(&result.refusal->cause) : nullptr;
  const auto* const said =
      result.refusal ? get_if<CompilerErrors>(&result.refusal->cause) : nullptr;
  if (result.outcome != CompileResult::Outcome::does_not_compile ||
      (untranslatable == nullptr && said == nullptr)) {
    return result;
  }
  const CompileJob job{source, {}, {}};
  const KnownFiles known = known_files(job);
  const std::vector<Diagnostic> errors =
      said != nullptr ? said->diagnostics : std::vector{untranslatable->error};
  std::set<int> lines;
  for (const Diagnostic& error : errors) {
    if (known.is_lab_file(error.file)) {
      lines.insert(error.line);
    }
  }
  if (const auto slip = find_slip(read_foreign(source).value_or(""), lines)) {
    Diagnostic error{job.argument(), slip->line, Severity::error, ForeignText(slip->text)};
    error.source = known.line(error.file, error.line);
    return refused({ForeignText(source.string()), slip->line, CompilerErrors{{error}}});
  }
  return result;
}

CompileResult tried(const fs::path& source, Backend kind, const Enclosure* enclosure,
                    Purpose purpose) {
  try {
    return explained(compile_through_cache(source, kind, enclosure, purpose), source);
  } catch (const InfrastructureError& error) {
    return no_compiler(error.what());
  } catch (const std::system_error& error) {
    return no_compiler("compiling " + source.string() + " failed: " + error.what() +
                       ". Is the disk full, or is the build folder not writable?");
  }
}

// Whether this machine compiles a file of ours in the same way.
bool compiles_ours(Backend kind, const Enclosure* enclosure) {
  const ScratchFolder folder(enclosure != nullptr ? enclosure->sandbox.folder()
                                                  : fs::temp_directory_path());
  fs::permissions(folder.path(), fs::perms(0755));  // for the sandbox's user
  const fs::path file = folder.path() / (kind == Backend::cpu ? "kernel.cpp" : "kernel.cu");
  std::ofstream(file)
      << "#include <gemmlab/matmul.h>\nextern \"C\" void matmul(const float*, const "
         "float*, float*, int, int, int) {}\n";
  return tried(file, kind, enclosure, Purpose::judging).outcome == CompileResult::Outcome::ok;
}

std::string file_name(Backend kind) {
  return std::string(name(kind)) + ".so";
}

// Whether it is a solution that this hand-out withholds.
bool is_withheld(const fs::path& source) {
  return source.parent_path().parent_path() == paths().solutions() &&
         paths().withholds_solutions() && !fs::exists(source);
}

// The module of such a solution; an infrastructure result if the hand-out does not include it.
CompileResult prebuilt(const fs::path& source, Backend kind) {
  const std::string slug = source.parent_path().filename().string();
  const fs::path module = paths().reference() / slug / file_name(kind);
  if (fs::exists(module)) {
    return compiled(module);
  }
  return no_compiler(slug + "'s reference program for the " +
                     (kind == Backend::cuda ? "GPU" : "CPU") +
                     " is not in this hand-out, because the machine that made it had no compiler "
                     "for it. Ask your instructor");
}

}  // namespace

// A submission can make compilers say anything: their words alone never blame this machine.
CompileResult compile(const fs::path& source, Backend kind, const Enclosure* enclosure,
                      Purpose purpose) {
  if (is_withheld(source)) {
    return prebuilt(source, kind);
  }
  CompileResult result = tried(source, kind, enclosure, purpose);
  if (result.outcome == CompileResult::Outcome::infrastructure && compiles_ours(kind, enclosure)) {
    return refused({ForeignText(source.string()), std::nullopt,
                    ToolStopped{ToolStopped::Tool::compiler, ToolStopped::Why::other,
                                ForeignText(result.problem)}});
  }
  return result;
}

std::string handed_out_skeleton(const Paths& paths, const Lab& lab) {
  return paths.withholds_solutions() ? read_file(paths.reference() / lab.path())
                                     : skeleton_of(read_file(paths.solutions() / lab.path()));
}

}  // namespace gemmlab

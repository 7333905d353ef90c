#include "grader/compile/compile_job.h"

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <functional>
#include <system_error>

#include "grader/compile/diagnostics.h"
#include "grader/compile/foreign_paths.h"
#include "grader/core/read_file.h"
#include "grader/machine/tool_process.h"
#include "grader/process/child.h"
#include "grader/sandbox/layers.h"

namespace gemmlab {
namespace {

constexpr int kErrorsShown = 5;
constexpr int kWarningsShown = 10;

// File names in a make rule ("target: a b \<newline> c"), where a backslash makes the following
// blank or # part of a name.
std::vector<fs::path> prerequisites(const std::string& rule) {
  std::vector<fs::path> files;
  std::string name;
  const auto finish = [&] {
    if (!name.empty()) {
      files.emplace_back(name);
    }
    name.clear();
  };
  const std::size_t colon = rule.find(": ");
  for (std::size_t i = colon == std::string::npos ? rule.size() : colon + 2; i < rule.size(); ++i) {
    const char next = i + 1 < rule.size() ? rule[i + 1] : '\0';
    if (rule[i] == '\\' && next == '\n') {
      ++i;
    } else if ((rule[i] == '\\' && (next == ' ' || next == '#')) ||
               (rule[i] == '$' && next == '$')) {
      name += next;
      ++i;
    } else if (rule[i] == ' ' || rule[i] == '\n') {
      finish();
    } else {
      name += rule[i];
    }
  }
  finish();
  return files;
}

// By names alone. Paths that begin with a link are not below what the link names.
bool is_below(const fs::path& file, const fs::path& folder) {
  const fs::path inside = fs::absolute(file).lexically_normal();
  const fs::path outside = (fs::absolute(folder) / "").lexically_normal().parent_path();
  const auto ends = std::mismatch(outside.begin(), outside.end(), inside.begin(), inside.end());
  return ends.first == outside.end();
}

}  // namespace

std::string CompileJob::argument() const {
  const std::string name = source.string();
  return name.starts_with('-') ? "./" + name : name;
}

void CompileJob::note_dependencies() {
  // A list that is not readable or too long counts as one file, which will be gone: whatever
  // depends on it is not kept.
  const std::string rule = read_foreign(dependencies()).value_or(": " + dependencies().string());
  const auto is_mounted = [this](const fs::path& file) {
    const Visible& seen = held.visible;
    return held.sandbox == nullptr || is_below(file, "/usr") ||
           std::ranges::any_of(seen.readable, std::bind_front(is_below, file)) ||
           std::ranges::any_of(seen.readable_if_there, std::bind_front(is_below, file));
  };
  for (const fs::path& file : prerequisites(rule)) {
    read.push_back(is_mounted(file) ? file : dependencies());
  }
}

ToolStopped::Why why_stopped(const ProcessResult& process) {
  const bool wrote_too_much = process.ending.signalled && process.ending.code == SIGXFSZ;
  const ForeignText& said = process.output;
  const bool is_late = process.timed_out || said.holds("CPU time limit exceeded") ||
                       (process.ending.signalled && process.ending.code == SIGXCPU);
  return is_late                                                    ? ToolStopped::Why::time
         : wrote_too_much || said.holds("File size limit exceeded") ? ToolStopped::Why::written
         : said.holds("out of memory") || said.holds("bad_alloc") ||
                 said.holds("Cannot allocate memory")
             ? ToolStopped::Why::memory
             : ToolStopped::Why::other;
}

CompileResult failure(const CompileJob& job, const ProcessResult& process) {
  const ToolStopped::Why why = why_stopped(process);
  const ToolStopped stopped{ToolStopped::Tool::compiler, why,
                            ForeignText(process.output.text(), {.lines = 8})};
  const auto all = parse_diagnostics(process.output, foreign_paths());
  const KnownFiles known = known_files(job);
  auto errors = first_diagnostics(all, Severity::error, kErrorsShown, known);
  if (why != ToolStopped::Why::time && !errors.empty()) {
    return refused(job, CompilerErrors{std::move(errors)}, first_error_line(all, known));
  }
  if (why != ToolStopped::Why::other) {
    return refused(job, stopped);
  }
  return no_compiler(process.output.holds("unsupported GNU version")
                         ? "g++ is too new for this nvcc: install an older one too and name it, as "
                           "in NVCC_CCBIN=g++-13 ./gemmlab grade; or install a newer CUDA Toolkit"
                         : "the compiler failed:\n" + stopped.said.text());
}

std::vector<Diagnostic> warnings_in(const CompileJob& job, const ProcessResult& process) {
  return first_diagnostics(parse_diagnostics(process.output, foreign_paths()), Severity::warning,
                           kWarningsShown, known_files(job));
}

KnownFiles known_files(const CompileJob& job) {
  KnownFiles known(job.argument(), read_foreign(job.source).value_or(""));
  const bool is_sandboxed = job.enclosure != nullptr;
  for (const fs::path& file : job.read) {
    if (is_students(file)) {
      is_sandboxed ? known.add(file) : known.add_quotable(file);
    }
  }
  // A compiler that fails writes no list.
  constexpr int kMostBeside = 1000;
  std::error_code ignored;
  const fs::path folder = job.source.parent_path();
  fs::directory_iterator entry(folder.empty() ? "." : folder, ignored);
  for (int left = kMostBeside; !is_sandboxed && entry != fs::directory_iterator() && left > 0;
       entry.increment(ignored), --left) {
    known.add_quotable(folder / entry->path().filename());
  }
  return known;
}

}  // namespace gemmlab

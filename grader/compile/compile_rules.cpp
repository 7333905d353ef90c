// CUDA's own rules (which code may call which, how kernels are launched), which the simulator's
// compiler does not know: without this check a file could pass here and not compile for a GPU.
//
// What a lab file may use. In a class: only the C library's functions for computing, printing and
// memory. The sandbox stops programs that evade this check; the check's purpose is a clear message
// with the name. On the simulator: only what exists there, and nothing that hides accesses.

#include "grader/compile/compile_steps.h"
#include "grader/compile/paths.h"
#include "grader/compile/tables.h"
#include "grader/core/pattern.h"
#include "grader/core/source/source_text.h"

namespace gemmlab {
namespace {

// An error with its explanatory notes.
struct Complaint {
  Diagnostic error;
  std::vector<Diagnostic> notes;
};

std::vector<Complaint> complaints_in(const ForeignText& output) {
  std::vector<Complaint> complaints;
  bool of_error = false;
  for (Diagnostic& diagnostic : parse_diagnostics(output, {})) {
    if (diagnostic.severity == Severity::note) {
      if (of_error) {
        complaints.back().notes.push_back(std::move(diagnostic));
      }
      continue;
    }
    if (diagnostic.text.holds("is a member function")) {  // clang only warns
      diagnostic.severity = Severity::error;
    }
    of_error = diagnostic.severity == Severity::error;
    if (of_error) {
      complaints.push_back({std::move(diagnostic), {}});
    }
  }
  return complaints;
}

// clang reads our stub of CUDA's headers, which lacks most of CUDA. Only complaints about CUDA's
// own words count; the compiler itself reports everything else better. In "no matching function for
// call to 'f'" those words are in the note: "candidate function not viable: call to __host__
// function ...".
std::optional<Diagnostic> broken_rule(Complaint complaint) {
  for (const char* word : {"__device__", "__global__", "__host__", "__shared__", "global function",
                           "kernel function", "CUDA device code"}) {
    if (complaint.error.text.holds(word)) {
      return complaint.error;
    }
  }
  for (const Diagnostic& note : complaint.notes) {
    const std::string& why = note.text.text();
    const std::size_t reason = why.find("call to __");
    if (reason != std::string::npos) {
      const bool calls_host = why.find("call to __host__ function from __", reason) == reason;
      complaint.error.text =
          ForeignText(complaint.error.text.text() + " (" + why.substr(reason) +
                      (calls_host ? "; if it is yours, write __device__ before it)" : ")"));
      return complaint.error;
    }
  }
  return std::nullopt;
}

Process started(const CompileJob& job, const Compiler& compiler, const Arguments& flags,
                const std::string& name) {
  const Arguments files{job.argument(), "-o", (job.scratch / name).string() + ".ii"};
  return job.start(command(compiler, flags, files), name);
}

fs::path device_code(const CompileJob& job) {
  return job.scratch / "rules-device.ll";
}

Process started_by_clang(const CompileJob& job, bool device, bool precompiled = true,
                         bool has_flag = true) {
  Arguments flags = rules_flags(device, has_flag);
  const auto header = precompiled ? precompiled_header(*job.tools.clang, flags) : std::nullopt;
  flags.push_back(header ? "-include-pch" : "-include");
  flags.push_back((header ? header->for_clang() : paths().cuda_stub()).string());
  if (device) {
    for (const std::string& argument :
         {std::string("-emit-llvm"), std::string("-disable-llvm-passes"),
          std::string("-debug-info-kind=line-tables-only"), std::string("-o"),
          device_code(job).string()}) {
      flags.insert(flags.end(), {"-Xclang", argument});
    }
  }
  return started(job, *job.tools.clang, flags, device ? "rules-device" : "rules-host");
}

// Each clang has the flag so far, but none promises it.
bool lacks_flag(const ProcessResult& result) {
  return result.output.holds("unknown argument");
}

// clang 14 reads back from a precompiled header an operator new for the device alone: it refuses
// the host's, and crashes at delete.
bool lost_operators(const ProcessResult& result) {
  return result.output.holds("'operator new") || result.output.holds("PLEASE submit a bug report");
}

bool is_usual(const std::string& name) {
  static const std::vector<std::string> allowed = table_words(kAllowedFunctions);
  return std::ranges::any_of(allowed, [&](const std::string& each) {
    return each.ends_with('*') ? name.starts_with(each.substr(0, each.size() - 1)) : name == each;
  });
}

bool is_header_of_labs(const std::string& name) {
  return name.starts_with("gemmlab/") || name == "cuda_runtime.h" || name == "cstddef" ||
         name == "stddef.h";
}

// What instrumented code calls.
bool is_hook(const std::string& name) {
  return name.starts_with("__tsan_") || name.starts_with("__ubsan_");
}

// Names that the simulator's worker defines.
bool is_simulators(const std::string& name) {
  return is_hook(name) || name.starts_with("simt::") || name.starts_with("simt_") ||
         name.starts_with("cuda") || name.starts_with("__wrap_") || name.starts_with("atomic") ||
         name.starts_with("__emutls_");
}

// Names grow with what they are made of: a few types have a name longer than any file.
constexpr std::uintmax_t kMostNames = 16 << 20;

}  // namespace

RulesCheck::RulesCheck(CompileJob& job) : job_(job) {
  for (const auto& file : fs::recursive_directory_iterator(paths().simulator_headers())) {
    if (file.is_regular_file()) {
      job.read.push_back(file.path());
    }
  }
  // clang needs a tenth of nvcc's time.
  if (job_.tools.clang) {
    for (const bool device : {false, true}) {
      processes_.push_back(started_by_clang(job_, device));
    }
  } else if (job_.tools.nvcc) {
    processes_.push_back(started(job_, *job_.tools.nvcc, nvcc_rules_flags(), "rules"));
  }
}

Failure RulesCheck::wait() {
  std::vector<Diagnostic> broken;
  const KnownFiles known = known_files(job_);
  const auto take_in = [&](const Diagnostic& error) {
    const auto same = [&error](const Diagnostic& other) {
      return other.line == error.line && other.text == error.text;
    };
    // The host side and the device side may report the same line.
    if (known.hold(error.file) && std::ranges::none_of(broken, same)) {
      broken.push_back(error);
    }
  };
  for (std::size_t side = 0; side < processes_.size(); ++side) {
    ProcessResult result = processes_[side].wait();
    if (job_.tools.clang && (lacks_flag(result) || lost_operators(result))) {
      result = started_by_clang(job_, side == 1, false, !lacks_flag(result)).wait();
    }
    for (Complaint& complaint : complaints_in(result.output)) {
      // nvcc takes __device__ where a variable is __shared__, too.
      if (complaint.error.text.holds("on non-static local variables") &&
          known.line(complaint.error.file, complaint.error.line).holds("__shared__")) {
        continue;
      }
      if (const auto error = job_.tools.clang ? broken_rule(complaint) : complaint.error) {
        take_in(*error);
      }
    }
  }
  if (const fs::path code = device_code(job_); broken.empty() && fs::exists(code)) {
    const Arguments files{"code", code.string(), job_.argument()};
    const ProcessResult result = started_translator(job_, files, "rules-code").wait();
    if (!result.succeeded()) {
      return untranslated(job_, result);
    }
    for (const Complaint& complaint : complaints_in(result.output)) {
      take_in(complaint.error);
    }
  }
  auto errors = first_diagnostics(broken, Severity::error, 5, known);
  if (errors.empty()) {
    return std::nullopt;
  }
  return refused(job_, CompilerErrors{std::move(errors)}, first_error_line(broken, known));
}

std::string included_by(std::string_view line) {
  const auto skip = [&line](std::size_t characters) {  // and blanks
    line.remove_prefix(characters);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  };
  skip(0);
  if (!line.starts_with('#') && !line.starts_with("%:")) {
    return "";
  }
  skip(line.starts_with('#') ? 1 : 2);
  if (!line.starts_with("include")) {
    return "";
  }
  skip(7);
  const std::size_t close = line.find(line.starts_with('<') ? '>' : '"', 1);
  const bool is_named = line.starts_with('<') || line.starts_with('"');
  return std::string(is_named && close != line.npos ? line.substr(1, close - 1) : line);
}

Failure check_headers(const CompileJob& job, const std::string& text) {
  const std::set<std::string>& allowed = job.enclosure->headers;
  if (allowed.empty()) {
    return std::nullopt;
  }
  int number = 0;
  for (const std::string_view line : lines_of(text)) {
    ++number;
    const std::string header = included_by(line);
    if (!header.empty() && !is_header_of_labs(header) && allowed.count(header) == 0) {
      return refused(job, HeaderNotAllowed{ForeignText(header, kNameCut)}, number);
    }
  }
  return std::nullopt;
}

Failure check_functions(const CompileJob& job, const fs::path& object) {
  if (job.enclosure == nullptr || job.enclosure->symbols.count("*") != 0) {
    return std::nullopt;
  }
  if (!job.tools.nm) {
    return no_compiler(
        "nm is not installed here, so the functions that a file calls are unknown: install "
        "binutils");
  }
  const Arguments arguments{job.tools.nm->string(), "-u", "-P", object.string()};
  if (!job.start(arguments, "called").wait().succeeded()) {
    return no_compiler("nm cannot read the object that was just compiled");
  }
  const auto said = read_foreign(job.scratch / "called", kMostNames);
  if (!said) {
    return refused(job, ToolStopped{.why = ToolStopped::Why::written});
  }
  for (const std::string_view line : lines_of(*said)) {
    const std::string name(line.substr(0, line.find_first_of("@ ")));
    if (!is_usual(name) && job.enclosure->symbols.count(name) == 0) {
      return refused(job, FunctionNotAllowed{ForeignText(name, kNameCut)});
    }
  }
  return std::nullopt;
}

Failure check_symbols(const CompileJob& job) {
  if (!job.tools.nm) {
    return std::nullopt;  // the translator checks the rest
  }
  const Arguments arguments{job.tools.nm->string(), "-C", job.module().string()};
  if (!job.start(arguments, "symbols").wait().succeeded()) {
    return no_compiler("nm cannot read the module that was just compiled");
  }
  const Pattern in_place(R"(__tsan_(read|write)\d+|__ubsan_handle_type_mismatch_v1)");
  bool is_instrumented = false;
  const auto said = read_foreign(job.scratch / "symbols", kMostNames);
  if (!said) {
    return refused(job, ToolStopped{.why = ToolStopped::Why::written});
  }
  for (const std::string_view line : lines_of(*said)) {
    // An address or blanks, the kind, the demangled name: "                 U cudaMalloc"
    if (line.size() < 20) {
      continue;
    }
    const char kind = line[17];
    const std::string name(line.substr(19));
    if (kind == 'U' && name == "__tsan_init") {
      is_instrumented = true;
    } else if (kind != 'U' && is_hook(name) && !(kind == 't' && in_place.matches(name))) {
      return refused(job, HidesAccesses{ForeignText(name, kNameCut)});
    } else if (kind == 'U' && name.find('@') == std::string::npos && !is_simulators(name)) {
      return refused(job, DefinedNowhere{ForeignText(name, kNameCut)});
    }
  }
  return is_instrumented ? std::nullopt : std::optional(refused(job, HidesAccesses{}));
}

}  // namespace gemmlab

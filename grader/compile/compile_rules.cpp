// CUDA's own rules (which code may call which, how kernels are launched), which the simulator's
// compiler does not know: without this check a file could pass here and not compile for a GPU.

#include "grader/compile/compile_rules.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "grader/compile/compile_result.h"
#include "grader/compile/diagnostics.h"
#include "grader/compile/known_files.h"
#include "grader/compile/precompiled_header.h"
#include "grader/compile/toolchain_flags.h"
#include "grader/compile/translator.h"
#include "grader/core/facts/refusal.h"
#include "grader/core/foreign_text.h"
#include "grader/core/fs.h"
#include "grader/machine/paths.h"
#include "grader/machine/tool_process.h"
#include "grader/machine/toolchain.h"

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
  if (complaint.error.text.holds("reference to __global__ function")) {
    complaint.error.text = ForeignText(
        "a kernel launches a kernel here (dynamic parallelism), which nvcc compiles only for "
        "programs of several parts (-rdc=true): launch each kernel from host code");
    return complaint.error;
  }
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

// Whether clang has looked at all of the file. What it finds wrong with its stub of CUDA does not
// keep it from going on; a fatal error does, and what it does not read is not checked.
bool is_whole(const ProcessResult& result) {
  constexpr std::size_t kNearlyAll = kMostToolOutput - 4096;  // a last line is cut
  return !result.timed_out && !result.ending.signalled && !result.output.holds("fatal error: ") &&
         result.output.text().size() < kNearlyAll;
}

// clang 14 reads back from a precompiled header an operator new for the device alone: it refuses
// the host's, and crashes at delete.
bool lost_operators(const ProcessResult& result) {
  return result.output.holds("'operator new") || result.output.holds("PLEASE submit a bug report");
}

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

EarlyResult RulesCheck::wait() {
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
    std::vector<Complaint> complaints = complaints_in(result.output);
    if (job_.tools.clang && !is_whole(result)) {
      return complaints.empty() || !known.hold(complaints.back().error.file)
                 ? refused(job_, ToolStopped{.why = why_stopped(result)})
                 : refused(job_, CompilerErrors{{complaints.back().error}},
                           complaints.back().error.line);
    }
    for (Complaint& complaint : complaints) {
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

}  // namespace gemmlab

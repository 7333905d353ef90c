// CUDA's own rules (what may call what, how kernels are launched), which the simulator's compiler
// does not know: without this check a file could pass here and not compile for a GPU.
#include <algorithm>
#include <array>

#include "grader/judge/compile_steps.h"

namespace gemmlab {
namespace {

// An error with the notes that explain it.
struct Complaint {
  Diagnostic error;
  std::vector<Diagnostic> notes;
};

std::vector<Complaint> complaints_in(const std::string& output) {
  std::vector<Complaint> complaints;
  bool of_error = false;
  for (Diagnostic& diagnostic : parse_diagnostics(output, {})) {
    if (diagnostic.severity == Diagnostic::Severity::note) {
      if (of_error) {
        complaints.back().notes.push_back(std::move(diagnostic));
      }
      continue;
    }
    of_error = diagnostic.severity == Diagnostic::Severity::error;
    if (of_error) {
      complaints.push_back({std::move(diagnostic), {}});
    }
  }
  return complaints;
}

bool names_rule(const std::string& text) {
  constexpr std::array<std::string_view, 6> kWords = {
      "__device__", "__global__", "__host__", "__shared__", "global function", "kernel function"};
  return std::any_of(kWords.begin(), kWords.end(), [&text](std::string_view word) {
    return text.find(word) != std::string::npos;
  });
}

// clang reads our stub of CUDA's headers, which lacks most of CUDA. Only complaints about CUDA's
// own words count; everything else the compile itself will say better. "no matching function for
// call to 'f'" has those words in its note: "candidate function not viable: call to __host__
// function ...".
std::optional<Diagnostic> broken_rule(Complaint complaint) {
  if (names_rule(complaint.error.text)) {
    return complaint.error;
  }
  for (const Diagnostic& note : complaint.notes) {
    const std::size_t reason = note.text.find("call to __");
    if (reason != std::string::npos) {
      complaint.error.text += " (" + note.text.substr(reason) + ")";
      return complaint.error;
    }
  }
  return std::nullopt;
}

}  // namespace

RulesCheck::RulesCheck(CompileJob& job) : job_(job) {
  for (const auto& file : std::filesystem::recursive_directory_iterator(stub_headers())) {
    if (file.is_regular_file()) {
      job.read.push_back(file.path());
    }
  }
  const auto start = [this](const Compiler& compiler, const Arguments& flags, const char* name) {
    const Arguments files{job_.argument(), "-o", (job_.scratch / name).string() + ".ii"};
    processes_.push_back(
        std::make_unique<Process>(command(compiler, flags, files), job_.scratch, name));
  };
  // clang takes a quarter of nvcc's time.
  if (job_.tools.clang) {
    start(*job_.tools.clang, rules_flags(false), "rules-host");
    start(*job_.tools.clang, rules_flags(true), "rules-device");
  } else if (job_.tools.nvcc) {
    by_nvcc_ = true;
    start(*job_.tools.nvcc, nvcc_rules_flags(), "rules");
  }
}

std::optional<CompileResult> RulesCheck::wait() {
  std::vector<Diagnostic> broken;
  for (const auto& process : processes_) {
    const ProcessResult result = process->wait();
    for (Complaint& complaint : complaints_in(result.output)) {
      const auto error = by_nvcc_ ? std::optional(complaint.error) : broken_rule(complaint);
      const auto same = [&error](const Diagnostic& other) {
        return other.line == error->line && other.text == error->text;
      };
      // The host's and the device's side may complain of the same line.
      if (error && is_students(error->file) && std::none_of(broken.begin(), broken.end(), same)) {
        broken.push_back(*error);
      }
    }
  }
  const std::string message = describe(broken, Diagnostic::Severity::error, 5);
  if (message.empty()) {
    return std::nullopt;
  }
  const auto line = first_error_line(broken, job_.argument());
  return CompileResult{CompileResult::Outcome::does_not_compile, {}, message, line, {}};
}

}  // namespace gemmlab

// What a lab file may use. In a class: only the C library's functions for computing, printing and
// memory. The sandbox stops programs that evade this check; the check's purpose is a clear message
// with the name. On the simulator: only what exists there, and nothing that hides accesses.

#include "grader/compile/compile_allowed.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "common/facts/text_table.h"
#include "grader/compile/compile_result.h"
#include "grader/compile/provided_headers.h"
#include "grader/compile/tables.h"
#include "grader/compile/toolchain_flags.h"
#include "grader/core/facts/refusal.h"
#include "grader/core/foreign_text.h"
#include "grader/core/pattern.h"
#include "grader/core/read_file.h"
#include "grader/core/source/source_text.h"
#include "grader/machine/toolchain.h"

namespace gemmlab {
namespace {

bool is_usual(const std::string& name) {
  static const std::vector<std::string> allowed = words_of_table(
      kAllowedFunctions, "grader/compile/allowed_functions.table", {"what", "functions"});
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

EarlyResult check_headers(const CompileJob& job, const std::string& text) {
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

EarlyResult check_functions(const CompileJob& job, const fs::path& object) {
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

EarlyResult check_symbols(const CompileJob& job) {
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

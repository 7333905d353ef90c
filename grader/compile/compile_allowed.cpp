// What a lab file may name in a class: the C library's functions that compute, print and take
// memory, and no others. The sandbox holds who gets past this; this says it at once, by name.
#include <algorithm>
#include <fstream>

#include "grader/compile/compile_steps.h"
#include "grader/compile/tables.h"
#include "grader/core/read_file.h"

namespace gemmlab {
namespace {

bool is_usual(const std::string& name) {
  static const std::vector<std::string> allowed = table_words(kAllowedFunctions);
  return std::any_of(allowed.begin(), allowed.end(), [&](const std::string& each) {
    return each.ends_with('*') ? name.starts_with(each.substr(0, each.size() - 1)) : name == each;
  });
}

bool is_header_of_labs(const std::string& name) {
  return name.starts_with("gemmlab/") || name == "cuda_runtime.h" || name == "cstddef" ||
         name == "stddef.h";
}

// What the n-th line includes: a header's name, or the text of whatever else stands there; empty if
// it is no #include.
std::string included_by(const std::string& line) {
  std::size_t at = line.find_first_not_of(" \t");
  const bool is_digraph = at != std::string::npos && line.compare(at, 2, "%:") == 0;
  if (at == std::string::npos || (line[at] != '#' && !is_digraph)) {
    return "";
  }
  at = line.find_first_not_of(" \t", at + (is_digraph ? 2 : 1));
  if (at == std::string::npos || line.compare(at, 7, "include") != 0) {
    return "";
  }
  at = line.find_first_not_of(" \t", at + 7);
  if (at == std::string::npos) {
    return "";
  }
  const char end = line[at] == '<' ? '>' : '"';
  const std::size_t close = line.find(end, at + 1);
  const bool is_named = (line[at] == '<' || line[at] == '"') && close != std::string::npos;
  return is_named ? line.substr(at + 1, close - at - 1) : line.substr(at);
}

}  // namespace

std::optional<CompileResult> check_headers(const CompileJob& job, const std::string& text) {
  const std::set<std::string>& allowed = job.enclosure->headers;
  if (allowed.empty()) {
    return std::nullopt;
  }
  int number = 0;
  for (std::size_t at = 0; at < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string header = included_by(text.substr(at, end - at));
    if (!header.empty() && !is_header_of_labs(header) && allowed.count(header) == 0) {
      return refused(job, HeaderNotAllowed{ForeignText(header)}, number + 1);
    }
    at = end + 1;
  }
  return std::nullopt;
}

std::optional<CompileResult> check_functions(const CompileJob& job,
                                             const std::filesystem::path& object) {
  if (job.enclosure == nullptr || job.enclosure->symbols.count("*") != 0) {
    return std::nullopt;
  }
  if (!job.tools.nm) {
    return no_compiler(
        "nm is not installed here: without it what a file calls is not known; "
        "install binutils");
  }
  const Arguments arguments{job.tools.nm->string(), "-u", "-P", object.string()};
  if (!job.start(arguments, "called").wait().succeeded()) {
    return no_compiler("nm cannot read the object that was just compiled");
  }
  std::ifstream lines(job.scratch / "called");  // all of them: a process's output is cut off
  for (std::string name, kind; lines >> name >> kind;) {
    name = name.substr(0, name.find('@'));
    lines.ignore(1 << 16, '\n');
    if (!is_usual(name) && job.enclosure->symbols.count(name) == 0) {
      return refused(job, FunctionNotAllowed{ForeignText(name)});
    }
  }
  return std::nullopt;
}

}  // namespace gemmlab

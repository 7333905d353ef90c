// What a lab file may name in a class: the C library's functions that compute, print and take
// memory, and no others. The sandbox holds who gets past this; this says it at once, by name.
#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>

#include "grader/compile/compile_steps.h"

namespace gemmlab {
namespace {

using Outcome = CompileResult::Outcome;

// The simulator's and CUDA's runtime, the C++ library, and what compilers call by themselves.
constexpr std::array<std::string_view, 12> kPrefixes = {
    "_Z",     "__tsan_",  "simt_",    "cuda",        "__cuda",    "__cxa_",
    "__gxx_", "_Unwind_", "__emutls", "__stack_chk", "__atomic_", "__wrap_mem"};

// Ending a program is among them: it has a verdict of its own.
constexpr std::array<std::string_view, 140> kNames = {
    "_GLOBAL_OFFSET_TABLE_",
    "__assert_fail",
    "__dso_handle",
    "__errno_location",
    "__fprintf_chk",
    "__gmon_start__",
    "__memcpy_chk",
    "__memmove_chk",
    "__memset_chk",
    "__printf_chk",
    "__snprintf_chk",
    "__sprintf_chk",
    "__tls_get_addr",
    "__vsnprintf_chk",
    "_exit",
    "abort",
    "abs",
    "acos",
    "acosf",
    "aligned_alloc",
    "asin",
    "asinf",
    "atan",
    "atan2",
    "atan2f",
    "atanf",
    "atexit",
    "bsearch",
    "calloc",
    "cbrt",
    "cbrtf",
    "ceil",
    "ceilf",
    "clock",
    "clock_gettime",
    "copysign",
    "copysignf",
    "cos",
    "cosf",
    "cosh",
    "coshf",
    "erf",
    "erff",
    "exit",
    "exp",
    "exp2",
    "exp2f",
    "expf",
    "expm1",
    "expm1f",
    "fabs",
    "fabsf",
    "fdim",
    "fdimf",
    "fflush",
    "floor",
    "floorf",
    "fma",
    "fmaf",
    "fmax",
    "fmaxf",
    "fmin",
    "fminf",
    "fmod",
    "fmodf",
    "fprintf",
    "fputc",
    "fputs",
    "free",
    "fwrite",
    "gettimeofday",
    "hypot",
    "hypotf",
    "ilogb",
    "labs",
    "ldexp",
    "ldexpf",
    "llabs",
    "llrint",
    "llround",
    "log",
    "log10",
    "log10f",
    "log1p",
    "log1pf",
    "log2",
    "log2f",
    "logf",
    "lrint",
    "lrintf",
    "lround",
    "lroundf",
    "malloc",
    "memalign",
    "memchr",
    "memcmp",
    "memcpy",
    "memmove",
    "memset",
    "modf",
    "modff",
    "nanosleep",
    "nearbyint",
    "nearbyintf",
    "posix_memalign",
    "pow",
    "powf",
    "printf",
    "putchar",
    "puts",
    "qsort",
    "rand",
    "rand_r",
    "realloc",
    "remainder",
    "rint",
    "rintf",
    "round",
    "roundf",
    "sched_yield",
    "sin",
    "sincosf",
    "sinf",
    "sinh",
    "snprintf",
    "sprintf",
    "sqrt",
    "sqrtf",
    "srand",
    "stderr",
    "stdout",
    "strcmp",
    "strlen",
    "strncmp",
    "tan",
    "tanf",
    "tanh",
    "tanhf",
    "time",
    "usleep",
};
constexpr std::array<std::string_view, 12> kThreads = {
    "pthread_cond_broadcast", "pthread_cond_signal",  "pthread_cond_wait",  "pthread_create",
    "pthread_detach",         "pthread_join",         "pthread_key_create", "pthread_mutex_lock",
    "pthread_mutex_trylock",  "pthread_mutex_unlock", "pthread_once",       "pthread_self"};

bool is_usual(std::string_view name) {
  return std::any_of(kPrefixes.begin(), kPrefixes.end(),
                     [name](std::string_view prefix) { return name.starts_with(prefix); }) ||
         std::find(kNames.begin(), kNames.end(), name) != kNames.end() ||
         std::find(kThreads.begin(), kThreads.end(), name) != kThreads.end();
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

CompileResult not_allowed(const CompileJob& job, const std::string& what, std::optional<int> line) {
  return {Outcome::does_not_compile,
          {},
          job.source.string() + ": " + what +
              ". This course does not allow that: a lab computes, and needs nothing else. Leave it "
              "out, or ask who teaches the course.",
          line,
          {}};
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
      return not_allowed(job, "it includes " + header, number + 1);
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
      return not_allowed(job, "it uses '" + name + "'", std::nullopt);
    }
  }
  return std::nullopt;
}

}  // namespace gemmlab

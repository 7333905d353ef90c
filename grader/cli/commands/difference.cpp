#include "grader/cli/commands/difference.h"

#include <filesystem>
#include <fstream>

#include "grader/compile/compile_scratch.h"
#include "grader/core/infrastructure_error.h"
#include "grader/process/run_program.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

constexpr int kSame = 0, kDiffer = 1;  // what diff(1) exits with

std::string written(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << printable(text);
  return file.string();
}

Ink ink_of(const std::string& line) {
  return line.starts_with('+') ? Ink::good : line.starts_with('-') ? Ink::bad : Ink::note;
}

}  // namespace

std::string difference(const NamedText& from, const NamedText& to, const Terminal& terminal) {
  const ScratchFolder scratch(fs::temp_directory_path());
  std::string out;
  const int code = run_program(
      {"diff", "-u", "--label", from.name, "--label", to.name,
       written(scratch.path() / "from", from.text), written(scratch.path() / "to", to.text)},
      [&](const std::string& line) {
        const bool is_context = line.starts_with(' ') || line.empty();
        out += (is_context ? line : ink(terminal, ink_of(line), line)) + '\n';
      });
  if (code != kSame && code != kDiffer) {
    throw InfrastructureError(
        "The program diff is needed to compare two files (Debian: diffutils).");
  }
  return out;
}

}  // namespace gemmlab

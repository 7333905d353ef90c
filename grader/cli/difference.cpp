#include "grader/cli/difference.h"

#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "grader/cli/process.h"
#include "grader/core/result.h"
#include "grader/judge/infrastructure_error.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

constexpr int kSame = 0, kDiffer = 1;  // what diff(1) exits with

// A folder of our own that goes when this does.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (fs::temp_directory_path() / "gemmlab-diff-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw InfrastructureError("cannot make a folder in " + fs::temp_directory_path().string());
    }
    folder_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::string write(const char* name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << printable(text);
    return (folder_ / name).string();
  }

 private:
  fs::path folder_;
};

Ink ink_of(const std::string& line) {
  return line.starts_with('+') ? Ink::good : line.starts_with('-') ? Ink::bad : Ink::note;
}

}  // namespace

std::string difference(const NamedText& from, const NamedText& to, const Terminal& terminal) {
  const ScratchFolder scratch;
  std::string out;
  const int code = run_process({"diff", "-u", "--label", from.name, "--label", to.name,
                                scratch.write("from", from.text), scratch.write("to", to.text)},
                               [&](const std::string& line) {
                                 const bool is_context = line.starts_with(' ') || line.empty();
                                 out +=
                                     (is_context ? line : ink(terminal, ink_of(line), line)) + '\n';
                               });
  if (code != kSame && code != kDiffer) {
    throw InfrastructureError(
        "The program diff is needed to compare two files (Debian: diffutils).");
  }
  return out;
}

}  // namespace gemmlab

#include "grader/machine/toolchain.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <system_error>

#include "grader/core/pattern.h"
#include "grader/machine/tool_process.h"
#include "grader/process/program.h"

namespace gemmlab {
namespace {

std::optional<Compiler> compiler(const std::optional<fs::path>& path, bool is_clang) {
  return path ? std::optional<Compiler>({*path, is_clang}) : std::nullopt;
}

std::optional<fs::path> find_clang() {
  std::optional<fs::path> found = find_program("clang++");
  for (int version = 20; version >= 14 && !found; --version) {
    found = find_program("clang++-" + std::to_string(version));
  }
  return found;
}

std::optional<fs::path> find_nvcc() {
  std::optional<fs::path> found = find_program("nvcc");
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    const char* const folder = std::getenv(variable);
    if (folder != nullptr && !found) {
      found = if_executable(fs::path(folder) / "bin" / "nvcc");
    }
  }
  return found ? found : if_executable("/usr/local/cuda/bin/nvcc");
}

}  // namespace

std::string Compiler::stamp() const {
  std::error_code ignored;
  const fs::path real = fs::canonical(path, ignored);
  struct stat status = {};
  stat(real.c_str(), &status);
  return real.string() + " " + std::to_string(status.st_size) + " " +
         std::to_string(status.st_mtime);
}

const Toolchain& toolchain() {
  static const Toolchain found = [] {
#ifdef __APPLE__
    const std::optional<fs::path> gnu;  // on such systems g++ is clang
#else
    const auto gnu = find_program("g++");
#endif
    Toolchain tools{compiler(gnu, false), compiler(find_clang(), true),
                    compiler(find_nvcc(), false), find_program("nm")};
    if (!tools.host) {
      tools.host = tools.clang;
    }
    return tools;
  }();
  return found;
}

std::string description(const std::optional<Compiler>& compiler, const std::string& word) {
  if (!compiler) {
    return "";
  }
  std::istringstream lines(output_of({compiler->path.string(), "--version"}));
  for (std::string line; std::getline(lines, line);) {
    if (line.find(word) != std::string::npos) {
      return compiler->path.string() + ", " + line;
    }
  }
  return compiler->path.string();
}

std::vector<std::string> header_folders(const Compiler& compiler) {
  std::vector<std::string> folders;
  std::istringstream lines(
      output_of({compiler.path.string(), "-x", "c++", "-E", "-v", "/dev/null", "-o", "/dev/null"}));
  bool is_listed = false;
  for (std::string line; std::getline(lines, line) && line != "End of search list.";) {
    if (is_listed && line.size() > 1) {
      folders.push_back((fs::path(line.substr(1)).lexically_normal() / "").string());
    }
    is_listed = is_listed || line == "#include <...> search starts here:";
  }
  return folders;
}

int registers_in(const std::string& ptxas_output) {
  static const Pattern used(R"(Used (\d+) registers)");
  int most = 0;
  for (const Match& match : used.all_in(ptxas_output)) {
    most = std::max(most, std::stoi(match[1]));
  }
  return most;
}

}  // namespace gemmlab

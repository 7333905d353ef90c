#include "grader/compile/toolchain.h"

#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "grader/compile/compile_process.h"
#include "grader/compile/compile_scratch.h"
#include "grader/compile/paths.h"
#include "grader/process/find_program.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

std::optional<Compiler> find_gnu() {
#ifdef __APPLE__
  return std::nullopt;  // g++ is clang there
#else
  const auto found = find_program("g++");
  return found ? std::optional<Compiler>({*found, false}) : std::nullopt;
#endif
}

std::optional<Compiler> find_clang() {
  if (const auto found = find_program("clang++")) {
    return Compiler{*found, true};
  }
  for (int version = 20; version >= 14; --version) {
    if (const auto found = find_program("clang++-" + std::to_string(version))) {
      return Compiler{*found, true};
    }
  }
  return std::nullopt;
}

std::optional<Compiler> find_nvcc() {
  if (const auto found = find_program("nvcc")) {
    return Compiler{*found, false};
  }
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* folder = std::getenv(variable)) {
      if (const auto found = if_executable(fs::path(folder) / "bin" / "nvcc")) {
        return Compiler{*found, false};
      }
    }
  }
  const auto found = if_executable("/usr/local/cuda/bin/nvcc");
  return found ? std::optional<Compiler>({*found, false}) : std::nullopt;
}

// "PATH, LINE" with the line of `compiler --version` that holds `word`; empty without a compiler.
std::string description(const std::optional<Compiler>& compiler, const std::string& word) {
  if (!compiler) {
    return "";
  }
  const ScratchFolder scratch(fs::temp_directory_path());
  const ProcessResult version =
      Process({compiler->path.string(), "--version"}, scratch.path(), "version").wait();
  std::istringstream lines(version.output.text());
  for (std::string line; std::getline(lines, line);) {
    if (line.find(word) != std::string::npos) {
      return compiler->path.string() + ", " + line;
    }
  }
  return compiler->path.string();
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
    Toolchain tools{find_gnu(), find_clang(), find_nvcc(), find_program("nm")};
    if (!tools.host) {
      tools.host = tools.clang;
    }
    return tools;
  }();
  return found;
}

std::string host_compiler() {
  return description(toolchain().host, "(");
}

std::string cuda_compiler() {
  return description(toolchain().nvcc, "release");
}

}  // namespace gemmlab

#include "grader/stand_in/installation.h"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "grader/compile/compile.h"
#include "grader/machine/gpu_state.h"
#include "grader/machine/paths.h"

namespace gemmlab::stand_in {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, const std::string& text) {
  if (!(std::ofstream(file) << text)) {
    throw std::runtime_error("cannot write " + file.string());
  }
}

void put_first(const char* variable, const fs::path& folder) {
  const char* others = std::getenv(variable);
  setenv(variable, (folder.string() + (others != nullptr ? std::string(":") + others : "")).c_str(),
         1);
}

fs::path new_folder() {
  std::string name = (fs::temp_directory_path() / "gemmlab stand-in XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error("cannot make " + name);
  }
  return name;
}

}  // namespace

Installation::Installation() : folder_(new_folder()) {
  fs::create_directory(folder_ / "bin");
  fs::create_symlink(paths().root / "grader" / "stand_in" / "nvcc", folder_ / "bin" / "nvcc");
  restore();
  put_first("PATH", folder_ / "bin");
  put_first("LD_LIBRARY_PATH", folder_);
  gpu_state();
}

const Installation& Installation::only() {
  static const Installation installed;
  return installed;
}

Installation::~Installation() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void Installation::set_machine(const std::string& lines) const {
  write(folder_ / "machine.txt", lines);
}

void Installation::remove_driver() const {
  fs::remove(folder_ / "libcuda.so.1");
  write(folder_ / "libcuda.so.1", "");
}

void Installation::restore() const {
  set_machine("");
  fs::remove(folder_ / "libcuda.so.1");
  fs::create_symlink(paths().build / "grader" / "stand_in" / "libcuda.so.1",
                     folder_ / "libcuda.so.1");
}

fs::path Installation::module(const std::string& behaviour) const {
  const fs::path lab = folder_ / (behaviour + ".cu");
  write(lab, "// stand-in: " + behaviour + "\n");
  const CompileResult compiled = compile(lab, Backend::cuda);
  if (compiled.outcome != CompileResult::Outcome::ok) {
    throw std::runtime_error(message(compiled));
  }
  return compiled.module;
}

}  // namespace gemmlab::stand_in

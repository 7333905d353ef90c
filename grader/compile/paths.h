// Where this build's parts are. Fixed at configure time, because the tool runs from its build
// folder.
#pragma once

#include <filesystem>

namespace gemmlab {

struct Paths {
  std::filesystem::path root;   // the project: labs/, solutions/, docs/, common/
  std::filesystem::path build;  // the build folder: workers and the module cache

  std::filesystem::path labs() const { return root / "labs"; }
  std::filesystem::path solutions() const { return root / "solutions"; }
  // Replaces the solutions in a hand-out, which has none: skeletons and prebuilt modules.
  std::filesystem::path reference() const { return root / "reference"; }
  bool withholds_solutions() const { return std::filesystem::is_directory(reference()); }
  std::filesystem::path docs() const { return root / "docs"; }
  std::filesystem::path speed_programs() const { return root / "grader" / "speed"; }
  std::filesystem::path table() const { return root / "labs" / "labs.table"; }
  std::filesystem::path contract_headers() const { return root / "common" / "include"; }
  std::filesystem::path simulator_headers() const { return root / "common" / "simt" / "shim"; }
  // The replacement for CUDA's own first header.
  std::filesystem::path cuda_stub() const { return simulator_headers() / "cuda_runtime.h"; }
  // The symbols that a module exports, and the extra source of every cuda module.
  std::filesystem::path version_script() const {
    return root / "grader" / "compile" / "module_symbols.map";
  }
  std::filesystem::path runtime_log() const {
    return root / "grader" / "worker" / "runtime_log.cpp";
  }
  std::filesystem::path module_cache() const { return build / "modules"; }
  std::filesystem::path survey() const { return build / "grader" / "worker" / "gemmlab-survey"; }
  std::filesystem::path translator() const {
    return build / "grader" / "compile" / "gemmlab-translate";
  }
  std::filesystem::path worker(const std::string& kind) const {
    return build / "grader" / "worker" / ("gemmlab-worker-" + kind);
  }
};

const Paths& paths();

}  // namespace gemmlab

// Where this build's parts are: above the running program lies the build folder, whose file
// gemmlab.root names the project's.
#pragma once

#include <string>

#include "grader/core/fs.h"

namespace gemmlab {

struct Paths {
  fs::path root;   // the project: labs/, solutions/, docs/, common/
  fs::path build;  // the build folder: workers and the module cache

  fs::path labs() const { return root / "labs"; }
  fs::path solutions() const { return root / "solutions"; }
  // Replaces the solutions in a hand-out, which has none: skeletons and prebuilt modules.
  fs::path reference() const { return root / "reference"; }
  bool withholds_solutions() const { return fs::is_directory(reference()); }
  fs::path docs() const { return root / "docs"; }
  fs::path speed_programs() const { return root / "grader" / "speed"; }
  fs::path table() const { return root / "labs" / "labs.table"; }
  fs::path contract_headers() const { return root / "common" / "include"; }
  fs::path simulator_headers() const { return root / "common" / "simt" / "shim"; }
  // The replacement for CUDA's own first header.
  fs::path cuda_stub() const { return simulator_headers() / "cuda_runtime.h"; }
  // The symbols that a module exports, and the extra source of every cuda module.
  fs::path version_script() const { return root / "grader" / "compile" / "module_symbols.map"; }
  fs::path runtime_log() const { return root / "grader" / "worker" / "runtime_log.cpp"; }
  fs::path module_cache() const { return build / "modules"; }
  fs::path survey() const { return build / "grader" / "worker" / "gemmlab-survey"; }
  fs::path translator() const { return build / "grader" / "compile" / "gemmlab-translate"; }
  fs::path worker(const std::string& kind) const {
    return build / "grader" / "worker" / ("gemmlab-worker-" + kind);
  }
};

const Paths& paths();

}  // namespace gemmlab

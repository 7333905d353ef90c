#include "grader/compile/precompiled_stubs.h"

#include <memory>
#include <string>

#include "grader/compile/compile_process.h"
#include "grader/compile/compile_scratch.h"
#include "grader/compile/module_cache.h"
#include "grader/compile/paths.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

// Whether the headers are still those it was made from, clang sees to.
fs::path kept_at(const Compiler& clang, const Arguments& flags) {
  std::string key = clang.stamp();
  for (const std::string& flag : flags) {
    key += '\n' + flag;
  }
  return paths().module_cache() / ("stub-" + sha256(key) + ".pch");
}

}  // namespace

std::array<fs::path, 2> precompiled_stubs(const Compiler& clang) {
  std::array<fs::path, 2> kept;
  std::array<std::unique_ptr<Process>, 2> processes;
  const ScratchFolder scratch(paths().module_cache());
  const auto made_at = [&scratch](std::size_t side) {
    return scratch.path() / ("stub" + std::to_string(side));
  };
  for (std::size_t side = 0; side < kept.size(); ++side) {
    const Arguments flags = rules_flags(side == 1);
    kept[side] = kept_at(clang, flags);
    if (!fs::exists(kept[side])) {
      const Arguments files{"-Xclang",
                            "-emit-pch",
                            "-Xclang",
                            "-o",
                            "-Xclang",
                            made_at(side).string(),
                            stub_header().string()};
      processes[side] = std::make_unique<Process>(command(clang, flags, files), scratch.path(),
                                                  "output" + std::to_string(side));
    }
  }
  for (std::size_t side = 0; side < kept.size(); ++side) {
    if (processes[side] && processes[side]->wait().succeeded()) {
      fs::rename(made_at(side), kept[side]);
    }
  }
  return kept;
}

}  // namespace gemmlab

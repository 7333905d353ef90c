// Caches compile results by the content of all their inputs.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/compile/compile_result.h"
#include "grader/core/sha256.h"

namespace gemmlab {

// A folder with two files per result: the module, and an entry that lists the files the compiler
// read. The key of an entry is what is known before compiling (source, flags, compiler). The entry
// is valid as long as every listed file has the same content. Files appear only by rename, so any
// number of processes may share the folder.
class ModuleCache {
 public:
  explicit ModuleCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // The result under `key`, unless one of its input files has changed or disappeared.
  std::optional<CompileResult> find(const std::string& key) const;

  // Stores `result` and returns it with the module's final path. `read`: the files that the
  // compiler read. `scratch`: the caller's folder, inside this one, that now contains the module.
  // Throws std::system_error.
  CompileResult store(const std::string& key, const std::vector<std::filesystem::path>& read,
                      CompileResult result, const std::filesystem::path& scratch) const;

 private:
  std::filesystem::path entry(const std::string& key) const { return folder_ / (key + ".entry"); }

  std::filesystem::path folder_;
};

}  // namespace gemmlab

// Results of compiling, kept by the content of everything that went into them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/compile/compile_result.h"
#include "grader/core/sha256.h"

namespace gemmlab {

// Of a plain file that can be read: /dev/zero has no end, and a source may include it.
std::optional<std::string> content_of(const std::filesystem::path& file);

// A folder with two files a result: the module, and an entry that says what the compiler read. An
// entry is found by what is known before compiling (source, flags, compiler), and holds as long as
// every file it names has the same content. Files appear by rename only, so any number of
// processes may share the folder.
class ModuleCache {
 public:
  explicit ModuleCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // The result under `key`, unless a file that it was made from has changed or gone.
  std::optional<CompileResult> find(const std::string& key) const;

  // Keeps `result`, and returns it with the module at its lasting place. `read` are the files that
  // the compiler read; `scratch` is a folder of the caller's, inside this one, where the module
  // lies now. Throws std::system_error.
  CompileResult store(const std::string& key,
                      const std::vector<std::filesystem::path>& read,
                      CompileResult result,
                      const std::filesystem::path& scratch) const;

 private:
  std::filesystem::path entry(const std::string& key) const { return folder_ / (key + ".entry"); }

  std::filesystem::path folder_;
};

}  // namespace gemmlab

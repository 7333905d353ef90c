// Modules, kept for later compiles. Internal to this room.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/compile/compile_result.h"
#include "grader/core/fs.h"

namespace gemmlab {

// Caches compile results by the content of all their inputs: a folder with two files per result:
// the module, and an entry that lists the files the compiler read. The key of an entry is what is
// known before compiling (source, flags, compiler). The entry is valid as long as every listed file
// has the same content. Files appear only by rename, so any number of processes may share the
// folder.
//
// The result under `key`, unless one of its input files has changed or disappeared.
std::optional<CompileResult> find_module(const fs::path& folder, const std::string& key);
// Stores `result` and returns it with the module's final path. `read`: the files that the compiler
// read. `scratch`: the caller's folder, inside this one, that now contains the module. Throws
// std::system_error.
CompileResult store_module(const fs::path& folder, const std::string& key,
                           const std::vector<fs::path>& read, CompileResult result,
                           const fs::path& scratch);

}  // namespace gemmlab

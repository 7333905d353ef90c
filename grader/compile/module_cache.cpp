#include "grader/compile/module_cache.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <ios>
#include <system_error>

#include "common/facts/json.h"
#include "grader/core/facts/fact_json.h"
#include "grader/core/read_file.h"

namespace gemmlab {

GEMMLAB_JSON_WITHOUT(CompileResult, (problem), "a problem of this machine is not kept", outcome,
                     module, refusal, warnings)

namespace {

// A file that the compiler read.
struct Read {
  std::string file, sha256;
};

struct CacheEntry {
  std::string format;
  std::vector<Read> read;
  CompileResult result;
};

constexpr std::uintmax_t kMostRead = 64 << 20;  // bytes of all files together, to know them again

fs::path entry(const fs::path& folder, const std::string& key) {
  return folder / (key + ".entry");
}

constexpr const char* kFormat = "gemmlab module entry 3";

GEMMLAB_JSON(Read, file, sha256)
GEMMLAB_JSON(CacheEntry, format, read, result)

}  // namespace

std::optional<CompileResult> find_module(const fs::path& folder, const std::string& key) {
  try {
    const auto found = Json::parse(read_foreign(entry(folder, key)).value_or("")).get<CacheEntry>();
    const auto is_unchanged = [](const Read& read) {
      const auto content = read_foreign(read.file, kMostRead);
      return content && sha256(*content) == read.sha256;
    };
    const bool holds = found.format == kFormat && std::ranges::all_of(found.read, is_unchanged) &&
                       (found.result.module.empty() || fs::exists(found.result.module));
    return holds ? std::optional(found.result) : std::nullopt;
  } catch (const JsonError&) {
    return std::nullopt;
  }
}

CompileResult store_module(const fs::path& folder, const std::string& key,
                           const std::vector<fs::path>& read, CompileResult result,
                           const fs::path& scratch) {
  bool lasting = true;
  CacheEntry kept{kFormat, {}, {}};
  std::uintmax_t left = kMostRead;
  for (const fs::path& file : read) {
    const std::optional<std::string> content = read_foreign(file, left);
    lasting = lasting && content;  // removed in the meantime, or not a regular file: not reliable
    left -= content.value_or("").size();
    kept.read.push_back({file.string(), sha256(content.value_or(""))});
  }
  if (!result.module.empty()) {
    const fs::path module = folder / (sha256(key + Json(kept.read).text()) + ".so");
    fs::rename(result.module, module);
    result.module = module;
  }
  if (!lasting) {
    return result;
  }
  kept.result = result;
  const fs::path unfinished = scratch / "entry";
  std::ofstream out(unfinished, std::ios::binary);
  out << Json(kept).text();
  out.close();
  if (!out) {
    throw std::system_error(ENOSPC, std::generic_category(), unfinished.string());
  }
  fs::rename(unfinished, entry(folder, key));
  return result;
}

}  // namespace gemmlab

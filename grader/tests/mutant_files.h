// Which wrong and unusual kernels there are, and what their first lines state, for tests that ask
// more of them than their verdict.
#pragma once

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "grader/core/labs.h"
#include "grader/machine/paths.h"

namespace gemmlab {

// The values of all `// key: value` lines among a file's first lines.
inline std::vector<std::string> all_stated(const fs::path& file, const std::string& key) {
  std::ifstream in(file);
  const std::string start = "// " + key + ": ";
  std::vector<std::string> values;
  std::string line;
  for (int i = 0; i < 8 && std::getline(in, line); ++i) {
    if (line.starts_with(start)) {
      values.push_back(line.substr(start.size()));
    }
  }
  return values;
}

// The first of them; empty if there is none.
inline std::string stated(const fs::path& file, const std::string& key) {
  const std::vector<std::string> values = all_stated(file, key);
  return values.empty() ? "" : values.front();
}

// Of a lab, and of docs/examples, sorted.
inline std::vector<fs::path> mutants_of(const Lab& lab) {
  std::vector<fs::path> files;
  for (const auto& entry :
       fs::directory_iterator(paths().root / "grader" / "mutants" / lab.slug())) {
    files.push_back(entry.path());
  }
  for (const auto& entry : fs::directory_iterator(paths().docs() / "examples")) {
    if (entry.path().filename().string().starts_with(lab.id + '_')) {
      files.push_back(entry.path());
    }
  }
  std::ranges::sort(files);
  return files;
}

// "// diagnosis: grid_swapped, not grid_rounded_down"
struct StatedDiagnosis {
  std::string name;
  bool must_be = true;
};

inline std::vector<StatedDiagnosis> stated_diagnoses(const fs::path& file) {
  std::vector<StatedDiagnosis> all;
  for (const std::string& value : all_stated(file, "diagnosis")) {
    std::istringstream names(value);
    for (std::string name; std::getline(names >> std::ws, name, ',');) {
      const bool must_be = !name.starts_with("not ");
      all.push_back({must_be ? name : name.substr(4), must_be});
    }
  }
  return all;
}

}  // namespace gemmlab

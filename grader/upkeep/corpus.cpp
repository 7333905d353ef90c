#include "grader/upkeep/corpus.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "grader/compile/paths.h"

namespace gemmlab {

namespace {

// The values of all `// key: value` lines among a file's first lines.
std::vector<std::string> values_of(const std::filesystem::path& file, const std::string& key) {
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

}  // namespace

std::string stated(const std::filesystem::path& file, const std::string& key) {
  const std::vector<std::string> values = values_of(file, key);
  return values.empty() ? "" : values.front();
}

std::vector<StatedDiagnosis> stated_diagnoses(const std::filesystem::path& file) {
  std::vector<StatedDiagnosis> all;
  for (const std::string& value : values_of(file, "diagnosis")) {
    std::istringstream names(value);
    for (std::string name; std::getline(names >> std::ws, name, ',');) {
      const bool must_be = !name.starts_with("not ");
      all.push_back({must_be ? name : name.substr(4), must_be});
    }
  }
  return all;
}

std::vector<std::filesystem::path> mutants_of(const Lab& lab) {
  const auto folder = paths().root / "grader" / "mutants" / lab.slug();
  std::vector<std::filesystem::path> files;
  if (std::filesystem::is_directory(folder)) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace gemmlab

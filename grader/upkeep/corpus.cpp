#include "grader/upkeep/corpus.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "grader/compile/paths.h"

namespace gemmlab {

std::string stated(const std::filesystem::path& file, const std::string& key) {
  std::ifstream in(file);
  const std::string start = "// " + key + ": ";
  std::string line;
  for (int i = 0; i < 8 && std::getline(in, line); ++i) {
    if (line.rfind(start, 0) == 0) {
      return line.substr(start.size());
    }
  }
  return {};
}

std::vector<StatedDiagnosis> stated_diagnoses(const std::filesystem::path& file) {
  std::vector<StatedDiagnosis> all;
  std::ifstream in(file);
  const std::string start = "// diagnosis: ";
  std::string line;
  for (int i = 0; i < 8 && std::getline(in, line); ++i) {
    std::istringstream names(line.rfind(start, 0) == 0 ? line.substr(start.size()) : "");
    for (std::string name; std::getline(names >> std::ws, name, ',');) {
      const bool must_be = name.rfind("not ", 0) != 0;
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

#include "grader/batch/handout/files.h"

#include <algorithm>
#include <regex>
#include <set>
#include <string>

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

using Names = std::set<std::string>;

const Names kRootFiles = {".clang-format",   ".clangd",    ".editorconfig", ".gitattributes",
                          ".gitignore",      "LICENSE",    "README.md",     "gemmlab",
                          "labs/labs.table", "meson.build"};
const Names kRooms = {".devcontainer", ".vscode", "common", "docs", "grader"};

// In any room: kernels that tests are made of, or what only tests use.
const Names kWithheldFolders = {"attacks", "mutants", "slurm", "stand_in", "studies", "tests"};

// For who teaches or maintains the course.
const Names kWithheldFiles = {"docs/adding_a_lab.md", "docs/architecture.md", "docs/instructors.md",
                              "docs/threat_model.md"};

// Tests, their helpers and samples.
bool is_for_tests(const std::string& name) {
  static const std::regex tests(
      R"(.*_(test|tests|case|benchmark)\.\w+|sample(_\w+)?\.(cpp|h)|project_copy\.py|student_session\.txt)");
  return std::regex_match(name, tests);
}

// A build's, an editor's or a person's leftovers have other ones.
bool is_of_the_project(const fs::path& file) {
  static const Names extensions = {".build", ".cpp", ".css", ".cu", ".h",     ".in", ".json",
                                   ".map",   ".md",  ".py",  ".sh", ".table", ".txt"};
  return extensions.contains(file.extension().string());
}

bool is_spec(const fs::path& file) {
  static const std::regex spec(R"(grader/tests/\d\d_\w+_test\.cpp)");
  return std::regex_match(file.generic_string(), spec);
}

// Kernels are shown only where the tool runs them beside the student's.
bool is_kernel(const fs::path& file) {
  return file.extension() == ".cu" && file.parent_path() != "grader/speed";
}

bool is_below(const fs::path& file, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first ==
         folder.end();
}

}  // namespace

bool is_copied(const fs::path& file, Audience audience) {
  const std::string path = file.generic_string();
  if (kRootFiles.contains(path) || is_spec(file)) {
    return true;
  }
  if (!kRooms.contains(file.begin()->string()) || kWithheldFiles.contains(path) ||
      (audience == Audience::students && is_below(file, "grader/batch"))) {
    return false;
  }
  const bool is_withheld = std::any_of(file.begin(), file.end(), [](const fs::path& part) {
    return kWithheldFolders.contains(part.string());
  });
  return !is_withheld && is_of_the_project(file) && !is_kernel(file) &&
         !is_for_tests(file.filename().string());
}

std::vector<fs::path> copied_files(const fs::path& root, Audience audience) {
  std::vector<fs::path> files;
  const auto add = [&](const fs::directory_entry& entry) {
    const fs::path file = entry.path().lexically_relative(root);
    if (entry.is_regular_file() && !entry.is_symlink() && is_copied(file, audience)) {
      files.push_back(file);
    }
  };
  for (const std::string& name : kRootFiles) {
    add(fs::directory_entry(root / name));
  }
  for (const std::string& room : kRooms) {
    if (fs::is_directory(root / room)) {
      for (const auto& entry : fs::recursive_directory_iterator(root / room)) {
        add(entry);
      }
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace gemmlab

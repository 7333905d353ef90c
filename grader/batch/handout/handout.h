// Creates the tree for a class.
#pragma once

#include <functional>

#include "grader/compile/paths.h"
#include "grader/core/labs.h"

namespace gemmlab {

// The purpose of a tree.
enum class Audience {
  students,
  autograder,  // grades submissions where students' code runs: no solutions, but with grader/batch
};

struct HandoutJob {
  Paths from;
  std::vector<Lab> labs;
  Audience audience = Audience::students;
  std::function<void(const std::string&)> progress;  // gets the current action
};

// Why a tree cannot be written to `folder`: it is not empty, or is inside the project. Empty if it
// can.
std::string objection_to_folder(const fs::path& folder, const Paths& from);

// Writes the tree to `folder`, which appears completely or not at all. Returns sentences about what
// is missing: modules whose compiler is not installed. Throws InfrastructureError if a compiler
// fails, and fs::filesystem_error.
std::vector<std::string> write_handout(const HandoutJob& job, const fs::path& folder);

// ---- check.cpp ----

struct HandoutCheck {
  int files = 0;                   // that were read
  std::vector<std::string> found;  // "PATH: what students must not see there", sorted
};

// Reads each file of a folder that students get: lines of the solutions' gaps, test kernels, and
// what cannot be looked into (a history, links). Throws fs::filesystem_error, and
// std::runtime_error for a file that cannot be read.
HandoutCheck check_handout(const fs::path& folder, const Paths& from, const std::vector<Lab>& labs);

// ---- files.cpp: selects the project files for a class, and adapts its pages ----
//
// The tool's sources and the pages for students, but no solution or test kernel.

// Or that folder itself.
bool is_below(const fs::path& path, const fs::path& folder);

// Whether a project file, given by its path below the root, is copied into the tree for `audience`.
// Labs, skeletons and modules are generated, not copied.
bool is_copied(const fs::path& file, Audience audience);

// Where a copied file comes to lie in the tree: a forge looks for its workflow at one place only.
fs::path place_of(const fs::path& file);

// The files below `root` that are copied, sorted. Ignores links.
std::vector<fs::path> copied_files(const fs::path& root, Audience audience);

// Whether a path below the root is in the hand-out.
using Has = std::function<bool(const fs::path&)>;

// The text of `page` (its path below the root) without dead links: removes table rows that link to
// a missing file, turns other such links into plain text, and removes lines of code blocks with a
// command that needs the solutions.
std::string handed_out_page(const std::string& text, const fs::path& page, const Has& has);

// A lab's page without answers: no hints that contain a statement, and no lines of the student's
// code in shown output.
std::string without_answers(const std::string& text);

// The README of a hand-out: the project's README plus the list of files to submit.
std::string handed_out_readme(const std::string& text, const Has& has);

}  // namespace gemmlab

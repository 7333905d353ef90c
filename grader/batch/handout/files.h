// Which of the project's files a class is given: what the tool is built from and what students
// read, and nothing that holds a solution or a kernel of a test; and how it reads the pages.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace gemmlab {

// What a tree is for.
enum class Audience {
  students,
  autograder,  // grades submissions where students' code runs: no solutions, but grader/batch
};

// Whether a file of the project, by its path below the root, is copied into the tree for
// `audience`. Labs, skeletons and modules are made, not copied.
bool is_copied(const std::filesystem::path& file, Audience audience);

// The files below `root` that are copied, sorted. Links are not followed, nor copied.
std::vector<std::filesystem::path> copied_files(const std::filesystem::path& root,
                                                Audience audience);

// The text of `page` (its path below the root) without what leads nowhere in a hand-out: rows of
// tables with a link to a file that is not there are left out, other such links become plain text,
// and so do lines of code blocks that call a command which needs the solutions.
//   has: whether a path below the root is in the hand-out
std::string handed_out_page(const std::string& text,
                            const std::filesystem::path& page,
                            const std::function<bool(const std::filesystem::path&)>& has);

// A lab's page without what stands in the gaps of its solution: hints with a statement in them, and
// the student's lines in an output that is shown.
std::string without_answers(const std::string& text);

// The README of a hand-out: the project's own, and which files are handed in.
std::string handed_out_readme(const std::string& text,
                              const std::function<bool(const std::filesystem::path&)>& has);

}  // namespace gemmlab

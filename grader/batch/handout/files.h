// Which of the project's files a class is given: what the tool is built from and what students
// read, and nothing that holds a solution or a kernel of a test.
#pragma once

#include <filesystem>
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

}  // namespace gemmlab

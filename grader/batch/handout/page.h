// The pages of the docs as a class reads them.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace gemmlab {

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

// What shows a failure in every report: groups of checks that most likely have the same bug, a few
// lines of the student's source with the relevant ones underlined, and small matrices.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/facts/check.h"
#include "grader/core/result.h"
#include "grader/core/spec.h"

namespace gemmlab {

// Checks that failed in the same way, at the same place if that is known; never empty.
using Failures = std::vector<const Check*>;

// Most severe first, in the order of verdicts.
std::vector<Failures> grouped_failures(const LabResult& lab);

// Whether each check that was graded failed so, and there are several.
inline bool are_all(const Failures& same, const LabResult& lab) {
  return same.size() > 1 && std::ranges::count(lab.checks, Status::not_graded, &Check::status) ==
                                std::ssize(lab.checks) - std::ssize(same);
}

// How many groups are shown in full; one usually causes the rest.
inline constexpr std::size_t kMostFailures = 3;

// The path of the file with the check's first place.
inline std::string path_of(const LabResult& lab, const Check& check) {
  return check.file().empty() ? lab.source : check.file();
}

// "33x50x17"
std::string extents(const Shape& shape);

struct ExcerptLine {
  int number = 0;  // from 1; 0: a gap
  std::string text;
  bool is_marked = false;
};

// The first three lines numbered in `marked`, each with the line before it, in the source's order;
// ignores numbers outside the source.
std::vector<ExcerptLine> excerpt_lines(std::string_view source, std::vector<int> marked);

// The lines numbered in `marked` (from 1), each with the line before it, underlined by carets:
//     37 |   for (int i = 0; i < kTile; ++i) {
//     38 |     sum += a_tile[row][i] * b_tile[i][col];
//        |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// Empty if no line remains.
std::string excerpt(std::string_view source, std::vector<int> marked, int width, int indent);

// A, B, C and the expected values of a run of up to 8x8x8. Elements of C with an error larger than
// fp32 rounding end in '!'. Side by side if they fit into `width` columns.
std::string matrices(const Demonstration& demonstration, int width);

// Whether to show them: if they were requested, or if C is wrong and nothing more severe is.
bool are_matrices_of_use(const LabResult& lab, bool are_asked_for);

}  // namespace gemmlab

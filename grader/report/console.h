// A result as text for people: a headline per lab, then what failed, where, the likely cause and
// what to read next; and what a kernel's lines cost, for every report that shows its source.
#pragma once

#include "grader/core/result.h"
#include "grader/report/text.h"

namespace gemmlab {

struct ConsoleOptions {
  Terminal terminal;
  // Returns the text of a source file, for excerpts; empty if it cannot be read. May itself be
  // empty.
  std::function<std::string(const std::string& path)> read_source;
  bool show_matrices = false;  // show the demonstration even if it is right
  bool is_watched = false;     // a key shows what a command would
  // As a course's rules leave them, and what they are of; nothing: as the result has them.
  std::optional<std::pair<double, double>> points = {};
};

Ink verdict_ink(Verdict verdict);

// "right, but wasteful at line 24: ...", of a lab that passed.
std::vector<std::string> advice_in(const LabResult& lab);

// "03 tiled_kernel   PASSED   80/100   20 not graded: no GPU", without a newline.
std::string console_headline(const LabResult& lab, const Terminal& terminal,
                             const std::optional<std::pair<double, double>>& points = {});

// "20 not graded: no GPU"; empty if all was graded. If nothing was, the reason is elsewhere.
std::string not_graded_note(const LabResult& lab);

// The headline and everything a student needs to know about this lab: what failed, most severe
// first, and what was not run. Checks that failed in the same way at the same place appear once.
// Ends with a newline.
std::string console_report(const LabResult& lab, const ConsoleOptions& options);

// One sentence over all labs: passed, points, and what could not be graded here.
std::string console_summary(const Result& result, const Terminal& terminal);

// ---- the costs of lines ----

// What loads and stores together take of one kind of memory: sectors, or passes. `counts` is of a
// line or of a whole run.
struct Units {
  std::uint64_t counted = 0, ideal = 0;

  std::uint64_t waste() const { return counted - std::min(counted, ideal); }
};
template <class Counts>
Units sectors(const Counts& counts) {
  return {counts.global_load.units + counts.global_store.units,
          counts.global_load.ideal_units + counts.global_store.ideal_units};
}
template <class Counts>
Units passes(const Counts& counts) {
  return {counts.shared_load.units + counts.shared_store.units,
          counts.shared_load.ideal_units + counts.shared_store.ideal_units};
}

// "loads a: 2048 requests, 8192 sectors (ideal 8192), 44 % of all sectors"
std::string cost(const AccessPlace& place, const Metrics& metrics);

// Explains request, sector, pass and ideal.
std::string meaning_of_counts();

// " This kernel is not right yet (RACE): this is what it does now.", or nothing.
std::string not_right_yet(const LabResult& lab);

// "All together: 16384 sectors (ideal 16384), 4096 passes (ideal 4096)."
std::string all_together(const Metrics& metrics);

// The cost of lines outside the student's file; empty if there are none.
std::string elsewhere(const Metrics& metrics);

// The student's own source; below each line that accesses memory, its cost and the reason. Pages of
// text, ending with a newline; one sentence if nothing was counted, and nothing if
// counting was not requested. `read_source` gives the text of a file, empty if it cannot be read.
std::string explanation(const LabResult& lab, const Terminal& terminal,
                        const std::function<std::string(const std::string& path)>& read_source);

// ---- what shows a failure in every report: groups of checks that most likely have the same bug, a
// few lines of the student's source with the relevant ones underlined, and small matrices ----

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

// A result as text for people: a headline per lab, then what failed, where, the likely cause and
// what to read next.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grader/core/result.h"
#include "grader/core/verdict.h"
#include "grader/report/text.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {

struct ConsoleOptions {
  Terminal terminal;
  // Returns the text of a source file, for excerpts; empty if it cannot be read. May itself be
  // empty.
  std::function<std::string(const std::string& path)> read_source;
  bool show_matrices = false;  // show the demonstration even if it is right
  bool is_watched = false;     // a key shows what a command would
  Repairs repairs = Repairs::shown;
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

}  // namespace gemmlab

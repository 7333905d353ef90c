// Sentences about facts, and about a check made from them.
#pragma once

#include "grader/core/result.h"

namespace gemmlab {

// `check` contains the fact: the sentence also uses its shape, verdict and error map.
std::string sentence(const Fact& fact, const Check& check);

// What a run showed: one or two sentences, with thread, block and element.
std::string sentence(const Finding& finding);
// A refused launch or a failed call.
std::string sentence(const ApiError& error);
// With the likely cause.
std::string sentence(const OutOfTime& stop);

// What most likely made values wrong: what C holds, and what in the code causes that. `shown_at`:
// the shape that shows it, if it is not this one.
std::string sentence(const Cause& cause, const std::optional<Shape>& shown_at = {});

// What an access wastes, and how to avoid that.
std::string sentence(const Remark& remark);

// As compilers write them ("k.cu:3: error: ..."), each with its source line.
std::string sentence(const std::vector<Diagnostic>& diagnostics);
// Why a lab file did not become a module.
std::string sentence(const Refusal& refusal);

// The required and the measured speed, if the measurement gave a result.
std::string sentence(const Speed& speed);
// Why there is no result; without a full stop, because it may follow a colon.
std::string sentence(const Untimed& why);

// What happened, where, and the likely cause; lines separated by \n. Empty if it passed. Without
// the map of wrong tiles for reports that draw it.
std::string message(const Check& check, bool with_map = true);

// A map of C's errors for a terminal. One line per row of cells: '.' all right, '#' all wrong, '-'
// never written, '+' mixed; at most 24 x 48 cells. The first line explains a cell.
std::vector<std::string> tile_map(const ErrorMap& errors);

// Why a check has no outcome, in a few words; empty if it has one.
std::string reason(const Check& check);

// Why a lab that was graded with counts has none.
std::string why_not_counted(const LabResult& lab);

// The measured speed in words, or why there is none.
std::string speed_reason(const LabResult& lab);

// One or more sentences about a place of `metrics`; never empty. Gives advice only if it is
// certain.
std::string why(const AccessPlace& place, const Metrics& metrics);

struct Reading {
  std::string name;  // the name in the result file: "reuse"
  std::string text;
};

// The ones that apply: a kernel that does not use shared memory has no conflict degree.
std::vector<Reading> readings(const Metrics& metrics);

}  // namespace gemmlab

// Sentences about facts, and about a check made from them.
#pragma once

#include <string>
#include <vector>

#include "grader/core/error_map.h"
#include "grader/core/facts/check.h"
#include "grader/core/facts/fact.h"
#include "grader/core/result.h"
#include "grader/report/words/refusal_words.h"

namespace gemmlab {

// `check` contains the fact: the sentence also uses its shape, verdict and error map.
std::string sentence(const Fact& fact, const Check& check);

// The required and the measured speed, if the measurement gave a result.
std::string sentence(const Speed& speed);
// Why there is no result; without a full stop, because it may follow a colon.
std::string sentence(const Untimed& why);

// Of a change that makes a program right: with its code, or only its line and why it helps.
enum class Repairs { shown, hidden };

struct MessageParts {
  bool with_map = true;  // of wrong tiles; some reports draw it
  Repairs repairs = Repairs::shown;
};

// What happened, where, and the likely cause; lines separated by \n. Empty if it passed.
std::string message(const Check& check, MessageParts parts = {});

// A map of C's errors for a terminal. One line per row of cells: '.' all right, '#' all wrong, '-'
// never written, '+' mixed; at most 24 x 48 cells. The first line explains a cell.
std::vector<std::string> tile_map(const ErrorMap& errors);

// Of what did not run, in place of its outcome.
inline constexpr const char* kNotRun = "not run";

// Why a check has no outcome, in a few words; empty if it has one.
std::string reason(const Check& check);

// Why a lab that was graded with counts has none.
std::string why_not_counted(const LabResult& lab);

// The measured speed in words, or why there is none.
std::string speed_reason(const LabResult& lab);

}  // namespace gemmlab

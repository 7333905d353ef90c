// What a reader predicted in studies, kept as a table that an examiner or the reader can open.
#pragma once

#include <string>

#include "grader/cli/context.h"
#include "grader/cli/study/guess.h"

namespace gemmlab {

// One question of a study, and what became of it.
struct Prediction {
  std::string at;  // ISO 8601, UTC
  std::string study, step, question;
  std::string guess, came;  // as typed, and as it is
  Nearness nearness = Nearness::off;
};

// A line of CSV, with its newline.
std::string csv_line(const Prediction& prediction);

// Appends to the state folder's predictions.csv. If that fails, prints a line on `err`.
void remember(const Context& context, const Prediction& prediction);

// The whole table, with a first line that names the columns.
std::string worklog(const Context& context);

}  // namespace gemmlab

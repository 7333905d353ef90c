// The student's progress per lab, computed from the journal; and what to do next.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grader/cli/context.h"
#include "grader/cli/journal.h"
#include "grader/core/verdict.h"

namespace gemmlab {

struct LabProgress {
  bool passed = false;  // at least once
  int best_score = 0;
  std::optional<double> best_speed;  // relative to the lab's baseline, of runs with right values
  std::optional<Verdict> verdict;    // the latest
  std::string failing_step;          // "3.2": the step with the last failure's hint; may be empty
  std::string diagnosis;             // of its wrong values; may be empty
  std::map<std::string, int> hints_shown;  // by step
  std::vector<Attempt> attempts;           // oldest first
};

struct Progress {
  std::map<std::string, LabProgress> labs;  // by slug

  const LabProgress& of(const std::string& slug) const;
};

// Applies one entry. A result that says nothing about the student changes nothing.
void take_in(const JournalEntry& entry, Progress& progress);

// "passed", "RACE", "passed; last RACE", "not graded yet".
std::string state_in_words(const LabProgress& lab);

// The state and the best score: "RACE, best 40/100".
std::string summary(const LabProgress& lab);

// The student's progress so far. Prints a note on `err` if the saved data is damaged.
Progress recall(const Context& context);

// Saves one more entry. If that fails, prints a line on `err` and returns false.
bool remember(const Context& context, const JournalEntry& entry);

// The first lab, in teaching order, that has not been passed; null if all have.
const Lab* first_open_lab(const Context& context, const Progress& progress);

// That lab, or the last one if all are passed.
const Lab& next_lab(const Context& context, const Progress& progress);

// "next: edit labs/02_naive_kernel/kernel.cu, then ./gemmlab grade 02" for that lab, and below it
// where to read or get a hint; if `lab` is null, the text for a student who has finished. No
// newline at the end.
std::string next_step(const Context& context, const Progress& progress, const Lab* lab);

}  // namespace gemmlab

// How far the student is, lab by lab: what the entries of the journal come to; and what to do next.
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
  bool passed = false;  // ever
  int best_score = 0;
  std::optional<double> best_speed;        // over the lab's baseline, of what came out right
  std::optional<Verdict> verdict;          // the last one
  std::string failing_step;                // "3.2": where the last failure's hint is; may be empty
  std::string diagnosis;                   // of its values; may be empty
  std::map<std::string, int> hints_shown;  // by step
  std::vector<Attempt> attempts;           // oldest first
};

struct Progress {
  std::map<std::string, LabProgress> labs;  // by slug

  const LabProgress& of(const std::string& slug) const;
};

// Takes in one entry. A result that says nothing of the student changes nothing.
void take_in(const JournalEntry& entry, Progress& progress);

// "passed", "RACE", "passed; last RACE", "not graded yet".
std::string state_in_words(const LabProgress& lab);

// The state and the best score: "RACE, best 40/100".
std::string summary(const LabProgress& lab);

// The student's progress so far. Says on `err` if what was kept is not in order.
Progress recall(const Context& context);

// Keeps one more entry. False, and a line on `err`, if that cannot be done.
bool remember(const Context& context, const JournalEntry& entry);

// The first lab, in teaching order, that has not been passed; null if all have.
const Lab* first_open_lab(const Context& context, const Progress& progress);

// That lab, or the last one if all are passed.
const Lab& next_lab(const Context& context, const Progress& progress);

// "next: edit labs/02_naive_kernel/kernel.cu, then ./gemmlab grade 02" for that lab, and below it
// where to read or to get a hint; if `lab` is null, for who is done. Without a newline at the end.
std::string next_step(const Context& context, const Progress& progress, const Lab* lab);

}  // namespace gemmlab

// What a student did, one line per grading, hint and reset; the progress per lab that follows from
// it; and what to do next.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grader/cli/context.h"
#include "grader/core/fs.h"
#include "grader/core/labs.h"
#include "grader/core/result.h"
#include "grader/core/verdict.h"

namespace gemmlab {

struct JournalEntry {
  enum class Kind { graded, hint, reset };
  Kind kind = Kind::graded;
  Attempt attempt;        // `at` and `slug` apply to every kind, the rest to `graded`
  std::string step;       // graded: the failure's hint; hint: the step whose next hint was shown
  std::string diagnosis;  // graded: of the wrong values; empty: none
};

// The current time, as in entries: "2026-01-31T09:05:00Z".
std::string now_in_utc();

JournalEntry graded(const LabResult& result, const std::string& at);
JournalEntry hint_shown(const std::string& slug, const std::string& step);
JournalEntry reset_to_skeleton(const std::string& slug);

// The entries in the folder's journal, oldest first; a missing file has none. Skips invalid lines,
// and renames a file that is not a journal; `note` then says so in a sentence, else it is empty.
// Silently skips an incomplete last line, which a crash may leave.
std::vector<JournalEntry> read_journal(const fs::path& folder, std::string& note);

// The file is only appended to: a crash loses at most the line being written, and two programs at
// once lose nothing. Creates the folder if needed. Throws std::runtime_error if it cannot write.
void append_to_journal(const fs::path& folder, const JournalEntry& entry);

struct LabProgress {
  bool passed = false;               // at least once
  Attempt best;                      // by its score
  std::optional<double> best_speed;  // relative to the lab's baseline, of runs with right values
  std::optional<Verdict> verdict;    // the latest
  std::string failing_step;          // "3.2": the step with the last failure's hint; may be empty
  std::string diagnosis;             // of its wrong values; may be empty
  std::map<std::string, int> hints_shown;  // by step
  std::vector<Attempt> attempts;           // oldest first
};

struct Progress {
  std::map<std::string, LabProgress> labs;  // by slug

  const LabProgress& of_lab(const std::string& slug) const;
};

// Applies one entry. A result that says nothing about the student changes nothing.
void apply_to_progress(const JournalEntry& entry, Progress& progress);

// "passed", "RACE", "passed; last RACE", "not graded yet".
std::string state_in_words(const LabProgress& lab);

// The state and the best score: "RACE, best 40/100".
std::string summary(const LabProgress& lab);

// The student's progress so far. Prints a note on `err` if the saved data is damaged.
Progress recall(const Context& context);

// Saves one more entry. If that fails, prints a line on `err` and returns false.
bool remember(const Context& context, const JournalEntry& entry);

}  // namespace gemmlab

// What a student did, one line for each grading, hint and reset. The file is only ever appended to:
// a crash costs at most the line being written, and two programs at once lose nothing.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/result.h"

namespace gemmlab {

struct JournalEntry {
  enum class Kind { graded, hint, reset };
  Kind kind = Kind::graded;
  Attempt attempt;        // `at` and `slug` count for every kind, the rest for `graded`
  std::string step;       // graded: where the failure's hint is; hint: whose next hint was shown
  std::string diagnosis;  // graded: of the values that failed; empty: none
};

// The moment, as entries have it: "2026-01-31T09:05:00Z".
std::string now_in_utc();

JournalEntry graded(const LabResult& result, const std::string& at);
JournalEntry hint_shown(const std::string& slug, const std::string& step);
JournalEntry reset_to_skeleton(const std::string& slug);

// The folder's entries, oldest first; none yet is none. Lines that are not in order are left out,
// and a file that is no journal is renamed; `note` says so in a sentence, else it is empty. A last
// line without its end was cut short by a crash and is left out without a word.
std::vector<JournalEntry> read_journal(const std::filesystem::path& folder, std::string& note);

// Makes the folder if need be. Throws std::runtime_error where it cannot be written.
void append_to_journal(const std::filesystem::path& folder, const JournalEntry& entry);

}  // namespace gemmlab

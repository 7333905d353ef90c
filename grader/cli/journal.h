// What a student did, one line per grading, hint and reset. The file is only appended to: a crash
// loses at most the line being written, and two programs at once lose nothing.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/result.h"

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

// The folder's entries, oldest first; a missing file has none. Skips invalid lines, and renames a
// file that is not a journal; `note` then says so in a sentence, else it is empty. Silently skips
// an incomplete last line, which a crash may leave.
std::vector<JournalEntry> read_journal(const std::filesystem::path& folder, std::string& note);

// Creates the folder if needed. Throws std::runtime_error if it cannot write.
void append_to_journal(const std::filesystem::path& folder, const JournalEntry& entry);

}  // namespace gemmlab

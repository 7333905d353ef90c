// How far the student is, lab by lab: kept in a small text file, so that it survives between calls.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "grader/core/result.h"
#include "grader/core/verdict.h"

namespace gemmlab {

struct LabProgress {
  bool passed = false;  // ever
  int best_score = 0;
  std::optional<Verdict> verdict;          // the last one
  std::string failing_step;                // "3.2": where the last failure's hint is; may be empty
  std::map<std::string, int> hints_shown;  // by step
};

struct Progress {
  std::map<std::string, LabProgress> labs;  // by slug

  const LabProgress& of(const std::string& slug) const;
};

// Reads the folder's progress; none yet is none. A file that is not in order is renamed and `note`
// says so, in a sentence; else `note` is empty.
Progress read_progress(const std::filesystem::path& folder, std::string& note);

// Makes the folder if need be. Throws std::runtime_error where it cannot be written.
void write_progress(const std::filesystem::path& folder, const Progress& progress);

// Takes in what grading a lab gave. A result that says nothing of the student changes nothing.
void record(const LabResult& result, Progress& progress);

// "passed, 80/100", "RACE, best 40/100", "not graded yet".
std::string summary(const LabProgress& lab);

}  // namespace gemmlab

// Selects the files of a submission, from a folder or an archive, and notes what is left out.
#pragma once

#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "grader/batch/submission.h"
#include "grader/core/labs.h"

namespace gemmlab {

// The whole submission is refused. what(): the reason, for people.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Created automatically by systems and tools: __MACOSX, .DS_Store, .git and similar.
bool is_junk(std::string_view name);

// By its name: .zip, .tar.gz and other packed formats.
bool is_archive_name(std::string_view name);

// For display on one line: control characters replaced.
std::string shown_path(std::string_view path);

class Intake {
 public:
  explicit Intake(const std::vector<Lab>& labs) : labs_(labs) {}

  // Counts an entry, named by its path within the submission. Returns the lab it is a file of; null
  // if there is nothing to read, and then notes the reason. Throws Refused if the path leads out of
  // the submission, or if there are too many entries.
  const Lab* enter(const std::string& path, bool is_folder);

  // Leaves out files larger than a lab's file may be.
  void take(const Lab& lab, const std::string& path, std::string text, std::int64_t modified);
  void leave(const std::string& path, LeftOutReason reason) {
    left_out_.push_back({shown_path(path), reason});
  }

  // Everything except the student's name and the problem. `times`: as in SubmissionSource.
  Submission finish(const std::map<std::string, std::string>& times);

 private:
  struct Candidate {
    std::string path, text;
    std::int64_t modified = 0;
  };

  const std::vector<Lab>& labs_;
  std::map<std::string, std::vector<Candidate>> candidates_;  // by lab id
  std::vector<LeftOut> left_out_;
  std::set<std::string> junk_names_;
  int entries_ = 0, junk_ = 0;
};

// Pass the contents of an open archive or folder to the intake; the caller keeps the descriptor.
// Throw Refused, or std::system_error if this machine cannot read it.
void read_archive(int file, Intake& intake);
void read_folder(int folder, Intake& intake);

}  // namespace gemmlab

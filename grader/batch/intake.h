// What is taken of a submission and what is left out, whether it came as a folder or an archive.
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

// Nothing of the submission is taken. what(): why, for people.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Made by systems and tools without anyone's asking: __MACOSX, .DS_Store, .git and the like.
bool is_junk(std::string_view name);

// By its name: .zip, .tar.gz and what else packs files.
bool is_archive_name(std::string_view name);

// Fit to be shown on one line: control characters replaced.
std::string shown_path(std::string_view path);

class Intake {
 public:
  explicit Intake(const std::vector<Lab>& labs) : labs_(labs) {}

  // Counts an entry, named by its path within the submission. Returns the lab whose file that is;
  // null if there is nothing to read, and why is noted. Throws Refused where the path leads out
  // of the submission, or where this is one entry too many.
  const Lab* enter(const std::string& path, bool is_folder);

  // Leaves out what is larger than a lab's file may be.
  void take(const Lab& lab, const std::string& path, std::string text, std::int64_t modified);
  void leave(const std::string& path, LeftOutReason reason);

  // All but the student's name and the problem. `times`: as SubmissionSource has them.
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

// Give what lies in an open archive or folder to the intake; the descriptor stays the caller's.
// Throw Refused, or std::system_error where this machine cannot read it.
void read_archive(int file, Intake& intake);
void read_folder(int folder, Intake& intake);

}  // namespace gemmlab

// A class's submissions: one folder or archive per student; what was accepted, and what was not and
// why. Never unpacks to disk or follows links; accepts only the labs' own files, as text.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>

#include "grader/core/labs.h"
#include "grader/core/read_file.h"

namespace gemmlab {

inline constexpr std::size_t kMaxFileBytes = kMostSource;  // of a lab's file
inline constexpr std::size_t kMaxTotalBytes = 16 << 20;    // of an archive, unpacked
inline constexpr int kMaxEntries = 1000;                   // in a submission, including folders
inline constexpr int kMaxJunk = 50'000;                    // besides them, of systems and tools
inline constexpr std::size_t kMaxPathBytes = 512;          // within a submission
inline constexpr int kMaxDepth = 16;                       // names in a path

GEMMLAB_ENUM(LeftOutReason, not_a_labs_file, made_by_tools, archive, long_path, deep_path, large,
             not_regular, hard_link, symbolic_link, special, one_of_several, beside_labs, more)

struct LeftOut {
  std::string path;  // in the submission, control characters replaced
  LeftOutReason reason = LeftOutReason::not_a_labs_file;
  int count = 0;         // made_by_tools, one_of_several, more: number of files
  std::string lab = {};  // one_of_several: its id
};

// The reason in words: "an archive in the submission, which is not opened".
std::string reason_of(const LeftOut& left);

struct SubmissionSource {
  std::string student;  // from the folder or the archive, without extension; replaced if unsafe
  fs::path path;
  std::string problem;                       // why it must not be read; else empty
  std::map<std::string, std::string> times;  // from times.csv: lab id, or "" for all -> ISO 8601
};

struct SubmissionList {
  std::vector<SubmissionSource> sources;  // by student
  std::vector<std::string> notes;         // entries of times.csv without a student
};

struct TakenFile {
  std::string text;
  std::string submitted_at;  // ISO 8601, UTC: from times.csv, else the file's own time, which a
                             // student can forge
};

struct Submission {
  std::string student;
  std::map<std::string, TakenFile> files;  // by lab id
  std::vector<LeftOut> left_out;           // by path
  std::string problem;                     // why nothing was accepted; else empty
  std::string sha256;                      // of the lab ids and texts that were accepted
};

// Finds the folders and archives (.zip .tar .tar.gz .tgz) in `dir`. A name outside [A-Za-z0-9._-],
// longer than 100 bytes, or starting with - or . has a problem, and its student is called
// "unnamed-" and eight digits of the name's SHA-256; two sources of one student have a problem too.
// Throws std::system_error if `dir` cannot be read, and std::runtime_error naming file and line for
// an error in its times.csv (student,time[,lab]). Leaves out what an earlier run wrote to `out`.
SubmissionList list_submissions(const fs::path& dir, const std::vector<Lab>& labs,
                                const fs::path& out = {});

// Accepts NN_slug/kernel.cu (in any one folder, in labs/, or in a labs/ in one), NN_slug.cu, NN.cu
// and NN_slug_kernel.cu, with each lab's own extension; a lab's file in a labs/ rather than others,
// and none in the project's reference/ and solutions/. Refuses an archive as a whole if it has an
// absolute path, "..", a link, a device, encryption, too much content, an unreadable name or no
// proper end. Throws std::system_error if this machine cannot read it, which is not the student's
// fault.
Submission read_submission(const SubmissionSource& source, const std::vector<Lab>& labs);

// The whole submission is refused. what(): the reason, for people.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// `why`: may have a {} for the path within the submission.
void refuse_if(bool is_refused, const char* why, std::string_view path = {});
void require_number(int number, int most);  // of files and folders

// Created automatically by systems and tools: __MACOSX, .DS_Store, .git and similar.
bool is_junk(std::string_view name);

// By its name: .zip, .tar.gz and other packed formats.
bool is_archive_name(std::string_view name);

// For display on one line: control characters replaced.
std::string shown_path(std::string_view path);
// The same for a sentence about it, between quotation marks that it cannot end; lines are not
// broken at its blanks, because its other half could look like a line of ours.
std::string quoted_path(std::string_view path);

// ---- times as people and files write them ----

// Seconds since 1970-01-01 UTC. Accepts "2026-01-31T23:59:00Z", "2026-01-31 23:59+01:00" and
// "2026-01-31"; without an offset it is UTC, without a time the first second of the day. Nothing
// for any other text or an invalid date.
std::optional<std::int64_t> parse_utc(std::string_view text);

// "2026-01-31T23:59:00Z". A year outside 0..9999 becomes the closest one that can be written.
std::string iso8601(std::int64_t seconds);

// ---- one submission ----

class Intake {
 public:
  explicit Intake(const std::vector<Lab>& labs) : labs_(labs) {}

  // Counts an entry, named by its path within the submission. Returns the lab it is a file of; null
  // if there is nothing to read, and then notes the reason. Throws Refused if the path leads out of
  // the submission, or if there are too many entries.
  const Lab* enter(const std::string& path, bool is_folder);

  // Leaves out files larger than a lab's file may be, and those beside a labs/ that has the lab's.
  void take(const Lab& lab, const std::string& path, std::string text, std::int64_t modified);
  void leave(const std::string& path, LeftOutReason reason) {
    left_out_.push_back({shown_path(path), reason});
  }

  // Everything except the student's name and the problem. `times`: as in SubmissionSource.
  Submission finish(const std::map<std::string, std::string>& times);

 private:
  struct Candidate {
    std::string path;
    std::int64_t modified = 0;
    std::string text = {};
  };

  const std::vector<Lab>& labs_;
  std::map<std::string, std::vector<Candidate>> candidates_;  // by lab id
  std::vector<LeftOut> left_out_;
  std::set<std::string> junk_names_;
  int entries_ = 0, junk_ = 0;  // junk is no entry
};

// Pass the contents of an open archive or folder to the intake; the caller keeps the descriptor.
// Throw Refused, or std::system_error if this machine cannot read it. `prefix`: the folder's own
// path within the submission, with its slash; empty for the top folder.
void read_archive(int file, Intake& intake);
void read_folder(int folder, Intake& intake, const std::string& prefix = {});

}  // namespace gemmlab

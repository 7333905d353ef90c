// What a class handed in: one folder or archive per student; what was taken of it, and what was not
// and why. Nothing is ever unpacked to a disk, no link is followed, and only the labs' own files
// are taken, as text.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "common/facts/names.h"
#include "grader/core/labs.h"

namespace gemmlab {

inline constexpr std::size_t kMaxFileBytes = 1 << 20;    // of a lab's file
inline constexpr std::size_t kMaxTotalBytes = 16 << 20;  // of an archive, unpacked
inline constexpr int kMaxEntries = 1000;                 // of a submission, folders included
inline constexpr std::size_t kMaxPathBytes = 512;        // within a submission
inline constexpr int kMaxDepth = 16;                     // names in such a path

enum class LeftOutReason {
  not_a_labs_file,
  made_by_tools,
  archive,
  long_path,
  deep_path,
  large,
  not_regular,
  hard_link,
  symbolic_link,
  special,
  one_of_several,
};

template <>
struct EnumNames<LeftOutReason> {
  static constexpr std::string_view all[] = {
      "not_a_labs_file", "made_by_tools", "archive",       "long_path", "deep_path",     "large",
      "not_regular",     "hard_link",     "symbolic_link", "special",   "one_of_several"};
};

struct LeftOut {
  std::string path;  // in the submission, control characters replaced
  LeftOutReason reason = LeftOutReason::not_a_labs_file;
  int count = 0;         // made_by_tools, one_of_several: of so many files
  std::string lab = {};  // one_of_several: its id
};

// The reason in words: "an archive in the submission, which is not opened".
std::string reason_of(const LeftOut& left);

struct SubmissionSource {
  std::string student;  // the folder's name or the archive's stem; made up where that isn't safe
  std::filesystem::path path;
  std::string problem;                       // why it is not to be read; else empty
  std::map<std::string, std::string> times;  // of times.csv: lab id, or "" for all -> ISO 8601
};

struct SubmissionList {
  std::vector<SubmissionSource> sources;  // by student
  std::vector<std::string> notes;         // what times.csv says of nobody
};

struct TakenFile {
  std::string text;
  std::string submitted_at;  // ISO 8601, UTC: times.csv's, else the file's own time, which a
                             // student can forge
};

struct Submission {
  std::string student;
  std::map<std::string, TakenFile> files;  // by lab id
  std::vector<LeftOut> left_out;           // by path
  std::string problem;                     // why nothing was taken; else empty
  std::string sha256;                      // of the lab ids and texts that were taken
};

// Looks at the folders and archives (.zip .tar .tar.gz .tgz) in `dir`. A name outside
// [A-Za-z0-9._-], longer than 100 bytes, or starting with - or . has a problem, and its student is
// called "unnamed-" and eight digits of the name's SHA-256; so have two sources of one student.
// Throws std::system_error if `dir` cannot be read, and std::runtime_error naming file and line if
// its times.csv (student,time[,lab]) is wrong.
SubmissionList list_submissions(const std::filesystem::path& dir, const std::vector<Lab>& labs);

// Takes NN_slug/kernel.cu (in any one folder, in labs/, or in a labs/ in one), NN_slug.cu, NN.cu
// and NN_slug_kernel.cu, with each lab's own extension. An archive with an absolute path, "..", a
// link, a device, encryption, too much in it or no proper end is refused as a whole. Throws
// std::system_error where this machine cannot read what is there: no fault of the student.
Submission read_submission(const SubmissionSource& source, const std::vector<Lab>& labs);

}  // namespace gemmlab

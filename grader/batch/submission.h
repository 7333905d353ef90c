// What a student handed in, and what was taken of it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "grader/batch/left_out.h"

namespace gemmlab {

struct SubmissionSource {
  std::string student;  // the folder's name or the archive's stem; made up where that isn't safe
  std::filesystem::path path;
  std::string problem;                       // why it is not to be read; else empty
  std::map<std::string, std::string> times;  // of times.csv: lab id, or "" for all -> ISO 8601
};

struct SubmissionList {
  std::vector<SubmissionSource> sources;  // by student
  std::vector<std::string> ignored;       // names of what else lies there, made printable
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

}  // namespace gemmlab

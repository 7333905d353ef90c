// The result of grading one submission, and its file: OUT/results/STUDENT.json. A later run reads
// it instead of grading again, and all tables and pages of a class are made from these.
#pragma once

#include "common/facts/json.h"
#include "grader/batch/submission.h"
#include "grader/core/result.h"
#include "grader/sandbox/sandbox.h"

namespace gemmlab {

// A file that another one of the student's took the place of.
struct EarlierAttempt {
  std::string lab, source_sha256;
  std::string submitted_at;  // as in TakenFile
  bool is_late = false;
  std::optional<double> points = {};  // of 100; nothing: our side failed
  Verdict verdict = Verdict::not_graded;
};

struct Record {
  std::string student;            // is_safe_name
  std::string submission_sha256;  // of the accepted names and contents
  std::string allowed;            // headers and symbols from course.toml when it was judged
  std::string secret_sha256;      // of the course's secret then
  std::string problem;            // why nothing was accepted: a refused archive; else empty
  bool is_handed_in = true;       // perhaps without a file
  std::vector<LeftOut> left_out;  // anything besides the labs' files
  std::map<std::string, std::string> submitted_at;  // lab id -> ISO 8601, UTC; if it is known
  std::vector<std::string> late;                    // ids of labs that the platform marks as late
  std::map<std::string, std::string> paths;    // lab id -> the accepted file's in the submission
  std::map<std::string, std::string> guesses;  // lab id -> why a file without its name is taken
  std::map<std::string, std::string> sources;  // lab id -> the accepted file
  std::vector<EarlierAttempt> earlier;         // oldest first; if the best attempt counts
  std::map<std::string, std::string> labs;     // lab id -> SHA-256 of what the lab requires
  SandboxLevel sandbox;
  std::string infrastructure;  // our side failed; then nothing here is a grade. Else see each lab
  double seconds = 0;
  Result result;                      // a lab without a file has a failed check "file"
  std::map<std::string, Json> whole;  // lab id -> its result as JSON, which has more than we read
};

// A lab file's text as a record keeps it: valid UTF-8, and of that the beginning that has at most
// 1 MiB as JSON. There a control character takes six bytes, so that all of a text of these would
// take many times its own length.
std::string kept_source(std::string_view text);

// The record's result of a lab; null if it has none.
const LabResult* result_of(const Record& record, const std::string& lab_id);

// Whether somebody has to decide before that lab has a grade.
inline bool is_undecided(const Record& record, const std::string& lab) {
  return !record.paths.contains(lab) && is_undecided(record.left_out, lab);
}

// What failed on our side in a lab with `infrastructure`.
std::string why_ungraded(const LabResult& lab);

// What failed on our side, of the whole or of labs: "lab 02: no space is left"; empty if nothing.
std::string failure_of_ours(const Record& record);

// "5 of 6 passed, 03 RACE".
std::string summary_of(const Record& record);

// "gemmlab.submission/6", with the result file (gemmlab.result/2) as its "result". Every text is
// printable, except the sources.
std::string to_json(const Record& record);

// The reverse, as far as tables and pages need it: each lab's id, slug, title, verdict, points,
// checks (name, status, points, verdict, message, shape, line, hint, diagnosis) and speed. Throws
// std::runtime_error with a reason for any other file.
Record record_from_json(const std::string& text);

inline fs::path record_file(const fs::path& out, const std::string& student) {
  return out / "results" / (student + ".json");
}

// The student's record, if one exists and is readable.
std::optional<Record> kept_record(const fs::path& out, const std::string& student);

// The same, with what has become open about it since.
std::optional<Record> kept_record(const fs::path& out, const SubmissionSource& source);

}  // namespace gemmlab

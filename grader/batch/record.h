// What grading one submission gave, and the file that holds it: OUT/results/STUDENT.json. A later
// run reads it instead of grading again, and every table and page of a class is made from these.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grader/batch/submission.h"
#include "grader/core/result.h"
#include "grader/sandbox/sandbox.h"

namespace gemmlab {

struct Record {
  std::string student;            // [A-Za-z0-9._-]+
  std::string submission_sha256;  // of the names and contents that were taken
  std::string allowed;            // headers and symbols of course.toml, as it was judged by
  std::string problem;            // why nothing could be taken: a refused archive; else empty
  std::vector<LeftOut> left_out;  // what was there beside the labs' files
  std::map<std::string, std::string> submitted_at;  // lab id -> ISO 8601, UTC; of files taken
  SandboxLevel sandbox;
  std::string infrastructure;  // what failed on our side; then nothing here is a grade
  double seconds = 0;
  Result result;  // a lab without a file has a check "file" that failed
};

// The record's result of a lab; null if it has none.
const LabResult* result_of(const Record& record, const std::string& lab_id);

// "gemmlab.submission/2", with the result file (gemmlab.result/2) as its "result".
std::string to_json(const Record& record);

// The inverse, as far as tables and pages need it: each lab's id, slug, title, verdict, points,
// checks (name, status, points, verdict, message, shape, line, hint, diagnosis) and speed. Throws
// std::runtime_error with a reason if it is no such file.
Record record_from_json(const std::string& text);

// Where a student's record is kept.
std::filesystem::path record_file(const std::filesystem::path& out, const std::string& student);

// Its record, if there is one that can be read.
std::optional<Record> kept_record(const std::filesystem::path& out, const std::string& student);

}  // namespace gemmlab

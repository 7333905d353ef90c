// What a graded class gives: tables for a gradebook, and pages for its instructor.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/batch/grades.h"
#include "grader/batch/policy.h"
#include "grader/batch/record.h"
#include "grader/core/labs.h"

namespace gemmlab {

struct ClassFilesOptions {
  std::filesystem::path canvas;    // a gradebook that Canvas exported; empty: no canvas.csv
  std::string canvas_column = {};  // title of the column for the total; empty: found by title
};

// Writes grades.csv, junit.xml, class.html, infrastructure.txt and, where asked for, canvas.csv
// into `out`, each whole or not at all. Returns what else a person should know, a sentence each.
// Throws std::runtime_error where a file cannot be written or the gradebook cannot be read.
std::vector<std::string> write_class_files(const std::filesystem::path& out,
                                           const std::vector<Record>& records,
                                           const CoursePolicy& policy,
                                           const std::vector<Lab>& labs,
                                           const ClassFilesOptions& options);

// "student,01,02,...,total,not_graded"; what the numbers mean stands in grades.h.
std::string grades_csv(const std::vector<StudentGrade>& grades, const std::vector<Lab>& labs);

struct CanvasFile {
  std::string text;
  std::vector<std::string> notes;  // rows and students without a partner
};

// The gradebook with its key columns byte for byte and the columns that are ours: the one called
// `column` for the total, else each whose title begins with "gemmlab 02" or holds a lab's slug,
// and "gemmlab" alone for the total. Points are scaled to the column's "Points Possible". Rows
// are matched by SIS Login ID, then SIS User ID, ID, Student, and the login's part before @. A cell
// for which there is no grade stays as it was. Throws std::runtime_error saying what is missing.
CanvasFile canvas_csv(const std::string& exported,
                      const std::vector<StudentGrade>& grades,
                      const std::vector<Lab>& labs,
                      const std::string& column);

// A suite per student, a case per check. A refused submission is a failed case.
std::string class_junit(const std::vector<Record>& records);

// One page that loads nothing and runs no script. `grades` in the records' order.
std::string class_page(const std::vector<Record>& records,
                       const std::vector<StudentGrade>& grades,
                       const CoursePolicy& policy,
                       const std::vector<Lab>& labs);

// Only what failed on our side, with the next step; "none" if nothing did.
std::string infrastructure_text(const std::vector<Record>& records);

struct ReviewFlag {
  std::string student;
  std::string lab;  // id; empty: the whole submission
  std::string what;
};

// In the order of students: our failures, refused submissions, files left out that look like
// labs', programs that ended their process or ask for what is not allowed, and labs without a
// verdict.
std::vector<ReviewFlag> review_flags(const std::vector<Record>& records);

// One file that several students handed in, equal byte for byte.
struct SharedFile {
  std::string lab;                    // id
  std::vector<std::string> students;  // two at least, in their order
};

// All but the skeleton, by lab; what more students share comes first.
std::vector<SharedFile> shared_files(const std::vector<Record>& records);

}  // namespace gemmlab

// The files of a graded class: tables for a gradebook, and pages for its instructor.
#pragma once

#include "grader/batch/feedback/feedback.h"

namespace gemmlab {

// Writes grades.csv, grades.json, changes.log, feedback/, junit.xml, class.html, infrastructure.txt
// and, if requested, canvas.csv into `out`, each completely or not at all, from the records there:
// of the students that have one, and of those of the course's labs that have results. Returns
// further notes for the instructor, one sentence each. Throws std::runtime_error if a file cannot
// be written or the gradebook cannot be read.
//   entries: of the class's folder, by student
//   gradebook: exported from Canvas; empty: no canvas.csv
//   column: title of its column for the total; empty: found by title
std::vector<std::string> write_class_files(const fs::path& out, const Entries& entries,
                                           const CoursePolicy& policy,
                                           const std::vector<Lab>& course,
                                           const fs::path& gradebook = {},
                                           const std::string& column = {});

// What it would change in whose grades, without writing anything: lines as in changes.log.
std::vector<std::string> foretold_changes(const fs::path& out, const Entries& entries,
                                          const CoursePolicy& policy,
                                          const std::vector<Lab>& course);

// "student,01,02,...,total,not_graded,days_late,deducted,steps": `deducted` are the points that the
// labs lost by lateness.
std::string grades_csv(const std::vector<StudentGrade>& grades, const std::vector<Lab>& labs);

struct CanvasFile {
  std::string text;
  std::vector<std::string> notes;  // rows and students without a match
};

// The gradebook with unchanged key columns and our columns filled in: the one called `column` for
// the total, else each whose title starts with "gemmlab 02" or contains a lab's slug, and "gemmlab"
// alone for the total. Points are scaled to the column's "Points Possible". Matches rows as
// a roster's, which the gradebook is. Keeps cells without a grade. Throws std::runtime_error saying
// what is missing.
CanvasFile canvas_csv(const std::string& exported, const std::vector<StudentGrade>& grades,
                      const std::vector<Lab>& labs, const std::string& column);

// The student's suite in junit.xml, a case per check. A refused submission is a failed case.
std::string class_junit(const Record& record);

struct ReviewFlag {
  std::string student;
  std::string lab;  // id; empty: the whole submission
  std::string what;
};

// Our failures, refused submissions, ignored files that look like lab files, programs that ended as
// honest ones do not or ask for what is not allowed, and labs with no verdict although there was
// something to judge.
std::vector<ReviewFlag> review_flags(const Record& record);

// One page that loads nothing and runs no script. `grades` is in the order of the records.
std::string class_page(const std::vector<Record>& records, const std::vector<ReviewFlag>& flags,
                       const std::vector<StudentGrade>& grades, const CoursePolicy& policy,
                       const std::vector<Lab>& labs);

// Only failures on our side, with the next step; "none" if there are none.
std::string infrastructure_text(const std::vector<Record>& records);

}  // namespace gemmlab

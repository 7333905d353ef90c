// What goes back to a student: OUT/feedback/STUDENT/feedback.html and .txt. Nothing in it is about
// anybody else.
#pragma once

#include "grader/batch/rules/grade.h"

namespace gemmlab {

struct Feedback {
  std::string html, text;
};

// The points with every step, and of each lab what `grade --html` and `grade` show, as far as the
// course's [show] lets students see it at that time (seconds since 1970). `name`: the heading, with
// the student's id.
Feedback feedback_for(const Record& record, const StudentGrade& grade, const CoursePolicy& policy,
                      std::int64_t now, const std::string& name = {});

// Writes all files from the records in `out`. Throws std::runtime_error if one cannot be written.
void write_feedback(const fs::path& out, const std::vector<SubmissionSource>& sources,
                    const std::vector<StudentGrade>& grades, const CoursePolicy& policy);

}  // namespace gemmlab

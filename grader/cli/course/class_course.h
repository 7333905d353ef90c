// Shared by the instructor's commands: a course's rules and labs, and how they grade a class.
#pragma once

#include "grader/batch/class_run.h"
#include "grader/batch/policy.h"
#include "grader/cli/commands.h"

namespace gemmlab {

// The rules in that course.toml; without a file ("") the default rules. Throws UsageError with
// file, line and key.
CoursePolicy course_policy(const Context& context, const std::filesystem::path& file);

// The course's labs named by `words`; all labs if there are no words. Throws UsageError for a word
// that names no lab of the course.
std::vector<Lab> labs_of_course(const Context& context, const CoursePolicy& policy,
                                const std::vector<std::string>& words = {});

std::set<std::string> ids_of(const std::vector<Lab>& labs);

// A run with no submissions yet, under the course's rules, that requires all of `labs`.
ClassRun class_run(const Context& context, const CoursePolicy& policy, std::vector<Lab> labs,
                   BackendChoice backend, std::uint64_t seed);

}  // namespace gemmlab

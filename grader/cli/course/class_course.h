// What the instructor's commands share: a course's rules, its labs, and how a class is graded by
// them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/batch/class_run.h"
#include "grader/batch/policy.h"
#include "grader/cli/context.h"

namespace gemmlab {

// The rules in that course.toml; without one ("") those of every course. Throws UsageError with
// file, line and key.
CoursePolicy course_policy(const Context& context, const std::filesystem::path& file);

// The course's labs that `words` mean; all of them if there are none. Throws UsageError for a word
// that means no lab of the course.
std::vector<Lab> labs_of_course(const Context& context,
                                const CoursePolicy& policy,
                                const std::vector<std::string>& words = {});

std::set<std::string> ids_of(const std::vector<Lab>& labs);

// A run over no submission yet, by the course's rules, that wants all of `labs`.
ClassRun class_run(const Context& context,
                   const CoursePolicy& policy,
                   std::vector<Lab> labs,
                   BackendChoice backend,
                   std::uint64_t seed);

}  // namespace gemmlab

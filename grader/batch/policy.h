// course.toml: the instructor's choices. docs/instructors.md has an example with every key.
#pragma once

#include <cstdint>
#include <map>

#include "grader/core/labs.h"

namespace gemmlab {

struct LabPolicy {
  double weight = 1;                // share of the total; 0: judged and shown, but not counted
  std::optional<std::int64_t> due;  // seconds since 1970, UTC
};

// The cost of late submission. A started day counts as a whole one.
struct LateRule {
  int grace_minutes = 0;        // after `due`, still on time
  double per_day_percent = 0;   // of the achieved points, per day late
  std::optional<int> max_days;  // after that: no points
};

// When students may see a check, in Gradescope's terms.
GEMMLAB_ENUM(Visibility, visible, after_due_date, after_published, hidden)

struct ShowRule {
  Visibility values = Visibility::visible;
  Visibility evidence = Visibility::visible;
  Visibility speed = Visibility::visible;
};

struct CoursePolicy {
  std::string title;
  std::map<std::string, LabPolicy> labs;  // the course's labs, by id
  LateRule late;
  std::vector<std::string> headers;  // allowed includes beyond the built-in list
  std::vector<std::string> symbols;  // symbols a module may need beyond the built-in list; "*": any
  ShowRule show;
};

// Every lab, with weight 1.
CoursePolicy default_policy(const std::vector<Lab>& labs);

// Throws std::runtime_error with file, line and key for every error in it: "course.toml:7:
// labs.02.weight: must be ...".
CoursePolicy read_policy(const fs::path& file, const std::vector<Lab>& labs);

// The visibility of the check with that name ("values 33x50x17", "speed"); everything except
// values, speed and compiling counts as evidence.
Visibility visibility_of(std::string_view check, const ShowRule& show);

}  // namespace gemmlab

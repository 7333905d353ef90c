// course.toml: what an instructor decides. docs/instructors.md has an example with every key.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/facts/names.h"
#include "grader/core/labs.h"

namespace gemmlab {

struct LabPolicy {
  double weight = 1;                // its share of the total; 0: judged and shown, not counted
  std::optional<std::int64_t> due;  // seconds since 1970, UTC
};

// What handing in late costs. A day that has begun counts whole.
struct LateRule {
  int grace_minutes = 0;        // after `due`, as if on time
  double per_day_percent = 0;   // of the points reached, for each day late
  std::optional<int> max_days;  // later than that: no points
};

// When students may see a check. In the words of Gradescope.
enum class Visibility { visible, after_due_date, after_published, hidden };

template <>
struct EnumNames<Visibility> {
  static constexpr std::string_view all[] = {"visible", "after_due_date", "after_published",
                                             "hidden"};
};

struct ShowRule {
  Visibility values = Visibility::visible;
  Visibility evidence = Visibility::visible;
  Visibility speed = Visibility::visible;
};

struct CoursePolicy {
  std::string title;
  std::map<std::string, LabPolicy> labs;  // those of the course, by id
  LateRule late;
  std::vector<std::string> headers;  // that a lab file may include beside the built-in list
  std::vector<std::string> symbols;  // that a module may need beside the built-in list; "*": any
  ShowRule show;
};

// Every lab, with weight 1.
CoursePolicy default_policy(const std::vector<Lab>& labs);

// Throws std::runtime_error with file, line and key for whatever is wrong in it:
// "course.toml:7: labs.02.weight: must be ...".
CoursePolicy read_policy(const std::filesystem::path& file, const std::vector<Lab>& labs);

// Of the check with that name ("values 33x50x17", "speed"); what is neither values nor speed nor
// how the file was built is evidence.
Visibility visibility_of(std::string_view check, const ShowRule& show);

}  // namespace gemmlab

// course.toml: the instructor's choices. docs/instructors.md has an example with every key, and the
// order in which the rules apply.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>

#include "grader/core/facts/check.h"
#include "grader/core/labs.h"

namespace gemmlab {

struct LabPolicy {
  double weight = 1;                // share of the total; 0: judged and shown, but not counted
  std::optional<std::int64_t> due;  // seconds since 1970, UTC
  int due_offset = 0;               // minutes: students read it in the zone in which it is written
};

GEMMLAB_ENUM(CountedAttempt, best, last)

// The cost of late submission. A started unit counts as a whole one.
struct LateRule {
  int grace_minutes = 0;        // after `due`, still on time
  double percent = 0;           // of the achieved points, for each unit late
  int hours = 24;               // a unit: a day or an hour
  int free_days = 0;            // of a student over the term
  double most_percent = 100;    // taken from a lab
  double least_points = 0;      // left of a lab that had as many
  std::optional<int> max_days;  // after that: no points
  CountedAttempt count = CountedAttempt::last;
};

struct Adjustment {
  double points = 0;
  std::string reason;
};

// What applies to one student only, by lab id; "" stands for all labs, or for the total.
struct Exceptions {
  std::string place;  // "course.toml:12: extensions.ann"
  std::map<std::string, double> extra_days;
  std::set<std::string> excused, checked;  // checked: by hand, and no longer listed for that
  std::map<std::string, Adjustment> adjustments;
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
  int drop_lowest = 0;                    // the labs with the fewest points do not count
  LateRule late;
  std::map<std::string, Exceptions> exceptions;  // by student
  std::vector<std::string> headers;              // allowed includes beyond the built-in list
  std::vector<std::string> symbols;  // symbols a module may need beyond the built-in list; "*": any
  ShowRule show;
};

// Every lab, with weight 1.
CoursePolicy default_policy(const std::vector<Lab>& labs);

// Its time zone is from then on that of this process and its children. Throws std::runtime_error
// with file, line and key for every error in it: "course.toml:7: labs.02.weight: must be ...".
CoursePolicy read_policy(const fs::path& file, const std::vector<Lab>& labs);

// With each name of a student in the file replaced by those of the students that it means. Throws
// std::runtime_error with file, line and key if `meant_by` does, or if two names give one student
// two rules of a kind.
CoursePolicy with_names(CoursePolicy policy,
                        const std::function<std::set<std::string>(const std::string&)>& meant_by);

// Everything except evidence and speed counts as values.
Visibility visibility_of(CheckKind kind, const ShowRule& show);

}  // namespace gemmlab

#include "grader/batch/rules/grade.h"

#include <fmt/chrono.h>

#include <numeric>

#include "grader/report/words/sentences.h"

namespace gemmlab {
namespace {

constexpr std::int64_t kHour = 60 * 60, kDay = 24 * kHour;  // seconds

int started(std::int64_t seconds, std::int64_t unit) {
  return int(std::clamp<std::int64_t>((seconds + unit - 1) / unit, 0, 1'000'000));
}

// "3 days"
std::string several(double number, std::string_view noun) {
  return fmt::format("{} {}{}", short_number(number), noun, number == 1 ? "" : "s");
}

// "Nov 22 23:59"
std::string day_and_time(std::int64_t seconds, int offset) {
  return fmt::format("{:%b %d %H:%M}", fmt::gmtime(seconds + 60 * std::int64_t(offset)));
}

// "due Nov 22 23:59, handed in Nov 23 09:40 (+01:00)"
std::string times_of(const LabGrade& lab, int offset) {
  if (!lab.due) {
    return "";
  }
  const std::string zone = iso8601(0, offset).substr(19);
  return fmt::format("due {}{} ({})", day_and_time(*lab.due, offset),
                     lab.submitted ? ", handed in " + day_and_time(*lab.submitted, offset) : "",
                     zone == "Z" ? "UTC" : zone);
}

// Adds a step of a lab or of all labs, after which the points are these.
template <typename Grade, typename... Arguments>
void change(Grade& grade, std::optional<double> Grade::*points, double after, Rule rule,
            const Arguments&... arguments) {
  const double by = after - (grade.*points).value_or(after);
  grade.steps.push_back({rule,
                         filled("grade_rule", name(rule), arguments...) +
                             (by == 0 ? "" : fmt::format(": {:+.4g}", by)),
                         by});
  if (grade.*points) {
    grade.*points = after;
  }
}

// `is_marked`: late at any rate. Returns the free days that were used.
int apply_late_rule(LabGrade& lab, bool is_marked, const LateRule& rule, int free_days,
                    const std::string& times) {
  const std::int64_t grace = std::int64_t(60) * rule.grace_minutes;
  const std::int64_t by_time = lab.due && lab.submitted ? *lab.submitted - *lab.due : 0;
  const std::int64_t late = is_marked && by_time <= grace ? 1 : by_time;
  if (late <= grace && !is_marked) {
    return 0;
  }
  const double points = *lab.points;
  lab.days_late = started(late, kDay);
  if (points == 0) {
    return 0;  // nothing to lose
  }
  if (rule.max_days && lab.days_late > *rule.max_days) {
    change(lab, &LabGrade::points, 0, Rule::too_late,
           fmt::arg("late", several(lab.days_late, "day")), fmt::arg("times", times),
           fmt::arg("most", several(*rule.max_days, "day")));
    return 0;
  }
  const auto after = [&](int free) {
    const int units = started(late - free * kDay, rule.hours * kHour);
    const double percent = std::min(units * rule.percent, rule.most_percent);
    return std::max(points * (1 - percent / 100), std::min(points, rule.least_points));
  };
  int used = std::min(free_days, lab.days_late);
  while (used > 0 && after(used) == after(used - 1)) {
    --used;  // it would save nothing
  }
  if (used > 0) {
    change(lab, &LabGrade::points, points, Rule::free_days, fmt::arg("used", used),
           fmt::arg("days", several(free_days, "free day")));
  }
  const char* const unit = rule.hours == 1 ? "hour" : "day";
  change(lab, &LabGrade::points, after(used), Rule::late,
         fmt::arg("late", several(started(late, rule.hours * kHour), unit)),
         fmt::arg("times", times), fmt::arg("percent", short_number(rule.percent)),
         fmt::arg("unit", unit));
  return used;
}

template <typename Grade>
void adjust(Grade& grade, std::optional<double> Grade::*points, const Exceptions& own,
            const std::string& id) {
  const auto found = own.adjustments.find(id);
  if (found != own.adjustments.end()) {
    const double before = (grade.*points).value_or(0), by = found->second.points;
    const double after = std::max(0.0, before + by);
    const bool is_idle = !(grade.*points) || (after == before && by != 0);
    change(grade, points, after, is_idle ? Rule::without_effect : Rule::adjustment,
           fmt::arg("reason", found->second.reason), fmt::arg("by", by));
  }
}

// Free days that are left, and those used by what was handed in at a time for a due date.
struct FreeDays {
  int left = 0;
  std::map<std::pair<std::int64_t, std::int64_t>, int> used = {};
};

// By all rules of one lab but the adjustment. Takes what is used from `free_days`.
LabGrade unadjusted(const LabFacts& facts, const CoursePolicy& policy, const Exceptions& own,
                    FreeDays& free_days) {
  const auto [weight, due, offset] = policy.labs.at(facts.id);
  LabGrade start{facts.id, {}, Verdict::not_graded, 0, facts.not_graded, true, weight};
  start.basis = facts.basis;
  if (own.excused.contains(facts.id)) {
    start.counts = false;
    change(start, &LabGrade::points, 0, Rule::excused);
    return start;
  }
  start.due = due;
  const auto one = own.extra_days.find(facts.id), all = own.extra_days.find("");
  const auto extra = one != own.extra_days.end() ? one : all;
  const bool is_extended = extra != own.extra_days.end();
  if (start.due && is_extended) {
    *start.due += std::llround(extra->second * kDay);
    change(start, &LabGrade::points, 0, Rule::extension,
           fmt::arg("days", several(extra->second, "day")),
           fmt::arg("times", times_of(start, offset)));
  }
  const std::size_t count = facts.attempts.size();
  LabGrade best = start;
  int used = 0, own_days = 0, *paid = &own_days;
  for (std::size_t i = policy.late.count == CountedAttempt::best ? 0 : count - 1; i < count; ++i) {
    const AttemptFacts& attempt = facts.attempts[i];
    if (!attempt.points) {
      return start;  // it might be the best one
    }
    LabGrade lab = start;
    std::tie(lab.points, lab.verdict, lab.submitted) =
        std::tie(attempt.points, attempt.verdict, attempt.submitted);
    // A platform's mark knows of no extension.
    const bool is_marked = attempt.is_late && start.due && !is_extended;
    int& before = lab.due && lab.submitted ? free_days.used[{*lab.due, *lab.submitted}] : own_days;
    const int free = apply_late_rule(lab, is_marked, policy.late, free_days.left + before,
                                     times_of(lab, offset));
    if (count > 1) {
      change(lab, &LabGrade::points, *lab.points, Rule::attempt, fmt::arg("number", i + 1),
             fmt::arg("all", count), fmt::arg("count", name(policy.late.count)));
    }
    if (!best.points || *lab.points > *best.points) {
      best = std::move(lab);
      used = free;
      paid = &before;
    }
  }
  free_days.left -= std::max(0, used - *paid);
  *paid = std::max(used, *paid);
  return best;
}

LabGrade grade_lab(const LabFacts& facts, const CoursePolicy& policy, const Exceptions& own,
                   FreeDays& free_days) {
  LabGrade lab = unadjusted(facts, policy, own, free_days);
  if (facts.is_open && lab.counts && own.adjustments.contains(facts.id)) {
    lab.points = 0;  // it decides
  }
  adjust(lab, &LabGrade::points, own, facts.id);
  return lab;
}

// Of those with the fewest points, the one with the greatest weight: that is best for the student.
void drop_lowest(const CoursePolicy& policy, std::vector<LabGrade>& labs) {
  std::vector<std::tuple<double, double, LabGrade*>> lowest;
  for (LabGrade& lab : labs) {
    if (const double weight = policy.labs.at(lab.id).weight; lab.counts && weight > 0) {
      lowest.emplace_back(lab.points.value_or(0), -weight, &lab);
    }
  }
  std::ranges::sort(lowest);
  for (int i = 0; i < policy.drop_lowest && i + 1 < int(lowest.size()); ++i) {
    LabGrade& lab = *std::get<2>(lowest[i]);
    lab.counts = false;
    change(lab, &LabGrade::points, lab.points.value_or(0), Rule::dropped);
  }
}

LabFacts facts_of(const Record& record, const Lab& of) {
  LabFacts facts{of.id, {{}}};
  const LabResult* lab = result_of(record, of.id);
  if (!record.infrastructure.empty() || (lab != nullptr && lab->infrastructure)) {
    return facts;  // our failure
  }
  const Result& result = record.result;
  const auto requires_sha = record.labs.find(of.id);
  facts.basis = {
      "file " + (lab == nullptr ? "" : lab->source_sha256.substr(0, 8)),
      "lab " + (requires_sha == record.labs.end() ? "" : requires_sha->second.substr(0, 8)),
      "gemmlab " + result.tool_version,
      fmt::format("seed {}", result.seed),
      fmt::format("backend {}", name(result.backend)),
      record.allowed};
  // Points that cannot be judged without a GPU: the same for all students.
  const bool is_untimed = result.backend == BackendsUsed::sim && of.file.ends_with(".cu");
  facts.not_graded = is_untimed ? Points{}.speed : 0;
  facts.is_open = is_undecided(record, of.id);
  if (!record.problem.empty()) {
    facts.attempts[0].points = 0;
  } else if (lab != nullptr && lab->max_score > 0) {  // else not a requested lab
    for (const EarlierAttempt& each : record.earlier) {
      if (each.lab == of.id) {
        facts.attempts.insert(
            facts.attempts.end() - 1,
            {each.points, each.verdict, parse_utc(each.submitted_at), each.is_late});
      }
    }
    const double scale = 100.0 / lab->max_score;
    const auto at = record.submitted_at.find(of.id);
    facts.attempts.back() = {scale * lab->score, lab->verdict,
                             at == record.submitted_at.end() ? std::nullopt : parse_utc(at->second),
                             std::ranges::find(record.late, of.id) != record.late.end()};
    if (!facts.is_open) {
      facts.not_graded = std::max(facts.not_graded, scale * lab->not_graded_points);
    }
  }
  if (facts.is_open) {
    facts.attempts.back().points.reset();
  }
  return facts;
}

}  // namespace

StudentGrade grade(const std::string& student, const std::vector<LabFacts>& labs,
                   const CoursePolicy& policy) {
  static const Exceptions kNone;
  const auto found = policy.exceptions.find(student);
  const Exceptions& own = found == policy.exceptions.end() ? kNone : found->second;
  StudentGrade all{student, std::vector<LabGrade>(labs.size()), std::nullopt, 0};
  std::vector<std::size_t> by_due(labs.size());
  std::iota(by_due.begin(), by_due.end(), 0);
  std::ranges::stable_sort(
      by_due, {}, [&](auto i) { return policy.labs.at(labs[i].id).due.value_or(INT64_MAX); });
  FreeDays free_days{policy.late.free_days};
  for (const std::size_t i : by_due) {
    all.labs[i] = grade_lab(labs[i], policy, own, free_days);
  }
  drop_lowest(policy, all.labs);
  double weights = 0, total = 0, not_graded = 0;
  bool is_whole = true;
  std::string sum;
  for (LabGrade& lab : all.labs) {
    const double weight = lab.weight = lab.counts ? lab.weight : 0;
    is_whole = is_whole && (lab.points || weight == 0);
    weights += weight;
    total += weight * lab.points.value_or(0);
    not_graded += weight * lab.not_graded;
    sum += weight == 0 ? ""
                       : fmt::format("{}{}{}", sum.empty() ? "" : " + ",
                                     weight == 1 ? "" : short_number(weight) + " x ",
                                     short_number(lab.points.value_or(0)));
  }
  if (is_whole && weights > 0) {
    all.total = total / weights;
    all.not_graded = not_graded / weights;
    if (sum.find(" + ") != sum.npos) {
      all.formula =
          fmt::format("({}) / {} = {}", sum, short_number(weights), short_number(*all.total));
    }
  }
  adjust(all, &StudentGrade::total, own, "");
  return all;
}

StudentGrade grade(const Record& record, const CoursePolicy& policy, const std::vector<Lab>& labs) {
  std::vector<LabFacts> facts;
  for (const Lab& lab : labs) {
    if (policy.labs.contains(lab.id)) {
      facts.push_back(facts_of(record, lab));
    }
  }
  return grade(record.student, facts, policy);
}

}  // namespace gemmlab

#include <fmt/format.h>

#include "grader/core/pattern.h"
#include "grader/core/source/source_text.h"
#include "grader/judge/stages.h"

namespace gemmlab {
namespace {

constexpr int kDeaths = 2;  // after this many crashes the program is not run again

class ValueJudge {
 public:
  ValueJudge(const Candidate& candidate, std::vector<Check> planned)
      : is_(candidate), planned_(std::move(planned)), runs_(planned_.size()) {}

  ValueChecks judge() {
    const bool right_in_pairs = are_right_in_pairs(is_, planned_);
    always_leaks_ = !right_in_pairs;
    for (std::size_t i = 0; i < planned_.size(); ++i) {
      runs_[i].outcome.shape = shape(i);
      runs_[i].was_run = runs_[i].outcome.is_right = right_in_pairs;
      if (!right_in_pairs && !result_.end) {
        run_shape(i);
      }
    }
    for (std::size_t i = 0; i < planned_.size(); ++i) {
      if (result_.end && !runs_[i].failure && !runs_[i].was_run) {
        runs_[i].verdict = result_.end->verdict;
      }
    }
    const std::vector<std::optional<Settled>> causes = common_causes(runs_);
    for (std::size_t i = 0; i < planned_.size(); ++i) {
      result_.checks.push_back(check_of(i, causes[i]));
    }
    call_unfinished();
    heed_compiler();
    look_for_change();
    WhereToLook where(is_);
    if (always_leaks_ && !first_ && !result_.end) {
      result_.leak = left_;
    }
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      static const RunCounts none;
      const RunCounts& counts = runs_[i].failure ? runs_[i].failure->outcome.reply.counts : none;
      result_.checks[i] = where.in(std::move(result_.checks[i]), counts);
    }
    return std::move(result_);
  }

 private:
  bool on_host() const { return is_.session.backend() == Backend::cpu; }
  const Shape& shape(std::size_t index) const { return *planned_[index].shape; }

  void run_shape(std::size_t index) {
    ShapeRuns& runs = runs_[index];
    // What now costs most of a second, and shows nothing new.
    const auto [m, n, k] = shape(index).extents();
    const bool is_dear = std::max(m, n) > kLongRow || 1.0 * m * n * k > kMuch;
    if (found_ && (k > kLongRow || (found_ == Verdict::race && is_dear))) {
      result_.end = {*found_, Reason::ran_on};
      return;
    }
    runs.was_run = true;
    for (TrialInput& input : inputs_of(is_, shape(index), index, found_.has_value())) {
      input.seconds_left = kSecondsForAll - is_.session.seconds();
      if (input.seconds_left < 0) {
        runs.took_too_long = true;
        result_.end = {Verdict::timed_out, Reason::out_of_time};
        return;
      }
      tell(is_, input, found_first_);
      Trial trial = attempt(is_.session, input);
      take_note(index, trial);
      if (trial.right()) {
        continue;
      }
      const Verdict verdict = worst(trial).verdict;
      if (first_ && verdict == Verdict::timed_out) {
        runs.was_run = false;  // a consequence, or only with a smaller budget
        result_.end = {*first_, Reason::ran_on};
        return;
      }
      const bool is_first = !first_ || first_gives_way_;
      if (is_first) {
        first_ = verdict;
        found_first_ = words_of_first(worst(trial));
      }
      // A program with out-of-bounds accesses or races may run forever with a large k: that is not
      // a second bug.
      if ((!found_ || is_first) && is_about_memory(verdict)) {
        found_ = verdict;
      }
      first_gives_way_ = is_first && gives_way(worst(trial).fact);
      take_in_failure(is_.session, trial, input, runs);
      end_if_hopeless(trial, verdict);
      runs.failure = std::move(trial);
      return;
    }
    runs.outcome.is_right = true;
  }

  // Shown while the other shapes are still running.
  std::string words_of_first(const Complaint& complaint) const {
    const bool has_line = !complaint.places.empty() && complaint.places.front().line > 0 &&
                          is_own_file(complaint.places.front().file, is_.source);
    return fmt::format("{}{}; still checking ", name(complaint.verdict),
                       has_line ? fmt::format(" at line {}", complaint.places.front().line) : "");
  }

  void take_note(std::size_t index, const Trial& trial) {
    const RunReply& reply = trial.outcome.reply;
    ever_written_ |= trial.comparison.elements > trial.comparison.unwritten;
    ever_launched_ |= !reply.counts.launches.empty();
    always_leaks_ &= reply.live_allocations > 0;
    left_.allocations = reply.live_allocations;
    left_.bytes = reply.live_bytes;
    runs_[index].outcome.launches = reply.counts.launches;
    if (!failed_call_ && !reply.errors.empty()) {
      failed_call_ = reply.errors.front();  // the others may be consequences
    }
    if (is_.options.only_shape && (!result_.demonstration || !trial.right())) {
      result_.demonstration = trial.demonstration;
    }
  }

  void end_if_hopeless(const Trial& trial, Verdict verdict) {
    deaths_ += trial.outcome.kind != Outcome::Kind::replied;
    if (verdict == Verdict::timed_out) {
      result_.end = {verdict, Reason::out_of_time};
    } else if (deaths_ >= kDeaths) {
      result_.end = {verdict, Reason::ended_itself};
    }
  }

  Check check_of(std::size_t index, const std::optional<Settled>& cause) {
    const ShapeRuns& runs = runs_[index];
    Check planned = std::move(planned_[index]);
    if (!runs.was_run) {
      return not_run(std::move(planned), result_.end->verdict, result_.end->reason);
    }
    if (runs.took_too_long) {
      return failed(std::move(planned), Verdict::timed_out,
                    RunsTookTooLong{is_.session.seconds(), kSecondsForAll});
    }
    if (!runs.failure) {
      return passed(std::move(planned));
    }
    Check check = failed_by(*runs.failure, is_.source, std::move(planned));
    check.only_on_gpu = is_.judged_before;
    if (cause) {
      check.failed_call = {};
    }
    if (const auto& said = cause ? cause : runs.own_cause) {
      check.cause = said->cause;
      check.cause_shown_at = said->shown_at;
    } else {
      check.cause.reset();  // other inputs refuted it
    }
    return check;
  }

  // If the only problem is that C is never written, at any shape, the lab is unfinished.
  void call_unfinished() {
    const bool only_unwritten = std::ranges::all_of(result_.checks, [](const Check& check) {
      return check.outcome == CheckOutcome::failed && check.verdict == Verdict::partial;
    });
    if (ever_written_ || !only_unwritten) {
      return;
    }
    const NeverWritten fact{!on_host() && !ever_launched_, open_steps_of(is_.text)};
    for (Check& check : result_.checks) {
      const std::vector<Place> places = check.places;
      check = failed(std::move(check), Verdict::unfinished, fact, places);
      check.failed_call = failed_call_;
    }
  }

  // What the compiler proves decides; its warnings may explain the first wrong values.
  void heed_compiler() {
    const std::vector<CompilerWarning> warnings = telling_warnings(is_.warnings);
    const auto proof = std::ranges::find(warnings, true, &CompilerWarning::is_proof);
    if (proof != warnings.end()) {
      for (Check& check : result_.checks) {
        check = failed(std::move(check), Verdict::out_of_bounds,
                       CompilerProof{proof->line, proof->text}, {{"", proof->line}});
      }
      return;
    }
    const auto first = std::ranges::find_if(result_.checks, [](const Check& check) {
      return is_about_values(check.verdict) && check.verdict != Verdict::low_precision;
    });
    if (first != result_.checks.end()) {
      first->warnings = warnings;
      for (const CompilerWarning& warning : warnings) {
        first->places.push_back({"", warning.line});
      }
    }
  }

  void look_for_change() {
    constexpr double kLong = 30;  // seconds
    const bool is_endless = is_.session.seconds() > kLong ||
                            (result_.end && result_.end->reason == Reason::out_of_time);
    if (!is_.options.try_changes || is_.options.only_shape || is_endless ||
        is_.session.backend() == Backend::cuda) {
      return;
    }
    std::vector<TrialInput> inputs;
    for (std::size_t i = 0; i < planned_.size(); ++i) {
      inputs.push_back(inputs_of(is_, shape(i), i, found_.has_value()).front());
    }
    add_helpful_changes(is_, inputs, result_.checks);
  }

  const Candidate& is_;
  std::vector<Check> planned_;
  std::vector<ShapeRuns> runs_;
  ValueChecks result_;
  int deaths_ = 0;
  std::optional<Verdict> found_;  // the first finding that also rejects right values
  std::optional<Verdict> first_;  // of those that failed
  bool first_gives_way_ = false;  // to any that explains wrong values
  std::string found_first_;       // for the progress: "RACE at line 24; still checking "
  bool ever_written_ = false;
  bool ever_launched_ = false;
  bool always_leaks_ = true;
  HostEntryFault left_{HostEntryKind::matmul_leaks};  // by the latest run
  std::optional<ApiError> failed_call_;
};

}  // namespace

ValueChecks judge_values(const Candidate& candidate, std::vector<Check> planned) {
  return ValueJudge(candidate, std::move(planned)).judge();
}

std::vector<CompilerWarning> telling_warnings(const std::vector<Diagnostic>& warnings) {
  static const Pattern telling(R"((.*) \[-W(maybe-uninitialized|uninitialized|)"
                               R"(aggressive-loop-optimizations|array-bounds)[^\]]*\])");
  std::vector<CompilerWarning> found;
  for (const Diagnostic& each : warnings) {
    if (each.severity != Severity::warning) {
      continue;
    }
    if (const auto match = telling.match(each.text.text())) {
      found.push_back({each.line, (*match)[1], (*match)[2] == "aggressive-loop-optimizations"});
    }
  }
  return found;
}

}  // namespace gemmlab

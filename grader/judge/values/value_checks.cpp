#include "grader/judge/values/value_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "grader/core/source/source_text.h"
#include "grader/judge/values/compiler_warnings.h"
#include "grader/judge/values/run_costs.h"
#include "grader/judge/values/text_tells.h"
#include "grader/judge/values/value_runs.h"

namespace gemmlab {
namespace {

constexpr int kDeaths = 2;  // after this many crashes the program is not run again

class ValueJudge {
 public:
  ValueJudge(const Candidate& candidate, std::vector<CheckPlan> planned)
      : candidate_(candidate), planned_(std::move(planned)), runs_(planned_.size()) {}

  ValueJudgements judge() {
    const std::optional<RightRuns> right = right_runs_in_pairs(candidate_, planned_);
    for (std::size_t i = 0; i < planned_.size(); ++i) {
      runs_[i].outcome.shape = shape(i);
      runs_[i].was_run = runs_[i].outcome.is_right = right.has_value();
    }
    if (right) {
      result_.counted = right->counted;
      waste_ = right->waste;
    } else {
      run_shapes();
    }
    for (ShapeRuns& runs : runs_) {
      if (!runs.failure && !runs.was_run) {
        runs.verdict = why_not_run().verdict;
      }
      result_.judgements.push_back(judgement_of(runs));
    }
    judge_all_together();
    result_.to_change = changes_to_try();
    // One that keeps memory for its next calls does not at most of them.
    if (2 * leaking_runs_ > runs_of_all_ && !first_ && !end_) {
      result_.leak = left_;
    }
    result_.shapes = std::move(runs_);
    result_.waste = waste_.advice();
    return std::move(result_);
  }

 private:
  // Judging ends here: the remaining checks are not run, with this reason and this verdict.
  struct End {
    Verdict verdict;
    Reason reason;
  };

  bool on_host() const { return candidate_.session.backend() == Backend::cpu; }
  const Shape& shape(std::size_t index) const { return *planned_[index].shape; }

  // The counted shape shows hardly anything that the others do not, so it does not run after a
  // failure; but no program knows when it does.
  void run_shapes() {
    std::vector<std::size_t> order(planned_.size());
    std::iota(order.begin(), order.end(), 0);
    const auto counted = std::ranges::find_if(order, [&](auto i) { return shape(i).counted; });
    if (counted != order.end()) {
      const auto place = counted - order.begin();
      const auto earlier = std::ptrdiff_t(candidate_.shape_key % (order.size() / 2 + 1));
      std::rotate(counted - std::min(place, earlier), counted, counted + 1);
    }
    for (const std::size_t index : order) {
      if (!end_ && !(first_ && shape(index).counted)) {
        run_shape(index);
      }
    }
  }

  End why_not_run() const {
    return end_.value_or(End{first_.value_or(Verdict::passed), Reason::ran_on});
  }

  void run_shape(std::size_t index) {
    ShapeRuns& runs = runs_[index];
    // What now costs most of a second shows nothing new.
    if (found_ &&
        (shape(index).k > kLongRow || (found_ == Verdict::race && is_dear(shape(index))))) {
      end_ = {*found_, Reason::ran_on};
      return;
    }
    if (first_ && costs_.is_too_dear(shape(index))) {
      return;  // not run
    }
    runs.was_run = true;
    for (TrialInput& input : inputs_of(candidate_, shape(index), index, first_.has_value())) {
      input.mode.seconds_left = kSecondsForAll - candidate_.session.seconds();
      if (input.mode.seconds_left < 0) {
        runs.took_too_long = true;
        end_ = {Verdict::timed_out, Reason::out_of_time};
        return;
      }
      announce(candidate_, input, found_first_);
      std::optional<Trial> ended = first_
                                       ? attempt(candidate_.session, input)
                                       : waste_.attempt_unless_in_vain(candidate_.session, input);
      if (!ended) {
        break;  // the other inputs would cost as much
      }
      Trial trial = *std::move(ended);
      take_note(index, trial);
      if (trial.right()) {
        waste_.note(trial, input.given);
        if (is_dear_in_vain(trial, shape(index))) {
          break;
        }
        continue;
      }
      const Verdict verdict = worst(trial).verdict;
      if (first_ && verdict == Verdict::timed_out) {
        runs.was_run = false;  // a consequence, or only with a smaller budget
        end_ = {*first_, Reason::ran_on};
        return;
      }
      const bool has_failed_before = first_.has_value();
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
      note_failure(candidate_.session, trial, input, runs);
      end_if_hopeless(trial, verdict, has_failed_before);
      runs.failure = std::move(trial);
      return;
    }
    runs.outcome.is_right = true;
  }

  // Shown while the other shapes are still running.
  std::string words_of_first(const Complaint& complaint) const {
    const bool has_line = !complaint.places.empty() && complaint.places.front().line > 0 &&
                          is_own_file(complaint.places.front().file, candidate_.source);
    return fmt::format("{}{}; still checking ", name(complaint.verdict),
                       has_line ? fmt::format(" at line {}", complaint.places.front().line) : "");
  }

  void take_note(std::size_t index, const Trial& trial) {
    const RunReply& reply = trial.outcome.reply;
    ever_written_ |= trial.comparison.elements > trial.comparison.unwritten;
    ever_launched_ |= !reply.counts.launches.empty();
    costs_.note(trial, shape(index));
    ++runs_of_all_;
    leaking_runs_ += reply.live_allocations > 0;
    left_.allocations = reply.live_allocations;
    left_.bytes = reply.live_bytes;
    runs_[index].outcome.launches = reply.counts.launches;
    if (!failed_call_ && !reply.errors.empty()) {
      failed_call_ = reply.errors.front();  // the others may be consequences
    }
    if (shape(index).counted) {
      result_.counted = metrics_of(trial, shape(index));
    }
    if (candidate_.options.only_shape && (!result_.demonstration || !trial.right())) {
      result_.demonstration = trial.demonstration;
    }
  }

  void end_if_hopeless(const Trial& trial, Verdict verdict, bool has_failed_before) {
    deaths_ += trial.outcome.kind != Outcome::Kind::replied;
    if (verdict == Verdict::timed_out) {
      end_ = {verdict, Reason::out_of_time};
    } else if (has_failed_before && trial.outcome.reply.out_of_time) {
      end_ = {*first_, Reason::ran_on};
    } else if (deaths_ >= kDeaths) {
      end_ = {verdict, Reason::ended_itself};
    }
  }

  Judgement judgement_of(const ShapeRuns& runs) const {
    if (!runs.was_run) {
      return not_run(why_not_run().verdict, why_not_run().reason);
    }
    if (runs.took_too_long) {
      return failed(
          {Verdict::timed_out, RunsTookTooLong{candidate_.session.seconds(), kSecondsForAll}});
    }
    if (!runs.failure) {
      return passed();
    }
    Failure failure = failure_of(*runs.failure, candidate_.source, candidate_.text);
    failure.only_on_gpu = candidate_.judged_before;
    return failed(std::move(failure));
  }

  // What only all shapes together tell, or the compiler: it decides about each of them.
  void judge_all_together() {
    const std::vector<CompilerWarning> warnings = telling_warnings(candidate_.warnings);
    for (std::size_t i = 0; i < planned_.size(); ++i) {
      if (std::optional<Failure>& failure = result_.judgements[i].failure) {
        tell_of_edges(*failure, candidate_.text, is_right_where_tiles_divide(),
                      !is_divided_by_tiles(shape(i)));
      }
    }
    if (const CompilerWarning* const proof = proof_among(warnings)) {
      for (Judgement& each : result_.judgements) {
        Failure failure = each.failure.value_or(Failure{});
        failure.verdict = Verdict::out_of_bounds;
        failure.fact = CompilerProof{proof->line, proof->text};
        failure.places = {{"", proof->line}};
        each = failed(std::move(failure));
      }
    } else if (is_never_written()) {
      for (Judgement& each : result_.judgements) {
        if (!each.failure) {
          each.verdict = Verdict::unfinished;  // not run, because of that
          continue;
        }
        Failure failure = std::move(*each.failure);
        failure.verdict = Verdict::unfinished;
        const bool is_of_host = entry_of(candidate_.spec) == Entry::matmul_host;
        const NeverWritten never{!on_host() && !ever_launched_, open_steps_of(candidate_.text),
                                 is_of_host && ever_launched_ && !failed_call_};
        failure.fact =
            candidate_.spec.task != nullptr ? Fact(ArrayNeverWritten{never}) : Fact(never);
        failure.failed_call = failed_call_;
        each = failed(std::move(failure));
      }
    }
  }

  static bool is_divided_by_tiles(const Shape& shape) {
    return shape.m % kUsualTile == 0 && shape.n % kUsualTile == 0 && shape.k % kUsualTile == 0;
  }
  bool is_right_where_tiles_divide() const {
    return std::ranges::any_of(runs_, [](const ShapeRuns& runs) {
      return runs.outcome.is_right && is_divided_by_tiles(runs.outcome.shape);
    });
  }

  // If the only problem is that C is never written, at any shape, the lab is unfinished.
  bool is_never_written() const {
    if (ever_written_) {
      return false;
    }
    for (std::size_t i = 0; i < planned_.size(); ++i) {
      const Judgement& each = result_.judgements[i];
      const bool is_partial =
          each.outcome == CheckOutcome::failed && each.verdict == Verdict::partial;
      if (!is_partial && runs_[i].was_run) {
        return false;
      }
    }
    return true;
  }

  std::optional<ChangeRuns> changes_to_try() const {
    const bool is_endless = end_ && end_->reason == Reason::out_of_time;
    if (candidate_.options.only_shape || is_endless ||
        candidate_.session.backend() == Backend::cuda) {
      return std::nullopt;
    }
    std::vector<TrialInput> inputs;
    for (std::size_t i = 0; i < planned_.size(); ++i) {
      inputs.push_back(inputs_of(candidate_, shape(i), i, found_.has_value()).front());
    }
    return runs_to_try(result_.judgements, inputs, costs_.accesses(), candidate_.text);
  }

  const Candidate& candidate_;
  std::vector<CheckPlan> planned_;
  std::vector<ShapeRuns> runs_;
  ValueJudgements result_;
  std::optional<End> end_;
  int deaths_ = 0;
  std::optional<Verdict> found_;  // the first finding that also rejects right values
  std::optional<Verdict> first_;  // of those that failed
  bool first_gives_way_ = false;  // to any that explains wrong values
  std::string found_first_;       // for the progress: "RACE at line 24; still checking "
  bool ever_written_ = false, ever_launched_ = false;
  RunCosts costs_;  // not of the runs in pairs: how far these come is chance
  int runs_of_all_ = 0, leaking_runs_ = 0;
  HostEntryFault left_{HostEntryKind::matmul_leaks};  // by the latest run
  std::optional<ApiError> failed_call_;
  WasteWatch waste_;
};

}  // namespace

ValueJudgements judge_values(const Candidate& candidate, std::vector<CheckPlan> planned) {
  return ValueJudge(candidate, std::move(planned)).judge();
}

}  // namespace gemmlab

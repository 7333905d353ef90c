#include "grader/judge/values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "grader/core/source/source_text.h"
#include "grader/judge/compiler_opinion.h"
#include "grader/judge/trial.h"
#include "grader/judge/trial_check.h"
#include "grader/judge/value_causes.h"
#include "grader/judge/words.h"
#include "grader/report/words/finding_words.h"

namespace gemmlab {
namespace {

constexpr int kDeaths = 2;              // a program that ends itself so often is not asked again
constexpr double kSecondsForAll = 120;  // of all runs together; right programs need a few

class ValueJudge {
 public:
  ValueJudge(const Candidate& candidate, LabResult& lab)
      : is_(candidate), lab_(lab), shapes_(is_.spec.shapes), places_(is_.plan.shapes) {
    if (on_gpu()) {
      shapes_.insert(shapes_.end(), is_.spec.large.begin(), is_.spec.large.end());
      places_.insert(places_.end(), is_.plan.large.begin(), is_.plan.large.end());
    }
    causes_.emplace(shapes_, places_, lab_);
  }

  void judge() {
    for (std::size_t i = 0; i < places_.size() && !ended_; ++i) {
      judge_shape(i);
    }
    causes_->settle();
    call_unfinished();
    heed_proofs(places_, lab_);
    quote_compiler(places_, lab_);
  }

 private:
  bool on_gpu() const { return is_.session.backend() == Backend::cuda; }
  bool on_host() const { return is_.session.backend() == Backend::cpu; }
  Check& check(std::size_t shape) { return lab_.checks[places_[shape]]; }

  void judge_shape(std::size_t index) {
    for (const TrialInput& input : inputs_of(index)) {
      is_.say(fmt::format("{}x{}x{} {}", input.shape.m, input.shape.n, input.shape.k,
                          name(input.kind)));
      const Trial trial = attempt(is_.session, input);
      ever_written_ |= trial.comparison.elements > trial.comparison.unwritten;
      ever_launched_ |= !trial.outcome.reply.counts.launches.empty();
      seconds_ += trial.outcome.seconds;
      causes_->note_launches(index, trial.outcome.reply.counts.launches);
      note_failed_call(trial.outcome.reply);
      if (is_.options.only_shape && (!lab_.demonstration || !trial.right())) {
        lab_.demonstration = trial.demonstration;
      }
      if (found_ && !trial.right() && worst(trial).verdict == Verdict::timed_out) {
        return end_as_found(index);
      }
      if (!trial.right()) {
        fail(check(index), trial, is_.source);
        note_finding(check(index).verdict);
        const bool is_explained = check(index).verdict == Verdict::uninitialised;
        causes_->take_in(index, trial,
                         is_explained ? std::vector<Explanation>{}
                                      : unrefuted(is_.session, trial, input, seconds_));
        if (is_.judged_before) {
          tell_of_difference(check(index));
        }
        end_if_hopeless(trial);
        return;
      }
      if (seconds_ > kSecondsForAll) {
        fail(check(index), Verdict::timed_out,
             fmt::format("The runs up to here took {:.0f} s together, and that is more than the "
                         "{:.0f} s a lab has.",
                         seconds_, kSecondsForAll));
        end_if_hopeless(trial);
        return;
      }
    }
    pass(check(index));
  }

  // What leaves an array or races may run on for ever where k is long: that is no second bug.
  void note_finding(Verdict verdict) {
    if (!found_ && verdict >= Verdict::out_of_bounds && verdict <= Verdict::race) {
      found_ = verdict;
    }
  }

  void end_as_found(std::size_t index) {
    fail(check(index), *found_,
         "The program ran on here, most likely for the reason that was found before.");
    fail_the_rest(lab_, *found_, "not run: the program had run on for too long");
    ended_ = true;
  }

  void tell_of_difference(Check& check) const {
    check.message = "On the GPU: " + check.message +
                    "\nThe simulator found nothing wrong at the shapes it ran. What differs on a "
                    "GPU: many blocks run at the same time, warps in another order, and memory "
                    "holds what other programs left in it. NVIDIA's compute-sanitizer looks at it "
                    "there.";
  }

  // Tagged inputs come first: what is right there and off by little later has lost precision.
  std::vector<TrialInput> inputs_of(std::size_t index) const {
    std::vector<TrialInput> inputs;
    bool tagged_before = false;
    const auto add = [&](InputKind kind, Placement placement) {
      TrialInput input;
      input.shape = shapes_[index];
      input.kind = kind;
      input.placement = placement;
      input.seed =
          draw(on_gpu() ? ~is_.options.seed : is_.options.seed, index * 16 + inputs.size());
      input.schedule_seed = inputs.empty() ? 0 : input.seed;
      input.failed_before = found_.has_value();
      input.low_precision_possible = tagged_before;
      tagged_before |= kind == InputKind::tagged;
      inputs.push_back(input);
    };
    if (shapes_[index].only_launch) {
      add(InputKind::uniform, Placement::flush_end);
      return inputs;
    }
    for (InputKind kind : is_.spec.inputs) {
      add(kind, Placement::flush_end);
    }
    if (on_host()) {
      add(InputKind::uniform, Placement::flush_start);
    }
    return inputs;
  }

  void end_if_hopeless(const Trial& trial) {
    const Verdict verdict = trial.right() ? Verdict::timed_out : worst(trial).verdict;
    deaths_ += trial.outcome.kind != Outcome::Kind::replied;
    ended_ = verdict == Verdict::timed_out || deaths_ >= kDeaths;
    if (ended_) {
      fail_the_rest(
          lab_, verdict,
          fmt::format("not run: the program had {} before",
                      verdict == Verdict::timed_out ? "run out of time" : "ended itself"));
    }
  }

  // Of several the first: the others may follow from it.
  void note_failed_call(const RunReply& reply) {
    if (failed_call_.empty() && !reply.errors.empty()) {
      failed_call_ = sentence(reply.errors.front());
    }
  }

  // If nothing else is wrong than that C is never written, in any shape, the lab is unfinished.
  void call_unfinished() {
    const bool only_unwritten = std::all_of(places_.begin(), places_.end(), [&](std::size_t at) {
      return lab_.checks[at].status == Status::failed &&
             lab_.checks[at].verdict == Verdict::partial;
    });
    if (ever_written_ || !only_unwritten) {
      return;
    }
    std::string message = "C was never written, at any shape.";
    if (!on_host() && !ever_launched_) {
      message += " matmul returned without launching a kernel.";
    }
    if (const auto left = open_steps_of(is_.text); !left.empty()) {
      message += fmt::format(" Steps still marked TODO: {}.", fmt::join(left, ", "));
    }
    if (!failed_call_.empty()) {
      message += "\nLikely cause: " + failed_call_;
    }
    for (std::size_t at : places_) {
      fail(lab_.checks[at], Verdict::unfinished, message);
    }
  }

  const Candidate& is_;
  LabResult& lab_;
  std::vector<Shape> shapes_;
  std::vector<std::size_t> places_;  // of their checks
  std::optional<ValueCauses> causes_;
  int deaths_ = 0;
  bool ended_ = false;
  std::optional<Verdict> found_;  // the first finding that rejects right values, too
  bool ever_written_ = false;
  bool ever_launched_ = false;
  std::string failed_call_;  // a sentence; empty: none has failed
  double seconds_ = 0;
};

}  // namespace

void judge_values(const Candidate& candidate, LabResult& lab) {
  ValueJudge(candidate, lab).judge();
}

Verdict value_verdict(const Plan& plan, const LabResult& lab) {
  Verdict first = Verdict::passed;
  for (const auto* places : {&plan.shapes, &plan.large}) {
    for (std::size_t at : *places) {
      first = std::min(first, lab.checks[at].verdict);  // PASSED while it is not graded
    }
  }
  return first;
}

}  // namespace gemmlab

#include "grader/judge/values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "grader/core/diagnosis/shapes.h"
#include "grader/core/source_text.h"
#include "grader/judge/compiler_warnings.h"
#include "grader/judge/trial.h"
#include "grader/judge/words.h"

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
    explanations_.resize(places_.size());
    launches_.resize(places_.size());
    said_.resize(places_.size());
  }

  void judge() {
    for (std::size_t i = 0; i < places_.size() && !ended_; ++i) {
      judge_shape(i);
    }
    settle_on_diagnoses();
    call_unfinished();
    heed_proofs();
    quote_compiler();
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
      ever_launched_ |= !trial.outcome.reply.metrics.launches.empty();
      seconds_ += trial.outcome.seconds;
      launches_[index] = trial.outcome.reply.metrics.launches;
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
        said_[index] = cause_of(trial);
        explanations_[index] = check(index).verdict == Verdict::uninitialised
                                   ? std::vector<Explanation>{}
                                   : explanations_of(trial, input);
        forget_refuted(index);
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

  // Tagged inputs repeat themselves every few rows and columns, so that a wrong guess may fit them:
  // what random ones refute is left out.
  std::vector<Explanation> explanations_of(const Trial& trial, TrialInput input) {
    std::vector<Explanation> all = trial.explanations;
    if (input.kind != InputKind::tagged || all.empty() || input.shape.only_launch) {
      return all;
    }
    input.kind = InputKind::uniform;
    const Trial again = attempt(is_.session, input);
    seconds_ += again.outcome.seconds;
    if (again.outcome.kind != Outcome::Kind::replied ||
        again.comparison.wrong < trial.comparison.wrong) {
      return all;
    }
    std::erase_if(all, [&](const Explanation& each) {
      return std::none_of(again.explanations.begin(), again.explanations.end(),
                          [&](const Explanation& other) {
                            return other.diagnosis == each.diagnosis && other.tile == each.tile;
                          });
    });
    return all;
  }

  // Takes the likely cause back that no explanation of the shape is any more.
  void forget_refuted(std::size_t index) {
    const std::string& said = said_[index];
    const auto& left = explanations_[index];
    if (said.empty() || check(index).diagnosis.empty() ||
        check(index).verdict < Verdict::not_finite ||
        std::any_of(left.begin(), left.end(), [&](const auto& e) { return e.sentence == said; })) {
      return;
    }
    const std::string line = "Likely cause: " + said + '\n';
    if (const auto at = check(index).message.find(line); at != std::string::npos) {
      check(index).message.erase(at, line.size());
      check(index).diagnosis.clear();
      said_[index].clear();
    }
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
      failed_call_ = describe(reply.errors.front());
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

  // One bug most likely is behind all shapes, so all of them have a say in its name.
  void settle_on_diagnoses() {
    std::vector<ShapeOutcome> outcomes;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      outcomes.push_back(
          {shapes_[i], check(i).status == Status::passed, explanations_[i], launches_[i]});
    }
    const auto chosen = settled(outcomes);
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const bool is_asked =
          !explanations_[i].empty() ||
          (is_of_values(check(i).verdict) && check(i).verdict != Verdict::out_of_bounds);
      if (chosen[i] && is_asked && check(i).status == Status::failed &&
          chosen[i]->sentence != said_[i]) {
        explain(check(i), *chosen[i], said_[i]);
      }
    }
    tell_what_is_common(outcomes);
  }

  // Said once, at the first wrong shape, if nothing is known of its values.
  void tell_what_is_common(const std::vector<ShapeOutcome>& outcomes) {
    Check* first = nullptr;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (check(i).status == Status::passed) {
        continue;
      }
      if (check(i).status == Status::not_graded || !is_of_values(check(i).verdict)) {
        return;
      }
      first = first ? first : &check(i);
    }
    const auto common = right_only(outcomes);
    if (first && common && first->diagnosis.empty()) {
      first->message += '\n' + common->sentence;
      first->diagnosis = name(common->diagnosis);
    }
  }

  // Verdicts that a wrong index or extent may have at one shape and not at another.
  static bool is_of_values(Verdict verdict) {
    return verdict == Verdict::wrong || verdict == Verdict::partial ||
           verdict == Verdict::not_finite || verdict == Verdict::transposed ||
           verdict == Verdict::out_of_bounds;
  }

  // Where the compiler has proved that a loop leaves an array, or overflows, values that come out
  // right do so by luck: what lies beside the array decides.
  void heed_proofs() {
    const std::vector<CompilerWarning> warnings = telling_warnings(lab_.warnings);
    const auto proof = std::find_if(warnings.begin(), warnings.end(),
                                    [](const CompilerWarning& each) { return each.is_proof; });
    if (proof == warnings.end()) {
      return;
    }
    for (std::size_t at : places_) {
      Check& check = lab_.checks[at];
      fail(check, Verdict::out_of_bounds,
           fmt::format("The compiler proves of line {}: {}. The loop leaves an array there, or a "
                       "number overflows. What comes out is a matter of luck.",
                       proof->line, proof->text));
      check.lines = {proof->line};
      check.line = proof->line;
    }
  }

  // Said once, at the first values that came out wrong.
  void quote_compiler() {
    const auto is_wrong = [&](std::size_t at) {
      const Verdict verdict = lab_.checks[at].verdict;
      return verdict == Verdict::wrong || verdict == Verdict::partial ||
             verdict == Verdict::not_finite || verdict == Verdict::transposed;
    };
    const auto first = std::find_if(places_.begin(), places_.end(), is_wrong);
    if (first == places_.end()) {
      return;
    }
    Check& check = lab_.checks[*first];
    for (const CompilerWarning& warning : telling_warnings(lab_.warnings)) {
      check.message += fmt::format("\nThe compiler warns of line {}: {}. That may be the cause.",
                                   warning.line, warning.text);
      check.lines.push_back(warning.line);
      check.line = check.line.value_or(warning.line);
    }
  }

  const Candidate& is_;
  LabResult& lab_;
  std::vector<Shape> shapes_;
  std::vector<std::size_t> places_;                     // of their checks
  std::vector<std::vector<Explanation>> explanations_;  // of each shape's wrong values
  std::vector<std::vector<LaunchShape>> launches_;      // of each shape
  std::vector<std::string> said_;                       // of them, when the shape was run
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

// One check of a lab: what was planned, what its stage found, and what explains a failure. Only
// grader/report turns these facts into words.
#pragma once

#include "common/facts/counts.h"
#include "common/facts/json_fields.h"
#include "grader/core/error_map.h"
#include "grader/core/facts/cause.h"
#include "grader/core/facts/fact.h"
#include "grader/core/facts/tell.h"

namespace gemmlab {

GEMMLAB_ENUM(CheckKind, file, values, host_entry, evidence, speed)

GEMMLAB_ENUM(CheckOutcome, passed, failed,
             not_run,     // something else makes it pointless: see the reason
             not_graded,  // it cannot be judged here: see the reason
             refused      // the file is not run at all
)

// Why a check was not run, or not graded.
GEMMLAB_ENUM_OR_NONE(Reason,
                     // Not run, because of an earlier problem.
                     skeleton,         // the file is the skeleton
                     nothing_to_run,   // it did not compile or was refused
                     out_of_time,      // the program had used up its time earlier
                     ended_itself,     // it had exited or crashed before
                     ran_on,           // it takes too long with an earlier bug
                     matmul_wrong,     // matmul_host uses matmul
                     values_wrong,     // memory accesses and speed of a wrong program mean nothing
                     simulator_first,  // code that fails on the simulator is not run on the GPU
                     // Not graded, because nobody asked for it or it cannot be measured here.
                     one_shape,         // only one shape was requested
                     no_speed_asked,    // speed was not requested
                     simulator_alone,   // speed, with only the simulator requested
                     no_gpu,            // speed, without a GPU
                     simulator_counts,  // memory accesses of a file that the simulator cannot run
                     machine,           // a problem of this machine: see Check::machine
                     speed_unsettled    // the measurement gave no result: the fact says why
)

// The part of a check's outcome that decides about points and totals.
GEMMLAB_ENUM(Status, passed, failed, not_graded)

// A compiler warning that may point to the cause of wrong values.
struct CompilerWarning {
  int line = 0;
  std::string text;       // without the name of the compiler option
  bool is_proof = false;  // the warning proves that the code is wrong
};
GEMMLAB_JSON(CompilerWarning, line, text, is_proof)

// An array shared by its block, or behind another; a sum set once, or in each iteration of a loop;
// a size in bytes; a division rounded up; both axes, or a launch's two extents, exchanged;
// parentheses around a sum that is multiplied or divided; a block and a thread in each other's
// place.
GEMMLAB_ENUM(ChangeKind, replaced, shared, behind, set_once, cleared, kept, in_bytes, rounded_up,
             axes, extents, parentheses, roles)

// Whether what is told of such a change says why it helps. Then others only hide it.
constexpr bool has_reason(ChangeKind kind) {
  return kind != ChangeKind::replaced && kind != ChangeKind::axes && kind != ChangeKind::cleared;
}

// How a change fits the rest of the file: arguments get the names of their parameters, an
// expression the form that it has elsewhere, or something is left out; the reverse of the first
// two; or nothing uses a parameter any more.
GEMMLAB_ENUM(Likeness, like_names, like_others, shorter, none, unlike, unlikely)

// A small change to the lab file, after which C is right.
struct Change {
  int line = 0;
  std::string was, now;  // code
  int places = 1;        // that change together, the first on that line
  ChangeKind kind = ChangeKind::replaced;
  Likeness likeness = Likeness::none;
  bool is_of_mapping = false;  // which thread computes what
};
GEMMLAB_JSON_WITHOUT(Change, (likeness, is_of_mapping),
                     "they only order changes before they are told", line, was, now, places, kind)

// What is to be checked, and what it is worth.
struct CheckPlan {
  CheckKind kind = CheckKind::values;
  std::string name;  // "values 33x50x17", "coalesced accesses", "speed"
  int max_points = 0;
  std::optional<Shape> shape = {};
};

// What one run, or a look at the file, shows against the program.
struct Failure {
  Verdict verdict = Verdict::wrong;
  Fact fact;                                 // what was seen
  std::vector<Place> places = {};            // where it showed
  std::optional<ErrorMap> error_map = {};    // where C is wrong, if all of it was compared
  std::optional<ApiError> failed_call = {};  // of the program, ignored by it
  std::optional<Cause> likely_cause = {};    // what the values of this run alone suggest
  RunCounts counts = {};                     // of the run; empty: unknown
  bool only_on_gpu = false;                  // the simulator found nothing wrong
};

// What a stage says of a planned check.
struct Judgement {
  CheckOutcome outcome = CheckOutcome::not_graded;
  Reason reason = Reason::none;
  // The name of a failure; for a check that was not run, the verdict that prevented it. NOT GRADED
  // if nothing speaks against the program.
  Verdict verdict = Verdict::not_graded;
  std::optional<Failure> failure = {};  // also of a measurement that could not be judged
  std::string machine = {};             // the message about this machine's problem

  Status status() const;
};

Judgement passed();
Judgement failed(Failure failure);
Judgement refused(Fact fact, std::vector<Place> places = {});
// `blamed`: the verdict that prevents the check.
Judgement not_run(Verdict blamed, Reason reason);
Judgement not_graded(Reason reason, std::string machine = {});

// What explains a failure: found after all of a lab's failures are known, by a list of explainers
// (grader/judge/explain/explain.cpp).
struct Account {
  std::optional<Cause> cause = {};           // what most likely made values wrong
  std::optional<Shape> cause_shown_at = {};  // the shape that shows it, if not the check's own
  std::optional<Tell> tell = {};  // the statement that is the cause: it comes before that
  std::optional<ApiError> failed_call = {};  // of the program, if it explains wrong values
  std::vector<CompilerWarning> warnings = {};
  std::vector<Change> changes = {};  // each makes all shapes right
  std::vector<Place> places = {};    // the first is where to look
  std::string hint = {};             // the step whose hint to read next: "3.2"
};

// A plan, what came of it, and why: made once, by finished(), and not changed afterwards.
struct Check : CheckPlan, Account {
  CheckOutcome outcome = CheckOutcome::not_graded;
  Reason reason = Reason::none;
  Verdict verdict = Verdict::not_graded;   // as a Judgement's
  std::optional<Fact> fact = {};           // what was seen
  std::optional<ErrorMap> error_map = {};  // where C is wrong
  bool only_on_gpu = false;
  std::string machine = {};

  Status status() const;
  int points() const { return outcome == CheckOutcome::passed ? max_points : 0; }
  std::optional<int> line() const {  // where to look
    return places.empty() ? std::nullopt : std::optional(places.front().line);
  }
  std::vector<int> lines() const;  // of all places
  // Of the first place; empty: the lab file.
  std::string file() const { return places.empty() ? "" : places.front().file; }
};

Check finished(CheckPlan plan, Judgement judgement, Account account);

// The same with an account that only repeats the failure's places and its failed call.
Check finished(CheckPlan plan, Judgement judgement);
Account repeated(const Judgement& judgement);

// Of what speaks against a program, that with the smallest is the headline: what gives way comes
// last, else the closed order of verdicts decides.
std::pair<bool, Verdict> headline_order(const Check& check);
std::pair<bool, Verdict> headline_order(const Judgement& judgement);

// The verdict of the headline; PASSED if nothing speaks against the program.
Verdict gravest(const std::vector<Check>& checks);

}  // namespace gemmlab

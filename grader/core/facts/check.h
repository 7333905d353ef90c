// One check of a lab: its outcome, and the facts that explain it. The stage that ran the check
// creates it, nothing changes it afterwards, and only grader/report turns it into words.
#pragma once

#include "grader/core/error_map.h"
#include "grader/core/facts/cause.h"
#include "grader/core/facts/fact.h"

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

// An array shared by its block, or behind another; a sum set once, or in each round of a loop; a
// size in bytes; a division rounded up; both axes, or a launch's two extents, exchanged.
GEMMLAB_ENUM(ChangeKind, replaced, shared, behind, set_once, cleared, kept, in_bytes, rounded_up,
             axes, extents)

// A small change to the lab file, after which C is right.
struct Change {
  int line = 0;
  std::string was, now;  // code
  int places = 1;        // that change together, the first on that line
  ChangeKind kind = ChangeKind::replaced;
  bool is_unlikely = false;  // nothing would use a parameter any more
};

struct Check {
  CheckKind kind = CheckKind::values;
  std::string name;  // "values 33x50x17", "coalesced accesses", "speed"
  int max_points = 0;
  std::optional<Shape> shape;

  CheckOutcome outcome = CheckOutcome::not_graded;
  Reason reason = Reason::none;
  // The name of a failure; for a check that was not run, the verdict that prevented it. NOT GRADED
  // if nothing speaks against the program.
  Verdict verdict = Verdict::not_graded;
  std::optional<Fact> fact;             // what was seen
  std::optional<Cause> cause;           // what most likely made values wrong
  std::optional<Shape> cause_shown_at;  // the shape that shows it, if not this one
  std::vector<Place> places;            // the first is where to look
  std::vector<CompilerWarning> warnings;
  std::vector<Change> changes;          // each makes all shapes right
  std::optional<ErrorMap> error_map;    // where C is wrong, if all of it was compared
  std::optional<ApiError> failed_call;  // a failed call of the program that explains wrong values
  bool only_on_gpu = false;             // the simulator found nothing wrong
  std::string machine;                  // the message about this machine's problem
  std::string hint;                     // the step whose hint to read next: "3.2"

  Status status() const;
  int points() const { return outcome == CheckOutcome::passed ? max_points : 0; }
  std::optional<int> line() const {  // where to look
    return places.empty() ? std::nullopt : std::optional(places.front().line);
  }
  std::vector<int> lines() const;  // of all places
  // Of the first place; empty: the lab file.
  std::string file() const { return places.empty() ? "" : places.front().file; }
};

Check passed(Check planned);
Check failed(Check planned, Verdict verdict, Fact fact, std::vector<Place> places = {});
Check refused(Check planned, Fact fact, std::vector<Place> places = {});

// With these lines of the lab file before its other places.
Check looked_at_first(Check check, const std::vector<int>& lines);

// `blamed`: the verdict that prevents the check.
Check not_run(Check planned, Verdict blamed, Reason reason);
Check not_graded(Check planned, Reason reason, std::string machine = {});

// The same for all of these checks.
std::vector<Check> not_run(std::vector<Check> planned, Verdict blamed, Reason reason);

// Of failed checks, the one with the smallest is the headline: what gives way comes last, else the
// closed order of verdicts decides.
std::pair<bool, Verdict> headline_order(const Check& check);

// The verdict of the headline among the failed checks; PASSED if there are none.
Verdict gravest(const std::vector<Check>& checks);

}  // namespace gemmlab

// One thing that was checked of a lab: what came of it, and the facts that say why. Made once by
// the stage that looked, edited by nobody, put into words by grader/report alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/facts/names.h"
#include "common/facts/place.h"
#include "grader/core/error_map.h"
#include "grader/core/facts/cause.h"
#include "grader/core/facts/fact.h"
#include "grader/core/spec.h"
#include "grader/core/verdict.h"

namespace gemmlab {

GEMMLAB_ENUM(CheckKind, file, values, host_entry, evidence, speed)

GEMMLAB_ENUM(CheckOutcome,
             passed,
             failed,
             not_run,     // something else makes it pointless: see the reason
             not_graded,  // it cannot be judged here: see the reason
             refused      // the file is not run at all
)

// Why a check was not run, or not graded.
enum class Reason {
  none,
  // Not run, since something speaks against the program.
  skeleton,         // the file is the skeleton
  nothing_to_run,   // it did not compile, or was refused
  out_of_time,      // the program had run out of time before
  ended_itself,     // it had exited or crashed before
  ran_on,           // it had run on for too long
  matmul_wrong,     // matmul_host uses matmul
  values_wrong,     // accesses and speed of a wrong program tell nothing
  simulator_first,  // what is wrong there does not go onto the GPU
  // Not graded, since nobody asked for it or it cannot be seen here.
  one_shape,         // one shape was asked for, and nothing else
  no_speed_asked,    // speed was not asked for
  simulator_alone,   // speed, where only the simulator was asked for
  no_gpu,            // speed, and there is no GPU
  simulator_counts,  // accesses, which only the simulator counts
  machine,           // this machine's problem: Check::machine says which
  speed_unsettled,   // the measurement had no outcome: the fact says why
};

// What of a check decides about points and tallies.
GEMMLAB_ENUM(Status, passed, failed, not_graded)

// What the compiler warned of, where that may be the cause of wrong values.
struct CompilerWarning {
  int line = 0;
  std::string text;       // without the name of its option
  bool is_proof = false;  // not that something may be wrong, but that it is
};

struct Check {
  CheckKind kind = CheckKind::values;
  std::string name;  // "values 33x50x17", "coalesced accesses", "speed"
  int max_points = 0;
  std::optional<Shape> shape;

  CheckOutcome outcome = CheckOutcome::not_graded;
  Reason reason = Reason::none;
  // What a failure is called; of a check that was not run, what kept it from running. NOT GRADED
  // where nothing speaks against the program.
  Verdict verdict = Verdict::not_graded;
  std::optional<Fact> fact;             // what was seen
  std::optional<Cause> cause;           // what most likely made values wrong
  std::optional<Shape> cause_shown_at;  // the shape that shows it, if that is another one
  std::vector<Place> places;            // the first is where to look
  std::vector<CompilerWarning> warnings;
  std::optional<ErrorMap> error_map;    // where C is wrong, if all of it was compared
  std::optional<ApiError> failed_call;  // of the program's, that explains wrong values
  bool only_on_gpu = false;             // the simulator had found nothing wrong
  std::string machine;                  // the words of the room that met this machine's problem
  std::string hint;                     // step whose hint to read next: "3.2"

  Status status() const;
  int points() const { return outcome == CheckOutcome::passed ? max_points : 0; }
  std::optional<int> line() const;  // where to look
  std::vector<int> lines() const;   // of all places
  std::string file() const;         // of the first place; empty: the lab file
};

Check passed(Check planned);
Check failed(Check planned, Verdict verdict, Fact fact, std::vector<Place> places = {});
Check refused(Check planned, Fact fact, std::vector<Place> places = {});

// `blamed`: the verdict that keeps the check from running.
Check not_run(Check planned, Verdict blamed, Reason reason);
Check not_graded(Check planned, Reason reason, std::string machine = {});

// The same for all of them.
std::vector<Check> not_run(std::vector<Check> planned, Verdict blamed, Reason reason);

// The name of what is behind a failure: the cause, else the fact; empty where nothing failed.
std::string_view cause_name(const Check& check);

// The first verdict in the closed order among what speaks against the program; PASSED if nothing
// does.
Verdict gravest(const std::vector<Check>& checks);

GEMMLAB_NAMES(Reason,
              ,
              skeleton,
              nothing_to_run,
              out_of_time,
              ended_itself,
              ran_on,
              matmul_wrong,
              values_wrong,
              simulator_first,
              one_shape,
              no_speed_asked,
              simulator_alone,
              no_gpu,
              simulator_counts,
              machine,
              speed_unsettled)

}  // namespace gemmlab

// The stages of judging a lab. Each turns planned checks into finished ones; all may throw
// InfrastructureError and Interrupted.
#pragma once

#include <future>

#include "grader/changes/source_lines.h"
#include "grader/judge/judge.h"
#include "grader/judge/trial.h"
#include "grader/sandbox/enclosure.h"

namespace gemmlab {

// The checks of a lab by stage: planned with their names and points, then run one after the other.
struct LabChecks {
  Check file;                     // compiles and starts
  std::vector<Check> shapes;      // one per entry of Spec::shapes
  std::vector<Check> large;       // one per entry of Spec::large, with a GPU
  std::vector<Check> host_entry;  // matmul_host: one, or none
  std::vector<Check> evidence;    // one per entry of Spec::evidence
  Check speed;
};

// The user may replace `spec.shapes` by one shape. The large shapes give no points, so a lab has
// the same points with and without a GPU. But a kernel that fails there has not passed and is not
// timed.
LabChecks plan_checks(const Spec& spec, bool has_gpu = false);

// Whether no stage has run it yet.
inline bool is_open(const Check& check) {
  return check.outcome == CheckOutcome::not_graded && check.reason == Reason::none;
}

// Marks the checks that no stage has run as not run or not graded, with this reason.
void close_open(LabChecks& checks, Verdict blamed, Reason reason);
void leave_open_ungraded(LabChecks& checks, Reason reason, const std::string& machine = {});

// The verdict on the values so far; PASSED if nothing is wrong.
Verdict value_verdict(const LabChecks& checks);

// All checks, in the order of reports.
std::vector<Check*> in_order(LabChecks& checks);

// One lab file, loaded and ready to run.
struct Candidate {
  Session& session;
  Session* second;  // another process of it, to simulate other shapes meanwhile; null: none
  const Spec& spec;
  const fs::path& source;
  const std::string& text;                  // of the source
  const std::vector<Diagnostic>& warnings;  // from its compiler
  bool judged_before;                       // on the simulator, with no failure
  std::uint64_t shape_key;                  // for the sizes that are drawn for this file
  const JudgeOptions& options;
};

// The values: each shape with each kind of input.
struct ValueChecks {
  std::vector<Check> checks;                   // one per planned check
  std::optional<Demonstration> demonstration;  // if one shape was requested
  // Set if judging ends here: after the first timeout or the second crash. The remaining checks are
  // not run, with this reason and this verdict.
  struct End {
    Verdict verdict;
    Reason reason;
  };
  std::optional<End> end;
  std::optional<HostEntryFault> leak;  // if each run left allocations behind
};

// Of two processes of a program; one after the other if this machine starts no more threads.
inline constexpr auto kAtOnce = std::launch::async | std::launch::deferred;

inline constexpr int kLongRow = 5000;
inline constexpr double kMuch = 4e6;           // products
inline constexpr double kSecondsForAll = 120;  // for all runs together; right programs need a few

// The runs at a shape, the planned one of this number. `failed_before`: as TrialInput's.
std::vector<TrialInput> inputs_of(const Candidate& candidate, const Shape& shape,
                                  std::size_t number, bool failed_before);

// Shows that this run begins.
void tell(const Candidate& candidate, const TrialInput& input, const std::string& before = "");

// Whether the program is right at all planned shapes, with usual numbers of accesses: its two
// processes share them. False if it has but one, and after any failure, which ends both: what is
// wrong shows when a new process runs all shapes.
bool are_right_in_pairs(const Candidate& candidate, const std::vector<Check>& planned);

// Runs the shapes of the planned checks.
ValueChecks judge_values(const Candidate& candidate, std::vector<Check> planned);

// The compiler warnings that may explain wrong values: uninitialised values and indices outside an
// array.
std::vector<CompilerWarning> telling_warnings(const std::vector<Diagnostic>& warnings);

// The result of all runs of one shape, and what most likely made its values wrong.
struct ShapeRuns {
  ShapeOutcome outcome;
  bool was_run = false;
  bool took_too_long = false;
  std::optional<Trial> failure;    // the trial that failed, if one did
  std::optional<Verdict> verdict;  // of the failure, or of what prevented the shape from finishing
  std::optional<Settled> own_cause;  // from this shape's values; nothing if other inputs refuted it
};

// Records what explains the wrong values of `trial`, which ran on `input`. Tagged inputs repeat
// every few rows and columns, so a wrong guess may fit them, and elements may be right by chance.
// Therefore runs again on random inputs, drops the explanations that these refute, and takes their
// values if more of them are wrong. Throws InfrastructureError and Interrupted.
void take_in_failure(Session& session, Trial& trial, const TrialInput& input, ShapeRuns& runs);

// Called after all shapes have run. One bug most likely causes all failures, so all shapes together
// decide on its name. Nothing for a shape whose own cause remains.
std::vector<std::optional<Settled>> common_causes(const std::vector<ShapeRuns>& shapes);

// Gives failed checks the lines that their cause is about, if no change is known that helps: such
// as the extents of a refused launch, or the stores of the kernels if something was never stored.
class WhereToLook {
 public:
  explicit WhereToLook(const Candidate& candidate) : candidate_(candidate) {}

  // `counts`: of the run that failed.
  Check in(Check check, const RunCounts& counts = {});

 private:
  const Candidate& candidate_;
  std::optional<SourceLines> text_;  // once a check needs it
};

// matmul_host, the last step of lab 02: host code that allocates, copies and launches. matmul
// itself must be right.
Check judge_host_entry(const Candidate& candidate, const Check& planned);

// A depth where work done once per element of C hardly counts.
inline constexpr int kLongDepth = 1024;

// How one kind of evidence is measured. The text for a missed limit is in grader/report/words.
struct Measure {
  Evidence::Kind kind;
  std::string_view check_name;
  double (*value)(const Metrics& metrics);    // at metrics.shape
  bool is_at_least;                           // the limit is a minimum; else a maximum
  Verdict verdict;                            // for a program that misses the limit
  double (*excess)(const LineMetrics& line);  // beyond the minimum cost of the line; null: no line
};
const Measure& measure_of(Evidence::Kind kind);

// The planned check, passed or failed, with the number, the limit and the costliest line.
Check judge_limit(const Evidence& evidence, const Metrics& metrics, Check planned);

// What kernels with these counts cannot have done to compute C; nothing if they can.
std::optional<ComputedElsewhere> not_computed_by_kernels(const Metrics& metrics);

// The evidence: what the simulator counts in one more run of the kernel.
struct EvidenceChecks {
  std::vector<Check> checks;  // one per planned check
  std::optional<Metrics> metrics;
};

// Runs at 128 x 128 x 128 and at a drawn shape. Examines evidence, and gives points for it, only if
// the values are right.
EvidenceChecks judge_evidence(const Candidate& candidate, std::vector<Check> planned);

// Counts without a check: at the one requested shape, or else as above, for any run that finishes,
// right or wrong. `values`: the verdict on the values.
std::optional<Metrics> count_to_explain(const Candidate& candidate, Verdict values);

// The speed: the baseline, the student's program and the reference, timed in turns.
struct SpeedCheck {
  Check check;
  Speed speed;
};

// The goal of the lab, before any measurement.
Speed speed_asked_for(const Spec& spec);

// Times `student`, at a size drawn from `shape_key`. A problem of this machine makes the speed not
// graded, with the reason, unless a GPU is required.
SpeedCheck judge_speed(const Spec& spec, const Lab& lab, Session& student, std::uint64_t shape_key,
                       const JudgeOptions& options, const Check& planned);

// Each change is tried in the cheap runs; the first should be the one that fails soonest. What
// helps there is tried in the dear ones.
struct ChangeRuns {
  std::vector<TrialInput> cheap, dear = {};
};

// Changes after which all of these runs are right, on different lines; at most two.
std::vector<Change> changes_that_help(const Candidate& candidate, const ChangeRuns& runs);

// Looks for such changes if the worst failure of all checks may have a small cause, and adds them
// to those that failed. `inputs`: a run of each check.
void add_helpful_changes(const Candidate& candidate, const std::vector<TrialInput>& inputs,
                         std::vector<Check>& checks);

// The failed check, with these changes.
Check with_changes(Check check, const std::vector<Change>& changes);

// Each check that failed, with the step of the lab that the student should read next: the step that
// a failing line belongs to; of several, the one with a hint that starts with the name of the
// verdict or of the cause. Without such a line: the step with that hint, else the first unfinished
// step. No hint after a compiler error or a timing failure, because a guess would mislead there.
//   textbook: the solution or its skeleton, which have the same steps; text: the judged file; page:
//   the lab's page with its hints, may be empty
void add_hints(const std::vector<Check*>& checks, const std::string& textbook,
               const std::string& text, const std::string& page);

// ---- which stages there are for a lab, their order, and what they add to the result ----

struct FileCheck {
  Check check;
  std::optional<fs::path> module = {};    // if the file compiles
  std::vector<Diagnostic> warnings = {};  // from the compiler
};

// Compiles the file for a backend.
FileCheck judge_file(const fs::path& source, Backend backend, const Enclosure* enclosure,
                     Check planned);

class LabJudge {
 public:
  LabJudge(const Lab& lab, const Spec& spec, const fs::path& source, const JudgeOptions& options);

  LabResult judge();

 private:
  // Whether this lab is judged on a GPU, directly or after the simulator.
  bool has_gpu() const;

  // The floats that a session of this lab needs in shared memory.
  std::size_t most_elements(Backend backend) const;

  void require_gpu() const;
  std::optional<fs::path> compiled(Backend backend);
  void examine();
  void start_second(const fs::path& module);
  void examine_again_on_gpu();
  void run_on_gpu(const fs::path& module);
  bool solution_runs_on_gpu() const;
  void fail_on_gpu(const std::string& problem);
  void judge_all_values(const Candidate& candidate);
  void judge_accesses(const Candidate& candidate);
  void count_on_simulator();
  void time(Session& session);
  void leave_untimed(Reason reason, const std::string& machine = {});
  void leave_untimed_without_gpu();
  void leave_untimed_as_wrong();

  Candidate candidate(Session& session) const {
    return {
        session,    second_.get(), spec_, source_, text_, warnings_, session.backend() != first_,
        shape_key_, options_};
  }

  const Lab& lab_;
  Spec spec_;
  fs::path source_;
  const JudgeOptions& options_;
  std::string text_;
  std::string skeleton_;  // as it was handed out
  std::uint64_t shape_key_;
  Backend first_;                     // the first backend
  std::vector<Diagnostic> warnings_;  // from the compiler
  LabChecks checks_;
  std::unique_ptr<Session> second_;     // of the first backend, until something is timed
  std::optional<HostEntryFault> leak_;  // of matmul, on the first backend that shows one
  LabResult result_;
};

}  // namespace gemmlab

#include "grader/judge/judge.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "grader/core/score.h"
#include "grader/core/sha256.h"
#include "grader/judge/counts.h"
#include "grader/judge/evidence.h"
#include "grader/judge/file_check.h"
#include "grader/judge/gpu_state.h"
#include "grader/judge/host_entry.h"
#include "grader/judge/paths.h"
#include "grader/judge/plan.h"
#include "grader/judge/read_next.h"
#include "grader/judge/runner.h"
#include "grader/judge/session.h"
#include "grader/judge/speed.h"
#include "grader/judge/trial.h"
#include "grader/judge/values.h"

namespace gemmlab {
namespace {

std::string contents(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) {
    throw std::runtime_error("cannot read " + path.string());
  }
  return text.str();
}

// The shared memory that a session of this lab needs.
std::size_t most_elements(const Spec& spec, Backend backend) {
  const std::size_t counted =
      std::max(elements_of({kRoomyExtent, kRoomyExtent, kRoomyDepth, ""}),
               elements_of({kMetricsExtent, kMetricsExtent, kMetricsExtent, ""}));
  std::size_t most = backend == Backend::sim ? counted : timed_elements(backend);
  for (const auto* shapes : {&spec.shapes, &spec.large}) {
    for (const Shape& shape : *shapes) {
      most = std::max(most, elements_of(shape));
    }
  }
  return most;
}

const std::string kOneShape = "one shape was asked for, and nothing else";

// Why a lab that the simulator judges alone is not timed.
std::string without_gpu(const JudgeOptions& options) {
  if (options.only_shape) {
    return kOneShape;
  }
  if (options.backend == "sim") {
    return "speed needs a GPU: the simulator counts accesses, it does not measure time";
  }
  const GpuReadiness& readiness = gpu_state().readiness;
  return readiness.has_gpu
             ? readiness.problem + ": the GPU was not used; ./gemmlab device says what to do"
             : "no GPU: the simulator counts accesses, it does not measure time";
}

class LabJudge {
 public:
  LabJudge(const Lab& lab,
           const Spec& spec,
           const std::filesystem::path& source,
           const JudgeOptions& options)
      : lab_(lab),
        spec_(spec),
        source_(source),
        options_(options),
        text_(contents(source)),
        solution_(contents(paths().solutions() / lab.path())),
        first_(std::filesystem::path(lab.file).extension() == ".cpp" ? Backend::cpu
               : options.backend == "cuda"                           ? Backend::cuda
                                                                     : Backend::sim) {
    if (options.only_shape) {
      spec_.shapes = {*options.only_shape};
      spec_.large.clear();
    }
    result_.id = lab.id;
    result_.slug = lab.slug();
    result_.title = lab.title;
    result_.source = source.string();
    result_.source_sha256 = sha256(text_);
    plan_ = plan_checks(spec_, result_, has_gpu());
  }

  LabResult judge() {
    try {
      require_gpu();
      if (is_started(text_, solution_, plan_, result_)) {
        examine();
      }
    } catch (const InfrastructureError& error) {
      give_up(error.what());
    } catch (const std::system_error& error) {
      give_up(error.what());
    }
    settle(result_);
    if (result_.infrastructure) {
      result_.verdict = Verdict::not_graded;
    }
    if (options_.explain && !result_.metrics && result_.not_counted.empty()) {
      result_.not_counted = why_not_counted();
    }
    name_steps_to_read(solution_, text_, plan_, result_);
    return std::move(result_);
  }

 private:
  // Whether this lab is judged on a GPU, at once or after the simulator.
  bool has_gpu() const {
    return first_ != Backend::cpu && options_.backend != "sim" && gpu_state().readiness.ready;
  }

  void require_gpu() const;
  std::optional<std::filesystem::path> compiled(Backend backend);
  void examine();
  void examine_again_on_gpu();
  void run_on_gpu(const std::filesystem::path& module);
  bool solution_runs_on_gpu() const;
  void fail_on_gpu(const std::string& why);
  void judge_all_values(const Candidate& candidate);
  void time(Session& session);
  void leave_untimed(const std::string& reason);
  void leave_untimed_as_wrong();
  Speed speed_asked_for() const;
  void leave_ungraded(const std::string& why);
  std::string why_not_counted() const;

  Candidate candidate(Session& session) const {
    return {session, spec_, plan_, source_, text_, session.backend() != first_, options_};
  }

  void say(const std::string& what) const {
    if (options_.progress) {
      options_.progress(what);
    }
  }

  // A problem of this machine: nothing is the student's fault.
  void give_up(const std::string& why) {
    result_.infrastructure = true;
    leave_ungraded(why);
  }

  const Lab& lab_;
  Spec spec_;
  std::filesystem::path source_;
  const JudgeOptions& options_;
  std::string text_;
  std::string solution_;  // its text
  Backend first_;         // where it is judged first
  LabResult result_;
  Plan plan_;
};

void LabJudge::leave_ungraded(const std::string& why) {
  for (Check& each : result_.checks) {
    if (each.status == Status::not_graded && each.message.empty()) {
      each.message = why;
    }
  }
}

// Where no run was made to count accesses in. Ask when the verdict is settled.
std::string LabJudge::why_not_counted() const {
  if (first_ != Backend::sim) {
    return first_ == Backend::cpu ? "this lab runs on the CPU: they are counted from lab 02 on"
                                  : "only the simulator counts them: leave out --backend cuda";
  }
  switch (result_.verdict) {
    case Verdict::does_not_compile:
      return "the file does not compile";
    case Verdict::not_started:
      return "this is the skeleton: there is no kernel of yours yet";
    default:
      return "the kernel could not be run";
  }
}

void LabJudge::require_gpu() const {
  if (first_ == Backend::cpu || !(options_.require_gpu || first_ == Backend::cuda)) {
    return;
  }
  if (const GpuReadiness& readiness = gpu_state().readiness; !readiness.ready) {
    throw InfrastructureError(readiness.problem + ". " + readiness.advice);
  }
}

std::optional<std::filesystem::path> LabJudge::compiled(Backend backend) {
  say(backend == Backend::cuda ? "compiling for the GPU" : "compiling");
  return module_of(source_, backend, plan_, result_);
}

void LabJudge::examine() {
  const auto module = compiled(first_);
  if (!module) {
    return;
  }
  Session session(first_, *module, most_elements(spec_, first_));
  if (!has_matmul(session, plan_, result_)) {
    return;
  }
  judge_all_values(candidate(session));
  if (first_ == Backend::sim && !options_.only_shape) {
    judge_counts(candidate(session), result_);
  } else if (first_ == Backend::sim && options_.explain) {
    count_to_explain(candidate(session), result_);
  }
  if (first_ != Backend::sim) {
    time(session);
  } else if (has_gpu()) {
    examine_again_on_gpu();
  } else {
    leave_untimed(without_gpu(options_));
  }
  leave_ungraded(options_.only_shape ? kOneShape : "only the simulator counts accesses");
  result_.printed = session.printed();
}

// Only what is clean on the simulator goes onto the GPU: a wrong kernel can take a display with it.
void LabJudge::examine_again_on_gpu() {
  if (value_verdict(plan_, result_) != Verdict::passed) {
    for (std::size_t at : plan_.large) {
      result_.checks[at].message = "not run on the GPU: the simulator comes first";
    }
    leave_untimed_as_wrong();
    return;
  }
  try {
    if (const auto module = compiled(Backend::cuda)) {
      run_on_gpu(*module);
    }
  } catch (const InfrastructureError& error) {
    if (options_.require_gpu) {
      throw;
    }
    leave_untimed(error.what());
    leave_ungraded(error.what());
  }
}

void LabJudge::run_on_gpu(const std::filesystem::path& module) {
  try {
    Session session(Backend::cuda, module, most_elements(spec_, Backend::cuda));
    judge_all_values(candidate(session));
    time(session);
  } catch (const InfrastructureError& error) {
    if (!solution_runs_on_gpu()) {
      throw;
    }
    fail_on_gpu(error.what());
  }
}

// Whether the GPU does what it should with a program that is known to be right.
bool LabJudge::solution_runs_on_gpu() const {
  try {
    LabResult unused;
    const auto module = module_of(paths().solutions() / lab_.path(), Backend::cuda,
                                  plan_checks(spec_, unused), unused);
    Session session(Backend::cuda, module.value(), most_elements(spec_, Backend::sim));
    TrialInput input;
    input.shape = spec_.shapes.front();
    return attempt(session, input).right();
  } catch (const InfrastructureError&) {
    return false;
  }
}

void LabJudge::fail_on_gpu(const std::string& why) {
  const std::string message = "On the GPU nothing can be run: " + why +
                              ".\nThe textbook solution runs there. Likely cause: the program "
                              "takes all of the GPU's memory, "
                              "or meddles with its process, before matmul is called.";
  // Where one shape was asked for, nothing is left for the GPU alone.
  for (std::size_t at : plan_.large.empty() ? plan_.shapes : plan_.large) {
    fail(result_.checks[at], Verdict::crashed, message);
  }
  leave_untimed_as_wrong();
}

// matmul's values, and then matmul_host's, which uses matmul: while that is wrong, there is nothing
// to learn.
void LabJudge::judge_all_values(const Candidate& candidate) {
  judge_values(candidate, result_);
  if (!plan_.host_entry || options_.only_shape) {
    return;
  }
  Check& check = result_.checks[*plan_.host_entry];
  const Verdict values = value_verdict(plan_, result_);
  if (values == Verdict::passed) {
    candidate.say("matmul_host");
    judge_host_entry(candidate.session, source_, options_, check);
  } else if (check.status == Status::not_graded) {
    fail(check, values, "not run: matmul itself is not right yet");
  }
}

void LabJudge::time(Session& session) {
  if (options_.only_shape) {
    leave_untimed(kOneShape);
    return;
  }
  if (value_verdict(plan_, result_) != Verdict::passed) {
    leave_untimed_as_wrong();
    return;
  }
  if (!options_.measure_speed) {
    leave_untimed("it was not asked for");
    return;
  }
  say("timing");
  Check& check = result_.checks[plan_.speed];
  Speed speed = speed_asked_for();
  judge_speed(spec_, lab_, session, options_, check, speed);
  result_.speed = speed;
}

void LabJudge::leave_untimed(const std::string& reason) {
  Check& check = result_.checks[plan_.speed];
  result_.speed = speed_asked_for();
  result_.speed->reason = reason;
  if (check.status == Status::not_graded && check.message.empty()) {
    check.message = reason;
  }
}

void LabJudge::leave_untimed_as_wrong() {
  const std::string reason = "the values are not right";
  leave_untimed(reason);
  fail(result_.checks[plan_.speed], value_verdict(plan_, result_), "not timed: " + reason);
}

Speed LabJudge::speed_asked_for() const {
  Speed speed;
  speed.over = spec_.speed.over;
  speed.baseline = spec_.speed.baseline;
  speed.nominal = spec_.speed.nominal;
  return speed;
}

}  // namespace

LabResult judge_lab(const Lab& lab,
                    const Spec& spec,
                    const std::filesystem::path& source,
                    const JudgeOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  LabResult result = LabJudge(lab, spec, source, options).judge();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

const Spec& spec_of(const Lab& lab) {
  for (const Spec* spec : registered_specs()) {
    if (spec->lab == lab.slug()) {
      return *spec;
    }
  }
  throw std::logic_error("lab " + lab.slug() + " has no Spec: see grader/tests");
}

}  // namespace gemmlab

// What happens on the GPU, after the simulator or without it.
#include "grader/compile/gpu_state.h"
#include "grader/compile/paths.h"
#include "grader/judge/file_check.h"
#include "grader/judge/lab_judge.h"
#include "grader/judge/trial.h"
#include "grader/report/words/speed_words.h"
#include "grader/speed/entrant.h"
#include "grader/speed/timing_turn.h"

namespace gemmlab {

bool LabJudge::has_gpu() const {
  return first_ != Backend::cpu && options_.backend != "sim" && gpu_state().readiness.ready;
}

void LabJudge::require_gpu() const {
  if (first_ == Backend::cpu || !(options_.require_gpu || first_ == Backend::cuda)) {
    return;
  }
  if (const GpuReadiness& readiness = gpu_state().readiness; !readiness.ready) {
    throw InfrastructureError(readiness.problem + ". " + readiness.advice);
  }
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
    Session session(Backend::cuda, module, most_elements(Backend::cuda), sandbox());
    {
      // Whoever times there meanwhile is not to be held up by this.
      const TimingTurn turn({Backend::cuda}, options_.progress, options_.patience);
      judge_all_values(candidate(session));
      session.stop();
    }
    time(session);
  } catch (const Untimed& busy) {
    throw InfrastructureError(sentence(busy));
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
    const auto module = module_of(paths().solutions() / lab_.path(), Backend::cuda, nullptr,
                                  plan_checks(spec_, unused), unused);
    Session session(Backend::cuda, module.value(), most_elements(Backend::sim));
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

std::string LabJudge::without_gpu() const {
  if (options_.only_shape) {
    return kOneShape;
  }
  if (options_.backend == "sim") {
    return "speed needs a GPU: the simulator counts accesses, it does not measure time";
  }
  const GpuReadiness& readiness = gpu_state().readiness;
  return readiness.has_gpu
             ? readiness.problem + ": the GPU was not used; ./gemmlab device says what to do"
             : "no GPU: the simulator counts accesses, it does not measure time";
}

}  // namespace gemmlab

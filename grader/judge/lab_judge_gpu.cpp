// Judging on the GPU, after the simulator or without it.
#include <fmt/format.h>

#include "grader/core/array_task.h"
#include "grader/core/gpu.h"
#include "grader/core/infrastructure_error.h"
#include "grader/judge/file_check.h"
#include "grader/judge/lab_judge.h"
#include "grader/judge/speed_check.h"
#include "grader/judge/values/trial.h"
#include "grader/machine/gpu_state.h"
#include "grader/machine/paths.h"
#include "grader/machine/toolchain.h"
#include "grader/report/words/check_words.h"
#include "grader/speed/timing_turn.h"

namespace gemmlab {

// Whether this GPU is too old for what the lab is about.
bool LabJudge::lacks_what_it_needs() const {
  return spec_.needs.architecture > 0 && gpu_state().readiness.ready &&
         gpu_state().survey.gpus.front().architecture() < spec_.needs.architecture;
}

bool LabJudge::has_gpu() const {
  return first_ != Backend::cpu && options_.backend != BackendChoice::sim &&
         gpu_state().readiness.ready && !lacks_what_it_needs();
}

void LabJudge::require_gpu() const {
  if (first_ == Backend::cpu || !(options_.require_gpu || first_ == Backend::cuda)) {
    return;
  }
  if (const GpuReadiness& readiness = gpu_state().readiness; !readiness.ready) {
    throw InfrastructureError(readiness.problem + ". " + readiness.advice);
  }
}

// Only code that passes on the simulator runs on the GPU: a wrong kernel can crash a display.
void LabJudge::examine_again_on_gpu() {
  if (value_verdict(checks_) != Verdict::passed) {
    close_all(checks_.large, Verdict::not_graded, Reason::simulator_first);
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
    leave_untimed(Reason::machine, error.what());
    leave_open_ungraded(checks_, Reason::machine, error.what());
  }
}

void LabJudge::run_on_gpu(const fs::path& module) {
  try {
    gpu_session_ = std::make_unique<Session>(Backend::cuda, module, most_elements(Backend::cuda),
                                             options_.sandbox());
    Session& session = *gpu_session_;
    {
      // Avoids disturbing another process that is timing on the GPU.
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

// Whether the GPU works correctly with a program that is known to be right.
bool LabJudge::solution_runs_on_gpu() const {
  try {
    const FileJudgement file =
        judge_file(paths().solutions() / lab_.path(), Backend::cuda, nullptr);
    Session session(Backend::cuda, file.module.value(), most_elements(Backend::sim));
    return attempt(session, {.given = {.shape = spec_.shapes.front(), .task = spec_.task},
                             .mode = {.entry = entry_of(spec_)}})
        .right();
  } catch (const InfrastructureError&) {
    return false;
  }
}

void LabJudge::fail_on_gpu(const std::string& problem) {
  // If only one shape was requested, no shapes are left for the GPU alone.
  for (PlannedCheck& check : checks_.large.empty() ? checks_.shapes : checks_.large) {
    check.judgement = failed({Verdict::crashed, NothingRunsOnGpu{{problem}}});
  }
  leave_untimed_as_wrong();
}

void LabJudge::leave_untimed(Reason reason, const std::string& machine) {
  if (!checks_.speed) {
    return;
  }
  result_.speed = speed_asked_for(spec_);
  if (checks_.speed->is_open()) {
    checks_.speed->judgement = not_graded(reason, machine);
  }
}

void LabJudge::leave_untimed_as_wrong() {
  if (checks_.speed) {
    result_.speed = speed_asked_for(spec_);
    checks_.speed->judgement = not_run(value_verdict(checks_), Reason::values_wrong);
  }
}

void LabJudge::leave_untimed_without_gpu() {
  const GpuReadiness& readiness = gpu_state().readiness;
  if (options_.only_shape) {
    leave_untimed(Reason::one_shape);
  } else if (options_.backend == BackendChoice::sim) {
    leave_untimed(Reason::simulator_alone);
  } else if (lacks_what_it_needs()) {
    const Gpu& gpu = gpu_state().survey.gpus.front();
    leave_untimed(Reason::machine,
                  fmt::format("{} {}, and this {} has {}: the simulator judged the values",
                              spec_.needs.what, capability_text(spec_.needs.architecture), gpu.name,
                              capability_text(gpu.architecture())));
  } else if (readiness.has_gpu) {
    leave_untimed(Reason::machine,
                  readiness.problem + ": the GPU was not used; ./gemmlab device shows what to do");
  } else {
    leave_untimed(Reason::no_gpu);
  }
}

}  // namespace gemmlab

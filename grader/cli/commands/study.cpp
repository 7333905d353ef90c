// gemmlab study: judges and times the kernels of a study, step by step.
#include <fmt/format.h>

#include "grader/cli/grading.h"
#include "grader/report/bench/bench_report.h"
#include "grader/report/words/check_words.h"
#include "grader/speed/timing_turn.h"

namespace gemmlab {
namespace {

constexpr const char* kLab = "06";  // its Spec applies to the steps, and its solution is step 0

// Lab 06's solution, then the study's own steps, each with its verdict from the judge.
std::vector<StudyStep> judged_steps(const Study& study, BackendChoice backend, Context& context,
                                    ProgressLine& line) {
  const Lab& lab = lab_meant(context, kLab);
  const Spec spec = short_spec(spec_of(lab));
  std::vector<StudyStep> steps = study.steps;
  steps.insert(steps.begin(), {"lab " + lab.id, context.paths.solutions() / lab.path()});
  for (StudyStep& step : steps) {
    const auto progress = [&](const std::string& what) { line.show(step.name + ": " + what); };
    step.result = judge_lab(lab, spec, step.source,
                            {.backend = backend, .measure_speed = false, .progress = progress});
  }
  line.clear();
  return steps;
}

// Says why steps are not right; says only once what applies to several steps.
void tell_of_failures(const std::vector<StudyStep>& steps, Context& context) {
  std::set<std::string> said;
  for (const auto& [name, source, result, flops] : steps) {
    const auto failed = std::ranges::find_if(result.checks, [&](const Check& check) {
      return result.infrastructure ? !message(check).empty() : check.status() == Status::failed;
    });
    if (failed != result.checks.end() && said.insert(message(*failed)).second) {
      context.warn(fmt::format("{}, {}: {}", name, failed->name, message(*failed)));
    }
  }
}

void time_steps(std::vector<StudyStep> steps, const std::vector<int>& sizes, Context& context,
                ProgressLine& line) {
  std::erase_if(steps,
                [](const StudyStep& step) { return step.result.verdict != Verdict::passed; });
  std::vector<BenchProgram> programs;
  for (const StudyStep& step : steps) {
    programs.push_back({step.name, step.source});
  }
  programs.push_back({kLibrary, context.paths.speed_programs() / "cublas.cu"});
  const TimingTurn turn({Backend::cpu, Backend::cuda}, std::ref(line));
  for (int size : sizes) {
    line.show(fmt::format("timing {} programs at {}", programs.size(), size));
    const std::vector<BenchRate> measured =
        bench(programs, size, 1, [&](const std::string& program, const std::string& why) {
          line.clear();
          context.warn(fmt::format("{} skipped at {}: {}", program, size, why));
        });
    for (std::size_t i = 0; i < steps.size(); ++i) {
      steps[i].flops = measured[i].flops;
    }
    line.clear();
    context.out << '\n' << rates_table(size, steps, measured.back().flops) << std::flush;
  }
}

}  // namespace

int study(Context& context, const Options& options) {
  const std::vector<Study> studies = find_studies(context.paths.docs() / "studies");
  if (options.study.empty()) {
    for (const Study& study : studies) {
      context.out << study.name << '\n';
      context.say(study.what, 2);
    }
    context.out << "\nTo run one: ./gemmlab study NAME\n";
    return kDone;
  }
  const Study& study = study_meant(studies, options.study);
  const GpuReadiness& gpu = context.gpu().readiness;
  if (options.backend == BackendChoice::cuda && !gpu.ready) {
    throw InfrastructureError(
        fmt::format("cannot run the study on a GPU: {}. {}", gpu.problem, gpu.advice));
  }
  ProgressLine line(context);
  const std::vector<StudyStep> steps = judged_steps(study, options.backend, context, line);
  context.say(study.what);
  context.out << '\n' << counts_table(steps) << std::flush;
  tell_of_failures(steps, context);
  if (options.backend == BackendChoice::sim || !gpu.ready) {
    const std::string how =
        gpu.ready ? ": omit --backend sim." : fmt::format(": {}. {}", gpu.problem, gpu.advice);
    context.say("\nCounted at m = n = k = 128. Speed needs a GPU" + how);
  } else {
    time_steps(steps, options.sizes.empty() ? std::vector{2048, 4096} : options.sizes, context,
               line);
  }
  std::vector<LabResult> results;
  std::ranges::transform(steps, std::back_inserter(results), &StudyStep::result);
  return exit_code(results);
}

}  // namespace gemmlab

// gemmlab study: judges and times the kernels of a study, step by step.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <set>

#include "grader/cli/commands.h"
#include "grader/cli/commands/bench_programs.h"
#include "grader/cli/commands/study_plan.h"
#include "grader/cli/course.h"
#include "grader/cli/progress_line.h"
#include "grader/judge/bench.h"
#include "grader/report/text.h"
#include "grader/report/words/check_words.h"
#include "grader/report/words/fact_words.h"
#include "grader/speed/entrant.h"
#include "grader/speed/timing_turn.h"

namespace gemmlab {
namespace {

constexpr const char* kLab = "06";  // whose Spec the steps keep, and whose solution is their step 0

int list_studies(const std::vector<Study>& studies, Context& context) {
  for (const Study& study : studies) {
    context.out << study.name << '\n' << wrap(study.what, context.terminal.width, 2);
  }
  context.out << "\nTo run one: ./gemmlab study NAME\n";
  return kDone;
}

std::vector<StudyStep> steps_of(const Study& study, const Lab& lab, const Context& context) {
  std::vector<StudyStep> steps{
      {"lab " + lab.id, context.paths.solutions() / lab.path()},
  };
  for (const std::filesystem::path& source : study.steps) {
    steps.push_back({step_name(source), source});
  }
  return steps;
}

std::vector<StudyRow> judge_steps(const std::vector<StudyStep>& steps,
                                  const Lab& lab,
                                  BackendChoice backend,
                                  ProgressLine& line) {
  const Spec spec = short_spec(spec_of(lab));
  std::vector<StudyRow> rows;
  for (const StudyStep& step : steps) {
    JudgeOptions options;
    options.backend = backend;
    options.measure_speed = false;
    options.progress = [&](const std::string& what) { line.show(step.name + ": " + what); };
    rows.push_back({step.name, judge_lab(lab, spec, step.source, options)});
  }
  return rows;
}

// Why a step is not right, if it is not. What is alike for several steps is said once.
void tell_of_failures(const std::vector<StudyRow>& rows, Context& context) {
  std::set<std::string> said;
  for (const StudyRow& row : rows) {
    const auto failed =
        std::find_if(row.result.checks.begin(), row.result.checks.end(), [&](const Check& check) {
          return row.result.infrastructure ? !message(check).empty()
                                           : check.status() == Status::failed;
        });
    if (failed != row.result.checks.end() && said.insert(message(*failed)).second) {
      context.err << wrap(fmt::format("{}, {}: {}", row.step, failed->name, message(*failed)),
                          context.error_terminal.width, 0);
    }
  }
}

void time_steps(const std::vector<StudyStep>& steps,
                const std::vector<StudyRow>& rows,
                const std::vector<int>& sizes,
                Context& context,
                ProgressLine& line) {
  std::vector<BenchProgram> programs;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (rows[i].result.verdict == Verdict::passed) {
      programs.push_back({steps[i].name, steps[i].source});
    }
  }
  programs.push_back({kLibrary, context.paths.speed_programs() / "cublas.cu"});
  const TimingTurn turn({Backend::cpu, Backend::cuda},
                        [&](const std::string& what) { line.show(what); });
  for (int size : sizes) {
    line.show(fmt::format("timing {} programs at {}", programs.size(), size));
    const std::vector<BenchRate> measured =
        bench(programs, size, 1, [&](const std::string& program, const std::string& why) {
          line.clear();
          context.err << wrap(fmt::format("{} left out at {}: {}", program, size, why),
                              context.error_terminal.width, 0);
        });
    std::vector<StudyRate> rates;
    for (std::size_t i = 0; i + 1 < programs.size(); ++i) {
      rates.push_back({programs[i].name, measured[i].flops});
    }
    line.clear();
    context.out << '\n' << rates_table(size, rates, measured.back().flops) << std::flush;
  }
}

int exit_code(const std::vector<StudyRow>& rows) {
  const auto any = [&](auto condition) { return std::any_of(rows.begin(), rows.end(), condition); };
  if (any([](const StudyRow& row) { return row.result.infrastructure; })) {
    return kInfrastructure;
  }
  return any([](const StudyRow& row) { return row.result.verdict != Verdict::passed; }) ? kNotYet
                                                                                        : kDone;
}

}  // namespace

int study(Context& context, const Options& all_options) try {
  const StudyOptions& options = all_options.study;
  const std::vector<Study> studies = find_studies(context.paths.docs() / "studies");
  if (options.name.empty()) {
    return list_studies(studies, context);
  }
  const Study& study = study_meant(studies, options.name);
  const GpuReadiness& gpu = context.gpu().readiness;
  if (options.backend == BackendChoice::cuda && !gpu.ready) {
    throw InfrastructureError(
        fmt::format("there is no GPU to run the study on: {}. {}", gpu.problem, gpu.advice));
  }
  const Lab& lab = lab_meant(context, kLab);
  const std::vector<StudyStep> steps = steps_of(study, lab, context);
  ProgressLine line(context.err, context.error_terminal);
  const std::vector<StudyRow> rows = judge_steps(steps, lab, options.backend, line);
  line.clear();
  context.out << wrap(study.what, context.terminal.width, 0) << '\n'
              << counts_table(rows) << std::flush;
  tell_of_failures(rows, context);
  if (options.backend == BackendChoice::sim || !gpu.ready) {
    const std::string how =
        gpu.ready ? ": leave out --backend sim." : fmt::format(": {}. {}", gpu.problem, gpu.advice);
    context.out << '\n'
                << wrap("Counted at m = n = k = 128. Speed needs a GPU" + how,
                        context.terminal.width, 0);
  } else {
    time_steps(steps, rows, options.sizes, context, line);
  }
  return exit_code(rows);
} catch (const Untimed& why) {
  throw InfrastructureError("nothing can be timed: " + sentence(why));
}

}  // namespace gemmlab

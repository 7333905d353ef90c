#include "grader/cli/study/run_study.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <future>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "common/facts/names.h"
#include "grader/cli/commands/bench.h"
#include "grader/cli/commands/drawn.h"
#include "grader/cli/exit_code.h"
#include "grader/cli/result_files.h"
#include "grader/cli/study/counts_table.h"
#include "grader/cli/study/questions.h"
#include "grader/cli/study/study.h"
#include "grader/cli/study/worklog.h"
#include "grader/compile/compile.h"
#include "grader/core/facts/check.h"
#include "grader/core/fs.h"
#include "grader/core/gpu.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/result.h"
#include "grader/core/spec.h"
#include "grader/judge/judge.h"
#include "grader/machine/gpu_state.h"
#include "grader/machine/toolchain.h"
#include "grader/report/bench/bench_report.h"
#include "grader/report/bench/by_size.h"
#include "grader/report/words/check_words.h"
#include "grader/report/words/count.h"

namespace gemmlab {
namespace {

constexpr std::size_t kNone = std::size_t(-1);

// The number of the counted size that the questions are about: the study's last one.
std::size_t asked_at(const Study& study, const std::vector<Shape>& counted, BackendChoice backend) {
  const std::vector<Shape> own = counted_sizes(study, study.sizes, backend);
  const auto found = std::ranges::find_if(
      counted, [&](const Shape& size) { return size.same_extents(own.back()); });
  return found == counted.end() ? kNone : std::size_t(found - counted.begin());
}

// Of tables; 0: any, for files and pages.
int width_of(const Context& context) {
  return context.terminal.live ? context.terminal.width : 0;
}

bool can_ask(const Context& context) {
  return context.terminal.live && isatty(STDIN_FILENO) == 1;
}

// Whether this machine can run a step as asked.
bool can_run(const StudyStep& step, BackendChoice backend, const Context& context) {
  const GpuState& gpu = context.gpu();
  return step.needs == 0 || (backend != BackendChoice::sim && gpu.readiness.ready &&
                             gpu.survey.gpus.front().architecture() == step.needs);
}

// Compiles the steps for all backends that will run them, several at a time: judging, which takes
// one step after the other, then finds the modules. What goes wrong here goes wrong again there.
void compile_ahead(const Study& study, BackendChoice backend, const Context& context) {
  std::vector<std::pair<const StudyStep*, Backend>> jobs;
  for (const StudyStep& step : study.steps) {
    if (study.on_cpu()) {
      jobs.emplace_back(&step, Backend::cpu);
      continue;
    }
    if (step.needs == 0) {
      jobs.emplace_back(&step, Backend::sim);
    }
    if (can_run(step, backend, context) && context.gpu().readiness.ready &&
        backend != BackendChoice::sim) {
      jobs.emplace_back(&step, Backend::cuda);
    }
  }
  std::atomic<std::size_t> next = 0;
  std::vector<std::future<void>> compilers{std::size_t(usable_cores())};
  for (std::future<void>& compiler : compilers) {
    compiler = std::async(std::launch::async, [&] {
      for (std::size_t job = next++; job < jobs.size(); job = next++) {
        compile(jobs[job].first->source, jobs[job].second);
      }
    });
  }
  for (std::future<void>& compiler : compilers) {
    compiler.get();
  }
}

// Waits for them, if nobody has.
void wait_for(std::future<void>& compilers, const Study& study, const Context& context) {
  if (compilers.valid()) {
    ProgressLine line(context);
    line.show("compiling " + counted(study.steps.size(), "program"));
    compilers.get();
  }
}

// Judges a step, and counts at each of these sizes that it can take.
void judge_step(StudyStep& step, const Study& study, const std::vector<Shape>& sizes,
                BackendChoice backend, const Context& context) {
  if (step.is_run = can_run(step, backend, context); !step.is_run) {
    step.results.resize(sizes.size());
    return;
  }
  ProgressLine line(context);
  const Lab& lab = lab_meant(context, study.copies() ? "02" : study.lab);
  for (const Shape& size : sizes) {
    JudgeOptions options{.backend = step.needs == 0 ? backend : BackendChoice::cuda,
                         .measure_speed = false,
                         .try_changes = false,
                         .explain = true};
    options.progress = [&](const std::string& what) { line.show(step.name + ": " + what); };
    if (fits(size, step.multiple_of) && step.needs == 0) {
      options.count_at = size;
    }
    step.results.push_back(
        judge_lab(lab, short_spec(spec_of(lab), study, step), step.source, options));
  }
}

// Says why steps are not right, once what applies to several. Not done if that is not as stated.
ExitCode tell_of_failures(const Study& study, Context& context) {
  ExitCode code = kDone;
  std::set<std::string> said;
  for (const StudyStep& step : study.steps) {
    if (!step.is_run) {
      continue;
    }
    const LabResult& result = step.results.back();
    const bool as_stated = !result.infrastructure && result.verdict == step.expected;
    code = result.infrastructure ? kInfrastructure : as_stated ? code : std::max(code, kNotYet);
    const auto failed = std::ranges::find_if(result.checks, [&](const Check& check) {
      return result.infrastructure ? !message(check).empty() : check.status() == Status::failed;
    });
    if (failed != result.checks.end() && said.insert(message(*failed)).second) {
      const std::string why = fmt::format("{}, {}: {}", step.name, failed->name, message(*failed));
      as_stated ? context.say('\n' + why) : context.warn('\n' + why);
    }
    if (!as_stated && !result.infrastructure) {
      context.warn(fmt::format("{} is {}, but study.table says {}", step.name, name(result.verdict),
                               name(step.expected)));
    }
  }
  return code;
}

// Says which steps were not run, and what they need.
void tell_of_needs(const Study& study, Context& context) {
  std::vector<std::string> names;
  int needs = 0;
  for (const StudyStep& step : study.steps) {
    if (!step.is_run) {
      names.push_back(step.name);
      needs = step.needs;
    }
  }
  if (!names.empty()) {
    context.say(fmt::format(
        "\nNot run: {}. They use instructions that only GPUs of compute capability {}{} have, "
        "and the simulator does not.",
        fmt::join(names, ", "), capability_text(needs), needs == 90 ? " (Hopper)" : ""));
  }
}

// NVIDIA's product of the same type as a step's.
struct Library {
  std::string name, file;
};
Library library_for(Precision precision, Element element) {
  return is_narrow(element)             ? Library{fmt::format("cuBLAS, {}", name(element)),
                                      fmt::format("cublas_{}.cu", name(element))}
         : precision == Precision::tf32 ? Library{"cuBLAS, TF32", "cublas_tf32.cu"}
                                        : Library{kLibrary, "cublas.cu"};
}

void add_timed(BenchGroup& group, BenchProgram program, BenchKind kind,
               const std::string& library) {
  add(group, std::move(program), kind);
  group.rows.back().library = library;
}

BenchReport time_steps(Study& study, const std::vector<Shape>& sizes, Context& context) {
  BenchGroup group;
  group.sizes = sizes;
  const Precision precision =
      study.copies() ? Precision::fp32 : spec_of(lab_meant(context, study.lab)).precision;
  std::map<std::string, BenchProgram> libraries;  // by name
  for (const StudyStep& step : study.steps) {
    if (step.results.back().verdict == Verdict::passed) {
      BenchProgram program{.name = step.name,
                           .source = step.source,
                           .computes = !study.copies() && step.element == Element::float_,
                           .multiple_of = step.multiple_of,
                           .element = step.element,
                           .precision = precision};
      const auto [library, file] = library_for(precision, step.element);
      add_timed(group, program, study.copies() ? BenchKind::copy : BenchKind::solution, library);
      program.name = library;
      program.source = context.paths.speed_programs() / file;
      program.multiple_of = 1;
      program.computes = !is_narrow(step.element);
      program.element = is_narrow(step.element) ? step.element : Element::float_;
      libraries.emplace(library, program);
    }
  }
  if (!study.copies() && !study.on_cpu()) {
    for (const auto& [name, program] : libraries) {
      add_timed(group, program, BenchKind::other, name);
    }
  }
  const BenchReport report = measure({group}, false, context);
  const int width = width_of(context);
  context.out << bench_text(report, width) << best_steps(report, width) << std::flush;
  for (StudyStep& step : study.steps) {
    const auto row = std::ranges::find(report.rows, step.name, &BenchRow::program);
    step.faster = row == report.rows.end() ? std::nullopt : row->step;
  }
  return report;
}

}  // namespace

int study(Context& context, const StudyOptions& options) {
  if (!options.worklog.empty()) {
    check_result_files({{"--worklog", options.worklog}});
    write_result(context, options.worklog, [&] { return worklog(context); });
    return kDone;
  }
  const fs::path room = context.paths.docs() / "studies";
  const std::vector<Study> studies = find_studies(room, context);
  if (options.study.empty()) {
    context.out << list_of(studies, context.terminal);
    context.out << "\nTo run one: ./gemmlab study NAME\n";
    return kDone;
  }
  Study study = study_meant(studies, options.study);
  const GpuReadiness& gpu = context.gpu().readiness;
  if (options.backend == BackendChoice::cuda && !gpu.ready) {
    throw InfrastructureError(
        fmt::format("cannot run the study on a GPU: {}. {}", gpu.problem, gpu.advice));
  }
  context.say(study.what);
  const std::vector<Shape>& sizes = options.sizes.empty() ? study.sizes : options.sizes;
  const std::vector<Shape> counted = counted_sizes(study, sizes, options.backend);
  const std::size_t at = asked_at(study, counted, options.backend);
  const bool asks = can_ask(context) && at != kNone;
  if (can_ask(context) && !asks) {
    context.say("\nWithout --sizes it asks what you predict.");
  }
  std::future<void> compilers = std::async(  // while the first question is read
      std::launch::async, [&] { compile_ahead(study, options.backend, context); });
  Questions questions(study, at, context, std::cin);
  for (StudyStep& step : study.steps) {
    if (asks) {
      questions.ask(step);
    }
    wait_for(compilers, study, context);
    judge_step(step, study, counted, options.backend, context);
    questions.tell(step);
  }
  for (std::size_t i = 0; i < counted.size(); ++i) {
    context.out << '\n' << counts_table(study, counted[i], i, width_of(context)) << std::flush;
  }
  tell_of_needs(study, context);
  const ExitCode code = tell_of_failures(study, context);
  if (study.on_cpu() || (gpu.ready && options.backend != BackendChoice::sim)) {
    const BenchReport report = time_steps(study, sizes, context);
    write_result(context, options.svg,
                 [&] { return drawn(sizes_plot, report, context.paths.build); });
  } else {
    const std::string how =
        gpu.ready ? ": omit --backend sim." : fmt::format(": {}. {}", gpu.problem, gpu.advice);
    context.say("\nSpeed needs a GPU" + how);
  }
  questions.tell_times();
  if (const std::string summary = questions.summary(); !summary.empty()) {
    context.out << '\n' << summary << '\n';
  }
  context.out << "\nWhy: " << shown(room / study.name / "README.md").string() << '\n';
  return code;
}

}  // namespace gemmlab

#include "grader/cli/commands/grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <vector>

#include "grader/cli/commands/profile.h"
#include "grader/cli/exit_code.h"
#include "grader/cli/grading.h"
#include "grader/cli/next_step.h"
#include "grader/cli/progress.h"
#include "grader/cli/result_files.h"
#include "grader/cli/staircase_progress.h"
#include "grader/core/labs.h"
#include "grader/core/result.h"
#include "grader/machine/toolchain.h"
#include "grader/report/console.h"
#include "grader/report/explain.h"
#include "grader/report/json.h"

namespace gemmlab {
namespace {

// Lists the labs that this machine failed to judge, so that nobody mistakes that for a verdict.
void tell_of_infrastructure(Context& context, const Result& result) {
  for (const LabResult& lab : result.labs) {
    if (lab.infrastructure) {
      context.err << fmt::format(
          "gemmlab: lab {} was not graded because of a problem with this machine, not with your "
          "work. See: ./gemmlab device\n",
          lab.id);
    }
  }
}

// Says why an existing GPU was not used.
void tell_of_gpu(Context& context, const GradeOptions& options, const Result& result) {
  if (options.backend != BackendChoice::automatic || result.backend != BackendsUsed::sim ||
      options.shape) {
    return;
  }
  const bool any_untimed = std::ranges::any_of(result.labs, [](const LabResult& lab) {
    return lab.source.ends_with(".cu") && lab.not_graded_points > 0;
  });
  const GpuState& state = context.gpu();
  if (any_untimed && state.survey.driver_version > 0) {
    context.say(fmt::format("\nThe GPU was not used: {}. What to do: ./gemmlab device",
                            state.readiness.problem));
  }
}

// The first unsolved lab of these, else the first in the course.
const Lab* lab_to_do(const Context& context, const Result& result, const Progress& progress) {
  const auto open = std::ranges::find_if(
      result.labs, [](const LabResult& lab) { return lab.verdict != Verdict::passed; });
  return open == result.labs.end() ? first_open_lab(context, progress)
                                   : &step_to_do(progress, *find_lab(context.labs, open->slug));
}

// A change that is copied teaches little: on a terminal it is shown on request, or when somebody
// has failed at the same place twice.
Repairs repairs_of(const LabResult& lab, const GradeOptions& options, const Progress& progress,
                   const Terminal& terminal) {
  const LabProgress& before = progress.of_lab(lab.slug);
  const JournalEntry now = graded(lab, "");
  const bool is_again = before.verdict == lab.verdict && before.failing_step == now.step &&
                        before.diagnosis == now.diagnosis;
  return options.fix || !terminal.live || is_again ? Repairs::shown : Repairs::hidden;
}

}  // namespace

int grade(Context& context, const GradeOptions& options) {
  const std::vector<ResultFile> files{
      {"--json", options.json}, {"--junit", options.junit}, {"--html", options.html}};
  check_result_files(files);
  Context people = for_people(context, files);
  const GradePlan plan = plan_grading(people, options);
  Progress progress = plan.is_progress ? recall(people) : Progress{};
  bool was_long = false;
  const Result result = judge_all(people, options, plan, progress, [&](const LabResult& lab) {
    people.out << (was_long ? "\n" : "")
               << console_report(lab,
                                 {.terminal = people.terminal,
                                  .read_source = source_text,
                                  .show_matrices = options.shape.has_value(),
                                  .repairs = repairs_of(lab, options, progress, people.terminal)})
               << (options.explain ? explanation(lab, people.terminal, source_text) : "")
               << std::flush;
    if (options.profile) {
      ProgressLine line(people);
      people.out << profile_of(people, lab, line) << std::flush;
    }
    was_long =
        lab.verdict != Verdict::passed || options.shape || options.explain || options.profile;
  });
  write_result(context, options.json, [&] { return to_json(result); });
  write_result(context, options.html, [&] { return page(people, options, result, progress); });
  if (result.labs.size() > 1) {
    people.out << '\n' << console_summary(result, people.terminal);
  }
  const int code = exit_code(result.labs);
  if (plan.is_progress && code != kInfrastructure) {
    people.out << '\n';
    // A student who has just passed learns most from another solution.
    const bool is_staircase = find_lab(context.labs, result.labs.front().slug)->is_staircase();
    if (result.labs.size() == 1 && result.labs.front().verdict == Verdict::passed &&
        !is_staircase && has_solution(context, *find_lab(context.labs, result.labs.front().slug))) {
      people.out << fmt::format("compare with ours: ./gemmlab solution {} --diff\n",
                                result.labs.front().id);
    }
    people.say(next_step(people, progress, lab_to_do(people, result, progress)));
  }
  tell_of_gpu(people, options, result);
  tell_of_infrastructure(people, result);
  write_result(context, options.junit, [&] { return junit(context, result); });  // needs python3
  return code;
}

}  // namespace gemmlab

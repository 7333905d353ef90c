// gemmlab grade: judges lab files, says what is wrong with them, and keeps score.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "grader/cli/commands.h"
#include "grader/cli/course.h"
#include "grader/cli/grade_plan.h"
#include "grader/cli/machine.h"
#include "grader/cli/next_step.h"
#include "grader/cli/progress_line.h"
#include "grader/cli/remember.h"
#include "grader/core/gpu_model.h"
#include "grader/report/console.h"
#include "grader/report/explain.h"
#include "grader/report/json.h"
#include "grader/report/junit.h"
#include "grader/report/text.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

// Which backends judge, as the result file says it: "sim", "cuda" or "sim+cuda".
std::string backends(const Context& context, const GradeOptions& options, const GradePlan& plan) {
  if (options.backend != "auto") {
    return options.backend;
  }
  const bool any_kernel =
      std::any_of(plan.assignments.begin(), plan.assignments.end(),
                  [](const Assignment& each) { return each.lab->file.ends_with(".cu"); });
  return any_kernel && context.gpu().readiness.ready ? "sim+cuda" : "sim";
}

std::string device_of(const Context& context, const std::string& backends) {
  const std::string host = fmt::format("{}, {} cores", processor_name(), usable_cores());
  if (backends == "sim") {
    return host + "; no GPU used";
  }
  const GpuState& state = context.gpu();
  return fmt::format("{}; {}, driver for CUDA {}, nvcc {}", host, state.survey.gpus.front().name,
                     version_text(state.survey.driver_version),
                     version_text(state.toolkit.release));
}

Result empty_result(const Context& context, const GradeOptions& options, const GradePlan& plan) {
  Result result;
  result.tool_version = GEMMLAB_VERSION;
  result.backend = backends(context, options, plan);
  result.seed = options.seed;
  result.started_at = now_in_utc();
  result.device = device_of(context, result.backend);
  return result;
}

// What a lab without a file gets: no points, and the reason.
LabResult without_file(const Assignment& assignment) {
  LabResult result;
  result.id = assignment.lab->id;
  result.slug = assignment.lab->slug();
  result.title = assignment.lab->title;
  result.source = assignment.source.string();
  Check check;
  check.name = "file";
  check.status = Status::failed;
  check.verdict = Verdict::not_graded;
  check.max_points = result.max_score;
  check.message = assignment.problem;
  result.checks = {check};
  return result;
}

// What the model says of the lab's textbook solution where this one was counted, and on the GPU
// that judged it, if one did.
std::optional<model::Prediction> prediction(const Context& context,
                                            const LabResult& lab,
                                            const GradeOptions& options) {
  if (!lab.metrics) {
    return std::nullopt;
  }
  std::optional<model::Device> device;
  if (options.backend != "sim" && context.gpu().readiness.ready) {
    device = modelled(context.gpu().survey.gpus.front());
  }
  const Shape& shape = lab.metrics->shape;
  return model::predict(lab.id, {shape.m, shape.n, shape.k}, device ? &*device : nullptr);
}

LabResult judged(const Context& context,
                 const Assignment& assignment,
                 const GradeOptions& options,
                 ProgressLine& line) {
  if (!assignment.problem.empty()) {
    return without_file(assignment);
  }
  const std::string name = assignment.lab->id + " " + assignment.lab->name;
  line.show(name);
  JudgeOptions judge_options;
  judge_options.backend = options.backend;
  judge_options.require_gpu = options.require_gpu;
  judge_options.seed = options.seed;
  judge_options.only_shape = options.shape;
  judge_options.measure_speed = !options.shape;
  judge_options.explain = options.explain;
  judge_options.progress = [&](const std::string& what) { line.show(name + ": " + what); };
  LabResult result = context.judge(*assignment.lab, assignment.source, judge_options);
  result.model = prediction(context, result, options);
  return result;
}

std::string source_text(const std::string& path) {
  try {
    return read_text(path);
  } catch (const InfrastructureError&) {
    return "";  // then there is no excerpt
  }
}

// Judges and reports one lab after the other. `progress` takes in what that says of the student,
// whether or not it can be kept.
Result judge_all(Context& context,
                 const GradeOptions& options,
                 const GradePlan& plan,
                 Progress& progress) {
  Result result = empty_result(context, options, plan);
  bool is_kept = true, was_long = false;
  ProgressLine line(context.err, context.error_terminal);
  for (const Assignment& assignment : plan.assignments) {
    LabResult lab = judged(context, assignment, options, line);
    line.clear();
    context.out << (was_long ? "\n" : "")
                << console_report(lab, {context.terminal, source_text, options.shape.has_value()})
                << (options.explain ? explanation(lab, context.terminal, source_text) : "")
                << std::flush;
    was_long = lab.verdict != Verdict::passed || options.shape || options.explain;
    if (plan.is_progress) {
      const JournalEntry entry = graded(lab, now_in_utc());
      take_in(entry, progress);
      is_kept = is_kept && remember(context, entry);
    }
    result.labs.push_back(std::move(lab));
  }
  return result;
}

void write_files(const GradeOptions& options, const Result& result) {
  if (!options.json.empty()) {
    write_atomically(options.json, to_json(result));
  }
  if (!options.junit.empty()) {
    write_atomically(options.junit, to_junit(result));
  }
}

// Says which labs this machine failed to judge, so that nobody takes that for a verdict.
void tell_of_infrastructure(Context& context, const Result& result) {
  for (const LabResult& lab : result.labs) {
    if (lab.infrastructure) {
      context.err << fmt::format(
          "gemmlab: lab {} was not judged: a problem of this machine, not of your work. What it "
          "has: "
          "./gemmlab device\n",
          lab.id);
    }
  }
}

// Why a GPU that is there was not used.
void tell_of_gpu(Context& context, const GradeOptions& options, const Result& result) {
  if (options.backend != "auto" || result.backend != "sim" || options.shape) {
    return;
  }
  const bool any_untimed =
      std::any_of(result.labs.begin(), result.labs.end(), [](const LabResult& lab) {
        return lab.source.ends_with(".cu") && lab.not_graded_points > 0;
      });
  const GpuState& state = context.gpu();
  if (any_untimed && state.survey.driver_version > 0) {
    context.out << '\n'
                << wrap(fmt::format("The GPU was not used: {}. What to do: ./gemmlab device",
                                    state.readiness.problem),
                        context.terminal.width, 0);
  }
}

// The first lab of these that is still to do, else the first in the course.
const Lab* lab_to_do(const Context& context, const Result& result, const Progress& progress) {
  for (const LabResult& lab : result.labs) {
    if (lab.verdict != Verdict::passed) {
      return find_lab(context.labs, lab.slug);
    }
  }
  return first_open_lab(context, progress);
}

// Who has just passed learns most from a second way to do it.
std::string invitation_to_compare(const Result& result) {
  const bool is_one = result.labs.size() == 1 && result.labs.front().verdict == Verdict::passed;
  return is_one ? fmt::format("compare with ours: ./gemmlab solution {} --diff\n",
                              result.labs.front().id)
                : "";
}

int exit_code(const Result& result) {
  const auto any = [&](auto condition) {
    return std::any_of(result.labs.begin(), result.labs.end(), condition);
  };
  if (any([](const LabResult& lab) { return lab.infrastructure; })) {
    return kInfrastructure;
  }
  return any([](const LabResult& lab) { return lab.verdict != Verdict::passed; }) ? kNotYet : kDone;
}

}  // namespace

int grade(Context& context, const Options& all_options) {
  const GradeOptions& options = all_options.grade;
  const GradePlan plan = plan_grading(context, options);
  Progress progress = plan.is_progress ? recall(context) : Progress{};
  const Result result = judge_all(context, options, plan, progress);
  write_files(options, result);
  if (result.labs.size() > 1) {
    context.out << '\n' << console_summary(result, context.terminal);
  }
  const int code = exit_code(result);
  if (plan.is_progress && code != kInfrastructure) {
    context.out << '\n'
                << invitation_to_compare(result)
                << wrap(next_step(context, progress, lab_to_do(context, result, progress)),
                        context.terminal.width, 0);
  }
  tell_of_gpu(context, options, result);
  tell_of_infrastructure(context, result);
  return code;
}

}  // namespace gemmlab

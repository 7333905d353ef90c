#include "grader/cli/grading.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "grader/cli/course.h"
#include "grader/cli/machine.h"
#include "grader/cli/progress.h"
#include "grader/cli/progress_line.h"
#include "grader/core/gpu.h"

namespace gemmlab {
namespace {

BackendsUsed backends(const Context& context, BackendChoice asked, bool any_kernel) {
  if (asked == BackendChoice::cuda) {
    return BackendsUsed::cuda;
  }
  const bool on_gpu =
      asked == BackendChoice::automatic && any_kernel && context.gpu().readiness.ready;
  return on_gpu ? BackendsUsed::sim_then_cuda : BackendsUsed::sim;
}

std::string device_of(const Context& context, BackendsUsed backends) {
  const std::string host = fmt::format("{}, {} cores", processor_name(), usable_cores());
  if (backends == BackendsUsed::sim) {
    return host + "; no GPU used";
  }
  const GpuState& state = context.gpu();
  return fmt::format("{}; {}, driver for CUDA {}, nvcc {}", host, state.survey.gpus.front().name,
                     version_text(state.survey.driver_version),
                     version_text(state.toolkit.release));
}

// What a lab without a file gets: no points, and the reason.
LabResult without_file(const Assignment& assignment) {
  LabResult result;
  result.id = assignment.lab->id;
  result.slug = assignment.lab->slug();
  result.title = assignment.lab->title;
  result.source = assignment.source.string();
  Check planned;
  planned.kind = CheckKind::file;
  planned.name = "file";
  planned.max_points = result.max_score;
  result.checks = {refused(planned, NoFile{assignment.problem})};
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
  if (options.backend != BackendChoice::sim && context.gpu().readiness.ready) {
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
  judge_options.explain = options.explain || !options.html.empty();
  judge_options.progress = [&](const std::string& what) { line.show(name + ": " + what); };
  LabResult result = context.judge(*assignment.lab, assignment.source, judge_options);
  result.model = prediction(context, result, options);
  return result;
}

}  // namespace

Result empty_result(const Context& context,
                    BackendChoice backend,
                    std::uint64_t seed,
                    bool any_kernel) {
  Result result;
  result.tool_version = GEMMLAB_VERSION;
  result.backend = backends(context, backend, any_kernel);
  result.seed = seed;
  result.started_at = now_in_utc();
  result.device = device_of(context, result.backend);
  return result;
}

std::string source_text(const std::string& path) {
  try {
    return read_text(path);
  } catch (const InfrastructureError&) {
    return "";  // then there is no excerpt
  }
}

Result judge_all(Context& context,
                 const GradeOptions& options,
                 const GradePlan& plan,
                 Progress& progress,
                 const std::function<void(const LabResult&)>& show) {
  const bool any_kernel =
      std::any_of(plan.assignments.begin(), plan.assignments.end(),
                  [](const Assignment& each) { return each.lab->file.ends_with(".cu"); });
  Result result = empty_result(context, options.backend, options.seed, any_kernel);
  bool is_kept = true;
  ProgressLine line(context.err, context.error_terminal, context.progress);
  for (const Assignment& assignment : plan.assignments) {
    LabResult lab = judged(context, assignment, options, line);
    line.clear();
    show(lab);
    if (plan.is_progress) {
      const JournalEntry entry = graded(lab, now_in_utc());
      take_in(entry, progress);
      is_kept = is_kept && remember(context, entry);
    }
    result.labs.push_back(std::move(lab));
  }
  return result;
}

int exit_code(const std::vector<LabResult>& labs) {
  const auto any = [&](auto condition) { return std::any_of(labs.begin(), labs.end(), condition); };
  if (any([](const LabResult& lab) { return lab.infrastructure; })) {
    return kInfrastructure;
  }
  return any([](const LabResult& lab) { return lab.verdict != Verdict::passed; }) ? kNotYet : kDone;
}

}  // namespace gemmlab

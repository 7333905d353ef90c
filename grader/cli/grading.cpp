#include "grader/cli/grading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <future>
#include <iterator>
#include <memory>
#include <mutex>
#include <semaphore>
#include <system_error>
#include <utility>

#include "common/model/devices.h"
#include "common/model/prediction.h"
#include "grader/cli/exit_code.h"
#include "grader/core/facts/check.h"
#include "grader/core/facts/fact.h"
#include "grader/core/gpu.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/read_file.h"
#include "grader/core/score.h"
#include "grader/machine/toolchain.h"

namespace gemmlab {
namespace {

// Multiply-adds of one shape. The naive kernel makes two memory accesses for each, and the
// simulator takes about a second for a hundred million of them on one core.
constexpr double kMostMultiplyAdds = 1e8;
constexpr double kMostOnGpu = 1e11;  // about a second on a small one

// Why the file cannot be read; empty if it can.
std::string problem_of(const fs::path& file) {
  std::error_code ignored;
  return !fs::exists(file, ignored)            ? fmt::format("{} is missing", file.string())
         : !fs::is_regular_file(file, ignored) ? fmt::format("{} is not a file", file.string())
         : access(file.c_str(), R_OK) != 0
             ? fmt::format("cannot read {}: {}", file.string(), std::strerror(errno))
             : "";
}

fs::path chosen_tree(const Context& context, const GradeOptions& options) {
  if (options.solutions) {
    require_solutions(context, "grade --solutions");
    return shown(context.paths.solutions());
  }
  if (options.tree.empty()) {
    return shown(context.paths.labs());
  }
  if (!fs::is_directory(options.tree)) {
    throw UsageError(
        fmt::format("--tree {} is not a folder. It needs a folder organised like labs/: "
                    "02_naive_kernel/kernel.cu ...",
                    options.tree));
  }
  return options.tree;
}

void plan_file(const GradeOptions& options, const std::vector<const Lab*>& labs, GradePlan& plan) {
  if (options.labs.empty() || labs.size() != 1) {
    throw UsageError(fmt::format(
        "--file needs exactly one lab, such as ./gemmlab grade 03 --file {}", options.file));
  }
  if (const std::string problem = problem_of(options.file); !problem.empty()) {
    throw UsageError(problem + ".");
  }
  plan.assignments.push_back({labs.front(), options.file, ""});
}

void plan_tree(const Context& context, const GradeOptions& options,
               const std::vector<const Lab*>& labs, GradePlan& plan) {
  const fs::path tree = chosen_tree(context, options);
  const bool is_labs =
      fs::exists(context.paths.labs()) && fs::equivalent(tree, context.paths.labs());
  for (const Lab* lab : labs) {
    const fs::path source = tree / lab->path();
    std::string problem = problem_of(source);
    if (is_labs && !fs::exists(source)) {
      problem += fmt::format("; ./gemmlab reset {} restores it", lab->id);
    }
    plan.assignments.push_back({lab, source, problem});
  }
  if (std::ranges::count(plan.assignments, "", &Assignment::problem) == 0) {
    throw UsageError(plan.assignments.front().problem + ".");
  }
  plan.is_progress = is_labs && !options.shape;
}

void check_shape(const Shape& shape, BackendChoice backend) {
  const double multiply_adds = 1.0 * shape.m * shape.n * shape.k;
  const bool simulated = backend != BackendChoice::cuda;
  const double most = simulated ? kMostMultiplyAdds : kMostOnGpu;
  if (multiply_adds > most) {
    throw UsageError(fmt::format(
        "--shape {},{},{} needs {:.2g} multiply-adds; {} allows at most {:.0g}, such as {}.",
        shape.m, shape.n, shape.k, multiply_adds, simulated ? "the simulator" : "--backend cuda",
        most, simulated ? "448,448,448" : "4096,4096,4096"));
  }
}

// A shape that the lab does not promise would fail even its reference solution.
void check_promise(const Shape& shape, const Lab& lab) {
  for (const Spec* spec : registered_specs()) {
    const int unit = spec->multiple_of;
    if (spec->lab == lab.slug() && (shape.m % unit || shape.n % unit || shape.k % unit)) {
      throw UsageError(fmt::format(
          "--shape {},{},{} does not fit lab {}, which promises only {}. The smallest shape is "
          "{},{},{}.",
          shape.m, shape.n, shape.k, lab.id, spec->promise, unit, unit, unit));
    }
  }
}

void check_backend(const Context& context, const GradeOptions& options) {
  if (!options.require_gpu && options.backend != BackendChoice::cuda) {
    return;
  }
  if (options.backend == BackendChoice::sim) {
    throw UsageError("--backend sim and --require-gpu contradict each other: omit one of them.");
  }
  const GpuReadiness& readiness = context.gpu().readiness;
  if (!readiness.ready) {
    throw InfrastructureError(
        fmt::format("{} needs a GPU: {}. {}\nWithout this option, the simulator grades everything "
                    "except speed.",
                    options.require_gpu ? "--require-gpu" : "--backend cuda", readiness.problem,
                    readiness.advice));
  }
}

BackendsUsed backends(const Context& context, BackendChoice asked, bool any_kernel) {
  const bool on_gpu =
      asked == BackendChoice::automatic && any_kernel && context.gpu().readiness.ready;
  return asked == BackendChoice::cuda ? BackendsUsed::cuda
         : on_gpu                     ? BackendsUsed::sim_then_cuda
                                      : BackendsUsed::sim;
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

// The model's prediction for the lab's textbook solution at the shape of this result's counts, on
// the GPU that judged it, if one did.
std::optional<model::Prediction> prediction(const Context& context, const LabResult& lab,
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

LabResult judged(const Context& context, const Assignment& assignment, const GradeOptions& options,
                 ProgressLine& line) {
  if (!assignment.problem.empty()) {
    LabResult result = unjudged(*assignment.lab, refused(NoFile{assignment.problem}));
    result.source = assignment.source.string();
    return result;
  }
  const std::string name = assignment.lab->id + " " + assignment.lab->name;
  line.show(name);
  LabResult result =
      context.judge(*assignment.lab, assignment.source,
                    {.backend = options.backend,
                     .require_gpu = options.require_gpu,
                     .seed = options.seed,
                     .only_shape = options.shape,
                     .measure_speed = !options.shape,
                     .in_pairs = usable_cores() > 1,
                     .try_changes = !options.quick,
                     .so_far = options.so_far,
                     .explain = options.explain || !options.html.empty(),
                     .progress = [&](const std::string& what) { line.show(name + ": " + what); }});
  result.model = prediction(context, result, options);
  return result;
}

}  // namespace

GradePlan plan_grading(const Context& context, const GradeOptions& options) {
  const std::vector<const Lab*> labs = labs_meant(context, options.labs);
  GradePlan plan;
  if (options.file.empty()) {
    plan_tree(context, options, labs, plan);
  } else {
    plan_file(options, labs, plan);
  }
  if (options.shape) {
    check_shape(*options.shape, options.backend);
    for (const Lab* lab : labs) {
      check_promise(*options.shape, *lab);
    }
  }
  check_backend(context, options);
  return plan;
}

Result empty_result(const Context& context, BackendChoice backend, std::uint64_t seed,
                    bool any_kernel) {
  const BackendsUsed used = backends(context, backend, any_kernel);
  return {GEMMLAB_VERSION, used, seed, now_in_utc(), device_of(context, used), {}};
}

std::string source_text(const std::string& path) {
  return read_foreign(shown(path)).value_or("");  // no excerpt then
}

Result judge_all(Context& context, const GradeOptions& options, const GradePlan& plan,
                 Progress& progress, const std::function<void(const LabResult&)>& show) {
  const bool any_kernel = std::ranges::any_of(
      plan.assignments, [](const Assignment& each) { return each.lab->file.ends_with(".cu"); });
  Result result = empty_result(context, options.backend, options.seed, any_kernel);
  bool is_kept = true;
  ProgressLine line(context);
  const auto record = [&](LabResult lab) {
    const std::unique_lock cleared = line.clear();
    show(lab);
    if (plan.is_progress) {
      const JournalEntry entry = graded(lab, now_in_utc());
      apply_to_progress(entry, progress);
      is_kept = is_kept && remember(context, entry);
    }
    result.labs.push_back(std::move(lab));
  };
  // Labs that are only simulated run at the same time; one that is timed runs alone.
  std::counting_semaphore cores(usable_cores());
  const auto judge = [&](const Assignment& assignment) {
    cores.acquire();
    const std::shared_ptr<void> at_the_end(nullptr, [&](void*) { cores.release(); });
    return judged(context, assignment, options, line);
  };
  const auto is_timed = [&](const Assignment& each) {
    return result.backend != BackendsUsed::sim || !each.lab->file.ends_with(".cu");
  };
  for (auto next = plan.assignments.begin(); next != plan.assignments.end();) {
    const auto how = is_timed(*next) ? std::launch::deferred : std::launch::async;
    std::vector<std::future<LabResult>> judging;
    do {
      judging.push_back(std::async(how, judge, std::cref(*next++)));
    } while (how == std::launch::async && next != plan.assignments.end() && !is_timed(*next));
    std::ranges::for_each(judging, [&](auto& each) { record(each.get()); });
  }
  return result;
}

int exit_code(const std::vector<LabResult>& labs) {
  if (std::ranges::any_of(labs, &LabResult::infrastructure)) {
    return kInfrastructure;
  }
  const auto passed = std::ranges::count(labs, Verdict::passed, &LabResult::verdict);
  return passed == std::ssize(labs) ? kDone : kNotYet;
}

}  // namespace gemmlab

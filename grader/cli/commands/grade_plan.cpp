#include "grader/cli/commands/grade_plan.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "grader/cli/course.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

// Multiply-adds of one shape. The naive kernel takes two memory accesses each, and the simulator
// about a second for a hundred million of those on one core.
constexpr double kMostMultiplyAdds = 1e8;
constexpr double kMostOnGpu = 1e11;  // a second or so, on a small one

// Why the file cannot be read; empty if it can.
std::string problem_of(const fs::path& file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) {
    return fmt::format("{} is missing", file.string());
  }
  if (!fs::is_regular_file(file, ignored)) {
    return fmt::format("{} is not a file", file.string());
  }
  if (access(file.c_str(), R_OK) != 0) {
    return fmt::format("{} cannot be read: {}", file.string(), std::strerror(errno));
  }
  return "";
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
    throw UsageError(fmt::format(
        "--tree {} is not a folder. It takes one shaped like labs/: 02_naive_kernel/kernel.cu ...",
        options.tree));
  }
  return options.tree;
}

void plan_file(const GradeOptions& options, const std::vector<const Lab*>& labs, GradePlan& plan) {
  if (options.labs.empty() || labs.size() != 1) {
    throw UsageError(fmt::format(
        "--file says nothing of the lab: name exactly one, such as ./gemmlab grade 03 --file {}",
        options.file));
  }
  const std::string problem = problem_of(options.file);
  if (!problem.empty()) {
    throw UsageError(problem + ".");
  }
  plan.assignments.push_back({labs.front(), options.file, ""});
}

void plan_tree(const Context& context,
               const GradeOptions& options,
               const std::vector<const Lab*>& labs,
               GradePlan& plan) {
  const fs::path tree = chosen_tree(context, options);
  const bool is_labs =
      fs::exists(context.paths.labs()) && fs::equivalent(tree, context.paths.labs());
  std::size_t problems = 0;
  for (const Lab* lab : labs) {
    const fs::path source = tree / lab->path();
    std::string problem = problem_of(source);
    if (!problem.empty()) {
      problem += is_labs && !fs::exists(source)
                     ? fmt::format("; ./gemmlab reset {} restores it", lab->id)
                     : "";
      ++problems;
    }
    plan.assignments.push_back({lab, source, problem});
  }
  if (problems == labs.size()) {
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
        "--shape {},{},{} is {:.2g} multiply-adds; {} takes at most {:.0g}, such as {}.", shape.m,
        shape.n, shape.k, multiply_adds, simulated ? "the simulator" : "--backend cuda", most,
        simulated ? "448,448,448" : "4096,4096,4096"));
  }
}

// A shape that a lab promises nothing for would fail its own reference solution.
void check_promise(const Shape& shape, const Lab& lab) {
  for (const Spec* spec : registered_specs()) {
    const int unit = spec->multiple_of;
    if (spec->lab == lab.slug() && (shape.m % unit || shape.n % unit || shape.k % unit)) {
      throw UsageError(fmt::format(
          "--shape {},{},{} is outside of what lab {} promises: {}. The smallest shape is "
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
    throw UsageError(
        "--backend sim and --require-gpu contradict each other: leave one of them out.");
  }
  const GpuReadiness& readiness = context.gpu().readiness;
  if (!readiness.ready) {
    throw InfrastructureError(fmt::format(
        "{} needs a GPU: {}. {}\nWithout the option the simulator judges everything but speed.",
        options.require_gpu ? "--require-gpu" : "--backend cuda", readiness.problem,
        readiness.advice));
  }
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

}  // namespace gemmlab

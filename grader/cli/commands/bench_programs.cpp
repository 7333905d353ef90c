#include "grader/cli/commands/bench_programs.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/cli/course.h"
#include "grader/speed/runner.h"

namespace gemmlab {
namespace {

constexpr int kLargestOnCpu = 512;  // where the i-j-k loop still takes well below a second

bool is_on_cpu(const Lab& lab) {
  return timed_on(lab.file) == Backend::cpu;
}

void add(BenchGroup& group,
         const std::string& name,
         const Lab* lab,
         const std::filesystem::path& source,
         BenchKind kind) {
  group.programs.push_back({name, source, kind != BenchKind::peak});
  BenchRow row;
  row.program = name;
  row.lab = lab == nullptr ? "" : lab->id;
  row.kind = kind;
  row.on_gpu = timed_on(source) == Backend::cuda;
  group.rows.push_back(std::move(row));
}

std::vector<int> sizes_on_cpu(const std::vector<int>& asked) {
  if (asked.empty()) {
    return {256, 384, 512};
  }
  std::vector<int> sizes;
  for (int size : asked) {
    if (const int fitting = std::min(size, kLargestOnCpu);
        std::find(sizes.begin(), sizes.end(), fitting) == sizes.end()) {
      sizes.push_back(fitting);
    }
  }
  return sizes;
}

}  // namespace

std::vector<Lab> labs_to_bench(const Context& context, const std::vector<std::string>& named) {
  const GpuReadiness& gpu = context.gpu().readiness;
  std::vector<Lab> labs;
  for (const Lab* lab : labs_meant(context, named)) {
    if (gpu.ready || is_on_cpu(*lab)) {
      labs.push_back(*lab);
    } else if (!named.empty()) {
      throw InfrastructureError(fmt::format("lab {} can only be timed on a GPU: {}. {}", lab->id,
                                            gpu.problem, gpu.advice));
    }
  }
  return labs;
}

std::vector<BenchGroup> bench_groups(const Context& context,
                                     const std::vector<Lab>& labs,
                                     const BenchOptions& options) {
  const std::filesystem::path room = context.paths.speed_programs();
  BenchGroup cpu, gpu;
  cpu.sizes = sizes_on_cpu(options.sizes);
  gpu.sizes = options.sizes.empty() ? std::vector{1024, 2048, 4096} : options.sizes;
  for (const Lab& lab : labs) {
    BenchGroup& group = is_on_cpu(lab) ? cpu : gpu;
    if (is_on_cpu(lab) && group.programs.empty()) {
      add(group, "i-j-k loop", nullptr, room / "textbook_loop.cpp", BenchKind::other);
    }
    add(group, lab.id + " " + lab.name, &lab, context.paths.solutions() / lab.path(),
        BenchKind::solution);
    if (options.mine) {
      add(group, lab.id + " yours", &lab, student_file(context, lab), BenchKind::mine);
    }
  }
  std::vector<BenchGroup> groups;
  if (!cpu.programs.empty()) {
    groups.push_back(std::move(cpu));
  }
  if (!gpu.programs.empty()) {
    add(gpu, kLibrary, nullptr, room / "cublas.cu", BenchKind::other);
    add(gpu, "multiply-adds alone", nullptr, room / "ffma_peak.cu", BenchKind::peak);
    groups.push_back(std::move(gpu));
  }
  return groups;
}

std::string objection_to(const Context& context, const Lab& lab) {
  if (is_on_cpu(lab)) {
    return "";  // what it computes is looked at before it is timed
  }
  JudgeOptions options;
  options.backend = BackendChoice::sim;
  options.measure_speed = false;
  const LabResult result = context.judge(lab, student_file(context, lab), options);
  switch (result.verdict) {
    case Verdict::misses_the_point:
    case Verdict::uncoalesced:
    case Verdict::bank_conflicts:
    case Verdict::passed:
      return "";
    default:
      return fmt::format("it is {}: ./gemmlab grade {} says more", name(result.verdict), lab.id);
  }
}

}  // namespace gemmlab

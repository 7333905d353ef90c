#include "grader/cli/commands/bench.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <ostream>
#include <set>
#include <utility>

#include "common/facts/json.h"
#include "grader/cli/commands/bench_verdicts.h"
#include "grader/cli/commands/drawn.h"
#include "grader/cli/exit_code.h"
#include "grader/cli/grading.h"
#include "grader/cli/result_files.h"
#include "grader/core/foreign_text.h"
#include "grader/core/fs.h"
#include "grader/core/gpu.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/labs.h"
#include "grader/core/result.h"
#include "grader/core/verdict.h"
#include "grader/judge/bench.h"
#include "grader/machine/gpu_state.h"
#include "grader/machine/toolchain.h"
#include "grader/process/child.h"
#include "grader/process/program.h"
#include "grader/report/words/count.h"
#include "grader/report/write_file.h"
#include "grader/speed/machine_rates.h"
#include "grader/speed/runner.h"
#include "grader/speed/timing_turn.h"

namespace gemmlab {
namespace {

constexpr int kLargestOnCpu = 512;  // there the i-j-k loop still takes well below a second

bool is_on_cpu(const Lab& lab) {
  return timed_on(lab.file) == Backend::cpu;
}

std::vector<Shape> squares(const std::vector<int>& sizes) {
  std::vector<Shape> shapes;
  std::ranges::transform(sizes, std::back_inserter(shapes), square);
  return shapes;
}

std::vector<Shape> sizes_on_cpu(const std::vector<Shape>& asked) {
  std::vector<Shape> sizes;
  for (const Shape& shape : asked) {
    const Shape& cut =
        sizes.emplace_back(std::min(shape.m, kLargestOnCpu), std::min(shape.n, kLargestOnCpu),
                           std::min(shape.k, kLargestOnCpu));
    const auto same = [&](const Shape& other) { return other.same_extents(cut); };
    if (std::ranges::count_if(sizes, same) > 1) {
      sizes.pop_back();
    }
  }
  return asked.empty() ? squares({256, 384, 512}) : sizes;
}

// The named labs, or all that can be timed here: without a GPU only lab 01. Throws
// InfrastructureError if a named lab needs a GPU and there is none, and UsageError.
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

// One group for the CPU if lab 01 is among the labs, one for the GPU if any other is.
std::vector<BenchGroup> bench_groups(const Context& context, const std::vector<Lab>& labs,
                                     const BenchOptions& options) {
  const fs::path room = context.paths.speed_programs();
  BenchGroup cpu, gpu;
  cpu.sizes = sizes_on_cpu(options.sizes);
  gpu.sizes = options.sizes.empty() ? squares({1024, 2048, 4096}) : options.sizes;
  for (const Lab& lab : labs) {
    BenchGroup& group = is_on_cpu(lab) ? cpu : gpu;
    if (is_on_cpu(lab) && group.programs.empty()) {
      add(group, {"i-j-k loop", room / "textbook_loop.cpp"}, BenchKind::other);
    }
    const auto add_file = [&](const std::string& name, const auto& file, BenchKind kind) {
      add(group,
          {.name = name,
           .source = file,
           .multiple_of = spec_of(lab).multiple_of,
           .precision = spec_of(lab).precision},
          kind, lab.id);
    };
    add_file(lab.id + " " + lab.name, context.paths.solutions() / lab.path(), BenchKind::solution);
    if (options.mine) {
      add_file(lab.id + " yours", student_file(context, lab), BenchKind::mine);
    }
  }
  std::vector<BenchGroup> groups;
  if (!cpu.programs.empty()) {
    groups.push_back(std::move(cpu));
  }
  if (!gpu.programs.empty()) {
    add(gpu, {kLibrary, room / "cublas.cu"}, BenchKind::other);
    add(gpu, {"multiply-adds alone", room / "ffma_peak.cu", false}, BenchKind::peak);
    groups.push_back(std::move(gpu));
  }
  return groups;
}

// Why the student's own program may not run next to others, or "": on the GPU only programs that
// the simulator finds right may.
std::string objection_to(const Context& context, const Lab& lab) {
  if (is_on_cpu(lab)) {
    return "";  // its results are checked before it is timed
  }
  const LabResult result = context.judge(lab, student_file(context, lab),
                                         {.backend = BackendChoice::sim, .measure_speed = false});
  return has_right_values(result.verdict)
             ? ""
             : fmt::format("it is {}: see ./gemmlab grade {}", name(result.verdict), lab.id);
}

// The hardware and compiler of the run.
BenchReport described(const Context& context, const std::vector<BenchGroup>& groups) {
  BenchReport report;
  report.rounds = kBenchRounds;
  if (groups.back().rows.front().on_gpu) {
    const GpuState& state = context.gpu();
    report.device = fmt::format("{}, driver for CUDA {}", printable(state.survey.gpus.front().name),
                                version_text(state.survey.driver_version));
    report.compiler = fmt::format("nvcc {}", version_text(state.toolkit.release));
  } else {
    report.device = processor_name();
    report.compiler = "the host's compiler";
  }
  return report;
}

// Lists what was left out; says only once what applies to several programs or sizes.
void tell(const std::vector<BenchLeftOut>& left_out, std::size_t programs, Context& context) {
  struct Where {
    std::set<std::string> programs;
    std::set<std::string> sizes;
  };
  std::map<std::string, Where> complaints;
  for (const BenchLeftOut& each : left_out) {
    Where& where = complaints[each.why];
    where.programs.insert(each.program);
    if (!each.size.empty()) {
      where.sizes.insert(each.size);
    }
  }
  for (const auto& [why, where] : complaints) {
    const bool is_all = where.programs.size() == programs;
    context.warn(fmt::format(
        "{} skipped{}: {}",
        is_all ? "everything" : fmt::format("{}", fmt::join(where.programs, ", ")),
        where.sizes.empty() ? "" : fmt::format(" at {}", fmt::join(where.sizes, ", ")), why));
  }
}

void drop_objectionable(BenchGroup& group, const Context& context, ProgressLine& line,
                        std::vector<BenchLeftOut>& left_out) {
  for (std::size_t i = group.rows.size(); i-- > 0;) {
    const BenchRow& row = group.rows[i];
    if (row.kind != BenchKind::mine) {
      continue;
    }
    line.show(fmt::format("testing {}", row.program));
    const std::string objection = objection_to(context, *find_lab(context.labs, row.lab));
    if (!objection.empty()) {
      left_out.push_back({"", row.program, objection});
      group.programs.erase(group.programs.begin() + std::ptrdiff_t(i));
      group.rows.erase(group.rows.begin() + std::ptrdiff_t(i));
    }
  }
}

std::vector<BenchRow> bench_at(const Shape& size, const BenchGroup& group,
                               std::vector<BenchLeftOut>& left_out) {
  const std::vector<BenchRate> rates =
      bench(group.programs, size, 1, [&](const std::string& program, const std::string& why) {
        left_out.push_back({size_text(size), program, why});
      });
  std::vector<BenchRow> rows;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    if (rates[i].flops > 0) {
      BenchRow& row = rows.emplace_back(group.rows[i]);
      // A copy reads and writes one matrix in the time of a product's operations.
      const double unit = row.kind == BenchKind::copy ? 2 * sizeof(float) / (2.0 * size.k) : 1;
      row.size = size;
      row.flops = unit * rates[i].flops;
      std::ranges::transform(rates[i].rounds, std::back_inserter(row.rounds),
                             [&](double rate) { return unit * rate; });
    }
  }
  return rows;
}

// Measures, or has a program in Python call this again for each lab and say what came of it.
int verdicts_command(const Context& context, const Context& people, const std::vector<Lab>& labs,
                     const BenchOptions& options) {
  require_solutions(people, "bench --verdicts");
  if (!options.json.empty()) {
    write_result(context, options.json,
                 [&] { return speed_verdicts(people, labs, options.verdicts).text(2) + '\n'; });
    return kDone;
  }
  std::vector<std::string> words{context.paths.root / "grader" / "upkeep" / "verdicts.py",
                                 context.paths.build, std::to_string(options.verdicts),
                                 std::to_string(context.terminal.width)};
  std::ranges::transform(labs, std::back_inserter(words), &Lab::id);
  become_python(std::move(words));
}

}  // namespace

void add(BenchGroup& group, BenchProgram program, BenchKind kind, const std::string& lab) {
  BenchRow& row = group.rows.emplace_back();
  row.program = program.name;
  row.lab = lab;
  row.kind = kind;
  row.on_gpu = timed_on(program.source) == Backend::cuda;
  group.programs.push_back(std::move(program));
}

BenchReport measure(std::vector<BenchGroup> groups, bool with_copies, Context& context) {
  BenchReport report = described(context, groups);
  ProgressLine line(context);
  for (BenchGroup& group : groups) {
    std::vector<BenchLeftOut> left_out;
    drop_objectionable(group, context, line, left_out);
    if (!group.programs.empty()) {  // some program is left
      const TimingTurn turn({Backend::cpu, Backend::cuda}, std::ref(line));
      for (const Shape& size : group.sizes) {
        line.show(
            fmt::format("{} at {}", counted(group.programs.size(), "program"), size_text(size)));
        std::ranges::move(bench_at(size, group, left_out), std::back_inserter(report.rows));
      }
      if (with_copies && group.rows.front().on_gpu) {
        line.show("copies");
        report.copy_bytes_per_second = measure_copy();
      }
    }
    line.clear();
    tell(left_out, group.programs.size(), context);
    report.left_out.insert(report.left_out.end(), left_out.begin(), left_out.end());
  }
  relate(report);
  return report;
}

int bench_command(Context& context, const BenchOptions& options) {
  const std::vector<ResultFile> files{
      {"--json", options.json}, {"--csv", options.csv}, {"--svg", options.svg}};
  check_result_files(files);
  Context people = for_people(context, files);
  const std::vector<Lab> labs = labs_to_bench(people, options.labs);
  if (options.verdicts > 0) {
    return verdicts_command(context, people, labs, options);
  }
  const BenchReport report = measure(bench_groups(people, labs, options),
                                     !options.json.empty() || !options.svg.empty(), people);
  if (report.rows.empty()) {
    return kInfrastructure;
  }
  people.say(
      fmt::format("{}, {}\nmedians of {} rounds; in each round, every program ran once, one "
                  "after the other",
                  report.device, report.compiler, report.rounds));
  people.out << bench_text(report, people.terminal.live ? people.terminal.width : 0) << std::flush;
  write_result(context, options.json, [&] { return bench_json(report); });
  write_result(context, options.csv, [&] { return bench_csv(report); });
  write_result(context, options.svg, [&] { return drawn(bench_plot, report, people.paths.build); });
  if (const GpuReadiness& gpu = people.gpu().readiness; !gpu.ready && options.labs.empty()) {
    people.say(
        fmt::format("\nThe other labs need a GPU for timing: {}. {}", gpu.problem, gpu.advice));
  }
  return kDone;
}

}  // namespace gemmlab

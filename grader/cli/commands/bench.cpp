// gemmlab bench: the solutions' rates, compared with the previous lab's, with the GPU's arithmetic
// and with cuBLAS, all in one run.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <ostream>
#include <set>

#include "grader/cli/commands.h"
#include "grader/cli/commands/bench_programs.h"
#include "grader/cli/result_files.h"
#include "grader/judge/bench.h"
#include "grader/process/program.h"
#include "grader/report/write_file.h"
#include "grader/speed/machine_rates.h"
#include "grader/speed/timing_turn.h"

namespace gemmlab {
namespace {

// The hardware and compiler of the run.
BenchReport described(const Context& context, const std::vector<BenchGroup>& groups) {
  BenchReport report;
  report.rounds = kBenchRounds;
  report.library = kLibrary;
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
    std::set<int> sizes;
  };
  std::map<std::string, Where> complaints;
  for (const BenchLeftOut& each : left_out) {
    Where& where = complaints[each.why];
    where.programs.insert(each.program);
    if (each.size > 0) {
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

// Removes the student's programs that must not run.
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
      left_out.push_back({0, row.program, objection});
      group.programs.erase(group.programs.begin() + std::ptrdiff_t(i));
      group.rows.erase(group.rows.begin() + std::ptrdiff_t(i));
    }
  }
}

std::vector<BenchRow> bench_at(int size, const BenchGroup& group,
                               std::vector<BenchLeftOut>& left_out) {
  const std::vector<BenchRate> rates =
      bench(group.programs, size, 1, [&](const std::string& program, const std::string& why) {
        left_out.push_back({size, program, why});
      });
  std::vector<BenchRow> rows;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    if (rates[i].flops > 0) {
      BenchRow& row = rows.emplace_back(group.rows[i]);
      row.size = size;
      row.flops = rates[i].flops;
      row.slowest = rates[i].slowest;
      row.fastest = rates[i].fastest;
    }
  }
  return rows;
}

// `with_copies`: whether to measure memory speed too.
BenchReport measure(std::vector<BenchGroup> groups, bool with_copies, Context& context) {
  BenchReport report = described(context, groups);
  ProgressLine line(context.err, context.error_terminal);
  for (BenchGroup& group : groups) {
    std::vector<BenchLeftOut> left_out;
    drop_objectionable(group, context, line, left_out);
    const TimingTurn turn({Backend::cpu, Backend::cuda}, std::ref(line));
    for (int size : group.sizes) {
      line.show(fmt::format("{} programs at {}", group.programs.size(), size));
      for (BenchRow& row : bench_at(size, group, left_out)) {
        report.rows.push_back(std::move(row));
      }
    }
    if (with_copies && group.rows.front().on_gpu) {
      line.show("copies");
      report.copy_bytes_per_second = measure_copy();
    }
    line.clear();
    tell(left_out, group.programs.size(), context);
    report.left_out.insert(report.left_out.end(), left_out.begin(), left_out.end());
  }
  relate(report);
  return report;
}

// The report as SVG; `scratch` is a folder for gnuplot's commands.
std::string drawn(const BenchReport& report, const std::filesystem::path& scratch) {
  const std::filesystem::path commands = scratch / "bench.gnuplot", svg = scratch / "bench.svg";
  write_atomically(commands, bench_plot(report, svg.string()));
  std::string said;
  const int code = run_program({"gnuplot", commands.string()},
                               [&](const std::string& line) { said += line + "\n"; });
  if (code == 127) {
    throw InfrastructureError(
        "cannot draw the plot: gnuplot is not installed. On Debian and Ubuntu: apt install "
        "gnuplot-nox");
  }
  if (code != 0) {
    throw InfrastructureError("cannot draw the plot; gnuplot said:\n" + said);
  }
  return read_text(svg);
}

}  // namespace

int bench(Context& context, const Options& options) {
  const std::vector<ResultFile> files{
      {"--json", options.json}, {"--csv", options.csv}, {"--svg", options.svg}};
  check_result_files(files);
  Context people = for_people(context, files);
  const std::vector<Lab> labs = labs_to_bench(people, options.labs);
  if (options.verdicts > 0) {
    return bench_verdicts(people, labs, options.verdicts);
  }
  const BenchReport report = measure(bench_groups(people, labs, options),
                                     !options.json.empty() || !options.svg.empty(), people);
  if (report.rows.empty()) {
    return kInfrastructure;
  }
  people.out << fmt::format(
                    "{}, {}\nmedians of {} rounds; in each round, every program ran once, one "
                    "after the other\n",
                    report.device, report.compiler, report.rounds)
             << bench_text(report) << std::flush;
  write_result(context, options.json, [&] { return bench_json(report); });
  write_result(context, options.csv, [&] { return bench_csv(report); });
  write_result(context, options.svg, [&] { return drawn(report, people.paths.build); });
  if (const GpuReadiness& gpu = people.gpu().readiness; !gpu.ready && options.labs.empty()) {
    people.say(
        fmt::format("\nThe other labs need a GPU for timing: {}. {}", gpu.problem, gpu.advice));
  }
  return kDone;
}

}  // namespace gemmlab

// gemmlab bench: the solutions' rates, each beside the one before, beside what the GPU's arithmetic
// reaches and beside cuBLAS, all in one run.
#include "grader/judge/bench.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <ostream>

#include "grader/cli/commands.h"
#include "grader/cli/progress_line.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

const std::string kPeak = "multiply-adds alone", kCublas = "cuBLAS, fp32";

std::vector<BenchProgram> programs_of(const Context& context) {
  std::vector<BenchProgram> programs;
  for (const Lab& lab : context.labs) {
    const std::filesystem::path source = context.paths.solutions() / lab.path();
    if (source.extension() == ".cu") {
      programs.push_back({lab.id + " " + lab.name, source});
    }
  }
  const std::filesystem::path room = context.paths.root / "grader" / "speed";
  programs.push_back({kCublas, room / "cublas.cu"});
  programs.push_back({kPeak, room / "ffma_peak.cu", Backend::cuda, false});
  return programs;
}

double rate_of(const std::string& name,
               const std::vector<BenchProgram>& programs,
               const std::vector<BenchRate>& rates) {
  for (std::size_t i = 0; i < programs.size(); ++i) {
    if (programs[i].name == name) {
      return rates[i].flops;
    }
  }
  return 0;
}

std::string share(double rate, double whole) {
  return whole > 0 ? fmt::format("{:.1f} %", 100 * rate / whole) : "";
}

std::string table(int size,
                  const std::vector<BenchProgram>& programs,
                  const std::vector<BenchRate>& rates) {
  std::string text =
      fmt::format("\n{:>5}  {:<23} {:>7} {:>15} {:>6} {:>8} {:>8}\n", "m=n=k", "program", "TFLOP/s",
                  "of all rounds", "step", "of peak", "of cuBLAS");
  double before = 0;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const BenchRate& rate = rates[i];
    if (rate.flops == 0) {
      continue;
    }
    const bool is_lab = programs[i].name != kPeak && programs[i].name != kCublas;
    text += fmt::format("{:>5}  {:<23} {:>7.2f} {:>15} {:>6} {:>8} {:>8}\n", size, programs[i].name,
                        1e-12 * rate.flops,
                        fmt::format("{:.2f} to {:.2f}", 1e-12 * rate.slowest, 1e-12 * rate.fastest),
                        is_lab && before > 0 ? fmt::format("{:.2f}x", rate.flops / before) : "",
                        share(rate.flops, rate_of(kPeak, programs, rates)),
                        share(rate.flops, rate_of(kCublas, programs, rates)));
    before = rate.flops;
  }
  return text;
}

// Benches one size and shows its table, if there is anything in it. What several programs complain
// of alike is said once.
bool bench_at(int size, const std::vector<BenchProgram>& programs, Context& context) {
  ProgressLine line(context.err, context.error_terminal);
  line.show(fmt::format("{} programs at {}", programs.size(), size));
  std::map<std::string, std::vector<std::string>> complaints;
  const std::vector<BenchRate> rates =
      bench(programs, size, 1, [&](const std::string& program, const std::string& why) {
        complaints[why].push_back(program);
      });
  line.clear();
  for (const auto& [why, who] : complaints) {
    const bool all = who.size() == programs.size();
    context.err << wrap(
        fmt::format("{} left out at {}: {}",
                    all ? "everything" : fmt::format("{}", fmt::join(who, ", ")), size, why),
        context.error_terminal.width, 0);
  }
  const bool any =
      std::any_of(rates.begin(), rates.end(), [](const BenchRate& rate) { return rate.flops > 0; });
  if (any) {
    context.out << table(size, programs, rates) << std::flush;
  }
  return any;
}

}  // namespace

int bench(Context& context, const Options& options) {
  const GpuState& state = context.gpu();
  if (!state.readiness.ready) {
    throw InfrastructureError(
        fmt::format("bench needs a GPU: {}. {}", state.readiness.problem, state.readiness.advice));
  }
  context.out << fmt::format(
      "{}, driver for CUDA {}, nvcc {}\nmedians of {} rounds, in each of which every program ran "
      "once, in turns\n",
      state.survey.gpus.front().name, version_text(state.survey.driver_version),
      version_text(state.toolkit.release), kBenchRounds);
  const std::vector<BenchProgram> programs = programs_of(context);
  bool any = false;
  for (int size : options.bench.sizes) {
    any |= bench_at(size, programs, context);
  }
  return any ? kDone : kInfrastructure;
}

}  // namespace gemmlab

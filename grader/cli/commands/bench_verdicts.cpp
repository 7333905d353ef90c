#include "grader/cli/commands/bench_verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "grader/cli/course.h"
#include "grader/cli/progress_line.h"
#include "grader/report/text.h"
#include "grader/speed/speed_baselines.h"
#include "grader/speed/statistics.h"
#include "grader/speed/timing_turn.h"

namespace gemmlab {
namespace {

constexpr double kTwin = 0.7;      // of what is required
constexpr int kVerdictsATwin = 4;  // of the solution, for one of the twin

int count_of(const std::vector<RaceResult>& races, SpeedOutcome outcome) {
  return int(std::count_if(races.begin(), races.end(),
                           [&](const RaceResult& race) { return race.outcome == outcome; }));
}

// The student's ratio in each race.
std::vector<double> ratios(const std::vector<RaceResult>& races) {
  std::vector<double> all;
  for (const RaceResult& race : races) {
    all.push_back(summarise(race.student).median);
  }
  return all;
}

double required(const std::vector<RaceResult>& races) {
  std::vector<double> all;
  for (const RaceResult& race : races) {
    all.push_back(race.required);
  }
  return summarise(all).median;
}

const std::string kHeader = fmt::format("{:<24} {:>6} {:>4} {:>6} {:>6} {:>5} {:>7} {:>6} {}\n",
                                        "lab",
                                        "needed",
                                        "fast",
                                        "border",
                                        "no_say",
                                        "slow",
                                        "ratio",
                                        "spread",
                                        "  from..to");

std::string row(const std::string& name, const std::vector<RaceResult>& races) {
  const std::vector<double> all = ratios(races);
  const auto [least, most] = std::minmax_element(all.begin(), all.end());
  return fmt::format(
      "{:<24} {:>6.2f} {:>4} {:>6} {:>6} {:>5} {:>6.2f}x {:>4.1f} %   {:.2f}..{:.2f}\n", name,
      required(races), count_of(races, SpeedOutcome::fast_enough),
      count_of(races, SpeedOutcome::borderline), count_of(races, SpeedOutcome::not_graded),
      count_of(races, SpeedOutcome::too_slow), summarise(all).median, 100 * spread(all), *least,
      *most);
}

std::string conclusion(int solutions, int refused, int twins, int caught) {
  return fmt::format(
      "\n{} verdicts on solutions, {} of them TOO SLOW: with 95 % confidence at most {:.1f} in 100 "
      "right programs as fast as these are refused on a machine like this. {} verdicts on twins at "
      "{:.2f} of what is needed, {} of them TOO SLOW: at most {:.0f} in 100 get through.\n",
      solutions, refused, 100 * upper_bound_of_share(refused, solutions), twins, kTwin, caught,
      100 * upper_bound_of_share(twins - caught, twins));
}

}  // namespace

int bench_verdicts(Context& context, const std::vector<Lab>& labs, int count) {
  require_solutions(context, "bench --verdicts");
  ProgressLine line(context.err, context.error_terminal);
  const TimingTurn turn({Backend::cpu, Backend::cuda},
                        [&](const std::string& what) { line.show(what); });
  context.out << kHeader << std::flush;
  int solutions = 0, refused = 0, twins = 0, caught = 0;
  for (const Lab& lab : labs) {
    SpeedBaselines baselines(spec_of(lab), lab, 1);
    const auto times = [&](const std::filesystem::path& source, const std::string& name,
                           int often) {
      const auto races = baselines.race_repeatedly(source, often, 1, [&](int done) {
        line.show(fmt::format("{}: verdict {} of {}", name, done + 1, often));
      });
      line.clear();
      context.out << row(name, races) << std::flush;
      return races;
    };
    const auto races = times(context.paths.solutions() / lab.path(), lab.slug(), count);
    const double slowness = summarise(ratios(races)).median / (kTwin * required(races));
    const int few = std::max(count / kVerdictsATwin, 1);
    const auto slow = times(write_slow_twin(lab, slowness), "   its slow twin", few);
    solutions += count;
    refused += count_of(races, SpeedOutcome::too_slow);
    twins += few;
    caught += count_of(slow, SpeedOutcome::too_slow);
  }
  context.out << wrap(conclusion(solutions, refused, twins, caught), context.terminal.width, 0);
  return refused == 0 && caught == twins ? kDone : kNotYet;
}

}  // namespace gemmlab

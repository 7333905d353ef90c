#include "grader/cli/commands/bench_verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <ostream>
#include <string>

#include "grader/cli/context.h"
#include "grader/cli/exit_code.h"
#include "grader/core/facts/fact.h"
#include "grader/core/fs.h"
#include "grader/core/inputs.h"
#include "grader/judge/judge.h"
#include "grader/machine/paths.h"
#include "grader/report/write_file.h"
#include "grader/session/session.h"
#include "grader/speed/race.h"
#include "grader/speed/runner.h"
#include "grader/speed/speed_baselines.h"
#include "grader/speed/timing_turn.h"

namespace gemmlab {
namespace {

constexpr double kTwin = 0.7;      // of the requirement
constexpr int kVerdictsATwin = 4;  // of the solution, per verdict of the twin

int count_of(const std::vector<RaceResult>& races, SpeedOutcome outcome) {
  return int(std::ranges::count(races, outcome, &RaceResult::outcome));
}

// The student's ratio in each race.
std::vector<double> ratios(const std::vector<RaceResult>& races) {
  std::vector<double> all;
  std::ranges::transform(races, std::back_inserter(all),
                         [](const RaceResult& race) { return summarise(race.student).median; });
  return all;
}

double required(const std::vector<RaceResult>& races) {
  std::vector<double> all;
  std::ranges::transform(races, std::back_inserter(all), &RaceResult::required);
  return summarise(all).median;
}

std::string row(const std::string& name, const std::vector<RaceResult>& races) {
  const std::vector<double> all = ratios(races);
  const auto [least, most] = std::ranges::minmax_element(all);
  return fmt::format(
      "{:<24} {:>6.2f} {:>4} {:>6} {:>6} {:>5} {:>6.2f}x {:>4.1f} %   {:.2f}..{:.2f}\n", name,
      required(races), count_of(races, SpeedOutcome::fast_enough),
      count_of(races, SpeedOutcome::borderline), count_of(races, SpeedOutcome::not_graded),
      count_of(races, SpeedOutcome::too_slow), summarise(all).median, 100 * spread(all), *least,
      *most);
}

// Writes a lab file that does a textbook solution's work `slowness` times (at least 1): first whole
// products, then the first rows of one more. Returns its path.
fs::path write_slow_twin(const Paths& paths, const Lab& lab, double slowness) {
  const fs::path solution = paths.solutions() / lab.path();
  const fs::path file = paths.build / "slow_twins" / lab.path();
  fs::create_directories(file.parent_path());
  const std::string text = read_text(paths.speed_programs() / "slow_twin.txt");
  write_atomically(file, fmt::format(fmt::runtime(text), fmt::arg("solution", solution.string()),
                                     fmt::arg("slowness", slowness)));
  return file;
}

}  // namespace

int bench_verdicts(Context& context, const std::vector<Lab>& labs, int count) {
  require_solutions(context, "bench --verdicts");
  ProgressLine line(context);
  const TimingTurn turn({Backend::cpu, Backend::cuda}, std::ref(line));
  context.out << "lab                      needed fast border unsure  slow   ratio spread   "
                 "from..to\n"
              << std::flush;
  int solutions = 0, refused = 0, twins = 0, caught = 0;
  for (const Lab& lab : labs) {
    SpeedBaselines baselines(spec_of(lab), lab, 1, 1);
    // As a grade would, each time with a new warm-up; checks values only as every timed run does.
    const auto times = [&](const fs::path& source, const std::string& name, int often) {
      Session student = session_of(source);
      std::vector<RaceResult> races;
      for (int i = 0; i < often; ++i) {
        line.show(fmt::format("{}: verdict {} of {}", name, i + 1, often));
        races.push_back(baselines.race_against(student, draw(1, std::uint64_t(i))));
      }
      line.clear();
      context.out << row(name, races) << std::flush;
      return races;
    };
    const auto races = times(context.paths.solutions() / lab.path(), lab.slug(), count);
    const double slowness = summarise(ratios(races)).median / (kTwin * required(races));
    const int few = std::max(count / kVerdictsATwin, 1);
    const auto slow = times(write_slow_twin(context.paths, lab, slowness), "   its slow copy", few);
    solutions += count;
    refused += count_of(races, SpeedOutcome::too_slow);
    twins += few;
    caught += count_of(slow, SpeedOutcome::too_slow);
  }
  context.say(fmt::format(
      "\n{} verdicts on solutions, {} of them TOO SLOW: with 95 % confidence, at most {:.1f} in "
      "100 correct programs of this speed fail on a machine like this. {} verdicts on slowed "
      "copies at {:.2f} of the required speed, {} of them TOO SLOW: at most {:.0f} in 100 pass.\n",
      solutions, refused, 100 * upper_bound_of_share(refused, solutions), twins, kTwin, caught,
      100 * upper_bound_of_share(twins - caught, twins)));
  return refused == 0 && caught == twins ? kDone : kNotYet;
}

}  // namespace gemmlab

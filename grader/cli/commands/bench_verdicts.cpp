#include "grader/cli/commands/bench_verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>

#include "common/facts/json_fields.h"
#include "grader/core/fs.h"
#include "grader/core/inputs.h"
#include "grader/core/result.h"
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

struct SpeedVerdict {
  SpeedOutcome outcome;
  double ratio, required;
};
GEMMLAB_JSON(SpeedVerdict, outcome, ratio, required)

double median(const std::vector<SpeedVerdict>& verdicts, double SpeedVerdict::*field) {
  std::vector<double> all;
  for (const SpeedVerdict& verdict : verdicts) {
    all.push_back(verdict.*field);
  }
  return summarise(all).median;
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

Json speed_verdicts(const Context& context, const std::vector<Lab>& labs, int count) {
  ProgressLine line(context);
  const TimingTurn turn({Backend::cpu, Backend::cuda}, std::ref(line));
  Json all = Json::array();
  for (const Lab& lab : labs) {
    SpeedBaselines baselines(spec_of(lab), lab, 1, 1);
    // As a grade would, each time with a new warm-up; checks values only as every timed run does.
    const auto on = [&](const fs::path& source, const std::string& name, int often) {
      Session student = session_of(source);
      std::vector<SpeedVerdict> verdicts;
      for (int i = 0; i < often; ++i) {
        line.show(fmt::format("{}: verdict {} of {}", name, i + 1, often));
        const RaceResult race = baselines.race_against(student, draw(1, std::uint64_t(i)));
        verdicts.push_back({race.outcome, summarise(race.student).median, race.required});
      }
      return verdicts;
    };
    const auto solution = on(context.paths.solutions() / lab.path(), lab.slug(), count);
    const double slowness = median(solution, &SpeedVerdict::ratio) /
                            (kTwin * median(solution, &SpeedVerdict::required));
    const auto twin = on(write_slow_twin(context.paths, lab, slowness), lab.slug() + "'s slow copy",
                         std::max(count / kVerdictsATwin, 1));
    all.push_back({{"lab", lab.slug()}, {"solution", solution}, {"twin", twin}});
  }
  return {{"twin_reaches", kTwin}, {"labs", std::move(all)}};
}

}  // namespace gemmlab

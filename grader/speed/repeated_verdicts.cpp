#include "grader/speed/repeated_verdicts.h"

#include <fmt/format.h>

#include <fstream>

#include "grader/compile/paths.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/inputs.h"
#include "grader/core/read_file.h"

namespace gemmlab {

std::vector<RaceResult> time_repeatedly(SpeedBaselines& baselines,
                                        const std::filesystem::path& source,
                                        int count,
                                        std::uint64_t seed,
                                        const OnVerdict& on_verdict) {
  Session student = session_of(source);
  std::vector<RaceResult> races;
  for (int i = 0; i < count; ++i) {
    if (on_verdict) {
      on_verdict(i);
    }
    races.push_back(baselines.race_against(student, draw(seed, std::uint64_t(i))));
  }
  return races;
}

std::filesystem::path write_slow_twin(const Lab& lab, double slowness) {
  const std::filesystem::path solution = paths().solutions() / lab.path();
  const std::filesystem::path folder = paths().build / "slow_twins" / lab.slug();
  std::filesystem::create_directories(folder);
  const std::filesystem::path file = folder / lab.file;
  std::ofstream out(file);
  out << fmt::format(fmt::runtime(read_file(paths().speed_programs() / "slow_twin.txt")),
                     fmt::arg("solution", solution.string()), fmt::arg("slowness", slowness));
  if (!out.flush()) {
    throw InfrastructureError(fmt::format("{} cannot be written", file.string()));
  }
  return file;
}

}  // namespace gemmlab

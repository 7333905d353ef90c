#include "grader/judge/values/round_barrier.h"

#include <algorithm>

#include "grader/changes/source_lines.h"

namespace gemmlab {

Finding with_round_told(Finding finding, const std::string& text) {
  auto* const race = std::get_if<Race>(&finding.fact);
  if (race == nullptr || !finding.other || race->access == Access::update ||
      (race->cause != RaceCause::missing_barrier &&
       race->cause != RaceCause::missing_warp_barrier)) {
    return finding;
  }
  const SourceLines lines(text);
  const auto [here, there] = lines.in_one_function(finding.at.line, finding.other->line);
  const bool reads_here = race->access == Access::read;
  const int read = reads_here ? here : there, write = reads_here ? there : here;
  const bool is_between =
      std::ranges::any_of(lines.lines_containing({"__syncthreads", "sync"}, here),
                          [=](int each) { return write <= each && each <= read; });
  if (is_between && !lines.end_of_loop(here, there).empty()) {
    race->cause = RaceCause::missing_barrier_after_reads;
  }
  return finding;
}

}  // namespace gemmlab

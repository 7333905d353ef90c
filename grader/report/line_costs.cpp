#include "grader/report/line_costs.h"

#include <fmt/format.h>

#include "grader/report/text.h"

namespace gemmlab {
namespace {

// An access's part of one kind of memory: ", 44 % of all sectors".
std::string share(std::uint64_t part, std::uint64_t whole, std::string_view units) {
  if (whole == 0 || part == 0) {
    return "";
  }
  const double percent = 100.0 * double(part) / double(whole);
  return percent < 0.5 ? fmt::format(", under 1 % of all {}", units)
                       : fmt::format(", {:.0f} % of all {}", percent, units);
}

}  // namespace

std::string cost(const AccessPlace& place, const Metrics& metrics) {
  const bool is_global = place.space == Space::global;
  const std::string_view units = is_global ? "sectors" : "passes";
  const std::string name = printable(place.example.variable);
  return fmt::format(
      "{} {}: {} requests, {} {} (ideal {}){}", place.is_store ? "stores" : "loads",
      name.empty() ? "memory" : name, place.counts.requests, place.counts.units, units,
      place.counts.ideal_units,
      share(place.counts.units, (is_global ? sectors(metrics) : passes(metrics)).counted, units));
}

std::string meaning_of_counts() {
  return "A request is one warp that executes one access; a sector is 32 bytes of global memory; a "
         "pass is one cycle of shared memory; ideal is the smallest possible number.";
}

std::string not_right_yet(const LabResult& lab) {
  const bool is_wrong = lab.verdict != Verdict::not_graded && !has_right_values(lab.verdict);
  return is_wrong ? fmt::format(" This kernel is not right yet ({}): these are its present costs.",
                                name(lab.verdict))
                  : "";
}

std::string all_together(const Metrics& metrics) {
  const Units global = sectors(metrics), shared = passes(metrics);
  std::string text = fmt::format("In total: {} sectors (ideal {})", global.counted, global.ideal);
  if (shared.counted > 0) {
    text += fmt::format(", {} passes (ideal {})", shared.counted, shared.ideal);
  }
  return text + '.';
}

std::string elsewhere(const Metrics& metrics) {
  std::uint64_t lines = 0, all_sectors = 0, all_passes = 0;
  for (const LineMetrics& line : metrics.lines) {
    if (line.source.empty()) {
      ++lines;
      all_sectors += sectors(line).counted;
      all_passes += passes(line).counted;
    }
  }
  return lines == 0
             ? ""
             : fmt::format("Not shown: {} line{} in other files, with {} sectors and {} passes.",
                           lines, lines == 1 ? "" : "s", all_sectors, all_passes);
}

}  // namespace gemmlab

#include "grader/speed/race.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "grader/core/inputs.h"
#include "grader/speed/statistics.h"

namespace gemmlab {
namespace {

constexpr double kSample = 0.015;   // seconds
constexpr double kWarmUp = 0.15;    // seconds, each
constexpr double kMessages = 3e-4;  // seconds that a request and its reply may take

// The clocks' allowance for each other, beyond the messages.
constexpr double kDisagreement = 0.02;

// What the reference must keep of its warm rate: throttling costs less, a second program more.
constexpr double kReferenceKeeps = 0.7;

struct Rates {
  double student = 0, reference = 0;  // over the baseline's
  double student_flops = 0;
  double reference_flops = 0;
};

Rates run_block(const Contestant* const (&all)[3], bool mirrored) {
  std::array<double, 3> rate{};
  for (int i : mirrored ? std::array{2, 1, 0, 0, 1, 2} : std::array{0, 1, 2, 2, 1, 0}) {
    const Contestant& each = *all[i];
    rate[i] = std::max(rate[i], each.flops * each.calls / each.sample(each.calls));
  }
  return {rate[1] / rate[0], rate[2] / rate[0], rate[1], rate[2]};
}

RaceResult measure(const Contestant* const (&all)[3], double nominal, std::uint64_t coin) {
  RaceResult result;
  std::vector<double> kept;
  while (int(result.student.size()) < kBlocks) {
    const bool mirrored = draw(coin, result.student.size()) & 1;
    const Rates rates = run_block(all, mirrored);
    result.student.push_back(rates.student);
    result.reference.push_back(rates.reference);
    kept.push_back(all[2]->warm_rate > 0 ? rates.reference_flops / all[2]->warm_rate : 1);
    result.student_flops = std::max(result.student_flops, rates.student_flops);
    result.required = required_ratio(nominal, summarise(result.reference).median);
    if (clearly_fast(result.student, result.required) ||
        clearly_slow(result.student, result.required)) {
      break;
    }
  }
  result.reference_kept = summarise(kept).median;
  result.outcome = result.reference_kept >= kReferenceKeeps
                       ? outcome_of(result.student, result.required)
                       : SpeedOutcome::not_graded;
  return result;
}

}  // namespace

void warm_up(Contestant& contestant) {
  constexpr int kLeastSamples = 3;  // the first call loads the kernel, and says little
  double spent = 0, a_call = INFINITY;
  contestant.calls = 1;
  for (int sample = 0; spent < kWarmUp || (sample < kLeastSamples && spent < 1); ++sample) {
    const double seconds = contestant.sample(contestant.calls);
    spent += seconds;
    a_call = std::min(a_call, seconds / contestant.calls);
    contestant.calls = std::clamp(int(std::ceil(kSample / a_call)), 1, contestant.most_calls);
  }
  contestant.warm_rate = contestant.flops / a_call;
}

RaceResult race(const Contestant& baseline,
                const Contestant& student,
                const Contestant& reference,
                double nominal,
                std::uint64_t coin) {
  const Contestant* const all[3] = {&baseline, &student, &reference};
  RaceResult first = measure(all, nominal, coin);
  if (first.outcome == SpeedOutcome::fast_enough || first.outcome == SpeedOutcome::borderline) {
    return first;
  }
  // The machine may have been busy: only two measurements that agree say too slow.
  return measure(all, nominal, ~coin);
}

double agreed_seconds(double workers, double judges) {
  const bool agree =
      workers > 0 && workers <= judges && judges - workers <= kMessages + kDisagreement * judges;
  return agree ? workers : judges;
}

}  // namespace gemmlab

#include "grader/speed/race.h"

#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <stdexcept>

namespace gemmlab {
namespace {

constexpr double kSample = 0.010;  // seconds
constexpr double kWarmUp = 0.10;   // seconds, each

// The share of its warm rate that the reference must keep: throttling costs less, a second program
// more.
constexpr double kReferenceKeeps = 0.75;

// Measurements that must agree before points are lost: the machine may have been busy.
constexpr int kAgreeing = 2;

struct Sample {
  double rate = 0;  // operations per second
  double hz = 0;    // the clock right after it; 0: unknown
};

// An unknown value counts as unchanged.
double over(double now, double before) {
  return now > 0 && before > 0 ? now / before : 1;
}

// One running measurement.
class Measurement {
 public:
  Measurement(const std::array<const Contestant*, 3>& all, const RaceTerms& terms)
      : all_(all),
        terms_(terms),
        blocks_(all[0]->flops > kLongestCall * all[0]->warm_rate && all[0]->warm_rate > 0
                    ? kBlocksOfLongCalls
                    : kBlocks) {}

  RaceResult run(std::uint64_t coin) {
    while (int(result_.student.size()) < blocks_) {
      run_block(draw(coin, result_.student.size()) & 1);
      result_.required = required_ratio(terms_.nominal, summarise(result_.reference).median);
      if (clearly_fast(result_.student, result_.required) ||
          (is_slow(result_.student) && is_slow(at_one_clock_))) {
        break;
      }
    }
    decide();
    return std::move(result_);
  }

 private:
  void run_block(bool mirrored) {
    std::array<Sample, 3> best;
    for (int i : mirrored ? std::array{2, 1, 0, 0, 1, 2} : std::array{0, 1, 2, 2, 1, 0}) {
      const double rate = all_[i]->measure();
      const double hz = look_at_clock();
      if (rate > best[i].rate) {
        best[i] = {rate, hz};
      }
    }
    result_.baseline_flops = std::max({result_.baseline_flops, best[0].rate, terms_.baseline_best});
    if (terms_.baseline_best > 0) {
      best[0].rate = result_.baseline_flops;
    }
    const double ratio = best[1].rate / best[0].rate;
    result_.student.push_back(ratio);
    at_one_clock_.push_back(ratio * over(best[0].hz, best[1].hz));
    result_.reference.push_back(best[2].rate / best[0].rate);
    kept_.push_back(over(best[2].rate, all_[2]->warm_rate) * over(all_[2]->warm_hz, best[2].hz));
    result_.student_flops = std::max(result_.student_flops, best[1].rate);
  }

  double look_at_clock() {
    const double hz = terms_.clock ? terms_.clock() : 0;
    if (hz > 0) {
      auto& [slowest, fastest] = result_.hz;
      slowest = slowest > 0 ? std::min(slowest, hz) : hz;
      fastest = std::max(fastest, hz);
    }
    return hz;
  }

  bool is_slow(const std::vector<double>& ratios) const {
    return clearly_slow(ratios, result_.required, blocks_);
  }

  void decide() {
    result_.reference_kept = summarise(kept_).median;
    result_.outcome = outcome_of(result_.student, result_.required, blocks_);
    const auto [slowest, fastest] = result_.hz;
    if (!(result_.reference_kept >= kReferenceKeeps)) {
      result_.disturbance = Untimed{.cause = ReferenceSlowed{result_.reference_kept}};
    } else if (result_.outcome == SpeedOutcome::too_slow && !is_slow(at_one_clock_)) {
      result_.disturbance = Untimed{.cause = ClockJumped{1e-6 * slowest, 1e-6 * fastest}};
    }
    if (result_.disturbance) {
      result_.outcome = SpeedOutcome::not_graded;
    }
  }

  std::array<const Contestant*, 3> all_;
  const RaceTerms& terms_;
  int blocks_;
  RaceResult result_;
  std::vector<double> at_one_clock_;  // the student's ratios
  std::vector<double> kept_;          // the reference's rates over its warm rate
};

// The largest r for which the r-th smallest and r-th largest of `count` values enclose their median
// with more than 95 % probability: the binomial tail below r is at most 2.5 %.
int order_for_interval(int count) {
  const boost::math::binomial_distribution<> below(count, 0.5);
  int order = 1;
  while (order < count / 2 && cdf(below, order) <= 0.025) {
    ++order;
  }
  return order;
}

}  // namespace

void warm_up(Contestant& contestant, const Clock& clock) {
  constexpr int kLeastSamples = 3;  // the first call loads the kernel, and is not representative
  double spent = 0, a_call = INFINITY;
  contestant.calls = 1;
  for (int sample = 0; spent < kWarmUp || (sample < kLeastSamples && spent < 1); ++sample) {
    const double seconds = contestant.sample(contestant.calls);
    spent += seconds;
    a_call = std::min(a_call, seconds / contestant.calls);
    contestant.calls = std::clamp(int(std::ceil(kSample / a_call)), 1, contestant.most_calls);
  }
  contestant.warm_rate = contestant.flops / a_call;
  contestant.warm_hz = clock ? clock() : 0;
}

double usual_rate(const Contestant& contestant, int samples) {
  std::vector<double> rates(samples);
  std::ranges::generate(rates, [&] { return contestant.measure(); });
  return summarise(std::move(rates)).median;
}

RaceResult race(const Contestant& baseline, const Contestant& student, const Contestant& reference,
                const RaceTerms& terms) {
  const std::array<const Contestant*, 3> all{&baseline, &student, &reference};
  int slow = 0, disturbed = 0;
  for (std::uint64_t measurement = 1;; ++measurement) {
    RaceResult result = Measurement(all, terms).run(draw(terms.coin, measurement));
    slow += result.outcome == SpeedOutcome::too_slow;
    disturbed += result.outcome == SpeedOutcome::not_graded;
    const bool passes =
        result.outcome == SpeedOutcome::fast_enough || result.outcome == SpeedOutcome::borderline;
    if (passes || slow == kAgreeing || disturbed == kAgreeing) {
      return result;
    }
  }
}

Ratios summarise(std::vector<double> ratios) {
  if (ratios.empty()) {
    throw std::invalid_argument("no ratios were measured");
  }
  std::ranges::sort(ratios);
  const std::size_t count = ratios.size();
  const std::size_t order = order_for_interval(int(count));
  const double median = (ratios[(count - 1) / 2] + ratios[count / 2]) / 2;
  return {median, {ratios[order - 1], ratios[count - order]}};
}

// How many ratios do not reach the limit.
static int below(const std::vector<double>& ratios, double limit) {
  return int(std::ranges::count_if(ratios, [&](double ratio) { return !(ratio >= limit); }));
}

bool clearly_fast(const std::vector<double>& ratios, double required) {
  const int count = int(ratios.size());
  return (count >= kEarlyBlocks && below(ratios, 1.1 * required) == 0) ||
         (count >= kClearBlocks && below(ratios, 2 * required) == 0);
}

bool clearly_slow(const std::vector<double>& ratios, double required, int blocks) {
  const int count = int(ratios.size());
  const int exceptions = blocks >= kBlocks ? 1 : 0;
  const bool is_complete = count >= blocks;
  return (is_complete && below(ratios, required) >= count - exceptions) ||
         (is_complete && !(summarise(ratios).median >= 0.8 * required)) ||
         (count >= kEarlyBlocks && below(ratios, 0.8 * required) == count) ||
         (count >= kHopelessBlocks && below(ratios, 0.3 * required) == count) ||
         (count >= 1 && below(ratios, 0.05 * required) == count);
}

SpeedOutcome outcome_of(const std::vector<double>& ratios, double required, int blocks) {
  return clearly_slow(ratios, required, blocks) ? SpeedOutcome::too_slow
         : summarise(ratios).median >= required ? SpeedOutcome::fast_enough
                                                : SpeedOutcome::borderline;
}

}  // namespace gemmlab

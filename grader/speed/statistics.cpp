#include "grader/speed/race.h"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/statistics/univariate_statistics.hpp>
#include <cmath>
#include <stdexcept>

namespace gemmlab {
namespace {

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

double upper_bound_of_share(int failures, int trials) {
  return boost::math::binomial_distribution<>::find_upper_bound_on_p(trials, failures, 0.05);
}

double spread(const std::vector<double>& values) {
  using namespace boost::math::statistics;
  return values.size() < 2 ? 0 : std::sqrt(sample_variance(values)) / mean(values);
}

bool clearly_fast(const std::vector<double>& ratios, double required) {
  return int(ratios.size()) >= kEarlyBlocks &&
         std::ranges::all_of(ratios, [&](double ratio) { return ratio >= 1.1 * required; });
}

bool clearly_slow(const std::vector<double>& ratios, double required, int blocks) {
  const int count = int(ratios.size());
  const int exceptions = blocks >= kBlocks ? 1 : 0;
  const auto below = [&](double limit) {
    return int(std::ranges::count_if(ratios, [&](double ratio) { return !(ratio >= limit); }));
  };
  const bool is_complete = count >= blocks;
  return (is_complete && below(required) >= count - exceptions) ||
         (is_complete && !(summarise(ratios).median >= 0.8 * required)) ||
         (count >= kEarlyBlocks && below(0.8 * required) == count) ||
         (count >= kHopelessBlocks && below(0.3 * required) == count) ||
         (count >= 1 && below(0.05 * required) == count);
}

SpeedOutcome outcome_of(const std::vector<double>& ratios, double required, int blocks) {
  if (clearly_slow(ratios, required, blocks)) {
    return SpeedOutcome::too_slow;
  }
  return summarise(ratios).median >= required ? SpeedOutcome::fast_enough
                                              : SpeedOutcome::borderline;
}

}  // namespace gemmlab

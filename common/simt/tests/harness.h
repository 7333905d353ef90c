// Runs functions of the tests' modules on the simulator.
#pragma once

#include <gtest/gtest.h>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "common/facts/counts.h"
#include "common/facts/finding.h"
#include "common/facts/run_report.h"
#include "common/simt/engine/run_options.h"
#include "common/simt/engine/simulator.h"

namespace simt::testing {

struct Outcome {
  RunReport report;
  std::vector<float> a, b, c;  // n x n; c as the function left it

  // Findings of one kind; all findings as JSON, for failure messages.
  int count(FindingKind kind) const;
  const Finding* find(FindingKind kind) const;
  std::string all_findings() const;
};

// Calls `function(a, b, c, n)` of tests/<module>.cu with n x n matrices: a and b contain small
// whole numbers; c is poisoned with NaN and counts as never written.
Outcome run(const std::string& module, const std::string& function, int n,
            const Options& options = {});

// Calls another function of the same module without a reset(), as a judge does.
Outcome run_again(const std::string& function, int n, const Options& options = {});

// The same as run(); each finding and each failed call fails the test.
Outcome run_right(const std::string& module, const std::string& function, int n = 32,
                  const Options& options = {});

// The finding's fact; a failure and an empty fact if it has another type.
template <class What>
What fact_of(const Finding& finding) {
  const What* fact = get_if<What>(&finding.fact);
  EXPECT_NE(fact, nullptr) << finding.fact.index();
  return fact != nullptr ? *fact : What();
}

// The place of an access in `Where`: a buffer, a variable.
template <class Where>
Where place_of(const Target& target) {
  const Where* place = std::get_if<Where>(&target);
  EXPECT_NE(place, nullptr) << target.index();
  return place != nullptr ? *place : Where();
}

inline std::uint64_t number_of(const Launches& launches) {
  std::uint64_t number = 0;
  for (const LaunchShape& launch : launches) {
    number += launch.times;
  }
  return number;
}

// The expected c: the exact product of a and b.
std::vector<float> product(const Outcome& outcome, int n);

}  // namespace simt::testing

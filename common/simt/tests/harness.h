// Runs functions of the tests' modules on the simulator.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/simt/simulator.h"

namespace simt::testing {

struct Outcome {
  Report report;
  std::vector<float> a, b, c;  // n x n; c as the function left it

  // Findings of a kind; the messages of all findings, for failures.
  int count(FindingKind kind) const;
  const Finding* find(FindingKind kind) const;
  std::string all_findings() const;
};

// Calls `function(a, b, c, n)` of tests/<module>.cu with n x n matrices: a and b hold small whole
// numbers, c is poisoned with NaN and counts as never written.
Outcome run(const std::string& module,
            const std::string& function,
            int n,
            const Options& options = {});

// What c ought to be: the product of a and b, exact.
std::vector<float> product(const Outcome& outcome, int n);

}  // namespace simt::testing

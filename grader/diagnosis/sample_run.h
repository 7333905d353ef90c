// For tests: the diagnosis of a C that the test makes up.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "grader/diagnosis/diagnosis.h"

namespace gemmlab::sample {

// A run that stores element(row, col) where the product belongs.
class MadeUpRun {
 public:
  explicit MadeUpRun(const Shape& shape, InputKind kind = InputKind::uniform,
                     Precision precision = Precision::fp32);

  double a(int row, int p) const { return operands.a[std::size_t(row) * shape.k + p]; }
  double b(int p, int col) const { return operands.b[std::size_t(p) * shape.n + col]; }
  double right(int row, int col) const { return expected.c[std::size_t(row) * shape.n + col]; }

  // The sum in which product p occurs weight(p) times.
  double sum(int row, int col, const std::function<double(int p)>& weight) const;

  std::vector<Explanation> explained(const std::function<double(int row, int col)>& element) const;

  // The name of the first explanation; empty: none, or none that is certain.
  std::string said(const std::function<double(int row, int col)>& element) const;

  const Shape shape;
  const InputKind kind;
  const Precision precision;
  const Operands operands;
  const Expected expected;
  std::vector<LaunchShape> launches;
  bool whole_numbers_were_right = false;
  std::optional<StoreMap> stores = {};
};

inline constexpr double kUnwritten = 1e300;  // an element that keeps the poison

}  // namespace gemmlab::sample

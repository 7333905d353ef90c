#include "grader/diagnosis/sample_run.h"

namespace gemmlab::sample {

MadeUpRun::MadeUpRun(const Shape& shape, InputKind kind, Precision precision)
    : shape(shape),
      kind(kind),
      precision(precision),
      operands(make_operands(kind, shape, 3)),
      expected(reference(kind, shape, operands, precision)) {}

double MadeUpRun::sum(int row, int col, const std::function<double(int p)>& weight) const {
  double total = 0;
  for (int p = 0; p < shape.k; ++p) {
    total += weight(p) * a(row, p) * b(p, col);
  }
  return total;
}

std::vector<Explanation> MadeUpRun::explained(
    const std::function<double(int row, int col)>& element) const {
  std::vector<float> c(std::size_t(shape.m) * shape.n);
  fill_with_poison(c.data(), c.size());
  for (int row = 0; row < shape.m; ++row) {
    for (int col = 0; col < shape.n; ++col) {
      const double value = element(row, col);
      if (value != kUnwritten) {
        c[std::size_t(row) * shape.n + col] = float(value);
      }
    }
  }
  const Comparison comparison = compare(shape, c.data(), expected);
  return diagnose({shape, kind, operands, expected, c.data(), comparison, launches,
                   whole_numbers_were_right, stores, precision});
}

std::string MadeUpRun::said(const std::function<double(int row, int col)>& element) const {
  const auto all = explained(element);
  return all.empty() || !all.front().is_certain ? "" : std::string(name_of(all.front().cause));
}

}  // namespace gemmlab::sample

#include "common/model/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gemmlab::model {
namespace {

// Slightly more than half a unit, because floating point may move exact halves.
constexpr double kSlack = 1 + 1e-9;
constexpr double kMostRounding = 0.2;

bool agrees(double value, std::string_view digits) {
  return std::abs(value - value_of(digits)) <= half_unit_of(digits) * kSlack;
}

// Whole numbers are exact counts unless they end in zeros, which may come from rounding.
bool is_as_documented(const Figure& figure, double value) {
  const double stated = value_of(figure.stated);
  const bool same = agrees(value, figure.stated);
  switch (figure.expected) {
    case Agreement::agrees:
      return same;
    case Agreement::rounded:
      return !same && std::abs(value - stated) <= kMostRounding * stated;
    case Agreement::slips:
      return !same && !figure.right.empty() && agrees(value, figure.right);
  }
  return false;
}

}  // namespace

const std::vector<Text>& texts() {
  static const std::vector<Text> all{
      {"HPC", "a lecture on GPU computing, its part on matrix multiplication (2024)"},
      {"Blog-T", "a blog post on tiling, with int matrices on a V100"},
      {"CUDA2", "a lecture on CUDA programming, its second part (2015)"},
      {"CSE260", "a lecture on performance modelling and several outputs a thread (2015)"},
      {"MMUL", "notes on tiling in shared memory and registers together"},
      {"pages", "the pages of these labs: docs/02_naive_kernel.md and its neighbours"},
  };
  return all;
}

double value_of(std::string_view digits) {
  std::string plain(digits);
  plain.erase(std::remove(plain.begin(), plain.end(), ','), plain.end());
  return std::stod(plain);
}

double half_unit_of(std::string_view digits) {
  const std::size_t dot = digits.find('.');
  const auto decimals = dot == std::string_view::npos ? 0 : digits.size() - dot - 1;
  return 0.5 * std::pow(10.0, -double(decimals));
}

Checked check(const Figure& figure) {
  const double value = figure.compute();
  return {value, is_as_documented(figure, value)};
}

std::string shown(double value) {
  if (std::abs(value - std::round(value)) < 1e-9 * std::max(1.0, std::abs(value)) ||
      std::abs(value) >= 1000) {
    return fmt::format("{:.0f}", value);
  }
  return fmt::format("{:.4g}", value);
}

std::string_view agreement_in_words(const Figure& figure, const Checked& checked) {
  return checked.as_documented ? name(figure.expected) : "DIFFERS";
}

std::string figures_in_markdown() {
  std::string text = "| from | what | how | computed | stated | |\n|---|---|---|---|---|---|\n";
  for (const Figure& figure : figures()) {
    const Checked checked = check(figure);
    text += fmt::format(
        "| {} | {} | {} | {} | {}{}{} | {}{}{} |\n", figure.from, figure.what, figure.formula,
        shown(checked.computed), figure.stated, figure.unit.empty() ? "" : " ", figure.unit,
        agreement_in_words(figure, checked), figure.note.empty() ? "" : ": ", figure.note);
  }
  return text;
}

}  // namespace gemmlab::model

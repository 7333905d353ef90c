#include "common/model/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "common/model/figure_formulas.h"

namespace gemmlab::model {
namespace {

// Slightly more than half a unit, because floating point may move exact halves.
constexpr double kSlack = 1 + 1e-9;
constexpr double kMostRounding = 0.02;

bool is_near(double value, std::string_view digits) {
  return std::abs(value - value_of(digits)) <= kMostRounding * value_of(digits);
}

// In all digits; a few digits, "2", would allow too much.
bool agrees(double value, std::string_view digits) {
  return std::abs(value - value_of(digits)) <= half_unit_of(digits) * kSlack &&
         is_near(value, digits);
}

bool is_as_documented(const Figure& figure) {
  const double value = figure.computed;
  const bool same = agrees(value, figure.stated);
  if (figure.expected == Agreement::agrees) {
    return same;
  }
  const bool is_slightly_rounded =
      figure.expected == Agreement::rounded && is_near(value, figure.stated);
  return !same && (figure.right.empty() ? is_slightly_rounded : agrees(value, figure.right));
}

}  // namespace

const std::vector<Figure>& figures() {
  static const std::vector<Figure> all = [] {
    std::vector<Figure> joined;
    for (const auto& list :
         {figures_of_naive_kernel, figures_of_tiled_kernel, figures_of_several_outputs,
          figures_of_register_tiles, figures_of_timing}) {
      std::ranges::move(list(), std::back_inserter(joined));
    }
    return joined;
  }();
  return all;
}

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
  return {figure.computed, is_as_documented(figure)};
}

std::string shown(double value) {
  const double size = std::abs(value);
  const bool is_whole = std::abs(value - std::round(value)) < 1e-9 * std::max(1.0, size);
  return is_whole || size >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
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

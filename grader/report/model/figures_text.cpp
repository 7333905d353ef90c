#include "grader/report/model/figures_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "common/model/figures.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

using model::Agreement;
using model::Figure;

std::string legend(int width) {
  std::string text = wrap(
      "The figures of the texts on which the labs build, each computed anew from their inputs, "
      "the tables of GPUs and the kernels' descriptions.",
      width, 0);
  for (const model::Text& source : model::texts()) {
    text += wrap(fmt::format("{:<7} {}", source.tag, source.what), width, 2);
  }
  return text + '\n';
}

std::string row(const Figure& figure, const model::Checked& checked, int width) {
  const std::string left = fmt::format("{:<7} {}", figure.from, figure.what);
  const std::string right =
      fmt::format("{:>9} {:>9} {:<9} {}", model::shown(checked.computed), figure.stated,
                  figure.unit, model::agreement_in_words(figure, checked));
  constexpr int kRight = 37;           // columns that are kept for the right side
  constexpr int kLeast = kRight + 21;  // below that, the sides are one above the other
  const int left_width = std::max(0, width - kRight - 2);
  std::string text;
  if (width >= kLeast && display_width(left) <= left_width) {
    text = fmt::format("{:<{}}  {}\n", left, left_width, right);
  } else {
    const int indent = width >= kLeast ? left_width + 2 : 0;
    text = wrap(left, width, 0) + std::string(indent, ' ') + right + '\n';
  }
  text += wrap("= " + std::string(figure.formula), width, 8);
  const std::string slips = figure.expected == Agreement::slips ? "The text slips: " : "";
  return figure.note.empty() ? text : text + wrap(slips + std::string(figure.note), width, 8);
}

}  // namespace

FiguresReport figures_report(const Terminal& terminal) {
  FiguresReport report;
  std::map<Agreement, int> counts;
  report.text = legend(terminal.width);
  for (const Figure& figure : model::figures()) {
    const model::Checked checked = model::check(figure);
    ++counts[figure.expected];
    report.differing += !checked.as_documented;
    report.text += row(figure, checked, terminal.width);
  }
  report.text +=
      '\n' + wrap(fmt::format("{} figures, as computed and as stated: {} agree, {} are rounded in "
                              "the text, and in {} the text slips. {}",
                              model::figures().size(), counts[Agreement::agrees],
                              counts[Agreement::rounded], counts[Agreement::slips],
                              report.differing == 0
                                  ? "All come out as documented."
                                  : fmt::format("But {} DIFFERS from what is documented.",
                                                report.differing)),
                  terminal.width, 0);
  return report;
}

}  // namespace gemmlab

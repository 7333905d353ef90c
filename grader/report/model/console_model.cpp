#include "grader/report/model/console_model.h"

#include <fmt/format.h>

#include "grader/report/model/model_rows.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

std::string narrow(const ModelRow& row, int width) {
  std::string text = fmt::format("{}: predicted {}", row.what, row.predicted);
  text += row.simulated.empty() ? "" : ", simulated " + row.simulated;
  text += row.measured.empty() ? "" : ", measured " + row.measured;
  return wrap(text, width, 3);
}

std::string wide(const ModelRow& row) {
  std::string line = fmt::format("   {:<29} {:>11} {:>11} {:>11}", row.what, row.predicted,
                                 row.simulated, row.measured);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

}  // namespace

std::string console_model(const LabResult& lab, const Terminal& terminal) {
  const std::vector<ModelRow> rows = model_rows(lab);
  if (rows.empty()) {
    return "";
  }
  constexpr int kTableWidth = 68;
  const bool is_wide = terminal.width >= kTableWidth;
  std::string text;
  if (is_wide) {
    text = wide({"", "predicted", "simulated", has_measured_rate(lab) ? "measured" : ""});
  }
  for (const ModelRow& row : rows) {
    text += is_wide ? wide(row) : narrow(row, terminal.width);
  }
  return text + wrap(other_launch(lab), terminal.width, 3);
}

}  // namespace gemmlab

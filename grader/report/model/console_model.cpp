#include "grader/report/model/console_model.h"

#include <fmt/format.h>

#include "common/facts/counts.h"
#include "common/model/prediction.h"
#include "grader/core/verdict.h"

namespace gemmlab {
namespace {

std::string number(double value) {
  return fmt::format("{:.3f}", value);
}

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

std::vector<ModelRow> model_rows(const LabResult& lab) {
  if (!lab.model || !lab.metrics || lab.metrics->global_load.requests == 0 ||
      !has_right_values(lab.verdict)) {
    return {};
  }
  const model::Prediction& model = *lab.model;
  std::vector<ModelRow> rows{
      {"bytes per FLOP", number(model.bytes_per_flop), number(lab.metrics->bytes_per_flop), ""}};
  const double shared_loads = shared_loads_per_fma(*lab.metrics);
  if (model.shared_loads_per_fma > 0 || shared_loads > 0) {
    rows.push_back({"shared loads per multiply-add", number(model.shared_loads_per_fma),
                    number(shared_loads), ""});
  }
  if (has_measured_rate(lab)) {
    const bool is_tera = model.at_most_flops >= 1e12;
    rows.push_back({is_tera ? "speed, TFLOP/s" : "speed, GFLOP/s",
                    fmt::format("<= {:.3g}", model.at_most_flops / (is_tera ? 1e12 : 1e9)), "",
                    fmt::format("{:.3g}", lab.speed->gflops / (is_tera ? 1e3 : 1))});
  }
  return rows;
}

std::string other_launch(const LabResult& lab) {
  const LaunchShape* const launch = only_launch(lab.metrics->launches);
  const model::Prediction& model = *lab.model;
  if (launch == nullptr || (int(launch->block[0]) == model.block[0] &&
                            int(launch->block[1]) == model.block[1] && launch->block[2] == 1 &&
                            launch->grid[0] == model.grid[0] && launch->grid[1] == model.grid[1])) {
    return "";
  }
  return fmt::format(
      "predicted: the textbook solution, {} x {} blocks of {} x {} threads; yours launches {} x {} "
      "of {} x {}",
      model.grid[0], model.grid[1], model.block[0], model.block[1], launch->grid[0],
      launch->grid[1], launch->block[0], launch->block[1]);
}

std::string console_model(const LabResult& lab, const Terminal& terminal) {
  const std::vector<ModelRow> rows = model_rows(lab);
  if (rows.empty()) {
    return "";
  }
  constexpr int kTableWidth = 68;
  const bool is_wide = terminal.width >= kTableWidth;
  std::string text =
      is_wide ? wide({"", "predicted", "simulated", has_measured_rate(lab) ? "measured" : ""}) : "";
  for (const ModelRow& row : rows) {
    text += is_wide ? wide(row) : narrow(row, terminal.width);
  }
  return text + wrap(other_launch(lab), terminal.width, 3);
}

}  // namespace gemmlab

#include "grader/report/console_model.h"

#include <fmt/format.h>

#include <vector>

#include "grader/report/text.h"

namespace gemmlab {
namespace {

struct Line {
  std::string what, predicted, simulated, measured;
};

std::string number(double value) {
  return fmt::format("{:.3f}", value);
}

bool is_judged(const LabResult& lab) {
  return lab.verdict >= Verdict::misses_the_point;  // and so its values are right
}

bool is_measured(const LabResult& lab) {
  return lab.speed && lab.speed->gflops > 0;
}

std::vector<Line> lines_of(const LabResult& lab) {
  const model::Prediction& model = *lab.model;
  std::vector<Line> lines{
      {"bytes per FLOP", number(model.bytes_per_flop), number(lab.metrics->bytes_per_flop), ""}};
  const double shared_loads = shared_loads_per_fma(*lab.metrics);
  if (model.shared_loads_per_fma > 0 || shared_loads > 0) {
    lines.push_back({"shared loads per multiply-add", number(model.shared_loads_per_fma),
                     number(shared_loads), ""});
  }
  if (model.at_most_flops > 0 && is_measured(lab)) {
    const bool is_tera = model.at_most_flops >= 1e12;
    lines.push_back({is_tera ? "speed, TFLOP/s" : "speed, GFLOP/s",
                     fmt::format("<= {:.3g}", model.at_most_flops / (is_tera ? 1e12 : 1e9)), "",
                     fmt::format("{:.3g}", lab.speed->gflops / (is_tera ? 1e3 : 1))});
  }
  return lines;
}

std::string narrow(const Line& line, int width) {
  std::string text = fmt::format("{}: predicted {}", line.what, line.predicted);
  text += line.simulated.empty() ? "" : ", simulated " + line.simulated;
  text += line.measured.empty() ? "" : ", measured " + line.measured;
  return wrap(text, width, 3);
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

// Where the student's kernel is built otherwise, so that nobody wonders why the columns differ.
std::string other_launch(const LabResult& lab, int width) {
  if (lab.metrics->launches.size() != 1) {
    return "";
  }
  const LaunchShape& launch = lab.metrics->launches.front();
  const model::Prediction& model = *lab.model;
  if (int(launch.block[0]) == model.block[0] && int(launch.block[1]) == model.block[1] &&
      launch.block[2] == 1 && launch.grid[0] == model.grid[0] && launch.grid[1] == model.grid[1]) {
    return "";
  }
  return wrap(fmt::format("predicted: the textbook solution, {} x {} blocks of {} x {} threads; "
                          "yours launches {} x {} of {} x {}",
                          model.grid[0], model.grid[1], model.block[0], model.block[1],
                          launch.grid[0], launch.grid[1], launch.block[0], launch.block[1]),
              width, 3);
}

}  // namespace

std::string console_model(const LabResult& lab, const Terminal& terminal) {
  if (!lab.model || !lab.metrics || lab.metrics->global_load.requests == 0 || !is_judged(lab)) {
    return "";
  }
  constexpr int kTableWidth = 68;
  const bool is_wide = terminal.width >= kTableWidth;
  std::string text;
  if (is_wide) {
    text = trimmed(fmt::format("   {:<29} {:>11} {:>11} {:>11}", "", "predicted", "simulated",
                               is_measured(lab) && lab.model->at_most_flops > 0 ? "measured" : ""));
  }
  for (const Line& line : lines_of(lab)) {
    text += is_wide ? trimmed(fmt::format("   {:<29} {:>11} {:>11} {:>11}", line.what,
                                          line.predicted, line.simulated, line.measured))
                    : narrow(line, terminal.width);
  }
  return text + other_launch(lab, terminal.width);
}

}  // namespace gemmlab

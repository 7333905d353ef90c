#include "grader/report/html/roofline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "common/model/devices.h"
#include "common/model/kernels.h"
#include "common/model/roofline.h"
#include "grader/report/html/element.h"
#include "grader/report/html/html_options.h"
#include "grader/report/html/lab_section.h"
#include "grader/report/model/console_model.h"
#include "grader/report/model/model_text.h"
#include "grader/report/words/check_words.h"

namespace gemmlab::html {
namespace {

struct Rates {
  model::Bounds bounds;    // of the textbook solution
  double predicted_x = 0;  // FLOP per byte
  double simulated_x = 0;  // of the student's kernel
  double measured = 0;     // FLOP/s; 0: not measured
  bool in_tf32 = false;    // by tensor cores
};

constexpr double kWidth = 580, kHeight = 330;
constexpr double kLeft = 88, kRight = 14, kTop = 18, kBottom = 44;  // around the axes
constexpr double kLeastX = 0.125, kMostX = 512;                     // FLOP for each byte

std::string bandwidth(double bytes) {
  return bytes >= 1e12 ? fmt::format("{:.3g} TB/s", bytes / 1e12)
                       : fmt::format("{:.0f} GB/s", bytes / 1e9);
}

// Both axes are logarithmic.
struct Axes {
  double least_y, most_y;  // FLOP/s

  double x(double intensity) const {
    const double part = std::log2(intensity / kLeastX) / std::log2(kMostX / kLeastX);
    return kLeft + std::clamp(part, 0.0, 1.0) * (kWidth - kLeft - kRight);
  }
  double y(double flops) const {
    const double part = std::log2(flops / least_y) / std::log2(most_y / least_y);
    return kHeight - kBottom - std::clamp(part, 0.0, 1.0) * (kHeight - kTop - kBottom);
  }
};

void draw_axes(Node svg, const Axes& axes) {
  std::string lines;
  for (double flops = 1e6; flops < axes.most_y; flops *= 10) {
    if (flops >= axes.least_y) {
      const double y = axes.y(flops);
      lines += drawn("M{} {}H{}", kLeft, y, kWidth - kRight);
      add_label(svg, kLeft - 8, y + 4, rate(flops), "end dim");
    }
  }
  for (double x = kLeastX; x <= kMostX; x *= 2) {
    lines += drawn("M{} {}V{}", axes.x(x), kTop, kHeight - kBottom);
  }
  for (const auto& [x, text] : {std::pair{0.125, "1/8"}, {1.0, "1"}, {8.0, "8"}, {64.0, "64"}}) {
    add_label(svg, axes.x(x), kHeight - kBottom + 16, text, "n dim");
  }
  add_path(svg, lines, "grid-line");
  add_label(svg, kLeft, kHeight - 8, "FLOP per byte loaded from or stored to global memory", "dim");
}

void draw_roof(Node svg, const Axes& axes, const model::Device& device, const Rates& rates) {
  const double peak = rates.bounds.arithmetic;
  const bool is_sloped = device.bandwidth > 0;  // else unknown
  const double ridge = is_sloped ? peak / device.bandwidth : kLeastX;
  const double from = is_sloped ? std::max(kLeastX, axes.least_y / device.bandwidth) : kLeastX;
  const double lowest = is_sloped ? device.bandwidth * from : peak;
  const std::string roof = drawn("M{} {}L{} {}H{}", axes.x(from), axes.y(lowest), axes.x(ridge),
                                 axes.y(peak), kWidth - kRight);
  const std::string floor = drawn("V{}H{}z", kHeight - kBottom, axes.x(from));
  add_path(svg, roof + floor, "under");
  add_path(svg, roof, "roof");
  add_label(svg, kWidth - kRight - 4, axes.y(peak) - 6,
            fmt::format("{} peak, {}", rates.in_tf32 ? "TF32" : "FP32", rate(peak)), "end");
  if (!is_sloped) {
    return;
  }
  const double middle = std::sqrt(from * ridge);
  const double x = axes.x(middle), y = axes.y(device.bandwidth * middle);
  const double slope = std::atan2(axes.y(peak) - y, axes.x(ridge) - x) * 180 / 3.14159265;
  const Node label = add_label(svg, x, y - 7, "memory, " + bandwidth(device.bandwidth), "n");
  set(label, "transform", drawn("rotate({} {} {})", slope, x, y));
}

// The lower limits below the roof, highest first. Labels that would overlap move below their line.
void draw_ceilings(Node svg, const Axes& axes, const model::Bounds& bounds) {
  constexpr double kLine = 13;
  std::vector<std::pair<double, const char*>> ceilings{{bounds.pipe, "L1/shared pipe"},
                                                       {bounds.issue, "issue"}};
  std::sort(ceilings.rbegin(), ceilings.rend());
  double last = axes.y(bounds.arithmetic) - 6;
  for (const auto& [flops, what] : ceilings) {
    if (flops <= axes.least_y || flops > 0.98 * bounds.arithmetic) {
      continue;
    }
    const double y = axes.y(flops);
    add_line(svg, kLeft, y, kWidth - kRight, y, "ceiling");
    last = y - 5 - last >= kLine ? y - 5 : std::max(y + kLine - 1, last + kLine);
    add_label(svg, kWidth - kRight - 4, last, fmt::format("{}, {}", what, rate(flops)), "end");
  }
}

void draw_points(Node svg, const Axes& axes, const Rates& rates) {
  const double x = axes.x(rates.simulated_x);
  add_title(add_line(svg, x, kTop, x, kHeight - kBottom, "mine"),
            fmt::format("simulated: {:.3g} FLOP per byte", rates.simulated_x));
  add_title(
      add_circle(svg, axes.x(rates.predicted_x), axes.y(rates.bounds.at_most), 6, "predicted"),
      fmt::format("predicted: at most {} at {:.3g} FLOP per byte", rate(rates.bounds.at_most),
                  rates.predicted_x));
  if (rates.measured > 0) {
    add_title(add_circle(svg, x, axes.y(rates.measured), 6, "measured"),
              "measured: " + rate(rates.measured));
  }
}

void add_legend(Node figure, const Rates& rates) {
  const Node legend = add(figure, "ul", "legend");
  add_legend_item(legend, "p-predicted",
                  "textbook solution, at most " + rate(rates.bounds.at_most));
  add_legend_item(legend, "p-mine",
                  fmt::format("yours, {:.3g} FLOP per byte as simulated", rates.simulated_x));
  if (rates.measured > 0) {
    add_legend_item(legend, "p-measured", "yours, measured: " + rate(rates.measured));
  }
}

void add_picture(Node part, const Rates& rates, const HtmlOptions& options) {
  const Node figure = add(part, "figure", "roofline");
  const model::Device& device = options.device;
  const double peak = rates.bounds.arithmetic;
  Axes axes{peak / 1000, 2.2 * peak};
  if (rates.measured > 0) {
    axes.least_y = std::min(axes.least_y, rates.measured / 2);
  }
  const Node svg = add_svg(add_picture_box(figure), kWidth, kHeight, "roofline of " + device.name);
  draw_axes(svg, axes);
  draw_roof(svg, axes, device, rates);
  draw_ceilings(svg, axes, rates.bounds);
  draw_points(svg, axes, rates);
  add_legend(figure, rates);
  const std::string whose =
      options.is_own_device
          ? fmt::format("The ceilings belong to this machine\u2019s GPU, {}.", device.name)
          : fmt::format("This machine has no usable GPU: the ceilings belong to an {}.",
                        device.name);
  add(figure, "figcaption", "",
      whose +
          " They are for large matrices and the textbook solution; caches can lift a kernel "
          "above the slope of memory.");
}

void add_model(Node part, const LabResult& lab) {
  const std::vector<ModelRow> rows = model_rows(lab);
  if (rows.empty()) {
    return;
  }
  std::vector<std::string> heads{"", "predicted", "simulated", "measured"};
  heads.resize(has_measured_rate(lab) ? 4 : 3);
  const Node table = add_table(part, heads, "model");
  for (const ModelRow& row : rows) {
    const Node line = add(table, "tr");
    add(line, "th", "", row.what);
    add(line, "td", "", row.predicted);
    add(line, "td", "", row.simulated);
    if (has_measured_rate(lab)) {
      add(line, "td", "", row.measured);
    }
  }
  if (const std::string other = other_launch(lab); !other.empty()) {
    add(part, "p", "dim note", other);
  }
}

}  // namespace

void add_roofline(Node section, const LabResult& lab, const HtmlOptions& options) {
  const Node part = add_part(section, "Speed and its limits");
  if (lab.speed && lab.speed->outcome != SpeedOutcome::not_graded) {
    add(part, "p", "",
        fmt::format("Speed{}: {}. {}",
                    lab.speed->outcome == SpeedOutcome::borderline ? ", borderline" : "",
                    rate(lab.speed->gflops * 1e9), speed_reason(lab)));
  }
  const model::Kernel* kernel = model::textbook_kernel(lab.id);
  if (!lab.metrics || !lab.model || lab.metrics->bytes_per_flop <= 0 || kernel == nullptr) {
    add(part, "p", "", "No roofline: no GPU memory traffic was counted.");
    return;
  }
  add_model(part, lab);
  if (options.device.multiprocessors > 0) {
    const Rates rates{model::bounds(*kernel, options.device), 1 / lab.model->bytes_per_flop,
                      1 / lab.metrics->bytes_per_flop, lab.speed ? lab.speed->gflops * 1e9 : 0,
                      kernel->fragment > 1};
    if (rates.bounds.at_most > 0) {
      add_picture(part, rates, options);
    } else {
      add(part, "p", "", "No roofline: " + without_tensor_peak(options.device));
    }
  }
}

}  // namespace gemmlab::html

#include "grader/report/html/roofline_picture.h"

#include <algorithm>
#include <cmath>

#include "grader/report/html/svg.h"
#include "grader/report/model/model_text.h"
#include "grader/report/text.h"

namespace gemmlab::html {
namespace {

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
      lines += fmt::format("M{} {}H{}", kLeft, short_number(y), kWidth - kRight);
      add_label(svg, kLeft - 8, y + 4, rate(flops), "end dim");
    }
  }
  for (double x = kLeastX; x <= kMostX; x *= 2) {
    lines += fmt::format("M{} {}V{}", short_number(axes.x(x)), kTop, kHeight - kBottom);
  }
  for (const auto& [x, text] : {std::pair{0.125, "1/8"}, {1.0, "1"}, {8.0, "8"}, {64.0, "64"}}) {
    add_label(svg, axes.x(x), kHeight - kBottom + 16, text, "n dim");
  }
  add_path(svg, lines, "grid-line");
  add_label(svg, kLeft, kHeight - 8, "FLOP for each byte loaded from or stored to global memory",
            "dim");
}

void draw_roof(Node svg, const Axes& axes, const model::Device& device) {
  const double peak = model::peak_flops(device);
  const bool is_sloped = device.bandwidth > 0;  // else it is not known
  const double ridge = is_sloped ? peak / device.bandwidth : kLeastX;
  const double from = is_sloped ? std::max(kLeastX, axes.least_y / device.bandwidth) : kLeastX;
  const double lowest = is_sloped ? device.bandwidth * from : peak;
  const std::string roof =
      fmt::format("M{} {}L{} {}H{}", short_number(axes.x(from)), short_number(axes.y(lowest)),
                  short_number(axes.x(ridge)), short_number(axes.y(peak)), kWidth - kRight);
  const std::string floor = fmt::format("V{}H{}z", kHeight - kBottom, short_number(axes.x(from)));
  add_path(svg, roof + floor, "under");
  add_path(svg, roof, "roof");
  add_label(svg, kWidth - kRight - 4, axes.y(peak) - 6, "FP32 peak, " + rate(peak), "end");
  if (!is_sloped) {
    return;
  }
  const double middle = std::sqrt(from * ridge);
  const double x = axes.x(middle), y = axes.y(device.bandwidth * middle);
  const double slope = std::atan2(axes.y(peak) - y, axes.x(ridge) - x) * 180 / 3.14159265;
  const Node label = add_label(svg, x, y - 7, "memory, " + bandwidth(device.bandwidth), "n");
  set(label, "transform",
      fmt::format("rotate({} {} {})", short_number(slope), short_number(x), short_number(y)));
}

// What lies below the roof, highest first. Labels that would lie on one another move below their
// line.
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
  if (rates.simulated_x > 0) {
    const double x = axes.x(rates.simulated_x);
    add_title(add_line(svg, x, kTop, x, kHeight - kBottom, "mine"),
              fmt::format("simulated: {:.3g} FLOP a byte", rates.simulated_x));
  }
  add_title(
      add_circle(svg, axes.x(rates.predicted_x), axes.y(rates.bounds.at_most), 6, "predicted"),
      fmt::format("predicted: at most {} at {:.3g} FLOP a byte", rate(rates.bounds.at_most),
                  rates.predicted_x));
  if (rates.measured > 0 && rates.simulated_x > 0) {
    add_title(add_circle(svg, axes.x(rates.simulated_x), axes.y(rates.measured), 6, "measured"),
              "measured: " + rate(rates.measured));
  }
}

void add_legend(Node figure, const Rates& rates) {
  const Node legend = add(figure, "ul", "legend");
  const auto item = [&](const char* classes, const std::string& text) {
    const Node entry = add(legend, "li");
    add(entry, "span", fmt::format("swatch {}", classes));
    add_text(entry, text);
  };
  item("p-predicted", fmt::format("textbook solution, at most {}", rate(rates.bounds.at_most)));
  if (rates.simulated_x > 0) {
    item("p-mine", fmt::format("yours, {:.3g} FLOP a byte as simulated", rates.simulated_x));
  }
  if (rates.measured > 0) {
    item("p-measured", "yours, measured: " + rate(rates.measured));
  }
}

}  // namespace

void add_roofline_picture(Node figure, const Rates& rates, const model::Device& device) {
  const double peak = model::peak_flops(device);
  Axes axes{peak / 1000, 2.2 * peak};
  if (rates.measured > 0) {
    axes.least_y = std::min(axes.least_y, rates.measured / 2);
  }
  const Node box = add(figure, "div", "scroll");
  set(box, "tabindex", "0");
  const Node svg = add_svg(box, kWidth, kHeight, "roofline of " + device.name);
  draw_axes(svg, axes);
  draw_roof(svg, axes, device);
  draw_ceilings(svg, axes, rates.bounds);
  draw_points(svg, axes, rates);
  add_legend(figure, rates);
}

}  // namespace gemmlab::html

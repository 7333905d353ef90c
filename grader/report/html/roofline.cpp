#include "grader/report/html/roofline_picture.h"
#include "grader/report/html/sections.h"
#include "grader/report/model/model_rows.h"
#include "grader/report/words/check_words.h"

namespace gemmlab::html {
namespace {

void add_picture(Node part, const Rates& rates, const HtmlOptions& options) {
  const Node figure = add(part, "figure", "roofline");
  add_roofline_picture(figure, rates, options.device);
  const std::string whose =
      options.is_own_device
          ? fmt::format("The ceilings are those of this machine\u2019s GPU, {}.",
                        options.device.name)
          : fmt::format("No GPU of yours is known here: the ceilings are an {}\u2019s.",
                        options.device.name);
  add(figure, "figcaption", "",
      whose +
          " They are for large matrices and the textbook solution; caches can lift a kernel "
          "above the slope of memory.");
}

void add_table(Node part, const LabResult& lab) {
  const std::vector<ModelRow> rows = model_rows(lab);
  if (rows.empty()) {
    return;
  }
  const Node table = add(add(part, "div", "scroll"), "table", "model");
  const Node head = add(table, "tr");
  for (const char* title : {"", "predicted", "simulated", "measured"}) {
    if (std::string_view(title) != "measured" || has_measured_rate(lab)) {
      add(head, "th", "", title);
    }
  }
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

void add_speed(Node part, const LabResult& lab) {
  if (lab.speed && lab.speed->outcome != SpeedOutcome::not_graded) {
    add(part, "p", "",
        fmt::format("Speed{}: {}. {}",
                    lab.speed->outcome == SpeedOutcome::borderline ? ", borderline" : "",
                    rate(lab.speed->gflops * 1e9), speed_reason(lab)));
  }
}

}  // namespace

void add_roofline(Node section, const LabResult& lab, const HtmlOptions& options) {
  const Node part = add_part(section, "Speed and its limits");
  add_speed(part, lab);
  const model::Kernel* kernel = model::textbook_kernel(lab.id);
  if (!lab.metrics || !lab.model || lab.metrics->bytes_per_flop <= 0 || kernel == nullptr) {
    add(part, "p", "", "No roofline: no memory traffic of a GPU was counted.");
    return;
  }
  add_table(part, lab);
  if (options.device.multiprocessors > 0) {
    Rates rates;
    rates.bounds = model::bounds(*kernel, options.device);
    rates.predicted_x = 1 / lab.model->bytes_per_flop;
    rates.simulated_x = 1 / lab.metrics->bytes_per_flop;
    rates.measured = lab.speed ? lab.speed->gflops * 1e9 : 0;
    add_picture(part, rates, options);
  }
}

}  // namespace gemmlab::html

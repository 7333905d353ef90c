#include "grader/cli/study/study.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <boost/algorithm/string/replace.hpp>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include "common/facts/names.h"
#include "common/facts/text_table.h"
#include "common/model/devices.h"
#include "common/model/occupancy.h"
#include "grader/cli/exit_code.h"
#include "grader/core/fs.h"
#include "grader/core/labs.h"
#include "grader/core/metrics.h"
#include "grader/core/nearest.h"
#include "grader/core/pattern.h"
#include "grader/core/spec.h"
#include "grader/core/verdict.h"
#include "grader/judge/judge_options.h"

namespace gemmlab {
namespace {

// "03 row_quads" of 03_row_quads, "lab 03" of lab_03.
std::string step_name(const std::string& stem) {
  return boost::replace_first_copy(stem, "_", " ");
}

std::vector<StudyStep> steps_in(const fs::path& folder) {
  static const Pattern form(R"(\d\d_.+\.(cu|cpp))");
  std::vector<StudyStep> steps;
  for (const fs::directory_entry& file : fs::directory_iterator(folder)) {
    if (form.matches(file.path().filename().string())) {
      steps.push_back({step_name(file.path().stem().string()), file.path()});
    }
  }
  std::ranges::sort(steps, {}, &StudyStep::source);
  return steps;
}

// The first paragraph below the heading, on one line.
std::string first_paragraph(const std::string& page) {
  const std::size_t begin = page.find("\n\n") + 2, end = page.find("\n\n", begin);
  return boost::replace_all_copy(page.substr(begin, end - begin), "\n", " ");
}

// A number per multiply-add; it is counted per warp, which does 32 of them at a time.
double per_fma(const Metrics& metrics, std::uint64_t warps) {
  return 32.0 * double(warps) / (double(metrics.shape.m) * metrics.shape.n * metrics.shape.k);
}

// The launches before the last one prepare matrices.
double threads_of_block(const Metrics& metrics) {
  const auto& [x, y, z] = metrics.launches.back().block;
  return double(x) * y * z;
}

// Of an H200, in percent, as far as threads and shared memory decide: registers are nvcc's choice.
double occupancy_of(const Metrics& metrics) {
  return 100 * model::occupancy(model::device("h200").limits,
                                {.threads = int(threads_of_block(metrics)),
                                 .shared_bytes = int(metrics.launches.back().shared_bytes)})
                   .share;
}

struct Column {
  std::string_view name;
  int decimals;
  double (*value)(const Metrics& metrics);
};
constexpr Column kColumns[] = {
    {"threads/block", 0, threads_of_block},
    {"shared bytes", 0,
     [](const Metrics& metrics) { return double(metrics.launches.back().shared_bytes); }},
    {"occupancy %", 1, occupancy_of},
    {"outputs/thread", 2,
     [](const Metrics& metrics) {
       return quotient(double(metrics.shape.m) * metrics.shape.n,
                       metrics.launches.back().threads());
     }},
    {"requests", 0, [](const Metrics& metrics) { return double(metrics.global_load.requests); }},
    {"sectors", 0, [](const Metrics& metrics) { return double(metrics.global_load.units); }},
    {"sectors/request", 2,
     [](const Metrics& metrics) {
       return quotient(double(metrics.global_load.units), double(metrics.global_load.requests));
     }},
    {"bytes/FLOP", 4, [](const Metrics& metrics) { return metrics.bytes_per_flop; }},
    {"loads/FMA", 4,
     [](const Metrics& metrics) { return per_fma(metrics, metrics.shared_load.requests); }},
    {"wavefronts/FMA", 4,
     [](const Metrics& metrics) {
       return per_fma(metrics, metrics.shared_load.units + metrics.shared_store.units);
     }},
    {"barriers", 0, [](const Metrics& metrics) { return double(metrics.barriers); }},
};

// What a row's value means; throws TableError if it means nothing.
auto meant(const TableRow& row, const auto& found) {
  if (!found) {
    row.fail("value", "there is no such " + row.text("word"));
  }
  return *found;
}

std::string column_in(const TableRow& row, const std::string& name) {
  const bool is_known = name == "verdict" || name == "faster" ||
                        std::ranges::count(kColumns, name, &Column::name) > 0;
  return meant(row, is_known ? &name : nullptr);
}

void take_for_study(const TableRow& row, Study& study, const Context& context) {
  const std::string &word = row.text("word"), &value = row.text("value");
  if (word == "lab") {
    study.lab = value == "none" ? "" : meant(row, find_lab(context.labs, value)).id;
  } else if (word == "column") {
    study.columns.push_back(column_in(row, value));
  } else if (word == "size") {
    study.sizes.push_back(square(row.whole("value")));
  } else if (word == "solution") {
    const Lab lab = meant(row, find_lab(context.labs, value));
    study.steps.push_back({"lab " + lab.id, context.paths.solutions() / lab.path()});
    std::ranges::stable_partition(
        study.steps, [](const std::string& name) { return name.starts_with("lab"); },
        &StudyStep::name);
  } else {
    row.fail("word", "a study has lab, column, size and solution");
  }
}

void take_for_step(const TableRow& row, Study& study) {
  const std::string &word = row.text("word"), &value = row.text("value");
  const auto step = std::ranges::find(study.steps, step_name(row.text("step")), &StudyStep::name);
  if (step == study.steps.end()) {
    row.fail("step", "there is no such file");
  } else if (word == "verdict") {
    step->expected = meant(row, named<Verdict>(value));
  } else if (word == "multiples") {
    step->multiple_of = std::max(row.whole("value"), 1);
  } else if (word == "element") {
    step->element = meant(row, named<Element>(value));
  } else if (word == "predict") {
    const std::size_t colon = std::min(value.find(": "), value.size() - 1);
    step->column = column_in(row, value.substr(0, colon));
    step->question = value.substr(colon + 1);
  } else {
    row.fail("word", "a step has verdict, multiples, element and predict");
  }
}

std::string row_of(const std::string& step, const std::string& verdict) {
  return fmt::format("{:<20} {:<18}", step, verdict);
}

}  // namespace

std::vector<Study> find_studies(const fs::path& room, const Context& context) {
  std::vector<Study> studies;
  for (const fs::directory_entry& folder : fs::directory_iterator(room)) {
    const fs::path table = folder.path() / "study.table";
    if (!fs::exists(table)) {
      continue;
    }
    Study& study = studies.emplace_back();
    study.name = folder.path().filename().string();
    study.what = first_paragraph(read_text(folder.path() / "README.md"));
    study.steps = steps_in(folder.path());
    for (const TableRow& row :
         read_table(read_text(table), shown(table).string(), {"step", "word", "value"})) {
      row.text("step") == "study" ? take_for_study(row, study, context) : take_for_step(row, study);
    }
  }
  std::ranges::sort(studies, {}, &Study::name);
  return studies;
}

const Study& study_meant(const std::vector<Study>& studies, const std::string& word) {
  std::vector<std::string> names;
  for (const Study& study : studies) {
    if (study.name == word) {
      return study;
    }
    names.push_back(study.name);
  }
  throw UsageError(fmt::format("Cannot find the study '{}'.{}\nStudies: {}", word,
                               did_you_mean(word, names), fmt::join(names, ", ")));
}

Spec short_spec(const Spec& full, const Study& study, const StudyStep& step) {
  Spec spec = full;
  const auto fit = [&](int m, int n, int k) {
    const auto up = [&](int extent) {
      return model::divided_up(extent, step.multiple_of) * step.multiple_of;
    };
    return Shape{up(m), up(n), up(study.copies() ? m : k), ""};
  };
  spec.shapes = {fit(1, 1, 1), fit(33, 50, 17), fit(256, 128, 96), fit(131, 260, 70)};
  spec.draws_shapes = false;
  spec.large = {fit(1003, 1001, 999)};
  // A copy of B is A * B for the identity. An int must be exact, and a double more precise than a
  // float.
  spec.inputs = {study.copies() ? InputKind::identity : InputKind::tagged};
  if (step.element != Element::int_ && !study.copies()) {
    spec.inputs.push_back(step.element == Element::float_ ? InputKind::exact : InputKind::uniform);
  }
  spec.element = step.element;
  spec.evidence.clear();
  spec.points = {.values = 100, .evidence = 0, .speed = 0};
  return spec;
}

int counted_size(int extent) {
  constexpr int kMost = 512, kTiles = 128;
  return extent <= kMost ? extent : kTiles + extent % kTiles;
}

std::vector<Shape> counted_sizes(const Study& study, const std::vector<Shape>& timed,
                                 BackendChoice backend) {
  std::map<std::array<int, 3>, Shape> counted;
  for (const Shape& size : timed) {
    const Shape count = study.on_cpu() ? square(kMetricsExtent)
                                       : Shape{counted_size(size.m), counted_size(size.n),
                                               counted_size(size.k), ""};
    counted[count.extents()] = {count.m, count.n, count.k, "counted"};
  }
  std::vector<Shape> sizes;
  std::ranges::copy(counted | std::views::values, std::back_inserter(sizes));
  if (backend == BackendChoice::cuda && !sizes.empty()) {
    sizes.resize(1);
  }
  return sizes;
}

std::string cell(const StudyStep& step, const std::string& column) {
  if (column == "verdict") {
    return step.result.verdict == Verdict::passed ? "right"
                                                  : std::string(name(step.result.verdict));
  }
  if (column == "faster") {
    return step.faster ? fmt::format("{:.2f}x", *step.faster) : "";
  }
  const Column& shown = *std::ranges::find(kColumns, column, &Column::name);
  return step.result.metrics && !step.result.metrics->launches.empty()
             ? fmt::format("{:.{}f}", shown.value(*step.result.metrics), shown.decimals)
             : "";
}

static std::string counted_at(const Shape& size) {
  return is_square(size)
             ? fmt::format("counted at m = n = k = {}\n", size.m)
             : fmt::format("counted at m = {}, n = {}, k = {}\n", size.m, size.n, size.k);
}

std::string counts_table(const Study& study, const Shape& size) {
  std::string text = study.columns.empty() ? "" : counted_at(size);
  text += row_of("step", "values");
  for (const std::string& column : study.columns) {
    text += fmt::format(" {:>8}", column);
  }
  for (const StudyStep& step : study.steps) {
    text += '\n' + row_of(step.name, cell(step, "verdict"));
    if (!fits(size, step.multiple_of)) {
      text += fmt::format(" for multiples of {} only", step.multiple_of);
      continue;
    }
    for (const std::string& column : study.columns) {
      text += fmt::format(" {:>{}}", cell(step, column), std::max<std::size_t>(column.size(), 8));
    }
  }
  return text + '\n';
}

}  // namespace gemmlab

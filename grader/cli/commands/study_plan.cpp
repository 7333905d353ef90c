#include "grader/cli/commands.h"

#include <fmt/ranges.h>

#include <fstream>

#include "grader/core/nearest.h"
#include "grader/core/pattern.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

// The steps in a folder: "03 row_quads" of 03_row_quads.cu.
std::vector<StudyStep> steps_in(const fs::path& folder) {
  static const Pattern form(R"((\d\d)_(.+)\.cu)");
  std::vector<StudyStep> steps;
  for (const fs::directory_entry& file : fs::directory_iterator(folder)) {
    if (const auto part = form.match(file.path().filename().string())) {
      steps.push_back({(*part)[1] + ' ' + (*part)[2], file.path()});
    }
  }
  std::ranges::sort(steps, {}, &StudyStep::source);
  return steps;
}

// The first paragraph below the heading, on one line.
std::string first_paragraph(const fs::path& page) {
  std::ifstream lines(page);
  std::string paragraph;
  for (std::string line; std::getline(lines, line) && !(line.empty() && !paragraph.empty());) {
    if (!line.starts_with('#')) {
      paragraph += (paragraph.empty() ? "" : " ") + line;
    }
  }
  return paragraph;
}

// A number per multiply-add; it is counted per warp, which does 32 of them at a time.
double per_fma(std::uint64_t warps, const Shape& shape) {
  return 32.0 * double(warps) / (double(shape.m) * shape.n * shape.k);
}

}  // namespace

std::vector<Study> find_studies(const fs::path& room) {
  std::vector<Study> studies;
  if (!fs::is_directory(room)) {
    return studies;
  }
  for (const fs::directory_entry& folder : fs::directory_iterator(room)) {
    if (!folder.is_directory()) {
      continue;
    }
    Study study{folder.path().filename().string(), first_paragraph(folder.path() / "README.md"),
                steps_in(folder.path())};
    if (!study.steps.empty()) {
      studies.push_back(std::move(study));
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

Spec short_spec(const Spec& full) {
  Spec spec = full;
  spec.shapes = {
      {1, 1, 1, "the smallest"},
      {33, 50, 17, "nothing divides evenly"},
      {256, 128, 96, "whole tiles only"},
      {131, 260, 70, "several tiles in each direction, the last ones partial"},
  };
  spec.large = {{1003, 1001, 999, "large, and nothing divides evenly"}};
  spec.inputs = {InputKind::tagged, InputKind::exact};
  spec.evidence.clear();
  return spec;
}

std::string counts_table(const std::vector<StudyStep>& steps) {
  std::string text = fmt::format("{:<22} {:<10} {:>10} {:>10} {:>12} {:>8}\n", "step", "values",
                                 "bytes/FLOP", "loads/FMA", "passes/FMA", "barriers");
  for (const StudyStep& step : steps) {
    const LabResult& result = step.result;
    text += fmt::format("{:<22} {:<10}", step.name,
                        result.verdict == Verdict::passed ? "right" : name(result.verdict));
    if (result.metrics) {
      const Metrics& metrics = *result.metrics;
      text += fmt::format(
          " {:>10.4f} {:>10.4f} {:>12.4f} {:>8}", metrics.bytes_per_flop,
          per_fma(metrics.shared_load.requests, metrics.shape),
          per_fma(metrics.shared_load.units + metrics.shared_store.units, metrics.shape),
          metrics.barriers);
    }
    text += '\n';
  }
  return text;
}

std::string rates_table(int size, const std::vector<StudyStep>& steps, double cublas_flops) {
  std::string text = fmt::format("{:>5}  {:<22} {:>8} {:>6} {:>10}\n", "m=n=k", "step", "TFLOP/s",
                                 "step", "of cuBLAS");
  double before = 0;
  for (const StudyStep& step : steps) {
    if (step.flops <= 0) {
      continue;
    }
    text += fmt::format(
        "{:>5}  {:<22} {:>8.2f} {:>6} {:>10}\n", size, step.name, 1e-12 * step.flops,
        before > 0 ? fmt::format("{:.2f}x", step.flops / before) : "",
        cublas_flops > 0 ? fmt::format("{:.1f} %", 100 * step.flops / cublas_flops) : "");
    before = step.flops;
  }
  return text;
}

}  // namespace gemmlab

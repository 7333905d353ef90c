#include "grader/cli/commands/study_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <fstream>

#include "grader/cli/context.h"
#include "grader/core/nearest.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// NN_idea.cu
bool is_step(const fs::path& file) {
  const std::string stem = file.stem().string();
  return file.extension() == ".cu" && stem.size() > 3 && is_digit(stem[0]) && is_digit(stem[1]) &&
         stem[2] == '_';
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

// Of a number for each multiply-add; it is counted once a warp, which does 32 of them at a time.
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
    Study study{folder.path().filename().string(),
                first_paragraph(folder.path() / "README.md"),
                folder.path(),
                {}};
    for (const fs::directory_entry& file : fs::directory_iterator(folder.path())) {
      if (is_step(file.path())) {
        study.steps.push_back(file.path());
      }
    }
    std::sort(study.steps.begin(), study.steps.end());
    if (!study.steps.empty()) {
      studies.push_back(std::move(study));
    }
  }
  std::sort(studies.begin(), studies.end(),
            [](const Study& x, const Study& y) { return x.name < y.name; });
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
  throw UsageError(fmt::format("There is no study '{}'.{}\nStudies: {}", word,
                               did_you_mean(word, names), fmt::join(names, ", ")));
}

std::string step_name(const fs::path& source) {
  std::string name = source.stem().string();
  std::replace(name.begin(), name.begin() + std::min<std::ptrdiff_t>(3, std::ssize(name)), '_',
               ' ');
  return name;
}

Spec short_spec(const Spec& full) {
  Spec spec = full;
  spec.shapes = {
      {1, 1, 1, "the smallest"},
      {33, 50, 17, "nothing divides anything"},
      {256, 128, 96, "whole tiles only"},
      {131, 260, 70, "several tiles each way, the last of them not whole"},
  };
  spec.large = {{1003, 1001, 999, "large, and nothing divides anything"}};
  spec.inputs = {InputKind::tagged, InputKind::exact};
  spec.evidence.clear();
  return spec;
}

std::string counts_table(const std::vector<StudyRow>& rows) {
  std::string text = fmt::format("{:<22} {:<10} {:>10} {:>10} {:>12} {:>8}\n", "step", "values",
                                 "bytes/FLOP", "loads/FMA", "passes/FMA", "barriers");
  for (const StudyRow& row : rows) {
    const LabResult& result = row.result;
    text += fmt::format("{:<22} {:<10}", row.step,
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

std::string rates_table(int size, const std::vector<StudyRate>& rates, double cublas_flops) {
  std::string text = fmt::format("{:>5}  {:<22} {:>8} {:>6} {:>10}\n", "m=n=k", "step", "TFLOP/s",
                                 "step", "of cuBLAS");
  double before = 0;
  for (const StudyRate& rate : rates) {
    if (rate.flops <= 0) {
      continue;
    }
    text += fmt::format(
        "{:>5}  {:<22} {:>8.2f} {:>6} {:>10}\n", size, rate.step, 1e-12 * rate.flops,
        before > 0 ? fmt::format("{:.2f}x", rate.flops / before) : "",
        cublas_flops > 0 ? fmt::format("{:.1f} %", 100 * rate.flops / cublas_flops) : "");
    before = rate.flops;
  }
  return text;
}

}  // namespace gemmlab

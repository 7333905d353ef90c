// The result of grading: the one structure that console, JSON, JUnit and all other reports convert.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/model/prediction.h"
#include "grader/core/facts/advice.h"
#include "grader/core/facts/check.h"
#include "grader/core/labs.h"
#include "grader/core/metrics.h"

namespace gemmlab {

// The matrices of one run, up to 8x8, to be shown side by side (grade --shape).
struct Demonstration {
  Shape shape;
  std::vector<float> a, b, c;
  std::vector<double> expected;
};

struct LabResult {
  std::string id, slug, title;
  Verdict verdict = Verdict::not_graded;
  int score = 0, max_score = 100, not_graded_points = 0;
  // The points that could be reached here: without a GPU those for speed cannot.
  int within_reach() const {
    return verdict == Verdict::not_graded ? max_score : max_score - not_graded_points;
  }
  // A staircase, or a step of one: a course gives no points for it.
  bool is_without_points() const {
    return slug.find('/') != slug.npos ||
           (!checks.empty() && checks.front().name.starts_with(id + "."));
  }
  std::string source;  // path of the graded file, as the user gave it
  std::string source_sha256;
  std::vector<Check> checks;
  std::optional<Metrics> metrics;
  std::vector<Advice> advice;              // for a right kernel: what is wasteful
  std::optional<model::Prediction> model;  // for the textbook solution, next to the metrics
  std::optional<Speed> speed;
  std::optional<Demonstration> demonstration;
  std::string printed;          // the program's output, at most 64 lines
  bool infrastructure = false;  // not_graded because of this machine, not the student
  double seconds = 0;
};

struct Result {
  std::string tool_version;
  BackendsUsed backend = BackendsUsed::sim;
  std::uint64_t seed = 0;
  std::string started_at;  // ISO 8601, UTC
  std::string device;
  std::vector<LabResult> labs;
};

struct Attempt {
  std::string at;    // start time: ISO 8601, UTC
  std::string slug;  // of the lab
  Verdict verdict = Verdict::not_graded;
  int score = 0, max_score = 100;
  std::optional<double> speed_ratio;  // relative to the lab's baseline, if measured
  double seconds = 0;                 // that grading took
};

}  // namespace gemmlab

// What grading a lab gave: the one structure that console, JSON, JUnit and every other report
// convert.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/model/prediction.h"
#include "grader/core/backend.h"
#include "grader/core/error_map.h"
#include "grader/core/metrics.h"
#include "grader/core/spec.h"
#include "grader/core/verdict.h"

namespace gemmlab {

enum class Status { passed, failed, not_graded };

struct Check {
  std::string name;  // "values 33x50x17", "reuse", "speed"
  Status status = Status::not_graded;
  int points = 0;
  int max_points = 0;
  Verdict verdict = Verdict::passed;
  std::string message;  // what, where, likely cause; lines separated by \n; empty if passed
  std::optional<Shape> shape;
  std::optional<int> line;  // in the student's file
  std::vector<int> lines;   // all lines involved
  std::string source_file;  // the file that `line` is in, if it isn't the lab file
  std::string hint;         // step whose hint to read next: "3.2"
  std::string diagnosis;    // name of what the wrong values look like; empty: of nothing known
  std::optional<ErrorMap> error_map;  // where C is wrong, if all of it was compared
};

enum class SpeedOutcome { fast_enough, borderline, too_slow, not_graded };

struct Speed {
  std::string over;      // slug of the baseline's lab
  std::string baseline;  // what the baseline is, for people: "the i-j-k loop"; may be empty
  std::optional<Shape> shape;
  double ratio = 0;
  std::array<double, 2> interval{0, 0};
  double required = 0;
  double nominal = 0;
  double reference_ratio = 0;
  double gflops = 0;
  int blocks = 0;                         // that were measured
  std::array<double, 2> clock_mhz{0, 0};  // of the GPU meanwhile, slowest and fastest; 0: not seen
  SpeedOutcome outcome = SpeedOutcome::not_graded;
  std::string reason;
};

// Matrices of one run of up to 8x8, to be shown side by side (grade --shape).
struct Demonstration {
  Shape shape;
  std::vector<float> a, b, c;
  std::vector<double> expected;
};

struct LabResult {
  std::string id, slug, title;
  Verdict verdict = Verdict::not_graded;
  int score = 0, max_score = 100, not_graded_points = 0;
  std::string source;  // path of the graded file, as the person gave it
  std::string source_sha256;
  std::vector<Check> checks;
  std::optional<Metrics> metrics;
  std::string not_counted;  // why there are no metrics though they were to be explained
  std::optional<model::Prediction> model;  // of the textbook solution, beside the metrics
  std::optional<Speed> speed;
  std::optional<Demonstration> demonstration;
  std::string warnings;         // of the compiler, where it had any
  std::string printed;          // the program's own output, at most 64 lines
  bool infrastructure = false;  // not_graded because of this machine, not of the student
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

// "passed", "fast_enough" and so on: the words of the result file.
std::string_view word(Status status);
std::string_view word(SpeedOutcome outcome);

}  // namespace gemmlab

// What a lab is judged with.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "grader/core/labs.h"
#include "grader/core/result.h"
#include "grader/core/spec.h"
#include "grader/sandbox/enclosure.h"
#include "grader/sandbox/sandbox.h"

namespace gemmlab {

// The usual size for the counts.
inline constexpr int kMetricsExtent = 128;

struct JudgeOptions {
  BackendChoice backend = BackendChoice::automatic;
  bool require_gpu = false;              // judge nothing without one
  std::uint64_t seed = 1;                // for inputs and schedules
  std::string course_secret = {};        // for drawn shapes; empty: the constant of this version
  std::optional<Shape> only_shape = {};  // judge values only at this shape
  Shape count_at{kMetricsExtent, kMetricsExtent, kMetricsExtent, "counted"};
  bool measure_speed = true;
  bool in_pairs = false;  // two processes of a program that is not isolated share its shapes
  std::chrono::minutes patience{5};      // while other programs measure time on this machine
  const Enclosure* enclosure = nullptr;  // isolates the student's code; null: no isolation
  bool try_changes = true;               // of a wrong file, to find the line to change
  // Called with what is known before that line is looked for, which takes a while, if it is.
  std::function<void(const LabResult&)> so_far = {};
  bool explain = false;  // count accesses for any run that can finish, at only_shape if given
  // Called with the next action: "compiling", "33x50x17 uniform". May be empty.
  std::function<void(const std::string&)> progress = {};

  const Sandbox* sandbox() const { return enclosure != nullptr ? &enclosure->sandbox : nullptr; }
  void say(const std::string& what) const {
    if (progress) {
      progress(what);
    }
  }
};

}  // namespace gemmlab

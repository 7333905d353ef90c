// Spec + lab file -> result. Compiles, drives workers, decides; never loads student code itself.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "grader/compile/compile_process.h"
#include "grader/core/backend.h"
#include "grader/core/labs.h"
#include "grader/core/result.h"
#include "grader/core/spec.h"
#include "grader/process/interrupt.h"

namespace gemmlab {

// How a lab is to be judged.
struct JudgeOptions {
  BackendChoice backend = BackendChoice::automatic;
  bool require_gpu = false;         // without one, nothing is judged
  std::uint64_t seed = 1;           // inputs and schedules follow from it
  std::optional<Shape> only_shape;  // judge values at this shape alone
  bool measure_speed = true;
  std::chrono::minutes patience{5};      // while others time on this machine
  const Enclosure* enclosure = nullptr;  // what holds the student's code; null: nothing does
  bool explain = false;  // count accesses wherever a run can finish, at only_shape if there is one
  // Called with what happens next: "compiling", "33x50x17 uniform". May be empty.
  std::function<void(const std::string&)> progress;

  void say(const std::string& what) const {
    if (progress) {
      progress(what);
    }
  }
};

// Judges one file as a solution of `lab`. A problem of this machine is a result with
// infrastructure set, not an exception. `source` must exist. Throws Interrupted.
LabResult judge_lab(const Lab& lab,
                    const Spec& spec,
                    const std::filesystem::path& source,
                    const JudgeOptions& options);

// judge_lab with the lab's own Spec, but in tests.
using JudgeLab = std::function<LabResult(
    const Lab& lab, const std::filesystem::path& source, const JudgeOptions& options)>;

// The Spec of a lab; every lab in the table has one, or this throws std::logic_error.
const Spec& spec_of(const Lab& lab);

}  // namespace gemmlab

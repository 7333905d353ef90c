// What a run of a step of a staircase shows: of an array, not of a product of matrices.
#pragma once

#include <optional>
#include <vector>

#include "grader/core/array_task.h"
#include "grader/core/compare.h"
#include "grader/core/labs.h"
#include "grader/diagnosis/diagnosis.h"
#include "grader/judge/values/complaints.h"

namespace gemmlab {

// A run that has replied.
struct ArrayRun {
  const ArrayTask& task;
  const Shape& shape;
  InputKind kind = InputKind::uniform;
  const std::vector<float>&in, &out;
  const RunReply& reply;
  Backend backend = Backend::sim;
  bool is_explained = true;  // else only whether it is right counts
  bool is_seen = true;       // what its threads access, which may be beside the step's point
};

// Where a trial has these.
struct ArrayTrial {
  Comparison& comparison;
  std::vector<Complaint>& complaints;      // after those of findings
  std::vector<Explanation>& explanations;  // for wrong values
  std::optional<ApiError>& failed_call;    // if it explains them
};

void judge_array(const ArrayRun& run, ArrayTrial trial);

}  // namespace gemmlab

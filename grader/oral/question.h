// A question for an oral check, with the answer that a run has given; and what must run before one
// can be asked.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/facts/names.h"
#include "grader/core/result.h"
#include "grader/core/spec.h"

namespace gemmlab {

// In the order of a page: first what is wrong, then what the file does, then what changes do.
GEMMLAB_ENUM(QuestionKind, verdict, first_wrong, right_shapes, repair,  // a wrong file
             launch, thread, loads_per_element, sectors, wavefronts, shared_loads, barriers,  //
             test_dropped, test_weakened, loop_one_more, barrier_deleted, axes_exchanged,
             row_length, one_for_zero, grid_rounded_down, constant_halved, row_padded)

struct Question {
  QuestionKind kind = QuestionKind::verdict;
  int line = 0;                     // of the file, which is shown with it; 0: none
  std::string text;                 // one paragraph
  std::vector<std::string> answer;  // paragraphs
  bool is_without_effect = false;   // the change that it is about changes nothing
  bool is_obvious = false;          // asked only if nothing better is left
};

// A file to be judged: at one shape, or at all of its lab and counted.
struct OralRun {
  std::string text;
  std::optional<Shape> shape = {};
  bool counts = false;  // at that shape
};

// Asked if the runs allow it: `question` gets their results, in their order.
struct QuestionPlan {
  QuestionKind kind = QuestionKind::verdict;
  std::string topic = {};  // of those with the same one a page needs one; empty: of its own
  std::vector<OralRun> runs = {};
  std::function<std::optional<Question>(const std::vector<LabResult>&)> question = {};
};

// What questions are about. Outlives its plans.
struct OralSubject {
  const Spec& spec;
  const std::string& text;  // of the file
  const LabResult& result;  // of it, with counts if it ran
  std::uint64_t seed = 0;   // for what one question is to choose

  // The usual tile of a block of this file, a multiple of 32, at most 128: where a whole number of
  // these fits, nothing is beyond an edge.
  int tile() const;
  // The smallest product with whole tiles, and three that are longer in m, in n, in k: by one, as
  // far as the lab promises that.
  std::vector<Shape> shapes_around() const;
  // The same, longer by a whole tile.
  std::vector<Shape> whole_shapes() const;
};

}  // namespace gemmlab

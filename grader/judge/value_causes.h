// What most likely made values wrong: each shape has its say, and then all of them together.
#pragma once

#include <string>
#include <vector>

#include "grader/core/result.h"
#include "grader/diagnosis/shapes.h"
#include "grader/judge/trial.h"

namespace gemmlab {

// What explains the wrong values of `trial`, which ran on `input`. Tagged inputs repeat themselves
// every few rows and columns, so that a wrong guess may fit them: it runs once more on random ones,
// and what those refute is left out. Adds the time of that to `seconds`. Throws InfrastructureError
// and Interrupted.
std::vector<Explanation> unrefuted(Session& session,
                                   const Trial& trial,
                                   TrialInput input,
                                   double& seconds);

class ValueCauses {
 public:
  // `places` of the checks of `shapes` in `lab`, which is kept by reference.
  ValueCauses(std::vector<Shape> shapes, std::vector<std::size_t> places, LabResult& lab);

  void note_launches(std::size_t shape, const std::vector<LaunchShape>& launches);

  // Of a trial that has failed its check.
  void take_in(std::size_t shape, const Trial& trial, std::vector<Explanation> explanations);

  // Once all shapes have run: one bug most likely is behind all of them, so all have a say in its
  // name.
  void settle();

 private:
  Check& check(std::size_t shape) { return lab_.checks[places_[shape]]; }
  void forget_refuted(std::size_t shape);
  void tell_what_is_common(const std::vector<ShapeOutcome>& outcomes);

  std::vector<Shape> shapes_;
  std::vector<std::size_t> places_;
  LabResult& lab_;
  std::vector<std::vector<Explanation>> explanations_;  // of each shape's wrong values
  std::vector<std::vector<LaunchShape>> launches_;      // of each shape
  std::vector<std::string> said_;                       // of them, when the shape was run
};

}  // namespace gemmlab

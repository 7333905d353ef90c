// What most likely made values wrong: each shape has its say, and then all of them together.
#pragma once

#include <optional>
#include <vector>

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
  // The shapes are those of the planned checks.
  explicit ValueCauses(const std::vector<Check>& planned);

  void note_launches(std::size_t shape, const std::vector<LaunchShape>& launches);
  void note_right(std::size_t shape) { outcomes_[shape].is_right = true; }
  // Of a shape that did not come to an end of its own.
  void note_wrong(std::size_t shape, Verdict blamed) { verdicts_[shape] = blamed; }

  // Of a trial that is not right.
  void take_in(std::size_t shape, const Trial& trial, std::vector<Explanation> explanations);

  // What the shape's own values say; nothing where other inputs refuted it.
  const std::optional<Settled>& own(std::size_t shape) const { return own_[shape]; }

  // Once all shapes have run: one bug most likely is behind all of them, so all have a say in its
  // name. Nothing for a shape whose own cause stands.
  std::vector<std::optional<Settled>> settled() const;

 private:
  void add_what_is_common(std::vector<std::optional<Settled>>& causes) const;

  std::vector<ShapeOutcome> outcomes_;
  std::vector<std::optional<Verdict>> verdicts_;  // of the shapes' failed trials
  std::vector<std::optional<Settled>> own_;
};

}  // namespace gemmlab

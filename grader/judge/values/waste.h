// What a right program's runs do in vain.
#pragma once

#include <optional>

#include "grader/core/facts/advice.h"
#include "grader/judge/values/trial.h"

namespace gemmlab {

// Whether the run took long and needed little of it: other inputs at that shape would cost as much.
bool is_dear_in_vain(const Trial& trial, const Shape& shape);

// The run at the shape at which a program makes most accesses for its products. What is no product
// is not watched.
class WasteWatch {
 public:
  void note(const Trial& trial, const GivenMatrices& given);
  void note(const WasteWatch& other);

  // Nothing, but a note, if the run does not end within its budget for no other reason than that
  // the program does much in vain: where its largest extent is a fraction, it ends and is right,
  // and what it costs there foretells more than the budget. A shorter run comes first: if waste
  // explains its end, or what the fractions foretell is so little that it never ends, nobody waits
  // for a long one.
  std::optional<Trial> attempt_unless_in_vain(Session& session, TrialInput input);

  // Nothing if it is no more than large tiles at small matrices do, too.
  std::optional<Advice> advice() const;

 private:
  void note(Wasteful waste, int line);

  Wasteful most_;
  int line_ = 0;  // of a run that was ended
};

}  // namespace gemmlab

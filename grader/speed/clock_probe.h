// The GPU's clock rate as one of its own kernels sees it, in a process beside those that are timed.
#pragma once

#include "grader/speed/entrant.h"

namespace gemmlab {

class ClockProbe {
 public:
  // Starts its process and does not wait for it. Throws Untimed and InfrastructureError, as
  // everything here.
  ClockProbe();
  ClockProbe(const ClockProbe&) = delete;
  ClockProbe& operator=(const ClockProbe&) = delete;

  // Makes it ready. Comes first.
  void stage() { entrant_.stage(1); }

  // Cycles a second that a multiprocessor makes just now; takes about a millisecond.
  double hz();

 private:
  Session session_;
  Pools pools_;
  Entrant entrant_;
};

}  // namespace gemmlab

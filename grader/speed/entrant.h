// One of the programs that are timed: stages its inputs, runs samples, and checks what it computed.
#pragma once

#include <cstdint>
#include <vector>

#include "grader/core/facts/speed.h"
#include "grader/session/session.h"

namespace gemmlab {

// Random elements that the operands of timed calls are windows of: each call has inputs that no
// other call had, without any being made while the clock runs.
struct Pools {
  int size = 0;  // m, n and k
  std::vector<float> a, b;

  static std::size_t elements(int size);  // of each
};
Pools make_pools(int size, std::uint64_t seed);

// The most floats that an entrant of this size needs in the memory that it shares with its worker.
std::size_t shared_elements(int size);

// What is drawn for a sample comes from the system's own randomness, not from a seed that a program
// could know. All functions throw Untimed and InfrastructureError.
class Entrant {
 public:
  // `cpu`: to stay on; -1: any. `fastest`: operations a second that nothing on this machine can do
  // more of; 0 if not known.
  Entrant(Session& session, const Pools& pools, int cpu, double fastest);

  // Makes room for so many outputs, one for each call of a sample at most.
  void stage(int outputs);

  // Seconds for so many calls in a row, each on a window of its own. Rows of one of the outputs,
  // drawn afterwards, are handed over; where that takes long, as if they were computed only then,
  // it counts. Elements of those rows are verified, unless the program computes no product.
  double sample(int calls, bool verified = true);

  // From now on the worker's clock counts alone: for programs of ours, which have no cause to
  // forge.
  void trust_clock() { trusts_clock_ = true; }

  double flops_of_call() const { return 2.0 * pools_.size * pools_.size * pools_.size; }

 private:
  std::vector<Window> draw_windows(int calls);
  CollectRequest draw_rows(std::size_t calls);
  void verify(const std::vector<Window>& calls, const CollectRequest& collected);

  Session& session_;
  const Pools& pools_;
  int cpu_;
  double fastest_;
  int outputs_ = 0;
  bool trusts_clock_ = false;
};

}  // namespace gemmlab

// One of the programs that are timed: at which size and in how much memory, how its samples are
// taken, and whether it computes what it should.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "grader/core/facts/speed.h"
#include "grader/session/session.h"
#include "grader/speed/race.h"

namespace gemmlab {

// All functions throw Untimed and InfrastructureError.

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
// could know.
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
  void verify(const std::vector<Window>& calls, const CollectRequest& collected);

  Session& session_;
  const Pools& pools_;
  int cpu_;
  double fastest_;
  bool trusts_clock_ = false;
};

// The shared memory that a session needs if its program is to be timed.
std::size_t timed_elements(Backend backend);

// Where a program is timed, by its file's name: C++ on the CPU, CUDA on the GPU.
Backend timed_on(const std::filesystem::path& source);

// A session for one of our own programs where it is timed, with room for matrices of that size if
// they are larger than those that are timed usually.
Session session_of(const std::filesystem::path& source, int largest = 0);

// What each of so many programs may take of the GPU's memory: together they leave half of what is
// free when all of them have been loaded.
std::uint64_t memory_budget(const Session& loaded_last, int programs);

class Runner {
 public:
  // `budget`: bytes of the GPU's memory that its matrices may take.
  Runner(Session& session, std::uint64_t budget) : session_(session), budget_(budget) {}
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  // Prepares for matrices of this size. The pools must outlive the race. `verified`: whether what
  // the program computes is looked at.
  void take(const Pools& pools, bool verified = true);

  // Inputs of the largest size at which a call of this program takes at most 25 ms, as far as the
  // GPU's memory goes, judged by the time of a call at the first usual size.
  Pools fitting_pools(std::uint64_t seed);

  // As Entrant's, once it has taken its matrices.
  void trust_clock() { entrant_->trust_clock(); }

  Contestant& contestant() { return contestant_; }

 private:
  int affordable_outputs(int size) const;

  Session& session_;
  std::uint64_t budget_;
  std::optional<Entrant> entrant_;
  Contestant contestant_;
};

}  // namespace gemmlab

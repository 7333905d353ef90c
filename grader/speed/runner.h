// A program's part in a race: at which size, in how much memory, and when it is ready.
#pragma once

#include <optional>

#include "grader/speed/entrant.h"
#include "grader/speed/race.h"

namespace gemmlab {

// All functions throw Untimed and InfrastructureError.

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

// The keeper of the GPU's memory, as the judge sees it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "grader/process/descriptor.h"
#include "grader/protocol/host_matrices.h"
#include "grader/protocol/messages.h"
#include "grader/protocol/requests.h"
#include "grader/session/worker_process.h"

namespace gemmlab {

// A worker's or keeper's report about this machine, as a sentence.
std::string describe(const DeviceProblem& problem);

// The judge's side of a keeper: our own process, which owns the GPU's memory of all programs that
// this judge runs and reads their results from it. It lives as long as one of their sessions.
class Keeper {
 public:
  // The one that runs, or a new one, without waiting for it. Throws std::system_error.
  static std::shared_ptr<Keeper> get();

  // Waits until it can work. False if processes cannot share this GPU's memory. Throws
  // InfrastructureError.
  bool is_ready();

  // Part of the GPU's memory.
  struct Block {
    unsigned number = 0;
    Descriptor memory = Descriptor();
    std::uint64_t bytes = 0;
  };
  // For a new block.
  unsigned next_number() { return ++numbers_; }

  // Does what a PlaceRequest or FetchRequest says. Puts a new block into `block`.
  // Throws InfrastructureError if it cannot, but for memory that is missing: then the reply says
  // so.
  RunReply ask(const Request& request, Block& block);

  // The memory of this process that it copies from and to.
  HostMatrices& host() { return host_; }

  // A block of its own, for workers to try out, once it is ready.
  const Block& trial() const { return trial_; }

 private:
  Keeper();

  HostMatrices host_;
  WorkerProcess process_;
  Block trial_;
  unsigned numbers_ = 0;
};

}  // namespace gemmlab

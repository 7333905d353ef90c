#include "grader/session/keeper.h"

#include <fmt/format.h>

#include <chrono>
#include <cstddef>

#include "common/facts/names.h"
#include "grader/core/infrastructure_error.h"
#include "grader/machine/paths.h"
#include "grader/report/words/sentences.h"

namespace gemmlab {

constexpr std::chrono::seconds kPatience{30};  // to open a GPU, or to fill all of its memory
// Address space, not memory: pages are there once they are used.
constexpr std::size_t kMostElements = std::size_t{1} << 33;

std::string describe(const DeviceProblem& problem) {
  return filled("device_trouble", name(problem.trouble), fmt::arg("free", problem.free_bytes >> 20),
                fmt::arg("wanted", (problem.wanted_bytes >> 20) + 1),
                fmt::arg("error", problem.error));
}

std::shared_ptr<Keeper> Keeper::get() {
  static std::weak_ptr<Keeper> running;
  std::shared_ptr<Keeper> keeper = running.lock();
  if (!keeper) {
    running = keeper = std::shared_ptr<Keeper>(new Keeper());
  }
  return keeper;
}

Keeper::Keeper()
    : host_(kMostElements), process_(paths().worker("cuda"), "", host_.fd(), {.hands_over = true}) {
  process_.say(encode(Start{}));
}

bool Keeper::is_ready() {
  if (trial_.bytes != 0) {
    return true;
  }
  std::string text;
  if (process_.hear(std::chrono::steady_clock::now() + kPatience, text) !=
      WorkerProcess::Heard::text) {
    throw InfrastructureError("the keeper of the GPU's memory did not start");
  }
  DeviceProblem problem = decode<Opened>(text).problem;
  if (problem.trouble == DeviceTrouble::not_shared) {
    return false;
  }
  if (!problem.exists()) {
    problem = ask(PlaceRequest{.block = 0, .guard = 64}, trial_).device_problem;
  }
  if (problem.exists()) {
    throw InfrastructureError(describe(problem));
  }
  return true;
}

RunReply Keeper::ask(const Request& request, Block& block) {
  std::string text;
  if (!process_.say(encode(request)) || process_.hear(std::chrono::steady_clock::now() + kPatience,
                                                      text) != WorkerProcess::Heard::text) {
    throw InfrastructureError("the keeper of the GPU's memory has ended");
  }
  RunReply reply = decode<RunReply>(text);
  if (reply.block_bytes != 0) {
    block = {block.number, process_.take_descriptor(), reply.block_bytes};
  }
  if (reply.dying) {
    throw InfrastructureError("the keeper of the GPU's memory could not use the GPU");
  }
  return reply;
}

}  // namespace gemmlab

// A session's requests: where each program's matrices are, and what is read from them.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iterator>
#include <vector>

#include "grader/core/infrastructure_error.h"
#include "grader/core/labs.h"
#include "grader/core/spec.h"
#include "grader/protocol/host_matrices.h"
#include "grader/protocol/messages.h"
#include "grader/protocol/requests.h"
#include "grader/session/keeper.h"
#include "grader/session/outcome.h"
#include "grader/session/session.h"
#include "grader/session/worker_process.h"

namespace gemmlab {

// Where a keeper copies from and to.
static MatrixLayout on_host(const PlaceRequest& placed) {
  return MatrixLayout({placed.elements[0], placed.elements[1], placed.fetched});
}

template <typename WithBlock>
Outcome Session::ask_with_block(WithBlock request, std::chrono::milliseconds limit) {
  if (Outcome loaded = load(); loaded.kind != Outcome::Kind::replied) {
    return loaded;
  }
  const bool sends = keeper_ && !has_block_;
  has_block_ = true;
  request.block_bytes = sends ? block_.bytes : 0;
  return ask(encode<Request>(request), limit, sends ? block_.memory.get() : -1);
}

Outcome Session::run(const RunRequest& request, const std::vector<float>& a,
                     const std::vector<float>& b, std::chrono::milliseconds limit,
                     const std::vector<float>& c) {
  if (backend_ == Backend::cuda && request.entry == Entry::matmul) {
    return run_on_gpu(request, a, b, limit, c);
  }
  const MatrixLayout layout(elements_of(request), request.placement);
  matrices_.write_operands(layout, a, b, c);
  Outcome outcome = ask(encode<Request>(request), limit);
  c_ = matrices_.take_c(layout);
  return outcome;
}

Outcome Session::run_on_gpu(const RunRequest& request, const std::vector<float>& a,
                            const std::vector<float>& b, std::chrono::milliseconds limit,
                            const std::vector<float>& c) {
  const std::size_t elements = elements_of(request)[2];
  c_.clear();
  Outcome outcome =
      place({.elements = elements_of(request), .guard = guard_of(request.n), .fetched = elements},
            a, b, c, limit);
  if (outcome.kind != Outcome::Kind::replied) {
    return outcome;
  }
  outcome = ask_with_block(request, limit);
  if (outcome.kind != Outcome::Kind::replied) {
    return outcome;
  }
  Outcome fetched = ask_owner(FetchRequest{.block = block_.number,
                                           .from = {0},
                                           .length = elements,
                                           .m = request.m,
                                           .n = request.n,
                                           .k = request.k},
                              limit);
  if (fetched.kind != Outcome::Kind::replied) {
    return fetched;
  }
  std::ranges::move(fetched.reply.findings, std::back_inserter(outcome.reply.findings));
  outcome.reply.input_modified = fetched.reply.input_modified;
  c_ = transfer().take(on_host(placed_), 0, elements);
  return outcome;
}

Outcome Session::stage(const StageRequest& request, const std::vector<float>& pool_a,
                       const std::vector<float>& pool_b, std::chrono::milliseconds limit) {
  const bool was_alone = is_alone();
  staged_ = request;
  Outcome outcome{.kind = Outcome::Kind::replied};
  if (backend_ == Backend::cuda) {
    outcome = place({.elements = elements_of(request),
                     .guard = guard_of(request.n),
                     .fetched = kCollectedRows * std::size_t(request.n)},
                    pool_a, pool_b, {}, limit);
  } else {
    if (!was_alone) {
      stop();
    }
    matrices_.write_operands(MatrixLayout(elements_of(request)), pool_a, pool_b);
  }
  if (outcome.kind == Outcome::Kind::replied) {
    outcome = ask_with_block(request, limit);
  }
  if (outcome.kind == Outcome::Kind::replied && progress_ == Progress::loaded) {
    progress_ = Progress::staged;
  }
  return outcome;
}

Outcome Session::batch(const BatchRequest& request, std::chrono::milliseconds limit) {
  if (progress_ != Progress::staged) {
    return {.kind = Outcome::Kind::crashed, .detail = "it ended before it was timed"};
  }
  const ProcessorTime before = worker_->processor_time();
  Outcome outcome = ask(encode<Request>(request), limit);
  if (worker_) {
    const ProcessorTime after = worker_->processor_time();
    outcome.used = {.run = after.run - before.run, .waited = after.waited - before.waited};
  }
  return outcome;
}

Outcome Session::collect(const std::vector<Row>& rows, std::chrono::milliseconds limit) {
  const auto length = std::size_t(staged_->n);
  FetchRequest request;
  request.block = block_.number;
  request.length = length;
  for (const auto& [output, row] : rows) {
    request.from.push_back(output * output_stride(*staged_) + row * length);
  }
  c_.clear();
  if (backend_ == Backend::cuda) {
    Outcome outcome = ask_owner(request, limit);
    c_ = transfer().take(on_host(placed_), 0, rows.size() * length);
    return outcome;
  }
  for (const std::size_t from : request.from) {
    std::ranges::copy(matrices_.take(MatrixLayout(elements_of(*staged_)), from, length),
                      std::back_inserter(c_));
  }
  return {.kind = Outcome::Kind::replied};
}

// Missing memory may be memory of this program, which it never freed: it counts only if there is
// not enough without the program, either.
Outcome Session::place(PlaceRequest request, const std::vector<float>& a,
                       const std::vector<float>& b, const std::vector<float>& c,
                       std::chrono::milliseconds limit) {
  if (Outcome loaded = load(); loaded.kind != Outcome::Kind::replied) {
    return loaded;
  }
  if (keeper_ && block_.number == 0) {
    block_.number = keeper_->next_number();
  }
  request.block = block_.number;
  placed_ = request;
  const auto try_to = [&] {
    transfer().write_operands(on_host(request), a, b, c);
    return ask_owner(request, limit);
  };
  Outcome outcome = try_to();
  if (outcome.reply.device_problem.exists()) {
    stop();
    outcome = try_to();
  }
  if (const DeviceProblem& problem = outcome.reply.device_problem; problem.exists()) {
    // Without a keeper the program's own process says so: no words of it.
    throw InfrastructureError(
        describe({DeviceTrouble::gpu_memory, problem.free_bytes, problem.wanted_bytes, ""}));
  }
  return outcome;
}

Outcome Session::ask_owner(const Request& request, std::chrono::milliseconds limit) {
  if (!keeper_) {
    return ask(encode(request), limit);
  }
  Outcome outcome{.kind = Outcome::Kind::replied, .reply = keeper_->ask(request, block_)};
  has_block_ = has_block_ && outcome.reply.block_bytes == 0;
  return outcome;
}

}  // namespace gemmlab

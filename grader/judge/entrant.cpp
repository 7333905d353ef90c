#include "grader/judge/entrant.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/inputs.h"
#include "grader/core/spot_check.h"
#include "grader/speed/race.h"

namespace gemmlab {
namespace {

constexpr std::size_t kSlack = 1 << 20;  // elements by which a pool is longer than a matrix
constexpr std::size_t kAlignment = 64;   // elements: as cudaMalloc aligns
constexpr int kVerifiedColumns = 8;      // of each row that is collected
constexpr std::chrono::milliseconds kStageLimit{30'000};
constexpr std::chrono::milliseconds kBatchLimit{10'000};

// Throws unless the worker has replied as it should.
void expect_reply(const Outcome& outcome) {
  if (!outcome.reply.device_problem.empty()) {
    throw Untimed{Verdict::not_graded, outcome.reply.device_problem};
  }
  switch (outcome.kind) {
    case Outcome::Kind::replied:
      return;
    case Outcome::Kind::exited:
      throw Untimed{Verdict::exited, "the program ended itself: " + outcome.detail};
    case Outcome::Kind::timed_out:
      throw Untimed{Verdict::timed_out, "the program did not end in time"};
    case Outcome::Kind::not_loaded:
      throw Untimed{Verdict::does_not_compile, outcome.detail};
    case Outcome::Kind::crashed:
      break;
  }
  if (!outcome.reply.findings.empty()) {
    throw Untimed{outcome.reply.findings.front().verdict, outcome.reply.findings.front().message};
  }
  throw Untimed{Verdict::crashed, "the program crashed: " + outcome.detail};
}

}  // namespace

std::size_t Pools::elements(int size) {
  return std::size_t(size) * size + kSlack;
}

Pools make_pools(int size, std::uint64_t seed) {
  // One long row times one long column: as many elements each as a pool has.
  Operands operands =
      make_operands(InputKind::uniform, {1, 1, int(Pools::elements(size)), "a pool"}, seed);
  return {size, std::move(operands.a), std::move(operands.b)};
}

std::size_t shared_elements(int size) {
  return 2 * Pools::elements(size) + std::size_t(kCollectedRows) * size;
}

Entrant::Entrant(Session& session, const Pools& pools, int cpu, double fastest, std::uint64_t seed)
    : session_(session), pools_(pools), cpu_(cpu), fastest_(fastest), seed_(seed) {}

std::uint64_t Entrant::draw_below(std::uint64_t bound) {
  return draw(seed_, draws_++) % bound;
}

void Entrant::stage(int outputs) {
  outputs_ = outputs;
  const int size = pools_.size;
  expect_reply(session_.stage({size, size, size, pools_.a.size(), pools_.b.size(), outputs, cpu_},
                              pools_.a, pools_.b, kStageLimit));
}

std::vector<Window> Entrant::draw_windows(int calls) {
  std::vector<Window> windows(std::size_t(calls), Window{});
  for (Window& window : windows) {
    window.a_at = kAlignment * draw_below(kSlack / kAlignment);
    window.b_at = kAlignment * draw_below(kSlack / kAlignment);
  }
  return windows;
}

double Entrant::sample(int calls, bool verified) {
  const BatchRequest request{draw_windows(calls)};
  const Outcome outcome = session_.batch(request, kBatchLimit);
  expect_reply(outcome);
  if (verified) {
    verify(request.calls);
  }
  const double seconds = agreed_seconds(outcome.reply.seconds, outcome.seconds);
  if (fastest_ > 0 && calls * flops_of_call() > fastest_ * seconds) {
    throw Untimed{Verdict::misses_the_point,
                  fmt::format("{} products took {:.3g} s, and no fp32 arithmetic of this GPU is as "
                              "fast as that: the work was done elsewhere, or not in fp32",
                              calls, seconds)};
  }
  return seconds;
}

void Entrant::verify(const std::vector<Window>& calls) {
  const int size = pools_.size;
  const std::size_t count = calls.size(), outputs = std::size_t(outputs_);
  CollectRequest request;
  request.output = int(draw_below(std::min(count, outputs)));
  for (int i = 0; i < kCollectedRows; ++i) {
    request.rows.push_back(int(draw_below(std::uint64_t(size))));
  }
  expect_reply(session_.collect(request, kBatchLimit));
  // The last of the calls that stored to this output.
  const std::size_t call = request.output + (count - 1 - request.output) / outputs * outputs;
  const float* a = pools_.a.data() + calls[call].a_at;
  const float* b = pools_.b.data() + calls[call].b_at;
  const Shape shape{size, size, size, "timed"};
  for (int i = 0; i < kCollectedRows; ++i) {
    for (int j = 0; j < kVerifiedColumns; ++j) {
      const int row = request.rows[i], col = int(draw_below(std::uint64_t(size)));
      const float got = session_.c()[std::size_t(i) * size + col];
      if (!element_is_right(shape, a, b, row, col, got)) {
        throw Untimed{Verdict::wrong,
                      fmt::format("C[{}][{}] was wrong after a timed run with fresh inputs at {} x "
                                  "{} x {}",
                                  row, col, size, size, size)};
      }
    }
  }
}

}  // namespace gemmlab

#include "grader/speed/entrant.h"

#include <algorithm>
#include <cmath>
#include <future>

#include "grader/core/compare.h"
#include "grader/core/inputs.h"
#include "grader/core/spot_check.h"
#include "grader/session/device_problem.h"
#include "grader/speed/race.h"

namespace gemmlab {
namespace {

constexpr std::size_t kSlack = 1 << 20;  // elements by which a pool is longer than a matrix
constexpr std::size_t kAlignment = 64;   // elements: as cudaMalloc aligns
constexpr int kVerifiedColumns = 8;      // of the rows that are collected
constexpr double kHandOver = 5e-4;       // seconds that handing rows over may take
constexpr std::chrono::milliseconds kStageLimit{30'000};
constexpr std::chrono::seconds kBatchLimit{5};  // calls of ours take 25 ms

// Throws unless the worker has replied as it should.
void expect_reply(const Outcome& outcome) {
  using How = EndedWhileTimed::How;
  if (outcome.reply.device_problem) {  // there is none that these requests could meet
    throw Untimed{Verdict::crashed,
                  EndedWhileTimed{How::answered, describe(*outcome.reply.device_problem)}};
  }
  switch (outcome.kind) {
    case Outcome::Kind::replied:
      return;
    case Outcome::Kind::exited:
      throw Untimed{Verdict::exited, EndedWhileTimed{How::exited, outcome.detail}};
    case Outcome::Kind::timed_out:
      throw Untimed{Verdict::timed_out, TookTooLong{int(kBatchLimit.count())}};
    case Outcome::Kind::not_loaded:
      throw Untimed{Verdict::does_not_compile, FoundWrong{outcome.detail}};
    case Outcome::Kind::crashed:
      break;
  }
  if (!outcome.reply.findings.empty()) {
    const Finding& first = outcome.reply.findings.front();
    throw Untimed{verdict_of(first.kind), FoundWhileTimed{first}};
  }
  throw Untimed{Verdict::crashed, EndedWhileTimed{How::crashed, outcome.detail}};
}

// In [-1, 1), multiples of 2^-23; two of each draw, since there are many.
std::vector<float> random_elements(std::size_t count, std::uint64_t seed) {
  const auto element = [](std::uint64_t bits) { return float(bits & 0xffffffu) * 0x1p-23f - 1.0f; };
  std::vector<float> elements(count);
  for (std::size_t i = 0; i < count; i += 2) {
    const std::uint64_t bits = draw(seed, i);
    elements[i] = element(bits >> 40);
    if (i + 1 < count) {
      elements[i + 1] = element(bits);
    }
  }
  return elements;
}

// What `seconds` would have been on a processor of its own, and on no other: without the time that
// the program waited for others to leave it, and with that of all its threads, one after the other.
double on_one_processor(double seconds, const ProcessorTime& used) {
  constexpr double kSeveral = 1.05;  // more is no mere difference of clocks
  const double alone = std::max(seconds - used.waited, 0.0);
  return used.run > kSeveral * alone ? used.run : alone;
}

std::uint64_t draw_below(std::uint64_t bound) {
  return fresh_seed() % bound;
}

}  // namespace

std::size_t Pools::elements(int size) {
  return std::size_t(size) * size + kSlack;
}

Pools make_pools(int size, std::uint64_t seed) {
  auto a = std::async(std::launch::async, random_elements, Pools::elements(size), draw(seed, 0));
  std::vector<float> b = random_elements(Pools::elements(size), draw(seed, 1));
  return {size, a.get(), std::move(b)};
}

std::size_t shared_elements(int size) {
  return 2 * Pools::elements(size) + std::size_t(kCollectedRows) * size;
}

Entrant::Entrant(Session& session, const Pools& pools, int cpu, double fastest)
    : session_(session), pools_(pools), cpu_(cpu), fastest_(fastest) {}

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

CollectRequest Entrant::draw_rows(std::size_t calls) {
  CollectRequest request;
  request.output = int(draw_below(calls));
  for (int i = 0; i < kCollectedRows; ++i) {
    request.rows.push_back(int(draw_below(std::uint64_t(pools_.size))));
  }
  return request;
}

double Entrant::sample(int calls, bool verified) {
  const BatchRequest request{draw_windows(calls)};
  const Outcome batch = session_.batch(request, kBatchLimit);
  expect_reply(batch);
  const CollectRequest rows = draw_rows(request.calls.size());
  const Outcome collected = session_.collect(rows, kBatchLimit);
  expect_reply(collected);
  if (verified) {
    verify(request.calls, rows);
  }
  if (trusts_clock_) {
    return batch.reply.seconds;
  }
  double seconds = agreed_seconds(batch.reply.seconds, batch.seconds) +
                   std::max(collected.seconds - kHandOver, 0.0);
  if (cpu_ >= 0) {
    seconds = on_one_processor(seconds, batch.used);
  }
  if (fastest_ > 0 && calls * flops_of_call() > fastest_ * seconds) {
    throw Untimed{Verdict::misses_the_point, FasterThanArithmetic{calls, seconds, cpu_ < 0}};
  }
  return seconds;
}

void Entrant::verify(const std::vector<Window>& calls, const CollectRequest& collected) {
  const int size = pools_.size;
  const std::size_t call = std::size_t(collected.output);  // no two calls share an output
  const float* a = pools_.a.data() + calls[call].a_at;
  const float* b = pools_.b.data() + calls[call].b_at;
  const Shape shape{size, size, size, "timed"};
  double squares = 0;
  // Column by column, since walking down a column of b takes far longer than along a row of a.
  for (int j = 0; j < kVerifiedColumns; ++j) {
    const int col = int(draw_below(std::uint64_t(size)));
    for (int i = 0; i < kCollectedRows; ++i) {
      const int row = collected.rows[i];
      const float got = session_.c()[std::size_t(i) * size + col];
      const double error = relative_error(shape, a, b, row, col, got);
      if (!(error <= gamma(size))) {
        throw Untimed{Verdict::wrong, WrongWhileTimed{row, col, size}};
      }
      squares += error * error;
    }
  }
  const double noise = std::sqrt(squares / (kCollectedRows * kVerifiedColumns));
  if (noise > kFp32Noise) {
    throw Untimed{Verdict::low_precision, RoundedWhileTimed{size, noise}};
  }
}

}  // namespace gemmlab

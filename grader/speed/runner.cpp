#include "grader/speed/runner.h"

#include <future>

#include "grader/compile/compile.h"
#include "grader/core/compare.h"
#include "grader/core/drawn_shapes.h"
#include "grader/machine/gpu_state.h"
#include "grader/process/program.h"

namespace gemmlab {
namespace {

constexpr std::size_t kSlack = 1 << 20;  // extra elements of a pool compared with a matrix
constexpr std::size_t kAlignment = 64;   // elements: cudaMalloc's alignment
constexpr int kVerifiedColumns = 8;      // next to each other, of each collected row
constexpr double kHandOver = 5e-4;       // seconds that a program may take to hand over rows
constexpr std::chrono::milliseconds kStageLimit{30'000};
constexpr std::chrono::seconds kBatchLimit{5};  // our own calls take 25 ms
constexpr int kTurnLimit = 30;  // seconds of all samples: others wait for their turn

// Throws unless the worker replied correctly.
void expect_reply(const Outcome& outcome) {
  using How = EndedWhileTimed::How;
  if (outcome.started_another) {
    throw Untimed{Verdict::misses_the_point, StartedAnother{}};
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

// In [-1, 1), multiples of 2^-23; two from each draw, because there are many.
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

// As many words.
std::vector<float> random_words(std::size_t count, std::uint64_t seed, Element element) {
  if (!is_narrow(element)) {
    return random_elements(count, seed);
  }
  std::vector<float> words = packed(random_elements(2 * count, seed), element);
  words.resize(count);
  return words;
}

std::uint64_t draw_below(std::uint64_t bound) {
  return fresh_seed() % bound;
}

// Matrices C, one for each call of a sample: as many as useful, within a memory limit.
constexpr int kMostOutputs = 64, kLeastOutputs = 2, kCpuOutputs = 8;
constexpr double kOutputBytes = 512e6;
// Above what a GPU's stated clock allows, because boost clocks are slightly higher.
constexpr double kBoost = 1.2;
constexpr double kTensorTimes = 16;  // TF32's peak over fp32's: 7.4 on an H100, 14.7 on a B200
// Operations per second that no core of this kind reaches: two multiply-add units at 6 GHz.
double most_of_a_core() {
#ifdef __x86_64__
  const int lanes = __builtin_cpu_supports("avx512f") ? 16 : __builtin_cpu_supports("avx") ? 8 : 4;
#else
  const int lanes = 16;
#endif
  return 2 * 2 * lanes * 6e9;
}

const std::vector<int>& sizes(Backend backend) {
  static const std::vector<int> cpu{256, 320, 384};
  static const std::vector<int> gpu{256, 512, 1024, 1536, 2048, 3072, 4096};  // the first two only
  return backend == Backend::cpu ? cpu : gpu;  // if there is little memory
}

}  // namespace

std::size_t Pools::elements(int rows, int cols) {
  return std::size_t(rows) * cols + kSlack;
}

Pools make_pools(const Shape& shape, std::uint64_t seed, Element element, int words) {
  const auto& [m, n, k] = shape.extents();
  auto a = std::async(std::launch::async, random_words, words * Pools::elements(m, k),
                      draw(seed, 0), element);
  std::vector<float> b = random_words(words * Pools::elements(k, n), draw(seed, 1), element);
  return {m, n, k, a.get(), std::move(b)};
}

static std::size_t input_elements(const Shape& shape) {
  return Pools::elements(shape.m, shape.k) + Pools::elements(shape.k, shape.n);
}

std::size_t shared_elements(const Shape& shape) {
  return input_elements(shape) + std::size_t(kCpuOutputs) * shape.m * shape.n;
}

void Entrant::stage(int outputs, int words) {
  const auto& [m, n, k, a, b] = pools_;
  expect_reply(
      session_.stage({m, n, k, a.size(), b.size(), outputs, cpu_, 0, words}, a, b, kStageLimit));
}

double Entrant::sample(int calls, bool verified) {
  BatchRequest request;
  for (int call = 0; call < calls; ++call) {
    request.calls.push_back({kAlignment * draw_below(kSlack / kAlignment),
                             kAlignment * draw_below(kSlack / kAlignment)});
  }
  const Outcome batch = session_.batch(request, kBatchLimit);
  expect_reply(batch);
  const std::vector<Session::Row> rows = draw_rows(request.calls.size());
  const Outcome collected = session_.collect(rows, kBatchLimit);
  expect_reply(collected);
  if (verified) {
    verify(request.calls, rows);
  }
  if (trusts_clock_) {
    return batch.reply.seconds;
  }
  if (is_ours_) {
    overhead_->push_back(batch.seconds - batch.reply.seconds);
  }
  double seconds = batch.seconds + std::max(collected.seconds - kHandOver, 0.0);
  if (overhead_ != nullptr && !overhead_->empty()) {
    seconds = std::max(seconds - summarise(*overhead_).median, 0.9 * seconds);
  }
  if (cpu_ >= 0) {  // as on a free one: the program's only thread never waited for it
    seconds = std::max(seconds - batch.used.waited, batch.used.run);
  }
  total_seconds_ += seconds;
  if (total_seconds_ > kTurnLimit) {
    throw Untimed{Verdict::timed_out, TookTooLong{kTurnLimit}};
  }
  if (fastest_ > 0 && calls * flops_of_call() > fastest_ * seconds) {
    throw Untimed{Verdict::misses_the_point, FasterThanArithmetic{calls, seconds, cpu_ < 0}};
  }
  return seconds;
}

// Of all outputs equally, in turns that begin anywhere: none can be left out.
std::vector<Session::Row> Entrant::draw_rows(std::size_t calls) const {
  const std::uint64_t first = draw_below(calls);
  std::vector<Session::Row> rows;
  for (std::size_t i = 0; i < kCollectedRows; ++i) {
    rows.push_back({(first + i) % calls, draw_below(std::uint64_t(pools_.m))});
  }
  return rows;
}

void Entrant::verify(const std::vector<Window>& calls, const std::vector<Session::Row>& rows) {
  const auto& [m, n, k, a, b] = pools_;
  const Shape shape{m, n, k, "timed"};
  const int columns = std::min(n, kVerifiedColumns);
  double squares = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Window& call = calls[rows[i].output];  // no two calls share an output
    const int row = int(rows[i].row);
    const int first = int(draw_below(std::uint64_t(n - columns + 1)));
    for (int col = first; col < first + columns; ++col) {
      const float got = session_.c()[i * std::size_t(n) + std::size_t(col)];
      const double error =
          relative_error(shape, a.data() + call.a_at, b.data() + call.b_at, row, col, got);
      if (!(error <= error_bound(precision_, InputKind::uniform, k))) {
        throw Untimed{Verdict::wrong, WrongWhileTimed{row, col, m}};
      }
      squares += error * error;
    }
  }
  const double noise = std::sqrt(squares / double(rows.size() * columns));
  if (noise > most_noise(precision_, k)) {
    throw Untimed{Verdict::low_precision, RoundedWhileTimed{m, noise}};
  }
}

std::size_t timed_elements(Backend backend) {
  return shared_elements(square(sizes(backend).back()));
}

Session session_of(const fs::path& source, std::size_t elements) {
  const Backend backend = timed_on(source);
  const CompileResult compiled = compile(source, backend);
  if (compiled.outcome == CompileResult::Outcome::infrastructure) {
    throw Untimed{.cause = MachineProblem{compiled.problem}};
  }
  if (compiled.refusal) {
    throw Untimed{.cause = DoesNotCompileHere{*compiled.refusal}};
  }
  return {backend, compiled.module, std::max(timed_elements(backend), elements)};
}

// The number of outputs that fit for products of this shape; 0 if even the minimum is too much.
int Runner::affordable_outputs(const Shape& shape) const {
  const double bytes = 4.0 * words_ * shape.m * shape.n;
  const double inputs = 4.0 * words_ * double(input_elements(shape));
  const int worth = std::clamp(int(kOutputBytes / bytes), 8, kMostOutputs);
  if (session_.backend() == Backend::cpu) {
    return kCpuOutputs;
  }
  const int outputs = int(std::min((double(budget_) - inputs) / bytes, double(worth)));
  return outputs >= kLeastOutputs ? outputs : 0;
}

void Runner::take(const Pools& pools, bool verified) {
  const Backend backend = session_.backend();
  const int outputs = affordable_outputs({pools.m, pools.n, pools.k, ""});
  if (outputs == 0) {
    const double elements =
        double(pools.a.size() + pools.b.size()) + double(kLeastOutputs) * pools.m * pools.n;
    throw Untimed{.cause = MatricesTooLarge{4e-6 * elements, 1e-6 * double(budget_)}};
  }
  const double times = precision_ == Precision::tf32 ? kTensorTimes : 1;
  const double fastest = backend == Backend::cuda
                             ? times * kBoost * peak_fp32_flops(gpu_state().survey.gpus.front())
                             : most_of_a_core();
  const std::vector<int> cores = allowed_processors();
  const int core = backend == Backend::cpu && !cores.empty() ? cores.back() : -1;
  entrant_.emplace(session_, pools, core, fastest, precision_);
  entrant_->stage(outputs, words_);
  contestant_.flops = entrant_->flops_of_call();
  contestant_.most_calls = outputs;
  contestant_.sample = [this, verified](int calls) { return entrant_->sample(calls, verified); };
}

Pools Runner::fitting_pools(std::uint64_t seed, std::uint64_t shape_key, int wanted) {
  const Backend backend = session_.backend();
  std::vector<int> affordable = sizes(backend);
  std::erase_if(affordable, [&](int size) { return affordable_outputs(square(size)) == 0; });
  if (affordable.empty()) {
    throw Untimed{.cause = TooLittleMemory{"to time anything"}};
  }
  const int last_usual = backend == Backend::cpu ? 256 : 1024;
  // The last size of those that fit, if these come first; else the first size.
  const auto last_of = [&](auto fits) {
    const auto end = std::ranges::partition_point(affordable, fits);
    return end == affordable.begin() ? *end : *std::prev(end);
  };
  const int first = last_of([&](int size) { return size <= last_usual; });
  Pools pools = make_pools(square(first), seed);
  take(pools);
  warm_up(contestant_);
  const double seconds = contestant_.flops / contestant_.warm_rate;
  const bool is_wanted = backend == Backend::cuda && std::ranges::count(affordable, wanted) > 0;
  const int chosen = is_wanted ? wanted : last_of([&](int size) {
    return size <= first || seconds * std::pow(double(size) / first, 3) <= kLongestCall;
  });
  if (chosen != first) {
    pools = make_pools(square(chosen), seed);
  }
  // Labs that promise only multiples of 32 take it, too; a processor's rows may begin anywhere.
  pools.k = drawn_depth(chosen, backend == Backend::cpu ? 1 : 32, shape_key);
  return pools;
}

}  // namespace gemmlab

#include "grader/judge/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "grader/compile/compile.h"
#include "grader/core/inputs.h"
#include "grader/judge/trial.h"
#include "grader/report/words/fact_words.h"
#include "grader/speed/runner.h"

namespace gemmlab {
namespace {

// One program on its way through all rounds.
class Lane {
 public:
  Lane(const BenchProgram& program, int size)
      : computes_(program.computes), session_(session_of(program.source, size)) {
    session_.load();
  }

  void prepare(const Pools& pools, std::uint64_t budget, std::uint64_t seed) {
    if (computes_) {
      verify(seed);
    }
    runner_.emplace(session_, budget);
    runner_->take(pools, computes_);
    runner_->trust_clock();
    warm_up(runner_->contestant());
  }

  void run() { rates_.push_back(runner_->contestant().measure()); }

  const Session& session() const { return session_; }

  BenchRate rate() {
    std::sort(rates_.begin(), rates_.end());
    return {rates_[rates_.size() / 2], rates_.front(), rates_.back()};
  }

 private:
  void verify(std::uint64_t seed) {
    TrialInput input;
    input.shape = {128, 128, 128, "whole tiles"};
    input.kind = InputKind::exact;
    input.seed = seed;
    input.by_kernel = false;
    const Trial trial = attempt(session_, input);
    if (trial.unwritten()) {
      throw Untimed{Verdict::partial, FoundWrong{"it computes nothing here"}};
    }
    if (!trial.right()) {
      const Verdict verdict = worst(trial).verdict;
      throw Untimed{verdict,
                    FoundWrong{fmt::format("it is {} at 128 x 128 x 128; ./gemmlab grade says why",
                                           name(verdict))}};
    }
  }

  bool computes_;
  Session session_;
  std::optional<Runner> runner_;
  std::vector<double> rates_;
};

}  // namespace

std::vector<BenchRate> bench(const std::vector<BenchProgram>& programs,
                             int size,
                             std::uint64_t seed,
                             const Complain& complain) {
  const Pools pools = make_pools(size, seed);
  std::vector<std::unique_ptr<Lane>> lanes(programs.size());
  std::uint64_t budget = 0;
  const auto each = [&](std::size_t i, auto action) {
    try {
      action();
    } catch (const Untimed& why) {
      complain(programs[i].name, sentence(why));
      lanes[i].reset();
    }
  };
  for (std::size_t i = 0; i < programs.size(); ++i) {
    each(i, [&] {
      lanes[i] = std::make_unique<Lane>(programs[i], size);
      budget = memory_budget(lanes[i]->session(), int(programs.size()));
    });
  }
  for (std::size_t i = 0; i < programs.size(); ++i) {
    if (lanes[i]) {
      each(i, [&] { lanes[i]->prepare(pools, budget, draw(seed, i)); });
    }
  }
  for (int round = 0; round < kBenchRounds; ++round) {
    for (std::size_t turn = 0; turn < lanes.size(); ++turn) {
      const std::size_t i = round % 2 == 0 ? turn : lanes.size() - 1 - turn;
      if (lanes[i]) {
        each(i, [&] { lanes[i]->run(); });
      }
    }
  }
  std::vector<BenchRate> rates;
  for (const auto& lane : lanes) {
    rates.push_back(lane ? lane->rate() : BenchRate{});
  }
  return rates;
}

}  // namespace gemmlab

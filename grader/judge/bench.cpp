#include "grader/judge/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "grader/judge/values/trial.h"
#include "grader/report/words/check_words.h"
#include "grader/speed/runner.h"

namespace gemmlab {
namespace {

// One program on its way through all rounds.
struct Lane {
  Session session;
  std::optional<Runner> runner = {};
  std::vector<double> rates = {};
};

void verify(Session& session, Precision precision, std::uint64_t seed) {
  const InputKind kind = precision == Precision::fp32 ? InputKind::exact : InputKind::near_tf32;
  const Trial trial = attempt(session, {.given = {.shape = {128, 128, 128, "whole tiles"},
                                                  .precision = precision,
                                                  .kind = kind,
                                                  .seed = seed}});
  if (trial.unwritten()) {
    throw Untimed{Verdict::partial, FoundWrong{"it computes nothing"}};
  }
  if (!trial.right()) {
    const Verdict verdict = worst(trial).verdict;
    throw Untimed{verdict,
                  FoundWrong{fmt::format("it is {} at 128 x 128 x 128; ./gemmlab grade shows why",
                                         name(verdict))}};
  }
}

}  // namespace

std::vector<BenchRate> bench(const std::vector<BenchProgram>& programs, const Shape& shape,
                             std::uint64_t seed, const Complain& complain) {
  int words = 1;
  std::map<Element, Pools> pools;  // of floats for all but the narrow ones
  const auto kind_of = [](const BenchProgram& program) {
    return is_narrow(program.element) ? program.element : Element::float_;
  };
  for (const BenchProgram& program : programs) {
    words = std::max(words, words_of(program.element));
  }
  for (const BenchProgram& program : programs) {
    const Element kind = kind_of(program);
    if (!pools.contains(kind)) {
      pools.emplace(kind, make_pools(shape, seed, kind, words));
    }
  }
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
      if (!fits(shape, programs[i].multiple_of)) {
        throw Untimed{.cause = FoundWrong{
                          fmt::format("it is for multiples of {} only", programs[i].multiple_of)}};
      }
      lanes[i].reset(new Lane{session_of(programs[i].source, words * shared_elements(shape))});
      lanes[i]->session.load();
      budget = memory_budget(lanes[i]->session, int(programs.size()));
    });
  }
  for (std::size_t i = 0; i < programs.size(); ++i) {
    if (lanes[i]) {
      each(i, [&] {
        if (programs[i].computes) {
          verify(lanes[i]->session, programs[i].precision, draw(seed, i));
        }
        Runner& runner = lanes[i]->runner.emplace(
            lanes[i]->session, budget, words_of(programs[i].element), programs[i].precision);
        runner.take(pools.at(kind_of(programs[i])), programs[i].computes);
        runner.trust_clock();
        warm_up(runner.contestant());
      });
    }
  }
  for (int round = 0; round < kBenchRounds; ++round) {
    for (std::size_t turn = 0; turn < lanes.size(); ++turn) {
      const std::size_t i = round % 2 == 0 ? turn : lanes.size() - 1 - turn;
      if (lanes[i]) {
        each(i, [&] { lanes[i]->rates.push_back(lanes[i]->runner->contestant().measure()); });
      }
    }
  }
  std::vector<BenchRate> medians(lanes.size());
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    if (lanes[i]) {
      std::vector<double> rates = lanes[i]->rates;
      medians[i].rounds = rates;
      std::ranges::sort(rates);
      medians[i].flops = rates[rates.size() / 2];
    }
  }
  return medians;
}

}  // namespace gemmlab

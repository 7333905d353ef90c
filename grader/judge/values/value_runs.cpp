#include "grader/judge/values/value_runs.h"

#include <fmt/format.h>

#include <array>
#include <atomic>

#include "grader/process/interrupt.h"

namespace gemmlab {

// Tagged inputs come first: values that are right there but slightly off later have lost precision.
std::vector<TrialInput> inputs_of(const Candidate& candidate, const Shape& shape,
                                  std::size_t number, bool failed_before) {
  const bool on_gpu = candidate.session.backend() == Backend::cuda;
  const std::uint64_t seed = on_gpu ? ~candidate.options.seed : candidate.options.seed;
  std::vector<TrialInput> inputs;
  const auto add = [&](InputKind kind) -> TrialInput& {
    const std::uint64_t own = draw(seed, number * 16 + inputs.size());
    const auto tagged = std::ranges::count(inputs, InputKind::tagged, &TrialInput::kind);
    inputs.push_back({.shape = shape,
                      .element = candidate.spec.element,
                      .kind = kind,
                      .seed = own,
                      .schedule_seed = inputs.empty() ? 0 : own,
                      .failed_before = failed_before,
                      .c_holds_numbers = kind == InputKind::uniform && !inputs.empty(),
                      .low_precision_possible = tagged > 0});
    return inputs.back();
  };
  // On a GPU and a CPU the program's own process has the memory.
  const ReadBack hidden =
      candidate.session.backend() == Backend::sim ? ReadBack::zeros : ReadBack::as_it_is;
  if (shape.only_launch) {
    // The bound of rounded sums allows almost any value at a large k.
    TrialInput& only = add(shape.k > kLongRow ? InputKind::exact : InputKind::uniform);
    only.read_back = hidden;
    return inputs;
  }
  for (const InputKind kind : candidate.spec.inputs) {
    TrialInput changed = add(kind);
    if (kind == InputKind::uniform) {
      inputs.back().read_back = hidden;
      // A program that keeps products and knows inputs by a few elements takes these for the same.
      changed.one_changed = changed.only_values = true;
      changed.low_precision_possible = false;  // as they were right just before
      inputs.push_back(changed);
    }
  }
  if (candidate.session.backend() == Backend::cpu) {
    add(InputKind::uniform).placement = Placement::flush_start;
  }
  // One that leaves out products with 0 loses an infinity. Without random inputs it may be a study
  // of copies, which are products with the identity.
  const auto has = [&](InputKind kind) {
    return std::ranges::count(candidate.spec.inputs, kind) > 0;
  };
  const bool is_cheap = 1.0 * shape.m * shape.n * shape.k < kMuch;
  if (has(InputKind::identity) && has(InputKind::uniform) && is_cheap &&
      takes_infinity(inputs.front())) {
    TrialInput& zeros = add(InputKind::identity);
    zeros.one_changed = zeros.only_values = true;
    zeros.low_precision_possible = false;
  }
  return inputs;
}

void announce(const Candidate& candidate, const TrialInput& input, const std::string& before) {
  candidate.options.say(fmt::format("{}{}x{}x{} {}", before, input.shape.m, input.shape.n,
                                    input.shape.k, name(input.kind)));
}

bool are_right_in_pairs(const Candidate& candidate, const std::vector<CheckPlan>& planned) {
  if (candidate.second == nullptr || candidate.options.only_shape) {
    return false;
  }
  std::atomic<bool> failed = false;
  std::array<std::vector<TrialInput>, 2> shares;
  std::array<double, 2> costs{};
  for (std::size_t i = 0; i < planned.size(); ++i) {
    const bool other = costs[1] < costs[0];
    for (const TrialInput& input : inputs_of(candidate, *planned[i].shape, i, true)) {
      costs[other] += padded_volume(input.shape, 32);
      shares[other].push_back(input);
    }
  }
  const auto run = [&](Session* session, const std::vector<TrialInput>& inputs) {
    unneeded = &failed;
    try {
      for (TrialInput input : inputs) {
        announce(candidate, input);
        input.seconds_left = kSecondsForAll - session->seconds();
        const Trial trial = attempt(*session, input);
        failed = failed || !trial.right() || trial.outcome.reply.live_allocations > 0;
      }
    } catch (...) {
      failed = true;  // also by an interrupt
    }
    unneeded = nullptr;
  };
  auto other = std::async(kAtOnce, run, candidate.second, shares[1]);
  run(&candidate.session, shares[0]);
  other.get();
  throw_if_interrupted();
  if (failed) {
    candidate.session.stop();
    candidate.second->stop();
  }
  return !failed;
}

}  // namespace gemmlab

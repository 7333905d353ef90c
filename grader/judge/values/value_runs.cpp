#include "grader/judge/values/value_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <future>
#include <iterator>
#include <stop_token>

#include "grader/core/array_task.h"
#include "grader/process/interrupt.h"

namespace gemmlab {
namespace {

// All runs at the planned shapes, shared fairly, and in an order that depends on the file: no
// program can tell a run by how many there were before.
std::array<std::vector<TrialInput>, 2> in_two_shares(const Candidate& candidate,
                                                     const std::vector<CheckPlan>& planned) {
  std::vector<TrialInput> all;
  for (std::size_t i = 0; i < planned.size(); ++i) {
    std::ranges::move(inputs_of(candidate, *planned[i].shape, i, true), std::back_inserter(all));
  }
  const auto cost = [](const TrialInput& input) {
    return padded_volume(input.given.shape, kUsualTile);
  };
  std::ranges::stable_sort(all, std::greater{}, cost);
  std::array<std::vector<TrialInput>, 2> shares;
  std::array<double, 2> costs{};
  for (const TrialInput& input : all) {
    const bool other = costs[1] < costs[0];
    costs[other] += cost(input);
    shares[other].push_back(input);
  }
  for (std::vector<TrialInput>& share : shares) {
    for (std::size_t i = share.size(); i > 1; --i) {
      std::swap(share[i - 1], share[draw(candidate.shape_key, i) % i]);
    }
  }
  return shares;
}

}  // namespace

// Tagged inputs come first: values that are right there but slightly off later have lost precision.
std::vector<TrialInput> inputs_of(const Candidate& candidate, const Shape& shape,
                                  std::size_t number, bool failed_before) {
  const bool on_gpu = candidate.session.backend() == Backend::cuda;
  const std::uint64_t seed = on_gpu ? ~candidate.options.seed : candidate.options.seed;
  std::vector<TrialInput> inputs;
  const auto add = [&](InputKind kind) -> TrialInput& {
    const std::uint64_t own = draw(seed, number * 16 + inputs.size());
    const auto tagged = std::ranges::count(inputs, InputKind::tagged,
                                           [](const TrialInput& each) { return each.given.kind; });
    inputs.push_back({.given = {.shape = shape,
                                .element = candidate.spec.element,
                                .precision = candidate.spec.precision,
                                .kind = kind,
                                .seed = own,
                                .c_holds_numbers = kind == InputKind::uniform && !inputs.empty()},
                      .mode =
                          {
                              .schedule_seed = inputs.empty() ? 0 : own,
                              .access_budget = access_budget(shape, failed_before),
                          },
                      .low_precision_possible = tagged > 0});
    return inputs.back();
  };
  if (candidate.spec.task != nullptr) {
    for (const InputKind kind : candidate.spec.inputs) {
      TrialInput& input = add(kind);
      input.given.task = candidate.spec.task;
      input.given.c_holds_numbers = false;
      input.mode.entry = entry_of(candidate.spec);
    }
    return inputs;
  }
  // On a GPU and a CPU the program's own process has the memory.
  const ReadBack hidden =
      candidate.session.backend() == Backend::sim ? ReadBack::zeros : ReadBack::as_it_is;
  if (shape.only_launch) {
    // The bound of rounded sums allows almost any value at a large k.
    const InputKind exact =
        candidate.spec.precision == Precision::fp32 ? InputKind::exact : InputKind::tagged;
    TrialInput& only = add(shape.k > kLongRow ? exact : InputKind::uniform);
    only.mode.read_back = hidden;
    // Nearly all of its many blocks do the same.
    if (candidate.session.backend() == Backend::sim && std::max(shape.m, shape.n) > kLongRow) {
      only.mode.look = Look::some_blocks;
      only.mode.read_back = ReadBack::as_it_is;
    }
    return inputs;
  }
  for (const InputKind kind : candidate.spec.inputs) {
    TrialInput changed = add(kind);
    if (kind == InputKind::uniform) {
      inputs.back().mode.read_back = hidden;
      // A program that keeps products and knows inputs by a few elements takes these for the same.
      changed.given.one_changed = true;
      changed.mode.look = Look::only_values;
      changed.low_precision_possible = false;  // as they were right just before
      inputs.push_back(changed);
    }
  }
  if (candidate.session.backend() == Backend::cpu) {
    add(InputKind::uniform).mode.placement = Placement::flush_start;
  }
  // One that leaves out products with 0 loses an infinity: zeros are in A or in B, from shape to
  // shape. Without random inputs it may be a study of copies, which are products with the identity.
  const auto has = [&](InputKind kind) {
    return std::ranges::count(candidate.spec.inputs, kind) > 0;
  };
  const bool is_cheap = 1.0 * shape.m * shape.n * shape.k < kMuch;
  if (has(InputKind::identity) && has(InputKind::uniform) && is_cheap &&
      takes_infinity(inputs.front().given)) {
    // One that leaves out whole tiles of zeros shows it only where k is longer than the ones.
    const bool has_tiles_of_zeros = shape.k > 2 * std::max(shape.m, shape.n);
    for (const bool is_b : {false, true}) {
      if (has_tiles_of_zeros || is_b == (number % 2 == 1)) {
        TrialInput& zeros = add(InputKind::identity);
        zeros.given.one_changed = true;
        zeros.given.identity_is_b = is_b;
        zeros.mode.look = Look::only_values;
        zeros.low_precision_possible = false;
      }
    }
  }
  return inputs;
}

void announce(const Candidate& candidate, const TrialInput& input, const std::string& before) {
  const auto [m, n, k] = input.given.shape.extents();
  const std::string size = input.given.task != nullptr
                               ? size_in_words(*input.given.task, input.given.shape)
                               : fmt::format("{}x{}x{} {}", m, n, k, name(input.given.kind));
  candidate.options.say(before + size);
}

std::optional<RightRuns> right_runs_in_pairs(const Candidate& candidate,
                                             const std::vector<CheckPlan>& planned) {
  if (candidate.second == nullptr || candidate.options.only_shape) {
    return std::nullopt;
  }
  // What is wrong with a program that takes longer shows when its runs follow each other.
  constexpr std::uint64_t kMuchInPairs = 200'000'000;  // accesses
  constexpr double kLongInPairs = 10;                  // seconds
  std::stop_source failure;
  std::optional<Metrics> counted;  // by one process only
  std::array<WasteWatch, 2> waste;
  const auto run = [&](Session* session, const std::vector<TrialInput>& inputs, WasteWatch* watch) {
    session->give_up_when(failure.get_token());
    try {
      for (TrialInput input : inputs) {
        announce(candidate, input);
        input.mode.seconds_left = std::min(kSecondsForAll - session->seconds(), kLongInPairs);
        input.mode.access_budget = std::min(input.mode.access_budget, kMuchInPairs);
        const Trial trial = attempt(*session, input);
        if (!trial.right() || trial.outcome.reply.live_allocations > 0) {
          failure.request_stop();
        }
        watch->note(trial, input.given);
        if (input.given.shape.counted) {
          counted = metrics_of(trial, input.given.shape);
        }
      }
    } catch (...) {
      failure.request_stop();  // also by an interrupt
    }
    session->give_up_when({});
  };
  const auto [first, second] = in_two_shares(candidate, planned);
  auto other = std::async(kAtOnce, run, candidate.second, second, &waste[1]);
  run(&candidate.session, first, &waste[0]);
  other.get();
  throw_if_interrupted();
  if (failure.stop_requested()) {
    candidate.session.stop();
    candidate.second->stop();
    return std::nullopt;
  }
  waste[0].note(waste[1]);
  return RightRuns{std::move(counted), waste[0]};
}

}  // namespace gemmlab

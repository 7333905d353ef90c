#include "grader/judge/values/waste.h"

#include <algorithm>
#include <cmath>

namespace gemmlab {
namespace {

// Of the simplest kernel, in blocks that the smallest extents hardly fill: two loads a product.
double usual(const Shape& shape) {
  constexpr int kTile = 32;
  return 2 * padded_volume(shape, kTile);
}

// Whether all else that a run shows follows from its early end: what it has stored is right.
bool is_only_ended_early(const Trial& trial) {
  const std::optional<OutOfTime>& stop = trial.outcome.reply.out_of_time;
  const auto follows = [](const Complaint& each) {
    return std::holds_alternative<OutOfTime>(each.fact) ||
           std::holds_alternative<WrongValues>(each.fact);
  };
  return stop && stop->reason == StopReason::budget && trial.comparison.has_only_gaps() &&
         std::ranges::all_of(trial.complaints, follows);
}

constexpr double kWasteful = 8;  // times what is usual

// Accesses, and threads that start, as a budget counts them.
double work_of(const Trial& trial) {
  double threads = 0;
  for (const LaunchShape& launch : trial.outcome.reply.counts.launches) {
    threads += double(launch.times) * launch.threads();
  }
  return double(trial.outcome.reply.accesses) + double(kAccessesAThread) * threads;
}

double times_usual(const Trial& trial, const Shape& shape) {
  return work_of(trial) / usual(shape);
}

TrialInput with_part(TrialInput input, int part) {
  Shape& shape = input.given.shape;
  int* const extents[] = {&shape.m, &shape.n, &shape.k};
  int& largest = **std::ranges::max_element(extents, {}, [](const int* each) { return *each; });
  constexpr int kTile = 32;  // of a smaller part a whole tile is computed, too
  largest = std::max(std::min(largest, kTile), largest / part);
  input.mode.access_budget = access_budget(shape);
  return input;
}

}  // namespace

bool is_dear_in_vain(const Trial& trial, const Shape& shape) {
  constexpr double kDear = 2e7;
  return work_of(trial) > kDear && times_usual(trial, shape) >= kWasteful;
}

void WasteWatch::note(const Trial& trial, const GivenMatrices& given) {
  const Shape& shape = given.shape;
  if (given.task == nullptr) {
    note({{times_usual(trial, shape)}, shape.m, shape.n, shape.k}, 0);
  }
}

void WasteWatch::note(const WasteWatch& other) {
  note(other.most_, other.line_);
}

void WasteWatch::note(Wasteful waste, int line) {
  if (waste.times > most_.times) {
    most_ = waste;
    line_ = line;
  }
}

std::optional<Trial> WasteWatch::attempt_unless_in_vain(Session& session, TrialInput input) {
  constexpr std::uint64_t kShort = 100'000'000;  // accesses
  const std::uint64_t budget = input.mode.access_budget;
  input.mode.access_budget = advice() ? std::min(kShort, budget) : budget;
  for (;;) {
    Trial trial = attempt(session, input);
    if (explains(trial, input, session)) {
      return std::nullopt;
    }
    if (input.mode.access_budget == budget || !trial.outcome.reply.out_of_time) {
      return trial;
    }
    input.mode.access_budget = budget;
  }
}

bool WasteWatch::explains(const Trial& trial, const TrialInput& input, Session& session) {
  if (input.given.task != nullptr || !is_only_ended_early(trial)) {
    return false;
  }
  // Two parts, to learn how the waste grows with each doubling.
  constexpr int kParts = 32, kDoublings = 5;
  const TrialInput small = with_part(input, 2 * kParts), larger = with_part(input, kParts);
  const Trial of_small = attempt(session, small), of_larger = attempt(session, larger);
  if (!of_small.right() || !of_larger.right()) {
    return false;
  }
  const double times = times_usual(of_larger, larger.given.shape);
  const double growth = std::max(1.0, times / times_usual(of_small, small.given.shape));
  const Shape& shape = input.given.shape;
  const double foretold = times * std::pow(growth, kDoublings);
  constexpr double kRough = 4;  // of tiles that a part does not fill
  if (foretold < kWasteful / 2 ||
      kRough * foretold * usual(shape) < double(input.mode.access_budget)) {
    return false;  // and yet it did not end
  }
  note({{foretold}, shape.m, shape.n, shape.k, std::ranges::max(larger.given.shape.extents())},
       trial.outcome.reply.out_of_time->at.line);
  return true;
}

std::optional<Advice> WasteWatch::advice() const {
  if (most_.times < kWasteful) {
    return std::nullopt;
  }
  return Advice{most_, line_ > 0 ? std::vector<Place>{{"", line_}} : std::vector<Place>{}};
}

}  // namespace gemmlab

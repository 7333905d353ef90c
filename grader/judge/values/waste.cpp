#include "grader/judge/values/waste.h"

#include <algorithm>
#include <cmath>

namespace gemmlab {
namespace {

// Of the simplest kernel, in blocks that the smallest extents hardly fill: two loads a product.
double usual(const Shape& shape) {
  return 2 * padded_volume(shape, kUsualTile);
}

// Whether all else that a run shows follows from its early end: what it has stored is right.
bool is_only_ended_early(const Trial& trial) {
  const std::optional<OutOfTime>& stop = trial.outcome.reply.out_of_time;
  const auto follows = [](const Complaint& each) {
    return holds_alternative<OutOfTime>(each.fact) || holds_alternative<WrongValues>(each.fact);
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
  // Of a smaller part a whole tile is computed, too.
  largest = std::max(std::min(largest, kUsualTile), largest / part);
  input.mode.access_budget = access_budget(shape);
  return input;
}

constexpr double kRough = 4;  // of tiles that a part does not fill

// What a run would cost if it had not been ended.
struct Foretold {
  Wasteful waste;   // no times: nothing is foretold
  double most = 0;  // accesses
};

// By two parts, to learn how the waste grows with each doubling. Nothing if the run shows anything
// but its early end, or a part is not right.
Foretold foretold(const Trial& trial, const TrialInput& input, Session& session) {
  constexpr int kParts = 64, kDoublings = 6;
  if (input.given.task != nullptr || !is_only_ended_early(trial)) {
    return {};
  }
  const TrialInput small = with_part(input, 2 * kParts), larger = with_part(input, kParts);
  const Trial of_small = attempt(session, small), of_larger = attempt(session, larger);
  if (!of_small.right() || !of_larger.right()) {
    return {};
  }
  const double times = times_usual(of_larger, larger.given.shape);
  const double growth = std::max(1.0, times / times_usual(of_small, small.given.shape));
  const Shape& shape = input.given.shape;
  const double all_times = times * std::pow(growth, kDoublings);
  return {{{all_times}, shape.m, shape.n, shape.k, std::ranges::max(larger.given.shape.extents())},
          kRough * all_times * usual(shape)};
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
  constexpr std::uint64_t kShort = 40'000'000, kUsual = 200'000'000;  // accesses
  const std::uint64_t budget = input.mode.access_budget;
  input.mode.access_budget = std::min(advice() ? kShort : kUsual, budget);
  for (;;) {
    Trial trial = attempt(session, input);
    if (!trial.outcome.reply.out_of_time) {
      return trial;
    }
    const Foretold whole = foretold(trial, input, session);
    if (whole.waste.times >= kWasteful / 2 && whole.most >= double(input.mode.access_budget)) {
      note(whole.waste, trial.outcome.reply.out_of_time->at.line);
      return std::nullopt;
    }
    const bool is_endless = whole.waste.times > 0 && kRough * whole.most < input.mode.access_budget;
    if (is_endless || input.mode.access_budget == budget) {
      return trial;
    }
    input.mode.access_budget = budget;
  }
}

std::optional<Advice> WasteWatch::advice() const {
  if (most_.times < kWasteful) {
    return std::nullopt;
  }
  return Advice{most_, line_ > 0 ? std::vector<Place>{{"", line_}} : std::vector<Place>{}};
}

}  // namespace gemmlab

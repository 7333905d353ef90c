#include "grader/speed/speed_baselines.h"

#include "grader/machine/paths.h"

namespace gemmlab {
namespace {

fs::path solution_of(const Lab& lab) {
  return paths().solutions() / lab.path();
}

fs::path baseline_of(const Spec& spec, const Lab& lab) {
  if (spec.speed.over == lab.slug()) {
    return paths().speed_programs() / "textbook_loop.cpp";
  }
  const std::vector<Lab> labs = read_labs(paths().table());
  return solution_of(*find_lab(labs, spec.speed.over));
}

// Runs our own code: an error there is not the student's fault.
template <typename Action>
auto ours(Action action) {
  try {
    return action();
  } catch (const Untimed& why) {
    throw Untimed{Verdict::not_graded, why.cause, true};
  }
}

// Stops the program between its samples, because its threads could slow down the others.
void run_alone(Session& session, Contestant& contestant) {
  contestant.sample = [&session, sample = contestant.sample](int calls) {
    session.resume();
    const double seconds = sample(calls);
    session.pause();
    return seconds;
  };
  session.pause();
}

}  // namespace

// Measures the GPU's clock rate with a kernel of its own, in a separate process.
class SpeedBaselines::ClockProbe {
 public:
  // Starts its process without waiting for it.
  ClockProbe() { session_.spawn(); }

  // Prepares it. Call this first.
  void stage() { entrant_.stage(1); }

  // The current cycles per second of a multiprocessor; takes about a millisecond.
  double hz() {
    entrant_.sample(1, false);
    const float cycles = session_.c()[0], nanoseconds = session_.c()[1];
    return 1e9 * double(cycles) / double(nanoseconds);
  }

 private:
  Session session_ = session_of(paths().speed_programs() / "clock_probe.cu");
  Pools pools_ = make_pools(square(32), 0);  // of a product that is never computed
  Entrant entrant_{session_, pools_, -1, 0};
};

SpeedBaselines::SpeedBaselines(const Spec& spec, const Lab& lab, std::uint64_t seed,
                               std::uint64_t shape_key)
    : nominal_(spec.speed.nominal),
      precision_(spec.precision),
      baseline_session_(ours([&] { return session_of(baseline_of(spec, lab)); })),
      reference_session_(ours([&] { return session_of(solution_of(lab)); })) {
  ours([&] {
    if (baseline_session_.backend() == Backend::cuda) {
      probe_ = std::make_unique<ClockProbe>();
    }
    baseline_session_.spawn();
    reference_session_.spawn();
    baseline_session_.load();
    reference_session_.load();
    budget_ = memory_budget(reference_session_, 3);
    baseline_ = std::make_unique<Runner>(baseline_session_, budget_, 1, precision_);
    reference_ = std::make_unique<Runner>(reference_session_, budget_, 1, precision_);
    baseline_pools_ = baseline_->fitting_pools(draw(seed, 2), shape_key, spec.speed.size);
    baseline_->take(baseline_pools_);
    if (baseline_session_.backend() != reference_session_.backend()) {
      pools_ = reference_->fitting_pools(draw(seed, 3), shape_key, spec.speed.size);
    } else if (probe_) {
      probe_->stage();
    }
    reference_->take(pools());
    reference_->allow(overhead_, true);
    if (baseline_session_.backend() == reference_session_.backend()) {
      baseline_->allow(overhead_, true);
    }
    warm_up(baseline_->contestant());
    warm_up(reference_->contestant(), clock());
  });
  if (reference_session_.backend() == Backend::cpu) {
    reference_->contestant().warm_rate = 0;  // processors are always shared with other programs
  }
  for (Runner* each : {baseline_.get(), reference_.get()}) {
    Contestant& contestant = each->contestant();
    contestant.sample = [sample = contestant.sample](int calls) {
      return ours([&] { return sample(calls); });
    };
  }
}

SpeedBaselines::~SpeedBaselines() = default;

RaceResult SpeedBaselines::race_against(Session& student, std::uint64_t seed) {
  Runner mine(student, budget_, 1, precision_);
  mine.take(pools());
  mine.allow(overhead_, false);
  warm_up(mine.contestant());
  if (student.backend() == Backend::cpu) {
    run_alone(student, mine.contestant());
  }
  RaceTerms terms{nominal_, draw(seed, 1), clock()};
  if (baseline_session_.backend() != student.backend()) {
    terms.baseline_best = std::max(best_elsewhere_, baseline_->contestant().warm_rate);
  }
  const RaceResult result =
      race(baseline_->contestant(), mine.contestant(), reference_->contestant(), terms);
  best_elsewhere_ = result.baseline_flops;
  student.resume();
  return result;
}

Clock SpeedBaselines::clock() {
  return probe_ ? Clock([this] { return ours([&] { return probe_->hz(); }); }) : Clock();
}

bool SpeedBaselines::are_held_up_by(Session& student) {
  constexpr int kTimes = 2;  // a coincidence does not happen twice
  constexpr int kSamples = 7;
  constexpr double kRecovered = 0.9;  // of the rate without the program: above, it does not disturb
  Runner mine(student, budget_, 1, precision_);
  for (int time = 0; time < kTimes; ++time) {
    mine.take(pools());
    mine.contestant().sample(1);
    const double beside = usual_rate(reference_->contestant(), kSamples);
    student.stop();
    if (beside > kRecovered * usual_rate(reference_->contestant(), kSamples)) {
      return false;
    }
  }
  return true;
}

}  // namespace gemmlab

#include "grader/judge/explain/cheapest_run.h"

#include <algorithm>
#include <cstdint>

#include "grader/core/spec.h"

namespace gemmlab {

std::optional<TrialInput> cheapest_wrong(Session& session, const Candidate& candidate,
                                         const TrialInput& run) {
  constexpr int kShort = 5;             // a k at which most mistakes show
  constexpr double kSlow = 1;           // seconds, on the CPU itself
  constexpr std::uint64_t kMany = 2e8;  // accesses
  TrialInput values = run;
  values.mode.look = Look::only_values;
  TrialInput shorter = values;
  const int least = std::max(kShort, candidate.spec.multiple_of);
  int& k = shorter.given.shape.k;
  k = run.given.task == nullptr ? std::min(k, least) : k;
  shorter.mode.access_budget =
      std::uint64_t(double(run.mode.access_budget) * padded_volume(shorter.given.shape) /
                    padded_volume(run.given.shape));
  for (TrialInput first : {shorter, values, run}) {
    const Trial trial = attempt(session, first);
    if (session.backend() == Backend::cpu ? trial.outcome.seconds > kSlow
                                          : trial.outcome.kind == Outcome::Kind::timed_out ||
                                                trial.outcome.reply.accesses > kMany) {
      return std::nullopt;
    }
    if (!trial.right()) {
      // A program that is nearly right does not take many times the accesses, unless this one ended
      // early.
      constexpr std::uint64_t kAMultiplication = 4, kTimes = 8;
      const Verdict verdict = worst(trial).verdict;
      const bool has_ended = verdict == Verdict::misaligned || verdict == Verdict::launch_failed;
      const std::uint64_t usual =
          kAMultiplication * first.given.shape.m * first.given.shape.n * first.given.shape.k;
      first.mode.access_budget = std::max((has_ended ? 3'000'000 : 500'000) + usual,
                                          kTimes * trial.outcome.reply.accesses);
      return first;
    }
  }
  return std::nullopt;
}

}  // namespace gemmlab

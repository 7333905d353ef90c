#include "grader/judge/explain/change_search.h"

#include <algorithm>
#include <array>
#include <exception>
#include <future>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "grader/judge/evidence.h"
#include "grader/judge/explain/allowance.h"
#include "grader/judge/explain/best_changes.h"
#include "grader/judge/explain/changeable_program.h"
#include "grader/judge/explain/cheapest_run.h"
#include "grader/judge/explain/odd_grid.h"
#include "grader/judge/values/counted_run.h"

namespace gemmlab {
namespace {

constexpr int kMostALine = 2;
constexpr double kSecondsAtFirst = 1, kSecondsARun = 5;
constexpr std::size_t kMostFound = 6, kMostAtLast = 3;
// Of a file with more changes not all can be tried: first those of what its author wrote.
constexpr std::size_t kMostTried = 450;
constexpr double kMostTimes = 2;
constexpr double kOwnLines = std::numeric_limits<double>::infinity();  // worth the most

// Whether enough is known about its line.
bool is_told(const std::vector<Helpful>& known, const Helpful& change) {
  return std::ranges::count_if(known, [&](const Helpful& each) {
           return each.change.line == change.change.line;
         }) >= kMostALine;
}

// Tries the changes of one program: each in the cheap runs, and what helps there in the dear ones.
class ChangeSearch {
 public:
  // Needs a program that compiles.
  ChangeSearch(const Candidate& candidate, const ChangeRuns& runs, const ChangeableProgram& program,
               double accesses)
      : candidate_(candidate),
        runs_(runs),
        program_(program),
        session_(new_session(program.module())),
        allowance_(accesses / (candidate.in_pairs ? 2 : 1)),
        allowance_beside_(accesses / 2),
        allowance_of_dear_(accesses) {}

  // `given`: lines of the skeleton.
  std::vector<Change> search(const std::set<int>& given) {
    first_ = cheapest_wrong(*session_, candidate_, runs_.cheap.front());
    if (!first_) {
      return {};
    }
    const Trial usual = attempt_with(0, *session_, runs_.cheap.front(), allowance_);
    usual_blocks_ = blocks_of(usual);
    const bool is_race = !usual.right() && worst(usual).verdict == Verdict::race;
    most_accesses_ = is_race ? kMostTimes * double(usual.outcome.reply.accesses) : most_accesses_;
    least_blocks_ =
        asks_for(Evidence::Kind::blocks_at_least, candidate_.spec) ? launched_blocks(usual) : 0;
    if (candidate_.in_pairs) {
      beside_ = new_session(program_.module());
    }
    const std::size_t usual_ones = program_.usual(), all = program_.changes().size();
    std::vector<Change> best = best_among(helpful_of(0, usual_ones, kMostFound), given);
    // One that only goes round the mistake is told if there is no other.
    if (!is_chance_ && (best.empty() || best.front().likeness >= Likeness::unlike)) {
      auto others = best_among(helpful_of(usual_ones, all, kMostAtLast), given);
      best = others.empty() ? best : others;
    }
    if (allowance_.is_late() || allowance_beside_.is_late() || allowance_of_dear_.is_late()) {
      candidate_.options.say("the search for the line to change has taken minutes: it ends here");
    }
    return best;
  }

 private:
  // Every `step`th of these changes from `begin` on, until so many are found.
  struct Part {
    const std::vector<std::size_t>& changes;
    std::size_t begin, step, most;
  };

  // Those that are told. None if the program is right by itself now: earlier runs decide then.
  std::vector<Change> best_among(std::vector<Helpful> helpful, const std::set<int>& given) {
    is_chance_ = std::ranges::count(helpful, true, &Helpful::is_by_chance) > 0;
    if (is_chance_) {
      return {};
    }
    for (Helpful& each : helpful) {
      each.is_given = given.contains(each.change.line);
    }
    return best_of(std::move(helpful), [&](const Helpful& each) {
      return is_right_in_dear_runs(each.number) && !misses_a_limit(each);
    });
  }

  std::unique_ptr<Session> new_session(const fs::path& module) const {
    std::size_t elements = 0;
    for (const std::vector<TrialInput>* runs : {&runs_.cheap, &runs_.dear}) {
      for (const TrialInput& run : *runs) {
        elements = std::max(elements, elements_of(run.given.shape));
      }
    }
    return std::make_unique<Session>(candidate_.session.backend(), module, elements,
                                     candidate_.options.sandbox());
  }

  // A run with the change of this number; 0: with none.
  static Trial attempt_with(int number, Session& session, TrialInput run, Allowance& allowance) {
    constexpr std::uint64_t kGlance = 1'000'000;  // accesses, after a launch that is allowed
    run.mode.change = number;
    if (session.backend() == Backend::cpu) {
      run.mode.seconds_left = run.mode.look == Look::only_values ? kSecondsAtFirst : kSecondsARun;
    }
    run.mode.access_budget = run.given.shape.only_launch ? kGlance : run.mode.access_budget;
    return allowance.attempt(session, run);
  }

  // Of these changes those that help in all cheap runs, in the changes' order, whichever of them
  // are tried first.
  std::vector<Helpful> helpful_of(std::size_t begin, std::size_t end, std::size_t most) {
    const auto groups = in_order_of_trial(program_.changes(), begin, end, runs_.lines);
    std::vector<Helpful> all;
    for (std::size_t i = 0; i < groups.size() && (most > kMostAtLast || all.empty()); ++i) {
      std::ranges::move(helpful_among(groups[i], most), std::back_inserter(all));
    }
    std::ranges::sort(all, {}, [](const Helpful& each) {
      return std::tuple(!has_reason(each.change.kind),
                        std::min(each.change.likeness, Likeness::none), each.number);
    });
    std::vector<Helpful> kept;
    for (const Helpful& each : all) {
      if (kept.size() < most && !is_told(kept, each)) {
        kept.push_back(each);
      }
    }
    return kept;
  }

  // Two processes try every second change each.
  std::vector<Helpful> helpful_among(const std::vector<std::size_t>& changes, std::size_t most) {
    auto others = std::async(beside_ ? kAtOnce : std::launch::deferred, [&] {
      std::vector<Helpful> found;
      if (beside_) {
        found = helpful_in(*beside_, allowance_beside_, {changes, 1, 2, most});
        beside_->stop();  // its process ends with this thread
      }
      return found;
    });
    std::vector<Helpful> all =
        helpful_in(*session_, allowance_, {changes, 0, beside_ ? 2u : 1u, most});
    std::ranges::move(others.get(), std::back_inserter(all));
    return all;
  }

  std::vector<Helpful> helpful_in(Session& session, Allowance& allowance, const Part& part) const {
    std::vector<Helpful> found;
    for (std::size_t i = part.begin; i < part.changes.size() && !allowance.is_spent();
         i += part.step) {
      const std::size_t change = part.changes[i];
      Helpful tried{program_.changes()[change], int(change) + 1};
      if (found.size() < part.most && !is_told(found, tried) &&
          is_right_in_cheap_runs(tried, session, allowance)) {
        tried.is_by_chance = allowance.attempt(session, *first_).right();
        found.push_back(tried);
      }
    }
    return found;
  }

  // Notes what the runs cost.
  bool is_right_in_cheap_runs(Helpful& tried, Session& session, Allowance& allowance) const {
    const auto is_right = [&](const TrialInput& run) {
      const Trial trial = attempt_with(tried.number, session, run, allowance);
      tried.wasted += wasted_units(trial.outcome.reply.counts);
      tried.accesses += trial.outcome.reply.accesses;
      const bool is_first = &run == &runs_.cheap.front();
      if (is_first && (launched_blocks(trial) < least_blocks_ ||
                       double(trial.outcome.reply.accesses) > most_accesses_)) {
        return false;
      }
      return (trial.right() && !has_odd_grid(trial, is_first ? usual_blocks_ : 0)) ||
             (run.given.shape.only_launch && trial.outcome.reply.out_of_time);
    };
    // Where only its accesses are wrong, most changes make values wrong, which costs less to see.
    TrialInput values = *first_;
    values.mode.look = Look::only_values;
    const bool is_of_accesses = first_->mode.look != Look::only_values;
    return (!is_of_accesses || attempt_with(tried.number, session, values, allowance).right()) &&
           is_right(*first_) && std::ranges::all_of(runs_.cheap, is_right);
  }

  bool is_right_in_dear_runs(int number) {
    return std::ranges::all_of(runs_.dear, [&](const TrialInput& run) {
      if (allowance_of_dear_.is_spent()) {
        return false;
      }
      const Trial trial = attempt_with(number, *session_, run, allowance_of_dear_);
      const bool is_unknown = trial.outcome.reply.out_of_time.has_value();
      return trial.right() ||
             (is_unknown && (run.given.shape.only_launch || is_right_alone(number, run)));
    });
  }

  // The limits that the program misses with a change; nothing: unknown.
  std::optional<std::vector<EvidenceKind>> missed_with(int number) {
    TrialInput run = counted_input(candidate_);
    run.mode.access_budget = access_budget(run.given.shape);
    const Trial trial = attempt_with(number, *session_, run, allowance_of_dear_);
    if (trial.outcome.kind != Outcome::Kind::replied || trial.outcome.reply.out_of_time) {
      return std::nullopt;
    }
    return missed_kinds(candidate_.spec, metrics_of(trial, run.given.shape));
  }

  // Whether the next check would fail because of the change. What the program itself misses is
  // another mistake, unless the change is about which thread computes what.
  bool misses_a_limit(const Helpful& each) {
    if (candidate_.spec.evidence.empty() || candidate_.spec.task != nullptr) {
      return false;
    }
    const auto missed = missed_with(each.number);
    if (!missed || missed->empty() || each.change.is_of_mapping) {
      return missed && !missed->empty();
    }
    if (!missed_without_) {
      missed_without_ = missed_with(0).value_or(*missed);
    }
    return std::ranges::any_of(*missed, [&](EvidenceKind kind) {
      return std::ranges::count(*missed_without_, kind) == 0;
    });
  }

  // With all changes in it, a program may be too slow for a dear run: one with this change only.
  bool is_right_alone(int number, const TrialInput& run) {
    session_->stop();
    const fs::path module = program_.with_only(number);
    const bool is_right =
        !module.empty() && attempt_with(0, *new_session(module), run, allowance_of_dear_).right();
    fs::remove(module);
    return is_right;
  }

  const Candidate& candidate_;
  const ChangeRuns& runs_;
  const ChangeableProgram& program_;
  std::unique_ptr<Session> session_,
      beside_;                       // of the program with all changes; beside_ may be null
  std::optional<TrialInput> first_;  // is wrong without any change
  std::optional<std::vector<EvidenceKind>> missed_without_;  // what the program itself misses
  bool is_chance_ = false;
  std::uint64_t usual_blocks_ = 0;  // of its launch in the first cheap run; 0: unknown
  // Of a change in the first cheap run: threads that do each other's work do not need many times
  // as much of it.
  double most_accesses_ = std::numeric_limits<double>::infinity();
  double least_blocks_ = 0;  // fewer are right only because they share no tile of C
  Allowance allowance_, allowance_beside_, allowance_of_dear_;
};

// Of all changes but those of the lines `unchanged`.
std::vector<Change> found_among(const Candidate& candidate, const ChangeRuns& runs,
                                const std::set<int>& given, const std::set<int>& unchanged,
                                double accesses) {
  const ChangeableProgram program(candidate, unchanged);
  return program.is_compiled() ? ChangeSearch(candidate, runs, program, accesses).search(given)
                               : std::vector<Change>();
}

}  // namespace

std::vector<Change> changes_that_help(const Candidate& candidate, const ChangeRuns& runs,
                                      const std::string& skeleton) {
  if (runs.cheap.empty()) {
    return {};
  }
  candidate.options.say("looking for the line to change");
  candidate.session.stop();  // in a sandbox, the end of the other one would kill its worker
  try {
    const std::set<int> given = lines_of_both(candidate.text, skeleton);
    if (!given.empty() && changeable(candidate.text).changes.size() > kMostTried) {
      std::vector<Change> own =
          found_among(candidate, runs, given, given, accesses_allowed(kOwnLines));
      return !own.empty() ? own
                          : found_among(candidate, runs, given, other_lines(candidate.text, given),
                                        accesses_allowed(0) / 2);
    }
    return found_among(candidate, runs, given, {}, accesses_allowed(runs.accesses_of_tests));
  } catch (const std::exception&) {  // such as a full disk: the verdict stands without this
  }
  return {};
}

}  // namespace gemmlab

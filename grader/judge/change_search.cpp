#include "grader/judge/stages.h"

#include <fmt/format.h>

#include <exception>
#include <fstream>
#include <tuple>

#include "grader/compile/compile.h"

namespace gemmlab {
namespace {

using std::chrono::steady_clock;

constexpr int kMostCompiles = 4, kMostALine = 2;
constexpr double kSecondsAtFirst = 1, kSecondsARun = 5;
constexpr std::size_t kMostFound = 6, kMostTold = 2;

// For code that does not run on the simulator: a line before it.
constexpr const char* kNative =
    "extern \"C\" { __attribute__((visibility(\"default\"))) int gemmlab_change; } static bool "
    "__gemmlab_change(int number) { return number "
    "== gemmlab_change; } template <class T> void __gemmlab_clear(T& variable) { "
    "__builtin_memset(&variable, 0, sizeof variable); } "
    "template <class T> void __gemmlab_clear(const T&) {}\n";

// What trying changes may cost: memory accesses, so that it is the same on each machine; and time,
// which only a program that means to waste it uses up.
class Allowance {
 public:
  // The run, paid for.
  Trial attempt(Session& session, const TrialInput& run) {
    Trial trial = gemmlab::attempt(session, run);
    const Outcome& outcome = trial.outcome;
    const double cost = outcome.kind == Outcome::Kind::replied
                            ? double(outcome.reply.accesses)
                            : kDeath + kASecond * outcome.seconds;
    left_ -= kStart + cost;
    return trial;
  }
  bool is_spent() const { return left_ < 0 || steady_clock::now() > deadline_; }

 private:
  static constexpr double kStart = 1e5, kDeath = 2e6, kASecond = 2e8;  // of a run
  double left_ = 3e9;
  steady_clock::time_point deadline_ = steady_clock::now() + std::chrono::seconds(60);
};

// A program with all changes, as a file of its own; its module is deleted at the end of its scope.
class ChangeableProgram {
 public:
  ChangeableProgram(const Candidate& is, const Allowance& allowance)
      : is_(is),
        folder_(is.options.enclosure != nullptr ? is.options.enclosure->sandbox.folder()
                                                : fs::temp_directory_path()) {
    fs::permissions(folder_.path(), fs::perms(0755));
    std::set<int> unchanged;  // lines where a change would not compile
    for (int i = 0; i < kMostCompiles && !allowance.is_spent(); ++i) {
      text_ = changeable(is.text, unchanged);
      if (text_.changes.empty()) {
        return;
      }
      const CompileResult result = compiled(text_.text, Purpose::trying_changes);
      if (result.outcome == CompileResult::Outcome::ok) {
        module_ = result.module;
        return;
      }
      const auto* const errors =
          result.refusal ? std::get_if<CompilerErrors>(&result.refusal->cause) : nullptr;
      if (errors == nullptr) {
        return;
      }
      for (const Diagnostic& error : errors->diagnostics) {
        unchanged.insert(error.line - (is_native() ? 1 : 0));
      }
    }
  }
  ~ChangeableProgram() {
    std::error_code ignored;
    fs::remove(module_, ignored);
  }

  bool is_compiled() const { return !module_.empty(); }
  // With one change alone, as fast as its author's program; the caller deletes its module.
  fs::path with_only(int number) const {
    const auto chosen = fmt::format("#define __gemmlab_change(number) (number == {})\n", number);
    return compiled(chosen + text_.text, Purpose::judging).module;
  }
  const fs::path& module() const { return module_; }
  const std::vector<Change>& changes() const { return text_.changes; }
  bool is_usual(std::size_t change) const { return change < text_.usual; }

 private:
  bool is_native() const { return is_.session.backend() == Backend::cpu; }
  CompileResult compiled(const std::string& text, Purpose purpose) const {
    const fs::path file = folder_.path() / is_.source.filename();
    std::ofstream(file, std::ios::binary) << (is_native() ? kNative : "") << text;
    return compile(file, is_.session.backend(), is_.options.enclosure, purpose);
  }

  const Candidate& is_;
  ScratchFolder folder_;
  ChangeableText text_;
  fs::path module_;
};

// The first run to try changes on: the cheapest that is wrong without any. Nothing if none is, so
// that nothing could help, or if hundreds of such runs would take too long.
std::optional<TrialInput> cheapest_wrong(Session& session, const Candidate& candidate,
                                         const TrialInput& run) {
  constexpr int kShort = 5;    // a k at which most mistakes show
  constexpr double kSlow = 1;  // seconds
  TrialInput values = run;
  values.only_values = true;
  TrialInput shorter = values;
  shorter.shape.k = std::min(run.shape.k, std::max(kShort, candidate.spec.multiple_of));
  for (TrialInput first : {shorter, values, run}) {
    const Trial trial = attempt(session, first);
    if (trial.outcome.seconds > kSlow) {
      return std::nullopt;
    }
    if (!trial.right()) {
      // A program that is nearly right does not take many times the accesses, unless this one ended
      // early.
      constexpr std::uint64_t kAMultiplication = 4, kTimes = 8;
      const Verdict verdict = worst(trial).verdict;
      const bool has_ended = verdict == Verdict::misaligned || verdict == Verdict::launch_failed;
      const std::uint64_t usual = kAMultiplication * first.shape.m * first.shape.n * first.shape.k;
      first.access_budget = std::max((has_ended ? 3'000'000 : 500'000) + usual,
                                     kTimes * trial.outcome.reply.accesses);
      return first;
    }
  }
  return std::nullopt;
}

// The units that warps moved in vain, as bank conflicts and strided accesses make them do.
std::uint64_t wasted_units(const RunCounts& counts) {
  std::uint64_t wasted = 0;
  for (const AccessCounts& each :
       {counts.global_load, counts.global_store, counts.shared_load, counts.shared_store}) {
    wasted += each.units - std::min(each.units, each.ideal_units);
  }
  return wasted;
}

struct Helpful {
  Change change;
  int number = 0;
  std::uint64_t wasted = 0, accesses = 0;

  std::uint64_t moved() const { return accesses + 8 * wasted; }  // a unit is 32 bytes
};

// Whether what is told of a change says why it helps. Then others only hide it.
bool has_reason(const Change& change) {
  return change.kind != ChangeKind::replaced && change.kind != ChangeKind::axes &&
         change.kind != ChangeKind::cleared;
}

// Those that move least and are right in the dear runs, too: a change that repairs the values in a
// way that fails the next check is seldom what its author meant.
template <typename IsRight>
std::vector<Change> best_of(std::vector<Helpful> helpful, IsRight is_right) {
  constexpr std::uint64_t kTimes = 2;
  std::ranges::stable_sort(helpful, {}, [](const Helpful& each) {
    return std::tuple(each.change.is_unlikely, !has_reason(each.change), each.moved());
  });
  std::vector<Change> best;
  std::uint64_t least = 0;
  for (const Helpful& each : helpful) {
    const bool is_new = std::ranges::count(best, each.change.line, &Change::line) == 0;
    const bool is_thrifty = best.empty() || each.wasted <= kTimes * least;
    const bool is_known = !best.empty() && has_reason(best.front()) && !has_reason(each.change);
    if (is_new && is_thrifty && !is_known && best.size() < kMostTold && is_right(each)) {
      least = best.empty() ? each.wasted : least;
      best.push_back(each.change);
    }
  }
  return best;
}

std::vector<Change> helpful(const Candidate& candidate, const ChangeRuns& all) {
  const std::vector<TrialInput>& runs = all.cheap;
  Allowance allowance;
  const ChangeableProgram program(candidate, allowance);
  if (!program.is_compiled()) {
    return {};
  }
  std::size_t elements = 0;
  for (const std::vector<TrialInput>* each : {&all.cheap, &all.dear}) {
    for (const TrialInput& run : *each) {
      elements = std::max(elements, elements_of(run.shape));
    }
  }
  Session session(candidate.session.backend(), program.module(), elements,
                  candidate.options.sandbox());
  const std::optional<TrialInput> first = cheapest_wrong(session, candidate, runs.front());
  std::vector<Helpful> helpful;
  Allowance of_dear;
  const auto tried_in = [&](Session& session, int number, TrialInput run, Allowance& allowance) {
    constexpr std::uint64_t kGlance = 1'000'000;  // accesses, after a launch that is allowed
    run.change = number;
    run.seconds_left = run.only_values ? kSecondsAtFirst : kSecondsARun;
    run.access_budget = run.shape.only_launch ? kGlance : run.access_budget;
    return allowance.attempt(session, run);
  };
  // With all changes in it, a program may be too slow for a dear run.
  const auto is_right_alone = [&](int number, const TrialInput& run) {
    session.stop();
    const fs::path module = program.with_only(number);
    Session alone(candidate.session.backend(), module, elements, candidate.options.sandbox());
    const bool is_right = !module.empty() && tried_in(alone, 0, run, of_dear).right();
    fs::remove(module);
    return is_right;
  };
  for (std::size_t i = 0; first && i < program.changes().size() && !allowance.is_spent(); ++i) {
    Helpful tried{program.changes()[i], int(i) + 1};
    const auto is_right = [&](const TrialInput& run) {
      const Trial trial = tried_in(session, tried.number, run, allowance);
      tried.wasted += wasted_units(trial.outcome.reply.counts);
      tried.accesses += trial.outcome.reply.accesses;
      return trial.right() || (run.shape.only_launch && trial.outcome.reply.out_of_time);
    };
    if (helpful.size() == kMostFound || (!helpful.empty() && !program.is_usual(i))) {
      break;
    }
    const auto known = std::ranges::count_if(
        helpful, [&](const Helpful& each) { return each.change.line == tried.change.line; });
    if (known < kMostALine && is_right(*first) && std::ranges::all_of(runs, is_right)) {
      if (allowance.attempt(session, *first).right()) {
        return {};  // right without any change now: earlier runs decide, not the change
      }
      helpful.push_back(tried);
    }
  }
  return best_of(std::move(helpful), [&](const Helpful& each) {
    return std::ranges::all_of(all.dear, [&](const TrialInput& run) {
      if (of_dear.is_spent()) {
        return false;
      }
      const Trial trial = tried_in(session, each.number, run, of_dear);
      const bool is_unknown = trial.outcome.reply.out_of_time.has_value();
      return trial.right() ||
             (is_unknown && (run.shape.only_launch || is_right_alone(each.number, run)));
    });
  });
}

}  // namespace

std::vector<Change> changes_that_help(const Candidate& candidate, const ChangeRuns& runs) {
  if (runs.cheap.empty()) {
    return {};
  }
  candidate.options.say("looking for the line to change");
  candidate.session.stop();  // in a sandbox, the end of the other one would kill its worker
  try {
    return helpful(candidate, runs);
  } catch (const std::exception&) {  // such as a full disk: the verdict stands without this
  }
  return {};
}

}  // namespace gemmlab

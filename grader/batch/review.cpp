// What an instructor should look at by hand.
#include <fmt/format.h>

#include "grader/batch/class_files.h"
#include "grader/core/source/hints.h"
#include "grader/report/console.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {
namespace {

bool looks_like_a_labs_file(const LeftOut& left) {
  using enum LeftOutReason;
  const bool is_told_otherwise =
      left.reason == projects_own || left.reason == made_by_tools || is_open(left);
  return !is_told_otherwise && (left.reason != not_a_labs_file || left.path.ends_with(".cu") ||
                                left.path.ends_with(".cpp"));
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

// The check's fact, if it is of that kind; else null.
template <typename Kind>
const Kind* fact_of(const Check& check) {
  return check.fact ? std::get_if<Kind>(&*check.fact) : nullptr;
}

template <typename Cause>
const Cause* untimed_for(const Check& check) {
  const auto* const unjudged = fact_of<SpeedNotJudged>(check);
  return unjudged != nullptr ? std::get_if<Cause>(&unjudged->why.cause) : nullptr;
}

// Whether the file uses a header or a function that is not on the list.
bool asks_for_more_than_a_lab_may(const Check& check) {
  const auto* const refusal = fact_of<Refusal>(check);
  return refusal != nullptr && (std::holds_alternative<HeaderNotAllowed>(refusal->cause) ||
                                std::holds_alternative<FunctionNotAllowed>(refusal->cause));
}

// Whether the program ended as honest ones do not: by calling exit, or by a signal that no mistake
// causes (we end by SIGKILL what sends an invalid reply); or asked for company where it is alone.
bool ended_oddly(const Check& check) {
  const auto* const ended = fact_of<ProgramEnded>(check);
  const auto* const refused = fact_of<HostEntryFault>(check);
  const auto* const timed = untimed_for<EndedWhileTimed>(check);
  const std::string how = ended     ? ended->detail.text()
                          : refused ? refused->detail
                          : timed   ? timed->detail
                                    : "";
  constexpr auto kOfMistakes = std::to_array({SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV});
  const auto is_of = [&](int number) { return how.starts_with(fmt::format("signal {} ", number)); };
  return check.outcome == CheckOutcome::failed &&
         (check.verdict == Verdict::exited || untimed_for<StartedAnother>(check) != nullptr ||
          (how.starts_with("signal ") && std::ranges::none_of(kOfMistakes, is_of)));
}

// What suggests more than a wrong program; empty: nothing.
std::string suspicion(const LabResult& lab) {
  const bool is_idle = std::ranges::any_of(lab.checks, [](const Check& check) {
    return fact_of<SkeletonUnchanged>(check) || fact_of<NoFile>(check);
  });
  // Whether the file was examined, and yet got a verdict that says that there was nothing to judge.
  const bool is_unjudged =
      lab.verdict == Verdict::not_graded || (lab.verdict == Verdict::not_started && !is_idle);
  for (const Check& check : lab.checks) {
    const bool explains = is_unjudged && check.verdict == lab.verdict && !message(check).empty();
    if (explains || ended_oddly(check) || asks_for_more_than_a_lab_may(check)) {
      return fmt::format("{}: {}", name(check.verdict), first_line(message(check)));
    }
  }
  return is_unjudged ? std::string(name(lab.verdict)) : "";
}

}  // namespace

std::string cause_of(const LabResult& lab) {
  const std::vector<Failures> failures = grouped_failures(lab);
  if (failures.empty() || lab.infrastructure) {
    return "";
  }
  const Check& check = *failures[0][0];
  return std::string(name(check.verdict)) +
         (fact_of<NoFile>(check) ? ": " + first_line(message(check)) : "") +
         (check.cause ? ": " + words_of_name(std::string(name_of(*check.cause))) : "") +
         (check.hint.empty() ? "" : ", at TODO(" + check.hint + ")");
}

std::vector<ReviewFlag> review_flags(const Record& record) {
  std::vector<ReviewFlag> flags;
  using Kind = ReviewKind;
  const auto flag = [&](bool applies, Kind kind, const std::string& lab, const std::string& what) {
    if (applies) {
      flags.push_back({kind, lab, what});
    }
  };
  flag(!record.infrastructure.empty(), Kind::failure, "",
       "grader problem: " + first_line(record.infrastructure));
  flag(!record.problem.empty(), Kind::refused, "", "refused: " + record.problem);
  const auto open = std::ranges::find_if(
      record.left_out, [](const LeftOut& left) { return is_open(left) && left.lab.empty(); });
  const bool is_all_open = open != record.left_out.end();
  flag(is_all_open, Kind::undecided, "", is_all_open ? reason_of(*open) : "");
  constexpr int kMostIgnored = 5;
  int ignored = 0;
  for (const LeftOut& left : record.left_out) {
    flag(looks_like_a_labs_file(left) && ++ignored <= kMostIgnored, Kind::ignored, "",
         fmt::format("ignored {}: {}", quoted_path(left.path), reason_of(left)));
  }
  flag(ignored > kMostIgnored, Kind::ignored, "",
       fmt::format("ignored {} more files", ignored - kMostIgnored));
  const std::vector<LabResult>& labs = record.result.labs;
  const bool is_without = record.is_handed_in && record.problem.empty() && record.sources.empty() &&
                          !is_undecided(record.left_out) && !labs.empty() &&
                          fact_of<NoFile>(labs[0].checks.at(0));
  flag(is_without, Kind::missing, "", is_without ? first_line(message(labs[0].checks[0])) : "");
  for (const auto& [lab, guess] : record.guesses) {
    flag(true, Kind::guessed, lab, guess);
  }
  for (const LabResult& lab : labs) {
    const std::string what =
        lab.infrastructure ? "grader problem: " + first_line(why_ungraded(lab)) : suspicion(lab);
    flag(!what.empty() && !is_all_open,
         lab.infrastructure                      ? Kind::failure
         : is_undecided(record.left_out, lab.id) ? Kind::undecided
                                                 : Kind::odd,
         lab.id, what);
  }
  return flags;
}

}  // namespace gemmlab

#include "grader/judge/explain/explain.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "grader/changes/source_lines.h"
#include "grader/diagnosis/shapes.h"
#include "grader/judge/evidence.h"
#include "grader/judge/explain/best_changes.h"
#include "grader/judge/explain/read_next.h"
#include "grader/judge/explain/tells.h"
#include "grader/judge/explain/where_to_look.h"
#include "grader/judge/values/compiler_warnings.h"

namespace gemmlab {
namespace {

using Accounts = std::vector<Account>;

constexpr std::size_t kFirstShape = 1;  // among the checks: the file's comes before

bool has_failed(const PlannedCheck& check) {
  return check.judgement->outcome == CheckOutcome::failed;
}

// The failure of a check; null if it did not fail.
const Failure* failure_if_any(const PlannedCheck& check) {
  return has_failed(check) ? &*check.judgement->failure : nullptr;
}

// A kernel that never asks for a block's place in y is launched in a row.
void tell_of_flat_grid(const std::string& text, Account& account) {
  auto* const grid = account.cause ? get_if<GridTooSmall>(&*account.cause) : nullptr;
  if (grid != nullptr && grid->ends.size() == 1 && grid->ends.front().axis == Axis::row &&
      grid->ends.front().blocks == 1 && text.find("blockIdx.x") != std::string::npos &&
      text.find("blockIdx.y") == std::string::npos) {
    grid->is_flat = true;
  }
}

// Where each thread has several outputs and the grid fits the distance of blocks, a thread that
// stores one leaves out the others: the compiler then leaves out how they are computed.
void tell_of_outputs(const JudgedLab& lab, Account& account) {
  auto* const apart = account.cause ? get_if<BlocksApart>(&*account.cause) : nullptr;
  if (apart != nullptr && apart->fits_grid && !apart->leaves_out && lab.candidate != nullptr &&
      asks_for(Evidence::Kind::shared_loads_per_fma_at_most, lab.candidate->spec)) {
    apart->outputs = 1;
    apart->leaves_out = true;
  }
}

// What the values of one run suggest, unless all shapes together tell better, or refute it.
void add_causes(const JudgedLab& lab, Accounts& accounts) {
  for (std::size_t i = 0; i < accounts.size(); ++i) {
    if (const Failure* const failure = failure_if_any(*lab.checks[i])) {
      accounts[i].cause = failure->likely_cause;
    }
  }
  // One program is wrong in one way for all sizes of an array.
  const bool is_of_arrays = lab.candidate != nullptr && lab.candidate->spec.task != nullptr;
  const std::vector<std::optional<Settled>> common =
      is_of_arrays ? std::vector<std::optional<Settled>>(lab.shapes.size())
                   : common_causes(lab.shapes);
  std::vector<ShapeOutcome> outcomes;
  std::ranges::transform(lab.shapes, std::back_inserter(outcomes), &ShapeRuns::outcome);
  for (std::size_t i = 0; i < common.size(); ++i) {
    const Failure* const failure = failure_if_any(*lab.checks[kFirstShape + i]);
    Account& account = accounts[kFirstShape + i];
    if (failure == nullptr || !lab.shapes[i].failure) {
      continue;
    }
    if (common[i] && failure->verdict != Verdict::unfinished) {
      account.failed_call.reset();
    }
    const std::optional<Settled>& known = common[i] ? common[i] : lab.shapes[i].own_cause;
    const bool has_tiles = lab.text.find("__shared__") != std::string::npos;
    if (known &&
        (is_refuted(known->cause, outcomes) || (is_of_tiles(known->cause) && !has_tiles))) {
      account.cause.reset();
      continue;
    }
    account.cause = known ? std::optional(known->cause) : std::nullopt;
    account.cause_shown_at = known ? known->shown_at : std::nullopt;
    tell_of_flat_grid(lab.text, account);
    tell_of_outputs(lab, account);
  }
}

void add_tells(const JudgedLab& lab, Accounts& accounts) {
  const SourceSlips slips(lab.text);
  for (std::size_t i = 0; i < accounts.size(); ++i) {
    const Failure* const failure = failure_if_any(*lab.checks[i]);
    if (failure != nullptr && lab.candidate != nullptr &&
        lab.checks[i]->plan.kind != CheckKind::file) {
      accounts[i].tell = tell_of(*failure, lab.shapes, slips);
    }
  }
}

// To the first wrong values; about a launch's extents to the first failure of any kind.
void add_warnings(const JudgedLab& lab, Accounts& accounts) {
  if (lab.candidate == nullptr) {
    return;
  }
  std::vector<CompilerWarning> warnings = telling_warnings(lab.candidate->warnings);
  const auto is_failure = [](const PlannedCheck* check) {
    return check->plan.kind == CheckKind::values && has_failed(*check);
  };
  const auto is_wrong = [&](const PlannedCheck* check) {
    return is_failure(check) && is_about_values(check->judgement->verdict) &&
           check->judgement->verdict != Verdict::low_precision;
  };
  auto first = std::ranges::find_if(lab.checks, is_wrong);
  if (first == lab.checks.end()) {
    std::erase_if(warnings, [](const CompilerWarning& each) { return !is_about_comma(each); });
    first = std::ranges::find_if(lab.checks, is_failure);
  }
  if (first == lab.checks.end() || warnings.empty()) {
    return;
  }
  Account& account = accounts[std::size_t(first - lab.checks.begin())];
  account.warnings = warnings;
  for (const CompilerWarning& warning : warnings) {
    account.places.push_back({"", warning.line});
  }
}

// What the indices of an access come from: where it is, and where its function is called.
void add_origins(const SourceLines& text, int line, std::set<int>& lines) {
  constexpr std::size_t kMost = 32;
  std::vector<int> at = {line};
  for (std::size_t i = 0; i < at.size() && at.size() < kMost; ++i) {
    for (const int caller : text.callers(at[i])) {
      if (std::ranges::find(at, caller) == at.end()) {
        at.push_back(caller);
      }
    }
  }
  for (const int each : at) {
    const std::vector<int> origins = text.computed_for(each);
    lines.insert(each);
    lines.insert(origins.begin(), origins.end());
  }
}

// The runs to try changes in, with the lines that a failure's cause is about: of some thousand
// changes not all can be tried. A cause that only says where C is wrong would put too many of them
// first.
ChangeRuns runs_for_changes(const JudgedLab& lab, const Accounts& accounts) {
  constexpr std::size_t kAll = 100;
  ChangeRuns runs = *lab.to_change;
  const SourceLines text(lab.text);
  WhereToLook where(lab.source, lab.text);
  for (std::size_t i = 0; i < accounts.size(); ++i) {
    const PlannedCheck& check = *lab.checks[i];
    const Failure* const failure = failure_if_any(check);
    const bool is_telling = accounts[i].cause && !says_only_where(*accounts[i].cause);
    if (failure != nullptr && holds_alternative<Finding>(failure->fact)) {
      for (const Place& place : failure->places) {
        add_origins(text, place.line, runs.lines);
      }
      for (const int line :
           text.lines_containing({"__pipeline_wait_prior", "__pipeline_commit", "__syncthreads"})) {
        runs.lines.insert(line);  // of what runs ahead, they decide what has arrived
      }
    }
    if (failure == nullptr || check.plan.kind != lab.changed_for || !is_telling) {
      continue;
    }
    for (const Place& place : where.places_for(check.plan.kind, *failure, accounts[i], kAll)) {
      runs.lines.insert(place.line);
    }
  }
  return runs;
}

// What a certain change contradicts: where the launch's two extents are exchanged, how the kernel
// uses them is no cause; and threads that read what others store are not too many if another index
// is all that is needed.
void leave_contradictions(const std::vector<Change>& changes, Account& account) {
  const auto is_of_extents = [](const Change& each) { return each.kind == ChangeKind::extents; };
  const bool is_about_kernel =
      account.cause &&
      cause_is<BlocksApart, OriginInElements, RolesExchanged, ThreadsApart, TooFewBlocks>(
          *account.cause);
  if (is_about_kernel && std::ranges::any_of(changes, is_of_extents)) {
    account.cause.reset();
    account.cause_shown_at.reset();
  }
  const auto is_of_tell = [&](const Change& each) { return each.line == account.tell->line; };
  if (account.tell && account.tell->kind == TellKind::one_statement && !changes.empty() &&
      std::ranges::none_of(changes, is_of_tell)) {
    account.tell.reset();
  }
}

void add_changes(const JudgedLab& lab, Accounts& accounts) {
  if (!looks_for_changes(lab)) {
    return;
  }
  const std::vector<Change> changes =
      changes_that_help(*lab.candidate, runs_for_changes(lab, accounts), lab.textbook);
  for (std::size_t i = 0; i < accounts.size(); ++i) {
    if (has_failed(*lab.checks[i]) && lab.checks[i]->plan.kind == lab.changed_for) {
      accounts[i].changes = changes;
      leave_contradictions(changes, accounts[i]);
      std::vector<Place>& places = accounts[i].places;
      std::ranges::transform(changes, std::inserter(places, places.begin()),
                             [](const Change& each) {
                               return Place{"", each.line};
                             });
    }
  }
}

// Of a step nearly all lines are given, and right: they are shown only if no own line is.
void leave_given_lines(const JudgedLab& lab, Accounts& accounts) {
  if (lab.candidate == nullptr || lab.candidate->spec.task == nullptr) {
    return;
  }
  const std::set<int> given = lines_of_both(lab.text, lab.textbook);
  const auto is_given = [&](const Place& each) {
    return each.file.empty() && given.contains(each.line);
  };
  for (Account& account : accounts) {
    if (!std::ranges::all_of(account.places, is_given)) {
      std::erase_if(account.places, is_given);
    }
  }
}

void add_lines(const JudgedLab& lab, Accounts& accounts) {
  const bool is_timed_by_line =
      lab.candidate != nullptr && lab.candidate->session.backend() == Backend::cpu;
  WhereToLook where(lab.source, lab.text);
  for (std::size_t i = 0; i < accounts.size(); ++i) {
    const PlannedCheck& check = *lab.checks[i];
    const bool is_asked = check.plan.kind != CheckKind::file &&
                          (check.plan.kind != CheckKind::speed || is_timed_by_line);
    if (const Failure* const failure = failure_if_any(check);
        failure != nullptr && is_asked && accounts[i].changes.empty()) {
      accounts[i].places = where.places_for(check.plan.kind, *failure, accounts[i]);
    }
    if (accounts[i].tell) {
      std::vector<Place>& places = accounts[i].places;
      places.insert(accounts[i].changes.empty() ? places.begin() : places.end(),
                    Place{"", accounts[i].tell->line});
    }
  }
}

void add_step(const JudgedLab& lab, Accounts& accounts) {
  const StepsToRead steps(lab.textbook, lab.text, lab.page);
  for (std::size_t i = 0; i < accounts.size(); ++i) {
    const PlannedCheck& check = *lab.checks[i];
    accounts[i].hint = steps.step_for(check.plan.kind, *check.judgement, accounts[i]);
  }
}

using Explainer = void(const JudgedLab&, Accounts&);

// Each adds to what those before it have found.
constexpr Explainer* kExplainers[] = {
    add_causes,    // needs only what the runs showed
    add_tells,     // needs only the text
    add_warnings,  // before the lines, of which theirs are some
    add_changes,   // dear; the line to change comes before all others
    add_lines,     // asks for the cause, and only where no change is known
    leave_given_lines,
    add_step,  // asks for the cause and for all lines
};

Accounts explained_by(std::initializer_list<Explainer*> left_out, const JudgedLab& lab) {
  Accounts accounts;
  std::ranges::transform(lab.checks, std::back_inserter(accounts),
                         [](const PlannedCheck* check) { return repeated(*check->judgement); });
  for (Explainer* const add : kExplainers) {
    if (std::ranges::count(left_out, add) == 0) {
      add(lab, accounts);
    }
  }
  return accounts;
}

}  // namespace

std::vector<Account> explain(const JudgedLab& lab) {
  return explained_by({}, lab);
}

std::vector<Account> explained_so_far(const JudgedLab& lab) {
  return explained_by({add_changes, add_lines}, lab);
}

bool looks_for_changes(const JudgedLab& lab) {
  return lab.candidate != nullptr && lab.to_change && lab.candidate->options.try_changes;
}

}  // namespace gemmlab

#include "grader/judge/values/trial.h"

#include "grader/judge/values/array_trial.h"
#include "grader/judge/values/computed_elsewhere.h"
#include "grader/judge/values/text_tells.h"

namespace gemmlab {
namespace {

// A GPU's first call also loads; on the simulator the access budget ends kernels earlier.
std::chrono::seconds limit_of(Backend backend) {
  return std::chrono::seconds(backend == Backend::cpu ? 3 : backend == Backend::cuda ? 10 : 60);
}

Verdict value_verdict(const Trial& trial, const TrialInput& input) {
  const Verdict verdict = verdict_of(trial.comparison);
  if (verdict == Verdict::unfinished) {
    return Verdict::partial;  // only all shapes together tell whether nothing is ever written
  }
  return verdict == Verdict::wrong && input.low_precision_possible &&
                 like_rounding(trial.comparison, input.given.kind)
             ? Verdict::low_precision
             : verdict;
}

// Of explanations of a program that accesses memory outside its own, leaves only what makes it do
// so, which may cause all other patterns.
void leave_layouts(Trial& trial) {
  const auto has = [&](Verdict verdict) {
    return std::ranges::count(trial.complaints, verdict, &Complaint::verdict) > 0;
  };
  const bool leaves_its_memory = has(Verdict::out_of_bounds) || has(Verdict::misaligned);
  const bool shares_places =
      has(Verdict::race) || std::ranges::count(trial.outcome.reply.findings,
                                               FindingKind::same_value_race, &Finding::kind) > 0;
  std::erase_if(trial.explanations, [&](const Explanation& each) {
    const bool is_layout = cause_is<WrongRowLength, OperandTransposed, OperandsSwapped,
                                    RowAndColumnSwapped, Transposed, ElementByElement>(each.cause);
    // Where two threads store to one place, none stores to another.
    const bool is_by_one_thread =
        cause_is<NotWritten, PartNotWritten, PartialTilesNotStored, OutputsNotStored, OutputsAlike,
                 FirstBlockOnly, GridTooSmall, GridRoundedDown>(each.cause);
    return leaves_its_memory ? !is_layout : shares_places && is_by_one_thread;
  });
}

void complain_of_values(Trial& trial, const TrialInput& input) {
  Complaint complaint{
      value_verdict(trial, input),
      WrongValues{input.given.kind, trial.comparison.wrong, trial.comparison.elements}};
  if (const ApiError* const failed = failed_call_in(trial.outcome.reply)) {
    trial.failed_call = *failed;
    trial.explanations.clear();  // it explains the pattern of the values
    complaint.places = {failed->at};
  }
  trial.complaints.push_back(std::move(complaint));
}

void judge_c(Trial& trial, const TrialInput& input, const Operands& operands,
             const std::vector<float>& words, Backend backend) {
  const GivenMatrices& given = input.given;
  if (given.task != nullptr) {
    const bool is_seen = input.mode.look != Look::only_values;
    const bool is_explained = input.mode.change == 0 && is_seen;
    return judge_array({*given.task, given.shape, given.kind, operands.b, words,
                        trial.outcome.reply, backend, is_explained, is_seen},
                       {trial.comparison, trial.complaints, trial.explanations, trial.failed_call});
  }
  const std::vector<float> c = unpacked(words, element_of_c(given.element));
  if (is_spot_checked(given.shape) && passes_spot_check(given.kind, given.shape, operands, c.data(),
                                                        fresh_seed(), given.precision)) {
    trial.comparison.elements = c.size();
    return;
  }
  const Expected expected = reference(given.kind, given.shape, operands, given.precision);
  trial.comparison = compare(given.shape, c.data(), expected);
  if (trial.comparison.error_map) {
    trial.comparison.error_map->input = name(given.kind);
  }
  constexpr int kDemonstrated = 8;  // largest extent that is shown element by element
  if (std::ranges::max(given.shape.extents()) <= kDemonstrated) {
    trial.demonstration = Demonstration{given.shape, operands.a, operands.b, c, expected.c};
  }
  if (trial.comparison.right() && given.element == Element::double_) {
    if (const std::size_t count = imprecise(words, expected, given.shape.k)) {
      trial.complaints.push_back(
          {Verdict::low_precision, WrongValues{given.kind, count, c.size()}});
    }
  }
  if (trial.comparison.right()) {
    const auto elsewhere = not_stored_by_kernels(trial.outcome.reply.counts, given.shape);
    // matmul's own checks cover matmul_host's kernels.
    if (backend == Backend::sim && input.mode.entry == Entry::matmul && elsewhere &&
        (sees_all_blocks(input.mode.look) ||
         elsewhere->missing == ComputedElsewhere::Missing::launch)) {
      trial.complaints.push_back({Verdict::misses_the_point, *elsewhere});
    }
    // What a GPU does otherwise: it may copy or set too much, and does not run such a kernel.
    for (const ApiError& error : trial.outcome.reply.errors) {
      const auto* const pointer = get_if<BadPointer>(&error.cause);
      const auto* const beyond = get_if<BeyondLimit>(&error.cause);
      if (pointer != nullptr && pointer->why == BadArgument::too_small) {
        trial.complaints.push_back({Verdict::out_of_bounds, error, {error.at}});
      } else if (beyond != nullptr && beyond->limit >= LaunchLimit::static_shared) {
        trial.complaints.push_back({Verdict::launch_failed, error, {error.at}});
      }
    }
    return;
  }
  const Comparison& found = trial.comparison;
  const WrongC wrong{// C held NaN, which is in what was stored; or numbers, and was right with NaN.
                     .holds_unwritten = found.not_finite > 0 || (given.c_holds_numbers &&
                                                                 !like_rounding(found, given.kind)),
                     .has_only_gaps = found.has_only_gaps()};
  std::ranges::move(complaints_of_causes(trial.outcome.reply, wrong),
                    std::back_inserter(trial.complaints));
  if (input.mode.change != 0) {
    trial.complaints.push_back({Verdict::wrong, WrongValues{}});
    return;
  }
  const auto is_kept = [&] {
    const Operands before = make_operands(given.kind, given.shape, given.seed);
    const Expected kept = reference(given.kind, given.shape, before, given.precision);
    return compare(given.shape, c.data(), kept).right();
  };
  if (given.one_changed && is_kept()) {
    trial.explanations = {{ProductKept{}}};
  } else if (given.one_changed && takes_infinity(given)) {
    trial.explanations = {{InfinitySpread{}}};
  } else {
    trial.explanations =
        diagnose({given.shape, given.kind, operands, expected, c.data(), trial.comparison,
                  trial.outcome.reply.counts.launches, input.low_precision_possible,
                  trial.outcome.reply.counts.stores, given.precision});
  }
  leave_layouts(trial);
  if (backend == Backend::cpu) {
    std::erase_if(trial.explanations,
                  [](const Explanation& each) { return is_of_kernel(each.cause); });
  }
  complain_of_values(trial, input);
}

// Whether a file named by a finding is in the student's folder, or below it. The name comes from
// the process that ran the student's code, so only names are compared: no file is looked for.
bool lies_beside(const std::string& file, const fs::path& source) {
  const fs::path folder = fs::absolute(source).lexically_normal().parent_path();
  const fs::path named = fs::absolute(file).lexically_normal();
  const auto ends = std::mismatch(folder.begin(), folder.end(), named.begin(), named.end());
  return ends.first == folder.end();
}

// Places in a check's form: the lab file has no name, and a file that is not the student's has no
// place. If that is where it happened, none is shown.
std::vector<Place> shown_places(const Complaint& complaint, const fs::path& source) {
  std::vector<Place> places = complaint.places;
  const auto is_foreign = [&](const Place& place) {
    return !place.file.empty() && !is_own_file(place.file, source) &&
           !lies_beside(place.file, source);
  };
  if (!places.empty() && is_foreign(places.front())) {
    return {};
  }
  std::erase_if(places, [&](const Place& place) { return !place.is_known() || is_foreign(place); });
  for (Place& place : places) {
    place.file = is_own_file(place.file, source) ? "" : place.file;
  }
  return places;
}

Trial attempt_once(Session& session, const TrialInput& input) {
  const GivenMatrices& given = input.given;
  const RunMode& mode = input.mode;
  const Operands operands = operands_of(given);
  Trial trial;
  const RunRequest request{
      .entry = mode.entry,
      .m = given.shape.m,
      .n = given.shape.n,
      .k = given.shape.k,
      .placement = mode.placement,
      .schedule_seed = mode.schedule_seed,
      .access_budget = mode.access_budget != 0 ? mode.access_budget : access_budget(given.shape),
      .look = mode.look,
      .change = mode.change,
      .read_back = mode.read_back,
      .words = words_of(given.element),
      .of_arrays = given.task != nullptr};
  const auto left = std::chrono::seconds(1 + std::max(0, int(mode.seconds_left)));
  trial.outcome = session.run(
      request, packed(operands.a, given.element), packed(operands.b, given.element),
      std::min(limit_of(session.backend()), left), packed(operands.c, element_of_c(given.element)));
  trial.complaints = complaints_of_findings(trial.outcome.reply);
  if (trial.outcome.kind == Outcome::Kind::replied) {
    judge_c(trial, input, operands, session.c(), session.backend());
  } else if (trial.complaints.empty()) {
    trial.complaints.push_back(complaint_of_ending(trial.outcome));
  }
  if (trial.outcome.reply.out_of_time) {
    session.stop();  // what the program keeps, such as tickets, is as its stopped launch left it
  }
  return trial;
}

// Looks at all blocks if what was seen of some is not right.
Trial attempt_at_many_blocks(Session& session, TrialInput input) {
  Trial of_some = attempt_once(session, input);
  if (of_some.right() || of_some.outcome.kind != Outcome::Kind::replied ||
      of_some.outcome.reply.out_of_time) {
    return of_some;
  }
  input.mode.look = Look::usual;
  Trial of_all = attempt_once(session, input);
  return of_all.right() ? of_some : of_all;
}

// A function that accesses two variables takes only the beginnings of both where a matrix is small,
// which looks as if it left the first of them; where it is large, all of both.
bool is_so_at_a_larger_shape(Session& session, TrialInput input) {
  constexpr int kLarge = 4 * kUsualTile;
  Shape& shape = input.given.shape;
  for (int* const extent : {&shape.m, &shape.n, &shape.k}) {
    *extent = *extent % kUsualTile == 0 ? kLarge : kLarge - 3;
  }
  input.mode.access_budget = access_budget(shape);
  if (session.room() < elements_of(shape) * std::size_t(words_of(input.given.element))) {
    return true;  // nothing else is known
  }
  return std::ranges::any_of(attempt_once(session, input).complaints, is_of_neighbour);
}

Trial attempt_as_asked(Session& session, const TrialInput& input) {
  if (input.mode.look == Look::some_blocks) {
    return attempt_at_many_blocks(session, input);
  }
  if (input.mode.read_back == ReadBack::as_it_is) {
    return attempt_once(session, input);
  }
  TrialInput seen = input;
  // 0 suits an error's flag, NaN a flag that the host sets back to 0.
  for (const ReadBack other : {ReadBack::zeros, ReadBack::nans}) {
    seen.mode.read_back = other;
    Trial trial = attempt_once(session, seen);
    const bool is_same_as_ever =
        trial.outcome.kind == Outcome::Kind::replied && !trial.outcome.reply.hid_from_host;
    if (trial.right() || is_same_as_ever) {
      return trial;
    }
  }
  seen.mode.read_back = ReadBack::as_it_is;
  Trial trial = attempt_once(session, seen);
  if (trial.right()) {
    trial.complaints.push_back(
        {Verdict::misses_the_point, ComputedElsewhere{ComputedElsewhere::Missing::on_host}});
  }
  return trial;
}

}  // namespace

Trial attempt(Session& session, const TrialInput& input) {
  Trial trial = attempt_as_asked(session, input);
  if (!trial.right() && std::ranges::all_of(trial.complaints, is_of_neighbour) &&
      input.given.task == nullptr && !is_so_at_a_larger_shape(session, input)) {
    trial.complaints.clear();
  }
  return trial;
}

const Explanation* telling_explanation(const Trial& trial) {
  const Verdict verdict = worst(trial).verdict;
  if (verdict == Verdict::uninitialised) {
    return nullptr;  // NaN that was read looks the same as NaN that was added to
  }
  for (const Explanation& explanation : trial.explanations) {
    const bool adds = is_about_values(verdict) || !says_only_where(explanation.cause);
    if (explanation.is_certain && adds) {
      return &explanation;
    }
  }
  return nullptr;
}

Failure failure_of(const Trial& trial, const fs::path& source, const std::string& text) {
  const Complaint& complaint = worst(trial);
  Failure failure{complaint.verdict, complaint.fact, shown_places(complaint, source)};
  failure.failed_call =
      complaint.verdict != Verdict::uninitialised ? trial.failed_call : std::nullopt;
  tell_by_text(failure, trial.outcome.reply.counts, text);
  failure.error_map = trial.comparison.error_map;
  if (const Explanation* const telling = telling_explanation(trial)) {
    failure.likely_cause = telling->cause;
  }
  failure.counts = trial.outcome.reply.counts;
  return failure;
}

}  // namespace gemmlab

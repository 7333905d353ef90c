#include "grader/cli/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <stdexcept>

namespace gemmlab {
namespace {

void take_in_attempt(const JournalEntry& entry, LabProgress& lab) {
  const Attempt& attempt = entry.attempt;
  lab.passed = lab.passed || attempt.verdict == Verdict::passed;
  lab.best_score = std::max(lab.best_score, attempt.score);
  lab.verdict = attempt.verdict;
  lab.failing_step = entry.step;
  lab.diagnosis = entry.diagnosis;
  lab.attempts.push_back(attempt);
  const bool is_right = attempt.verdict == Verdict::passed || attempt.verdict == Verdict::too_slow;
  if (attempt.speed_ratio && is_right) {
    lab.best_speed = std::max(lab.best_speed.value_or(0), *attempt.speed_ratio);
  }
}

}  // namespace

const LabProgress& Progress::of(const std::string& slug) const {
  static const LabProgress kNone;
  const auto lab = labs.find(slug);
  return lab == labs.end() ? kNone : lab->second;
}

void take_in(const JournalEntry& entry, Progress& progress) {
  if (entry.kind == JournalEntry::Kind::graded && entry.attempt.verdict == Verdict::not_graded) {
    return;
  }
  LabProgress& lab = progress.labs[entry.attempt.slug];
  switch (entry.kind) {
    case JournalEntry::Kind::graded:
      return take_in_attempt(entry, lab);
    case JournalEntry::Kind::hint:
      ++lab.hints_shown[entry.step];
      return;
    case JournalEntry::Kind::reset:
      lab.verdict = Verdict::not_started;
      lab.failing_step.clear();
      lab.diagnosis.clear();
      return;
  }
}

std::string state_in_words(const LabProgress& lab) {
  if (!lab.verdict) {
    return "not graded yet";
  }
  const std::string last(name(*lab.verdict));
  if (!lab.passed) {
    return last;
  }
  return *lab.verdict == Verdict::passed ? "passed" : "passed; last " + last;
}

std::string summary(const LabProgress& lab) {
  if (!lab.verdict) {
    return state_in_words(lab);
  }
  return fmt::format("{}, {}{}/100", state_in_words(lab), lab.passed ? "" : "best ",
                     lab.best_score);
}

Progress recall(const Context& context) {
  std::string note;
  Progress progress;
  for (const JournalEntry& entry : read_journal(context.state, note)) {
    take_in(entry, progress);
  }
  if (!note.empty()) {
    context.err << "note: " << note << '\n';
  }
  return progress;
}

bool remember(const Context& context, const JournalEntry& entry) {
  try {
    append_to_journal(context.state, entry);
    return true;
  } catch (const std::runtime_error& error) {
    context.err << "note: your progress was not saved: " << error.what() << '\n';
    return false;
  }
}

const Lab* first_open_lab(const Context& context, const Progress& progress) {
  const auto open = std::ranges::find_if(
      context.labs, [&](const Lab& lab) { return !progress.of(lab.slug()).passed; });
  return open == context.labs.end() ? nullptr : &*open;
}

const Lab& next_lab(const Context& context, const Progress& progress) {
  const Lab* open = first_open_lab(context, progress);
  return open != nullptr ? *open : context.labs.back();
}

std::string next_step(const Context& context, const Progress& progress, const Lab* lab) {
  if (lab == nullptr) {
    return fmt::format(
        "You passed all {} labs. Compare with our solution: ./gemmlab solution {} --diff",
        context.labs.size(), context.labs.back().id);
  }
  const LabProgress& so_far = progress.of(lab->slug());
  const bool is_tried = so_far.verdict && *so_far.verdict != Verdict::not_started;
  const std::string page = shown(context.paths.docs() / (lab->slug() + ".md")).string();
  return fmt::format("next: edit {}, then ./gemmlab grade {}\n      {}",
                     shown(student_file(context, *lab)).string(), lab->id,
                     is_tried ? fmt::format("stuck? ./gemmlab hint {}", lab->id)
                              : fmt::format("read first: {}", page));
}

}  // namespace gemmlab

#include "grader/cli/progress.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <ios>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "common/facts/names.h"
#include "grader/core/facts/check.h"
#include "grader/core/score.h"
#include "grader/process/descriptor.h"
#include "grader/report/words/count.h"

namespace gemmlab {
namespace {

// After its first line the file has lines
//   graded AT SLUG SCORE MAX_SCORE SPEED_RATIO SECONDS STEP DIAGNOSIS VERDICT
//   hint AT SLUG STEP
//   reset AT SLUG
// with "-" for unknown values.
constexpr const char* kFirstLine = "gemmlab.journal/1";
constexpr const char* kFileName = "journal";

std::string or_dash(std::string_view word) {
  return word.empty() ? "-" : std::string(word);
}

std::string line_of(const JournalEntry& entry) {
  const Attempt& attempt = entry.attempt;
  using Kind = JournalEntry::Kind;
  return entry.kind == Kind::reset ? fmt::format("reset {} {}", attempt.at, attempt.slug)
         : entry.kind == Kind::hint
             ? fmt::format("hint {} {} {}", attempt.at, attempt.slug, or_dash(entry.step))
             : fmt::format("graded {} {} {} {} {} {:.1f} {} {} {}", attempt.at, attempt.slug,
                           attempt.score, attempt.max_score,
                           attempt.speed_ratio ? fmt::format("{:.3f}", *attempt.speed_ratio) : "-",
                           attempt.seconds, or_dash(entry.step), or_dash(entry.diagnosis),
                           name(attempt.verdict));
}

// Nothing if line_of cannot have written the line.
std::optional<JournalEntry> entry_in(const std::string& line) {
  std::istringstream words(line);
  JournalEntry entry;
  Attempt& attempt = entry.attempt;
  std::string kind, ratio, verdict;
  words >> kind >> attempt.at >> attempt.slug;
  if (kind == "graded") {
    words >> attempt.score >> attempt.max_score >> ratio >> attempt.seconds >> entry.step >>
        entry.diagnosis >> std::ws;
    std::getline(words, verdict);
    char* end = nullptr;
    const double number = std::strtod(ratio.c_str(), &end);
    if (*end == '\0' && std::isfinite(number)) {
      attempt.speed_ratio = number;
    }
    const auto known = named<Verdict>(verdict);
    if (!known || (!attempt.speed_ratio && ratio != "-")) {
      return std::nullopt;
    }
    attempt.verdict = *known;
  } else if (kind == "hint") {
    entry.kind = JournalEntry::Kind::hint;
    words >> entry.step;
  } else if (kind == "reset") {
    entry.kind = JournalEntry::Kind::reset;
  } else {
    return std::nullopt;
  }
  for (std::string* word : {&entry.step, &entry.diagnosis}) {
    *word = *word == "-" ? "" : *word;
  }
  return words.fail() || attempt.slug.empty() ? std::nullopt : std::optional(entry);
}

std::string put_aside(const fs::path& file) {
  const fs::path aside = file.parent_path() / "journal.broken";
  std::error_code error;
  fs::rename(file, aside, error);
  return fmt::format(
      "{} is not a progress file of gemmlab: it does not begin with {}. {}", file.string(),
      kFirstLine,
      error ? "Cannot rename it: " + error.message()
            : "It is kept as " + aside.string() + "; your progress starts again from zero.");
}

// The text needed before a new line so that it starts a line: a crash may have cut off the last
// one.
std::string before_line(const fs::path& file) {
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  if (!in || in.tellg() <= 0) {
    return fmt::format("{}\n", kFirstLine);
  }
  in.seekg(-1, std::ios::end);
  return in.get() == '\n' ? "" : "\n";
}

}  // namespace

std::string now_in_utc() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

JournalEntry graded(const LabResult& result, const std::string& at) {
  JournalEntry entry;
  const Check* check = result.verdict == Verdict::not_started ? nullptr : hinted_failure(result);
  if (check != nullptr) {
    entry.step = check->hint;
    entry.diagnosis = check->cause ? name_of(*check->cause) : "";
  }
  entry.attempt = {at,           result.slug,   result.verdict, result.score, result.within_reach(),
                   std::nullopt, result.seconds};
  if (result.speed && result.speed->outcome != SpeedOutcome::not_graded) {
    entry.attempt.speed_ratio = result.speed->ratio;
  }
  return entry;
}

JournalEntry hint_shown(const std::string& slug, const std::string& step) {
  return {
      JournalEntry::Kind::hint, {.at = now_in_utc(), .slug = slug, .speed_ratio = {}}, step, ""};
}

JournalEntry reset_to_skeleton(const std::string& slug) {
  return {JournalEntry::Kind::reset, {.at = now_in_utc(), .slug = slug, .speed_ratio = {}}, "", ""};
}

std::vector<JournalEntry> read_journal(const fs::path& folder, std::string& note) {
  note.clear();
  const fs::path file = folder / kFileName;
  std::ifstream in(file);
  std::string line;
  if (!in || !std::getline(in, line)) {
    return {};
  }
  if (line != kFirstLine) {
    note = put_aside(file);
    return {};
  }
  std::vector<JournalEntry> entries;
  int left_out = 0;
  while (std::getline(in, line)) {
    const bool is_whole = !in.eof();
    if (const auto entry = is_whole ? entry_in(line) : std::nullopt) {
      entries.push_back(*entry);
    } else {
      left_out += is_whole && !line.empty() && line != kFirstLine;  // two may have started it
    }
  }
  if (left_out > 0) {
    note =
        fmt::format("Cannot understand {} of {}; {} not counted in your progress.",
                    counted(left_out, "line"), file.string(), left_out == 1 ? "it is" : "they are");
  }
  return entries;
}

void append_to_journal(const fs::path& folder, const JournalEntry& entry) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw std::runtime_error(fmt::format("cannot create {}: {}", folder.string(), error.message()));
  }
  const fs::path file = folder / kFileName;
  const std::string text = before_line(file) + line_of(entry) + '\n';
  const Descriptor out(open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  // One call: all or nothing.
  const ssize_t written = out.is_open() ? write(out.get(), text.data(), text.size()) : -1;
  if (written != static_cast<ssize_t>(text.size())) {
    throw std::runtime_error(fmt::format("cannot write {}: {}", file.string(),
                                         std::strerror(written < 0 ? errno : ENOSPC)));
  }
}

const LabProgress& Progress::of_lab(const std::string& slug) const {
  static const LabProgress kNone;
  const auto lab = labs.find(slug);
  return lab == labs.end() ? kNone : lab->second;
}

void apply_to_progress(const JournalEntry& entry, Progress& progress) {
  using Kind = JournalEntry::Kind;
  const Attempt& attempt = entry.attempt;
  if (entry.kind == Kind::graded && attempt.verdict == Verdict::not_graded) {
    return;
  }
  LabProgress& lab = progress.labs[attempt.slug];
  if (entry.kind == Kind::hint) {
    ++lab.hints_shown[entry.step];
    return;
  }
  lab.verdict = entry.kind == Kind::reset ? Verdict::not_started : attempt.verdict;
  lab.failing_step = entry.step;  // none after a reset
  lab.diagnosis = entry.diagnosis;
  if (entry.kind == Kind::reset) {
    return;
  }
  lab.passed = lab.passed || attempt.verdict == Verdict::passed;
  if (lab.attempts.empty() || attempt.score > lab.best.score) {
    lab.best = attempt;
  }
  lab.attempts.push_back(attempt);
  const bool is_right = attempt.verdict == Verdict::passed || attempt.verdict == Verdict::too_slow;
  if (attempt.speed_ratio && is_right) {
    lab.best_speed = std::max(lab.best_speed.value_or(0), *attempt.speed_ratio);
  }
}

std::string state_in_words(const LabProgress& lab) {
  if (!lab.verdict) {
    return "not graded yet";
  }
  const std::string last(name(*lab.verdict));
  return !lab.passed ? last : *lab.verdict == Verdict::passed ? "passed" : "passed; last " + last;
}

std::string summary(const LabProgress& lab) {
  return state_in_words(lab) + (lab.verdict ? fmt::format(", {}{}/{}", lab.passed ? "" : "best ",
                                                          lab.best.score, lab.best.max_score)
                                            : "");
}

Progress recall(const Context& context) {
  std::string note;
  Progress progress;
  for (const JournalEntry& entry : read_journal(context.state, note)) {
    apply_to_progress(entry, progress);
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

}  // namespace gemmlab

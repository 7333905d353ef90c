#include "grader/cli/journal.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <ctime>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "grader/process/descriptor.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

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
  const Attempt& is = entry.attempt;
  if (entry.kind == JournalEntry::Kind::hint) {
    return fmt::format("hint {} {} {}", is.at, is.slug, or_dash(entry.step));
  }
  if (entry.kind == JournalEntry::Kind::reset) {
    return fmt::format("reset {} {}", is.at, is.slug);
  }
  return fmt::format("graded {} {} {} {} {} {:.1f} {} {} {}", is.at, is.slug, is.score,
                     is.max_score, is.speed_ratio ? fmt::format("{:.3f}", *is.speed_ratio) : "-",
                     is.seconds, or_dash(entry.step), or_dash(entry.diagnosis), name(is.verdict));
}

// Nothing if line_of cannot have written the line.
std::optional<JournalEntry> entry_in(const std::string& line) {
  std::istringstream words(line);
  JournalEntry entry;
  Attempt& is = entry.attempt;
  std::string kind, ratio, verdict;
  words >> kind >> is.at >> is.slug;
  if (kind == "graded") {
    words >> is.score >> is.max_score >> ratio >> is.seconds >> entry.step >> entry.diagnosis >>
        std::ws;
    std::getline(words, verdict);
    char* end = nullptr;
    const double number = std::strtod(ratio.c_str(), &end);
    if (*end == '\0' && std::isfinite(number)) {
      is.speed_ratio = number;
    }
    const auto known = named<Verdict>(verdict);
    if (!known || (!is.speed_ratio && ratio != "-")) {
      return std::nullopt;
    }
    is.verdict = *known;
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
  return words.fail() || is.slug.empty() ? std::nullopt : std::optional(entry);
}

// The failed check that best shows what to do: the first with the lab's verdict and a hint, else
// the first with a hint. Null if there is none.
const Check* telling_check(const LabResult& result) {
  const Check* telling = nullptr;
  for (const Check& check : result.checks) {
    const bool is_deciding = check.verdict == result.verdict;
    if (check.status() == Status::failed && !check.hint.empty() &&
        (telling == nullptr || (is_deciding && telling->verdict != result.verdict))) {
      telling = &check;
    }
  }
  return telling;
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

[[noreturn]] void fail(const fs::path& file) {
  throw std::runtime_error(fmt::format("cannot write {}: {}", file.string(), std::strerror(errno)));
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
  const Check* check = result.verdict == Verdict::not_started ? nullptr : telling_check(result);
  if (check != nullptr) {
    entry.step = check->hint;
    entry.diagnosis = check->cause ? name_of(*check->cause) : "";
  }
  entry.attempt = {at,           result.slug,   result.verdict, result.score, result.max_score,
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
        fmt::format("Cannot understand {} line{} of {}; {} not counted in your progress.", left_out,
                    left_out == 1 ? "" : "s", file.string(), left_out == 1 ? "it is" : "they are");
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
  if (!out.is_open()) {
    fail(file);
  }
  const ssize_t written = write(out.get(), text.data(), text.size());  // one call: all or nothing
  if (written != static_cast<ssize_t>(text.size())) {
    errno = written < 0 ? errno : ENOSPC;
    fail(file);
  }
}

}  // namespace gemmlab

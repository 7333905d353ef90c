#include "grader/cli/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

// The file has a line `lab SLUG PASSED BEST STEP VERDICT` and lines `hints SLUG STEP COUNT`; what
// is not known is "-".
constexpr const char* kFirstLine = "gemmlab.state/1";
constexpr const char* kFileName = "progress";

std::string or_dash(std::string_view word) {
  return word.empty() ? "-" : std::string(word);
}

// Throws std::runtime_error if the line is not one that write_progress wrote.
void read_line(const std::string& line, Progress& progress) {
  std::istringstream words(line);
  std::string kind, slug, step;
  words >> kind >> slug;
  if (kind == "hints") {
    int count = 0;
    if (words >> step >> count && count >= 0) {
      progress.labs[slug].hints_shown[step] = count;
      return;
    }
  } else if (kind == "lab") {
    LabProgress& lab = progress.labs[slug];
    std::string verdict;
    words >> lab.passed >> lab.best_score >> step >> std::ws;
    std::getline(words, verdict);
    lab.failing_step = step == "-" ? "" : step;
    lab.verdict = verdict_named(verdict);
    if (words && (lab.verdict || verdict == "-")) {
      return;
    }
  }
  throw std::runtime_error(fmt::format("it has a line '{:.40}'", line));
}

Progress parse(std::istream& in) {
  Progress progress;
  std::string line;
  if (!std::getline(in, line) || line != kFirstLine) {
    throw std::runtime_error(fmt::format("it does not begin with {}", kFirstLine));
  }
  while (std::getline(in, line)) {
    read_line(line, progress);
  }
  return progress;
}

std::string failing_step(const LabResult& result) {
  std::string step;
  if (result.verdict == Verdict::not_started) {
    return step;
  }
  for (const Check& check : result.checks) {
    if (check.status != Status::failed || check.hint.empty()) {
      continue;
    }
    if (check.verdict == result.verdict) {
      return check.hint;
    }
    step = step.empty() ? check.hint : step;
  }
  return step;
}

}  // namespace

const LabProgress& Progress::of(const std::string& slug) const {
  static const LabProgress kNone;
  const auto lab = labs.find(slug);
  return lab == labs.end() ? kNone : lab->second;
}

Progress read_progress(const fs::path& folder, std::string& note) {
  note.clear();
  const fs::path file = folder / kFileName;
  std::ifstream in(file);
  if (!in) {
    return {};
  }
  try {
    return parse(in);
  } catch (const std::runtime_error& error) {
    std::error_code ignored;
    const fs::path aside = folder / "progress.broken";
    fs::rename(file, aside, ignored);
    note = fmt::format(
        "The file with your progress is not in order: {}. It was put aside as {}; "
        "counting starts anew.",
        error.what(), aside.string());
    return {};
  }
}

void write_progress(const fs::path& folder, const Progress& progress) {
  std::string text = fmt::format("{}\n", kFirstLine);
  for (const auto& [slug, lab] : progress.labs) {
    text += fmt::format("lab {} {:d} {} {} {}\n", slug, lab.passed, lab.best_score,
                        or_dash(lab.failing_step), lab.verdict ? name(*lab.verdict) : "-");
    for (const auto& [step, count] : lab.hints_shown) {
      text += fmt::format("hints {} {} {}\n", slug, step, count);
    }
  }
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw std::runtime_error(fmt::format("cannot make {}: {}", folder.string(), error.message()));
  }
  write_atomically(folder / kFileName, text);
}

void record(const LabResult& result, Progress& progress) {
  if (result.verdict == Verdict::not_graded) {
    return;
  }
  LabProgress& lab = progress.labs[result.slug];
  lab.passed = lab.passed || result.verdict == Verdict::passed;
  lab.best_score = std::max(lab.best_score, result.score);
  lab.verdict = result.verdict;
  lab.failing_step = failing_step(result);
}

std::string summary(const LabProgress& lab) {
  if (lab.passed) {
    const bool broken_since = lab.verdict && *lab.verdict != Verdict::passed;
    return fmt::format("passed, {}/100{}{}", lab.best_score, broken_since ? "; last " : "",
                       broken_since ? name(*lab.verdict) : "");
  }
  if (!lab.verdict) {
    return "not graded yet";
  }
  return fmt::format("{}, best {}/100", name(*lab.verdict), lab.best_score);
}

}  // namespace gemmlab

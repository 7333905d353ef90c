#include "grader/cli/study/questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <ranges>
#include <vector>

#include "common/facts/names.h"
#include "grader/cli/progress.h"
#include "grader/cli/study/changed_lines.h"
#include "grader/cli/study/columns.h"
#include "grader/cli/study/worklog.h"
#include "grader/core/foreign_text.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

constexpr std::size_t kLinesAtMost = 16, kLinesShown = 12;  // of code above a question, if cut
constexpr std::size_t kRewritten = 40;  // changed lines of a file that has little in common

bool is_solution(const StudyStep& step) {
  return step.question.empty() && step.name.starts_with("lab");
}

// A solution has host code that no step has.
std::string kernel_of(const StudyStep& step) {
  const std::string text = read_text(step.source);
  return is_solution(step) ? text.substr(0, text.find("extern \"C\" cudaError_t")) : text;
}

struct NewCode {
  const StudyStep* from = nullptr;  // null: there is none, the lines are the step's own
  bool is_rewritten = false;        // the lines are some of what is new
  std::vector<ChangedLine> lines;
};

// From the step before; before the first one, from the solution that is the most alike.
NewCode change_to(const StudyStep& step, const Study& study) {
  const std::string text = kernel_of(step);
  NewCode change{nullptr, false, own_lines(text)};
  const std::size_t own = change.lines.size();
  for (const StudyStep& other : study.steps) {
    if (&other == &step) {
      break;
    }
    std::vector<ChangedLine> lines = changed_lines(kernel_of(other), text);
    if (!is_solution(other) || change.from == nullptr || lines.size() < change.lines.size()) {
      change = {&other, false, std::move(lines)};
    }
  }
  if (own <= kLinesShown && has_moved_lines(change.lines)) {
    return {nullptr, false, own_lines(text)};
  }
  change.lines = without_moved(change.lines);
  if (change.from != nullptr && change.lines.size() > kRewritten) {
    return {change.from, true, core_of(change.lines)};
  }
  return change;
}

constexpr Ink ink_of(Nearness nearness) {
  return nearness == Nearness::right  ? Ink::good
         : nearness == Nearness::near ? Ink::strong
                                      : Ink::bad;
}

// "8.50 sectors/request", "right", "1.25x as fast".
std::string in_words(const std::string& came, const std::string& column) {
  return column == kVerdictColumn  ? came
         : column == kFasterColumn ? came + " as fast"
         : column.ends_with('%') ? fmt::format("{} % {}", came, column.substr(0, column.size() - 2))
                                 : came + ' ' + column;
}

}  // namespace

Questions::Questions(const Study& study, std::size_t at, const Context& context, std::istream& in)
    : study_(study), at_(at), context_(context), in_(in) {}

void Questions::show_changes(const StudyStep& step) const {
  const NewCode change = change_to(step, study_);
  const std::size_t most = change.lines.size() > kLinesAtMost ? kLinesShown : kLinesAtMost;
  const std::string file = shown(step.source).string();
  context_.say(change.from == nullptr
                   ? fmt::format("\n{}: {}", step.name, file)
                   : fmt::format("\n{}, {} {}:", step.name,
                                 change.is_rewritten ? "new code after" : "changed from",
                                 change.from->name));
  context_.out << shown_lines(change.lines, most, context_.terminal.width);
  if (change.lines.size() > most) {
    const std::size_t more = change.lines.size() - most;
    context_.say(change.from == nullptr ? fmt::format("and {} more lines", more)
                                        : fmt::format("and {} more: diff {} {}", more,
                                                      shown(change.from->source).string(), file),
                 4);
  }
}

void Questions::ask(const StudyStep& step) {
  if (step.question.empty()) {
    return;
  }
  if (has_ended_) {
    ++skipped_;
    return;
  }
  show_changes(step);
  context_.say('\n' + step.question);
  for (;;) {
    context_.out << "Your prediction (Enter skips, q ends the questions): " << std::flush;
    std::string line;
    has_ended_ = !std::getline(in_, line);
    boost::trim(line);
    const std::string word = boost::to_lower_copy(line);
    if (has_ended_) {
      context_.out << '\n';
    }
    has_ended_ = has_ended_ || word == "q" || word == "quit";
    if (has_ended_ || line.empty()) {
      ++skipped_;
      return;
    }
    if (const auto guess = read_guess(line, step.column)) {
      guesses_.insert_or_assign(step.name, Answered{*guess, ForeignText(line, kNameCut).text()});
      return;
    }
    context_.say(fmt::format("'{}' is not what this asks for. Expected: {}.",
                             ForeignText(line, kNameCut).text(), expected_guess(step.column)),
                 2);
  }
}

void Questions::tell(const StudyStep& step) {
  const auto guess = guesses_.find(step.name);
  if (guess != guesses_.end() && step.column != kFasterColumn) {
    tell(step, guess->second);
    guesses_.erase(guess);
  }
}

void Questions::tell_times() {
  for (const StudyStep& step : study_.steps) {
    if (const auto guess = guesses_.find(step.name); guess != guesses_.end()) {
      context_.out << '\n' << step.name << '\n';
      tell(step, guess->second);
      guesses_.erase(guess);
    }
  }
}

void Questions::tell(const StudyStep& step, const Answered& answered) {
  const std::string came = cell(step, step.column, at_);
  if (came.empty()) {
    ++unmeasured_;
    context_.say("not measured here", 2);
  } else {
    const Comparison comparison = compared(answered.guess, came, step.column);
    remember(context_, {now_in_utc(), study_.name, step.name, step.question, answered.typed,
                        in_words(came, step.column), comparison.nearness});
    ++counts_[comparison.nearness];
    const std::string how = comparison.how.empty() ? "" : ", " + comparison.how;
    context_.out << "  "
                 << ink(context_.terminal, ink_of(comparison.nearness), name(comparison.nearness))
                 << how << ": it is " << in_words(came, step.column) << ".\n";
  }
  context_.say(step.why, 2);
}

std::string Questions::summary() const {
  std::string text;
  const auto add = [&](int count, std::string_view form, std::string_view between) {
    if (count > 0) {
      text += (text.empty() ? "" : between);
      text += fmt::format(fmt::runtime(form), count);
    }
  };
  for (const auto& [nearness, count] : counts_) {
    add(count, fmt::format("{{}} {}", name(nearness)), ", ");
  }
  add(unmeasured_, "not measured {}", "; ");
  if (!text.empty()) {
    add(skipped_, "skipped {}", "; ");
  }
  return text;
}

}  // namespace gemmlab

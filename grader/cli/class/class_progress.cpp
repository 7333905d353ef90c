#include "grader/cli/class/class_progress.h"

#include <fmt/format.h>

#include <ostream>

#include "grader/report/text.h"

namespace gemmlab {
namespace {

using std::chrono::steady_clock;

std::string duration(double seconds) {
  return seconds < 90 ? fmt::format("{:.0f} s", seconds) : fmt::format("{:.0f} min", seconds / 60);
}

}  // namespace

ClassProgress::ClassProgress(Context& context, std::size_t submissions)
    : context_(context),
      line_(context.err, context.error_terminal, context.progress),
      submissions_(int(submissions)) {}

void ClassProgress::operator()(const SubmissionEvent& event) {
  counts_[int(event.kind)] += 1;
  if (event.kind == SubmissionEvent::Kind::began) {
    at_work_ = event.student;
  } else if (event.kind != SubmissionEvent::Kind::known) {
    line_.clear();
    const std::string text = fmt::format(
        "[{}/{}] {}: {}{}", graded() + known() + failed(), submissions_, event.student,
        event.kind == SubmissionEvent::Kind::failed ? "not graded: " : "", event.summary);
    context_.out << wrap(text, context_.terminal.width, 2) << std::flush;
  }
  show();
}

std::string ClassProgress::in_all(const std::string& out) const {
  std::string text = fmt::format("{} graded", graded());
  if (known() > 0) {
    text += fmt::format(", {} already graded", known());
  }
  if (failed() > 0) {
    text += fmt::format(
        ", {} not graded because of a problem of this machine: {}/infrastructure.txt; run the same "
        "command again",
        failed(), out);
  }
  return text + ".\n";
}

void ClassProgress::show() {
  const double spent = std::chrono::duration<double>(steady_clock::now() - start_).count();
  const int worked = graded() + failed(), done = worked + known();
  const std::string left =
      worked == 0
          ? ""
          : fmt::format(", about {} left", duration(spent / worked * (submissions_ - done)));
  line_.show(fmt::format("{} of {} done{}; {}", done, submissions_, left, at_work_));
}

}  // namespace gemmlab

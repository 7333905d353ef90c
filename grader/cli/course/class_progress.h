// What the terminal shows while a class is graded.
#pragma once

#include <fmt/chrono.h>

#include "grader/batch/class_run.h"
#include "grader/cli/context.h"

namespace gemmlab {

inline std::string duration(double seconds) {
  return seconds < 90 ? fmt::format("{:.0f} s", seconds) : fmt::format("{:.0f} min", seconds / 60);
}

// Shows a class's progress, with the time left, and the result of each submission.
class ClassProgress {
 public:
  ClassProgress(Context& context, const std::vector<SubmissionSource>& sources)
      : context_(context), line_(context), submissions_(int(sources.size())) {
    for (const SubmissionSource& source : sources) {
      const std::string& name = source.who.name;
      called_[source.student] =
          shown_name(source.student) +
          (name.empty() || name == source.student ? "" : ' ' + shown_name(name));
    }
  }

  void operator()(const SubmissionEvent& event) {
    counts_[int(event.kind)] += 1;
    if (event.kind == Kind::began) {
      at_work_ = event.student;
    } else if (event.kind != Kind::known) {
      line_.clear();
      context_.say(fmt::format("[{}/{}] {}: {}{}", done(), submissions_, called_.at(event.student),
                               event.kind == Kind::failed ? "not graded: " : "", event.summary),
                   2);
      context_.out << std::flush;
    }
    show();
  }

  int count(SubmissionEvent::Kind kind) const { return counts_[int(kind)]; }

  void clear() { line_.clear(); }

  // "38 graded, 2 already graded."; and where to read about failures on our side.
  std::string in_all(const std::string& out) const {
    std::string text = fmt::format("{} graded", count(Kind::graded));
    if (count(Kind::known) > 0) {
      text += fmt::format(", {} already graded", count(Kind::known));
    }
    if (count(Kind::failed) > 0) {
      text += fmt::format(
          ", {} not graded because of a problem with this machine: see {}/infrastructure.txt, then "
          "run the same command again",
          count(Kind::failed), out);
    }
    return text + ".\n";
  }

 private:
  using Kind = SubmissionEvent::Kind;

  int done() const { return count(Kind::graded) + count(Kind::known) + count(Kind::failed); }

  void show() {
    const double spent =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const int worked = done() - count(Kind::known);
    const std::string left =
        worked == 0
            ? ""
            : fmt::format(", about {} left", duration(spent / worked * (submissions_ - done())));
    line_.show(fmt::format("{} of {} done{}; {}", done(), submissions_, left, at_work_));
  }

  Context& context_;
  std::map<std::string, std::string> called_;  // by student: "s1002 Ada Lovelace"
  ProgressLine line_;
  int submissions_;
  int counts_[4] = {};  // by kind
  std::string at_work_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace gemmlab

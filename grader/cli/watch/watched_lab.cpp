#include "grader/cli/watch/watched_lab.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <iostream>
#include <sstream>

#include "grader/cli/grading.h"
#include "grader/cli/progress.h"
#include "grader/cli/result_files.h"
#include "grader/report/console.h"
#include "grader/report/explain.h"
#include "grader/report/text.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

// Separates the report and the explanation in a run's output. Reports contain no control
// characters.
constexpr char kNextPart = '\f';

int grade_one(Context& context, const Lab& lab, Options options) {
  options.labs = {lab.id};
  options.explain = true;
  Progress progress = recall(context);
  std::string explained;
  const Result result = judge_all(
      context, options, plan_grading(context, options), progress, [&](const LabResult& judged) {
        context.out << console_report(judged, {context.terminal, source_text, false});
        explained = explanation(judged, context.terminal, source_text);
      });
  context.out << kNextPart << explained;  // after notes, which belong to the report
  if (!options.html.empty()) {
    write_atomically(options.html, page(context, options, result, progress));
  }
  return exit_code(result.labs);
}

int grade_all(Context& context, Options options) {
  options.html.clear();
  Progress progress;
  const Result result = judge_all(
      context, options, plan_grading(context, options), progress, [&](const LabResult& judged) {
        context.out << console_headline(judged, context.terminal) << '\n';
      });
  context.out << '\n' << console_summary(result, context.terminal);
  return exit_code(result.labs);
}

}  // namespace

WatchedLab::WatchedLab(Context& context, const Lab& lab, const Options& options)
    : context_(context), lab_(lab), options_(options) {}

void WatchedLab::start(Task task) {
  job_.reset();  // first, because two at a time would disturb each other
  task_ = task;
  status_.clear();
  job_ = std::make_unique<GradingJob>([&, task](const auto& say) {
    Context context = writing_to(std::cout, context_.terminal, {}, context_);
    context.progress = say;
    return task == Task::grade ? grade_one(context, lab_, options_) : grade_all(context, options_);
  });
}

void WatchedLab::go_on() {
  if (const auto code = job_ ? job_->take_in() : std::nullopt) {
    finish(*code);
  }
}

void WatchedLab::finish(int code) {
  std::string text = job_->text();
  status_ = fmt::format("graded at {:%H:%M:%S} in {:.1f} s", fmt::localtime(std::time(nullptr)),
                        job_->seconds());
  job_.reset();
  if (code > 128 && code != kInterrupted) {
    text += fmt::format("\nThe grader itself was stopped by signal {}. Save again to repeat.\n",
                        code - 128);
  }
  if (task_ == Task::check_all) {
    return set_body(text);
  }
  const std::size_t end = std::min(text.find(kNextPart), text.size());
  passed_ = code == kDone;
  report_ = text.substr(0, end);
  explanation_ = end < text.size() ? text.substr(end + 1) : "";
  if (passed_) {
    report_ +=
        fmt::format("\nYou passed lab {}. Press d to compare with our solution, {}\n", lab_.id,
                    &lab_ == &context_.labs.back() ? "q to quit." : "n for the next lab.");
  }
  show_report();
}

void WatchedLab::set_body(std::string body) {
  body.erase(0, body.find_first_not_of('\n'));
  body_ = std::move(body);
  ++bodies_;
}

void WatchedLab::show_explanation() {
  set_body(explanation_.empty() ? "\nThere is nothing to explain: see the report (Esc).\n"
                                : explanation_);
}

void WatchedLab::show_output_of(int (*command)(Context&, const Options&)) {
  Options options;
  options.lab = lab_.id;
  options.diff = true;  // for solution
  std::ostringstream out;
  Context here = writing_to(out, context_.terminal, {}, context_);
  try {
    command(here, options);
  } catch (const std::runtime_error& error) {
    out << error.what() << '\n';
  }
  set_body(out.str());
}

std::string WatchedLab::status() const {
  if (!job_) {
    return status_;
  }
  const std::string what = job_->activity().empty() ? "starting" : job_->activity();
  return fmt::format("{} ... {:.0f} s", printable(what), job_->seconds());
}

View WatchedLab::view() const {
  View view;
  view.title = shown(student_file(context_, lab_)).string();
  view.status = status();
  view.body = body_;
  view.bodies = bodies_;
  view.keys = {{"n", "next"}, {"h", "hint"}, {"e", "explain"}, {"c", "check all"}, {"q", "quit"}};
  if (passed_) {
    view.keys.insert(view.keys.begin() + 3, {"d", "compare"});
  }
  return view;
}

}  // namespace gemmlab

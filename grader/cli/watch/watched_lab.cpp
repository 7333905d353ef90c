#include "grader/cli/watch/watched_lab.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <exception>
#include <iostream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "common/facts/json.h"
#include "grader/cli/commands/hint.h"
#include "grader/cli/commands/overview.h"
#include "grader/cli/commands/solution.h"
#include "grader/cli/exit_code.h"
#include "grader/cli/grading.h"
#include "grader/cli/next_step.h"
#include "grader/cli/progress.h"
#include "grader/cli/result_files.h"
#include "grader/cli/staircase_progress.h"
#include "grader/core/foreign_text.h"
#include "grader/core/read_file.h"
#include "grader/core/result.h"
#include "grader/process/interrupt.h"
#include "grader/report/console.h"
#include "grader/report/explain.h"
#include "grader/report/text.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

constexpr int kWidthStep = 4;  // a screen may change its size

// In JSON, for each width that a screen may have.
std::string sheets_of(const LabResult& judged, const std::vector<Terminal>& terminals) {
  const bool has_fix =
      std::ranges::any_of(judged.checks, [](const Check& check) { return !check.changes.empty(); });
  std::vector<Sheet> sheets;
  for (const Terminal& terminal : terminals) {
    const auto report = [&](Repairs repairs) {
      return console_report(judged, {.terminal = terminal,
                                     .read_source = source_text,
                                     .is_watched = true,
                                     .repairs = repairs});
    };
    sheets.push_back({terminal.width, report(Repairs::hidden),
                      explanation(judged, terminal, source_text),
                      has_fix ? report(Repairs::shown) : ""});
  }
  return Json(sheets).text();
}

// Prints notes; the last line has the sheets.
int grade_one(Context& context, const Lab& lab, const WatchOptions& watched,
              const GradingJob::Teller& teller) {
  GradeOptions options;
  options.labs = {lab.id};
  options.backend = watched.backend;
  options.explain = true;
  options.html = watched.html;
  Progress progress = recall(context);
  std::vector<Terminal> terminals{context.terminal};
  for (int width = kNarrowest; context.terminal.live && width <= kWidest; width += kWidthStep) {
    terminals.push_back(context.terminal);
    terminals.back().width = width;
  }
  options.so_far = [&](const LabResult& judged) { teller.found(sheets_of(judged, terminals)); };
  std::string sheets;
  const Result result =
      judge_all(context, options, plan_grading(context, options), progress,
                [&](const LabResult& judged) { sheets = sheets_of(judged, terminals); });
  int code = exit_code(result.labs);
  if (!options.html.empty()) {
    try {
      write_atomically(options.html, page(context, options, result, progress));
    } catch (const std::exception& error) {
      context.out << "gemmlab: " << error.what() << '\n';
      code = kInfrastructure;  // the report is shown all the same
    }
  }
  context.out << '\n' << sheets;
  return code;
}

int grade_all(Context& context, const WatchOptions& watched) {
  GradeOptions options;
  options.backend = watched.backend;
  Progress progress;
  const Result result = judge_all(
      context, options, plan_grading(context, options), progress, [&](const LabResult& judged) {
        context.out << console_headline(judged, context.terminal) << '\n';
      });
  context.out << '\n' << console_summary(result, context.terminal);
  return exit_code(result.labs);
}

}  // namespace

void WatchedLab::start(Task task) {
  job_.reset();  // first, because two at a time would disturb each other
  task_ = task;
  view_.status.clear();
  early_.clear();
  job_ = std::make_unique<GradingJob>([&, task](const GradingJob::Teller& teller) {
    Context context = writing_to(std::cout, context_.terminal, context_);
    context.progress = [&](const std::string& what) { teller.doing(what); };
    return task == Task::grade ? grade_one(context, lab_, options_, teller)
                               : grade_all(context, options_);
  });
}

void WatchedLab::go_on() {
  const auto ended = job_ ? job_->read_available() : std::nullopt;
  if (!ended) {
    return take_over_early();
  }
  const int code = *ended;
  std::string text = job_->text();
  const bool wrote = task_ == Task::grade && !options_.html.empty() && code < kInfrastructure;
  view_.status =
      fmt::format("graded at {:%H:%M:%S} in {:.1f} s{}", fmt::localtime(std::time(nullptr)),
                  job_->seconds(), wrote ? ", wrote " + printable(options_.html) : "");
  job_.reset();
  if (code > 128 && code != kInterrupted) {
    text += fmt::format("\nThe grader itself was stopped by signal {}. Save again to repeat.\n",
                        code - 128);
  }
  note_progress();
  if (task_ == Task::check_all) {
    return show(Shown::other, text);
  }
  passed_ = code == kDone;
  take_over(text);
  show_report();
}

// The verdict, its numbers and its cause: nobody waits for the line to change to see them.
void WatchedLab::take_over_early() {
  if (!job_ || job_->so_far() == early_) {
    return;
  }
  early_ = job_->so_far();
  try {
    sheets_ = Json::parse(early_).get<std::vector<Sheet>>();
  } catch (const JsonError&) {  // never, from a process of ours
    return;
  }
  notes_.clear();
  passed_ = false;
  if (is_of_run()) {
    show_report();
  }
}

void WatchedLab::take_over(const std::string& output) {
  const std::size_t last_line = output.rfind('\n');
  try {
    sheets_ = Json::parse(std::string_view(output).substr(last_line + 1)).get<std::vector<Sheet>>();
    notes_ = output.substr(0, last_line);
  } catch (const JsonError&) {  // the run has ended early
    sheets_.clear();
    notes_ = output;
  }
  if (passed_) {
    notes_ += '\n' + after_passing(context_, lab_) + '\n';
  }
}

// The widest that the terminal has room for now, or else the narrowest. Null: there is none.
const Sheet* WatchedLab::sheet() const {
  const auto order = [&](const Sheet& each) {
    return each.width <= context_.terminal.width ? each.width : -each.width;
  };
  const auto best = std::ranges::max_element(sheets_, {}, order);
  return best == sheets_.end() ? nullptr : &*best;
}

std::string WatchedLab::report_or_explanation() const {
  const Sheet* const found = sheet();
  if (shown_ != Shown::explanation) {
    const bool is_fixed = found != nullptr && shown_ == Shown::fix && !found->fix.empty();
    return (found == nullptr ? ""
            : is_fixed       ? found->fix
                             : found->report) +
           wrap(notes_, context_.terminal.width, 0);
  }
  if (lab_.is_step()) {
    return "The steps of this lab are not counted: the costs of a line come from lab 02 on.\n";
  }
  return found == nullptr || found->explanation.empty()
             ? "There is nothing to explain: see the report (Esc).\n"
             : found->explanation;
}

void WatchedLab::show(Shown what, std::string body) {
  shown_ = what;
  view_.body = std::move(body);
  ++view_.bodies;
}

void WatchedLab::note_progress() {
  view_.progress = progress_line(context_.labs, recall(context_), lab_);
}

void WatchedLab::show_keys() {
  show(Shown::other,
       "h        one more hint\n"
       "f        the change that repairs it, if known\n"
       "e        what each line costs, and why\n"
       "d        compare with our solution (if passed)\n"
       "Esc      back to the report\n"
       "n, p     the next lab, the previous lab\n"
       "l        all labs, and how far you are\n"
       "c        check all labs\n"
       "q        quit\n\n"
       "Arrows, Page Up and Down, Space, Home and End\n"
       "scroll. Ctrl-Z suspends. Saving the file grades.\n");
}

void WatchedLab::show_fix() {
  const Sheet* const found = sheet();
  if (found != nullptr && !found->fix.empty()) {
    return show(Shown::fix);
  }
  show_report();
  say(passed_            ? "it passed: there is nothing to repair"
      : found == nullptr ? "nothing is graded yet: save the file"
                         : "no small change is known that repairs it");
}

void WatchedLab::show_hint() {
  const HintOptions options{.lab = lab_.id, .in_watch = true};
  show_output_of([&](Context& context) { return hint(context, options); }, Shown::prose);
}

void WatchedLab::show_comparison() {
  const SolutionOptions options{.lab = lab_.id, .diff = true};
  show_output_of([&](Context& context) { return solution(context, options); });
}

void WatchedLab::show_overview() {
  show_output_of(overview);
}

void WatchedLab::show_output_of(const std::function<int(Context&)>& command, Shown what) {
  std::ostringstream out;
  Terminal terminal = context_.terminal;
  terminal.width = what == Shown::prose ? INT_MAX : terminal.width;
  Context here = writing_to(out, terminal, context_);
  try {
    command(here);
  } catch (const std::runtime_error& error) {
    out << error.what() << '\n';
  }
  show(what, out.str());
}

View WatchedLab::view() const {
  View view = view_;
  if (shown_ == Shown::prose) {
    view.body = wrap(view.body, context_.terminal.width, 0);
  } else if (is_of_run()) {
    view.body = report_or_explanation();
  }
  view.body.erase(0, view.body.find_first_not_of('\n'));
  view.title = shown(student_file(context_, lab_)).string();
  if (job_) {
    const std::string what = job_->activity().empty() ? "starting" : job_->activity();
    view.status = fmt::format("{} ... {:.0f} s", printable(what), job_->seconds());
    view.is_old = task_ == Task::grade && early_.empty() && is_of_run();
  }
  view.keys = {{"h", "hint"}, {"e", "explain"},   {"n", "next"}, {"p", "previous"},
               {"l", "list"}, {"c", "check all"}, {"q", "quit"}, {"?", "keys"}};
  if (passed_ && has_solution(context_, lab_)) {
    view.keys.insert(view.keys.begin() + 2, {"d", "compare"});
  }
  if (const Sheet* const found = sheet(); found != nullptr && !found->fix.empty()) {
    view.keys.insert(view.keys.begin() + 1, {"f", "fix"});
  }
  if (shown_ != Shown::report) {
    view.keys.insert(view.keys.begin(), {"Esc", "report"});
  }
  return view;
}

}  // namespace gemmlab

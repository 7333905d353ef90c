#include "grader/cli/watch/watched_lab.h"

#include <fmt/chrono.h>

#include <boost/algorithm/string.hpp>
#include <iostream>
#include <sstream>
#include <thread>

#include "grader/cli/grading.h"
#include "grader/core/read_file.h"
#include "grader/process/interrupt.h"
#include "grader/report/console.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

// Files that editors create next to an open file: .kernel.cu.swp, #kernel.cu#, kernel.cu~, 4913.
bool is_of_an_editor(const std::string& name) {
  return name.starts_with('.') || name.starts_with('#') || name.ends_with('~') ||
         name.find('.') == std::string::npos || name.ends_with(".tmp");
}

int run(const GradingJob::Work& work, int activity) {
  int code = kInterrupted;
  try {
    code = work([activity](const std::string& what) {
      const std::string line = what + '\n';
      const ssize_t written = write(activity, line.data(), line.size());
      static_cast<void>(written);  // if nobody reads any more, nothing is lost
    });
  } catch (const Interrupted&) {
  } catch (const std::exception& error) {
    std::cout << "gemmlab: " << error.what() << '\n';
    code = kInfrastructure;
  }
  std::cout << std::flush;
  std::fflush(stdout);
  return code;
}

Descriptor without_waiting(Descriptor descriptor) {
  fcntl(descriptor.get(), F_SETFL, O_NONBLOCK);
  return descriptor;
}

void read_all(const Descriptor& descriptor, std::string& text) {
  while (read_some(descriptor.get(), text) > 0) {
  }
}

// Separates the parts of a run's output: notes; then a width, and report and explanation for it,
// several times. Reports contain no control characters.
constexpr char kNextPart = '\f';
constexpr int kWidthStep = 4;  // a screen may change its size

int grade_one(Context& context, const Lab& lab, Options options) {
  options.labs = {lab.id};
  options.explain = true;
  Progress progress = recall(context);
  std::vector<Terminal> terminals{context.terminal};
  for (int width = kNarrowest; context.terminal.live && width <= kWidest; width += kWidthStep) {
    terminals.push_back(context.terminal);
    terminals.back().width = width;
  }
  std::string texts;
  const Result result = judge_all(
      context, options, plan_grading(context, options), progress, [&](const LabResult& judged) {
        for (const Terminal& terminal : terminals) {
          texts += kNextPart + std::to_string(terminal.width) + kNextPart +
                   console_report(judged, {terminal, source_text, false, true}) + kNextPart +
                   explanation(judged, terminal, source_text);
        }
      });
  context.out << texts;
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

Saves::States Saves::look() const {
  States states;
  std::error_code error;
  for (fs::directory_iterator entry(folder_, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::error_code gone;
    if (is_of_an_editor(name) || !entry->is_regular_file(gone)) {
      continue;
    }
    const auto time = entry->last_write_time(gone);
    if (!gone) {
      states[name] = {time, std::hash<std::optional<std::string>>{}(read_foreign(entry->path()))};
    }
  }
  return states;
}

bool Saves::seen() {
  States now = look();
  const bool is_whole = !last_ || now == last_;
  last_ = std::move(now);
  if (is_whole && last_ != told_) {
    told_ = last_;
    return true;
  }
  return false;
}

GradingJob::GradingJob(const Work& work) {
  std::cout << std::flush;
  std::cerr << std::flush;
  Pipe text = make_pipe(), activity = make_pipe();
  // In its own group: the watching process gets Ctrl-C and ends this process cleanly.
  process_ = Child({.function = [&] { return run(work, activity.write.get()); },
                    .descriptors = {kNothing, text.write.get(), text.write.get()},
                    .leads_group = true,
                    .death_signal = SIGTERM});
  text_pipe_ = without_waiting(std::move(text.read));
  activity_pipe_ = without_waiting(std::move(activity.read));
}

GradingJob::~GradingJob() {
  process_.signal(SIGTERM);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  while (!process_.ended() && std::chrono::steady_clock::now() < deadline) {
    std::string ignored;  // a full pipe would prevent it from ending
    read_all(text_pipe_, ignored);
    read_all(activity_pipe_, ignored);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

std::optional<int> GradingJob::take_in() {
  read_all(activity_pipe_, unfinished_);
  if (const auto end = unfinished_.rfind('\n'); end != std::string::npos) {
    activity_ = split_lines(unfinished_.substr(0, end + 1)).back();
    unfinished_.erase(0, end + 1);
  }
  // The end of the process counts, not the end of its output: a process that it left behind may
  // hold the output open.
  const auto ending = process_.ended();
  read_all(text_pipe_, output_);
  return ending ? std::optional<int>(ending->as_shell()) : std::nullopt;
}

void WatchedLab::start(Task task) {
  job_.reset();  // first, because two at a time would disturb each other
  task_ = task;
  view_.status.clear();
  job_ = std::make_unique<GradingJob>([&, task](const auto& say) {
    Context context = writing_to(std::cout, context_.terminal, context_);
    context.progress = say;
    return task == Task::grade ? grade_one(context, lab_, options_) : grade_all(context, options_);
  });
}

void WatchedLab::go_on() {
  const auto ended = job_ ? job_->take_in() : std::nullopt;
  if (!ended) {
    return;
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

void WatchedLab::take_over(const std::string& output) {
  std::vector<std::string> parts;
  boost::split(parts, output, [](char c) { return c == kNextPart; });
  notes_ = parts[0];
  texts_.clear();
  for (std::size_t i = 1; i + 2 < parts.size(); i += 3) {
    texts_.try_emplace(std::stoi(parts[i]), Texts{parts[i + 1], parts[i + 2]});
  }
  if (passed_) {
    notes_ +=
        fmt::format("\nYou passed lab {}. Press d to compare with our solution, {}\n", lab_.id,
                    &lab_ == &context_.labs.back() ? "q to quit." : "n for the next lab.");
  }
}

// In the widest lines that the terminal has now.
std::string WatchedLab::report_or_explanation() const {
  auto texts = texts_.upper_bound(context_.terminal.width);
  texts = texts == texts_.begin() ? texts : std::prev(texts);
  if (shown_ == Shown::report) {
    return (texts == texts_.end() ? "" : texts->second.report) +
           wrap(notes_, context_.terminal.width, 0);
  }
  return texts == texts_.end() || texts->second.explanation.empty()
             ? "There is nothing to explain: see the report (Esc).\n"
             : texts->second.explanation;
}

void WatchedLab::show(Shown what, std::string body) {
  shown_ = what;
  view_.body = std::move(body);
  ++view_.bodies;
}

void WatchedLab::note_progress() {
  const Progress progress = recall(context_);
  std::string passed, open;
  for (const Lab& lab : context_.labs) {
    (progress.of(lab.slug()).passed ? passed : open) += ' ' + lab.id;
  }
  view_.progress =
      (passed.empty() ? "" : "passed:" + passed + "  ") + (open.empty() ? "" : "open:" + open);
}

void WatchedLab::show_keys() {
  show(Shown::other,
       "h        one more hint\n"
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

void WatchedLab::show_output_of(int (*command)(Context&, const Options&), Shown what) {
  Options options;
  options.lab = lab_.id;
  options.diff = true;  // for solution
  std::ostringstream out;
  Terminal terminal = context_.terminal;
  terminal.width = what == Shown::prose ? INT_MAX : terminal.width;
  Context here = writing_to(out, terminal, context_);
  try {
    command(here, options);
  } catch (const std::runtime_error& error) {
    out << error.what() << '\n';
  }
  show(what, out.str());
}

View WatchedLab::view() const {
  View view = view_;
  if (shown_ == Shown::prose) {
    view.body = wrap(view.body, context_.terminal.width, 0);
  } else if (shown_ != Shown::other) {
    view.body = report_or_explanation();
  }
  view.body.erase(0, view.body.find_first_not_of('\n'));
  view.title = shown(student_file(context_, lab_)).string();
  if (job_) {
    const std::string what = job_->activity().empty() ? "starting" : job_->activity();
    view.status = fmt::format("{} ... {:.0f} s", printable(what), job_->seconds());
    view.is_old = task_ == Task::grade && (shown_ == Shown::report || shown_ == Shown::explanation);
  }
  view.keys = {{"h", "hint"}, {"e", "explain"},   {"n", "next"}, {"p", "previous"},
               {"l", "list"}, {"c", "check all"}, {"q", "quit"}, {"?", "keys"}};
  if (passed_) {
    view.keys.insert(view.keys.begin() + 2, {"d", "compare"});
  }
  if (shown_ != Shown::report) {
    view.keys.insert(view.keys.begin(), {"Esc", "report"});
  }
  return view;
}

}  // namespace gemmlab

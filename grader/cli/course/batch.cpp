// gemmlab batch: grades a whole class, and writes its tables.
#include <sys/file.h>

#include "grader/batch/class_files.h"
#include "grader/cli/course/class_course.h"
#include "grader/core/nearest.h"
#include "grader/process/descriptor.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

using std::chrono::steady_clock;

// The lock that one process holds while it works on a folder of results, or on a part of it;
// released when it ends, however it ends. `operation`: as for flock(2). Not open if another process
// holds it. Creates the file. Throws UsageError if the folder is not writable.
Descriptor locked(const fs::path& file, int operation) {
  Descriptor lock(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!lock.is_open()) {
    throw UsageError(fmt::format("{} is not writable.", file.parent_path().string()));
  }
  return flock(lock.get(), operation) == 0 ? std::move(lock) : Descriptor();
}

std::string duration(double seconds) {
  return seconds < 90 ? fmt::format("{:.0f} s", seconds) : fmt::format("{:.0f} min", seconds / 60);
}

// Shows a class's progress, with the time left, and the result of each submission.
class ClassProgress {
 public:
  ClassProgress(Context& context, std::size_t submissions)
      : context_(context), line_(context), submissions_(int(submissions)) {}

  void operator()(const SubmissionEvent& event) {
    counts_[int(event.kind)] += 1;
    if (event.kind == Kind::began) {
      at_work_ = event.student;
    } else if (event.kind != Kind::known) {
      line_.clear();
      context_.say(fmt::format("[{}/{}] {}: {}{}", done(), submissions_, event.student,
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
    const double spent = std::chrono::duration<double>(steady_clock::now() - start_).count();
    const int worked = done() - count(Kind::known);
    const std::string left =
        worked == 0
            ? ""
            : fmt::format(", about {} left", duration(spent / worked * (submissions_ - done())));
    line_.show(fmt::format("{} of {} done{}; {}", done(), submissions_, left, at_work_));
  }

  Context& context_;
  ProgressLine line_;
  int submissions_;
  int counts_[4] = {};  // by kind
  std::string at_work_;
  steady_clock::time_point start_ = steady_clock::now();
};

SubmissionList submissions_in(const Context& context, const Options& options) {
  if (!fs::is_directory(options.folder)) {
    throw UsageError(fmt::format(
        "{} is not a folder. batch needs a folder with one folder or archive for each student.",
        options.folder));
  }
  const fs::path inside =
      fs::weakly_canonical(options.out).lexically_relative(fs::weakly_canonical(options.folder));
  if (inside.empty() || *inside.begin() != "..") {
    throw UsageError(fmt::format(
        "--out {} is inside {}, where its files would be taken for submissions. Name a folder "
        "beside it.",
        options.out, options.folder));
  }
  try {
    const Roster roster = options.roster.empty() ? Roster() : Roster(options.roster);
    return list_submissions(options.folder, context.labs, roster,
                            {options.roster, options.course, options.canvas});
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
}

// Those of --only, which names them or, as @FILE, a file with a name per line; else all.
std::vector<SubmissionSource> chosen(const SubmissionList& list, const Options& options) {
  std::set<std::string> wanted, unknown;
  for (const std::string& word : options.only) {
    const std::string text = word.starts_with('@') ? read_text(word.substr(1)) : word;
    const std::vector<std::string> names = split_lines(text);
    wanted.insert(names.begin(), names.end());
  }
  wanted.erase("");
  unknown = wanted;
  std::vector<SubmissionSource> sources;
  std::vector<std::string> known;
  for (std::size_t i = 0; i < list.sources.size(); ++i) {
    const std::string& student = known.emplace_back(list.sources[i].student);
    unknown.erase(student);
    if ((options.only.empty() || wanted.contains(student)) &&
        int(i % std::size_t(options.shards)) == options.shard - 1) {
      sources.push_back(list.sources[i]);
    }
  }
  if (!unknown.empty()) {
    throw UsageError(fmt::format("--only: there is no student '{}' in {}.{}", *unknown.begin(),
                                 options.folder, did_you_mean(*unknown.begin(), known)));
  }
  return sources;
}

// Names of entries by student.
Entries entries_of(const SubmissionList& list) {
  Entries entries;
  for (const SubmissionSource& source : list.sources) {
    std::vector<std::string>& own = entries[source.student];
    std::ranges::transform(source.parts, std::back_inserter(own),
                           [](const HandIn& part) { return part.path.filename(); });
  }
  return entries;
}

// Prints what a run would change in the grades, from what is kept.
int foretell(const Context& context, const SubmissionList& list, const CoursePolicy& policy,
             const Options& options) {
  const std::vector<std::string> lines =
      foretold_changes(options.out, entries_of(list), policy, labs_of_course(context, policy));
  for (const std::string& line : lines) {
    context.say(line, 2);
  }
  context.say(fmt::format("{} would change. Nothing was graded or written.\n",
                          lines.empty() ? "No grade" : "These grades"));
  return kDone;
}

// The plan of the run; reports all errors in the command line.
ClassRun run_of(const Context& context, const SubmissionList& list, const CoursePolicy& policy,
                const Options& options) {
  ClassRun run =
      class_run(context, policy, labs_of_course(context, policy), options.backend, options.seed);
  run.wanted = ids_of(labs_of_course(context, policy, options.labs));
  run.out = fs::absolute(options.out);
  run.sources = chosen(list, options);
  run.options.patience = std::chrono::hours(24);  // for its turn, which will come
  run.may_be_weak = options.sandbox == "weak";
  run.at_once = options.jobs > 0 ? options.jobs : usable_cores();
  if (!options.canvas.empty() && !fs::is_regular_file(options.canvas)) {
    throw UsageError(fmt::format("--canvas: cannot find the file {}.", options.canvas));
  }
  if (run.sources.empty()) {
    throw UsageError(fmt::format("{} contains no folder and no archive to grade.", options.folder));
  }
  for (SubmissionSource& source : run.sources) {
    for (HandIn& part : source.parts) {
      part.path = fs::absolute(part.path);
    }
  }
  return run;
}

// What of the class's folder is of no student: on the terminal, and in a file.
void tell_left_out(const Context& context, const SubmissionList& list, const Options& options) {
  std::string text;
  for (const LeftOut& left : list.left_out) {
    text += fmt::format("{}: {}\n", left.path, reason_of(left));
  }
  if (!text.empty()) {
    context.warn("gemmlab: left out, because it is no submission:", 2);
    context.warn(text, 4);
    context.warn(fmt::format("The names that are taken: {}/left_out.txt", options.out), 4);
  }
  write_atomically(fs::path(options.out) / "left_out.txt",
                   (text.empty() ? "none\n" : text) +
                       "\nTaken are folders and archives named after "
                       "their students (.zip .tar .tar.gz .tgz), and what platforms call\n" +
                       examples_of_hand_ins());
}

// Which submission times count.
std::string words_of_times(const std::vector<SubmissionSource>& sources) {
  int platform = 0, table = 0, unknown = 0;
  for (const SubmissionSource& source : sources) {
    const bool is_told = std::ranges::any_of(
        source.parts, [](const HandIn& part) { return part.is_late || !part.time.empty(); });
    ++(is_told ? platform : !source.times.empty() ? table : unknown);
  }
  return fmt::format(
      "Submission times: {} by the platform's names, in this machine's time zone; {} by times.csv; "
      "{} unknown, which count as on time, because a file's own time can be forged.",
      platform, table, unknown);
}

// For all submissions, whoever graded them. Returns notes to print.
std::vector<std::string> write_tables(const ClassRun& run, const SubmissionList& list,
                                      const CoursePolicy& policy, const Options& options) {
  const Descriptor tables = locked(run.out / ".lock-tables", LOCK_EX);
  return write_class_files(run.out, entries_of(list), policy, run.labs, options.canvas,
                           options.canvas_column);
}

}  // namespace

int batch(Context& context, const Options& options) {
  const SubmissionList list = submissions_in(context, options);
  const fs::path beside = fs::path(options.folder) / "course.toml";
  const CoursePolicy policy = course_policy(
      context, options.course.empty() && fs::exists(beside) ? beside : fs::path(options.course));
  if (options.dry_run) {
    return foretell(context, list, policy, options);
  }
  const ClassRun run = run_of(context, list, policy, options);
  fs::create_directories(run.out);
  const Descriptor lock = locked(
      run.out / fmt::format(".lock-{}-of-{}", options.shard, options.shards), LOCK_EX | LOCK_NB);
  if (!lock.is_open()) {
    throw UsageError(fmt::format("Another gemmlab is already writing grades to {}.", options.out));
  }
  for (const std::string& note : list.notes) {
    context.warn("gemmlab: " + note, 2);
  }
  tell_left_out(context, list, options);
  if (std::ranges::any_of(policy.labs,
                          [](const auto& lab) { return lab.second.due.has_value(); })) {
    context.say(words_of_times(run.sources), 2);
  }
  ClassProgress progress(context, run.sources.size());
  try {
    run_class(run, context.judge, std::ref(progress));
  } catch (const Interrupted&) {
    progress.clear();
    context.err
        << "gemmlab: stopped. Finished grades are kept; run the same command to continue.\n";
    throw;
  }
  progress.clear();
  const std::vector<std::string> notes = write_tables(run, list, policy, options);
  context.say(progress.in_all(options.out));
  context.say(
      fmt::format("Grades: {0}/grades.csv; students to check by hand: {0}/class.html; for each "
                  "student: {0}/feedback",
                  options.out),
      2);
  for (const std::string& note : notes) {
    context.say(note, 2);
  }
  return progress.count(SubmissionEvent::Kind::failed) > 0 ? kInfrastructure : kDone;
}

}  // namespace gemmlab

#include "grader/cli/course/batch.h"

#include <sys/file.h>

#include "grader/batch/class_files.h"
#include "grader/batch/course_secret.h"
#include "grader/cli/course/class_course.h"
#include "grader/cli/course/class_progress.h"
#include "grader/cli/exit_code.h"
#include "grader/machine/scratch_folder.h"
#include "grader/machine/tool_process.h"
#include "grader/process/descriptor.h"
#include "grader/process/interrupt.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

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

// What `read` returns. What is wrong with a file of the instructor's is a UsageError.
template <typename Error = std::runtime_error, typename Read>
auto checked(Read read, const std::string& of = "") {
  try {
    return read();
  } catch (const Error& error) {
    throw UsageError(of + error.what());
  }
}

SubmissionList submissions_in(const Context& context, const BatchOptions& options) {
  if (!fs::is_directory(options.folder)) {
    throw UsageError(fmt::format(
        "{} is not a folder. batch needs a folder with one folder or archive for each student.",
        options.folder));
  }
  const fs::path inside = fs::weakly_canonical(fs::absolute(options.out))
                              .lexically_relative(fs::weakly_canonical(options.folder));
  if (inside.empty() || *inside.begin() != "..") {
    throw UsageError(fmt::format(
        "--out {} is inside {}, where its files would be taken for submissions. Name a folder "
        "beside it.",
        options.out, options.folder));
  }
  return checked([&] {
    return list_submissions(options.folder, context.labs,
                            options.roster.empty() ? Roster() : Roster(options.roster),
                            {options.roster, options.course, options.canvas});
  });
}

// Where the file says nothing about a student's lab, the roster's extension counts.
CoursePolicy with_extensions(CoursePolicy policy, const SubmissionList& list) {
  for (const SubmissionSource& source : list.sources) {
    const auto until = parse_utc(source.who.extension);
    auto& days = policy.exceptions[source.student].extra_days;
    for (const auto& [id, lab] : policy.labs) {
      if (until && lab.due && *until > *lab.due && !days.contains("")) {
        days.try_emplace(id, double(*until - *lab.due) / (24 * 60 * 60));
      }
    }
  }
  return policy;
}

CoursePolicy policy_for(const Context& context, const BatchOptions& options) {
  const fs::path beside = fs::path(options.folder) / "course.toml";
  const bool is_beside = options.course.empty() && fs::exists(beside);
  return course_policy(context, is_beside ? beside : fs::path(options.course));
}

// Those of --only, which names them or, as @FILE, a file with a name per line; else all.
std::vector<SubmissionSource> chosen(const SubmissionList& list, const BatchOptions& options) {
  std::set<std::string> wanted;
  for (const std::string& word : options.only) {
    const std::string text = word.starts_with('@') ? read_text(word.substr(1)) : word;
    for (const std::string& name : split_lines(text)) {
      if (!name.empty()) {
        wanted.merge(checked([&] { return list.meant_by(name); }, "--only: "));
      }
    }
  }
  std::vector<SubmissionSource> sources;
  for (std::size_t i = 0; i < list.sources.size(); ++i) {
    if ((options.only.empty() || wanted.contains(list.sources[i].student)) &&
        int(i % std::size_t(options.shard.of)) == options.shard.part - 1) {
      sources.push_back(list.sources[i]);
    }
  }
  return sources;
}

// What the instructor should know, each on its own lines.
void tell(const Context& context, const char* title, const std::vector<std::string>& notes) {
  if (!notes.empty()) {
    context.say(title, 2);
  }
  for (const std::string& note : notes) {
    context.say(note, 4);
  }
}

// What comes first, because grades depend on it.
void tell_open(const Context& context, const SubmissionList& list) {
  constexpr std::size_t kMost = 20;
  std::vector<std::string> notes;
  for (const OpenHandIn& open : list.open) {
    if (notes.size() == kMost) {
      notes.push_back(fmt::format("and {} more: see class.html", list.open.size() - kMost));
      break;
    }
    notes.push_back(open.what);
  }
  tell(context, "Decide first whose these are. Until then, a missing file is not a 0:", notes);
}

// The plan of the run; reports all errors in the command line.
ClassRun run_of(const Context& context, const SubmissionList& list, const CoursePolicy& policy,
                const BatchOptions& options) {
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
void tell_left_out(const Context& context, const SubmissionList& list,
                   const BatchOptions& options) {
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

// What tables.py prints. Throws UsageError with that if the gradebook is wrong.
std::vector<std::string> said_by_tables(const Context& context, std::vector<std::string> words) {
  words.insert(words.begin(), context.paths.root / "grader/batch/tables/tables.py");
  return checked<std::invalid_argument>([&] { return said_by_python(std::move(words)); });
}

// Prints what a run would change in the grades, from what is kept.
int foretell(const Context& context, const SubmissionList& list, const CoursePolicy& policy,
             const BatchOptions& options) {
  const ScratchFolder scratch(fs::temp_directory_path());
  const std::string file = scratch.path() / kNewGrades;
  write_atomically(file,
                   class_grades(options.out, list, policy, labs_of_course(context, policy)).json);
  tell_open(context, list);
  tell(context, "What would change:", said_by_tables(context, {"--changes", options.out, file}));
  tell(context, "To look at:", list.notes);
  return kDone;
}

// The gradebook to fill in; empty: none.
std::string gradebook_of(const SubmissionList& list, const BatchOptions& options) {
  return options.canvas.empty() && list.roster.is_worksheet() ? options.roster : options.canvas;
}

// Throws UsageError if that gradebook cannot be filled in.
void require_gradebook(const Context& context, const SubmissionList& list,
                       const CoursePolicy& policy, const BatchOptions& options) {
  std::vector<std::string> words{"--check", gradebook_of(list, options), options.canvas_column};
  for (const Lab& lab : labs_of_course(context, policy)) {
    words.push_back(lab.slug());
  }
  if (!words[1].empty()) {
    said_by_tables(context, words);
  }
}

// For all submissions, whoever graded them. Adds notes to print.
ClassGrades write_tables(const Context& context, const ClassRun& run, const SubmissionList& list,
                         const CoursePolicy& policy, const BatchOptions& options,
                         std::vector<std::string>& notes) {
  const Descriptor tables = locked(run.out / ".lock-tables", LOCK_EX);
  const std::string book = gradebook_of(list, options);
  ClassGrades grades =
      write_class_files(run.out, list, policy, run.labs, book.empty() ? Roster() : Roster(book));
  std::vector<std::string> words{run.out, run.out / kNewGrades};
  if (!book.empty()) {
    words.insert(words.end(), {book, options.canvas_column});
  }
  notes = said_by_tables(context, words);
  return grades;
}

}  // namespace

int batch(Context& context, const BatchOptions& options) {
  const CoursePolicy rules = policy_for(context, options);
  const SubmissionList list = submissions_in(context, options);
  const CoursePolicy policy = checked([&] {
    return with_extensions(
        with_names(rules, [&](const std::string& word) { return list.meant_by(word); }), list);
  });
  require_gradebook(context, list, policy, options);
  if (options.dry_run) {
    return foretell(context, list, policy, options);
  }
  ClassRun run = run_of(context, list, policy, options);
  fs::create_directories(run.out);
  const Descriptor lock =
      locked(run.out / fmt::format(".lock-{}-of-{}", options.shard.part, options.shard.of),
             LOCK_EX | LOCK_NB);
  if (!lock.is_open()) {
    throw UsageError(fmt::format("Another gemmlab is already writing grades to {}.", options.out));
  }
  run.options.course_secret = course_secret(run.out);
  tell_left_out(context, list, options);
  ClassProgress progress(context, run.sources);
  try {
    run_class(run, context.judge, std::ref(progress));
  } catch (const Interrupted&) {
    progress.clear();
    context.err
        << "gemmlab: stopped. Finished grades are kept; run the same command to continue.\n";
    throw;
  }
  progress.clear();
  std::vector<std::string> notes;
  const ClassGrades grades = write_tables(context, run, list, policy, options, notes);
  context.say(progress.in_all(options.out));
  tell_open(context, list);
  if (!grades.has_gradebook()) {
    context.say(fmt::format("{} of {} people have no grade because something is open, more than "
                            "half: no gradebook is written. Decide, then run the same command "
                            "again.",
                            grades.waiting, grades.people),
                2);
  }
  context.say(
      fmt::format("Grades: {0}/grades.csv; students to check by hand: {0}/class.html; for each "
                  "student: {0}/feedback",
                  options.out),
      2);
  tell(context, "To check, and what rules changed:", notes);
  tell(context, "To look at:", list.notes);
  const bool is_failed = progress.count(SubmissionEvent::Kind::failed) > 0;
  return is_failed || !grades.has_gradebook() ? kInfrastructure : kDone;
}

}  // namespace gemmlab

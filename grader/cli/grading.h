// What a student did, one line per grading, hint and reset; the progress per lab that follows from
// it; and what to do next. For all commands that show results: which file is judged for which lab,
// judging them one after the other, and the output files that the user requests.
#pragma once

#include "grader/cli/commands.h"

namespace gemmlab {

struct JournalEntry {
  enum class Kind { graded, hint, reset };
  Kind kind = Kind::graded;
  Attempt attempt;        // `at` and `slug` apply to every kind, the rest to `graded`
  std::string step;       // graded: the failure's hint; hint: the step whose next hint was shown
  std::string diagnosis;  // graded: of the wrong values; empty: none
};

// The current time, as in entries: "2026-01-31T09:05:00Z".
std::string now_in_utc();

JournalEntry graded(const LabResult& result, const std::string& at);
JournalEntry hint_shown(const std::string& slug, const std::string& step);
JournalEntry reset_to_skeleton(const std::string& slug);

// The entries in the folder's journal, oldest first; a missing file has none. Skips invalid lines,
// and renames a file that is not a journal; `note` then says so in a sentence, else it is empty.
// Silently skips an incomplete last line, which a crash may leave.
std::vector<JournalEntry> read_journal(const fs::path& folder, std::string& note);

// The file is only appended to: a crash loses at most the line being written, and two programs at
// once lose nothing. Creates the folder if needed. Throws std::runtime_error if it cannot write.
void append_to_journal(const fs::path& folder, const JournalEntry& entry);

struct LabProgress {
  bool passed = false;               // at least once
  Attempt best;                      // by its score
  std::optional<double> best_speed;  // relative to the lab's baseline, of runs with right values
  std::optional<Verdict> verdict;    // the latest
  std::string failing_step;          // "3.2": the step with the last failure's hint; may be empty
  std::string diagnosis;             // of its wrong values; may be empty
  std::map<std::string, int> hints_shown;  // by step
  std::vector<Attempt> attempts;           // oldest first
};

struct Progress {
  std::map<std::string, LabProgress> labs;  // by slug

  const LabProgress& of(const std::string& slug) const;
};

// Applies one entry. A result that says nothing about the student changes nothing.
void take_in(const JournalEntry& entry, Progress& progress);

// "passed", "RACE", "passed; last RACE", "not graded yet".
std::string state_in_words(const LabProgress& lab);

// The state and the best score: "RACE, best 40/100".
std::string summary(const LabProgress& lab);

// The student's progress so far. Prints a note on `err` if the saved data is damaged.
Progress recall(const Context& context);

// Saves one more entry. If that fails, prints a line on `err` and returns false.
bool remember(const Context& context, const JournalEntry& entry);

// The first lab, in teaching order, that has not been passed; null if all have.
const Lab* first_open_lab(const Context& context, const Progress& progress);

// That lab, or the last one if all are passed.
const Lab& next_lab(const Context& context, const Progress& progress);

// "next: edit labs/02_naive_kernel/kernel.cu, then ./gemmlab grade 02" for that lab, and below it
// where to read or get a hint; if `lab` is null, the text for a student who has finished. No
// newline at the end.
std::string next_step(const Context& context, const Progress& progress, const Lab* lab);

struct Assignment {
  const Lab* lab = nullptr;
  fs::path source;      // as shown to people
  std::string problem;  // why it cannot be judged: the file does not exist; else empty
};

struct GradePlan {
  std::vector<Assignment> assignments;  // in teaching order, each lab once
  bool is_progress = false;             // the student's own whole files: counts as progress
};

// Throws UsageError for missing labs and files; InfrastructureError for what this build cannot do.
GradePlan plan_grading(const Context& context, const Options& options);

// Calls `show` with each result as it arrives. Records in `progress` what it says about the
// student, even if saving fails. Throws Interrupted.
Result judge_all(Context& context, const Options& options, const GradePlan& plan,
                 Progress& progress, const std::function<void(const LabResult&)>& show);

// A result without labs: version, time, device and backends as in the result file. `backend` and
// `seed` as requested; `any_kernel`: whether any lab runs on a GPU.
Result empty_result(const Context& context, BackendChoice backend, std::uint64_t seed,
                    bool any_kernel);

int exit_code(const std::vector<LabResult>& labs);

// The text of a source file, for excerpts; empty if it cannot be read.
std::string source_text(const std::string& path);

// ---- output files ----

// Such as --json F. "-" as a file is standard output; the report for people then goes to standard
// error.
struct ResultFile {
  std::string_view option;  // "--json"
  std::string path;         // empty: not requested
};

// Throws UsageError if a file cannot be written, or if two outputs have the same target.
void check_result_files(const std::vector<ResultFile>& files);

// A copy of the context in which commands write everything to one stream; the terminal describes
// how it will be shown there.
Context writing_to(std::ostream& stream, const Terminal& terminal, const Context& context);

// The context for the report for people: standard output, unless one of these files uses it.
Context for_people(const Context& context, const std::vector<ResultFile>& files);

// Writes the whole text or nothing; if no file is requested, does not create the text. Throws
// std::runtime_error.
void write_result(const Context& context, const std::string& path,
                  const std::function<std::string()>& text);

// The text for --junit. Throws InfrastructureError, for example without python3.
std::string junit(const Context& context, const Result& result);

// The page for --html, with the attempts at each lab from `progress`; without attempts that part is
// missing.
std::string page(const Context& context, const Options& options, const Result& result,
                 const Progress& progress);

}  // namespace gemmlab

// A class's submissions, as a platform gives them: what was accepted, and what was not and why.
// Never unpacks to disk or follows links; accepts only the labs' own files, as text.
#pragma once

#include <map>
#include <set>
#include <utility>

#include "grader/batch/intake/roster.h"
#include "grader/core/labs.h"
#include "grader/core/read_file.h"

namespace gemmlab {

// ---- lab_finder.cpp: by its name, by the folders around it, or by what is in it ----

// Names of a path within a submission, also with Windows' separators.
std::vector<std::string> parts_of(const std::string& path);

class LabFinder {
 public:
  // `skeletons`: by lab id; a file of a lab without one is not recognised by what is in it.
  explicit LabFinder(const std::vector<Lab>& labs = {},
                     const std::map<std::string, std::string>& skeletons = {});

  struct Find {
    const Lab* lab = nullptr;  // null: of none
    int rank = 0;              // 0: its name and place are the lab's own, in a labs/; more: less so
    std::string guess = {};    // the word by which it was recognised, if its name doesn't say it
  };

  // Whether a file of that name may be a lab's: `find` then needs its text.
  bool may_find(const std::string& path) const;

  // The path of the project's own folder that it is in, such as "gemmlab/docs"; empty: in none.
  static std::string room_of(const std::string& path);

  // `wanted`: ids of the labs to grade; if it is one, a file without a lab's name is of that one.
  Find find(const std::string& path, const std::string& text,
            const std::set<std::string>& wanted) const;

  // Whether the text is the lab's skeleton, comments and blanks apart.
  bool is_unchanged(const Lab& lab, const std::string& text) const;

 private:
  struct Known {
    Lab lab;
    std::string stem, extension;              // of its file
    std::set<std::string> names = {};         // as people call it
    std::map<std::string, int> weights = {};  // of words that no other skeleton has
    std::string skeleton = {};                // without comments
  };

  const Known* named(const std::string& part) const;
  // "lab02_final" begins with a lab's name.
  const Known* beginning_of(const std::string& file) const;
  // Of the labs with such a file; `find`: how good it is, and why, if it's the only one.
  Find recognised(const std::string& extension, const std::set<std::string>& words,
                  const std::set<std::string>& wanted, Find find) const;

  std::vector<Known> known_;
};

// ---- what was handed in ----

inline constexpr std::size_t kMaxFileBytes = kMostSource;  // of a lab's file
inline constexpr std::size_t kMaxTotalBytes = 16 << 20;    // of all files that may be a lab's
inline constexpr std::size_t kMaxArchiveBytes = 48 << 20;  // of a zip, of a tar unpacked
inline constexpr int kMaxEntries = 50'000;                 // in a submission, including folders
inline constexpr int kMaxDepth = 16;                       // names in a path

GEMMLAB_ENUM(LeftOutReason, not_a_labs_file, projects_own, made_by_tools, archive, long_path,
             deep_path, large, not_regular, hard_link, symbolic_link, special, one_of_several,
             same_file, unchanged, earlier_attempt, beside_better, no_hand_in, more, not_in_folder,
             shared_name, empty, unclear)

struct LeftOut {
  std::string path;  // in the submission, control characters replaced; empty: all of it
  LeftOutReason reason = LeftOutReason::not_a_labs_file;
  int count = 0;         // made_by_tools, projects_own, one_of_several, more: number of files
  std::string lab = {};  // of those that may be a lab's: its id
};

// Whether somebody has to decide before there is a grade: of one lab, or of all without a file if
// it names none.
inline bool is_open(const LeftOut& left) {
  using enum LeftOutReason;
  return left.reason == one_of_several || left.reason == not_in_folder ||
         left.reason == shared_name || left.reason == archive || left.reason == empty ||
         left.reason == unclear;
}

// So many files.
inline int files_of(const LeftOut& left) {
  using enum LeftOutReason;
  const bool are_many =
      left.reason == made_by_tools || left.reason == projects_own || left.reason == more;
  return are_many ? left.count : 1;
}

// The reason in words: "an archive in the submission, which is not opened".
std::string reason_of(const LeftOut& left);

struct SubmissionSource {
  std::string student;        // is_safe_name
  std::vector<HandIn> parts;  // none: the roster's student handed in nothing
  std::string problem = {};   // why nothing must be read; else empty
  // Where the platform's names have none: lab id, or "" for all -> ISO 8601.
  std::map<std::string, std::string> times = {};
  Person who = {};  // as the roster has it, else only what the platform calls the student
  std::vector<LeftOut> open = {};  // why a lab without a file is no 0: it may be elsewhere
};

// An entry of the class's folder that is not, for certain, one person's hand-in: left out, not
// read, called as no student can be, one of two, or of nobody in the roster.
struct OpenHandIn {
  std::string what;                      // which entry, why, and what to do: a sentence
  std::set<std::string> may_be_of = {};  // students; empty: of anybody
};

struct SubmissionList {
  std::vector<SubmissionSource> sources;  // by student
  Roster roster;
  std::vector<OpenHandIn> open;    // while there are any, a missing file is no 0: see keep_open
  std::vector<LeftOut> left_out;   // entries of the folder that are of no student
  std::vector<std::string> notes;  // what the instructor should know about names

  // The students that a word of the instructor's means, as tables, the roster or the folder call
  // them. Throws std::runtime_error, with the nearest name, if it is nobody or somebody of several.
  std::set<std::string> meant_by(const std::string& word) const;
};

struct TakenFile {
  std::string text;
  std::string submitted_at;  // ISO 8601, UTC: as the platform says, else times.csv; empty: unknown
  bool is_late = false;      // the platform says so, perhaps without a time
  std::string path = {};     // in the submission, control characters replaced
  std::string guess = {};    // why it is this lab's, if its name does not say so: a sentence
};

// Of SubmissionSource::times.
inline std::string stated_time(const std::map<std::string, std::string>& times,
                               const std::string& lab) {
  const auto own = times.find(lab), all = times.find("");
  return own != times.end() ? own->second : all != times.end() ? all->second : "";
}

struct Submission {
  std::string student;
  bool is_handed_in = true;                               // perhaps without a file
  std::map<std::string, TakenFile> files;                 // by lab id: of the last attempt with one
  std::map<std::string, std::vector<TakenFile>> earlier;  // of the attempts before
  std::vector<LeftOut> left_out;                          // the project's own, then by path
  std::string problem;                                    // why nothing was accepted; else empty
  std::string sha256;  // of the lab ids and texts that were accepted
};

// Why somebody has to decide: the reason, of a file if it is about one.
std::string why_open(const LeftOut& left);

// Whether somebody has to decide what counts for the lab if it has no file, or for some lab.
bool is_undecided(const std::vector<LeftOut>& left_out, const std::string& lab = {});

// Why no file counts for a lab that has none in `files`: a sentence.
std::string why_no_file(const Submission& submission, const Lab& lab);

// ---- attribution.cpp ----

// Calls each source as the roster does, else as its entry does, and adds the roster's people who
// handed in nothing. What is not for certain one person's becomes `open`. Throws std::runtime_error
// for two hand-ins of one team.
void attribute(SubmissionList& list);

// The one place that decides whether a missing file is a 0: it is not, for nobody whose it can be,
// while a hand-in is open.
void keep_open(SubmissionList& list);

// Whose the entries of `dir` are: folders, archives (.zip .tar .tar.gz .tgz) and files that have a
// platform's form. A student is called as the roster says, else as the platform or the entry does,
// with the platform's id if two have one name; "unnamed-" and eight digits of SHA-256, and a
// problem, if that cannot name a student. Entries of one student, however it is spelled, have a
// problem too, unless one platform gave them. `known`: files in it that are the course's. Throws
// std::system_error if `dir` cannot be read, and std::runtime_error for two hand-ins of one team,
// and naming file and line for an error in its times.csv (student,time[,lab]).
SubmissionList list_submissions(const fs::path& dir, const std::vector<Lab>& labs,
                                Roster roster = {}, const std::vector<fs::path>& known = {});

// Accepts one file for each lab: see LabFinder. Refuses an archive as a whole if it has an absolute
// path, "..", a link, a device, encryption, too much content, an unreadable name or no proper end.
// Throws std::system_error if this machine cannot read it, which is not the student's fault.
Submission read_submission(const SubmissionSource& source, const LabFinder& labs,
                           const std::set<std::string>& wanted = {});

// The whole submission is refused. what(): the reason, for people.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// `why`: may have a {} for the path within the submission.
void refuse_if(bool is_refused, const char* why, std::string_view path = {});

// ---- one submission ----

class Intake {
 public:
  Intake(const LabFinder& labs, const std::set<std::string>& wanted)
      : labs_(labs), wanted_(wanted) {}

  // What follows is of that hand-in, which outlives this.
  void begin(const HandIn& part);
  // And in that place of it: "", or a path with its slash. Returns the place before.
  std::string set_place(std::string place) { return std::exchange(place_, std::move(place)); }

  // Counts an entry, named by its path within the place. Returns whether its text is needed; if
  // not, notes the reason. Throws Refused if the path leads out, or if there are too many entries.
  bool enter(const std::string& path, bool is_folder);

  // Leaves out what is no lab's file, or larger than it may be. Throws Refused if all are too
  // large.
  void take(const std::string& path, std::string text);
  void leave(const std::string& path, LeftOutReason reason) {
    left_out_.push_back({shown_path(whole(path)), reason});
  }

  // Everything except the student's name and the problem. `times`: as in SubmissionSource.
  Submission finish(const std::map<std::string, std::string>& times);

 private:
  struct Candidate {
    std::string path;
    LabFinder::Find find;
    const HandIn* part = nullptr;
    std::string text = {};
  };

  // Many archives hold one folder with their own name.
  std::string whole(const std::string& path) const {
    return path.starts_with(place_) ? path : place_ + path;
  }
  // Those of `found`, unless it is all of them.
  void leave_if(auto is_worse, std::vector<Candidate>& found, LeftOutReason reason);
  TakenFile taken(const Candidate& found, const std::map<std::string, std::string>& times) const;

  const LabFinder& labs_;
  const std::set<std::string>& wanted_;
  const HandIn* part_ = nullptr;
  std::string place_;
  std::map<std::string, std::vector<Candidate>> candidates_;  // by lab id
  std::vector<LeftOut> left_out_;
  std::set<std::string> junk_names_;
  std::map<std::string, int> rooms_;  // the project's own folders, and how many files they have
  std::size_t bytes_ = 0;
  int entries_ = 0, junk_ = 0;  // junk is an entry too
};

// Adds those of that times.csv: columns student, time and, optionally, lab, named by its first row.
// Throws std::runtime_error with file and line, also for two times of one student and lab.
void add_times(const fs::path& file, const std::vector<Lab>& labs, SubmissionList& list);

// Pass the contents of an open archive or folder to the intake; the caller keeps the descriptor.
// Throw Refused, or std::system_error if this machine cannot read it. `prefix`: the folder's own
// path within the submission, with its slash; empty for the top folder.
void read_archive(int file, Intake& intake);
std::string text_of_file(int file, const std::string& path);  // at most a byte more than a lab's
void read_folder(int folder, Intake& intake, const std::string& prefix = {});

}  // namespace gemmlab

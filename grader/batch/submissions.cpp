// Lists the submissions and their times.
#include <sys/stat.h>

#include "grader/batch/csv.h"
#include "grader/batch/submission.h"
#include "grader/core/pattern.h"
#include "grader/process/descriptor.h"
#include "grader/report/words/sentences.h"

namespace gemmlab {
namespace {

constexpr std::size_t kMaxNameBytes = 100;

bool is_safe_name(const std::string& name) {
  static const Pattern safe(R"([A-Za-z0-9_][A-Za-z0-9._-]*)");
  return name.size() <= kMaxNameBytes && safe.matches(name);
}

// The length of the extension of a supported archive; 0 for other files.
std::size_t archive_ending(const std::string& name) {
  static const Pattern ending(R"(\.(tar\.gz|tgz|tar|zip)$)", Letters::any_case);
  const auto match = ending.first_in(name);
  return match ? (*match)[0].size() : 0;
}

// "" if that entry of the class's folder may be read as a submission.
std::string problem_of(const fs::directory_entry& entry, const std::string& student) {
  const std::string name = entry.path().filename();
  if (!is_safe_name(student)) {
    return fmt::format(
        "{} is not a valid student name: use up to {} of A-Z a-z 0-9 . _ -, and do not begin "
        "with - or .; rename it",
        quoted_path(name), kMaxNameBytes);
  }
  if (entry.is_symlink()) {
    return fmt::format(
        "{} is a symbolic link, which is ignored; put the folder or archive itself there", name);
  }
  if (entry.is_directory()) {
    return "";
  }
  if (archive_ending(name) == 0) {
    return fmt::format(
        "cannot read this kind of archive: {}; ask for .zip, .tar.gz or .tar, or unpack it into a "
        "folder",
        name);
  }
  return entry.is_regular_file() ? "" : name + " is not a regular file";
}

// Whether an entry is a submission, valid or not.
bool is_submission(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename();
  if (is_junk(name)) {
    return false;
  }
  std::error_code dangling;
  const bool is_link_to_file = entry.is_symlink() && fs::is_regular_file(entry.status(dangling));
  return entry.is_directory(dangling) || is_archive_name(name) ||
         (entry.is_symlink() && !is_link_to_file);
}

// Whether it is that folder, one above it, or its results, which are no submission.
bool holds_results(const fs::directory_entry& entry, const fs::path& out) {
  std::error_code none;
  fs::path at = out.empty() ? out : fs::weakly_canonical(out) / "results";
  while (at.has_relative_path() && !fs::equivalent(entry, at, none)) {
    at = at.parent_path();
  }
  return at.has_relative_path();
}

using Columns = std::map<std::string, std::size_t>;  // by title; the lab's may be missing

Columns columns_of(const CsvTable& table) {
  Columns columns{{"lab", SIZE_MAX}};
  for (std::size_t i = 0; !table.rows.empty() && i < table.rows[0].size(); ++i) {
    columns[table.rows[0][i].text] = i;
  }
  if (!columns.contains("student") || !columns.contains("time")) {
    throw std::runtime_error("1: the first line must be student,time or student,time,lab");
  }
  return columns;
}

void add_row(const std::vector<CsvCell>& row, const Columns& columns, const std::vector<Lab>& labs,
             SubmissionList& list) {
  const std::string stated = text_at(row, columns.at("time"));
  const auto time = parse_utc(stated);
  if (!time) {
    throw std::runtime_error(
        fmt::format("{} is not a time; write 2026-01-31T23:59:00Z", quoted_path(stated)));
  }
  const std::string word = text_at(row, columns.at("lab"));
  const Lab* lab = find_lab(labs, word);
  if (!word.empty() && lab == nullptr) {
    throw std::runtime_error(fmt::format("there is no lab {}", quoted_path(word)));
  }
  const std::string student = text_at(row, columns.at("student"));
  bool found = false;
  for (SubmissionSource& source : list.sources) {
    if (source.student == student) {
      source.times[lab == nullptr ? "" : lab->id] = iso8601(*time);
      found = true;
    }
  }
  if (!found) {
    list.notes.push_back(
        fmt::format("times.csv names {}, who has no submission", quoted_path(student)));
  }
}

// times.csv: the submission times from the course's own system. Columns student, time and,
// optionally, lab, in any order; the first row names them.
void add_times(const fs::path& file, const std::vector<Lab>& labs, SubmissionList& list) {
  if (!fs::exists(file)) {
    return;
  }
  int line = 0;
  try {
    const CsvTable table = read_csv(read_file(file));
    const Columns columns = columns_of(table);
    for (std::size_t i = 1; i < table.rows.size(); ++i) {
      line = table.lines[i];
      add_row(table.rows[i], columns, labs, list);
    }
  } catch (const std::runtime_error& error) {
    const std::string place = line == 0 ? "" : fmt::format(":{}", line);
    throw std::runtime_error(file.string() + place + ": " + error.what());
  }
}

SubmissionSource source_of(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename();
  const bool is_folder = entry.symlink_status().type() == fs::file_type::directory;
  std::size_t ending = is_folder ? 0 : archive_ending(name);
  if (ending == 0 && !is_folder && is_archive_name(name)) {
    ending = fs::path(name).extension().string().size();
  }
  SubmissionSource source{name.substr(0, name.size() - ending), entry.path(), "", {}};
  source.problem = problem_of(entry, source.student);
  if (!is_safe_name(source.student)) {
    source.student = "unnamed-" + sha256(name).substr(0, 8);
  }
  return source;
}

void name_those_who_share(std::vector<SubmissionSource>& sources) {
  std::map<std::string, std::vector<SubmissionSource*>> by_student;
  for (SubmissionSource& source : sources) {
    by_student[source.student].push_back(&source);
  }
  for (const auto& [student, shared] : by_student) {
    for (std::size_t i = 0; shared.size() > 1 && i < shared.size(); ++i) {
      const fs::path other = shared[i == 0 ? 1 : 0]->path.filename();
      shared[i]->problem = fmt::format(
          "{} and {} are both called {}: remove or rename one, because only one can count",
          quoted_path(shared[i]->path.filename().string()), quoted_path(other.string()), student);
    }
  }
}

Submission opened(const SubmissionSource& source, const std::vector<Lab>& labs) {
  const Descriptor file(open(source.path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status {};
  if (!file.is_open() || fstat(file.get(), &status) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot read " + source.path.string());
  }
  Intake intake(labs);
  if (S_ISDIR(status.st_mode)) {
    read_folder(file.get(), intake);
  } else if (S_ISREG(status.st_mode)) {
    read_archive(file.get(), intake);
  } else {
    throw Refused("it is neither a folder nor a regular file");
  }
  return intake.finish(source.times);
}

}  // namespace

std::string reason_of(const LeftOut& left) {
  return filled("left_out", name(left.reason), fmt::arg("count", left.count),
                fmt::arg("lab", left.lab), fmt::arg("path_bytes", kMaxPathBytes),
                fmt::arg("depth", kMaxDepth), fmt::arg("mib", kMaxFileBytes >> 20));
}

SubmissionList list_submissions(const fs::path& dir, const std::vector<Lab>& labs,
                                const fs::path& out) {
  SubmissionList list;
  try {
    for (const fs::directory_entry& entry : fs::directory_iterator(dir)) {
      if (is_submission(entry) && !holds_results(entry, out)) {
        list.sources.push_back(source_of(entry));
      }
    }
  } catch (const fs::filesystem_error& error) {
    throw std::system_error(error.code(), "cannot read the submissions in " + dir.string());
  }
  std::ranges::sort(list.sources, {}, [](const SubmissionSource& source) {
    return std::tie(source.student, source.path);
  });
  name_those_who_share(list.sources);
  add_times(dir / "times.csv", labs, list);
  return list;
}

Submission read_submission(const SubmissionSource& source, const std::vector<Lab>& labs) {
  Submission submission;
  submission.problem = source.problem;
  if (source.problem.empty()) {
    try {
      submission = opened(source, labs);
    } catch (const Refused& refused) {
      submission.problem = refused.what();
    }
  }
  if (!submission.problem.empty()) {
    submission.sha256 = sha256("refused: " + submission.problem);
  }
  submission.student = source.student;
  return submission;
}

}  // namespace gemmlab

#include "grader/batch/submissions.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "grader/batch/read_archive.h"
#include "grader/batch/read_folder.h"
#include "grader/batch/times.h"
#include "grader/core/sha256.h"
#include "grader/process/descriptor.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxNameBytes = 100;

bool is_safe_name(std::string_view name) {
  const auto is_safe = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
  };
  return !name.empty() && name.size() <= kMaxNameBytes && name[0] != '-' && name[0] != '.' &&
         std::all_of(name.begin(), name.end(), is_safe);
}

// The length of the ending that makes a file an archive that is read here; 0 if it is none.
std::size_t archive_ending(const std::string& name) {
  std::string lower = name;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const std::string_view ending : {".tar.gz", ".tgz", ".tar", ".zip"}) {
    if (lower.ends_with(ending)) {
      return ending.size();
    }
  }
  return 0;
}

// "" if that entry of the class's folder may be read as a submission.
std::string problem_of(const fs::directory_entry& entry, const std::string& student) {
  const std::string name = entry.path().filename();
  if (!is_safe_name(student)) {
    return fmt::format(
        "the name '{}' cannot be a student's: up to {} of A-Z a-z 0-9 . _ -, not beginning with - "
        "or .; rename it",
        shown_path(name), kMaxNameBytes);
  }
  if (entry.is_symlink()) {
    return fmt::format(
        "{} is a symbolic link, which is not followed; put the folder or archive "
        "itself there",
        name);
  }
  if (entry.is_directory()) {
    return "";
  }
  if (archive_ending(name) == 0) {
    return fmt::format(
        "{} is an archive of a kind that is not read here: ask for .zip, .tar.gz or "
        ".tar, or unpack it into a folder",
        name);
  }
  return entry.is_regular_file() ? "" : name + " is no regular file";
}

// Whether an entry is somebody's submission, be it good or not.
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
          "{} and {} are both called {}: which one counts cannot be known; remove or rename one",
          shown_path(shared[i]->path.filename().string()), shown_path(other.string()), student);
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

SubmissionList list_submissions(const fs::path& dir, const std::vector<Lab>& labs) {
  SubmissionList list;
  try {
    for (const fs::directory_entry& entry : fs::directory_iterator(dir)) {
      if (is_submission(entry)) {
        list.sources.push_back(source_of(entry));
      } else {
        list.ignored.push_back(shown_path(entry.path().filename().string()));
      }
    }
  } catch (const fs::filesystem_error& error) {
    throw std::system_error(error.code(), "cannot read the submissions in " + dir.string());
  }
  std::sort(list.sources.begin(), list.sources.end(),
            [](const SubmissionSource& a, const SubmissionSource& b) {
              return std::tie(a.student, a.path) < std::tie(b.student, b.path);
            });
  std::sort(list.ignored.begin(), list.ignored.end());
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

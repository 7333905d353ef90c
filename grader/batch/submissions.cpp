// Lists the submissions and their times.
#include <fmt/ranges.h>
#include <sys/stat.h>

#include "grader/batch/submission.h"
#include "grader/core/nearest.h"
#include "grader/core/pattern.h"
#include "grader/process/descriptor.h"
#include "grader/report/words/sentences.h"

namespace gemmlab {
namespace {

// Why an entry must not be read; empty: it may.
std::string problem_of(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename();
  const bool is_folder = !entry.is_symlink() && entry.is_directory();
  const char* const row = entry.is_symlink()         ? "link"
                          : is_folder                ? nullptr
                          : !entry.is_regular_file() ? "special"
                                                     : nullptr;
  return row == nullptr ? "" : filled("no_source", row, fmt::arg("name", quoted_path(name)));
}

// Whether an entry is a submission, valid or not.
bool is_hand_in(const fs::directory_entry& entry) {
  std::error_code dangling;
  const bool is_link_to_file = entry.is_symlink() && fs::is_regular_file(entry.status(dangling));
  return entry.is_directory(dangling) || is_archive_name(entry.path().filename().string()) ||
         (entry.is_symlink() && !is_link_to_file) || !hand_in_of(entry).platform.empty();
}

// By what its entries have in common: a platform's by its names and numbers, others by their own.
using Identities = std::map<std::array<std::string, 4>, SubmissionSource>;

void add(const fs::directory_entry& entry, Identities& all) {
  HandIn in = hand_in_of(entry);
  in.problem = problem_of(entry);
  const std::string name = entry.path().filename();
  SubmissionSource& source =
      all[{plain_name(in.student), in.platform, in.id, in.platform.empty() ? name : ""}];
  source.parts.push_back(std::move(in));
}

void read_part(const HandIn& part, Intake& intake) {
  const std::string name = part.path.filename();
  if (!fs::is_directory(part.path) && is_archive_name(name) && archive_ending(name) == 0) {
    intake.begin(part);
    return intake.leave(part.file.empty() ? name : part.file, LeftOutReason::archive);
  }
  const Descriptor file(open(part.path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status {};
  if (!file.is_open() || fstat(file.get(), &status) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot read " + part.path.string());
  }
  intake.begin(part);
  if (S_ISDIR(status.st_mode)) {
    read_folder(file.get(), intake);
  } else if (!S_ISREG(status.st_mode)) {
    throw Refused("it is neither a folder nor a regular file");
  } else if (part.file.empty() || archive_ending(part.file) > 0) {
    read_archive(file.get(), intake);
  } else if (intake.enter(part.file, false)) {
    intake.take(part.file, text_of_file(file.get(), part.file));
  }
}

}  // namespace

std::string reason_of(const LeftOut& left) {
  return filled("left_out", name(left.reason), fmt::arg("count", left.count),
                fmt::arg("lab", left.lab), fmt::arg("path_bytes", kMaxPathBytes),
                fmt::arg("depth", kMaxDepth), fmt::arg("mib", kMaxFileBytes >> 20));
}

SubmissionList list_submissions(const fs::path& dir, const std::vector<Lab>& labs, Roster roster,
                                const std::vector<fs::path>& known) {
  SubmissionList list;
  Identities all;
  try {
    std::set<fs::directory_entry> entries(fs::directory_iterator(dir), {});
    std::erase_if(entries, [&](const fs::directory_entry& entry) {
      std::error_code none;
      const auto is_it = [&](const fs::path& file) { return fs::equivalent(file, entry, none); };
      return is_it(dir / "times.csv") || is_it(dir / "course.toml") ||
             std::ranges::any_of(known, is_it);
    });
    for (const fs::directory_entry& entry : entries) {
      const std::string name = entry.path().filename();
      if (!is_junk(name) && is_hand_in(entry)) {
        add(entry, all);
      } else {
        list.left_out.push_back(
            {shown_path(name),
             is_junk(name) ? LeftOutReason::made_by_tools : LeftOutReason::no_hand_in, 1});
      }
    }
  } catch (const fs::filesystem_error& error) {
    throw std::system_error(error.code(), "cannot read the submissions in " + dir.string());
  }
  std::ranges::transform(all, std::back_inserter(list.sources), &Identities::value_type::second);
  list.roster = std::move(roster);
  attribute(list);
  keep_open(list);
  if (const fs::path times = dir / "times.csv"; fs::exists(times)) {
    add_times(times, labs, list);
  }
  return list;
}

std::set<std::string> SubmissionList::meant_by(const std::string& word) const {
  const People same = roster.sharing(word);
  std::set<std::string> meant, in_folder;
  std::vector<std::string> known;
  for (const SubmissionSource& source : sources) {
    known.insert(known.end(), {source.student, source.who.name});
    if (source.student == word && (same.empty() || source.who.key == word)) {
      return {word};
    }
    if (!source.parts.empty() && (folded(plain_name(source.parts[0].student)) == folded(word) ||
                                  source.parts[0].id == word)) {
      in_folder.insert(source.student);
    }
  }
  for (const Person* person : roster.called({word, "participant " + word})) {
    meant.insert(person->key);
  }
  meant = meant.empty() && same.empty() && in_folder.size() == 1 ? in_folder : meant;
  if (meant.empty()) {
    const bool are_several = !same.empty() || in_folder.size() > 1;
    throw std::runtime_error(
        are_several
            ? fmt::format(
                  "more than one in the class is called {}: {}. Write the id or the e-mail",
                  quoted_path(word),
                  same.empty() ? fmt::format("{}", fmt::join(in_folder, ", ")) : shown_people(same))
            : fmt::format("nobody in the class is called {}.{}", quoted_path(word),
                          did_you_mean(word, known)));
  }
  return meant;
}

Submission read_submission(const SubmissionSource& source, const LabFinder& labs,
                           const std::set<std::string>& wanted) {
  Submission submission;
  submission.problem = source.problem;
  const auto is_fine = [](const HandIn& part) { return part.problem.empty(); };
  if (submission.problem.empty() && !source.parts.empty() &&
      std::ranges::none_of(source.parts, is_fine)) {
    submission.problem = source.parts[0].problem;
  }
  if (submission.problem.empty()) {
    try {
      Intake intake(labs, wanted);
      for (const HandIn& part : source.parts) {
        if (is_fine(part)) {
          read_part(part, intake);
        } else {
          intake.leave(part.path.filename(), LeftOutReason::archive);
        }
      }
      submission = intake.finish(source.times);
    } catch (const Refused& refused) {
      submission.problem = refused.what();
    }
  }
  if (!submission.problem.empty()) {
    submission.sha256 = sha256("refused: " + submission.problem);
  }
  submission.student = source.student;
  submission.is_handed_in = !source.parts.empty();
  const auto is_made = [](const LeftOut& left) {
    return left.reason == LeftOutReason::made_by_tools;
  };
  // No platform exports an empty folder: files were lost on the way.
  const bool is_known =
      source.who.is_handed_in ||
      std::ranges::any_of(source.parts, [](const HandIn& part) { return !part.platform.empty(); });
  if (is_known && submission.is_handed_in && submission.problem.empty() &&
      submission.files.empty() && std::ranges::all_of(submission.left_out, is_made)) {
    submission.left_out.push_back({"", LeftOutReason::empty});
  }
  submission.left_out.insert(submission.left_out.end(), source.open.begin(), source.open.end());
  return submission;
}

}  // namespace gemmlab

#include "grader/batch/submission.h"

#include <fmt/ranges.h>

#include <boost/algorithm/string/replace.hpp>

#include "grader/batch/intake_tables.h"
#include "grader/core/pattern.h"
#include "grader/report/text.h"
#include "grader/report/words/sentences.h"

namespace gemmlab {
namespace {

// Also checks Windows' separators and drives, because an archive can come from Windows.
void require_inside(std::string_view path, const std::vector<std::string>& parts) {
  const bool has_drive =
      path.size() > 1 && path[1] == ':' && (path.size() == 2 || path[2] == '/' || path[2] == '\\');
  refuse_if(path.starts_with('/') || path.starts_with('\\') || has_drive,
            "it contains an absolute path, {}", path);
  refuse_if(std::ranges::find(parts, "..") != parts.end(), "it contains a path with \"..\", {}",
            path);
}

// Counts those whose paths are too long together.
void shorten(std::vector<LeftOut>& left_out) {
  std::size_t room = 64 << 10;  // bytes
  const auto rest = std::ranges::find_if(left_out, [&](const LeftOut& each) {
    room -= std::min(room, each.path.size() + 64);  // as a row of a table
    return room == 0;
  });
  if (const auto count = int(left_out.end() - rest); count > 0) {
    left_out.erase(rest, left_out.end());
    left_out.push_back({"...", LeftOutReason::more, count});
  }
}

}  // namespace

void refuse_if(bool is_refused, const char* why, std::string_view path) {
  if (is_refused) {
    throw Refused(fmt::format(fmt::runtime(why), quoted_path(path)));
  }
}

void Intake::begin(const HandIn& part) {
  part_ = &part;
  const std::size_t ending = archive_ending(part.file);
  place_ = !part.lab.empty() ? part.lab + '/'
           : ending > 0      ? part.file.substr(0, part.file.size() - ending) + '/'
                             : "";
}

bool Intake::enter(const std::string& path, bool is_folder) {
  const std::vector<std::string> parts = parts_of(path);
  require_inside(path, parts);
  if (++entries_ > kMaxEntries) {
    throw Refused(fmt::format("it contains more than {} files and folders", kMaxEntries));
  }
  const auto junk = std::ranges::find_if(parts, is_junk);
  if (junk != parts.end()) {
    ++junk_;
    junk_names_.insert(junk->starts_with("._") ? "._*" : *junk);
    return false;
  }
  const bool is_long = path.size() > kMaxPathBytes;
  if (is_long || int(parts.size()) > kMaxDepth) {
    leave(path, is_long ? LeftOutReason::long_path : LeftOutReason::deep_path);
    return false;
  }
  if (is_folder || parts.empty()) {
    return false;
  }
  if (const std::string room = LabFinder::room_of(whole(path)); !room.empty()) {
    ++rooms_[shown_path(room)];
    return false;
  }
  const bool is_needed = labs_.may_find(whole(path));
  if (!is_needed) {
    leave(path, is_archive_name(path) ? LeftOutReason::archive : LeftOutReason::not_a_labs_file);
  }
  return is_needed;
}

void Intake::take(const std::string& path, std::string text) {
  if (text.size() > kMaxFileBytes) {
    return leave(path, LeftOutReason::large);
  }
  LabFinder::Find find = labs_.find(whole(path), text, wanted_);
  if (find.lab == nullptr) {
    return leave(path, LeftOutReason::not_a_labs_file);
  }
  bytes_ += text.size();
  if (bytes_ > kMaxTotalBytes) {
    throw Refused(fmt::format(
        "its files for labs are larger than {} MiB; reading stopped there. They have only a few KB",
        kMaxTotalBytes >> 20));
  }
  const std::string& id = find.lab->id;
  candidates_[id].push_back({whole(path), std::move(find), part_, std::move(text)});
}

TakenFile Intake::taken(const Candidate& found,
                        const std::map<std::string, std::string>& times) const {
  const HandIn& part = *found.part;
  return {found.text, part.time.empty() ? stated_time(times, found.find.lab->id) : part.time,
          part.is_late, shown_path(found.path),
          found.find.guess.empty()
              ? ""
              : filled("guessed", "-", fmt::arg("path", quoted_path(found.path)),
                       fmt::arg("word", quoted_path(found.find.guess)))};
}

void Intake::leave_if(auto is_worse, std::vector<Candidate>& found, LeftOutReason reason) {
  if (std::ranges::all_of(found, is_worse)) {
    return;
  }
  std::erase_if(found, [&](const Candidate& each) {
    const bool is_left = is_worse(each);
    if (is_left) {
      left_out_.push_back({shown_path(each.path), reason, int(found.size()), each.find.lab->id});
    }
    return is_left;
  });
}

Submission Intake::finish(const std::map<std::string, std::string>& times) {
  using Each = const Candidate&;
  const auto attempt = [](Each each) { return std::pair(each.part->time, each.part->version); };
  Submission submission;
  for (auto& [id, found] : candidates_) {
    const auto unchanged = [&](Each each) { return labs_.is_unchanged(*each.find.lab, each.text); };
    leave_if(unchanged, found, LeftOutReason::unchanged);
    std::ranges::stable_sort(found, {}, attempt);
    const auto last = attempt(found.back());
    for (Each each : found) {
      if (attempt(each) != last) {
        submission.earlier[id].push_back(taken(each, times));
      }
    }
    leave_if([&](Each each) { return attempt(each) != last; }, found,
             LeftOutReason::earlier_attempt);
    const auto rank = [](Each each) { return each.find.rank; };
    const int least = rank(*std::ranges::min_element(found, {}, rank));
    leave_if([&](Each each) { return rank(each) > least; }, found, LeftOutReason::beside_better);
    const std::string text = found[0].text, path = found[0].path;
    leave_if([&](Each each) { return each.text == text && each.path != path; }, found,
             LeftOutReason::same_file);
    if (found.size() == 1) {
      submission.files[id] = taken(found[0], times);
    }
    for (Each each : found) {
      if (found.size() > 1) {
        left_out_.push_back(
            {shown_path(each.path), LeftOutReason::one_of_several, int(found.size()), id});
      }
    }
  }
  if (junk_ > 0) {
    left_out_.push_back(
        {fmt::format("{}", fmt::join(junk_names_, ", ")), LeftOutReason::made_by_tools, junk_});
  }
  if (!rooms_.empty()) {
    LeftOut own{"", LeftOutReason::projects_own};
    for (const auto& [room, count] : rooms_) {
      own.path += (own.path.empty() ? "" : ", ") + room;
      own.count += count;
    }
    left_out_.push_back(std::move(own));
  }
  submission.left_out = std::move(left_out_);
  std::ranges::stable_sort(submission.left_out, {}, [](const LeftOut& left) {
    return std::pair(left.reason != LeftOutReason::projects_own, std::string_view(left.path));
  });
  shorten(submission.left_out);
  std::string all;
  for (const auto& [id, file] : submission.files) {
    all += fmt::format("{}:{}:", id, file.text.size()) + file.text;
  }
  submission.sha256 = sha256(all);
  return submission;
}

bool is_undecided(const std::vector<LeftOut>& left_out, const std::string& lab) {
  return std::ranges::any_of(left_out, [&](const LeftOut& left) {
    return is_open(left) && (lab.empty() || left.lab.empty() || left.lab == lab);
  });
}

std::string why_open(const LeftOut& left) {
  return (left.path.empty() ? "" : quoted_path(left.path) + ": ") + reason_of(left);
}

std::string why_no_file(const Submission& submission, const Lab& lab) {
  constexpr std::size_t kMostFiles = 5;
  const auto is_one = [&](const LeftOut& left) {
    return left.reason == LeftOutReason::one_of_several && left.lab == lab.id;
  };
  const bool are_several = std::ranges::any_of(submission.left_out, is_one);
  std::vector<std::string> files;
  for (const LeftOut& left : submission.left_out) {
    if (is_open(left) && left.lab.empty() && !are_several && submission.problem.empty()) {
      return why_open(left);
    }
    if (is_one(left) || !are_several) {
      files.push_back(quoted_path(left.path));
    }
  }
  const std::size_t count = files.size();
  if (count > kMostFiles) {
    files.resize(kMostFiles);
    files.push_back("...");
  }
  const bool has_others = !submission.files.empty() || is_undecided(submission.left_out);
  const char* const row = !submission.problem.empty() ? "refused"
                          : !submission.is_handed_in  ? "nobody"
                          : are_several               ? "several"
                          : has_others                ? "lab"
                          : files.empty()             ? "empty"
                                                      : "others";
  return filled("no_file_counts", row, fmt::arg("count", count),
                fmt::arg("lab", lab.path().string()), fmt::arg("problem", submission.problem),
                fmt::arg("files", fmt::format("{}", fmt::join(files, ", "))));
}

}  // namespace gemmlab

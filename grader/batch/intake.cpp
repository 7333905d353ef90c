#include "grader/batch/submission.h"

#include <fmt/chrono.h>
#include <fmt/ranges.h>

#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <boost/algorithm/string/split.hpp>
#include <chrono>

#include "grader/core/pattern.h"
#include "grader/report/text.h"
#include "grader/report/words/sentences.h"

namespace gemmlab {
namespace {

std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts;
  boost::split(parts, path, boost::is_any_of("/\\"));
  std::erase_if(parts, [](const std::string& part) { return part.empty() || part == "."; });
  return parts;
}

// Also checks Windows' separators and drives, because an archive can come from Windows.
void require_inside(std::string_view path, const std::vector<std::string>& parts) {
  const bool has_drive =
      path.size() > 1 && path[1] == ':' && (path.size() == 2 || path[2] == '/' || path[2] == '\\');
  refuse_if(path.starts_with('/') || path.starts_with('\\') || has_drive,
            "it contains an absolute path, {}", path);
  refuse_if(std::ranges::find(parts, "..") != parts.end(), "it contains a path with \"..\", {}",
            path);
}

// Whether names from `first` on form a lab's file, as in labs/ or flat.
bool names_file_of(const Lab& lab, const std::vector<std::string>& parts, std::size_t first) {
  const std::string extension = fs::path(lab.file).extension();
  if (parts.size() == first + 2) {
    return parts[first] == lab.slug() && parts[first + 1] == lab.file;
  }
  return parts.size() == first + 1 &&
         (parts[first] == lab.slug() + extension || parts[first] == lab.id + extension ||
          parts[first] == fmt::format("{}_{}", lab.slug(), lab.file));
}

const Lab* lab_of(const std::vector<Lab>& labs, const std::vector<std::string>& parts) {
  const auto is_labs_folder = [&](const std::string& part) {
    return std::ranges::any_of(labs, [&](const Lab& lab) { return lab.slug() == part; });
  };
  if (parts[0] == "reference" || parts[0] == "solutions") {  // the project's own
    return nullptr;
  }
  for (const Lab& lab : labs) {
    const bool in_folder = parts.size() > 1 && !is_labs_folder(parts[0]);
    const bool in_labs_in_folder = parts.size() > 2 && parts[1] == "labs";
    if (names_file_of(lab, parts, 0) || (in_folder && names_file_of(lab, parts, 1)) ||
        (in_labs_in_folder && names_file_of(lab, parts, 2))) {
      return &lab;
    }
  }
  return nullptr;
}

bool is_in_labs(const std::string& path) {
  const std::vector<std::string> parts = parts_of(path);
  return std::find(parts.begin(), parts.end() - 1, "labs") != parts.end() - 1;
}

std::string time_of(const Lab& lab, const std::map<std::string, std::string>& times,
                    std::int64_t modified) {
  const auto stated = times.contains(lab.id) ? times.find(lab.id) : times.find("");
  return stated == times.end() ? iso8601(modified) : stated->second;
}

// Counts those whose paths are too long together.
void shorten(std::vector<LeftOut>& left_out) {
  std::size_t room = 64 << 10;  // bytes
  const auto rest = std::ranges::find_if(left_out, [&](const LeftOut& each) {
    room -= std::min(room, each.path.size());
    return room == 0;
  });
  if (const auto count = int(left_out.end() - rest); count > 0) {
    left_out.erase(rest, left_out.end());
    left_out.push_back({"...", LeftOutReason::more, count});
  }
}

constexpr std::int64_t kFirst = -62167219200;  // 0000-01-01T00:00:00Z
constexpr std::int64_t kLast = 253402300799;   // 9999-12-31T23:59:59Z

int number(const std::string& digits) {
  return digits.empty() ? 0 : std::stoi(digits);
}

}  // namespace

void refuse_if(bool is_refused, const char* why, std::string_view path) {
  if (is_refused) {
    throw Refused(fmt::format(fmt::runtime(why), quoted_path(path)));
  }
}

void require_number(int number, int most) {
  if (number > most) {
    throw Refused(fmt::format("it contains more than {} files and folders", most));
  }
}

bool is_junk(std::string_view name) {
  constexpr std::array<std::string_view, 13> kNames{
      "__MACOSX",  ".DS_Store",   ".git",        ".gitignore", ".gitattributes", ".svn",    ".hg",
      "Thumbs.db", "desktop.ini", "__pycache__", ".vscode",    ".idea",          ".gemmlab"};
  return name.starts_with("._") || std::ranges::find(kNames, name) != kNames.end();
}

bool is_archive_name(std::string_view name) {
  static const Pattern ending(R"(\.(zip|tar|tgz|gz|bz2|xz|zst|txz|tbz|rar|7z|jar)$)",
                              Letters::any_case);
  return ending.is_in(name);
}

std::string shown_path(std::string_view path) {
  std::string out(path.substr(0, kMaxPathBytes));
  std::ranges::replace_if(
      out, [](unsigned char c) { return c < 0x20 || c == 0x7F; }, '?');
  return clipped(printable(out), 120);
}

std::string quoted_path(std::string_view path) {
  std::string out = shown_path(path);
  boost::replace_all(out, " ", "\u2423");
  return fmt::format("\"{}\"", quotable(out));
}

const Lab* Intake::enter(const std::string& path, bool is_folder) {
  const std::vector<std::string> parts = parts_of(path);
  require_inside(path, parts);
  const auto junk = std::ranges::find_if(parts, is_junk);
  if (junk != parts.end()) {
    require_number(++junk_, kMaxJunk);
    junk_names_.insert(junk->starts_with("._") ? "._*" : *junk);
    return nullptr;
  }
  require_number(++entries_, kMaxEntries);
  const bool is_long = path.size() > kMaxPathBytes;
  if (is_long || int(parts.size()) > kMaxDepth) {
    leave(path, is_long ? LeftOutReason::long_path : LeftOutReason::deep_path);
    return nullptr;
  }
  if (is_folder || parts.empty()) {
    return nullptr;
  }
  const Lab* lab = lab_of(labs_, parts);
  if (lab == nullptr) {
    leave(path, is_archive_name(path) ? LeftOutReason::archive : LeftOutReason::not_a_labs_file);
  }
  return lab;
}

void Intake::take(const Lab& lab, const std::string& path, std::string text,
                  std::int64_t modified) {
  if (text.size() > kMaxFileBytes) {
    return leave(path, LeftOutReason::large);
  }
  std::vector<Candidate>& found = candidates_[lab.id];
  if (!found.empty() && is_in_labs(path) != is_in_labs(found[0].path)) {
    if (!is_in_labs(path)) {
      return leave(path, LeftOutReason::beside_labs);
    }
    for (const Candidate& other : found) {
      leave(other.path, LeftOutReason::beside_labs);
    }
    found.clear();
  }
  found.push_back({path, modified, found.empty() ? std::move(text) : ""});
  if (found.size() > 1) {  // none of several is taken
    found[0].text.clear();
  }
}

Submission Intake::finish(const std::map<std::string, std::string>& times) {
  Submission submission;
  for (const Lab& lab : labs_) {
    std::vector<Candidate>& found = candidates_[lab.id];
    if (found.size() == 1) {
      submission.files[lab.id] = {std::move(found[0].text), time_of(lab, times, found[0].modified)};
    }
    for (std::size_t i = 0; found.size() > 1 && i < found.size(); ++i) {
      left_out_.push_back(
          {shown_path(found[i].path), LeftOutReason::one_of_several, int(found.size()), lab.id});
    }
  }
  if (junk_ > 0) {
    left_out_.push_back(
        {fmt::format("{}", fmt::join(junk_names_, ", ")), LeftOutReason::made_by_tools, junk_});
  }
  submission.left_out = std::move(left_out_);
  std::ranges::stable_sort(submission.left_out, {}, &LeftOut::path);
  shorten(submission.left_out);
  std::string all;
  for (const auto& [id, file] : submission.files) {
    all += fmt::format("{}:{}:", id, file.text.size()) + file.text;
  }
  submission.sha256 = sha256(all);
  return submission;
}

std::optional<std::int64_t> parse_utc(std::string_view text) {
  static const Pattern form(R"((\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)"
                            R"((?:[Zz]|([+-])(\d\d):?(\d\d))?)?)");
  const auto match = form.match(text);
  if (!match) {
    return std::nullopt;
  }
  const Match& part = *match;
  using namespace std::chrono;
  const year_month_day day{year(number(part[1])), month(unsigned(number(part[2]))),
                           std::chrono::day(unsigned(number(part[3])))};
  const int hour = number(part[4]), minute = number(part[5]), second = number(part[6]);
  const int offset_hours = number(part[8]), offset_minutes = number(part[9]);
  if (!day.ok() || hour > 23 || minute > 59 || second > 60 || offset_hours > 23 ||
      offset_minutes > 59) {
    return std::nullopt;
  }
  const std::int64_t offset = 60 * (60 * offset_hours + offset_minutes);
  const std::int64_t days = sys_days(day).time_since_epoch().count();
  return 86400 * days + 3600 * hour + 60 * minute + second - (part[7] == "-" ? -offset : offset);
}

std::string iso8601(std::int64_t seconds) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::clamp(seconds, kFirst, kLast)));
}

}  // namespace gemmlab

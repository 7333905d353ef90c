#include "grader/batch/intake/names.h"

#include <fmt/chrono.h>
#include <fmt/ranges.h>
#include <utf8proc.h>

#include <algorithm>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <boost/algorithm/string/split.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <chrono>
#include <map>

#include "common/facts/text_table.h"
#include "grader/batch/intake_tables.h"
#include "grader/core/pattern.h"
#include "grader/core/read_file.h"
#include "grader/report/text.h"
#include "grader/report/words/sentences.h"

namespace gemmlab {
namespace {

const std::vector<TableRow>& platforms() {
  static const auto rows = read_table(kPlatformsTable, "grader/batch/intake/platforms.table",
                                      {"platform", "kind", "fields", "pattern", "example"});
  return rows;
}

// A time in this machine's time zone as ISO 8601; empty for another text. `form`: as for strptime.
std::string utc_of(const std::string& text, const char* form) {
  std::tm time{};
  time.tm_isdst = -1;
  const char* const end = strptime(text.c_str(), form, &time);
  return end != nullptr && *end == '\0' ? iso8601(std::mktime(&time)) : "";
}

// "2026-01-31-22-15-00" or "Jan 31, 2026 1015 PM".
std::string utc_of_name(std::string text) {
  const bool is_date = text.ends_with('M');
  text.insert(is_date ? text.rfind(' ') - 2 : text.size(), is_date ? ":" : "");
  return utc_of(text, is_date ? "%b %d, %Y %I:%M %p" : "%Y-%m-%d-%H-%M-%S");
}

std::string mapped(std::string_view text, int options) {
  utf8proc_uint8_t* out = nullptr;
  const utf8proc_ssize_t bytes = utf8proc_map(
      reinterpret_cast<const utf8proc_uint8_t*>(text.data()), utf8proc_ssize_t(text.size()), &out,
      utf8proc_option_t(UTF8PROC_STABLE | UTF8PROC_COMPOSE | options));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(out, std::free);
  return bytes < 0 ? "" : std::string(reinterpret_cast<const char*>(out), std::size_t(bytes));
}

constexpr std::int64_t kFirst = -62167219200;  // 0000-01-01T00:00:00Z
constexpr std::int64_t kLast = 253402300799;   // 9999-12-31T23:59:59Z

int number(const std::string& digits) {
  return digits.empty() ? 0 : std::stoi(digits);
}

}  // namespace

HandIn hand_in_of(const fs::directory_entry& entry) {
  static const Pattern version(R"(-(\d{1,6})\.\w+$)");
  const std::string name = entry.path().filename();
  const bool is_folder = entry.symlink_status().type() == fs::file_type::directory;
  std::error_code none;
  std::map<std::string, std::string> said{{"file", is_folder ? "" : name}};
  for (const TableRow& row : platforms()) {
    const std::string& kind = row.text("kind");
    const bool fits = kind == "file"    ? !is_folder
                      : kind == "clone" ? is_folder && fs::exists(entry.path() / ".git", none)
                                        : is_folder;
    const auto match = fits ? Pattern(row.text("pattern")).match(name) : std::nullopt;
    if (!match) {
      continue;
    }
    std::vector<std::string> fields;
    boost::split(fields, row.text("fields"), boost::is_any_of(","));
    for (std::size_t i = 0; i < fields.size(); ++i) {
      said[fields[i] == "version" ? "file" : fields[i]] = (*match)[i + 1];
    }
    const auto copy = fields.back() == "version" ? version.first_in(said["file"]) : std::nullopt;
    return {.path = entry.path(),
            .platform = row.text("platform"),
            .student = said["student"],
            .id = said["id"] + said["number"],
            .is_in_rosters = !said["id"].empty(),
            .lab = said["lab"],
            .file = said["file"],
            .time = utc_of_name(said["time"] + said["date"]),
            .version = copy ? std::stoi((*copy)[1]) : 0,
            .is_late = !said["late"].empty()};
  }
  std::size_t ending = is_folder ? 0 : archive_ending(name);
  if (ending == 0 && !is_folder && is_archive_name(name)) {
    ending = entry.path().extension().string().size();
  }
  return {.path = entry.path(), .student = name.substr(0, name.size() - ending)};
}

std::string examples_of_hand_ins() {
  std::string text;
  for (const TableRow& row : platforms()) {
    text += fmt::format("{}{} ({})\n", row.text("example"), row.text("kind") == "file" ? "" : "/",
                        row.text("platform"));
  }
  return text;
}

std::string utc_of_moodle(const std::string& text) {
  static const Pattern form(
      R"((?:.*,\s)?(\d{1,2})\.? ([A-Za-z]{3})\S* (\d{4}), (\d{1,2}:\d\d)\s?([AP]M)?)");
  const auto match = form.match(text);
  if (!match) {
    return "";
  }
  const std::vector<std::string>& said = match->groups;
  return utc_of(fmt::format("{} {} {} {}", said[1], said[2], said[3], said[4] + said[5]),
                said[5].empty() ? "%d %b %Y %H:%M" : "%d %b %Y %I:%M%p");
}

std::string plain_name(std::string_view name) {
  return printable(mapped(name, UTF8PROC_IGNORE | UTF8PROC_STRIPCC));
}

bool has_hidden_characters(std::string_view name) {
  return plain_name(name) != mapped(name, 0);
}

std::string folded(std::string_view text) {
  return mapped(text, UTF8PROC_IGNORE | UTF8PROC_STRIPCC | UTF8PROC_CASEFOLD);
}

bool is_safe_name(std::string_view name) {
  static const Pattern safe(R"((?:\w|[^\x00-\x7F])(?:[^\x00-\x7F]|[\w. \-'(),+@])*)");
  return name.size() <= kMaxNameBytes && safe.matches(name) && !name.ends_with(' ') &&
         !name.ends_with('.');
}

std::string safe_name_for(const std::string& plain) {
  std::string name = plain.substr(0, plain.find_last_not_of(" .") + 1);
  if (name.size() > kMaxNameBytes) {
    constexpr std::size_t kDigits = 8;
    std::size_t end = kMaxNameBytes - kDigits - 1;
    while ((static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) {
      --end;  // within a character
    }
    name = name.substr(0, end) + '-' + sha256(plain).substr(0, kDigits);
  }
  return is_safe_name(name) ? name : "";
}

std::vector<std::string> words_of(std::string_view text) {
  std::string all = folded(text);
  std::ranges::replace_if(
      all, [](unsigned char c) { return c < 0x80 && std::isalnum(c) == 0; }, ' ');
  boost::trim(all);
  std::vector<std::string> words;
  boost::split(words, all, boost::is_any_of(" "), boost::token_compress_on);
  return words;
}

std::string spelling_of(std::string_view name) {
  std::vector<std::string> words = words_of(name), first = words;
  for (std::size_t i = 1; i < words.size(); ++i) {
    std::ranges::rotate(words, words.begin() + 1);
    first = std::min(first, words);
  }
  return fmt::format("{}", fmt::join(first, " "));
}

bool is_junk(std::string_view name) {
  static const std::vector<std::string> names =
      words_of_table(kNotNeededTable, "grader/batch/intake/not_needed.table", {"what", "names"});
  return name.starts_with("._") || std::ranges::find(names, name) != names.end();
}

bool is_archive_name(std::string_view name) {
  static const Pattern ending(R"(\.(zip|tar|tgz|gz|bz2|xz|zst|txz|tbz|rar|7z|jar|bundle)$)",
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
  boost::replace_all(out, " ", kNoBreak);
  return fmt::format("\"{}\"", quotable(out));
}

std::string shown_name(std::string_view name) {
  std::string line = printable(name);
  std::ranges::replace(line, '\n', ' ');
  return clipped(line, kNameColumns);
}

std::size_t archive_ending(const std::string& name) {
  static const Pattern ending(R"(\.(tar\.gz|tgz|tar|zip)$)", Letters::any_case);
  const auto match = ending.first_in(name);
  return match ? (*match)[0].size() : 0;
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

std::string iso8601(std::int64_t seconds, int offset) {
  const std::int64_t local = std::clamp(seconds, kFirst, kLast) + 60 * std::int64_t(offset);
  const int size = std::abs(offset);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}", fmt::gmtime(std::clamp(local, kFirst, kLast))) +
         (offset == 0 ? "Z"
                      : fmt::format("{}{:02}:{:02}", offset < 0 ? '-' : '+', size / 60, size % 60));
}

}  // namespace gemmlab

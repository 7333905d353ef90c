#include "grader/batch/submission.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <chrono>

#include "grader/core/pattern.h"

namespace gemmlab {
namespace {

constexpr std::int64_t kFirst = -62167219200;  // 0000-01-01T00:00:00Z
constexpr std::int64_t kLast = 253402300799;   // 9999-12-31T23:59:59Z

int number(const std::string& digits) {
  return digits.empty() ? 0 : std::stoi(digits);
}

}  // namespace

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

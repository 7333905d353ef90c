#include "grader/cli/study/arithmetic.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>

namespace gemmlab {
namespace {

// Reads from left to right. What cannot be read makes the value NaN, which stays one.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  double all() {
    const double value = sum();
    return at('\0') ? value : kNone;
  }

 private:
  static constexpr double kNone = NAN;
  static constexpr int kDeepest = 20;  // parentheses and powers

  bool at(char sign) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size()));
    return rest_.empty() ? sign == '\0' : rest_.front() == sign;
  }
  bool take(char sign) {
    const bool is_there = at(sign);
    rest_.remove_prefix(is_there ? 1 : 0);
    return is_there;
  }

  double sum() {
    for (double value = product();;) {
      if (take('+')) {
        value += product();
      } else if (take('-')) {
        value -= product();
      } else {
        return value;
      }
    }
  }

  double product() {
    for (double value = mixed();;) {
      if (take('*') || take('x')) {
        value *= mixed();
      } else if (take('/')) {
        value /= power();
      } else {
        return value;
      }
    }
  }

  // "8 1/2".
  double mixed() {
    const double value = power();
    if (!at('\0') && is_digit(rest_.front())) {
      const double over = number();
      return take('/') ? value + over / number() : kNone;
    }
    return value;
  }

  double power() {
    const double base = atom();
    if (!take('^')) {
      return base;
    }
    const bool is_negative = take('-');
    const double exponent = ++depth_ > kDeepest ? kNone : power();
    return std::pow(base, is_negative ? -exponent : exponent);
  }

  double atom() {
    if (!take('(')) {
      return number();
    }
    const double value = ++depth_ > kDeepest ? kNone : sum();
    return take(')') ? value : kNone;
  }

  double number() {
    at('\0');  // skips blanks
    double value = kNone;
    const bool begins = !rest_.empty() && (is_digit(rest_.front()) || rest_.front() == '.');
    const char* const begin = rest_.data();
    const auto [end, error] = std::from_chars(begin, begin + rest_.size(), value);
    if (!begins || error != std::errc()) {
      return kNone;
    }
    rest_.remove_prefix(std::size_t(end - begin));
    return value;
  }

  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  std::string_view rest_;
  int depth_ = 0;
};

}  // namespace

std::optional<double> calculated(std::string_view text) {
  const double value = Reader(text).all();
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace gemmlab

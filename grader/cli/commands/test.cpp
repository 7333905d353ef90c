// gemmlab test: runs gemmlab's own tests quietly and summarises them in one line.
#include <fmt/format.h>

#include "grader/cli/commands.h"
#include "grader/core/pattern.h"

namespace gemmlab {
namespace {

constexpr std::size_t kShown = 10;  // of the slowest tests

// For meson test. --full is our own option: the setup that adds the long tests.
std::vector<std::string> command_for(const Context& context, const Options& options) {
  std::vector<std::string> command{"meson", "test", "-C", context.paths.build.string()};
  for (const std::string& word : options.test_arguments) {
    if (word == "--full") {
      command.insert(command.end(), {"--setup", "full"});
    } else {
      command.push_back(word);
    }
  }
  return command;
}

// How long all of it took, and the tests that took most of it.
std::string slowest(std::vector<TestTime> times, double seconds) {
  std::ranges::sort(times, std::ranges::greater(), &TestTime::seconds);
  std::string text = fmt::format("{} tests in {:.0f} s", times.size(), seconds);
  if (times.size() > 1) {
    times.resize(std::min(times.size(), kShown));
    text += "; the slowest:";
    for (const TestTime& each : times) {
      text += fmt::format("\n{:8.1f} s  {}", each.seconds, each.name);
    }
  }
  return text + '\n';
}

}  // namespace

int test(Context& context, const Options& options) {
  const std::vector<std::string> command = command_for(context, options);
  std::vector<std::string> lines;
  std::vector<TestTime> times;
  const auto begin = std::chrono::steady_clock::now();
  ProgressLine progress(context);
  const int code = run_program(command, [&](const std::string& line) {
    lines.push_back(line);
    if (auto ended = time_in(line)) {
      times.push_back(std::move(*ended));
    }
    if (is_failure_line(line)) {
      progress.clear();
      context.out << line << std::endl;
    } else if (is_progress_line(line)) {
      progress.show(line);
    }
  });
  progress.clear();
  if (code == kCannotRun) {
    throw InfrastructureError("cannot find meson; run ./gemmlab to install what is missing.");
  }
  const std::optional<TestCounts> counts = counts_in(lines);
  if (!counts) {  // --list, --help, or the build failed
    std::ranges::copy(lines, std::ostream_iterator<std::string>(context.out, "\n"));
    return code == 0 ? kDone : kNotYet;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  context.out << slowest(std::move(times), took.count());
  if (counts->failed > 0) {
    const bool is_full = std::ranges::count(options.test_arguments, "--full") > 0;
    const std::string log = is_full ? "testlog-full.txt" : "testlog.txt";
    context.out << fmt::format("their output: {}\n",
                               shown(context.paths.build / "meson-logs" / log).string());
  }
  context.out << fmt::format("{} passed, {} failed, {} skipped\n", counts->passed, counts->failed,
                             counts->skipped);
  return code == 0 && counts->failed == 0 ? kDone : kNotYet;
}

bool is_progress_line(const std::string& line) {
  static const Pattern fraction(R"(\s*\[?\d+/\d.*)");
  return fraction.matches(line);
}

bool is_failure_line(const std::string& line) {
  static const Pattern failure(R"(\s*\d+/\d.* (FAIL|TIMEOUT|ERROR|UNEXPECTEDPASS) .*)");
  return failure.matches(line);
}

std::optional<TestTime> time_in(const std::string& line) {
  static const Pattern ended(
      R"(\s*\d+/\d+ (?:\w+:)?(.*\S)\s+(?:OK|FAIL|TIMEOUT|ERROR|SKIP|\w+PASS|EXPECTEDFAIL)\s+([\d.]+)s\b.*)");
  const auto match = ended.match(line);
  return match ? std::optional(TestTime{(*match)[1], std::stod((*match)[2])}) : std::nullopt;
}

std::optional<TestCounts> counts_in(const std::vector<std::string>& lines) {
  static const Pattern row(R"((\w[\w ]*):\s+(\d+)\s*)");
  static const std::map<std::string, int TestCounts::*> fields{
      {"Ok", &TestCounts::passed},       {"Expected Fail", &TestCounts::passed},
      {"Fail", &TestCounts::failed},     {"Unexpected Pass", &TestCounts::failed},
      {"Skipped", &TestCounts::skipped}, {"Timeout", &TestCounts::failed},
  };
  std::optional<TestCounts> counts;
  for (const std::string& line : lines) {
    if (const auto match = row.match(line); match && fields.contains((*match)[1])) {
      counts = counts.value_or(TestCounts{});
      (*counts).*fields.at((*match)[1]) += std::stoi((*match)[2]);
    }
  }
  return counts;
}

}  // namespace gemmlab

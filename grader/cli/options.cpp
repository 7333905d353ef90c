#include "grader/cli/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/algorithm/string/split.hpp>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <system_error>
#include <type_traits>
#include <variant>

#include "common/facts/json.h"
#include "common/facts/names.h"
#include "common/facts/text_table.h"
#include "grader/cli/exit_code.h"
#include "grader/cli/options_table.h"
#include "grader/core/labs.h"
#include "grader/core/nearest.h"
#include "grader/core/spec.h"

namespace gemmlab {
namespace {

// The whole text as a number without a plus sign; nothing if it is none.
template <typename Number>
std::optional<Number> number_in(const std::string& text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [next, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && next == end ? std::optional(number) : std::nullopt;
}

// "33,50,17": its numbers, each at least 1; none if their count is wrong.
std::vector<int> numbers_in(const std::string& text, char separator, std::size_t count) {
  std::vector<std::string> words;
  boost::split(words, text, [&](char c) { return c == separator; });
  std::vector<int> numbers;
  std::ranges::transform(words, std::back_inserter(numbers),
                         [](const std::string& word) { return number_in<int>(word).value_or(0); });
  return numbers.size() == count && std::ranges::min(numbers) >= 1 ? numbers : std::vector<int>();
}

// Where the value of an option goes; its type says how it is read.
using Target =
    std::variant<bool*, int*, std::string*, std::vector<Shape>*, std::vector<std::string>*,
                 BackendChoice*, std::uint64_t*, std::optional<Shape>*>;

// Read a value that needs more than its type says. All throw UsageError that says what is accepted.
void read_value(const std::string& text, BackendChoice& backend) {
  backend = named<BackendChoice>(text).value();
}

void read_value(const std::string& text, std::uint64_t& seed) {
  const auto number = number_in<std::uint64_t>(text);
  if (!number) {
    throw UsageError(fmt::format("--seed needs a whole number of at least 0, not '{}'.", text));
  }
  seed = *number;
}

void read_value(const std::string& text, std::optional<Shape>& shape) {
  const std::vector<int> extents = numbers_in(text, ',', 3);
  if (extents.empty()) {
    throw UsageError(fmt::format(
        "--shape needs three sizes of at least 1, such as 33,50,17 for M,N,K; not '{}'.", text));
  }
  shape = {extents[0], extents[1], extents[2], ""};
}

// "2048" for m = n = k, "4097x1023x2500".
void read_value(const std::string& text, std::vector<Shape>& sizes) {
  constexpr int kLeast = 32, kMost = 16384;
  constexpr double kMostElements = double(kMost) * kMost;
  std::vector<std::string> words;
  boost::split(words, text, [](char c) { return c == ','; });
  sizes.clear();
  for (const std::string& word : words) {
    const std::vector<int> one = numbers_in(word, 'x', 1), three = numbers_in(word, 'x', 3);
    if (!one.empty() && one[0] >= kLeast && one[0] <= kMost) {
      sizes.push_back(square(one[0]));
    } else if (!three.empty() && double(three[0]) * three[1] <= kMostElements &&
               double(three[0]) * three[2] <= kMostElements &&
               double(three[1]) * three[2] <= kMostElements) {
      sizes.push_back({three[0], three[1], three[2], ""});
    } else {
      throw UsageError(
          fmt::format("--sizes: {} is not a whole number from {} to {}, nor MxNxK such as "
                      "4097x1023x2500 with at "
                      "most {} x {} elements in each matrix.",
                      word, kLeast, kMost, kMost, kMost));
    }
  }
}

// By field: the option --canvas-column goes to canvas_column.
using Targets = std::map<std::string, Target>;

#define GEMMLAB_OPTION(field) {#field, &options.field},
#define GEMMLAB_OPTIONS(Type, ...)                      \
  Targets targets_of(Type& options) {                   \
    return {GEMMLAB_EACH(GEMMLAB_OPTION, __VA_ARGS__)}; \
  }
GEMMLAB_OPTIONS(BenchOptions, labs, sizes, mine, json, csv, svg, verdicts)
GEMMLAB_OPTIONS(DocsOptions, open)
GEMMLAB_OPTIONS(GradeOptions, labs, solutions, tree, file, shape, backend, explain, json, junit,
                html, seed, require_gpu, quick, fix, profile)
GEMMLAB_OPTIONS(HintOptions, lab, all)
GEMMLAB_OPTIONS(JudgeCommandOptions, lab, source, json, backend, sandbox, seed, serve)
GEMMLAB_OPTIONS(ModelOptions, labs, gpu, list, check)
GEMMLAB_OPTIONS(QuestionsOptions, lab, file, json, sandbox, seed)
GEMMLAB_OPTIONS(ResetOptions, lab)
GEMMLAB_OPTIONS(ShowOptions, result, html, serve)
GEMMLAB_OPTIONS(SolutionOptions, lab, diff, spoil)
GEMMLAB_OPTIONS(StudyOptions, study, backend, sizes, svg, worklog)
GEMMLAB_OPTIONS(UpkeepOptions, labs, only, write, json)
GEMMLAB_OPTIONS(WatchOptions, lab, backend, html)

// By command; one that is not here has no options.
std::map<std::string, Targets> all_targets(CommandLine& line) {
#define GEMMLAB_COMMAND(command) {#command, targets_of(line.command)},
  return {GEMMLAB_EACH(GEMMLAB_COMMAND, bench, docs, grade, hint, judge, model, questions, reset,
                       show, solution, study, upkeep, watch)};
}

// The field of a row of options.table.
std::string field_of(const TableRow& row) {
  static const std::map<std::string, std::string> kPositional{
      {"FILE", "source"}, {"LAB", "lab"}, {"NAME", "study"}, {"RESULT", "result"}};
  std::string option = row.text("option");
  if (const auto found = kPositional.find(option); found != kPositional.end()) {
    return found->second + (row.text("value") == "words" ? "s" : "");
  }
  option.erase(0, 2);
  std::replace(option.begin(), option.end(), '-', '_');
  return option;
}

CLI::Option* add_option(CLI::App& command, const std::string& name, const std::string& help,
                        const Target& target) {
  const auto add = [&]<typename Value>(Value* value) {
    if constexpr (std::is_same_v<Value, bool>) {
      return command.add_flag(name, *value, help);
    } else if constexpr (requires(const std::string& text) { read_value(text, *value); }) {
      const auto read = [value](const std::string& text) { read_value(text, *value); };
      return command.add_option_function<std::string>(name, read, help);
    } else {
      return command.add_option(name, *value, help);
    }
  };
  return std::visit(add, target);
}

// One of the rules that options.table explains.
void add_rule(CLI::App& command, CLI::Option& option, const std::string& rule) {
  if (rule == "required") {
    option.required();
  } else if (rule == "list") {
    option.delimiter(',')->allow_extra_args(false);
  } else if (rule.starts_with("not:")) {
    for (const std::string& other : CLI::detail::split(rule.substr(4), ',')) {
      option.excludes(command.get_option(other));
    }
  } else if (rule.starts_with("with:")) {
    option.needs(command.get_option(rule.substr(5)));
  } else if (rule.starts_with("<=")) {
    option.check(CLI::Range(1, std::stoi(rule.substr(2))).description(""));
  } else if (rule != "-") {
    option.check(CLI::Validator(CLI::IsMember(CLI::detail::split(rule, '|'))).description(""));
  }
}

void add_commands(CLI::App& app, CommandLine& line) {
  const std::map<std::string, Targets> targets = all_targets(line);
  std::map<std::string, std::string> helps;  // the first of each option
  std::set<std::string> scripts;
  for (const TableRow& row : read_table(kOptionsTable, "grader/cli/options.table",
                                        {"command", "option", "value", "rules", "help"})) {
    const std::string &value = row.text("value"), &name = row.text("option");
    const std::string& help = row.text("help");
    if (name == "-") {
      CLI::App* const added = app.add_subcommand(row.text("command"), help)->group(value);
      if (row.text("rules") == "script") {
        added->prefix_command()->set_help_flag();  // it has its own --help
        scripts.insert(row.text("command"));
      }
      continue;
    }
    if (scripts.contains(row.text("command"))) {
      continue;
    }
    CLI::App& command = *app.get_subcommand(row.text("command"));
    const std::string& first = helps.try_emplace(name, help).first->second;
    CLI::Option& option = *add_option(command, name, help == "\"" ? first : help,
                                      targets.at(row.text("command")).at(field_of(row)));
    if (value != "flag" && value != "word" && value != "words") {
      option.type_name(value);
    }
    for (const std::string& rule : CLI::detail::split(row.text("rules"), '/')) {
      add_rule(command, option, rule);
    }
  }
  app.get_subcommand("test")->prefix_command();
}

void check_command_name(const CLI::App& app, const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments[0].starts_with('-')) {
    return;
  }
  std::vector<std::string> names;
  std::ranges::transform(app.get_subcommands({}), std::back_inserter(names), &CLI::App::get_name);
  if (std::ranges::find(names, arguments[0]) == names.end()) {
    const bool like_a_lab = std::isdigit(static_cast<unsigned char>(arguments[0][0])) != 0;
    throw UsageError(
        fmt::format("There is no command '{}'.{}\nAll commands: ./gemmlab --help", arguments[0],
                    like_a_lab ? fmt::format(" To grade a lab: ./gemmlab grade {}", arguments[0])
                               : did_you_mean(arguments[0], names)));
  }
}

}  // namespace

CommandLine parse_options(std::vector<std::string> arguments) {
  if (!arguments.empty() && arguments[0] == "help") {
    arguments.erase(arguments.begin());
    arguments.push_back("--help");
  }
  CommandLine line;
  CLI::App app{
      "Labs on GPU matrix multiplication. Without a command: your progress and the next step.",
      "./gemmlab"};
  app.require_subcommand(0, 1);
  app.set_version_flag("--version", "gemmlab " GEMMLAB_VERSION);
  add_commands(app, line);
  check_command_name(app, arguments);
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    std::ostringstream out, err;
    if (app.exit(error, out, err) == 0) {
      line.help = out.str();
      return line;
    }
    throw UsageError(fmt::format("{}\nAll options: ./gemmlab {}--help", error.what(),
                                 arguments[0].starts_with('-') ? "" : arguments[0] + " "));
  }
  for (const CLI::App* command : app.get_subcommands()) {
    line.command = command->get_name();
    line.script = {line.command, command->remaining()};
  }
  return line;
}

}  // namespace gemmlab

#include "grader/cli/commands.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <boost/algorithm/string/split.hpp>
#include <cctype>
#include <charconv>
#include <sstream>
#include <tuple>

#include "common/facts/json.h"
#include "common/model/table.h"
#include "grader/cli/options_table.h"
#include "grader/core/nearest.h"

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

// Take a value that needs more than its type says. All throw UsageError that says what is accepted.
using Take = void (*)(Options& options, const std::string& text);

void take_backend(Options& options, const std::string& text) {
  options.backend = named<BackendChoice>(text).value();
}

void take_seed(Options& options, const std::string& text) {
  const auto seed = number_in<std::uint64_t>(text);
  if (!seed) {
    throw UsageError(fmt::format("--seed needs a whole number of at least 0, not '{}'.", text));
  }
  options.seed = *seed;
}

void take_shape(Options& options, const std::string& text) {
  const std::vector<int> extents = numbers_in(text, ',', 3);
  if (extents.empty()) {
    throw UsageError(fmt::format(
        "--shape needs three sizes of at least 1, such as 33,50,17 for M,N,K; not '{}'.", text));
  }
  options.shape = {extents[0], extents[1], extents[2], ""};
}

void take_shard(Options& options, const std::string& text) {
  const std::vector<int> numbers = numbers_in(text, '/', 2);
  if (numbers.empty() || numbers[0] > numbers[1]) {
    throw UsageError(
        fmt::format("--shard needs I/N with I from 1 to N, such as 2/5 for the second of five "
                    "parts; not '{}'.",
                    text));
  }
  std::tie(options.shard, options.shards) = std::tie(numbers[0], numbers[1]);
}

using Field = std::variant<bool Options::*, int Options::*, std::string Options::*,
                           std::vector<int> Options::*, std::vector<std::string> Options::*, Take>;

// Where values go: the option --canvas-column to the field of that name, canvas_column.
#define GEMMLAB_OPTION(field) {#field, &Options::field},
const std::map<std::string, Field> kFields{
    {"DIR", &Options::folder},
    {"LAB", &Options::lab},
    {"LAB...", &Options::labs},  // several
    {"NAME", &Options::study},
    {"backend", take_backend},
    {"seed", take_seed},
    {"shape", take_shape},
    {"shard", take_shard},
    GEMMLAB_EACH(GEMMLAB_OPTION, all, check, diff, dry_run, explain, list, mine, open, quick,
                 require_gpu, solutions, spoil, with_binaries, write, jobs, percent, verdicts,
                 sizes, labs)
        GEMMLAB_EACH(GEMMLAB_OPTION, canvas, canvas_column, course, csv, file, gpu, grade, html,
                     json, junit, only, out, results, roster, sandbox, secret, svg, tree)};

const Field& field_of(std::string option, bool takes_several) {
  option.erase(0, option.starts_with("--") ? 2 : 0);
  std::replace(option.begin(), option.end(), '-', '_');
  return kFields.at(option + (takes_several ? "..." : ""));
}

std::string complaint_about_size(const std::string& text) {
  const std::vector<int> size = numbers_in(text, ',', 1);
  const bool is_fine = !size.empty() && size[0] >= 32 && size[0] <= 16384;
  return is_fine ? "" : text + " is not a whole number from 32 to 16384";
}

CLI::Option* add_option(CLI::App& command, const model::Row& row, const std::string& help,
                        Options& options) {
  const std::string& name = row.text("option");
  const auto add = [&]<typename Each>(Each field) {
    if constexpr (std::is_same_v<Each, bool Options::*>) {
      return command.add_flag(name, options.*field, help);
    } else if constexpr (std::is_same_v<Each, Take>) {
      const auto take = [&options, field](const std::string& text) { field(options, text); };
      return command.add_option_function<std::string>(name, take, help);
    } else {
      return command.add_option(name, options.*field, help);
    }
  };
  return std::visit(add, field_of(name, row.text("value") == "words"));
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

void add_commands(CLI::App& app, Options& options) {
  std::map<std::string, std::string> helps;  // the first of each option
  for (const model::Row& row : model::read_table(kOptionsTable, "grader/cli/options.table",
                                                 {"command", "option", "value", "rules", "help"})) {
    const std::string &value = row.text("value"), &name = row.text("option");
    const std::string& help = row.text("help");
    if (name == "-") {
      app.add_subcommand(row.text("command"), help)->group(value);
      continue;
    }
    CLI::App& command = *app.get_subcommand(row.text("command"));
    const std::string& first = helps.try_emplace(name, help).first->second;
    CLI::Option& option = *add_option(command, row, help == "\"" ? first : help, options);
    if (value != "flag" && value != "word" && value != "words") {
      option.type_name(value);
    }
    for (const std::string& rule : CLI::detail::split(row.text("rules"), '/')) {
      add_rule(command, option, rule);
    }
    if (name == "--sizes") {
      option.check(CLI::Validator(complaint_about_size, ""));
    }
  }
  app.get_subcommand("batch")->footer(
      "Its input, its output, and course.toml: docs/instructors.md");
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

Options parse_options(std::vector<std::string> arguments) {
  if (!arguments.empty() && arguments[0] == "help") {
    arguments.erase(arguments.begin());
    arguments.push_back("--help");
  }
  Options options;
  CLI::App app{
      "Labs on GPU matrix multiplication. Without a command: your progress and the next step.",
      "./gemmlab"};
  app.require_subcommand(0, 1);
  app.set_version_flag("--version", "gemmlab " GEMMLAB_VERSION);
  add_commands(app, options);
  check_command_name(app, arguments);
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    std::ostringstream out, err;
    if (app.exit(error, out, err) == 0) {
      options.help = out.str();
      return options;
    }
    throw UsageError(fmt::format("{}\nAll options: ./gemmlab {}--help", error.what(),
                                 arguments[0].starts_with('-') ? "" : arguments[0] + " "));
  }
  for (const CLI::App* command : app.get_subcommands()) {
    options.command = command->get_name();
    options.test_arguments = command->remaining();
  }
  return options;
}

}  // namespace gemmlab

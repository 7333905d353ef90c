#include "grader/cli/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <sstream>
#include <tuple>

#include "grader/cli/context.h"
#include "grader/cli/option_values.h"
#include "grader/core/nearest.h"

namespace gemmlab {
namespace {

constexpr const char* kLabHelp = "2, 02, naive_kernel or 02_naive_kernel";
constexpr const char* kStudent = "Labs";
constexpr const char* kMeasure = "Measure";
constexpr const char* kInstructor = "Class";
constexpr const char* kMaintainer = "Tool";

// Options that several commands share; each is described once.
CLI::App* add_command(CLI::App& app, const char* name, const char* summary, const char* group) {
  return app.add_subcommand(name, summary)->group(group);
}

template <typename Value>
CLI::Option* add(CLI::App* command, const char* name, Value& value, const char* type,
                 const char* help) {
  return command->add_option(name, value, help)->type_name(type);
}

CLI::Option* add_labs(CLI::App* command, std::vector<std::string>& labs) {
  return command->add_option("LAB", labs, std::string(kLabHelp) + "; default: all");
}

CLI::Option* add_listed_labs(CLI::App* command, std::vector<std::string>& labs, const char* help) {
  return add(command, "--labs", labs, "LAB,...", help)->delimiter(',');
}

CLI::Option* one_of(CLI::Option* option, const std::vector<std::string>& words) {
  return option->check(CLI::Validator(CLI::IsMember(words)).description(""));
}

void add_backend(CLI::App* command, BackendChoice& backend) {
  const auto take = [&backend](const std::string& word) {
    backend = named<BackendChoice>(word).value();
  };
  one_of(command->add_option_function<std::string>("--backend", take,
                                                   "auto, sim or cuda; default: auto"),
         {"auto", "sim", "cuda"})
      ->type_name("B");
}

void add_seed(CLI::App* command, std::uint64_t& seed) {
  command
      ->add_option_function<std::string>(
          "--seed", [&seed](const std::string& text) { seed = parse_seed(text); },
          "Number that selects inputs and schedules; default: 1")
      ->type_name("N");
}

void add_sizes(CLI::App* command, std::vector<int>& sizes, const char* help) {
  const auto complaint = [](const std::string& text) {
    return is_size_to_time(text) ? "" : text + " is not a multiple of 32 from 64 to 4096";
  };
  add(command, "--sizes", sizes, "N,...", help)
      ->delimiter(',')
      ->check(CLI::Validator(complaint, ""));
}

void add_grade(CLI::App& app, Options& options) {
  CLI::App* command = add_command(app, "grade", "Grade your kernels", kStudent);
  add_labs(command, options.labs);
  CLI::Option* solutions =
      command->add_flag("--solutions", options.solutions, "Grade solutions/ instead of labs/");
  CLI::Option* tree = add(command, "--tree", options.tree, "DIR",
                          "Grade the files of a folder organised like labs/");
  CLI::Option* file =
      add(command, "--file", options.file, "F", "Grade this file; needs exactly one LAB");
  solutions->excludes(tree)->excludes(file);
  tree->excludes(file);
  command
      ->add_option_function<std::string>(
          "--shape", [&options](const std::string& text) { options.shape = parse_shape(text); },
          "Test the values only at this shape; up to 8,8,8 it shows the matrices")
      ->type_name("M,N,K");
  add_backend(command, options.backend);
  command->add_flag("--explain", options.explain,
                    "Show your source, the costs of each line's memory accesses, and the reasons");
  add(command, "--json", options.json, "F", "Write the result to this file; - is standard output");
  add(command, "--junit", options.junit, "F", "Also write it as JUnit XML");
  add(command, "--html", options.html, "F",
      "Write a web page with pictures: what failed, what each line costs");
  add_seed(command, options.seed);
  command->add_flag("--require-gpu", options.require_gpu, "Fail if no GPU can be used");
}

void add_watch(CLI::App& app, Options& options) {
  CLI::App* command = add_command(app, "watch", "Grade a lab each time you save it", kStudent);
  command->add_option("LAB", options.lab, std::string(kLabHelp) + "; default: your next one");
  add_backend(command, options.backend);
  add(command, "--html", options.html, "F", "Also write a web page each time");
}

void add_study(CLI::App& app, Options& options) {
  CLI::App* command =
      add_command(app, "study", "Grade and time the kernels of a study, step by step", kMeasure);
  command->add_option("NAME", options.study, "A folder of docs/studies; without it, list them");
  add_backend(command, options.backend);
  add_sizes(command, options.sizes, "m = n = k, separated by commas; default: 2048,4096");
}

void add_bench(CLI::App& app, Options& options) {
  CLI::App* command = add_command(app, "bench", "Compare the speed of the solutions", kMeasure);
  add_labs(command, options.labs);
  add_sizes(command, options.sizes,
            "m = n = k, separated by commas; default: 1024,2048,4096, and 256,384,512 on the CPU");
  CLI::Option* mine =
      command->add_flag("--mine", options.mine, "Also time your own programs, if they are right");
  add(command, "--json", options.json, "F", "Write the numbers to this file; - is standard output");
  add(command, "--csv", options.csv, "F", "Write them as a CSV table");
  add(command, "--svg", options.svg, "F", "Draw them with gnuplot");
  add(command, "--verdicts", options.verdicts, "N",
      "Instead: get the speed verdict of each solution and of a slowed copy N times")
      ->check(CLI::Range(1, 1000).description(""))
      ->excludes(mine);
}

void add_model(CLI::App& app, Options& options) {
  CLI::App* command =
      add_command(app, "model", "Predict what limits the solutions on a GPU", kMeasure);
  CLI::Option* labs = add_labs(command, options.labs);
  CLI::Option* gpu = add(command, "--gpu", options.gpu, "NAME",
                         "Such as h200 or \"rtx 4090\"; default: this machine's");
  CLI::Option* list =
      command->add_flag("--list", options.list, "List the GPUs that the model knows");
  CLI::Option* check =
      command->add_flag("--check", options.check, "Compute the figures of the lectures again");
  list->excludes(labs)->excludes(gpu)->excludes(check);
  check->excludes(labs)->excludes(gpu);
}

void add_batch(CLI::App& app, Options& options) {
  CLI::App* command =
      add_command(app, "batch", "Grade a whole class, each submission in a sandbox", kInstructor);
  command->footer("Its input, its output, and course.toml: docs/instructors.md");
  command->add_option("DIR", options.folder, "One folder or archive (zip, tar, tar.gz) per student")
      ->required();
  add(command, "--out", options.out, "OUT",
      "Folder for results and tables; a later run continues there")
      ->required();
  add_listed_labs(command, options.labs, "Only these, such as 02,03; default: the course's");
  add(command, "--only", options.only, "NAME", "Only this student");
  command
      ->add_option_function<std::string>(
          "--shard",
          [&options](const std::string& text) {
            std::tie(options.shard, options.shards) = parse_shard(text);
          },
          "Only the I-th of N parts, for several machines with one OUT")
      ->type_name("I/N");
  add(command, "--jobs", options.jobs, "N", "Submissions at the same time; default: one per core")
      ->check(CLI::Range(1, 256).description(""));
  add(command, "--course", options.course, "F", "The course's rules; default: DIR/course.toml");
  add(command, "--canvas", options.canvas, "F", "A gradebook exported from Canvas, to fill in");
  add(command, "--canvas-column", options.canvas_column, "TITLE",
      "Its column for the total; default: columns named after a lab, or gemmlab");
  add_backend(command, options.backend);
  one_of(add(command, "--sandbox", options.sandbox, "S",
             "full; or weak, for machines without namespaces or root"),
         {"full", "weak"});
  add_seed(command, options.seed);
}

void add_gradescope(CLI::App& app, Options& options) {
  CLI::App* command =
      add_command(app, "gradescope", "Write an autograder to upload to Gradescope", kInstructor);
  CLI::Option* out = add(command, "--out", options.out, "F.zip", "The archive");
  add_listed_labs(command, options.labs,
                  "The labs of the assignment, such as 02,03; default: the course's");
  add(command, "--course", options.course, "F", "course.toml: which checks students see");
  CLI::Option* grade = add(command, "--grade", options.grade, "DIR",
                           "On Gradescope: grade the submission in this folder")
                           ->excludes(out);
  add(command, "--results", options.results, "F", "On Gradescope: the results.json to write")
      ->needs(grade);
}

void add_upkeep(CLI::App& app, Options& options) {
  CLI::App* command =
      add_command(app, "upkeep", "Check that the whole course is consistent", kMaintainer);
  add_labs(command, options.labs);
  one_of(add(command, "--only", options.only, "PART",
             "Only this part: files, format, skeletons, solutions or mutants"),
         {"files", "format", "skeletons", "solutions", "mutants"});
  command->add_flag("--write", options.write, "First update everything derived: skeletons, tables");
}

void add_commands(CLI::App& app, Options& options) {
  add_command(app, "list", "List the labs and your progress", kStudent);
  add_grade(app, options);
  add_watch(app, options);
  CLI::App* hint = add_command(app, "hint", "Show one more hint each time", kStudent);
  hint->add_option("LAB", options.lab, "A lab, or a step such as 3.2; default: your next lab");
  hint->add_flag("--all", options.all, "Show all hints at once");
  CLI::App* reset =
      add_command(app, "reset", "Restore the skeleton; your file is backed up", kStudent);
  reset->add_option("LAB", options.lab, kLabHelp)->required();
  CLI::App* solution = add_command(app, "solution", "Show the solution after you pass", kStudent);
  solution->add_option("LAB", options.lab, kLabHelp)->required();
  solution->add_flag("--diff", options.diff, "Compare your file with it");
  solution->add_flag("--spoil", options.spoil, "Show it before you pass");
  add_bench(app, options);
  add_study(app, options);
  add_command(app, "device", "Show what this machine offers to gemmlab", kMeasure);
  add_model(app, options);
  add_batch(app, options);
  add_gradescope(app, options);
  add(add_command(app, "handout", "Write the files for a class, without solutions", kInstructor),
      "--out", options.out, "DIR", "A new folder")
      ->required();
  add_command(
      app, "test",
      "Run gemmlab's own tests, with --full the long ones too; accepts the options of meson test",
      kMaintainer)
      ->prefix_command();
  add_upkeep(app, options);
}

void check_command_name(const CLI::App& app, const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments[0].starts_with('-')) {
    return;
  }
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) {
    names.push_back(command->get_name());
  }
  if (std::ranges::find(names, arguments[0]) == names.end()) {
    const bool like_a_lab = std::isdigit(static_cast<unsigned char>(arguments[0][0])) != 0;
    throw UsageError(
        fmt::format("There is no command '{}'.{}\nAll commands: ./gemmlab --help", arguments[0],
                    like_a_lab ? fmt::format(" To grade a lab: ./gemmlab grade {}", arguments[0])
                               : did_you_mean(arguments[0], names)));
  }
}

}  // namespace

std::variant<Options, HelpText> parse_options(const std::vector<std::string>& arguments) {
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
      return HelpText{out.str()};
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

std::map<std::string, std::set<std::string>> command_line() {
  Options options;
  CLI::App app;
  add_commands(app, options);
  std::map<std::string, std::set<std::string>> commands;
  for (const CLI::App* command : app.get_subcommands({})) {
    auto& names = commands[command->get_name()];
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& name : option->get_lnames()) {
        names.insert("--" + name);
      }
    }
  }
  return commands;
}

}  // namespace gemmlab

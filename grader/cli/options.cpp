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

// Of what several commands take, each is said once.
CLI::App* add_command(CLI::App& app, const char* name, const char* summary, const char* group) {
  return app.add_subcommand(name, summary)->group(group);
}

template <typename Value>
CLI::Option* add(
    CLI::App* command, const char* name, Value& value, const char* type, const char* help) {
  return command->add_option(name, value, help)->type_name(type);
}

CLI::Option* add_labs(CLI::App* command, std::vector<std::string>& labs) {
  return command->add_option("LAB", labs, std::string(kLabHelp) + "; all if none is named");
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
                                                   "auto, sim or cuda; by default auto"),
         {"auto", "sim", "cuda"})
      ->type_name("B");
}

void add_seed(CLI::App* command, std::uint64_t& seed) {
  command
      ->add_option_function<std::string>(
          "--seed", [&seed](const std::string& text) { seed = parse_seed(text); },
          "Choose inputs and schedules; by default 1")
      ->type_name("N");
}

void add_sizes(CLI::App* command, std::vector<int>& sizes, const char* help) {
  const auto complaint = [](const std::string& text) {
    return is_size_to_time(text) ? "" : text + " is no multiple of 32 from 64 to 4096";
  };
  add(command, "--sizes", sizes, "N,...", help)
      ->delimiter(',')
      ->check(CLI::Validator(complaint, ""));
}

void add_grade(CLI::App& app, GradeOptions& grade) {
  CLI::App* command = add_command(app, "grade", "Judge your kernels", kStudent);
  add_labs(command, grade.labs);
  CLI::Option* solutions =
      command->add_flag("--solutions", grade.solutions, "Judge solutions/ instead of labs/");
  CLI::Option* tree =
      add(command, "--tree", grade.tree, "DIR", "Judge the files of a folder shaped like labs/");
  CLI::Option* file =
      add(command, "--file", grade.file, "F", "Judge this file; name exactly one LAB");
  solutions->excludes(tree)->excludes(file);
  tree->excludes(file);
  command
      ->add_option_function<std::string>(
          "--shape", [&grade](const std::string& text) { grade.shape = parse_shape(text); },
          "Judge the values at this shape alone; up to 8,8,8 the matrices are shown")
      ->type_name("M,N,K");
  add_backend(command, grade.backend);
  command->add_flag("--explain", grade.explain,
                    "Show your source with what each line's memory accesses cost, and why");
  add(command, "--json", grade.json, "F", "Write the result to this file; - is standard output");
  add(command, "--junit", grade.junit, "F", "Write it as JUnit XML, too");
  add(command, "--html", grade.html, "F",
      "Write a page for a browser: what failed, what each line costs, drawn");
  add_seed(command, grade.seed);
  command->add_flag("--require-gpu", grade.require_gpu, "Fail where there is no GPU to grade on");
}

void add_watch(CLI::App& app, WatchOptions& watch) {
  CLI::App* command = add_command(app, "watch", "Judge a lab whenever you save it", kStudent);
  command->add_option("LAB", watch.lab, std::string(kLabHelp) + "; by default your next one");
  add_backend(command, watch.backend);
  add(command, "--html", watch.html, "F", "Each time write a page for a browser, too");
}

void add_study(CLI::App& app, StudyOptions& study) {
  CLI::App* command =
      add_command(app, "study", "Judge and time the kernels of a study, step by step", kMeasure);
  command->add_option("NAME", study.name, "A folder of docs/studies; lists them if none is named");
  add_backend(command, study.backend);
  add_sizes(command, study.sizes, "m = n = k, separated by commas; by default 2048,4096");
}

void add_bench(CLI::App& app, BenchOptions& bench) {
  CLI::App* command =
      add_command(app, "bench", "How fast the solutions are, side by side", kMeasure);
  add_labs(command, bench.labs);
  add_sizes(
      command, bench.sizes,
      "m = n = k, separated by commas; by default 1024,2048,4096, and 256,384,512 on the CPU");
  CLI::Option* mine =
      command->add_flag("--mine", bench.mine, "Your own programs, too, if they are right");
  add(command, "--json", bench.json, "F", "Write the numbers to this file; - is standard output");
  add(command, "--csv", bench.csv, "F", "Write them as a table of commas");
  add(command, "--svg", bench.svg, "F", "Draw them, with gnuplot");
  add(command, "--verdicts", bench.verdicts, "N",
      "Instead: the speed verdict of each solution N times, and of a slowed twin")
      ->check(CLI::Range(1, 1000).description(""))
      ->excludes(mine);
}

void add_model(CLI::App& app, ModelOptions& model) {
  CLI::App* command =
      add_command(app, "model", "What bounds the solutions on a GPU, predicted", kMeasure);
  CLI::Option* labs = add_labs(command, model.labs);
  CLI::Option* gpu = add(command, "--gpu", model.gpu, "NAME",
                         "Such as h200 or \"rtx 4090\"; by default this machine's");
  CLI::Option* list = command->add_flag("--list", model.list, "The GPUs that the model knows");
  CLI::Option* check =
      command->add_flag("--check", model.check, "Compute the figures of the lectures anew");
  list->excludes(labs)->excludes(gpu)->excludes(check);
  check->excludes(labs)->excludes(gpu);
}

void add_batch(CLI::App& app, BatchOptions& batch) {
  CLI::App* command =
      add_command(app, "batch", "Grade a whole class, each submission in a sandbox", kInstructor);
  command->footer("What it takes, what it writes, and course.toml: docs/instructors.md");
  command->add_option("DIR", batch.folder, "One folder or archive (zip, tar, tar.gz) a student")
      ->required();
  add(command, "--out", batch.out, "OUT", "Where results and tables go; a later run goes on there")
      ->required();
  add_listed_labs(command, batch.labs, "Only these, such as 02,03; by default the course's");
  add(command, "--only", batch.only, "NAME", "Only this student");
  command
      ->add_option_function<std::string>(
          "--shard",
          [&batch](const std::string& text) {
            std::tie(batch.shard, batch.shards) = parse_shard(text);
          },
          "The I-th of N parts, for several machines with one OUT")
      ->type_name("I/N");
  add(command, "--jobs", batch.jobs, "N", "Submissions at once; by default one a core")
      ->check(CLI::Range(1, 256).description(""));
  add(command, "--course", batch.course, "F", "The course's rules; by default DIR/course.toml");
  add(command, "--canvas", batch.canvas, "F", "A gradebook exported by Canvas, to be filled in");
  add(command, "--canvas-column", batch.canvas_column, "TITLE",
      "Its column for the total; by default those that name a lab, or gemmlab");
  add_backend(command, batch.backend);
  one_of(
      add(command, "--sandbox", batch.sandbox, "S", "full, or weak where namespaces or root lack"),
      {"full", "weak"});
  add_seed(command, batch.seed);
}

void add_gradescope(CLI::App& app, GradescopeOptions& gradescope) {
  CLI::App* command =
      add_command(app, "gradescope", "Write an autograder to upload to Gradescope", kInstructor);
  CLI::Option* out = add(command, "--out", gradescope.out, "F.zip", "The archive");
  add_listed_labs(command, gradescope.labs,
                  "Those of the assignment, such as 02,03; by default the course's");
  add(command, "--course", gradescope.course, "F", "course.toml: which checks students see");
  CLI::Option* grade =
      add(command, "--grade", gradescope.grade, "DIR", "There: grade the submission in this folder")
          ->excludes(out);
  add(command, "--results", gradescope.results, "F", "There: the results.json to write")
      ->needs(grade);
}

void add_upkeep(CLI::App& app, UpkeepOptions& upkeep) {
  CLI::App* command = add_command(app, "upkeep", "Is the whole course well formed?", kMaintainer);
  add_labs(command, upkeep.labs);
  one_of(add(command, "--only", upkeep.only, "PART",
             "One part: files, format, headers, skeletons, solutions or mutants"),
         {"files", "format", "headers", "skeletons", "solutions", "mutants"});
  command->add_flag("--write", upkeep.write, "First write anew what is derived: skeletons, tables");
}

void add_commands(CLI::App& app, Options& options) {
  add_command(app, "list", "The labs and how far you are", kStudent);
  add_grade(app, options.grade);
  add_watch(app, options.watch);
  CLI::App* hint = add_command(app, "hint", "One more hint each time", kStudent);
  hint->add_option("LAB", options.hint.lab_or_step,
                   "A lab, or a step such as 3.2; by default your next lab");
  hint->add_flag("--all", options.hint.all, "All hints at once");
  CLI::App* reset = add_command(app, "reset", "Restore the skeleton; keeps a backup", kStudent);
  reset->add_option("LAB", options.reset_lab, kLabHelp)->required();
  CLI::App* solution = add_command(app, "solution", "Show the solution once you passed", kStudent);
  solution->add_option("LAB", options.solution.lab, kLabHelp)->required();
  solution->add_flag("--diff", options.solution.diff, "Compare your file with it");
  solution->add_flag("--spoil", options.solution.spoil, "Show it all the same");
  add_bench(app, options.bench);
  add_study(app, options.study);
  add_command(app, "device", "What this machine has for gemmlab", kMeasure);
  add_model(app, options.model);
  add_batch(app, options.batch);
  add_gradescope(app, options.gradescope);
  add(add_command(app, "handout", "Write the tree that a class gets, without solutions",
                  kInstructor),
      "--out", options.handout_folder, "DIR", "A new folder")
      ->required();
  add_command(app, "test", "Run gemmlab's own tests; takes meson test's options", kMaintainer)
      ->prefix_command();
  add_upkeep(app, options.upkeep);
}

void check_command_name(const CLI::App& app, const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments[0].starts_with('-')) {
    return;
  }
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) {
    names.push_back(command->get_name());
  }
  if (std::find(names.begin(), names.end(), arguments[0]) == names.end()) {
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
  CLI::App app{"Labs on GPU matrix multiplication. Alone: your progress and the next step.",
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

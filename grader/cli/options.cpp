#include "grader/cli/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <sstream>

#include "grader/cli/context.h"
#include "grader/core/nearest.h"

namespace gemmlab {
namespace {

constexpr const char* kLabHelp = "2, 02, naive_kernel or 02_naive_kernel";
constexpr const char* kBackendHelp = "auto, sim or cuda; by default auto";
constexpr const char* kStudent = "Labs";
constexpr const char* kMeasure = "Measure";
constexpr const char* kInstructor = "Class";
constexpr const char* kMaintainer = "Tool";

std::uint64_t parse_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const char* const end = text.data() + text.size();
  const auto [next, error] = std::from_chars(text.data(), end, seed);
  if (error != std::errc() || next != end) {
    throw UsageError(fmt::format("--seed takes a whole number from 0 on, not '{}'.", text));
  }
  return seed;
}

CLI::App* add_command(CLI::App& app, const char* name, const char* summary, const char* group) {
  return app.add_subcommand(name, summary)->group(group);
}

void add_grade(CLI::App& app, GradeOptions& grade) {
  CLI::App* command = add_command(app, "grade", "Judge your kernels", kStudent);
  command->add_option("LAB", grade.labs, std::string(kLabHelp) + "; all if none is named");
  CLI::Option* solutions =
      command->add_flag("--solutions", grade.solutions, "Judge solutions/ instead of labs/");
  CLI::Option* tree =
      command->add_option("--tree", grade.tree, "Judge the files of a folder shaped like labs/")
          ->type_name("DIR");
  CLI::Option* file =
      command->add_option("--file", grade.file, "Judge this file; name exactly one LAB")
          ->type_name("F");
  solutions->excludes(tree)->excludes(file);
  tree->excludes(file);
  command
      ->add_option_function<std::string>(
          "--shape", [&grade](const std::string& text) { grade.shape = parse_shape(text); },
          "Judge the values at this shape alone; up to 8,8,8 the matrices are shown")
      ->type_name("M,N,K");
  command->add_option("--backend", grade.backend, kBackendHelp)
      ->check(CLI::Validator(CLI::IsMember({"auto", "sim", "cuda"})).description(""))
      ->type_name("B");
  command->add_flag("--explain", grade.explain,
                    "Show your source with what each line's memory accesses cost, and why");
  command->add_option("--json", grade.json, "Write the result to this file")->type_name("F");
  command->add_option("--junit", grade.junit, "Write it as JUnit XML, too")->type_name("F");
  command
      ->add_option("--html", grade.html,
                   "Write a page for a browser: what failed, what each line costs, drawn")
      ->type_name("F");
  command
      ->add_option_function<std::string>(
          "--seed", [&grade](const std::string& text) { grade.seed = parse_seed(text); },
          "Choose inputs and schedules; by default 1")
      ->type_name("N");
  command->add_flag("--require-gpu", grade.require_gpu, "Fail where there is no GPU to grade on");
}

void add_watch(CLI::App& app, WatchOptions& watch) {
  CLI::App* command = add_command(app, "watch", "Judge a lab whenever you save it", kStudent);
  command->add_option("LAB", watch.lab, std::string(kLabHelp) + "; by default your next one");
  command->add_option("--backend", watch.backend, kBackendHelp)
      ->check(CLI::Validator(CLI::IsMember({"auto", "sim", "cuda"})).description(""))
      ->type_name("B");
  command->add_option("--html", watch.html, "Each time write a page for a browser, too")
      ->type_name("F");
}

CLI::Validator sizes_to_time() {
  return {[](const std::string& text) {
            int size = 0;
            const auto [next, error] =
                std::from_chars(text.data(), text.data() + text.size(), size);
            const bool fits = error == std::errc() && next == text.data() + text.size() &&
                              size >= 64 && size <= 4096 && size % 32 == 0;
            return fits ? std::string() : text + " is no multiple of 32 from 64 to 4096";
          },
          ""};
}

void add_study(CLI::App& app, StudyOptions& study) {
  CLI::App* command =
      add_command(app, "study", "Judge and time the kernels of a study, step by step", kMeasure);
  command->add_option("NAME", study.name, "A folder of docs/studies; lists them if none is named");
  command->add_option("--backend", study.backend, kBackendHelp)
      ->check(CLI::Validator(CLI::IsMember({"auto", "sim", "cuda"})).description(""))
      ->type_name("B");
  command
      ->add_option("--sizes", study.sizes, "m = n = k, separated by commas; by default 2048,4096")
      ->delimiter(',')
      ->check(sizes_to_time())
      ->type_name("N,...");
}

void add_bench(CLI::App& app, BenchOptions& bench) {
  CLI::App* command =
      add_command(app, "bench", "How fast the solutions are, side by side", kMeasure);
  command->add_option("LAB", bench.labs, std::string(kLabHelp) + "; all if none is named");
  command
      ->add_option("--sizes", bench.sizes,
                   "m = n = k, separated by commas; by default 1024,2048,4096, and 256,384,512 on "
                   "the CPU")
      ->delimiter(',')
      ->check(sizes_to_time())
      ->type_name("N,...");
  CLI::Option* mine =
      command->add_flag("--mine", bench.mine, "Your own programs, too, if they are right");
  command->add_option("--json", bench.json, "Write the numbers to this file")->type_name("F");
  command->add_option("--csv", bench.csv, "Write them as a table of commas")->type_name("F");
  command->add_option("--svg", bench.svg, "Draw them, with gnuplot")->type_name("F");
  command
      ->add_option("--verdicts", bench.verdicts,
                   "Instead: the speed verdict of each solution N times, and of a slowed twin")
      ->check(CLI::Range(1, 1000).description(""))
      ->type_name("N")
      ->excludes(mine);
}

void add_model(CLI::App& app, ModelOptions& model) {
  CLI::App* command =
      add_command(app, "model", "What bounds the solutions on a GPU, predicted", kMeasure);
  CLI::Option* labs =
      command->add_option("LAB", model.labs, std::string(kLabHelp) + "; all if none is named");
  CLI::Option* gpu = command
                         ->add_option("--gpu", model.gpu,
                                      "Such as h200 or \"rtx 4090\"; by default this machine's")
                         ->type_name("NAME");
  CLI::Option* list = command->add_flag("--list", model.list, "The GPUs that the model knows");
  CLI::Option* check =
      command->add_flag("--check", model.check, "Compute the figures of the lectures anew");
  list->excludes(labs)->excludes(gpu)->excludes(check);
  check->excludes(labs)->excludes(gpu);
}

// "2/5": the second of five.
void parse_shard(const std::string& text, BatchOptions& batch) {
  const char* const end = text.data() + text.size();
  const auto [slash, error] = std::from_chars(text.data(), end, batch.shard);
  const bool has_slash = error == std::errc() && slash != end && *slash == '/';
  const auto [last, second] = has_slash
                                  ? std::from_chars(slash + 1, end, batch.shards)
                                  : std::from_chars_result{slash, std::errc::invalid_argument};
  if (second != std::errc() || last != end || batch.shard < 1 || batch.shard > batch.shards) {
    throw UsageError(
        fmt::format("--shard takes I/N with I from 1 to N, such as 2/5 for the second of five "
                    "parts; not '{}'.",
                    text));
  }
}

void add_batch(CLI::App& app, BatchOptions& batch) {
  CLI::App* command =
      add_command(app, "batch", "Grade a whole class, each submission in a sandbox", kInstructor);
  command->footer("What it takes, what it writes, and course.toml: docs/instructors.md");
  command->add_option("DIR", batch.folder, "One folder or archive (zip, tar, tar.gz) a student")
      ->required();
  command->add_option("--out", batch.out, "Where results and tables go; a later run goes on there")
      ->required()
      ->type_name("OUT");
  command->add_option("--labs", batch.labs, "Only these, such as 02,03; by default the course's")
      ->delimiter(',')
      ->type_name("LAB,...");
  command->add_option("--only", batch.only, "Only this student")->type_name("NAME");
  command
      ->add_option_function<std::string>(
          "--shard", [&batch](const std::string& text) { parse_shard(text, batch); },
          "The I-th of N parts, for several machines with one OUT")
      ->type_name("I/N");
  command->add_option("--jobs", batch.jobs, "Submissions at once; by default one a core")
      ->check(CLI::Range(1, 256).description(""))
      ->type_name("N");
  command->add_option("--course", batch.course, "The course's rules; by default DIR/course.toml")
      ->type_name("F");
  command->add_option("--canvas", batch.canvas, "A gradebook exported by Canvas, to be filled in")
      ->type_name("F");
  command
      ->add_option("--canvas-column", batch.canvas_column,
                   "Its column for the total; by default those that name a lab, or gemmlab")
      ->type_name("TITLE");
  command->add_option("--backend", batch.backend, kBackendHelp)
      ->check(CLI::Validator(CLI::IsMember({"auto", "sim", "cuda"})).description(""))
      ->type_name("B");
  command->add_option("--sandbox", batch.sandbox, "full, or weak where namespaces or root lack")
      ->check(CLI::Validator(CLI::IsMember({"full", "weak"})).description(""))
      ->type_name("S");
  command
      ->add_option_function<std::string>(
          "--seed", [&batch](const std::string& text) { batch.seed = parse_seed(text); },
          "Choose inputs and schedules; by default 1")
      ->type_name("N");
}

void add_gradescope(CLI::App& app, GradescopeOptions& gradescope) {
  CLI::App* command =
      add_command(app, "gradescope", "Write an autograder to upload to Gradescope", kInstructor);
  CLI::Option* out =
      command->add_option("--out", gradescope.out, "The archive")->type_name("F.zip");
  command
      ->add_option("--labs", gradescope.labs,
                   "Those of the assignment, such as 02,03; by default the course's")
      ->delimiter(',')
      ->type_name("LAB,...");
  command->add_option("--course", gradescope.course, "course.toml: which checks students see")
      ->type_name("F");
  CLI::Option* grade =
      command->add_option("--grade", gradescope.grade, "There: grade the submission in this folder")
          ->type_name("DIR")
          ->excludes(out);
  command->add_option("--results", gradescope.results, "There: the results.json to write")
      ->type_name("F")
      ->needs(grade);
}

void add_upkeep(CLI::App& app, UpkeepOptions& upkeep) {
  CLI::App* command = add_command(app, "upkeep", "Is the whole course well formed?", kMaintainer);
  command->add_option("LAB", upkeep.labs, std::string(kLabHelp) + "; all if none is named");
  command
      ->add_option("--only", upkeep.only,
                   "One part: files, format, headers, skeletons, solutions or mutants")
      ->check(CLI::Validator(CLI::IsMember({"files", "format", "headers", "skeletons", "solutions",
                                            "mutants"}))
                  .description(""))
      ->type_name("PART");
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
  add_command(app, "handout", "Write the tree that a class gets, without solutions", kInstructor)
      ->add_option("--out", options.handout_folder, "A new folder")
      ->type_name("DIR")
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

Shape parse_shape(const std::string& text) {
  Shape shape;
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  for (int* extent : {&shape.m, &shape.n, &shape.k}) {
    const auto [next, error] = std::from_chars(at, end, *extent);
    const bool is_last = extent == &shape.k;
    const bool ends_well = is_last ? next == end : next != end && *next == ',';
    if (error != std::errc() || *extent < 1 || !ends_well) {
      throw UsageError(fmt::format(
          "--shape takes three sizes of at least 1, such as 33,50,17 for M,N,K; not '{}'.", text));
    }
    at = next + 1;
  }
  return shape;
}

}  // namespace gemmlab

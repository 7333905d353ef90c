#include "grader/cli/result_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <optional>
#include <stdexcept>

#include "common/facts/names.h"
#include "common/model/devices.h"
#include "grader/cli/exit_code.h"
#include "grader/cli/grading.h"
#include "grader/core/fs.h"
#include "grader/core/pattern.h"
#include "grader/core/spec.h"
#include "grader/machine/scratch_folder.h"
#include "grader/machine/tool_process.h"
#include "grader/report/html/html_options.h"
#include "grader/report/html/page.h"
#include "grader/report/json.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

// Quoted if a shell would split it.
std::string word(const std::string& text) {
  static const Pattern plain(R"([A-Za-z0-9_+=./,:@%-]+)");
  return plain.matches(text) ? text : "'" + boost::replace_all_copy(text, "'", "'\\''") + "'";
}

// The command line that gives this page again.
std::string command_line(const GradeOptions& options) {
  std::string text = "./gemmlab grade";
  const auto add = [&](const std::string& option, const std::string& value) {
    text += value.empty() ? "" : fmt::format(" {} {}", option, word(value));
  };
  for (const std::string& lab : options.labs) {
    text += ' ' + word(lab);
  }
  text += options.solutions ? " --solutions" : "";
  add("--tree", options.tree);
  add("--file", options.file);
  if (options.shape) {
    const Shape& shape = *options.shape;
    add("--shape", fmt::format("{},{},{}", shape.m, shape.n, shape.k));
  }
  add("--backend",
      options.backend == BackendChoice::automatic ? "" : std::string(name(options.backend)));
  add("--seed", options.seed == 1 ? "" : std::to_string(options.seed));
  add("--html", options.html);
  return text;
}

bool is_stdout(const std::string& path) {
  return path == "-";
}

}  // namespace

void check_result_files(const std::vector<ResultFile>& files) {
  for (auto file = files.begin(); file != files.end(); ++file) {
    if (file->path.empty()) {
      continue;
    }
    const auto other = std::find_if(
        files.begin(), file, [&](const ResultFile& each) { return each.path == file->path; });
    if (other != file) {
      throw UsageError(fmt::format("{} and {} cannot both go to {}: give each its own file.",
                                   other->option, file->option,
                                   is_stdout(file->path) ? "standard output (-)" : file->path));
    }
    try {
      if (!is_stdout(file->path)) {
        require_writable(file->path);
      }
    } catch (const std::runtime_error& error) {
      throw UsageError(error.what());
    }
  }
}

Context writing_to(std::ostream& stream, const Terminal& terminal, const Context& context) {
  return {.paths = context.paths,
          .labs = context.labs,
          .state = context.state,
          .judge = context.judge,
          .gpu = context.gpu,
          .out = stream,
          .err = stream,
          .terminal = terminal,
          .error_terminal = terminal,
          .progress = context.progress};
}

Context for_people(const Context& context, const std::vector<ResultFile>& files) {
  return std::ranges::any_of(files, [](const ResultFile& file) { return is_stdout(file.path); })
             ? writing_to(context.err, context.error_terminal, context)
             : context;
}

void write_result(const Context& context, const std::string& path,
                  const std::function<std::string()>& text) {
  if (is_stdout(path)) {
    context.out << text() << std::flush;
  } else if (!path.empty()) {
    write_atomically(path, text());
  }
}

std::string junit(const Context& context, const Result& result) {
  const ScratchFolder scratch(fs::temp_directory_path());
  const fs::path file = scratch.path() / "result.json";
  write_atomically(file, to_json(result));
  const std::vector<std::string> lines =
      said_by_python({context.paths.root / "grader" / "report" / "junit.py", file});
  return fmt::format("{}\n", fmt::join(lines, "\n"));
}

std::string page(const Context& context, const GradeOptions& options, const Result& result,
                 const Progress& progress) {
  const std::optional<model::Device> device = own_device(context);
  HtmlOptions html{.read_source = source_text,
                   .history = {},
                   .command = command_line(options),
                   .device = device.value_or(example_device()),
                   .is_own_device = device.has_value(),
                   .show_matrices = options.shape.has_value()};
  for (const auto& [slug, lab] : progress.labs) {
    html.history.insert(html.history.end(), lab.attempts.begin(), lab.attempts.end());
  }
  return to_html(result, html);
}

}  // namespace gemmlab

#include "grader/cli/result_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

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
      throw UsageError(fmt::format("{} and {} cannot both go to {}: give each a file of its own.",
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

Context writing_to(std::ostream& stream,
                   const Terminal& terminal,
                   const Terminal& error_terminal,
                   const Context& context) {
  return {.paths = context.paths,
          .labs = context.labs,
          .state = context.state,
          .judge = context.judge,
          .gpu = context.gpu,
          .out = stream,
          .err = stream,
          .terminal = terminal,
          .error_terminal = error_terminal,
          .progress = context.progress};
}

Context for_people(const Context& context, const std::vector<ResultFile>& files) {
  return std::any_of(files.begin(), files.end(),
                     [](const ResultFile& file) { return is_stdout(file.path); })
             ? writing_to(context.err, context.error_terminal, context.error_terminal, context)
             : context;
}

void write_result(const Context& context,
                  const std::string& path,
                  const std::function<std::string()>& text) {
  if (is_stdout(path)) {
    context.out << text() << std::flush;
  } else if (!path.empty()) {
    write_atomically(path, text());
  }
}

}  // namespace gemmlab

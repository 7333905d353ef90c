#include "grader/cli/page.h"

#include <fmt/format.h>

#include "grader/cli/grading.h"
#include "grader/cli/machine.h"
#include "grader/report/html.h"

namespace gemmlab {
namespace {

// Quoted if a shell would take it apart.
std::string word(const std::string& text) {
  const std::string plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) {
    return text;
  }
  std::string quoted = "'";
  for (const char c : text) {
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return quoted + "'";
}

// The command line as somebody would type it to get this page again.
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

}  // namespace

std::string page(const Context& context,
                 const GradeOptions& options,
                 const Result& result,
                 const Progress& progress) {
  HtmlOptions html;
  html.read_source = source_text;
  html.command = command_line(options);
  const std::optional<model::Device> device = own_device(context);
  html.is_own_device = device.has_value();
  html.device = device.value_or(example_device());
  html.show_matrices = options.shape.has_value();
  for (const auto& [slug, lab] : progress.labs) {
    html.history.insert(html.history.end(), lab.attempts.begin(), lab.attempts.end());
  }
  return to_html(result, html);
}

}  // namespace gemmlab

#include "grader/cli/context.h"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <set>
#include <system_error>
#include <thread>

#include "grader/cli/exit_code.h"
#include "grader/core/foreign_text.h"
#include "grader/core/gpu.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/nearest.h"
#include "grader/core/read_file.h"
#include "grader/machine/tool_process.h"
#include "grader/process/child.h"
#include "grader/process/program.h"

namespace gemmlab {

const Lab& lab_meant(const Context& context, const std::string& word) {
  if (const Lab* lab = find_lab(context.labs, word)) {
    return *lab;
  }
  std::vector<std::string> names;
  std::string list;
  for (const Lab& lab : context.labs) {
    names.insert(names.end(), {lab.name, lab.slug()});
    list += fmt::format("  {} {}\n", lab.id, lab.name);
  }
  throw UsageError(fmt::format("There is no lab '{}'.{} The labs are:\n{}", printable(word),
                               did_you_mean(word, names), list));
}

std::vector<const Lab*> labs_meant(const Context& context, const std::vector<std::string>& words) {
  std::set<const Lab*> meant;
  for (const std::string& word : words) {
    meant.insert(&lab_meant(context, word));
  }
  std::vector<const Lab*> labs;  // in the course's order
  const auto take = [&](const Lab& lab) {
    if (words.empty() ? lab.is_of_course() : meant.contains(&lab)) {
      labs.push_back(&lab);
    }
  };
  for (const Lab& lab : context.labs) {
    take(lab);
    std::ranges::for_each(lab.steps, take);
  }
  return labs;
}

void require_solutions(const Context& context, const std::string& command) {
  if (context.paths.withholds_solutions()) {
    throw UsageError(
        fmt::format("This course does not hand out the solutions, so ./gemmlab {} does not work "
                    "here. One more hint: ./gemmlab hint",
                    command));
  }
}

bool has_solution(const Context& context, const Lab& lab) {
  return !context.paths.withholds_solutions() &&
         fs::is_regular_file(context.paths.solutions() / lab.path());
}

fs::path shown(const fs::path& path) {
  std::error_code error;
  const fs::path relative = fs::proximate(path, error);
  const bool is_below = !error && !relative.empty() && *relative.begin() != "..";
  return is_below ? relative : path;
}

std::string read_text(const fs::path& path) {
  return read_file(shown(path));
}

void become_python(std::vector<std::string> program_and_arguments) {
  std::string python = "python3";
  std::vector<char*> words{python.data()};
  std::ranges::transform(program_and_arguments, std::back_inserter(words),
                         [](std::string& word) { return word.data(); });
  words.push_back(nullptr);
  execvp(python.c_str(), words.data());  // returns if it cannot
  throw InfrastructureError(kNoPython);
}

std::string processor_name() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);) {
    const std::size_t value = line.find(": ");
    if (line.starts_with("model name") && value != std::string::npos) {
      return printable(line.substr(value + 2));
    }
  }
  utsname system{};
  return uname(&system) == 0 ? system.machine : "unknown processor";
}

int usable_cores() {
  const auto allowed = static_cast<int>(allowed_processors().size());
  return allowed > 0 ? allowed : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::optional<model::Device> own_device(const Context& context) {
  std::optional<model::Device> device;
  for (const Gpu& gpu : context.gpu().survey.gpus) {
    device = device ? device : modelled(gpu);
  }
  return device;
}

const model::Device& example_device() {
  return model::device("h200");
}

// Often enough to show activity, rarely enough for a log.
constexpr std::chrono::seconds kBetweenPlainLines{5};

void ProgressLine::show(const std::string& text) {
  const std::lock_guard lock(in_use_);
  if (context_.progress) {
    return context_.progress(text);
  }
  const std::string line = clipped(printable(text), context_.error_terminal.width - 1);
  if (context_.error_terminal.live) {
    context_.err << "\r\x1b[K" << line << std::flush;
    is_drawn_ = true;
    return;
  }
  const auto now = std::chrono::steady_clock::now();
  if (!last_ || now - *last_ >= kBetweenPlainLines) {
    context_.err << line << std::endl;
    last_ = now;
  }
}

std::unique_lock<std::mutex> ProgressLine::clear() {
  std::unique_lock lock(in_use_);
  if (is_drawn_) {
    context_.err << "\r\x1b[K" << std::flush;
    is_drawn_ = false;
  }
  return lock;
}

}  // namespace gemmlab

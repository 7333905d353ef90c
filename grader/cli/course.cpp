#include "grader/cli/course.h"

#include <fmt/format.h>

#include <set>

#include "grader/core/nearest.h"
#include "grader/core/read_file.h"
#include "grader/report/text.h"

namespace gemmlab {

namespace fs = std::filesystem;

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
  std::set<const Lab*> meant;  // as the course has them, one after the other
  for (const std::string& word : words) {
    meant.insert(&lab_meant(context, word));
  }
  if (words.empty()) {
    for (const Lab& lab : context.labs) {
      meant.insert(&lab);
    }
  }
  return {meant.begin(), meant.end()};
}

void require_solutions(const Context& context, const std::string& command) {
  if (context.paths.withholds_solutions()) {
    throw UsageError(fmt::format(
        "The course withholds the solutions: this hand-out came without them and without what "
        "needs them, so there is no ./gemmlab {} here. One more hint: ./gemmlab hint",
        command));
  }
}

fs::path shown(const fs::path& path) {
  std::error_code error;
  const fs::path relative = fs::proximate(path, error);
  const bool is_below = !error && !relative.empty() && *relative.begin() != "..";
  return is_below ? relative : path;
}

fs::path student_file(const Context& context, const Lab& lab) {
  return context.paths.labs() / lab.path();
}

std::string read_text(const fs::path& path) {
  return read_file(shown(path));
}

}  // namespace gemmlab

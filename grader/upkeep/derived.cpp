// Text in pages that is computed from other data.

#include <sstream>
#include <stdexcept>

#include "common/model/figures.h"
#include "grader/report/write_file.h"
#include "grader/upkeep/checks.h"

namespace gemmlab {
namespace {

constexpr std::size_t kColumns = 100;

// One row per lab: its page, its title, its file.
std::string table_of_labs(const Course& course) {
  std::string table = "| lab | | you edit |\n|---|---|---|\n";
  for (const Lab& lab : course.labs) {
    table += fmt::format("| [{}](docs/{}.md) | {} | [labs/{}](labs/{}) |\n", lab.id, lab.slug(),
                         lab.title, lab.path().string(), lab.path().string());
  }
  return table;
}

// The command that installs the packages in the launcher's table for Debian.
std::string packages_command(const Course& course) {
  std::istringstream lines(course.text("gemmlab"));
  std::string line, command = "```sh\n", row = "sudo apt-get install";
  while (std::getline(lines, line) && line != "requirements='") {
  }
  std::set<std::string> seen;
  while (std::getline(lines, line) && line != "'") {
    std::istringstream words(line);
    std::string probe, package;
    words >> probe >> package;
    if (!seen.insert(package).second) {
      continue;
    }
    if (row.size() + package.size() + 3 > kColumns) {
      command += row + " \\\n";
      row = " ";
    }
    row += " " + package;
  }
  if (seen.empty()) {
    throw std::runtime_error("the launcher, gemmlab, has no table requirements='...'");
  }
  return command + row + "\n```\n";
}

struct Block {
  fs::path page;
  std::string name;
  std::string (*text)(const Course&);

  std::string begin() const {
    return fmt::format("<!-- {}: written by ./gemmlab upkeep --write -->\n", name);
  }
  std::string end() const { return fmt::format("<!-- end of {} -->\n", name); }
};

const Block kBlocks[] = {
    {"README.md", "labs", table_of_labs},
    {"README.md", "packages", packages_command},
    {"docs/model.md", "figures", [](const Course&) { return model::figures_in_markdown(); }},
};

// The page in its correct form; empty if it lacks the marks.
std::string with_block(const std::string& page, const Block& block, const Course& course) {
  const std::size_t begin = page.find(block.begin()), end = page.find(block.end());
  return begin == page.npos || end == page.npos || end < begin
             ? ""
             : page.substr(0, begin + block.begin().size()) + '\n' + block.text(course) + '\n' +
                   page.substr(end);
}

}  // namespace

Problems check_derived(const Course& course) {
  Problems problems;
  for (const Block& block : kBlocks) {
    const std::string page = course.text(block.page), wanted = with_block(page, block, course);
    expect(!wanted.empty(), problems, block.page, "no_marks", block.name);
    expect(wanted.empty() || page == wanted, problems, block.page, "outdated", block.name);
  }
  return problems;
}

std::vector<fs::path> write_derived(const Course& course) {
  std::vector<fs::path> written;
  for (const Block& block : kBlocks) {
    const std::string page = course.text(block.page), wanted = with_block(page, block, course);
    if (wanted.empty()) {
      throw std::runtime_error(fmt::format("{} has no marks for its {}: see grader/upkeep/checks.h",
                                           block.page.string(), block.name));
    }
    if (page != wanted) {
      write_atomically(course.root / block.page, wanted);
      if (written.empty() || written.back() != block.page) {
        written.push_back(block.page);
      }
    }
  }
  return written;
}

}  // namespace gemmlab

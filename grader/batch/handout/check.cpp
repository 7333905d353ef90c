// What a folder that students get must not hold.
#include <fmt/format.h>

#include <set>

#include "grader/batch/handout/handout.h"
#include "grader/core/read_file.h"
#include "grader/core/source/source_text.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

using Lines = std::set<std::string>;

// A line's code: without its comment, with single blanks.
std::string code_in(const std::string& line) {
  std::string code;
  for (const char c : line.substr(0, line.find("//"))) {
    const bool is_blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!is_blank || (!code.empty() && code.back() != ' ')) {
      code += is_blank ? ' ' : c;
    }
  }
  return code.ends_with(' ') ? code.substr(0, code.size() - 1) : code;
}

Lines code_of(const std::string& text) {
  Lines code;
  for (const std::string& line : split_lines(text)) {
    code.insert(code_in(line));
  }
  return code;
}

// The lines in the gaps of the solutions. Shorter ones stand in any program, and those of the
// programs that the students' are compared with are public.
Lines secret_lines(const Paths& from, const std::vector<Lab>& labs) {
  constexpr std::size_t kTelling = 12;
  Lines secret, open;
  for (const Lab& lab : labs) {
    const std::string solution = read_file(from.solutions() / lab.path());
    secret.merge(code_of(solution));
    open.merge(code_of(skeleton_of(solution)));
  }
  for (const auto& program : fs::directory_iterator(from.speed_programs())) {
    if (program.is_regular_file()) {
      open.merge(code_of(read_file(program.path())));
    }
  }
  std::erase_if(secret, [&](const std::string& line) {
    return line.size() <= kTelling || open.contains(line);
  });
  return secret;
}

std::string objection_to(const fs::path& file, const Lines& secret) {
  const std::string text = read_file(file);
  if (text.starts_with("// verdict: ")) {
    return "a test kernel, with its verdict";
  }
  const std::vector<std::string> lines = split_lines(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (secret.contains(code_in(lines[i]))) {
      return fmt::format("line {} is one of a solution: {}", i + 1, printable(code_in(lines[i])));
    }
  }
  return "";
}

}  // namespace

HandoutCheck check_handout(const fs::path& folder, const Paths& from,
                           const std::vector<Lab>& labs) {
  const Lines secret = secret_lines(from, labs);
  HandoutCheck check;
  for (auto entry = fs::recursive_directory_iterator(folder);
       entry != fs::recursive_directory_iterator(); ++entry) {
    const std::string path = entry->path().lexically_relative(folder).string();
    if (entry->path().filename() == ".git") {
      entry.disable_recursion_pending();
      check.found.push_back(path + ": a history, which may hold what is no longer in the files");
    } else if (entry->is_symlink() || (!entry->is_directory() && !entry->is_regular_file())) {
      check.found.push_back(path + ": a link or a special file, which leads elsewhere");
    } else if (entry->is_regular_file()) {
      ++check.files;
      if (const std::string why = objection_to(entry->path(), secret); !why.empty()) {
        check.found.push_back(path + ": " + why);
      }
    }
  }
  std::ranges::sort(check.found);
  return check;
}

}  // namespace gemmlab

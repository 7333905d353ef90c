#include "grader/compile/known_files.h"

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "grader/core/read_file.h"
#include "grader/core/source/source_text.h"

namespace gemmlab {
namespace {

// A tool's output has been sanitised, and spells a name as in "include/../tile.h".
std::string as_said(const fs::path& file) {
  return ForeignText(fs::path(ForeignText(file.string()).text()).lexically_normal().string())
      .text();
}

}  // namespace

KnownFiles::KnownFiles(const std::string& name, std::string text)
    : lab_file_(ForeignText(name).text()), files_{{as_said(name), {{}, std::move(text)}}} {}

void KnownFiles::add(const fs::path& file) {
  files_.try_emplace(as_said(file), Known{{}, ""});
}

void KnownFiles::add_quotable(const fs::path& file) {
  files_.try_emplace(as_said(file), Known{file, std::nullopt});
}

const KnownFiles::Known* KnownFiles::find(const std::string& name) const {
  const auto found = files_.find(as_said(name));
  return found == files_.end() ? nullptr : &found->second;
}

bool KnownFiles::is_lab_file(const std::string& name) const {
  return !files_.empty() && as_said(name) == as_said(lab_file_);
}

ForeignText KnownFiles::line(const std::string& name, int number) const {
  const Known* const known = find(name);
  if (known == nullptr) {
    return {};
  }
  if (!known->text) {
    known->text = read_foreign(known->to_read).value_or("");
  }
  const std::vector<std::string_view> lines = lines_of(*known->text);
  const auto index = static_cast<std::size_t>(number) - 1;  // line 0 has no text
  return index < lines.size() ? ForeignText(lines[index], kNameCut) : ForeignText();
}

}  // namespace gemmlab

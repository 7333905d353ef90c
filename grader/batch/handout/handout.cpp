#include "grader/batch/handout/handout.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <set>
#include <system_error>

#include "grader/batch/handout/modules.h"
#include "grader/batch/handout/page.h"
#include "grader/compile/textbook.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/read_file.h"
#include "grader/core/source/source_text.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

constexpr auto kProgram = fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                          fs::perms::others_read | fs::perms::others_exec;
constexpr auto kText =
    fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read | fs::perms::others_read;

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  write_atomically(file, text);
  fs::permissions(file, kText);
}

// A new folder beside `folder`, gone at the end unless it was moved to that place.
class Unfinished {
 public:
  explicit Unfinished(const fs::path& folder) {
    fs::create_directories(folder.parent_path());
    std::string name = folder.string() + ".tmp-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) {
      throw std::system_error(errno, std::generic_category(), name);
    }
    path_ = name;
    fs::permissions(path_, kProgram);
  }
  ~Unfinished() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// Files and the folders above them that the hand-out will hold.
std::set<fs::path> contents_of(const HandoutJob& job, const std::vector<fs::path>& copied) {
  std::set<fs::path> files(copied.begin(), copied.end());
  for (const Lab& lab : job.labs) {
    files.insert("labs" / lab.path());
  }
  std::set<fs::path> all = files;
  for (const fs::path& file : files) {
    for (fs::path above = file.parent_path(); !above.empty(); above = above.parent_path()) {
      all.insert(above);
    }
  }
  return all;
}

void copy_files(const HandoutJob& job, const fs::path& to) {
  const std::vector<fs::path> copied = copied_files(job.from.root, job.audience);
  const std::set<fs::path> contents = contents_of(job, copied);
  const auto has = [&](fs::path path) {
    path = path.has_filename() ? path : path.parent_path();  // "labs/"
    return contents.contains(path);
  };
  std::set<fs::path> pages_of_labs;
  for (const Lab& lab : job.labs) {
    pages_of_labs.insert("docs/" + lab.slug() + ".md");
  }
  for (const fs::path& file : copied) {
    std::string text = read_file(job.from.root / file);
    text = pages_of_labs.contains(file) ? without_answers(text) : text;
    if (file == "README.md") {
      text = handed_out_readme(text, has);
    } else if (file.extension() == ".md") {
      text = handed_out_page(text, file, has);
    }
    write(to / file, text);
  }
  fs::permissions(to / "gemmlab", kProgram);
}

// The skeletons twice: to be edited, and to be restored and compared with.
void write_skeletons(const HandoutJob& job, const fs::path& to) {
  for (const Lab& lab : job.labs) {
    const std::string skeleton = handed_out_skeleton(job.from, lab);
    write(to / "labs" / lab.path(), skeleton);
    write(to / "reference" / lab.path(), skeleton);
  }
}

std::vector<std::string> write_modules(const HandoutJob& job, const fs::path& to) {
  std::set<std::string> lacking;
  for (const Lab& lab : job.labs) {
    const Backend kind = timed_kind(lab);
    if (kind == Backend::cuda && job.audience == Audience::autograder) {
      continue;  // there is no GPU
    }
    if (job.progress) {
      job.progress("compiling lab " + lab.id);
    }
    try {
      fs::copy_file(handed_out_module(lab, kind), to / "reference" / kept_module(lab, kind));
    } catch (const InfrastructureError& error) {
      lacking.insert(fmt::format("{}: students' kernels cannot be timed on {}", error.what(),
                                 kind == Backend::cuda ? "a GPU" : "the CPU"));
    }
  }
  return {lacking.begin(), lacking.end()};
}

fs::path tidy(const fs::path& folder) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

}  // namespace

std::string objection_to_folder(const fs::path& folder, const Paths& from) {
  const fs::path real = fs::weakly_canonical(tidy(folder));
  const fs::path root = fs::weakly_canonical(from.root);
  if (std::mismatch(root.begin(), root.end(), real.begin(), real.end()).first == root.end()) {
    return fmt::format("{} lies inside the project: name a folder elsewhere", folder.string());
  }
  if (fs::exists(folder) && !(fs::is_directory(folder) && fs::is_empty(folder))) {
    return fmt::format("{} is there already, and not an empty folder: name a new one",
                       folder.string());
  }
  return "";
}

std::vector<std::string> write_handout(const HandoutJob& job, const fs::path& folder) {
  const fs::path place = tidy(folder);
  const Unfinished unfinished(place);
  copy_files(job, unfinished.path());
  write_skeletons(job, unfinished.path());
  const std::vector<std::string> lacking = write_modules(job, unfinished.path());
  fs::rename(unfinished.path(), place);
  return lacking;
}

}  // namespace gemmlab

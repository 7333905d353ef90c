#include "grader/batch/read_folder.h"

// Folders, walked by descriptor: a link that is put in a path's place meanwhile is not followed.
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>

#include "grader/process/descriptor.h"

namespace gemmlab {
namespace {

[[noreturn]] void fail(const std::string& path) {
  throw std::system_error(errno, std::generic_category(), "cannot read " + shown_path(path));
}

// Sorted; one more than a submission may hold is enough to see that.
std::vector<std::string> names_in(int folder, const std::string& path) {
  struct Close {
    void operator()(DIR* stream) const { closedir(stream); }
  };
  const int own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, Close> stream(own >= 0 ? fdopendir(own) : nullptr);
  if (!stream) {
    fail(path);
  }
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* entry = readdir(stream.get())) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") {
      names.push_back(name);
    }
    if (static_cast<int>(names.size()) > kMaxEntries) {
      throw Refused(fmt::format("it holds more than {} files and folders", kMaxEntries));
    }
    errno = 0;
  }
  if (errno != 0) {
    fail(path);
  }
  std::sort(names.begin(), names.end());
  return names;
}

// At most one byte more than a lab's file may have.
std::string content(int file, const std::string& path) {
  std::string text(kMaxFileBytes + 1, '\0');
  std::size_t bytes = 0;
  while (bytes < text.size()) {
    const ssize_t got = read(file, text.data() + bytes, text.size() - bytes);
    if (got < 0 && errno != EINTR) {
      fail(path);
    }
    if (got == 0) {
      break;
    }
    bytes += got > 0 ? static_cast<std::size_t>(got) : 0;
  }
  text.resize(bytes);
  return text;
}

void read_file(
    int folder, const char* name, const std::string& path, const Lab& lab, Intake& intake) {
  const Descriptor file(openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status {};
  if (!file.is_open() || fstat(file.get(), &status) != 0) {
    fail(path);
  }
  if (!S_ISREG(status.st_mode)) {
    return intake.leave(path, LeftOutReason::not_regular);
  }
  if (status.st_nlink > 1) {
    return intake.leave(path, LeftOutReason::hard_link);
  }
  std::string text = content(file.get(), path);
  if (text.size() > kMaxFileBytes) {
    return intake.leave(path, LeftOutReason::large);
  }
  intake.take(lab, path, std::move(text), status.st_mtim.tv_sec);
}

// `prefix`: the folder's own path within the submission, with its slash; empty for the top.
void walk(int folder, const std::string& prefix, Intake& intake) {
  for (const std::string& name : names_in(folder, prefix)) {
    const std::string path = prefix + name;
    struct stat status {};
    if (fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
      fail(path);
    }
    const bool is_folder = S_ISDIR(status.st_mode);
    if (!is_folder && !S_ISREG(status.st_mode) && !is_junk(name)) {
      intake.enter(path, true);
      intake.leave(path,
                   S_ISLNK(status.st_mode) ? LeftOutReason::symbolic_link : LeftOutReason::special);
      continue;
    }
    if (const Lab* lab = intake.enter(path, is_folder)) {
      read_file(folder, name.c_str(), path, *lab, intake);
    }
    const bool is_too_deep = std::count(path.begin(), path.end(), '/') >= kMaxDepth;
    if (!is_folder || is_junk(name) || is_too_deep || path.size() > kMaxPathBytes) {
      continue;
    }
    const Descriptor inner(
        openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!inner.is_open()) {
      fail(path);
    }
    walk(inner.get(), path + '/', intake);
  }
}

}  // namespace

void read_folder(int folder, Intake& intake) {
  walk(folder, "", intake);
}

}  // namespace gemmlab

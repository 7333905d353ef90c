// bubblewrap's options: namespaces, and what is visible in them.
#include <algorithm>

#include "grader/process/child.h"
#include "grader/sandbox/sandbox.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

void add(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

// Programs and libraries: /usr, and the folders next to it on older systems.
void show_system(Words& words) {
  add(words, {"--ro-bind", "/usr", "/usr"});
  for (const char* name : {"/bin", "/lib", "/lib32", "/lib64", "/sbin"}) {
    std::error_code ignored;
    if (fs::is_symlink(name, ignored)) {
      add(words, {"--symlink", fs::read_symlink(name, ignored).string(), name});
    } else if (fs::is_directory(name, ignored)) {
      add(words, {"--ro-bind", name, name});
    }
  }
  // Compilers and toolkits are links through the first; libraries are found through the others.
  for (const char* file :
       {"/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"}) {
    add(words, {"--ro-bind-try", file, file});
  }
}

void show_gpu(Words& words) {
  for (const auto& entry : fs::directory_iterator("/dev")) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("nvidia") && !name.starts_with("nvidia-caps")) {
      add(words, {"--dev-bind-try", entry.path().string(), entry.path().string()});
    }
  }
  for (const char* path : {"/sys/module", "/sys/devices", "/sys/bus"}) {
    add(words, {"--ro-bind-try", path, path});
  }
}

// The order matters: a folder hides what was mounted below its path before.
void show(Words& words, const Visible& visible) {
  std::vector<fs::path> readable = visible.readable;
  std::ranges::sort(readable);
  for (const fs::path& path : readable) {
    add(words, {"--ro-bind", path.string(), path.string()});
  }
  for (const fs::path& path : visible.readable_if_there) {
    add(words, {"--ro-bind-try", path.string(), path.string()});
  }
  if (!visible.writable.empty()) {
    add(words, {"--bind", visible.writable.string(), visible.writable.string()});
  }
}

}  // namespace

std::string why_no_namespaces(const std::string& bubblewrap, uid_t user) {
  Words command{bubblewrap, "--unshare-all", "--disable-userns", "--unshare-user"};
  show_system(command);
  add(command, {"--proc", "/proc", "--dev", "/dev", "--", "/usr/bin/true"});
  Child program({.argv = command,
                 .environment = Words(),
                 .descriptors = {kNothing, kNothing, kNothing},
                 .user = user});
  return program.wait().succeeded()
             ? ""
             : "bubblewrap cannot create them here: most containers forbid user namespaces";
}

Words bubblewrap_options(uid_t user, const Visible& visible, std::uint64_t tmp_bytes, int filter) {
  const std::string id = std::to_string(user);
  Words words{"--unshare-user",
              "--disable-userns",
              "--unshare-pid",
              "--unshare-net",
              "--unshare-ipc",
              "--unshare-uts",
              "--unshare-cgroup-try",
              "--uid",
              id,
              "--gid",
              id,
              "--hostname",
              "sandbox",
              "--die-with-parent",
              "--new-session"};
  show_system(words);
  add(words, {"--proc", "/proc", "--dev", "/dev"});
  // The first process is bubblewrap's, of the same user: nobody may write to its memory.
  add(words, {"--tmpfs", "/proc/1", "--remount-ro", "/proc/1"});
  add(words, {"--size", "16777216", "--tmpfs", "/dev/shm"});
  add(words, {"--size", std::to_string(tmp_bytes), "--tmpfs", "/tmp"});
  show(words, visible);
  if (visible.gpu) {
    show_gpu(words);
  } else {  // mapped by several, it is memory that no process is charged for
    add(words, {"--dev-bind", "/dev/null", "/dev/zero"});
  }
  add(words, {"--remount-ro", "/dev"});  // otherwise a tmpfs without a size limit
  add(words, {"--remount-ro", "/", "--chdir", visible.working.string(), "--seccomp",
              std::to_string(filter)});
  return words;
}

}  // namespace gemmlab

#include "grader/sandbox/sandbox.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

#include "grader/core/infrastructure_error.h"
#include "grader/process/descriptor.h"
#include "grader/process/own_mounts.h"
#include "grader/process/program.h"
#include "grader/sandbox/control_group.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

constexpr uid_t kFirstUser = 60'000;  // above the ids of people and services

std::vector<Limit> limits_of(const SandboxLimits& limits, bool has_user) {
  std::vector<Limit> all{{RLIMIT_CORE, 0},
                         {RLIMIT_FSIZE, limits.file_bytes},
                         {RLIMIT_NOFILE, limits.open_files},
                         {RLIMIT_CPU, limits.cpu_seconds},
                         {RLIMIT_MSGQUEUE, 0},
                         {RLIMIT_SIGPENDING, 1024},  // also timers
                         {RLIMIT_MEMLOCK, 64 * kMiB}};
  if (limits.data_bytes != 0) {
    all.push_back({RLIMIT_DATA, limits.data_bytes});
  }
  if (limits.address_space != 0) {
    all.push_back({RLIMIT_AS, limits.address_space});
  }
  if (has_user) {  // the kernel counts per user: for our own user the number of running processes
                   // is unknown
    all.push_back({RLIMIT_NPROC, limits.processes});
  }
  return all;
}

// Something that bubblewrap reads. Returns its descriptor there.
int hand_over(Spawn& process, const void* data, std::size_t bytes) {
  Descriptor memory(memfd_create("bubblewrap", MFD_CLOEXEC));
  if (!memory.is_open() || write(memory.get(), data, bytes) != ssize_t(bytes) ||
      lseek(memory.get(), 0, SEEK_SET) != 0) {
    throw InfrastructureError("the sandbox cannot write what bubblewrap reads");
  }
  process.own.push_back(std::move(memory));
  process.descriptors.push_back(process.own.back().get());
  return int(process.descriptors.size()) - 1;
}

pid_t first_child(pid_t of) {
  std::ifstream in(fmt::format("/proc/{0}/task/{0}/children", of));
  pid_t child = 0;
  in >> child;
  return child;
}

// The memory it uses, with its page tables, in bytes.
std::uint64_t memory_of(const fs::path& process) {
  std::ifstream in(process / "status");
  std::uint64_t sum_kb = 0;
  for (std::string line; std::getline(in, line);) {  // the program chooses its name in the first
    if (line.starts_with("VmRSS:") || line.starts_with("VmPTE:")) {
      sum_kb += std::strtoull(line.c_str() + 6, nullptr, 10);
    }
  }
  return sum_kb << 10;
}

// Files in a sandbox's own folders; 0 for a process that sees the machine's, and few for
// bubblewrap, which has mounts of ours there.
std::uint64_t files_seen_by(const fs::path& process) {
  std::uint64_t files = 0;
  for (const char* folder : {"/tmp", "/dev/shm"}) {
    const std::string inside = process.string() + "/root" + folder;
    struct stat ours {
    }, theirs{};
    struct statvfs room {};
    if (stat(folder, &ours) == 0 && stat(inside.c_str(), &theirs) == 0 &&
        theirs.st_dev != ours.st_dev && statvfs(inside.c_str(), &room) == 0) {
      files += room.f_files - room.f_ffree;
    }
  }
  return files;
}

// Of no link, which a lost compiler could leave in place of its file.
void own(const fs::path& path, uid_t user, gid_t group, mode_t mode, const std::string& problem) {
  if (lchown(path.c_str(), user, group) != 0 ||
      fchmodat(AT_FDCWD, path.c_str(), mode, AT_SYMLINK_NOFOLLOW) != 0) {
    throw InfrastructureError(fmt::format("{}: {}", problem, std::strerror(errno)));
  }
}

}  // namespace

Sandbox::Sandbox(int slot, fs::path folder, bool may_be_weak)
    : folder_(std::move(folder)),
      bubblewrap_(find_program("bwrap").value_or("")),
      user_(geteuid() == 0 ? kFirstUser + static_cast<uid_t>(slot) : 0) {
  if (user_ == 0) {
    level_.missing.push_back("its own user (only root can provide one)");
  }
  const std::string why = bubblewrap_.empty()
                              ? "bubblewrap is not installed: apt-get install bubblewrap"
                              : why_no_namespaces(bubblewrap_, user_);
  if (!why.empty()) {
    level_.missing.push_back(
        fmt::format("its own namespaces for files, processes and network ({})", why));
    bubblewrap_.clear();
  }
  const auto nothing = [] { return 0; };
  has_own_mounts_ = user_ != 0 && !bubblewrap_.empty() &&
                    Child({.function = nothing, .own_mounts = {"/usr"}}).wait().succeeded();
  level_.name = level_.missing.empty() ? "full" : "weak";
  const bool has_nothing = level_.missing.size() == 2;
  programs_ = std::make_unique<ControlGroup>(fmt::format("gemmlab-slot-{}-programs", slot));
  compilers_ = std::make_unique<ControlGroup>(fmt::format("gemmlab-slot-{}-compilers", slot));
  const bool has_groups = programs_->exists() && compilers_->exists();
  if (!has_groups && user_ == 0) {
    level_.missing.push_back("a limit on all memory together (systemd-run --scope provides one)");
  }
  level_.memory = has_groups ? "by a control group" : user_ != 0 ? "by counting" : "not";
  const std::string missing = fmt::format("{}", fmt::join(level_.missing, ", "));
  if (has_nothing) {
    throw InfrastructureError("cannot run student code safely here: the sandbox would lack " +
                              missing + ". It needs at least one of them");
  }
  if (!level_.missing.empty() && !may_be_weak) {
    throw InfrastructureError("the sandbox would lack " + missing +
                              ". To grade anyway, with a note in each result: --sandbox weak");
  }
  fs::create_directories(folder_);
  if (user_ != 0) {  // only its user may pass through
    own(folder_, geteuid(), user_, 0710,
        fmt::format("the sandbox cannot prepare {}", folder_.string()));
  }
}

Sandbox::~Sandbox() = default;

void Sandbox::give(const fs::path& path) const {
  if (user_ != 0) {
    own(path, user_, user_, fs::is_directory(path) ? 0700 : 0600,
        fmt::format("the sandbox cannot take ownership of {}", path.string()));
  }
}

void Sandbox::take_back(const fs::path& path) const {
  if (user_ != 0) {
    own(path, geteuid(), getegid(), fs::is_directory(path) ? 0755 : 0644,
        fmt::format("cannot take back {} from the sandbox", path.string()));
  }
}

void Sandbox::hold(Spawn& process, const Visible& visible, const SandboxLimits& limits) const {
  process.user = user_;
  process.limits = limits_of(limits, has_user());
  process.no_new_privileges = true;
  process.death_signal = SIGKILL;
  ControlGroup& group = group_of(limits);
  if (group.exists()) {
    process.own.push_back(group.entrance(limits.memory_bytes, limits.processes));
    process.control_group = process.own.back().get();
  }
  const std::vector<sock_filter>& filter =
      limits.one_task ? one_task_filter() : syscall_filter(limits.kind);
  if (bubblewrap_.empty()) {
    process.system_calls = &filter;
    return;
  }
  // bubblewrap loads the filter last, because it needs namespaces itself.
  const int at = hand_over(process, filter.data(), filter.size() * sizeof(sock_filter));
  const auto found_at = [&](const fs::path& path) {
    std::error_code ignored;
    if (!has_own_mounts_ || !fs::exists(path, ignored)) {
      return path.string();
    }
    process.own_mounts.push_back(path.string());
    return own_mount(process.own_mounts.size() - 1);
  };
  // Not on its command line, which everybody on this machine can read.
  std::string options;
  for (const std::string& word :
       bubblewrap_options(has_user() ? user_ : getuid(), visible, found_at, limits.tmp_bytes, at)) {
    options += word + '\0';
  }
  const int options_at = hand_over(process, options.data(), options.size());
  std::vector<std::string> all{bubblewrap_, "--args", std::to_string(options_at), "--"};
  all.insert(all.end(), process.argv.begin(), process.argv.end());
  process.argv = std::move(all);
}

// bubblewrap stays outside as the parent of the first process in the namespaces, which is the
// parent of the program.
pid_t Sandbox::program(pid_t started) const {
  if (bubblewrap_.empty()) {
    return started;
  }
  const pid_t first = first_child(started);
  const pid_t program = first > 0 ? first_child(first) : 0;
  return program > 0 ? program : started;
}

std::string Sandbox::excess(const SandboxLimits& limits) const {
  const ControlGroup& group = group_of(limits);
  std::uint64_t memory = 0, files = 0;
  std::error_code error;
  for (auto at = fs::directory_iterator("/proc", error); user_ != 0 && !error && at != fs::end(at);
       at.increment(error)) {
    struct stat owner {};
    if (stat(at->path().c_str(), &owner) == 0 && owner.st_uid == user_) {
      memory += group.exists() ? 0 : memory_of(at->path());
      files = std::max(files, files_seen_by(at->path()));  // all see the same files
    }
  }
  if (limits.memory_bytes != 0 &&
      (group.exists() ? group.ran_out_of_memory() : memory > limits.memory_bytes)) {
    return fmt::format("it used more than {} MiB of memory", limits.memory_bytes / kMiB);
  }
  if (limits.files != 0 && files > limits.files) {
    return fmt::format("it created more than {} files", limits.files);
  }
  return "";
}

void Sandbox::signal_all(int signal) const {
  if (signal == SIGKILL) {
    programs_->kill();
    compilers_->kill();
  }
  if (user_ == 0) {
    return;
  }
  // Runs as that user, so that -1 means all of its processes and no others.
  Child({.function = [signal] { return kill(-1, signal); }, .user = user_}).wait();
}

}  // namespace gemmlab

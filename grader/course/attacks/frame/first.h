// Included before each attack: code that attacks share. The targets are defined before it as
// macros: TARGET_SECRET (a file that only root may read), TARGET_PUBLIC (one that everybody may
// read, except in a sandbox), TARGET_OUT, TARGET_GRADES, TARGET_SUBMISSIONS, TARGET_NEIGHBOUR
// (another student's file), TARGET_TREE, TARGET_SOLUTION, TARGET_BUILD, TARGET_SOCKET (a listening
// socket). AMOUNT is how much of something to take.
#include <fcntl.h>
#include <gemmlab/matmul.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace attacker {

// A file's content. Prints it too, so that a leak is visible in the teacher's output.
[[maybe_unused]] std::string text_of(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_NONBLOCK);
  if (file < 0) {
    return "";
  }
  std::string text(1 << 16, '\0');
  const ssize_t size = read(file, text.data(), text.size());
  close(file);
  text.resize(size > 0 ? size : 0);
  std::printf("%s\n", text.c_str());
  return text;
}

[[maybe_unused]] bool reads(const std::string& path) {
  return !text_of(path).empty();
}

[[maybe_unused]] bool writes(const std::string& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT, 0666);
  const bool is_written = file >= 0 && write(file, "owned\n", 6) == 6;
  close(file);
  return is_written;
}

// Whether a file of that size can be written; empties it afterwards.
[[maybe_unused]] bool fits(const std::string& path, int mebibytes) {
  signal(SIGXFSZ, SIG_IGN);
  const std::string block(1 << 20, 'x');
  const int file = open(path.c_str(), O_RDWR | O_CREAT, 0600);
  int count = 0;
  while (count < mebibytes &&
         write(file, block.data(), block.size()) == static_cast<ssize_t>(block.size())) {
    ++count;
  }
  static_cast<void>(ftruncate(file, 0));
  close(file);
  return count == mebibytes;
}

// Whether so many empty files can be created in these places in turn; removes them.
[[maybe_unused]] bool makes_files(int wanted, const std::vector<std::string>& places) {
  const auto name = [&](int i) { return places[i % places.size()] + std::to_string(i); };
  int count = 0;
  while (count < wanted && mknod(name(count).c_str(), S_IFREG | 0600, 0) == 0) {
    ++count;
  }
  usleep(500000);  // the count is not checked continuously
  for (int i = 0; i < count; ++i) {
    unlink(name(i).c_str());
  }
  return count == wanted;
}

// A worker's reply that claims nothing but these, as JSON. Each is sent often, to be read instead
// of the worker's own.
struct Claim {
  std::string findings = "[]", launches = "[]", lines = "[]", kernel, input, trouble = "none",
              error;
  bool spent = false;
};

[[maybe_unused]] void claim(const Claim& claim) {
  const std::string none = "{\"requests\":0,\"units\":0,\"ideal_units\":0,\"bytes\":0}";
  const std::string place = "{\"file\":\"\",\"line\":1,\"column\":1,\"what\":\"\"}";
  const std::string reply =
      "{\"findings\":" + claim.findings + ",\"errors\":[],\"counts\":{\"global_load\":" + none +
      ",\"global_store\":" + none + ",\"shared_load\":" + none + ",\"shared_store\":" + none +
      ",\"launches\":" + claim.launches +
      ",\"merged_shared_load\":{\"requests\":0,\"units\":0},\"global_atomic_bytes\":0,"
      "\"constant_bytes\":0,"
      "\"barriers\":0,\"busiest_barrier\":0,\"barrier_lines\":[],\"shuffles\":0,"
      "\"tensor_products\":0,\"copied_bytes\":0,\"overlapped_bytes\":0,\"exact\":true,"
      "\"lines\":" +
      claim.lines + ",\"stores\":null},\"accesses\":0,\"out_of_time\":" +
      (claim.kernel.empty()
           ? "null"
           : "{\"reason\":\"clock\",\"kernel\":\"" + claim.kernel +
                 "\",\"accesses\":1,\"blocks\":1,\"begun_blocks\":1,\"at\":" + place + "}") +
      ",\"streams_in_no_order\":false,\"hid_from_host\":false,"
      "\"live_allocations\":0,\"live_bytes\":0,\"returned\":0,"
      "\"input_modified\":\"" +
      claim.input + "\",\"seconds\":0,\"device_problem\":{\"trouble\":\"" + claim.trouble +
      "\",\"free_bytes\":0,\"wanted_bytes\":0,\"error\":\"" + claim.error +
      "\"},\"block_bytes\":0,\"spent\":" + (claim.spent ? "true" : "false") + ",\"dying\":false}";
  const auto length = static_cast<unsigned>(reply.size());
  const std::string text =
      std::string(reinterpret_cast<const char*>(&length), sizeof length) + reply;
  for (int i = 0; i < 1000; ++i) {
    send(3, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  }
}

}  // namespace attacker

using namespace attacker;

// The untrusted side: loads one module and calls it as the judge requests. Whatever the module does
// to this process affects only the current check. Without a module it can be trusted.
#include <dlfcn.h>
#include <sched.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <tuple>
#include <utility>
#include <variant>

#include "grader/core/spec.h"
#include "grader/process/descriptor.h"
#include "grader/protocol/channel.h"
#include "grader/protocol/host_matrices.h"
#include "grader/protocol/messages.h"
#include "grader/protocol/requests.h"
#include "grader/worker/backend.h"
#include "grader/worker/fault.h"

namespace {

using namespace gemmlab;

Entries entries_of(void* module) {
  Entries entries;
  entries.matmul = reinterpret_cast<decltype(entries.matmul)>(dlsym(module, "matmul"));
  entries.matmul_host =
      reinterpret_cast<decltype(entries.matmul_host)>(dlsym(module, "matmul_host"));
  return entries;
}

Loaded loaded(const Entries& entries) {
  Loaded message;
  if (entries.matmul) {
    message.entries.push_back(Entry::matmul);
  }
  if (entries.matmul_host) {
    message.entries.push_back(Entry::matmul_host);
  }
  message.free_bytes = backend().free_memory();
  return message;
}

void stay_on(int cpu) {
  if (cpu >= 0) {
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(cpu, &only);
    sched_setaffinity(0, sizeof only, &only);
  }
}

// One reply for each kind of request. All throw RequestFailed.
class Answer {
 public:
  Answer(Channel& channel, const Entries& entries) : channel_(channel), entries_(entries) {}

  RunReply operator()(const RunRequest& request) {
    take_over(request.block_bytes);
    const MappedMatrices matrices(kWorkerMatrices,
                                  MatrixLayout(elements_of(request), request.placement));
    set_current_matrices(&matrices);
    RunReply reply = backend().run(request, entries_, matrices);
    set_current_matrices(nullptr);
    return reply;
  }

  RunReply operator()(const StageRequest& request) {
    stay_on(request.cpu);
    take_over(request.block_bytes);
    staged_ = request;
    matrices_ = backend().stage(request);
    return {};
  }

  // Only what must be measured by the judge's clock.
  RunReply operator()(const BatchRequest& request) {
    const auto& [m, n, k] = std::tie(staged_.m, staged_.n, staged_.k);
    const std::size_t stride = output_stride(staged_);
    std::size_t output = 0;
    backend().start_clock();
    for (const Window& window : request.calls) {
      entries_.matmul(matrices_.a + window.a_at, matrices_.b + window.b_at,
                      matrices_.c + output * stride, m, n, k);
      output = output + 1 == std::size_t(staged_.outputs) ? 0 : output + 1;
    }
    RunReply reply;
    reply.seconds = backend().stop_clock();
    return reply;
  }

  RunReply operator()(const PlaceRequest& request) { return backend().place(request, new_block_); }
  RunReply operator()(const FetchRequest& request) { return backend().fetch(request); }

  // To go with the last reply, if any.
  Descriptor take_new_block() { return std::exchange(new_block_, Descriptor()); }

 private:
  void take_over(std::uint64_t bytes) {
    if (bytes != 0) {
      backend().take_over(channel_.take_descriptor(), bytes);
    }
  }

  Channel& channel_;
  const Entries& entries_;
  StageRequest staged_;
  Matrices matrices_;
  Descriptor new_block_;
};

void serve(Channel& channel, const Entries& entries) {
  Answer answer(channel, entries);
  while (const auto text = channel.receive()) {
    RunReply reply;
    try {
      reply = std::visit(answer, decode<Request>(*text));
    } catch (RequestFailed& failed) {
      set_current_matrices(nullptr);
      reply = std::move(failed.reply);
    }
    std::fflush(stdout);
    const Descriptor block = answer.take_new_block();
    if (!channel.send(encode(reply), block.get()) || reply.dying || reply.spent) {
      return;
    }
  }
}

// Without a judge, under a profiler: calls matmul of a module once at m, n, k.
int run_once(const char* path, const char* const* extents) {
  try {
    backend().open(false);
    void* const module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const Entries entries = module != nullptr ? entries_of(module) : Entries();
    if (entries.matmul == nullptr) {
      std::fprintf(stderr, "%s has no matmul: %s\n", path, module != nullptr ? "" : dlerror());
      return 1;
    }
    backend().prepare(module);
    backend().run_once(entries, std::atoi(extents[0]), std::atoi(extents[1]),
                       std::atoi(extents[2]));
  } catch (const RequestFailed&) {
    std::fprintf(stderr, "the program failed on the GPU\n");
    return 3;
  }
  return 0;
}

}  // namespace

// Without a module: a keeper.
int main(int argc, char** argv) {
  if (argc == 5) {
    return run_once(argv[1], argv + 2);
  }
  if (argc > 2) {
    std::fprintf(stderr, "usage: %s [MODULE [M N K]] (started by the grader)\n", argv[0]);
    return 2;
  }
  const bool is_keeper = argc == 1;
  Channel channel(kWorkerSocket, Channel::Descriptors::taken);
  Opened opened;
  try {
    backend().open(is_keeper);
    const auto start = decode<Start>(channel.receive().value_or(""));
    if (start.block_bytes != 0) {
      backend().try_out(channel.take_descriptor(), start.block_bytes);
    }
  } catch (const RequestFailed& failed) {
    opened.problem = failed.reply.device_problem;
  }
  // After this, errors are the module's fault.
  if (!channel.send(encode(opened)) || opened.problem.exists()) {
    return 3;
  }
  if (is_keeper) {
    serve(channel, {});
    return 0;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  watch_for_faults(channel, argv[1]);
  void* module = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!module) {
    Loaded failed;
    failed.error = dlerror();
    channel.send(encode(failed));
    return 1;
  }
  const Entries entries = entries_of(module);
  backend().prepare(module);
  channel.send(encode(loaded(entries)));
  serve(channel, entries);
  std::fflush(stdout);
  _exit(0);  // do not run exit handlers: they are the student's
}

// The untrusted side: loads one module and calls it as the judge asks. Whatever the module does to
// this process costs the check in hand, nothing else.
#include <dlfcn.h>
#include <sched.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <variant>

#include "grader/protocol/channel.h"
#include "grader/protocol/messages.h"
#include "grader/worker/backend.h"
#include "grader/worker/fault.h"
#include "grader/worker/timed_calls.h"

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
  message.free_bytes = free_memory();
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

// One reply to each kind of request.
class Answer {
 public:
  explicit Answer(const Entries& entries) : entries_(entries) {}

  RunReply operator()(const RunRequest& request) {
    const MappedMatrices matrices(kWorkerMatrices,
                                  MatrixLayout(request.m, request.n, request.k, request.placement));
    set_current_matrices(&matrices);
    RunReply reply = run_backend(request, entries_, matrices);
    set_current_matrices(nullptr);
    return reply;
  }

  RunReply operator()(const StageRequest& request) {
    stay_on(request.cpu);
    timed_.stage(request, MappedMatrices(kWorkerMatrices, layout_of(request)));
    return {};
  }

  RunReply operator()(const BatchRequest& request) { return timed_.batch(request, entries_); }

  RunReply operator()(const CollectRequest& request) {
    timed_.check(request);
    timed_.collect(request, MappedMatrices(kWorkerMatrices, layout_of(timed_.staged())));
    return {};
  }

  // Between two requests, so that the judge's clock does not run; a failure shows in the next.
  void renew() {
    try {
      timed_.poison();
    } catch (const RequestFailed&) {
    }
  }

 private:
  const Entries& entries_;
  TimedCalls timed_;
};

void serve(Channel& channel, const Entries& entries) {
  Answer answer(entries);
  while (const auto text = channel.receive()) {
    RunReply reply;
    const Request request = decode<Request>(*text);
    try {
      reply = std::visit(answer, request);
    } catch (RequestFailed& failed) {
      set_current_matrices(nullptr);
      reply = std::move(failed.reply);
    }
    std::fflush(stdout);
    if (!channel.send(encode(reply)) || reply.dying || reply.spent) {
      return;
    }
    if (std::holds_alternative<CollectRequest>(request)) {
      answer.renew();
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s MODULE (started by the grader)\n", argv[0]);
    return 2;
  }
  Channel channel(kWorkerSocket);
  Opened opened;
  try {
    open_backend();
  } catch (const RequestFailed& failed) {
    opened.problem = failed.reply.device_problem;
  }
  // After this, what goes wrong is the module's doing.
  if (!channel.send(encode(opened)) || opened.problem) {
    return 3;
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
  prepare_backend(module);
  channel.send(encode(loaded(entries)));
  serve(channel, entries);
  std::fflush(stdout);
  _exit(0);  // exit handlers are the student's: not run
}

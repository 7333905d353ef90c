// The untrusted side: loads one module and calls it as the judge requests. Whatever the module does
// to this process affects only the current check.
#include <dlfcn.h>
#include <sched.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "grader/protocol/channel.h"
#include "grader/protocol/messages.h"
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
  explicit Answer(const Entries& entries) : entries_(entries) {}

  RunReply operator()(const RunRequest& request) {
    const MappedMatrices matrices(kWorkerMatrices,
                                  MatrixLayout(request.m, request.n, request.k, request.placement));
    set_current_matrices(&matrices);
    RunReply reply = backend().run(request, entries_, matrices);
    set_current_matrices(nullptr);
    return reply;
  }

  // Releases what was staged before.
  RunReply operator()(const StageRequest& request) {
    stay_on(request.cpu);
    const MappedMatrices pools(kWorkerMatrices, layout_of(request));
    release();
    staged_ = request;
    pool_a_ = backend().allocate(request.pool_a);
    pool_b_ = backend().allocate(request.pool_b);
    for (int i = 0; i < request.outputs; ++i) {
      outputs_.push_back(backend().allocate(output_elements()));
    }
    backend().write(pool_a_, pools.a(), request.pool_a);
    backend().write(pool_b_, pools.b(), request.pool_b);
    poison();
    return {};
  }

  // Only what must be measured by the judge's clock.
  RunReply operator()(const BatchRequest& request) {
    if (outputs_.empty()) {
      refuse({DeviceTrouble::nothing_staged, 0, 0, ""});
    }
    const auto& [m, n, k] = std::tie(staged_.m, staged_.n, staged_.k);
    std::size_t output = 0;
    backend().start_clock();
    for (const Window& window : request.calls) {
      entries_.matmul(pool_a_ + window.a_at, pool_b_ + window.b_at, outputs_[output], m, n, k);
      output = output + 1 == outputs_.size() ? 0 : output + 1;
    }
    for (const float* each : outputs_) {
      backend().touch(each, output_elements());
    }
    RunReply reply;
    reply.seconds = backend().stop_clock();
    return reply;
  }

  // Copies rows of an output to c.
  RunReply operator()(const CollectRequest& request) {
    if (request.output < 0 || std::size_t(request.output) >= outputs_.size()) {
      refuse({DeviceTrouble::no_such_output, 0, 0, ""});
    }
    const MappedMatrices pools(kWorkerMatrices, layout_of(staged_));
    const std::size_t n = std::size_t(staged_.n);
    for (std::size_t i = 0; i < request.rows.size(); ++i) {
      backend().read(pools.c() + i * n, outputs_[request.output] + request.rows[i] * n, n);
    }
    return {};
  }

  // Poisons the outputs for the next batch, between two requests, so that the judge's clock is not
  // running; the next request reports a failure.
  void renew() {
    try {
      poison();
    } catch (const RequestFailed&) {
    }
  }

 private:
  std::size_t output_elements() const { return std::size_t(staged_.m) * staged_.n; }

  void poison() {
    for (float* output : outputs_) {
      backend().poison(output, output_elements());
    }
  }

  void release() {
    outputs_.push_back(std::exchange(pool_a_, nullptr));
    outputs_.push_back(std::exchange(pool_b_, nullptr));
    for (float* each : std::exchange(outputs_, {})) {
      if (each != nullptr) {
        backend().release(each);
      }
    }
  }

  const Entries& entries_;
  StageRequest staged_;
  float *pool_a_ = nullptr, *pool_b_ = nullptr;
  std::vector<float*> outputs_;
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
    backend().open();
  } catch (const RequestFailed& failed) {
    opened.problem = failed.reply.device_problem;
  }
  // After this, errors are the module's fault.
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
  backend().prepare(module);
  channel.send(encode(loaded(entries)));
  serve(channel, entries);
  std::fflush(stdout);
  _exit(0);  // do not run exit handlers: they are the student's
}

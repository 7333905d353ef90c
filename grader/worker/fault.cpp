#include "grader/worker/fault.h"

#include <dlfcn.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <iterator>

#include "common/facts/finding.h"
#include "common/facts/run_report.h"
#include "common/simt/source/call_stack.h"
#include "common/simt/source/debug_info.h"
#include "grader/protocol/messages.h"
#include "grader/worker/backend.h"

namespace gemmlab {
namespace {

struct Watch {
  const Channel* channel = nullptr;
  std::string module_path;
  const MappedMatrices* matrices = nullptr;
};
Watch* watch;  // signal handlers have no other way to their state

HostFault fault_of(int signal) {
  return signal == SIGSEGV || signal == SIGBUS   ? HostFault::memory
         : signal == SIGFPE                      ? HostFault::division
         : signal == SIGILL || signal == SIGTRAP ? HostFault::illegal_instruction
                                                 : HostFault::abort;
}

Place current_position() {
  void* callers[64];
  return student_position(callers, simt::call_stack(callers, int(std::size(callers))));
}

Finding describe_fault(int signal, const void* address) {
  const HostFault fault = fault_of(signal);
  bool inside = false;
  const char matrix = fault == HostFault::memory && watch->matrices
                          ? watch->matrices->matrix_at(address, &inside)
                          : 0;
  Finding finding{FindingKind::crash, current_position(), {}, HostCrash{fault}};
  if (matrix && inside && matrix != 'c') {
    finding.kind = FindingKind::input_modified;
    finding.fact = WrittenInput{std::string(1, matrix)};
  } else if (matrix) {
    finding.kind = FindingKind::out_of_bounds_write;
    finding.fact = BesideMatrix{std::string(1, matrix)};
  }
  return finding;
}

[[noreturn]] void die_with(RunReply& reply, int code) {
  reply.dying = true;
  watch->channel->send(encode(reply));
  _exit(code);
}

// The program cannot continue, so this may do what handlers must not; if that hangs or faults, the
// alarm or the default action ends the process, and the judge reports CRASHED without a line.
void on_fault(int signal, siginfo_t* info, void*) {
  for (int each : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGALRM}) {
    ::signal(each, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  alarm(5);
  RunReply reply;
  reply.findings.push_back(describe_fault(signal, info->si_addr));
  std::fflush(stdout);
  die_with(reply, 128 + signal);
}

void on_time_up(int, siginfo_t*, void* ucontext) {
  if (!backend().stop(ucontext)) {
    end_as_late();
  }
}

void handle(int signal, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action = {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(signal, &action, nullptr);
}

}  // namespace

void watch_for_faults(const Channel& channel, const std::string& module_path) {
  watch = new Watch{&channel, module_path, nullptr};
  current_position();  // loads libgcc now, not in a handler
  stack_t stack = {};
  stack.ss_size = 1 << 20;
  stack.ss_sp =
      mmap(nullptr, stack.ss_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  sigaltstack(&stack, nullptr);
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT}) {
    handle(signal, on_fault);
  }
  handle(SIGUSR1, on_time_up);
}

void end_as_late() {
  signal(SIGALRM, SIG_DFL);
  alarm(5);
  RunReply reply;
  reply.out_of_time.emplace();
  reply.out_of_time->reason =
      backend().is_kernel_running() ? StopReason::gpu_clock : StopReason::host_clock;
  reply.out_of_time->at = current_position();
  die_with(reply, 1);
}

Place student_position(void* const* stack, int depth) {
  for (int i = 0; i < depth; ++i) {
    Dl_info info;
    if (dladdr(stack[i], &info) == 0 || watch->module_path != info.dli_fname) {
      continue;
    }
    const auto& sites = simt::source_chain(reinterpret_cast<std::uintptr_t>(stack[i]) - 1);
    if (!sites.empty() && sites.front().line > 0) {
      return sites.front();
    }
  }
  return {};
}

void set_current_matrices(const MappedMatrices* matrices) {
  if (watch != nullptr) {  // a keeper needs none
    watch->matrices = matrices;
  }
}

}  // namespace gemmlab

#include "common/simt/engine/signals.h"

#include <signal.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <iterator>

#include "common/simt/engine/fibers.h"
#include "common/simt/engine/machine.h"
#include "common/simt/source/call_stack.h"
#include "common/simt/source/module.h"
#include "common/simt/state/lane_log.h"

namespace simt {

constinit thread_local LaneFault lane_fault;

namespace {

constexpr int kStopSignal = SIGURG;  // of the loop watch; ignored elsewhere
constexpr std::array kSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, kStopSignal};
constexpr std::size_t kAlternateStackBytes = 64 << 10;

std::array<struct sigaction, NSIG> previous;

u64 program_counter(const ucontext_t* context) {
#if defined(__x86_64__)
  return static_cast<u64>(context->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return context->uc_mcontext.pc;
#endif
}

// Makes the interrupted lane call leave_launch() at the top of its stack, which it no longer needs.
void divert(ucontext_t* context) {
  const u64 top = (reinterpret_cast<u64>(hot.lane->stack_high) - 256) & ~u64{15};
#if defined(__x86_64__)
  context->uc_mcontext.gregs[REG_RIP] = reinterpret_cast<greg_t>(&leave_launch);
  context->uc_mcontext.gregs[REG_RSP] = static_cast<greg_t>(top - 8);  // as after a call
#elif defined(__aarch64__)
  context->uc_mcontext.pc = reinterpret_cast<u64>(&leave_launch);
  context->uc_mcontext.sp = top;
#endif
}

// Converts an instruction of the module to an access code: the place of the next one.
AccessCode code_at(u64 instruction) {
  return access_code(reinterpret_cast<const void*>(instruction + 1), kWriteBit);
}

// A copy logs both of its accesses before it makes them. A processor does not say which address is
// misaligned.
u32 misaligned_among_the_last(u32 last) {
  for (u32 back = 0; back < 3 && back <= last; ++back) {
    if (is_misaligned(hot.log->code[last - back], hot.log->address[last - back])) {
      return last - back;
    }
  }
  return last;
}

// The access logged last has not happened: it is the one that faulted, unless the stack has grown
// into its guard page.
void take_culprit(int signal, const siginfo_t* info, const ucontext_t* context) {
  const bool has_address = info->si_code > 0 && info->si_code != SI_KERNEL;
  const u32 latest = (hot.logged > 0 ? hot.logged : kLogCapacity) - 1;
  const u32 last = has_address ? latest : misaligned_among_the_last(latest);
  const u64 address = has_address ? reinterpret_cast<u64>(info->si_addr) : hot.log->address[last];
  const u64 stack_end = reinterpret_cast<u64>(hot.lane->stack_low);
  const u64 counter = program_counter(context);
  if (address < stack_end && address >= stack_end - kGuardBytes &&
      current_machine().module->is_code(counter)) {
    lane_fault = {signal, code_at(counter), address, hot.lane->thread};
    return;
  }
  lane_fault = {signal, hot.log->code[last], address, hot.lane->thread};
  if (hot.logged > 0) {
    --hot.logged;
    if (hot.writes > 0 && hot.write_list[hot.writes - 1] == hot.logged) {
      --hot.writes;
    }
  }
}

void pass_on(int signal, siginfo_t* info, void* context) {
  const struct sigaction& before = previous[static_cast<std::size_t>(signal)];
  if ((before.sa_flags & SA_SIGINFO) != 0) {
    before.sa_sigaction(signal, info, context);
  } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
    before.sa_handler(signal);
  } else {
    sigaction(signal, &before, nullptr);  // and the instruction faults again
  }
}

bool was_store(const ucontext_t* context) {
#if defined(__x86_64__)
  constexpr greg_t kStore = 2;
  return (context->uc_mcontext.gregs[REG_ERR] & kStore) != 0;
#else
  return context == nullptr;  // other processors do not say so here
#endif
}

// The place of the student's innermost line that led to an instruction, which a library may have.
AccessCode code_of_caller(u32 kind) {
  void* callers[64];
  const int depth = call_stack(callers, static_cast<int>(std::size(callers)));
  const Module& module = *current_machine().module;
  void** const end = callers + depth;
  void** const own = std::find_if(callers, end, [&](const void* caller) {
    return module.is_code(reinterpret_cast<u64>(caller) - 1);
  });
  return own == end ? 0 : access_code(*own, kind);
}

// Whether host code touched closed device memory. The finding is noted and memory open then, so
// that the instruction succeeds when it is repeated.
bool was_host_access(int signal, const siginfo_t* info, const ucontext_t* context) {
  Machine& machine = current_machine();
  const u64 address = reinterpret_cast<u64>(info->si_addr);
  if (signal != SIGSEGV || info->si_code != SEGV_ACCERR || machine.run == nullptr ||
      !machine.arena.is_closed_at(address)) {
    return false;
  }
  machine.check_host_access(address, code_of_caller(was_store(context) ? kWriteBit : 0));
  return true;
}

void on_fault(int signal, siginfo_t* info, void* context) {
  if (hot.lane == nullptr) {
    if (!was_host_access(signal, info, static_cast<const ucontext_t*>(context))) {
      pass_on(signal, info, context);
    }
    return;
  }
  take_culprit(signal, info, static_cast<ucontext_t*>(context));
  divert(static_cast<ucontext_t*>(context));
}

// Called in a lane: leaves it at once if it is in the student's code, else at its next access.
void stop_lane(ucontext_t* context) {
  if (hot.lane == nullptr) {
    return;
  }
  if (current_machine().module->is_code(program_counter(context))) {
    lane_fault = {kStopSignal, code_at(program_counter(context)), 0, hot.lane->thread};
    divert(context);
  } else {
    hot.capacity = 1;
  }
}

constexpr long kTickNanoseconds = 250'000'000;  // of the thread's own CPU time
// One may be late if the machine itself was suspended. Host code may compute a product to compare.
constexpr int kTicksOfALane = 5, kTicksOfTheHost = 10;
constinit thread_local u64 parks_at_tick = 0;
constinit thread_local int stuck_ticks = 0;
constinit thread_local int loop_watches = 0;

// Counts a tick of the loop watch. Whether what runs has done nothing but compute for too long.
bool is_stuck_at_tick() {
  const bool in_lane = hot.lane != nullptr;
  const bool in_host = !in_lane && current_machine().device_accesses == 0;
  const bool stuck = (in_lane || in_host) && running.parks == parks_at_tick;
  parks_at_tick = running.parks;
  stuck_ticks = stuck ? stuck_ticks + 1 : 0;
  return stuck_ticks >= (in_lane ? kTicksOfALane : kTicksOfTheHost);
}

// Either the lane must stop, or the loop watch's timer has ticked.
void on_stop(int, siginfo_t* info, void* context) {
  if (info->si_code == SI_TIMER) {
    if (!is_stuck_at_tick()) {
      return;
    }
    Run& run = *current_machine().run;
    if (hot.lane == nullptr && run.options.on_endless_host != nullptr) {
      run.options.on_endless_host();
    }
    run.loops.store(true, std::memory_order_relaxed);
    run.stop.store(true, std::memory_order_relaxed);
  }
  stop_lane(static_cast<ucontext_t*>(context));
}

// A timer that signals only the calling thread, created once.
timer_t loop_timer() {
  thread_local const timer_t timer = [] {
    sigevent event = {};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = kStopSignal;
    event._sigev_un._tid = gettid();
    timer_t made = nullptr;
    timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &made);
    return made;
  }();
  return timer;
}

void handle(int signal, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action = {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, &previous[static_cast<std::size_t>(signal)]);
}

}  // namespace

FaultHandler::FaultHandler() {
  use_alternate_signal_stack();
  for (const int signal : kSignals) {
    handle(signal, signal == kStopSignal ? on_stop : on_fault);
  }
}

FaultHandler::~FaultHandler() {
  for (const int signal : kSignals) {
    sigaction(signal, &previous[static_cast<std::size_t>(signal)], nullptr);
  }
}

LoopWatch::LoopWatch() {
  parks_at_tick = ~u64{0};
  stuck_ticks = 0;
  if (loop_watches++ > 0) {
    return;
  }
  const itimerspec every{{0, kTickNanoseconds}, {0, kTickNanoseconds}};
  timer_settime(loop_timer(), 0, &every, nullptr);
}

LoopWatch::~LoopWatch() {
  if (--loop_watches > 0) {
    return;
  }
  const itimerspec never{};
  timer_settime(loop_timer(), 0, &never, nullptr);
}

void use_alternate_signal_stack() {
  stack_t stack = {};
  sigaltstack(nullptr, &stack);
  if ((stack.ss_flags & SS_DISABLE) != 0) {
    stack = {};
    stack.ss_sp = std::malloc(kAlternateStackBytes);  // for the lifetime of the thread
    stack.ss_size = kAlternateStackBytes;
    sigaltstack(&stack, nullptr);
  }
}

bool stop_from_signal(void* context) {
  Run* run = current_machine().run.get();
  if (run == nullptr) {
    return false;
  }
  run->stop.store(true, std::memory_order_relaxed);
  stop_lane(static_cast<ucontext_t*>(context));
  return current_machine().device_accesses > 0;
}

}  // namespace simt

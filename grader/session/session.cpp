#include "grader/session/session.h"

#include <fmt/format.h>
#include <string.h>

#include <csignal>
#include <system_error>

#include "common/facts/names.h"
#include "grader/core/infrastructure_error.h"
#include "grader/machine/paths.h"
#include "grader/process/child.h"
#include "grader/protocol/protocol_error.h"

namespace gemmlab {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using Heard = WorkerProcess::Heard;

constexpr milliseconds kReady{30'000};  // to open a GPU: some drivers have to wake up
constexpr milliseconds kStart{10'000};  // to load a module, on a busy machine
constexpr double kMostPatience = 2;     // on a busy machine, in multiples of the limit
constexpr Cut kPrinted{.bytes = 16 << 10, .lines = 64};
constexpr milliseconds kGrace{2'000};  // after the signal, to report where the program was

double seconds_since(steady_clock::time_point start) {
  return std::chrono::duration<double>(steady_clock::now() - start).count();
}

}  // namespace

void Session::spawn() {
  if (worker_) {
    return;
  }
  const auto path = paths().worker(std::string(name(backend_)));
  const WorkerTerms terms{
      .sandbox = sandbox_, .gpu = backend_ == Backend::cuda, .alone = is_alone()};
  try {
    if (terms.gpu && !keeper_ && !needs_no_keeper_) {
      keeper_ = Keeper::get();
    }
    worker_ = std::make_unique<WorkerProcess>(path, module_, matrices_.fd(), terms);
    progress_ = Progress::started;
    has_block_ = false;
  } catch (const std::system_error& error) {
    throw InfrastructureError(error.what());
  }
}

Outcome Session::load() {
  if (progress_ >= Progress::loaded) {
    return {.kind = Outcome::Kind::replied};
  }
  spawn();
  if (keeper_ && !keeper_->is_ready()) {
    needs_no_keeper_ = true;
    keeper_.reset();
  }
  keeper_ ? worker_->say(encode(Start{keeper_->trial().bytes}), keeper_->trial().memory.get())
          : worker_->say(encode(Start{}));
  std::string text;
  if (worker_->hear(steady_clock::now() + kReady, text, unneeded_) != Heard::text) {
    drop_worker();
    throw InfrastructureError(fmt::format("the {} worker did not start", name(backend_)));
  }
  // None of the program's code is loaded yet.
  if (const auto problem = decode<Opened>(text).problem; problem.exists()) {
    drop_worker();
    if (problem.trouble == DeviceTrouble::not_shared) {
      needs_no_keeper_ = true;
      keeper_.reset();
      return load();
    }
    throw InfrastructureError(describe(problem));
  }
  // From here on the module's static constructors run: errors are the program's fault.
  const auto started = steady_clock::now();
  const Heard heard = worker_->hear(started + kStart, text, unneeded_);
  seconds_ += seconds_since(started);
  if (heard == Heard::late) {
    return out_of_time();
  }
  if (heard != Heard::text) {
    return bury();
  }
  try {
    loaded_ = decode<Loaded>(text);
  } catch (const ProtocolError&) {
    return bury();
  }
  if (!loaded_.error.empty()) {
    drop_worker();
    return {.kind = Outcome::Kind::not_loaded, .detail = loaded_.error};
  }
  progress_ = Progress::loaded;
  return {.kind = Outcome::Kind::replied};
}

void Session::drop_worker() {
  worker_.reset();
  progress_ = Progress::none;
}

Outcome Session::bury() {
  const Ending ending = worker_->end();
  const std::string excess = worker_->excess();
  printed_before_ += worker_->printed();
  drop_worker();
  const bool is_killed = !excess.empty() || ending.signalled;
  return {.kind = is_killed ? Outcome::Kind::crashed : Outcome::Kind::exited,
          .started_another = is_alone() && ending.signalled && ending.code == SIGSYS,
          .detail = !excess.empty() ? excess
                    : is_killed ? fmt::format("signal {} ({})", ending.code, strsignal(ending.code))
                                : fmt::format("exit status {}", ending.code)};
}

Outcome Session::out_of_time() {
  Outcome outcome = bury();
  outcome.kind = Outcome::Kind::timed_out;
  return outcome;
}

// Until `limit` after `asked`, plus the time, since its start, that the worker waited while others
// had the processor: a busy machine is not the program's fault, but its own threads are.
WorkerProcess::Heard Session::hear(steady_clock::time_point asked, milliseconds limit,
                                   std::string& text) {
  auto deadline = asked + limit;
  for (;;) {
    const Heard heard = worker_->hear(deadline, text, unneeded_);
    if (heard != Heard::late) {
      return heard;
    }
    const double waited_ms = 1e3 * worker_->waited_for_others();
    const auto more =
        milliseconds(std::int64_t(std::min(waited_ms, kMostPatience * double(limit.count()))));
    if (asked + limit + more <= deadline) {
      return heard;
    }
    deadline = asked + limit + more;
  }
}

Outcome Session::ask(const std::string& request, milliseconds limit, int descriptor) {
  if (Outcome loaded = load(); loaded.kind != Outcome::Kind::replied) {
    return loaded;
  }
  const auto asked = steady_clock::now();
  const double waited_before = worker_->waited_for_others();
  std::string text;
  bool is_late = false;
  Heard heard = worker_->say(request, descriptor) ? hear(asked, limit, text) : Heard::gone;
  if (heard == Heard::late) {
    worker_->nudge();
    heard = worker_->hear(steady_clock::now() + kGrace, text);
    is_late = true;
  }
  Outcome outcome;
  outcome.seconds = seconds_since(asked);
  const double waited = std::max(worker_->waited_for_others() - waited_before, 0.0);
  seconds_ += std::max(outcome.seconds - waited, 0.0);
  if (heard != Heard::text) {
    return is_late ? out_of_time() : bury();
  }
  try {
    outcome.reply = decode<RunReply>(text);
    if (!outcome.reply.dying && !outcome.reply.spent && worker_->has_ended()) {
      return bury();  // a child of the program answers instead
    }
  } catch (const ProtocolError&) {
    return bury();  // an invalid reply: the program tampered with the connection
  }
  if (outcome.reply.spent) {
    bury();
  }
  outcome.kind = Outcome::Kind::replied;
  if (outcome.reply.dying) {
    Outcome ending = bury();
    outcome.kind = outcome.reply.out_of_time ? Outcome::Kind::timed_out : Outcome::Kind::crashed;
    outcome.detail = ending.detail;
  }
  return outcome;
}

void Session::stop() {
  if (worker_) {
    bury();
  }
}

ForeignText Session::printed() const {
  return ForeignText(printed_before_ + (worker_ ? worker_->printed() : ""), kPrinted);
}

}  // namespace gemmlab

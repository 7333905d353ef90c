#include "grader/judge/session.h"

#include <fmt/format.h>
#include <string.h>

#include <algorithm>
#include <system_error>

#include "grader/judge/paths.h"

namespace gemmlab {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using Heard = WorkerProcess::Heard;

constexpr milliseconds kStart{10'000};  // to load a module, on a busy machine
constexpr milliseconds kGrace{2'000};   // after the nudge, to say where the program was

Outcome failure(Outcome::Kind kind, std::string detail) {
  Outcome outcome;
  outcome.kind = kind;
  outcome.detail = std::move(detail);
  return outcome;
}

}  // namespace

Session::Session(std::string backend, std::filesystem::path module, std::size_t elements)
    : backend_(std::move(backend)), module_(std::move(module)), matrices_(elements) {}

Outcome Session::start() {
  const auto path = paths().worker(backend_);
  try {
    worker_ = std::make_unique<WorkerProcess>(path, module_, matrices_.fd());
  } catch (const std::system_error& error) {
    throw InfrastructureError(error.what());
  }
  std::string text;
  if (worker_->hear(steady_clock::now() + kStart, text) != Heard::text || text != "ready") {
    worker_.reset();
    throw InfrastructureError(fmt::format("the worker {} did not start", path.string()));
  }
  // From here on the module's static constructors run: what goes wrong is the program's doing.
  const Heard heard = worker_->hear(steady_clock::now() + kStart, text);
  if (heard == Heard::late) {
    return out_of_time();
  }
  if (heard != Heard::text) {
    return bury();
  }
  try {
    loaded_ = decode_loaded(text);
  } catch (const ProtocolError&) {
    return bury();
  }
  if (!loaded_.error.empty()) {
    worker_.reset();
    return failure(Outcome::Kind::not_loaded, loaded_.error);
  }
  return failure(Outcome::Kind::replied, "");
}

Outcome Session::bury() {
  const Ending ending = worker_->end();
  printed_before_ += worker_->printed();
  worker_.reset();
  if (ending.signalled) {
    return failure(Outcome::Kind::crashed,
                   fmt::format("signal {} ({})", ending.code, strsignal(ending.code)));
  }
  return failure(Outcome::Kind::exited, fmt::format("exit status {}", ending.code));
}

Outcome Session::out_of_time() {
  Outcome outcome = bury();
  outcome.kind = Outcome::Kind::timed_out;
  return outcome;
}

Outcome Session::run(const RunRequest& request,
                     const std::vector<float>& a,
                     const std::vector<float>& b,
                     milliseconds limit) {
  const MatrixLayout layout(request.m, request.n, request.k, request.placement);
  return ask(encode(request), layout, a, b, limit);
}

Outcome Session::batch(const BatchRequest& request,
                       const std::vector<float>& a,
                       const std::vector<float>& b,
                       milliseconds limit) {
  const MatrixLayout layout(request.m, request.n, request.k, Placement::flush_start);
  return ask(encode(request), layout, a, b, limit);
}

Outcome Session::ask(const std::string& request,
                     const MatrixLayout& layout,
                     const std::vector<float>& a,
                     const std::vector<float>& b,
                     milliseconds limit) {
  if (!worker_) {
    if (Outcome outcome = start(); outcome.kind != Outcome::Kind::replied) {
      return outcome;
    }
  }
  matrices_.put(layout, a, b);
  const auto asked = steady_clock::now();
  std::string text;
  Heard heard = worker_->say(request) ? worker_->hear(asked + limit, text) : Heard::gone;
  if (heard == Heard::late) {
    worker_->nudge();
    heard = worker_->hear(steady_clock::now() + kGrace, text);
    if (heard != Heard::text) {
      return out_of_time();
    }
  }
  Outcome outcome;
  outcome.seconds = std::chrono::duration<double>(steady_clock::now() - asked).count();
  if (heard != Heard::text) {
    return bury();
  }
  try {
    outcome.reply = decode_run_reply(text);
    if (!outcome.reply.dying && worker_->has_ended()) {
      return bury();  // a child of the program answers in its place
    }
  } catch (const ProtocolError&) {
    return bury();  // a reply that is none: the program meddled with the connection
  }
  c_ = matrices_.take_c(layout);
  outcome.kind = Outcome::Kind::replied;
  if (outcome.reply.dying) {
    Outcome ending = bury();
    outcome.kind =
        outcome.reply.out_of_time.empty() ? Outcome::Kind::crashed : Outcome::Kind::timed_out;
    outcome.detail = ending.detail;
  }
  return outcome;
}

Outcome Session::load() {
  return worker_ ? failure(Outcome::Kind::replied, "") : start();
}

bool Session::has(Entry entry) const {
  return std::find(loaded_.entries.begin(), loaded_.entries.end(), entry) != loaded_.entries.end();
}

std::string Session::printed() const {
  return printed_before_ + (worker_ ? worker_->printed() : "");
}

}  // namespace gemmlab

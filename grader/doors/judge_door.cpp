#include "grader/doors/judge_door.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <utility>

#include "grader/core/facts/check.h"
#include "grader/core/read_file.h"
#include "grader/core/score.h"
#include "grader/doors/json_lines.h"
#include "grader/doors/sandbox_cell.h"
#include "grader/report/json.h"
#include "grader/report/json_read.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

// Of the process that judges a file, without its workers and compilers, which have their own.
constexpr std::uint64_t kJudgeBytes = 1024 * kMiB, kJudgeSeconds = 120;
constexpr std::size_t kResultBytes = 4 * kMiB;

}  // namespace

struct JudgeDoor::Slot : SandboxCell {
  explicit Slot(const JudgeSetup& setup)
      : SandboxCell(setup.may_be_weak, setup.symbols, setup.headers, setup.invisible) {}

  bool is_free = true;
};

JudgeDoor::JudgeDoor(JudgeSetup setup, Result blank, std::vector<Lab> labs, JudgeLab judge)
    : setup_(std::move(setup)),
      blank_(std::move(blank)),
      labs_(std::move(labs)),
      judge_(std::move(judge)) {
  for (int i = 0; i < std::max(setup_.jobs, 1); ++i) {
    slots_.push_back(std::make_unique<Slot>(setup_));
  }
}

JudgeDoor::~JudgeDoor() = default;

void JudgeDoor::ask(const JudgeRequest& request, Answer answer) {
  const std::vector<const Lab*> all = exercises(labs_);
  const auto lab = std::ranges::find(all, request.lab, &Lab::id);
  if (lab == all.end()) {
    throw JsonError("there is no lab " + request.lab);
  }
  waiting_.push_back({request, *lab, std::move(answer)});
  start_waiting();
}

bool JudgeDoor::wait(int input) {
  const bool has_input = pool_.wait(input);
  start_waiting();
  return has_input;
}

Json JudgeDoor::welcome() const {
  const Sandbox& sandbox = slots_[0]->sandbox;
  return {{"blank", Json::parse(to_json(blank_))},
          {"sandbox", sandbox.level()},
          {"has_namespaces", sandbox.has_namespaces()}};
}

void JudgeDoor::start_waiting() {
  while (!waiting_.empty()) {
    const auto slot =
        std::ranges::find(slots_, true, [](const auto& each) { return each->is_free; });
    if (slot == slots_.end()) {
      return;
    }
    const Waiting next = std::move(waiting_.front());
    waiting_.erase(waiting_.begin());
    start(**slot, next);
  }
}

void JudgeDoor::start(Slot& slot, const Waiting& next) {
  const auto judged = [&, request = next.request, lab = next.lab] {
    umask(022);  // the sandbox's user reads the file
    slot.place.keep_to_share(int(slots_.size()));
    Result result = blank_;
    const NoFile why{request.no_file};
    if (!request.no_file.empty()) {
      result.labs = {
          unjudged(*lab, request.is_open ? refused(why) : failed({Verdict::not_started, why}))};
      return to_json(result);
    }
    const std::string text = read_file(request.file);
    const fs::path cell = slot.sandbox.folder() / "submission";
    fs::remove_all(cell);
    fs::create_directories(cell / lab->path().parent_path());
    fs::current_path(cell);
    write_atomically(lab->path(), text);
    JudgeOptions options;
    options.backend = setup_.backend;
    // The inputs depend on the file as well, so that none can contain results prepared for them.
    options.seed =
        std::stoull(sha256(std::to_string(setup_.seed) + text).substr(0, 16), nullptr, 16);
    options.course_secret = setup_.secret;
    options.patience = std::chrono::hours(24);  // for its turn, which will come
    options.enclosure = &slot.enclosure;
    result.labs = {judge_(*lab, lab->path(), options)};
    return to_json(result);
  };
  const auto job = [judged, lab = next.lab, blank = blank_] {
    try {
      return judged();
    } catch (const std::runtime_error& error) {  // a full disk, a file that cannot be read
      Result result = blank;
      result.labs = {unjudged(*lab, not_graded(Reason::machine, error.what()))};
      return to_json(result);
    }
  };
  slot.is_free = false;
  pool_.start({next.request.lab, job, kJudgeBytes, kJudgeSeconds, kResultBytes},
              [this, &slot, lab = next.lab, answer = next.answer](const JobResult& done) {
                slot.end_all();  // what it left behind
                slot.is_free = true;
                answer(answer_of(*lab, done));
              });
}

Json JudgeDoor::answer_of(const Lab& lab, JobResult done) const {
  try {
    if (done.answer) {
      Json result = Json::parse(*done.answer);
      result_from_json(result);  // else nobody could read it later
      return result;
    }
  } catch (const std::exception& error) {
    done.failure = std::string("gave a result that cannot be read: ") + error.what();
  }
  Result result = blank_;
  result.labs = {
      unjudged(lab, not_graded(Reason::machine, "the process that graded it " + done.failure))};
  return Json::parse(to_json(result));
}

void serve_judging(int input, int output, const std::vector<Lab>& labs, const JudgeLab& judge,
                   const std::function<Result(const JudgeSetup&)>& blank) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  signal(SIGPIPE, SIG_IGN);
  JsonLines lines(input);
  std::optional<JudgeDoor> door;
  const auto on_line = [&](const Json& line) {
    if (!door) {
      auto setup = line.get<JudgeSetup>();
      Result empty = blank(setup);
      door.emplace(std::move(setup), std::move(empty), labs, judge);
      return write_line(output, door->welcome());
    }
    const auto request = line.get<JudgeRequest>();
    door->ask(request, [output, id = request.id](const Json& result) {
      write_line(output, {{"id", id}, {"result", result}});
    });
  };
  bool is_open = true;
  while (is_open || (door && !door->is_idle())) {
    if (is_open && (!door || door->wait(input))) {
      is_open = lines.read(on_line);
    } else if (!is_open) {
      door->wait();
    }
  }
}

}  // namespace gemmlab

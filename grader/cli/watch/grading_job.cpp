#include "grader/cli/watch/grading_job.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <iostream>
#include <thread>
#include <utility>

#include "grader/cli/exit_code.h"
#include "grader/cli/progress.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

int run(const GradingJob::Work& work, int activity) {
  int code = kInterrupted;
  try {
    code = work([activity](const std::string& what) {
      const std::string line = what + '\n';
      const ssize_t written = write(activity, line.data(), line.size());
      static_cast<void>(written);  // if nobody reads any more, nothing is lost
    });
  } catch (const Interrupted&) {
  } catch (const std::exception& error) {
    std::cout << "gemmlab: " << error.what() << '\n';
    code = kInfrastructure;
  }
  std::cout << std::flush;
  std::fflush(stdout);
  return code;
}

Descriptor without_waiting(Descriptor descriptor) {
  fcntl(descriptor.get(), F_SETFL, O_NONBLOCK);
  return descriptor;
}

void read_all(const Descriptor& descriptor, std::string& text) {
  while (read_some(descriptor.get(), text) > 0) {
  }
}

}  // namespace

GradingJob::GradingJob(const Work& work) {
  std::cout << std::flush;
  std::cerr << std::flush;
  Pipe text = make_pipe(), activity = make_pipe();
  // In its own group: the watching process gets Ctrl-C and ends this process cleanly.
  process_ = Child({.function = [&] { return run(work, activity.write.get()); },
                    .descriptors = {kNothing, text.write.get(), text.write.get()},
                    .leads_group = true,
                    .death_signal = SIGTERM});
  text_pipe_ = without_waiting(std::move(text.read));
  activity_pipe_ = without_waiting(std::move(activity.read));
}

GradingJob::~GradingJob() {
  process_.signal(SIGTERM);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  while (!process_.ended() && std::chrono::steady_clock::now() < deadline) {
    std::string ignored;  // a full pipe would prevent it from ending
    read_all(text_pipe_, ignored);
    read_all(activity_pipe_, ignored);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

std::optional<int> GradingJob::read_available() {
  read_all(activity_pipe_, unfinished_);
  if (const auto end = unfinished_.rfind('\n'); end != std::string::npos) {
    activity_ = split_lines(unfinished_.substr(0, end + 1)).back();
    unfinished_.erase(0, end + 1);
  }
  // The end of the process counts, not the end of its output: a process that it left behind may
  // hold the output open.
  const auto ending = process_.ended();
  read_all(text_pipe_, output_);
  return ending ? std::optional<int>(ending->as_shell()) : std::nullopt;
}

}  // namespace gemmlab

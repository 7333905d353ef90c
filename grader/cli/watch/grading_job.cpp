#include "grader/cli/watch/grading_job.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
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

// What a line is about, by its first character.
constexpr char kDoing = 'd', kFound = 'f';

void tell(int pipe, char what, const std::string& text) {
  const std::string line = what + text + '\n';
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t written = write(pipe, line.data() + done, line.size() - done);
    if (written < 0 && errno != EINTR) {
      return;  // if nobody reads any more, nothing is lost
    }
    done += std::size_t(std::max<ssize_t>(written, 0));
  }
}

int run(const GradingJob::Work& work, int pipe) {
  int code = kInterrupted;
  try {
    code = work(GradingJob::Teller(pipe));
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

void GradingJob::Teller::doing(const std::string& what) const {
  tell(pipe_, kDoing, what);
}

void GradingJob::Teller::found(const std::string& so_far) const {
  tell(pipe_, kFound, so_far);
}

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
    for (const std::string& line : split_lines(unfinished_.substr(0, end + 1))) {
      (line.starts_with(kFound) ? so_far_ : activity_) = line.substr(1);
    }
    unfinished_.erase(0, end + 1);
  }
  // The end of the process counts, not the end of its output: a process that it left behind may
  // hold the output open.
  const auto ending = process_.ended();
  read_all(text_pipe_, output_);
  return ending ? std::optional<int>(ending->as_shell()) : std::nullopt;
}

}  // namespace gemmlab

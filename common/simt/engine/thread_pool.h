// OS threads that live as long as the process, because fibers and thread-local memory belong to
// them. A pool is never destroyed.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace simt {

class ThreadPool {
 public:
  ThreadPool() = default;
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // Calls work(0) on the calling thread and work(1), ..., work(count - 1) on others, work(i) always
  // on the same one, and waits for all.
  void run(int count, const std::function<void(int)>& work);

  // Sends a signal to all helper threads. Async-signal-safe, except while a thread is being
  // created.
  void signal_helpers(int signal);

 private:
  void serve(int i);

  std::mutex mutex_;
  std::condition_variable wake_, finished_;
  std::vector<std::thread> threads_;
  const std::function<void(int)>* work_ = nullptr;
  int count_ = 0;  // in the current round
  int left_ = 0;   // still working
  unsigned round_ = 0;
};

// The pool of the process.
ThreadPool& thread_pool();

}  // namespace simt

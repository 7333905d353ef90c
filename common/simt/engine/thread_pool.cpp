#include "common/simt/engine/machine.h"

#include <pthread.h>
#include <signal.h>

namespace simt {

// Never destroyed: a kernel may call exit() on any of these threads.
ThreadPool& thread_pool() {
  static ThreadPool& pool = *new ThreadPool;
  return pool;
}

void ThreadPool::run(int count, const std::function<void(int)>& work) {
  while (static_cast<int>(threads_.size()) < count - 1) {
    const int i = static_cast<int>(threads_.size()) + 1;
    threads_.emplace_back([this, i] { serve(i); });
  }
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    count_ = count;
    left_ = count - 1;
    ++round_;
  }
  wake_.notify_all();
  work(0);
  std::unique_lock lock(mutex_);
  finished_.wait(lock, [&] { return left_ == 0; });
}

void ThreadPool::signal_helpers(int signal) {
  for (std::thread& thread : threads_) {
    pthread_kill(thread.native_handle(), signal);
  }
}

void ThreadPool::serve(int i) {
  std::unique_lock lock(mutex_);
  // A thread is created just before its first round begins.
  for (unsigned seen = 0;;) {
    wake_.wait(lock, [&] { return round_ != seen && i < count_ && left_ > 0; });
    seen = round_;
    const auto& work = *work_;
    lock.unlock();
    work(i);
    lock.lock();
    if (--left_ == 0) {
      finished_.notify_one();
    }
  }
}

}  // namespace simt

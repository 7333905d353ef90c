#include "common/simt/engine/streams.h"

#include <algorithm>
#include <utility>

#include "common/simt/state/integers.h"

namespace simt {

cudaStream_t Streams::create(const Stream& settings) {
  remove_destroyed();
  streams_[last_handle_ += kStep] = settings;
  return reinterpret_cast<cudaStream_t>(last_handle_);
}

Stream* Streams::find(cudaStream_t stream) {
  const auto found = streams_.find(key_of(stream));
  return found == streams_.end() || found->second.destroyed ? nullptr : &found->second;
}

void Streams::remove_destroyed() {
  std::erase_if(streams_, [&](const auto& entry) {
    const Stream& stream = entry.second;
    const bool is_over = stream.destroyed && stream.work.empty();
    if (is_over && stream.waits_for_default()) {
      streams_[kDefault].known.add(stream.known);
    }
    return is_over;
  });
}

void Streams::destroy_all() {
  for (auto& [key, stream] : streams_) {
    stream.destroyed = key != kDefault;
  }
  events_.clear();
}

cudaEvent_t Streams::create_event() {
  events_[last_handle_ += kStep] = std::make_shared<Event>();
  return reinterpret_cast<cudaEvent_t>(last_handle_);
}

Event* Streams::find(cudaEvent_t event) {
  const auto found = events_.find(number_of(event));
  return found == events_.end() ? nullptr : found->second.get();
}

void Streams::record(cudaEvent_t event, cudaStream_t stream) {
  const std::shared_ptr<Event>& its = events_.at(number_of(event));
  its->recorded = true;
  its->known = add(stream, [its] { its->at = std::chrono::steady_clock::now(); }).before;
}

void Streams::wait_for(cudaEvent_t event, cudaStream_t stream) {
  streams_.at(key_of(stream)).known.add(find(event)->known);
}

Done Streams::before_next(cudaStream_t stream) const {
  const Stream& its = streams_.at(key_of(stream));
  Done done = its.known;
  done.add(host_);
  // The default stream and the others wait for each other.
  for (const auto& [key, other] : streams_) {
    const bool is_either = key == kDefault || key_of(stream) == kDefault;
    if (is_either && its.waits_for_default() && other.waits_for_default()) {
      done.add(other.known);
    }
  }
  return done;
}

Work Streams::add(cudaStream_t stream, std::function<void()> work) {
  Stream& its = streams_.at(key_of(stream));
  const WorkNumber number{key_of(stream), ++last_number_};
  its.known = before_next(stream);
  its.known.add(number);
  its.work.push_back({number, its.known, std::move(work)});
  return {number, its.known, {}};
}

Work Streams::current() const {
  return running_ != nullptr ? Work{running_->number, running_->before, {}}
                             : Work{{kDefault, last_number_ + 1}, before_next(nullptr), {}};
}

void Streams::finish(cudaStream_t stream) {
  const Done work = before_next(stream);
  finish(work);
  host_.add(work);
}

void Streams::finish_until(cudaEvent_t event) {
  const Done work = find(event)->known;
  finish(work);
  host_.add(work);
}

void Streams::finish_all() {
  Done all;
  all.add_all(last_number_);
  finish(all);
  host_ = all;
}

// A stream's work may itself finish that of others, but neither adds any.
void Streams::finish(const Done& work) {
  int finished = 0;
  const auto finish_one = [&](auto& entry) {
    auto& [key, stream] = entry;
    const u64 last = work.last_of(key);
    if (!stream.work.empty() && stream.work.front().number.number <= last) {
      had_choice |= ++finished > 1;
      finish_up_to(stream, last);
    }
  };
  oldest_first ? std::for_each(streams_.begin(), streams_.end(), finish_one)
               : std::for_each(streams_.rbegin(), streams_.rend(), finish_one);
}

void Streams::finish_up_to(Stream& stream, u64 number) {
  while (!stream.work.empty() && stream.work.front().number.number <= number) {
    const Work next = std::move(stream.work.front());
    stream.work.pop_front();
    finish(next.before);
    struct Running {
      const Work*& now;
      const Work* outer;
      ~Running() { now = outer; }
    } running{running_, std::exchange(running_, &next)};
    next.run();
  }
}

void Streams::forget_work() {
  for (auto& [key, stream] : streams_) {
    stream.work.clear();
  }
}

}  // namespace simt

// SPDX-License-Identifier: MIT
//
// A command of the site that is asked about links (--ask): a URL as its last word, no shell, and an
// answer by its exit status.
//
// A few are asked at a time, each in a thread that waits for it; who waits for an answer is told,
// and holds up nobody.  One that takes too long is killed with all that it has started.
#ifndef BASEWALK_GUARD_ASK_H_
#define BASEWALK_GUARD_ASK_H_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace basewalk::guard {

enum class Said : std::uint8_t {
  good,     ///< 0
  block,    ///< 1
  warn,     ///< 2
  nothing,  ///< another status, no such command, no answer in time, too many questions
};

/// Runs a command once and waits for it, until `gives_up` at most.
Said ask_once(const std::vector<std::string>& command, const std::string& url,
              std::chrono::milliseconds timeout, const std::atomic<bool>& gives_up);

class Asking {
 public:
  explicit Asking(unsigned jobs);
  ~Asking() { stop(); }
  Asking(const Asking&) = delete;
  Asking& operator=(const Asking&) = delete;

  struct Question {
    std::vector<std::string> command;
    std::string url;
    std::chrono::milliseconds timeout{0};
    std::function<void(Said)> answer;  ///< called once, from another thread
  };
  /// False where too many wait already: `answer` is not called then.
  bool ask(Question question);
  /// What waits and what is being asked is answered with nothing.
  void stop();

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Question> waiting_;
  std::size_t most_waiting_;
  std::atomic<bool> stopping_{false};
  std::vector<std::thread> workers_;
};

}  // namespace basewalk::guard

#endif  // BASEWALK_GUARD_ASK_H_

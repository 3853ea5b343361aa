// SPDX-License-Identifier: MIT
//
// An installed Chromium as a process of ours: found, started without a window and with a profile
// that nobody else has, and spoken to through a pipe by the DevTools protocol (no port is opened).
// What comes before: cli/verbs/mhtml/verify.cpp starts one for many files.  What comes after:
// view.cpp.
#ifndef BASEWALK_BROWSER_CHROMIUM_H_
#define BASEWALK_BROWSER_CHROMIUM_H_

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "basewalk/result.h"
#include "browser/messages.h"

namespace basewalk::browser {

struct Options {
  std::string path;       ///< the program; empty: looked for in PATH
  bool sandbox = true;    ///< Chromium's own
  unsigned seconds = 60;  ///< how long one file may take
};

/// A member that is a text; empty where it is none.
std::string text_at(const nlohmann::json& object, const char* member);

/// The program: "chromium" and its other names in PATH.
Result<std::string> find_chromium(const Options& options);

class Chromium {
 public:
  using Json = nlohmann::json;
  /// The longest message that is taken, in bytes.
  static constexpr std::size_t kMostMessage = std::size_t{256} << 20;

  explicit Chromium(Options options) : options_(std::move(options)), messages_(kMostMessage) {}
  Chromium(const Chromium&) = delete;
  Chromium& operator=(const Chromium&) = delete;
  /// Ends it, and removes its folder.
  ~Chromium();

  /// Empty, or why it does not run.
  std::string start();
  bool runs() const { return process_ > 0; }
  /// From now on, this long for all that is asked until it is called again.
  void begin_time();
  /// Asks, and waits for the answer; events that come before it are given to `on_event`.
  Result<Json> call(const std::string& method, Json params, const std::string& session = {});
  /// Asks, and does not wait: what comes back is passed over.
  bool send(const std::string& method, Json params, const std::string& session);
  /// Waits for one more message.  False where none will come: error() says why.
  bool wait();
  /// Takes what comes within a time; that nothing comes is no failure.
  bool wait_at_most(int milliseconds);

  std::function<void(const Json& event)> on_event;
  /// Where copies of files may lie; it is removed with the browser.
  const std::string& folder() const { return folder_; }
  const Error& error() const { return error_; }

 private:
  bool fail(std::string code, std::string detail);
  void end();
  bool write(const std::string& bytes);
  bool read(int most_milliseconds);
  bool take(const std::string& text);
  int milliseconds_left() const;

  const Options options_;
  Messages messages_;
  std::string folder_;
  pid_t process_ = -1;
  int socket_ = -1;
  long long last_id_ = 0, wanted_ = -1;
  Json answer_;
  Error error_;
  std::chrono::steady_clock::time_point end_;
};

}  // namespace basewalk::browser

#endif  // BASEWALK_BROWSER_CHROMIUM_H_

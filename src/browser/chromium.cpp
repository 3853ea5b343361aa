// SPDX-License-Identifier: MIT
#include "browser/chromium.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string_view>
#include <vector>

#include "text/foreign/program.h"

extern char** environ;

namespace basewalk::browser {
namespace {

// What a page looks like must not depend on the machine's load, on the day, or on the network.
constexpr std::array kSwitches = {
    "--headless=new",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--mute-audio",
    "--force-color-profile=srgb",
    "--force-prefers-reduced-motion",
    "--lang=en-US",
    "--password-store=basic",
    "--use-mock-keychain",
    "--blink-settings=imageAnimationPolicy=2",
    "--disable-features=MediaRouter,IsolateSandboxedIframes,Translate,OptimizationHints",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=http://127.0.0.1:9",
};

// 3 and 4 are the browser's, and a descriptor that is put onto itself would be closed.
int above_standard(int descriptor) {
  const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 10);
  ::close(descriptor);
  return moved;
}

}  // namespace

std::string text_at(const nlohmann::json& object, const char* member) {
  if (!object.is_object()) return {};
  const auto found = object.find(member);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Result<std::string> find_chromium(const Options& options) {
  if (!options.path.empty()) {
    if (text::is_program(options.path)) return options.path;
    return Error{"no-browser", 0, "there is no program " + options.path + " that can be run"};
  }
  for (const char* name : {"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"})
    if (std::string program = text::find_program(name); !program.empty()) return program;
  return Error{"no-browser", 0,
               "there is no Chromium in PATH; install one, or name it by --browser"};
}

Chromium::~Chromium() { end(); }

void Chromium::end() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
  if (process_ > 0) {
    ::kill(-process_, SIGKILL);
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
  }
  if (!folder_.empty()) {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
    folder_.clear();
  }
}

bool Chromium::fail(std::string code, std::string detail) {
  error_ = {std::move(code), 0, std::move(detail)};
  end();
  return false;
}

void Chromium::begin_time() {
  end_ = std::chrono::steady_clock::now() + std::chrono::seconds(options_.seconds);
}

int Chromium::milliseconds_left() const {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      end_ - std::chrono::steady_clock::now());
  return static_cast<int>(std::max<long long>(left.count(), 0));
}

std::string Chromium::start() {
  end();
  messages_ = Messages(kMostMessage);
  const Result<std::string> program = find_chromium(options_);
  if (!program) return program.error().detail;
  if (::geteuid() == 0 && options_.sandbox)
    return "Chromium has no sandbox where root starts it: let another user do this, or give"
           " --browser-sandbox off where the bundles can be trusted";
  std::error_code failed;
  std::string folder = std::filesystem::temp_directory_path(failed).string() + "/basewalk-XXXXXX";
  if (failed || ::mkdtemp(folder.data()) == nullptr)
    return "no folder for the browser's profile: " + std::string(std::strerror(errno));
  folder_ = folder;

  // A pair of sockets and no pipes: a write to a browser that ended is told, and raises no signal.
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    const int why = errno;
    end();
    return "no way to speak to the browser: " + std::string(std::strerror(why));
  }
  socket_ = above_standard(ends[0]);
  const int theirs = above_standard(ends[1]);

  std::vector<std::string> words{*program};
  words.insert(words.end(), kSwitches.begin(), kSwitches.end());
  words.push_back("--user-data-dir=" + folder_ + "/profile");
  if (!options_.sandbox) words.emplace_back("--no-sandbox");
  words.emplace_back("about:blank");
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);

  // Its own temporary files go with it.
  std::vector<std::string> settings{"TMPDIR=" + folder_};
  for (char** setting = environ; *setting != nullptr; setting++)
    if (!std::string_view(*setting).starts_with("TMPDIR=")) settings.emplace_back(*setting);
  std::vector<char*> environment;
  for (std::string& setting : settings) environment.push_back(setting.data());
  environment.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, theirs, 3);
  posix_spawn_file_actions_adddup2(&actions, theirs, 4);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  const int status = ::posix_spawn(&process_, program->c_str(), &actions, &attributes,
                                   pointers.data(), environment.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  ::close(theirs);
  if (status != 0) {
    process_ = -1;
    end();
    return *program + " could not be started: " + std::strerror(status);
  }
  begin_time();
  const Result<Json> version = call("Browser.getVersion", Json::object());
  if (version) return {};
  const std::string why = *program + " does not answer: " + version.error().detail;
  end();
  return why;
}

bool Chromium::write(const std::string& bytes) {
  std::string_view left(bytes.data(), bytes.size() + 1);  // with its NUL
  while (!left.empty()) {
    const ssize_t count = ::send(socket_, left.data(), left.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return fail("died", "the browser ended");
    left.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool Chromium::read(int most_milliseconds) {
  const int left = milliseconds_left();
  pollfd ready{socket_, POLLIN, 0};
  const int count = ::poll(&ready, 1, std::min(left, most_milliseconds));
  if (count < 0 && errno == EINTR) return true;
  if (count == 0 && left > most_milliseconds) return true;
  if (count == 0)
    return fail("time", "the browser was not ready within " + std::to_string(options_.seconds) +
                            " seconds (--browser-seconds)");
  std::array<char, 65536> buffer;  // NOLINT: it is read into
  const ssize_t size = ::recv(socket_, buffer.data(), buffer.size(), 0);
  if (size < 0 && errno == EINTR) return true;
  if (size <= 0) return fail("died", "the browser ended");
  if (!messages_.add({buffer.data(), static_cast<std::size_t>(size)}))
    return fail("too-long", "the browser sent a message of more than " +
                                std::to_string(kMostMessage >> 20) + " MiB");
  return true;
}

bool Chromium::send(const std::string& method, Json params, const std::string& session) {
  if (!runs()) return false;
  Json message = {{"id", ++last_id_}, {"method", method}, {"params", std::move(params)}};
  if (!session.empty()) message["sessionId"] = session;
  return write(message.dump(-1, ' ', false, Json::error_handler_t::replace));
}

bool Chromium::take(const std::string& text) {
  Json message = Json::parse(text, nullptr, false);
  if (!message.is_object()) return fail("protocol", "the browser sent what is no JSON object");
  const auto id = message.find("id");
  if (id == message.end()) {
    if (on_event) on_event(message);
  } else if (id->is_number_integer() && id->get<long long>() == wanted_) {
    answer_ = std::move(message);
    wanted_ = -1;
  }
  return runs();
}

bool Chromium::wait() {
  while (runs()) {
    if (const std::optional<std::string> text = messages_.next()) return take(*text);
    if (!read(std::numeric_limits<int>::max())) return false;
  }
  return false;
}

bool Chromium::wait_at_most(int milliseconds) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
  while (runs()) {
    while (const std::optional<std::string> text = messages_.next())
      if (!take(*text)) return false;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        until - std::chrono::steady_clock::now());
    if (left.count() <= 0) return true;
    if (!read(static_cast<int>(left.count()))) return false;
  }
  return false;
}

Result<Chromium::Json> Chromium::call(const std::string& method, Json params,
                                      const std::string& session) {
  if (!send(method, std::move(params), session)) return error_;
  wanted_ = last_id_;
  while (wanted_ >= 0)
    if (!wait()) return error_;
  if (const auto error = answer_.find("error"); error != answer_.end())
    return Error{"refused", 0,
                 "the browser does not answer " + method + ": " + text_at(*error, "message")};
  auto result = answer_.find("result");
  return result != answer_.end() && result->is_object() ? *std::move(result) : Json::object();
}

}  // namespace basewalk::browser

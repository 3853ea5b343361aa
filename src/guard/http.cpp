// SPDX-License-Identifier: MIT
//
// A connection has --timeout seconds for each request, from its first byte to its last, however
// often it sends one: libmicrohttpd counts the seconds without any byte only, so a thread here
// closes what takes longer.
#include "guard/http.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/socket.h>

#include <chrono>
#include <condition_variable>
#include <ctime>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

#include "daemon/log.h"
#include "guard/answer.h"
#include "guard/http_calls.h"
#include "guard/page.h"
#include "text/ascii.h"

namespace basewalk::guard {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// A button says "do=report"; what more a form holds goes nowhere.
constexpr std::size_t kLongestBody = 256;
// For the header of one request, of which the target is the longest.
constexpr std::size_t kConnectionBytes = 48 * 1024;
constexpr milliseconds kPatience{1000};
constexpr milliseconds kLookAtTimes{250};

// What is one address, and nothing else: it goes into the log.
std::string address_in(std::string_view text) {
  std::string address(text.substr(0, 64));
  while (!address.empty() && address.back() == ' ') address.pop_back();
  address.erase(0, std::min(address.find_first_not_of(' '), address.size()));
  unsigned char parsed[sizeof(in6_addr)];
  const bool is_one = ::inet_pton(AF_INET, address.c_str(), parsed) == 1 ||
                      ::inet_pton(AF_INET6, address.c_str(), parsed) == 1;
  return is_one ? address : std::string();
}

// One request.
struct Exchange {
  std::string target;
  std::string body;
  std::string client;
  Request request;
  bool has_begun = false, is_asking = false, body_too_long = false;
  std::shared_ptr<const Treatment> treatment;
  Looked looked;
  std::optional<Said> said;
};

struct Connections {
  struct Entry {
    Clock::time_point since;
    bool is_asking = false;
  };
  std::mutex mutex;
  std::unordered_map<int, Entry> open;  // by descriptor
};

int descriptor_of(MHD_Connection* connection) {
  const MHD_ConnectionInfo* info =
      mhd().get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info != nullptr ? static_cast<int>(info->connect_fd) : -1;
}

}  // namespace

class Http::Impl {
 public:
  explicit Impl(Service& service) : service_(service), asking_(service.options.ask_jobs) {}
  ~Impl() { stop(); }
  bool start(int listener);

  MHD_Result handle(MHD_Connection* connection, std::string_view method, const char* bytes,
                    std::size_t* size, void** state);
  void notice(MHD_Connection* connection, MHD_ConnectionNotificationCode code);
  void ended(MHD_Connection* connection, void** state);

 private:
  void stop();
  void begin(MHD_Connection* connection, std::string_view method, Exchange& exchange);
  MHD_Result ask(MHD_Connection* connection, Exchange& exchange);
  MHD_Result answer(MHD_Connection* connection, Exchange& exchange);
  void mark(MHD_Connection* connection, bool is_asking);
  void look_at_times();

  Service& service_;
  Asking asking_;
  Connections connections_;
  MHD_Daemon* daemon_ = nullptr;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  std::thread watcher_;
};

namespace {

MHD_Result on_request(void* self, MHD_Connection* connection, const char* /*url*/,
                      const char* method, const char* /*version*/, const char* bytes,
                      std::size_t* size, void** state) {
  try {
    return static_cast<Http::Impl*>(self)->handle(connection, method, bytes, size, state);
  } catch (const std::exception&) {
    return MHD_NO;  // no memory: this connection is closed
  }
}

void* on_target(void* /*self*/, const char* target, MHD_Connection* /*connection*/) {
  try {
    auto exchange = std::make_unique<Exchange>();
    exchange->target = target;
    return exchange.release();
  } catch (const std::exception&) {
    return nullptr;
  }
}

void on_end(void* self, MHD_Connection* connection, void** state, MHD_RequestTerminationCode) {
  static_cast<Http::Impl*>(self)->ended(connection, state);
}

void on_connection(void* self, MHD_Connection* connection, void** /*context*/,
                   MHD_ConnectionNotificationCode code) {
  try {
    static_cast<Http::Impl*>(self)->notice(connection, code);
  } catch (const std::exception&) {
    // No memory: it is not watched.
  }
}

// Nothing is decoded but by us.
std::size_t as_it_came(void* /*self*/, MHD_Connection* /*connection*/, char* text) {
  return std::char_traits<char>::length(text);
}

// Of fields that came several times the last one.
struct Fields {
  std::string_view forwarded;
  Origin origin;
};

MHD_Result keep_last(void* fields, MHD_ValueKind /*kind*/, const char* key, const char* value) {
  auto& kept = *static_cast<Fields*>(fields);
  const std::pair<std::string_view, std::string_view*> wanted[] = {
      {"x-forwarded-for", &kept.forwarded},
      {"sec-fetch-site", &kept.origin.site},
      {"origin", &kept.origin.origin},
      {"host", &kept.origin.host},
  };
  for (const auto& [name, last] : wanted)
    if (value != nullptr && ascii::iequals(key, name)) *last = value;
  return MHD_YES;
}

}  // namespace

bool Http::Impl::start(int listener) {
  const Options& options = service_.options;
  // Who accepts until nobody is there must not wait then.
  ::fcntl(listener, F_SETFL, ::fcntl(listener, F_GETFL) | O_NONBLOCK);
  if (!mhd().missing.empty()) {
    daemon::log(daemon::Level::error, {}, mhd().missing);
    return false;
  }
  daemon_ = mhd().start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, nullptr, nullptr, &on_request,
      this, MHD_OPTION_LISTEN_SOCKET, static_cast<MHD_socket>(listener),
      MHD_OPTION_CONNECTION_LIMIT, options.connections, MHD_OPTION_CONNECTION_TIMEOUT,
      options.timeout, MHD_OPTION_CONNECTION_MEMORY_LIMIT, kConnectionBytes,
      MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_UNESCAPE_CALLBACK, &as_it_came, nullptr,
      MHD_OPTION_URI_LOG_CALLBACK, &on_target, this, MHD_OPTION_NOTIFY_COMPLETED, &on_end, this,
      MHD_OPTION_NOTIFY_CONNECTION, &on_connection, this, MHD_OPTION_END);
  if (daemon_ == nullptr) {
    daemon::log(daemon::Level::error, {}, "libmicrohttpd does not begin to serve");
    return false;
  }
  watcher_ = std::thread([this] { look_at_times(); });
  return true;
}

void Http::Impl::stop() {
  if (daemon_ == nullptr) return;
  mhd().quiesce_daemon(daemon_);
  const Clock::time_point end = Clock::now() + kPatience;
  while (service_.counters.open_connections() > 0 && Clock::now() < end)
    std::this_thread::sleep_for(milliseconds(5));
  asking_.stop();  // nobody sleeps behind this
  mhd().stop_daemon(daemon_);
  daemon_ = nullptr;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (watcher_.joinable()) watcher_.join();  // it may not have begun
}

void Http::Impl::look_at_times() {
  const std::chrono::seconds patience(service_.options.timeout);
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, kLookAtTimes, [this] { return stopping_; })) {
    const Clock::time_point now = Clock::now();
    const std::lock_guard guard(connections_.mutex);
    for (auto& [descriptor, entry] : connections_.open) {
      if (entry.is_asking || now - entry.since < patience) continue;
      ::shutdown(descriptor, SHUT_RDWR);
      entry.since = now;
      service_.counters.add(Count::slow);
    }
  }
}

void Http::Impl::notice(MHD_Connection* connection, MHD_ConnectionNotificationCode code) {
  const int descriptor = descriptor_of(connection);
  const std::lock_guard lock(connections_.mutex);
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    service_.counters.open_connection();
    connections_.open[descriptor] = {Clock::now(), false};
  } else {
    service_.counters.close_connection();
    connections_.open.erase(descriptor);
  }
}

void Http::Impl::mark(MHD_Connection* connection, bool is_asking) {
  const std::lock_guard lock(connections_.mutex);
  const auto found = connections_.open.find(descriptor_of(connection));
  if (found != connections_.open.end()) found->second = {Clock::now(), is_asking};
}

void Http::Impl::ended(MHD_Connection* connection, void** state) {
  delete static_cast<Exchange*>(*state);
  *state = nullptr;
  mark(connection, false);
}

void Http::Impl::begin(MHD_Connection* connection, std::string_view method, Exchange& exchange) {
  exchange.has_begun = true;
  exchange.request.method = method == "GET" || method == "HEAD" ? Method::get
                            : method == "POST"                  ? Method::post
                                                                : Method::other;
  exchange.request.target = exchange.target;
  Fields fields;
  mhd().get_connection_values(connection, MHD_HEADER_KIND, &keep_last, &fields);
  // Only the web server of this machine can connect; what it has added stands last.
  exchange.client = address_in(fields.forwarded.substr(fields.forwarded.rfind(',') + 1));
  exchange.request.is_of_our_page = is_of_our_page(fields.origin);
}

MHD_Result Http::Impl::handle(MHD_Connection* connection, std::string_view method,
                              const char* bytes, std::size_t* size, void** state) {
  auto* exchange = static_cast<Exchange*>(*state);
  if (exchange == nullptr) return MHD_NO;
  if (!exchange->has_begun) {
    begin(connection, method, *exchange);
    return MHD_YES;  // the body comes now, if there is one
  }
  if (*size > 0) {
    if (exchange->body.size() + *size > kLongestBody)
      exchange->body_too_long = true;
    else
      exchange->body.append(bytes, *size);
    *size = 0;
    return MHD_YES;
  }
  if (!exchange->treatment) {
    if (exchange->body_too_long) exchange->body.clear();
    exchange->request.body = exchange->body;
    exchange->treatment = service_.treatment();
    exchange->looked = look_at(*exchange->treatment, exchange->request, std::time(nullptr));
    if (must_ask(*exchange->treatment, exchange->looked, exchange->request))
      return ask(connection, *exchange);
  }
  return answer(connection, *exchange);
}

MHD_Result Http::Impl::ask(MHD_Connection* connection, Exchange& exchange) {
  service_.counters.add(Count::asked);
  mark(connection, true);
  // It sleeps before it is asked about: the answer wakes it.
  mhd().suspend_connection(connection);
  const auto wake = [connection, &exchange](Said said) {
    exchange.said = said;
    mhd().resume_connection(connection);
  };
  if (!asking_.ask({exchange.treatment->ask, exchange.looked.target.url,
                    exchange.treatment->ask_timeout, wake}))
    wake(Said::nothing);
  return MHD_YES;
}

MHD_Result Http::Impl::answer(MHD_Connection* connection, Exchange& exchange) {
  const std::time_t now = std::time(nullptr);
  Answer made = answer_to(*exchange.treatment, exchange.request, exchange.looked, exchange.said,
                          service_.meaning);
  Counters& counters = service_.counters;
  counters.add(made.verdict);
  if (exchange.said == Said::nothing) counters.add(Count::unanswered);
  if (exchange.looked.link.key > 0) counters.add(Count::previous_key);
  if (exchange.looked.link.has_form_query) counters.add(Count::form_query);
  Line line = line_of(exchange.looked, made, exchange.said);
  line.client = exchange.client;
  service_.journal.write(line, now);
  if (made.is_report) service_.journal.report(line, now);

  MHD_Response* response =
      mhd().create_response_from_buffer(made.body.size(), made.body.data(), MHD_RESPMEM_MUST_COPY);
  if (response == nullptr) return MHD_NO;
  const auto field = [response](const char* name, const char* value) {
    return mhd().add_response_header(response, name, value) == MHD_YES;
  };
  static const std::string policy = "default-src 'none'; style-src '" + style_hash() +
                                    "'; form-action 'self' http: https: ftp:; base-uri 'none'; "
                                    "frame-ancestors 'none'";
  bool is_whole = field("Cache-Control", "no-store") && field("Referrer-Policy", "same-origin") &&
                  field("X-Content-Type-Options", "nosniff") && field("X-Frame-Options", "DENY") &&
                  field("X-Robots-Tag", "noindex") &&
                  field("Content-Security-Policy", policy.c_str());
  if (!made.body.empty()) is_whole = is_whole && field("Content-Type", "text/html; charset=utf-8");
  if (!made.location.empty()) is_whole = is_whole && field("Location", made.location.c_str());
  if (made.status == 405) is_whole = is_whole && field("Allow", "GET, HEAD, POST");
  const MHD_Result queued =
      is_whole ? mhd().queue_response(connection, made.status, response) : MHD_NO;
  mhd().destroy_response(response);
  return queued;
}

Http::Http(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Http::~Http() = default;

std::unique_ptr<Http> Http::start(Service& service, int listener) {
  auto impl = std::make_unique<Impl>(service);
  if (!impl->start(listener)) return nullptr;
  return std::unique_ptr<Http>(new Http(std::move(impl)));
}

}  // namespace basewalk::guard

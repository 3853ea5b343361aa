// SPDX-License-Identifier: MIT
#include "daemon/log.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "text/json.h"
#include "text/visible.h"

namespace basewalk::daemon {
namespace {

LogName writer;
LogTo lines_to = LogTo::standard_error;
int journal = -1;

constexpr std::size_t kLongestLine = 2000, kLongestId = 100;
constexpr const char* kJournal = "/run/systemd/journal/socket";

int priority(Level level) {
  switch (level) {
    case Level::info:
      return LOG_INFO;
    case Level::warning:
      return LOG_WARNING;
    case Level::error:
      return LOG_ERR;
  }
  return LOG_ERR;
}

std::string_view name(Level level) {
  switch (level) {
    case Level::info:
      return "info";
    case Level::warning:
      return "warning";
    case Level::error:
      return "error";
  }
  return "error";
}

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

std::string text_of(const LogField& field) {
  std::string text;
  const auto next = [&]() -> std::string& { return text.empty() ? text : text += ','; };
  std::visit(Overloaded{[&](std::uint64_t number) { text = std::to_string(number); },
                        [&](const std::string& word) { text = word; },
                        [&](const LogField::Counts& counts) {
                          for (const auto& [what, count] : counts)
                            next().append(what).append(":").append(std::to_string(count));
                        },
                        [&](const LogField::Words& words) {
                          for (const std::string_view word : words) next() += word;
                        }},
             field.value);
  return text;
}

std::string sentence(std::string_view text, const LogFields& fields) {
  std::string line(text);
  for (const LogField& field : fields) {
    if (!field.is_in_text) continue;
    if (!line.empty() && !line.ends_with(' ')) line += ' ';
    line.append(field.name).append("=").append(text_of(field));
  }
  std::string shown;
  text::append_visible(shown, std::string_view(line).substr(0, kLongestLine));
  return shown;
}

std::string json_line(Level level, std::string_view id, std::string_view text,
                      const LogFields& fields) {
  std::string line;
  text::JsonObject object(line);
  object.text("time", time_now());
  object.text("level", name(level));
  if (!id.empty()) object.text("id", id.substr(0, kLongestId));
  object.text("text", sentence(text, fields));
  for (const LogField& field : fields)
    std::visit(Overloaded{[&](std::uint64_t number) { object.number(field.name, number); },
                          [&](const std::string& word) { object.text(field.name, word); },
                          [&](const LogField::Counts& counts) {
                            object.object(field.name, [&](text::JsonObject& inner) {
                              for (const auto& [what, count] : counts) inner.number(what, count);
                            });
                          },
                          [&](const LogField::Words& words) { object.texts(field.name, words); }},
               field.value);
  object.end();
  return line + '\n';
}

// One write(), so that lines of different threads do not mix.
void write_line(const std::string& line) {
  const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
  static_cast<void>(written);  // there is nobody else to tell
}

// systemd's "Native Journal Protocol": NAME=value, a line each; no value here has a line end.
void append_entry(std::string_view key, std::string_view value, std::string& entry) {
  entry.append(key).append("=");
  text::append_visible(entry, value);
  entry += '\n';
}

void write_to_journal(Level level, std::string_view id, std::string_view text,
                      const LogFields& fields) {
  std::string entry;
  const std::string shown = sentence(text, fields);
  append_entry("MESSAGE", id.empty() ? shown : std::string(id.substr(0, kLongestId)) + ": " + shown,
               entry);
  append_entry("PRIORITY", std::to_string(priority(level)), entry);
  append_entry("SYSLOG_IDENTIFIER", writer.in_syslog, entry);
  append_entry("SYSLOG_FACILITY", std::to_string(LOG_MAIL >> 3), entry);
  if (!id.empty()) append_entry("BASEWALK_ID", id.substr(0, kLongestId), entry);
  for (const LogField& field : fields) {
    std::string key = "BASEWALK_";
    for (const char c : field.name)
      key += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c == '-' ? '_' : c;
    append_entry(key, text_of(field), entry);
  }
  // Where nobody takes it, standard error is what is left.
  if (::send(journal, entry.data(), entry.size(), MSG_NOSIGNAL) < 0)
    write_line("basewalk " + std::string(writer.verb) + ": " + shown + "\n");
}

bool open_journal() {
  journal = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, kJournal, sizeof address.sun_path - 1);
  return journal >= 0 &&
         ::connect(journal, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

}  // namespace

std::string time_now() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  tm parts{};
  ::gmtime_r(&now.tv_sec, &parts);
  char seconds[32], text[48];
  ::strftime(seconds, sizeof seconds, "%Y-%m-%dT%H:%M:%S", &parts);
  std::snprintf(text, sizeof text, "%s.%03dZ", seconds, static_cast<int>(now.tv_nsec / 1'000'000));
  return text;
}

bool open_log(LogName name, LogTo to) {
  writer = name;
  ::openlog(name.in_syslog, to == LogTo::standard_error ? LOG_PID | LOG_PERROR : LOG_PID, LOG_MAIL);
  if (to == LogTo::journal && !open_journal()) {
    log(Level::error, {}, std::string(kJournal) + ": " + std::strerror(errno));
    return false;
  }
  lines_to = to;
  return true;
}

void log(Level level, std::string_view id, std::string_view text, const LogFields& fields) {
  switch (lines_to) {
    case LogTo::json:
      return write_line(json_line(level, id, text, fields));
    case LogTo::journal:
      return write_to_journal(level, id, text, fields);
    case LogTo::standard_error:
    case LogTo::syslog:
      break;
  }
  std::string line;
  if (lines_to == LogTo::standard_error) line.append("basewalk ").append(writer.verb).append(": ");
  if (!id.empty()) {
    text::append_visible(line, id.substr(0, kLongestId));
    line += ": ";
  }
  line += sentence(text, fields);
  if (lines_to == LogTo::syslog) {
    ::syslog(priority(level), "%s", line.c_str());
    return;
  }
  line += '\n';
  write_line(line);
}

}  // namespace basewalk::daemon

// SPDX-License-Identifier: MIT
#include "output/merge/partition.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

#include "text/ascii.h"
#include "text/files/descriptor.h"
#include "text/files/path.h"
#include "text/hex.h"

namespace basewalk::output {
namespace {

constexpr std::string_view kNone = "-", kMore = "+";
constexpr std::size_t kLongestName = 240;  // with what stands before it a file may be called so

std::string system_text(const std::string& name, int error) {
  return name + ": cannot be written: " + std::strerror(error);
}

// Behind the end of a JSON value that begins at `at`; of our own records, so that it is well made.
std::size_t value_end(std::string_view line, std::size_t at) {
  std::size_t depth = 0;
  for (bool inside = false; at < line.size(); ++at) {
    const char c = line[at];
    if (inside) {
      if (c == '\\') ++at;
      if (c == '"') inside = false;
      continue;
    }
    if (c == '"') inside = true;
    if (c == '{' || c == '[') ++depth;
    if (depth == 0 && (c == ',' || c == '}' || c == ']')) return at;
    if (c == '}' || c == ']') --depth;
  }
  return at;
}

// The values of these keys of a record, as they stand there; empty: there is no such key.
template <std::size_t count>
std::array<std::string_view, count> values_of(std::string_view line,
                                              const std::array<std::string_view, count>& keys) {
  std::array<std::string_view, count> values;
  for (std::size_t at = 1; at < line.size() && line[at] == '"';) {
    const std::size_t key_end = line.find("\":", at + 1);  // keys of ours hold no quotes
    if (key_end == line.npos) break;
    const std::string_view key = line.substr(at + 1, key_end - at - 1);
    const std::size_t end = value_end(line, key_end + 2);
    for (std::size_t i = 0; i < count; ++i)
      if (keys[i] == key) values[i] = line.substr(key_end + 2, end - key_end - 2);
    at = end + 1;
  }
  return values;
}

// A text without its quotes; empty where it is null, or has what had to be escaped.
std::string_view plain_text(std::string_view value) {
  if (value.size() < 2 || value.front() != '"') return {};
  value = value.substr(1, value.size() - 2);
  return value.find('\\') == value.npos ? value : std::string_view();
}

// "2024-03" of "2024-03-05T10:00:00Z".
std::string_view month_of(std::string_view date) {
  constexpr std::string_view kForm = "dddd-dd-";
  if (date.size() < kForm.size()) return {};
  for (std::size_t i = 0; i < kForm.size(); ++i)
    if (kForm[i] == 'd' ? !ascii::is_digit(date[i]) : date[i] != kForm[i]) return {};
  const std::string_view year = date.substr(0, 4);
  return year < "1970" || year > "2099" ? std::string_view() : date.substr(0, 7);
}

// Hosts are lower case and ASCII, or an address; anything else must not lead out of the folder.
std::string host_name(std::string_view host) {
  std::string name;
  text::append_escaped(name, host, [](char c) {
    return ascii::is_alnum(c) || c == '-' || c == '_' || c == '.' || c == ':' || c == '[' ||
           c == ']';
  });
  return name.size() > kLongestName ? std::string(kMore) : name;
}

std::string by_host(std::string_view line) {
  const auto [kind, domain, host] = values_of<3>(line, {"kind", "domain", "host"});
  if (kind != "\"link\"") return std::string(kNone);
  std::string_view name = plain_text(domain);
  if (name.empty()) name = plain_text(host);
  return name.empty() ? std::string(kNone) : host_name(name);
}

std::optional<std::string> by_date(std::string_view line) {
  const auto [kind, date, received] = values_of<3>(line, {"kind", "date", "received"});
  if (kind == "\"problem\"" || kind == "\"skipped\"") return std::string(kNone);
  if (kind != "\"message\"") return {};
  std::string_view month = month_of(plain_text(date));
  if (month.empty()) month = month_of(plain_text(received));
  return std::string(month.empty() ? kNone : month);
}

}  // namespace

std::optional<PartitionBy> partition_named(std::string_view name) {
  if (name == "date") return PartitionBy::date;
  if (name == "host") return PartitionBy::host;
  return {};
}

std::optional<std::string> partition_of(PartitionBy by, std::string_view line) {
  if (by == PartitionBy::host) return "host=" + by_host(line);
  const std::optional<std::string> month = by_date(line);
  if (!month) return {};
  return "date=" + *month;
}

Partition::Partition(std::string folder, PartitionBy by, text::Compression compression,
                     const PartitionLimits& limits)
    : folder_(std::move(folder)),
      partial_(folder_ + ".partial"),
      by_(by),
      compression_(compression),
      limits_(limits) {
  // A folder that is there gets nothing more.
  is_taken_ = text::exists(folder_);
  if (is_taken_) {
    fail(folder_ + ": is there already; give another name, or remove it");
    return;
  }
  is_ours_ = ::mkdir(partial_.c_str(), 0777) == 0;
  is_taken_ = !is_ours_ && errno == EEXIST;
  if (is_taken_)
    fail(partial_ + ": an earlier run has left it, or is at it; remove it first");
  else if (!is_ours_)
    fail(system_text(partial_, errno));
}

Partition::~Partition() {
  if (!is_ours_) return;
  // What we have made there, and nothing else.
  std::error_code ignored;
  namespace fs = std::filesystem;
  if (!spooled_.empty()) fs::remove(spooled_, ignored);
  for (const auto& [folder, file] : files_) {
    fs::remove(path_of(folder), ignored);
    fs::remove(partial_ + "/" + folder, ignored);
  }
  fs::remove(partial_, ignored);
}

bool Partition::fail(std::string sentence) {
  if (failure_.empty()) failure_ = std::move(sentence);
  return false;
}

std::string Partition::path_of(std::string_view folder) const {
  return partial_ + "/" + std::string(folder) + "/links.jsonl" +
         std::string(text::extension(compression_));
}

bool Partition::write(std::string_view record) {
  if (!failure_.empty()) return false;
  const std::optional<std::string> folder = partition_of(by_, record);
  if (by_ == PartitionBy::host) {
    put(*folder, record);
  } else {
    message_ += record;
    if (folder)
      end_message(*folder);
    else if (message_.size() > limits_.message)
      spool();
  }
  return failure_.empty();
}

// Records of a message whose date is not known yet.
void Partition::spool() {
  if (spooled_.empty()) spooled_ = partial_ + "/message";
  const text::Descriptor file(
      ::open(spooled_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  const int error = file.is_open() ? text::write_all(file.number(), message_) : errno;
  if (error != 0) fail(system_text(spooled_, error));
  message_.clear();
}

void Partition::end_message(std::string_view folder) {
  if (!spooled_.empty()) {
    const text::Descriptor file(::open(spooled_.c_str(), O_RDONLY | O_CLOEXEC));
    std::string block(std::size_t{1} << 20, '\0');
    for (;;) {
      const ssize_t got = file.is_open() ? ::read(file.number(), block.data(), block.size()) : -1;
      if (got < 0 && file.is_open() && errno == EINTR) continue;
      if (got < 0) fail(spooled_ + ": " + std::strerror(errno));
      if (got <= 0 || !failure_.empty()) break;
      put(folder, std::string_view(block).substr(0, static_cast<std::size_t>(got)));
    }
    ::unlink(spooled_.c_str());
    spooled_.clear();
  }
  put(folder, message_);
  message_.clear();
}

void Partition::put(std::string_view folder, std::string_view records) {
  std::string more;
  auto known = files_.find(folder);
  if (known == files_.end() && files_.size() >= limits_.folders) {
    more = std::string(folder.substr(0, folder.find('=') + 1)) + std::string(kMore);
    known = files_.find(more);
    folder = more;
  }
  if (known == files_.end()) known = files_.emplace(folder, File()).first;
  known->second.held += records;
  held_ += records.size();
  if (held_ > limits_.held) flush_largest();
}

// Makes room: the fuller half, so that no file is opened for a record alone.
void Partition::flush_largest() {
  std::vector<std::pair<std::size_t, const std::string*>> sizes;
  for (const auto& [folder, file] : files_)
    if (!file.held.empty()) sizes.emplace_back(file.held.size(), &folder);
  std::ranges::sort(sizes, [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [size, folder] : sizes) {
    if (held_ <= limits_.held / 2 || !failure_.empty()) break;
    flush(*folder, files_.find(*folder)->second);
  }
}

void Partition::flush(const std::string& folder, File& file) {
  const std::string path = path_of(folder);
  const std::string in = partial_ + "/" + folder;
  if (!file.is_made && ::mkdir(in.c_str(), 0777) != 0) {
    fail(system_text(in, errno));
    return;
  }
  file.is_made = true;
  std::string packed;
  if (std::string why = text::append_compressed(packed, file.held, compression_); !why.empty()) {
    fail(path + ": " + why);
    return;
  }
  const text::Descriptor out(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666));
  const int error = out.is_open() ? text::write_all(out.number(), packed) : errno;
  if (error != 0) fail(system_text(path, error));
  held_ -= file.held.size();
  std::string().swap(file.held);
}

bool Partition::commit() {
  // Records behind the last message: it was interrupted.
  if (failure_.empty() && (!message_.empty() || !spooled_.empty()))
    end_message("date=" + std::string(kNone));
  for (auto& [folder, file] : files_) {
    if (failure_.empty() && !file.held.empty()) flush(folder, file);
    if (!failure_.empty()) return false;
    if (const int error = text::sync_file(path_of(folder)); error != 0)
      return fail(system_text(path_of(folder), error));
    if (const int error = text::sync_folder_of(path_of(folder)); error != 0)
      return fail(system_text(partial_, error));
  }
  if (!failure_.empty()) return false;
  // The names of the folders in it.
  if (const int error = text::sync_folder_of(partial_ + "/."); error != 0)
    return fail(system_text(partial_, error));
  if (::rename(partial_.c_str(), folder_.c_str()) != 0) return fail(system_text(folder_, errno));
  is_ours_ = false;
  if (const int error = text::sync_folder_of(folder_); error != 0)
    return fail(system_text(folder_, error));
  return true;
}

}  // namespace basewalk::output

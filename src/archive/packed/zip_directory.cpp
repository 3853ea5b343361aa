// SPDX-License-Identifier: MIT
#include "archive/packed/zip_directory.h"

#include <algorithm>
#include <utility>

#include "text/binary/numbers.h"
#include "text/siphash.h"

namespace basewalk::archive::zip {
namespace {

// A directory is held in memory up to this size.
constexpr std::uint64_t kLongestDirectory = std::uint64_t{64} << 20;

std::string read_at(ByteStream& file, std::uint64_t begin, std::uint64_t size) {
  std::string bytes(static_cast<std::size_t>(size), '\0');
  std::size_t got = 0;
  while (got < bytes.size()) {
    const std::size_t more = file.read_at(begin + got, bytes.data() + got, bytes.size() - got);
    if (more == 0) break;
    got += more;
  }
  bytes.resize(got);
  return bytes;
}

// Takes the entries apart; false where they are not what they should be.
bool parse_directory(std::string_view bytes, std::uint64_t base, std::vector<Entry>& entries) {
  while (!bytes.empty()) {
    // A signature of it all (4.3.13), which ends it.
    if (bytes.starts_with("PK\x05\x05"sv)) {
      if (bytes.size() < 6 || bytes.size() != 6 + text::little(bytes, 4, 2)) return false;
      break;
    }
    if (bytes.size() < kCentralBytes || !bytes.starts_with(kCentral)) return false;
    const std::size_t whole = central_bytes(bytes);
    if (bytes.size() < whole) return false;
    entries.push_back(central_entry(bytes.substr(0, whole)));
    entries.back().begin += base;
    bytes.remove_prefix(whole);
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.begin < b.begin; });
  return true;
}

// What has to be the same in both places, as far as it stands in both.
std::uint64_t sign_of(const Entry& entry) {
  return SipHash(process_key())(entry.name + (entry.is_encrypted() ? '/' : '\0') +
                                std::to_string(entry.method));
}

}  // namespace

std::optional<Directory> read_directory(ByteStream& file, std::string& why) {
  const std::uint64_t file_size = file.size().value_or(0);
  const std::uint64_t tail_size =
      std::min<std::uint64_t>(file_size, kEndBytes + 65535 + 20 + kEnd64Bytes);
  const std::uint64_t tail_begin = file_size - tail_size;
  const std::string tail = read_at(file, tail_begin, tail_size);
  why = "the end of its directory is missing";
  std::size_t at = tail.rfind(kEnd);
  while (at != std::string::npos) {
    if (at + kEndBytes <= tail.size() &&
        at + kEndBytes + text::little(tail, at + 20, 2) <= tail.size())
      break;
    if (at == 0) return {};
    at = tail.rfind(kEnd, at - 1);
  }
  if (at == std::string::npos) return {};
  Directory directory;
  directory.end = tail_begin + at + kEndBytes + text::little(tail, at + 20, 2);
  std::uint64_t count = text::little(tail, at + 10, 2), size = text::little(tail, at + 12, 4),
                begin = text::little(tail, at + 16, 4), behind = tail_begin + at, before = 0;
  if (at >= 20 && std::string_view(tail).substr(at - 20, 4) == kLocator64) {
    const auto end_at = [&](std::uint64_t where) {
      const std::string end = where < file_size && file_size - where >= kEnd64Bytes
                                  ? read_at(file, where, kEnd64Bytes)
                                  : std::string();
      return end.size() == kEnd64Bytes && end.starts_with(kEnd64) ? end : std::string();
    };
    const std::uint64_t claimed = text::little(tail, at - 12, 8);
    std::uint64_t where = claimed;
    std::string end = end_at(where);
    // Where something stands before the zip, it is where it was written: before the locator.
    if (end.empty() && behind >= 20 + kEnd64Bytes) {
      where = behind - 20 - kEnd64Bytes;
      end = end_at(where);
    }
    before = where - claimed;
    if (end.empty()) return {};
    count = text::little(end, 32, 8);
    size = text::little(end, 40, 8);
    begin = text::little(end, 48, 8);
    behind = where;
  }
  why = "its directory is damaged";
  if (size > behind || size > kLongestDirectory) {
    if (size > kLongestDirectory) why = "its directory is too long to be held in memory";
    return {};
  }
  // Something may stand before the zip, which offsets need not count.
  directory.begin = behind - size;
  if (begin > directory.begin) return {};
  if (before > 0 && before != directory.begin - begin) {
    why = "the end of its directory is missing";
    return {};
  }
  const std::string bytes = read_at(file, directory.begin, size);
  if (bytes.size() != size || !parse_directory(bytes, directory.begin - begin, directory.entries))
    return {};
  if (directory.entries.size() != count && (directory.entries.size() & 0xFFFFU) != count)
    why = "its directory says that it has " + std::to_string(count) + " members, and has " +
          std::to_string(directory.entries.size());
  else
    why.clear();
  return directory;
}

void Comparison::found(const Entry& local) {
  if (!has_room())
    is_cut_ = true;
  else
    found_.push_back({local.begin, sign_of(local)});
}

void Comparison::named(const Entry& central) {
  if (!has_room())
    is_cut_ = true;
  else
    named_.push_back({central.begin, sign_of(central)});
}

Comparison::Result Comparison::end(std::uint64_t begin, std::uint64_t claimed) {
  std::vector<Place> found = std::exchange(found_, {}), named = std::exchange(named_, {});
  if (std::exchange(is_cut_, false))
    return {{}, "has more members than are held against its directory"};
  // What stands before it need not be counted.
  for (Place& each : named) each.begin += begin - claimed;
  std::stable_sort(named.begin(), named.end());
  std::size_t missing = 0, unnamed = 0, otherwise = 0;
  auto at = found.begin();
  const Place* last = nullptr;
  for (const Place& each : named) {
    // A second name for the same bytes, too, is a member that was not found.
    const bool is_again = last != nullptr && last->begin == each.begin;
    last = &each;
    for (; at != found.end() && at->begin < each.begin; ++at) ++unnamed;
    if (is_again || at == found.end() || at->begin != each.begin) {
      ++missing;
    } else {
      otherwise += at->sign != each.sign ? 1 : 0;
      ++at;
    }
  }
  unnamed += static_cast<std::size_t>(found.end() - at);
  Result result;
  if (missing > 0)
    result.missing = "has a directory that names " + std::to_string(missing) +
                     " members that were not found where it says; they were not read";
  if (unnamed > 0)
    result.otherwise =
        "has " + std::to_string(unnamed) + " members that its directory does not name";
  else if (otherwise > 0)
    result.otherwise = "says of " + std::to_string(otherwise) +
                       " members another name or way of packing in its directory than before their "
                       "bytes";
  return result;
}

}  // namespace basewalk::archive::zip

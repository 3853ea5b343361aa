// SPDX-License-Identifier: MIT
#include "worker/documents/ole/cfb_file.h"

#include <algorithm>
#include <utility>

#include "text/ascii.h"
#include "text/binary/numbers.h"
#include "text/binary/utf16.h"

namespace basewalk::worker {
namespace {

// 2.1: numbers of sectors that are none; 2.6.1: numbers of entries that are none.
constexpr std::uint32_t kLastSector = 0xFFFFFFFA, kEndOfChain = 0xFFFFFFFE, kFree = 0xFFFFFFFF;
constexpr std::uint32_t kNoEntry = 0xFFFFFFFF;
constexpr std::size_t kHead = 512, kEntry = 128, kSmallSector = 64, kInHead = 109;
constexpr std::size_t kMostWrongs = 50;

std::uint32_t number(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint32_t>(text::little(bytes, at, 4));
}

}  // namespace

void CfbFile::tell(Lack why, std::string what, std::string sentence) {
  const auto is_it = [&](const CfbWrong& wrong) {
    return wrong.what == what && wrong.sentence == sentence;
  };
  if (wrongs_.size() > kMostWrongs || std::any_of(wrongs_.begin(), wrongs_.end(), is_it)) return;
  if (wrongs_.size() == kMostWrongs) what = "more", sentence = "is wrong, and not told one by one";
  wrongs_.push_back({why, std::move(what), std::move(sentence)});
}

std::vector<CfbWrong> CfbFile::take_wrongs() { return std::exchange(wrongs_, {}); }

// 2.1: the header takes the place of a sector.  What is cut off is as long as it is.
std::optional<std::string_view> CfbFile::sector(std::uint32_t number) const {
  if (number >= sectors_) return {};
  return bytes_.substr((std::size_t{number} + 1) * sector_size_, sector_size_);
}

// 2.2
bool CfbFile::open() {
  if (bytes_.size() < kHead || !bytes_.starts_with(kCfbSignature)) {
    tell(Lack::damaged, "header", "is cut off, or is none");
    return false;
  }
  const std::uint64_t version = text::little(bytes_, 26, 2), shift = text::little(bytes_, 30, 2);
  if (shift != 9 && shift != 12) {
    tell(Lack::damaged, "header", "has a size of sectors that no version has");
    return false;
  }
  if ((version != 3 && version != 4) || text::little(bytes_, 28, 2) != 0xFFFE)
    tell(Lack::damaged, "header", "has a version or a byte order that is none");
  sector_size_ = std::size_t{1} << shift;
  has_large_sizes_ = shift == 12;
  if (bytes_.size() > sector_size_)
    sectors_ = (bytes_.size() - sector_size_ + sector_size_ - 1) / sector_size_;
  if ((bytes_.size() & 511) != 0) tell(Lack::damaged, "file", "ends within a sector");
  smallest_ = number(bytes_, 56);
  if (smallest_ != 4096) tell(Lack::damaged, "header", "has a bound of small streams that is none");
  read_table(number(bytes_, 68));
  if (!read_directory(number(bytes_, 48))) return false;
  const auto small_table = chain(number(bytes_, 60));
  if (small_table)
    for (const std::uint32_t each : *small_table)
      for (std::size_t at = 0; at + 4 <= sector(each)->size(); at += 4)
        next_small_.push_back(number(*sector(each), at));
  if (const auto small = chain(entries_[kRoot].start)) small_ = *small;
  return true;
}

// 2.3
void CfbFile::add_to_table(std::uint32_t at) {
  const std::optional<std::string_view> bytes = sector(at);
  table_.push_back(at);
  if (!bytes || bytes->size() < sector_size_)
    tell(Lack::damaged, "table of sectors", "is not whole");
  for (std::size_t i = 0; i < sector_size_; i += 4)
    next_.push_back(bytes && i + 4 <= bytes->size() ? number(*bytes, i) : kFree);
}

// 2.5: 109 numbers in the header, then a chain of sectors with more.
void CfbFile::read_table(std::uint32_t more) {
  for (std::size_t i = 0; i < kInHead && next_.size() < sectors_; ++i) {
    const std::uint32_t at = number(bytes_, 76 + i * 4);
    if (at == kFree) break;
    add_to_table(at);
  }
  // Each sector of it adds to the table, or is the last one.
  while (more <= kLastSector && next_.size() < sectors_) {
    const std::optional<std::string_view> bytes = sector(more);
    table_.push_back(more);
    if (!bytes || bytes->size() < sector_size_) {
      tell(Lack::damaged, "table of sectors", "is not whole");
      return;
    }
    const std::size_t before = next_.size();
    for (std::size_t i = 0; i + 4 < sector_size_ && next_.size() < sectors_; i += 4)
      if (number(*bytes, i) != kFree) add_to_table(number(*bytes, i));
    if (next_.size() == before) break;
    more = number(*bytes, sector_size_ - 4);
  }
  if (next_.size() < sectors_) tell(Lack::damaged, "table of sectors", "ends before the file");
}

// The sectors of a chain, as far as it goes; none where it is empty.
std::optional<std::vector<std::uint32_t>> CfbFile::chain(std::uint32_t start) {
  if (start == kEndOfChain || start == kFree) return {};
  std::vector<std::uint32_t> found;
  std::uint32_t at = start;
  while (at < sectors_ && at < next_.size() && found.size() < sectors_) {
    found.push_back(at);
    at = next_[at];
  }
  if (at != kEndOfChain) tell(Lack::damaged, "table of sectors", "has a chain without an end");
  return found;
}

// 2.6
bool CfbFile::read_directory(std::uint32_t start) {
  std::vector<bool> seen(sectors_);
  std::uint32_t at = start;
  while (at < sectors_ && !seen[at]) {
    seen[at] = true;
    const std::string_view bytes = *sector(at);
    for (std::size_t i = 0; i + kEntry <= bytes.size(); i += kEntry)
      read_entry(bytes.substr(i, kEntry));
    at = at < next_.size() ? next_[at] : kFree;
  }
  if (at != kEndOfChain) tell(Lack::damaged, "directory", "is not whole");
  if (entries_.empty()) return false;
  if (entries_[kRoot].kind != Kind::root) {
    tell(Lack::damaged, "directory", "has no root");
    if (entries_[kRoot].kind != Kind::storage) return false;
  }
  link_entries();
  sort_children();
  return true;
}

void CfbFile::read_entry(std::string_view bytes) {
  Entry entry;
  const std::size_t length = text::little_size(bytes, 64, 2);
  const std::uint64_t kind = text::little(bytes, 66, 1);
  if (kind == 1 || kind == 2 || kind == 5) entry.kind = static_cast<Kind>(kind);
  if (entry.kind == Kind::none && kind != 0)
    tell(Lack::damaged, "directory", "has an entry of a kind that is none");
  if (entry.kind != Kind::none) {
    if (length > 64 || length % 2 != 0)
      tell(Lack::damaged, "directory", "has a name with a length that is none");
    // With its end, a character of nought.
    const std::size_t size = std::min<std::size_t>(length < 2 ? 0 : length - 2, 62) & ~1U;
    entry.name = text::utf8_of_utf16(bytes.substr(0, size));
  }
  entry.left = number(bytes, 68);
  entry.right = number(bytes, 72);
  entry.child = number(bytes, 76);
  entry.clsid = bytes.substr(80, 16);
  entry.start = number(bytes, 116);
  // 2.6.1: in files with small sectors the upper half may be anything.
  entry.size = text::little(bytes, 120, has_large_sizes_ ? 8 : 4);
  entries_.push_back(std::move(entry));
}

// 2.6.4: a tree of siblings in each storage.
void CfbFile::link_entries() {
  struct Step {
    std::uint32_t entry, storage;
  };
  std::vector<bool> seen(entries_.size());
  std::vector<Step> steps;
  const auto push = [&](std::uint32_t entry, std::uint32_t storage) {
    if (entry == kNoEntry) return;
    const bool is_one =
        entry < entries_.size() && !seen[entry] &&
        (entries_[entry].kind == Kind::storage || entries_[entry].kind == Kind::stream);
    if (!is_one) return tell(Lack::damaged, "directory", "names an entry twice, or none");
    seen[entry] = true;
    steps.push_back({entry, storage});
  };
  seen[kRoot] = true;
  push(entries_[kRoot].child, kRoot);
  while (!steps.empty()) {
    const Step step = steps.back();
    steps.pop_back();
    entries_[step.storage].children.push_back(step.entry);
    const Entry& entry = entries_[step.entry];
    push(entry.left, step.storage);
    push(entry.right, step.storage);
    if (entry.kind == Kind::storage) push(entry.child, step.entry);
  }
  for (std::size_t i = 0; i < entries_.size(); ++i)
    if (!seen[i] && std::exchange(entries_[i].kind, Kind::none) != Kind::none)
      tell(Lack::damaged, "directory", "has an entry that is in no storage");
}

void CfbFile::sort_children() {
  for (Entry& entry : entries_)
    std::stable_sort(
        entry.children.begin(), entry.children.end(),
        [&](std::uint32_t a, std::uint32_t b) { return entries_[a].name < entries_[b].name; });
}

std::optional<std::uint32_t> CfbFile::find(std::uint32_t storage, std::string_view name) const {
  for (const std::uint32_t child : entries_[storage].children)
    if (ascii::iequals(entries_[child].name, name)) return child;
  return {};
}

// False where the stream ends; `goes_on` is what the taker said.
bool CfbFile::give_piece(std::string_view piece, std::uint64_t& rest,
                         const std::function<bool(std::string_view)>& take, bool& goes_on) {
  piece = text::slice(piece, 0, rest);
  if (piece.size() > left_) {
    piece = text::slice(piece, 0, left_);
    tell(Lack::limit, "file", "has more bytes in streams than are read");
  }
  left_ -= piece.size();
  rest -= piece.size();
  goes_on = take(piece);
  return goes_on && rest > 0 && left_ > 0;
}

bool CfbFile::give_large(const Entry& entry, const std::function<bool(std::string_view)>& take) {
  std::uint64_t rest = entry.size;
  bool goes_on = true;
  std::uint32_t at = entry.start;
  for (std::size_t steps = 0; rest > 0 && steps < sectors_; ++steps) {
    const std::optional<std::string_view> bytes = sector(at);
    if (!bytes || !give_piece(*bytes, rest, take, goes_on)) break;
    if (bytes->size() < sector_size_) break;
    at = at < next_.size() ? next_[at] : kFree;
  }
  return rest == 0 || !goes_on;
}

// 2.4: in sectors of 64 bytes, which lie in the stream of the root.
bool CfbFile::give_small(const Entry& entry, const std::function<bool(std::string_view)>& take) {
  std::uint64_t rest = entry.size;
  bool goes_on = true;
  std::uint32_t at = entry.start;
  for (std::size_t steps = 0; rest > 0 && steps < next_small_.size(); ++steps) {
    if (at / (sector_size_ / kSmallSector) >= small_.size()) break;
    const std::size_t place = std::size_t{at} * kSmallSector;
    const std::string_view within = *sector(small_[place / sector_size_]);
    if (place % sector_size_ >= within.size()) break;
    if (!give_piece(within.substr(place % sector_size_, kSmallSector), rest, take, goes_on)) break;
    at = at < next_small_.size() ? next_small_[at] : kFree;
  }
  return rest == 0 || !goes_on;
}

bool CfbFile::give(std::uint32_t stream, const std::function<bool(std::string_view)>& take) {
  const Entry& entry = entries_[stream];
  if (entry.size == 0) return true;
  const bool is_whole = entry.size < smallest_ ? give_small(entry, take) : give_large(entry, take);
  if (!is_whole && left_ > 0) tell(Lack::damaged, "stream " + entry.name, "is not whole");
  return is_whole;
}

std::vector<std::string_view> CfbFile::unused() const {
  std::vector<bool> used(sectors_);
  const auto use_chain = [&](std::uint32_t at) {
    while (at < sectors_ && !used[at]) {
      used[at] = true;
      at = at < next_.size() ? next_[at] : kFree;
    }
  };
  for (const std::uint32_t each : table_)
    if (each < sectors_) used[each] = true;
  use_chain(number(bytes_, 48));
  use_chain(number(bytes_, 60));
  for (const Entry& entry : entries_) {
    const bool is_large = entry.kind == Kind::stream && entry.size >= smallest_;
    if (is_large || entry.kind == Kind::root) use_chain(entry.start);
  }
  std::vector<std::string_view> runs;
  for (std::size_t at = 0; at < sectors_; ++at) {
    if (used[at]) continue;
    const std::size_t begin = at;
    while (at < sectors_ && !used[at]) ++at;
    runs.push_back(text::slice(bytes_, (begin + 1) * sector_size_, (at - begin) * sector_size_));
  }
  return runs;
}

std::string CfbFile::read(std::uint32_t stream) {
  std::string bytes;
  give(stream, [&](std::string_view piece) {
    bytes += piece;
    return true;
  });
  return bytes;
}

}  // namespace basewalk::worker

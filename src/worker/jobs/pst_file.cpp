// SPDX-License-Identifier: MIT
#include "worker/jobs/pst_file.h"

#include <zlib.h>

#include <algorithm>
#include <utility>

#include "text/binary/numbers.h"
#include "worker/jobs/pst_encoding.h"

namespace basewalk::worker {
namespace {

using namespace std::string_view_literals;

// [MS-PST] 2.2.2.7.1
constexpr unsigned kBlockPage = 0x80, kNodePage = 0x81;
// Trees are no deeper: each page has room for 15 entries at least.
constexpr unsigned kMostLevels = 10;
constexpr std::size_t kKeptPages = 512;
// What is read in all, however often blocks are named: so many times the file, and what is free.
constexpr std::uint64_t kReadAgain = 8, kFreeToRead = std::uint64_t{64} << 20;
constexpr std::size_t kMostWrongs = 20, kMostPages = 1000;  // that are told
constexpr std::size_t kMostSubnodes = std::size_t{1} << 20;
constexpr std::uint64_t kInternal = 2;  // bit of a block's number: not encoded (2.2.2.2)

std::string at_byte(std::uint64_t at) { return " at byte " + std::to_string(at); }

}  // namespace

PstFile::PstFile(Input& input) : input_(input), pages_(kKeptPages) {}

void PstFile::tell(std::string sentence, Trouble trouble, std::optional<Extent> extent) {
  if (wrongs_.size() > kMostWrongs) return;
  if (wrongs_.size() == kMostWrongs) {
    sentence = "more is wrong, and not told one by one";
    extent.reset();
  }
  for (const Wrong& wrong : wrongs_)
    if (wrong.sentence == sentence) return;
  wrongs_.push_back({std::move(sentence), trouble, extent});
}

std::vector<Wrong> PstFile::take_wrongs() { return std::exchange(wrongs_, {}); }

bool PstFile::spend(std::uint64_t bytes) {
  spent_ += bytes;
  if (spent_ <= kReadAgain * size() + kFreeToRead) return true;
  if (!std::exchange(is_over_, true))
    tell("names the same bytes of the file again and again; what is behind was not read",
         Trouble::limit);
  damaged_ = true;
  return false;
}

bool PstFile::open() {
  const Extent all{0, size()};
  std::string head(564, '\0');
  head.resize(input_.read_at(0, head.data(), head.size()));
  if (head.size() < 512 || !head.starts_with("!BDN")) {
    tell("is cut off in its header; nothing of it was read", Trouble::incomplete, all);
    return false;
  }
  // 2.2.2.6
  const std::uint64_t client = text::little(head, 8, 2), version = text::little(head, 10, 2);
  if (client == text::little("AB"sv, 0, 2)) {
    tell("is an address book of Outlook (.pab), which has no messages", Trouble::not_mail, all);
    return false;
  }
  if (version == 14 || version == 15) {
    format_ = Format::ansi;
  } else if (version == 36) {
    format_ = Format::large;
  } else if (version < 20 || version > 36) {
    tell("is an Outlook data file of version " + std::to_string(version) +
             ", which is not read; export it with Outlook",
         Trouble::no_reader, all);
    return false;
  }
  const std::size_t roots = has_32_bits() ? 184 : 216;
  nodes_ = text::little(head, roots + number(), number());
  blocks_ = text::little(head, roots + 3 * number(), number());
  encoding_ = static_cast<unsigned char>(head[has_32_bits() ? 461 : 513]);
  const std::uint64_t end = text::little(head, has_32_bits() ? 168 : 184, number());
  if (encoding_ > 2) {
    tell("is encrypted with a key of Windows (method " + std::to_string(encoding_) +
             "); it was not read",
         Trouble::encrypted, all);
    return false;
  }
  const std::string_view body = std::string_view(head).substr(8);
  if (pst_check_sum(body.substr(0, 471)) != text::little(head, 4, 4) ||
      (!has_32_bits() && pst_check_sum(body.substr(0, 516)) != text::little(head, 524, 4)))
    tell("has a header that is not what it was: its check sum is another one", Trouble::doubtful,
         Extent{0, 564});
  if (end > size())
    tell("is cut off: it had " + std::to_string(end) + " bytes", Trouble::incomplete,
         Extent{size(), 0});
  return true;
}

// 2.2.2.7: the page as it is, or what is wrong with it.
void PstFile::read_page(Page& page, unsigned kind) {
  const std::size_t size = has_large_pages() ? 4096 : 512;
  const std::size_t trailer = has_32_bits() ? 12 : has_large_pages() ? 24 : 16;
  const Extent extent{page.at, size};
  const auto is_new = [&] {
    return told_pages_.size() < kMostPages && told_pages_.insert(page.at).second;
  };
  page.bytes.assign(size, '\0');
  const bool is_there =
      page.at < this->size() && input_.read_at(page.at, page.bytes.data(), size) == size;
  const std::string_view bytes = page.bytes;
  const std::size_t end = size - trailer;
  if (!is_there || text::little(bytes, end, 1) != kind || text::little(bytes, end + 1, 1) != kind) {
    if (is_new())
      tell("has no page of its index" + at_byte(page.at) + "; what it names is lost",
           Trouble::damaged, is_there ? std::optional(extent) : std::nullopt);
    damaged_ = true;
    return;
  }
  if (pst_check_sum(bytes.substr(0, end)) !=
      text::little(bytes, end + (has_32_bits() ? 8 : 4), 4)) {
    if (is_new())
      tell("has a page of its index" + at_byte(page.at) +
               " that is not what it was: its check sum is another one",
           Trouble::doubtful, extent);
  }
  // 2.2.2.7.7.1
  const std::size_t counts = has_32_bits() ? end - 4 : has_large_pages() ? end - 16 : end - 8;
  const std::size_t width = has_large_pages() ? 2 : 1;
  page.count = text::little_size(bytes, counts, width);
  page.entry = text::little_size(bytes, counts + 2 * width, 1);
  page.level = static_cast<unsigned>(text::little(bytes, counts + 2 * width + 1, 1));
  const std::size_t least = page.level > 0      ? 3 * number()
                            : kind == kNodePage ? 3 * number() + 4
                                                : 2 * number() + 4;
  if (page.entry < least || page.count * page.entry > counts || page.level >= kMostLevels) {
    if (is_new())
      tell("has a page of its index" + at_byte(page.at) +
               " that makes no sense; what it names is lost",
           Trouble::damaged, extent);
    damaged_ = true;
    return;
  }
  page.is_good = true;
}

const PstFile::Page& PstFile::page(std::uint64_t at, unsigned kind) {
  Page& page = pages_[at / 512 % kKeptPages];
  if (page.at == at && !page.bytes.empty()) return page;
  page = Page{};
  page.at = at;
  if (spend(has_large_pages() ? 4096 : 512)) read_page(page, kind);
  return page;
}

// The entry of a leaf that has the key.
std::optional<std::string> PstFile::find(std::uint64_t root, unsigned kind, std::uint64_t key) {
  std::uint64_t at = root;
  for (unsigned above = kMostLevels; above > 0;) {
    const Page& here = page(at, kind);
    if (!here.is_good || here.level >= above) return {};
    above = here.level;
    std::optional<std::string_view> best;
    for (std::size_t i = 0; i < here.count; ++i) {
      const std::string_view entry =
          std::string_view(here.bytes).substr(i * here.entry, here.entry);
      std::uint64_t value = text::little(entry, 0, number());
      if (kind == kBlockPage) value &= ~std::uint64_t{1};
      if (above == 0 ? value == key : value <= key) best = entry;
    }
    if (!best) return {};
    if (above == 0) return std::string(*best);
    at = text::little(*best, 2 * number(), number());
  }
  return {};
}

std::optional<PstFile::Node> PstFile::node(std::uint32_t id) {
  const std::optional<std::string> entry = find(nodes_, kNodePage, id);
  if (!entry) return {};
  return Node{id, static_cast<std::uint32_t>(text::little(*entry, 3 * number(), 4)),
              text::little(*entry, number(), number()),
              text::little(*entry, 2 * number(), number())};
}

void PstFile::each_node(const std::function<bool(const Node&)>& tell_node) {
  struct Step {
    std::uint64_t at;
    unsigned above;
  };
  std::vector<Step> steps{{nodes_, kMostLevels}};
  // Each page is named once.
  const std::uint64_t most = size() / 512 + 1;
  for (std::uint64_t count = 0; !steps.empty(); ++count) {
    const Step step = steps.back();
    steps.pop_back();
    if (count > most) {
      tell("has an index that leads around in circles", Trouble::damaged);
      return;
    }
    const Page& here = page(step.at, kNodePage);
    if (!here.is_good) continue;
    if (here.level >= step.above) {
      tell("has pages of its index" + at_byte(step.at) + " that lie in the wrong order",
           Trouble::damaged);
      continue;
    }
    const std::string_view bytes = here.bytes;
    if (here.level > 0) {
      for (std::size_t i = here.count; i-- > 0;)
        steps.push_back({text::little(bytes, i * here.entry + 2 * number(), number()), here.level});
      continue;
    }
    for (std::size_t i = 0; i < here.count; ++i) {
      const std::string_view entry = bytes.substr(i * here.entry, here.entry);
      const Node node{static_cast<std::uint32_t>(text::little(entry, 0, 4)),
                      static_cast<std::uint32_t>(text::little(entry, 3 * number(), 4)),
                      text::little(entry, number(), number()),
                      text::little(entry, 2 * number(), number())};
      if (!tell_node(node)) return;
    }
  }
}

std::optional<PstFile::Place> PstFile::find_block(std::uint64_t id) {
  const std::optional<std::string> entry = find(blocks_, kBlockPage, id & ~std::uint64_t{1});
  if (!entry) return {};
  return Place{text::little(*entry, number(), number()),
               static_cast<std::size_t>(text::little(*entry, 2 * number(), 2))};
}

std::uint64_t PstFile::place(std::uint64_t block) {
  const std::optional<Place> place = find_block(block);
  return place && place->at < size() ? place->at : 0;
}

std::optional<std::string> PstFile::block(std::uint64_t id) {
  const std::optional<Place> place = find_block(id);
  if (!place) {
    damaged_ = true;
    if (!is_over_)
      tell("has no block " + std::to_string(id) + ", which it names", Trouble::damaged);
    return {};
  }
  // 2.2.2.8.1: the bytes, what fills up, the trailer.
  const std::size_t trailer_size = has_32_bits() ? 12 : has_large_pages() ? 24 : 16;
  const std::size_t unit = has_large_pages() ? 512 : 64;
  const std::size_t all = (place->size + trailer_size + unit - 1) / unit * unit;
  if (!spend(all)) return {};
  std::string bytes(all, '\0');
  if (place->at >= size() || input_.read_at(place->at, bytes.data(), all) != all) {
    damaged_ = true;
    tell("has a block that should lie" + at_byte(place->at) + ", behind its end",
         Trouble::incomplete);
    return {};
  }
  const std::string trailer = bytes.substr(all - trailer_size);
  bytes.resize(place->size);
  const std::uint64_t own = text::little(trailer, has_32_bits() ? 4 : 8, number());
  const std::uint64_t sum = text::little(trailer, has_32_bits() ? 8 : 4, 4);
  if ((own & ~std::uint64_t{1}) != (id & ~std::uint64_t{1})) {
    damaged_ = true;
    tell("has another block" + at_byte(place->at) + " than the one that should be there",
         Trouble::damaged, Extent{place->at, all});
    return {};
  }
  // Some writers leave it out.
  if (sum != 0 && sum != pst_check_sum(bytes)) {
    damaged_ = true;
    tell("has a block" + at_byte(place->at) +
             " that is not what it was: its check sum is another one",
         Trouble::doubtful, Extent{place->at, all});
  }
  if (has_large_pages()) {
    std::optional<std::string> plain = unpacked(std::move(bytes), trailer, place->at);
    if (!plain) return {};
    bytes = std::move(*plain);
  }
  if ((id & kInternal) == 0) {
    if (encoding_ == 1) decode_permuted(bytes);
    if (encoding_ == 2) decode_cyclic(bytes, static_cast<std::uint32_t>(id));
  }
  return bytes;
}

// Blocks of the .ost of 2013 may be deflated; the trailer has the size that they had.
std::optional<std::string> PstFile::unpacked(std::string bytes, std::string_view trailer,
                                             std::uint64_t at) {
  const std::size_t size = text::little_size(trailer, 18, 2);
  if (size == 0 || size == bytes.size()) return bytes;
  std::string plain(size, '\0');
  uLongf made = static_cast<uLongf>(plain.size());
  const int result =
      ::uncompress(reinterpret_cast<Bytef*>(plain.data()), &made,
                   reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()));
  if (result == Z_OK && made == size) return plain;
  damaged_ = true;
  tell("has a block" + at_byte(at) + " that cannot be unpacked", Trouble::damaged,
       Extent{at, bytes.size()});
  return {};
}

std::optional<std::string> PstData::next() {
  while (!levels_.empty()) {
    Level& level = levels_.back();
    if (level.next == level.blocks.size()) {
      levels_.pop_back();
      continue;
    }
    const std::uint64_t id = level.blocks[level.next++];
    const unsigned above = level.level;
    std::optional<std::string> bytes = file_.block(id);
    if (file_.take_damaged()) is_whole_ = false;
    if (!bytes) {
      is_whole_ = false;
      return std::string();
    }
    if ((id & kInternal) == 0) return bytes;
    // 2.2.2.8.3.2: kind, level, count, bytes in all, blocks.
    const auto own = static_cast<unsigned>(text::little(*bytes, 1, 1));
    const std::size_t count = text::little_size(*bytes, 2, 2), size = file_.number();
    if (text::little(*bytes, 0, 1) != 1 || own == 0 || own >= above ||
        8 + count * size > bytes->size()) {
      is_whole_ = false;
      file_.tell("has a list of blocks that makes no sense", Trouble::damaged);
      return std::string();
    }
    Level below{{}, 0, own};
    for (std::size_t i = 0; i < count; ++i)
      below.blocks.push_back(text::little(*bytes, 8 + i * size, size));
    levels_.push_back(std::move(below));
  }
  return {};
}

std::vector<PstSubnode> subnodes_of(PstFile& file, std::uint64_t block) {
  std::vector<PstSubnode> all;
  if (block == 0) return all;
  struct Step {
    std::uint64_t block;
    unsigned above;
  };
  std::vector<Step> steps{{block, 2}};
  const std::size_t size = file.number(), head = file.has_32_bits() ? 4 : 8;
  while (!steps.empty()) {
    const Step step = steps.back();
    steps.pop_back();
    const std::optional<std::string> bytes = file.block(step.block);
    if (!bytes) continue;
    const auto level = static_cast<unsigned>(text::little(*bytes, 1, 1));
    const std::size_t count = text::little_size(*bytes, 2, 2), entry = (level == 0 ? 3 : 2) * size;
    if (text::little(*bytes, 0, 1) != 2 || level >= step.above ||
        all.size() + count > kMostSubnodes || head + count * entry > bytes->size()) {
      file.tell("has a list of what lies in an item that makes no sense", Trouble::damaged);
      continue;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::string_view one = std::string_view(*bytes).substr(head + i * entry, entry);
      if (level > 0)
        steps.push_back({text::little(one, size, size), level});
      else
        all.push_back({static_cast<std::uint32_t>(text::little(one, 0, 4)),
                       text::little(one, size, size), text::little(one, 2 * size, size)});
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const PstSubnode& a, const PstSubnode& b) { return a.id < b.id; });
  return all;
}

}  // namespace basewalk::worker

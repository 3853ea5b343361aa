// SPDX-License-Identifier: MIT
#include "worker/program/archives/disc_around.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "text/binary/numbers.h"
#include "text/binary/utf16.h"
#include "worker/documents/may_have_url.h"
#include "worker/documents/rest.h"
#include "worker/documents/strings_in.h"

namespace basewalk::worker {
namespace {

class Disc {
 public:
  Disc(std::string_view bytes, DocumentSink& sink)
      : bytes_(bytes), sink_(sink), work_(2 * bytes.size()) {}

  void tell() {
    for (std::size_t i = 0, at = kDiscVolume; i < kMostDescriptors; ++i, at += kDiscSector)
      if (!read_descriptor(at)) break;
    while (!directories_.empty()) {
      const Directory next = directories_.back();
      directories_.pop_back();
      read_directory(next);
    }
    tell_strings(fields_, "header", sink_);
    tell_gaps();
  }

  // Of those that begin together libarchive gives one: the others, where they have another length
  // or another ending, from the longest on.
  void tell_files(DiscFiles& files, std::uint64_t& left) {
    std::sort(files_.begin(), files_.end(), [](const File& a, const File& b) {
      return std::tie(a.begin, b.length, a.ending) < std::tie(b.begin, a.length, b.ending);
    });
    const auto is_same = [](const File& a, const File& b) {
      return a.begin == b.begin && a.length == b.length && a.ending == b.ending;
    };
    files_.erase(std::unique(files_.begin(), files_.end(), is_same), files_.end());
    for (std::size_t i = 0; i < files_.size() && left > 0; ++i) {
      const bool is_shared = (i > 0 && files_[i - 1].begin == files_[i].begin) ||
                             (i + 1 < files_.size() && files_[i + 1].begin == files_[i].begin);
      if (is_shared) tell_file(files_[i], files, left);
    }
  }

 private:
  static constexpr std::size_t kMostDescriptors = 64, kLeastRecord = 34;

  struct Directory {
    std::uint64_t begin = 0, length = 0;
    DiscTree tree = DiscTree::plain;
  };
  struct File {
    std::uint64_t begin = 0, length = 0;
    std::string name, ending;  // without a version; short, in small letters
    DiscTree tree = DiscTree::plain;
  };

  void tell_file(const File& file, DiscFiles& files, std::uint64_t& left) {
    if (file.begin >= bytes_.size()) return;
    const std::string_view bytes =
        bytes_.substr(static_cast<std::size_t>(file.begin),
                      bounded(file.begin + file.length) - static_cast<std::size_t>(file.begin));
    DocumentPart part;
    part.name = file.name;
    // To tell them apart costs as much as to read them.
    if (bytes.size() <= left && !files.is_new(file.tree, file.name, bytes))
      left -= bytes.size();
    else
      tell_rest(part, bytes, left, sink_);
  }

  std::uint64_t number(std::uint64_t at, std::size_t size) const {
    return text::little(bytes_, at, size);
  }
  std::size_t bounded(std::uint64_t at) const {
    return static_cast<std::size_t>(std::min<std::uint64_t>(at, bytes_.size()));
  }
  void cover(std::uint64_t begin, std::uint64_t size) {
    if (begin < bytes_.size() && size > 0)
      read_.emplace_back(static_cast<std::size_t>(begin), bounded(begin + size));
  }
  bool spend(std::uint64_t work) {
    if (work > work_) return false;
    work_ -= work;
    return true;
  }

  // 8: false behind the last one.
  bool read_descriptor(std::size_t at) {
    constexpr unsigned kPrimary = 1, kOther = 2, kLast = 255;
    constexpr std::size_t kEscape = 88, kRoot = 156;
    if (at > bytes_.size() || bytes_.size() - at < kDiscSector) return false;
    const std::string_view descriptor = bytes_.substr(at, kDiscSector);
    const auto kind = static_cast<unsigned char>(descriptor[0]);
    if (!descriptor.substr(1).starts_with("CD001")) return false;
    // Of Joliet it is in UTF-16; fields begin at even places and at odd ones.
    if (kind == kOther)
      for (const std::size_t from : {8, 9})
        tell_strings(text::utf8_of_utf16(descriptor.substr(from), text::Endian::big), "header",
                     sink_);
    tell_strings(descriptor, "header", sink_);
    cover(at, kDiscSector);
    // Of each kind the first is read.
    const std::string_view escape = descriptor.substr(kEscape, 3);
    const bool is_joliet =
        kind == kOther && (escape == "%/@" || escape == "%/C" || escape == "%/E");
    bool& has_tree = is_joliet ? has_joliet_ : has_plain_;
    if ((kind != kPrimary && !is_joliet) || std::exchange(has_tree, true)) return kind != kLast;
    read_record(at + kRoot, kLeastRecord, is_joliet ? DiscTree::joliet : DiscTree::plain);
    return true;
  }

  // 9.1
  void read_record(std::size_t at, std::size_t size, DiscTree tree) {
    constexpr unsigned kIsDirectory = 2;
    constexpr std::size_t kName = 33;
    const std::uint64_t begin = (number(at + 2, 4) + number(at + 1, 1)) * kDiscSector;
    const std::uint64_t length = number(at + 10, 4);
    const std::size_t name = static_cast<std::size_t>(number(at + 32, 1));
    // Numbers stand there, and a date.
    if (may_have_url(bytes_.substr(at, kName))) add(bytes_.substr(at, kName));
    const bool is_directory = (number(at + 25, 1) & kIsDirectory) != 0;
    if (!is_directory && length > 0) {
      cover(begin, length);
      add_file(begin, length, bytes_.substr(at + kName, std::min(name, size - kName)), tree);
    }
    if (is_directory && begin < bytes_.size() && seen_.insert(begin).second)
      directories_.push_back({begin, length, tree});
    const std::size_t behind = kName + name + (name % 2 == 0 ? 1 : 0);
    if (behind < size) read_fields(bytes_.substr(at + behind, size - behind));
  }

  // Behind a name stands which version it is.
  void add_file(std::uint64_t begin, std::uint64_t length, std::string_view name, DiscTree tree) {
    std::string whole =
        tree == DiscTree::joliet ? text::utf8_of_utf16(name, text::Endian::big) : std::string(name);
    whole.resize(std::min(whole.rfind(';'), whole.size()));
    std::string ending = short_ending(whole);
    files_.push_back({begin, length, std::move(whole), std::move(ending), tree});
  }

  // Records do not go over the end of a sector, which zeros fill up.
  void read_directory(const Directory& directory) {
    const std::size_t begin = static_cast<std::size_t>(directory.begin);
    const std::size_t end = bounded(directory.begin + directory.length);
    if (!spend(end - begin)) return;
    cover(begin, end - begin);
    for (std::size_t at = begin; at < end;) {
      const std::size_t size = static_cast<std::size_t>(number(at, 1));
      const std::size_t left = std::min(kDiscSector - (at - begin) % kDiscSector, end - at);
      if (size < kLeastRecord || size > left) {
        // Nothing, or none that is one.
        add(bytes_.substr(at, left));
        at += left;
        continue;
      }
      read_record(at, size, directory.tree);
      at += size;
    }
  }

  // System use (IEEE P1281): of Rock Ridge names and targets are told with the files.  An area may
  // go on elsewhere.
  void read_fields(std::string_view area) {
    constexpr std::size_t kHead = 4, kContinuation = 28;
    for (int areas = 0; areas < 100; ++areas) {
      std::string_view next;
      while (area.size() >= kHead) {
        const auto size = static_cast<std::size_t>(static_cast<unsigned char>(area[2]));
        if (size < kHead || size > area.size()) break;
        const std::string_view field = area.substr(0, size);
        area.remove_prefix(size);
        if (field.starts_with("NM") || field.starts_with("SL")) continue;
        add(field.substr(kHead));
        if (field.starts_with("CE") && size >= kContinuation) next = continuation(field);
      }
      add(area);
      area = next;
      if (area.empty()) return;
    }
  }
  std::string_view continuation(std::string_view field) {
    text::LittleEndian in(field, 4);
    std::uint32_t sector = 0, offset = 0, length = 0;
    if (!in.take(sector) || !in.skip(4) || !in.take(offset) || !in.skip(4) || !in.take(length))
      return {};
    const std::uint64_t begin = std::uint64_t{sector} * kDiscSector + offset;
    if (begin >= bytes_.size() || !spend(length)) return {};
    cover(begin, length);
    return bytes_.substr(static_cast<std::size_t>(begin), length);
  }
  void add(std::string_view text) {
    if (text.find_first_not_of('\0') != text.npos) fields_.append(text) += '\n';
  }

  void tell_gaps() {
    std::sort(read_.begin(), read_.end());
    const std::size_t all = bounded(end_of_disc(bytes_).value_or(bytes_.size()));
    std::size_t at = 0;
    read_.emplace_back(all, all);
    for (const auto& [begin, end] : read_) {
      if (begin > at && at < all)
        tell_strings(bytes_.substr(at, std::min(begin, all) - at), "header", sink_);
      at = std::max(at, end);
    }
  }

  std::string_view bytes_;
  DocumentSink& sink_;
  std::uint64_t work_;  // bytes of directories that may still be read
  std::vector<Directory> directories_;
  std::vector<File> files_;
  std::unordered_set<std::uint64_t> seen_;
  std::vector<std::pair<std::size_t, std::size_t>> read_;
  std::string fields_;
  bool has_plain_ = false, has_joliet_ = false;
};

}  // namespace

void tell_disc_around(std::string_view bytes, DiscFiles& files, std::uint64_t& left,
                      DocumentSink& sink) {
  Disc disc(bytes, sink);
  disc.tell();
  disc.tell_files(files, left);
}

}  // namespace basewalk::worker

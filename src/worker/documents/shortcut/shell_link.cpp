// SPDX-License-Identifier: MIT
//
// [MS-SHLLINK]: a header, an item list, where the target lies, strings, blocks of extra data.
#include <algorithm>
#include <string>
#include <string_view>

#include "text/ascii.h"
#include "text/binary/numbers.h"
#include "text/binary/utf16.h"
#include "worker/documents/rest.h"
#include "worker/documents/shortcut/shortcut.h"
#include "worker/documents/strings_in.h"
#include "worker/programs.h"

namespace basewalk::worker {
namespace {

// 2.1.1
enum LinkFlag : std::uint32_t {
  kHasItems = 1U << 0,
  kHasLinkInfo = 1U << 1,
  kHasName = 1U << 2,
  kHasRelativePath = 1U << 3,
  kHasWorkingFolder = 1U << 4,
  kHasArguments = 1U << 5,
  kHasIcon = 1U << 6,
  kIsUnicode = 1U << 7,
};
constexpr std::size_t kHeader = 76;
constexpr std::string_view kArguments = "arguments";

class ShellLink {
 public:
  ShellLink(const Document& document, DocumentSink& sink)
      : bytes_(document.bytes),
        in_(document.bytes),
        sink_(sink),
        bytes_left_(document.bounds.bytes) {}

  void read() {
    std::uint32_t size = 0;
    if (!in_.take(size) || size != kHeader || !in_.skip(16) || !in_.take(flags_) ||
        !in_.skip(kHeader - 24))
      return damaged("its header");
    if ((flags_ & kHasItems) != 0 && !read_items()) return damaged("the list of items");
    if ((flags_ & kHasLinkInfo) != 0 && !read_link_info()) return damaged("where it leads");
    for (const auto& [flag, attribute, is_text] :
         {String{kHasName, "name", true}, String{kHasRelativePath, "relative path", false},
          String{kHasWorkingFolder, "working folder", false},
          String{kHasArguments, kArguments, true}, String{kHasIcon, "icon location", false}})
      if ((flags_ & flag) != 0 && !read_string(attribute, is_text)) return damaged(attribute);
    read_extra();
  }

 private:
  struct String {
    std::uint32_t flag;
    std::string_view attribute;
    bool is_text;
  };

  // Behind it nothing is where it should be: the rest is searched as text.
  void damaged(std::string_view what) {
    sink_.lack(Lack::damaged, what, "makes no sense; the rest was searched as text");
    tell_behind(bytes_.substr(in_.at()));
  }

  // Commands hide behind the end, and the files that these take from there.
  void tell_behind(std::string_view bytes) {
    tell_text(bytes);
    const std::string_view file = without_blanks(bytes);
    const bool is_text = std::none_of(file.begin(), file.end(), [](char c) {
      return (static_cast<unsigned char>(c) < ' ' && !ascii::is_space(c)) || c == '\x7F';
    });
    if (!is_text || file.starts_with('<')) tell_rest(file, bytes_left_, sink_);
  }

  // As text in both its forms.
  void tell_text(std::string_view bytes) {
    for (const std::string& text :
         {shown_lines(bytes), shown_lines(text::utf8_of_utf16(bytes)),
          bytes.empty() ? std::string() : shown_lines(text::utf8_of_utf16(bytes.substr(1)))}) {
      const std::string others = tell_shares(text);
      if (others.find(':') != std::string::npos || others.find("www.") != std::string::npos)
        sink_.text({"text/plain", others, "lnk"});
    }
  }
  // "\\host\share", of which readers of texts know a part.  Gives the text without the hosts of
  // those that were told.
  std::string tell_shares(std::string text) {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      const std::string_view line = std::string_view(text).substr(begin, end - begin);
      for (std::size_t host = 0, at = next_share(line, 0, host); at < line.size();) {
        std::size_t next_host = 0;
        const std::size_t next = next_share(line, at + 2 + host, next_host);
        tell(ascii::trim_right(line.substr(at, next - at)), "target", false);
        text.replace(begin + at, host + 2, host + 2, ' ');
        at = next;
        host = next_host;
      }
      begin = end + 1;
    }
    return text;
  }
  // Where the next one begins, which is no part of the path before it, or the end; its host.
  static std::size_t next_share(std::string_view line, std::size_t at, std::size_t& host) {
    constexpr std::string_view kBefore = " \t\"'<(,;=|";
    const std::size_t from = at;
    for (; (at = line.find("\\\\", at)) != std::string_view::npos; ++at)
      if ((from == 0 || kBefore.find(line[at - 1]) != std::string_view::npos) &&
          (host = host_of_share(line.substr(at + 2))) > 0)
        return at;
    return line.size();
  }
  // What stands behind the two: a host, a name, or "?\UNC\" and these.  How long it is up to the
  // name; zero where it is none.  A host may have letters of any alphabet.
  static std::size_t host_of_share(std::string_view rest) {
    constexpr std::string_view kLong = "?\\UNC\\", kAlsoInHosts = ".-_@", kNone = "\xEF\xBF\xBD";
    const std::size_t begin = ascii::istarts_with(rest, kLong) ? kLong.size() : 0;
    const std::size_t end = rest.find('\\', begin);
    if (end == std::string_view::npos || end == begin || end + 1 >= rest.size()) return 0;
    const std::string_view host = rest.substr(begin, end - begin);
    const bool is_host = std::all_of(host.begin(), host.end(), [&](char c) {
      return ascii::is_alnum(c) || static_cast<unsigned char>(c) > 0x7F ||
             kAlsoInHosts.find(c) != std::string_view::npos;
    });
    return is_host && host.find(kNone) == std::string_view::npos ? end : 0;
  }
  void tell(std::string_view raw, std::string_view attribute, bool is_text) {
    if (raw.empty()) return;
    DocumentReference reference;
    reference.raw = raw;
    reference.element = "lnk";
    reference.attribute = attribute;
    reference.uses_base = false;
    reference.is_text = is_text;
    sink_.reference(reference);
  }

  // 2.2: what an item holds its handler knows; a URL stands there as text.
  bool read_items() {
    std::uint16_t size = 0;
    std::string_view items;
    if (!in_.take(size) || !in_.take(items, size)) return false;
    text::LittleEndian in(items);
    for (;;) {
      std::uint16_t item_size = 0;
      std::string_view item;
      if (!in.take(item_size)) {
        sink_.lack(Lack::damaged, "the list of items", "has no end");
        break;
      }
      if (item_size == 0) break;
      if (item_size < 2 || !in.take(item, item_size - 2u)) {
        sink_.lack(Lack::damaged, "an item", "is longer than the list");
        break;
      }
    }
    tell_text(items);
    return true;
  }

  // 2.3
  bool read_link_info() {
    std::uint32_t size = 0;
    if (!in_.take(size) || size < 4) return false;
    std::string_view info;
    if (!in_.take(info, size - 4)) return false;
    text::LittleEndian in(info);
    std::uint32_t head = 0, flags = 0, volume = 0, local = 0, network = 0, suffix = 0;
    if (!in.take(head) || !in.take(flags) || !in.take(volume) || !in.take(local) ||
        !in.take(network) || !in.take(suffix))
      return tell_unread(info);
    // Offsets count from the size.  A head that is long enough has those of UTF-16, too, which
    // count more than the others.
    std::uint32_t wide_local = 0, wide_suffix = 0;
    if (head >= 36 && (!in.take(wide_local) || !in.take(wide_suffix))) return tell_unread(info);
    const std::string suffixes[] = {zero_ended(info, suffix), wide_zero_ended(info, wide_suffix)};
    bool is_told = flags == 0;
    if ((flags & 1) != 0) {
      const std::string narrow = zero_ended(info, local), wide = wide_zero_ended(info, wide_local);
      is_told = tell_targets(narrow.empty() ? "" : narrow + suffixes[0],
                             wide.empty() ? "" : wide + suffixes[wide_suffix != 0 ? 1 : 0]);
    }
    if ((flags & 2) != 0 && network >= 4) {
      // 2.3.2
      text::LittleEndian share(info, network - 4);
      std::uint32_t size_of_share = 0, flags_of_share = 0, name = 0, device = 0, provider = 0,
                    wide_name = 0;
      if (share.take(size_of_share) && share.take(flags_of_share) && share.take(name)) {
        if (name > 20 && share.take(device) && share.take(provider)) share.take(wide_name);
        const auto whole = [&](std::string path, const std::string& rest) {
          if (!path.empty() && !rest.empty()) path += '\\' + rest;
          return path;
        };
        const std::uint64_t begin = network;
        is_told |= tell_targets(whole(zero_ended(info, begin + name), suffixes[0]),
                                wide_name == 0 ? ""
                                               : whole(wide_zero_ended(info, begin + wide_name),
                                                       suffixes[wide_suffix != 0 ? 1 : 0]));
      }
    }
    return is_told || tell_unread(info);
  }

  // Nothing of it leads anywhere by its own account.
  bool tell_unread(std::string_view info) {
    tell_text(info);
    return true;
  }

  // The same path in both its forms, or two.
  bool tell_targets(const std::string& narrow, const std::string& wide) {
    tell(narrow, "target", false);
    if (wide != narrow) tell(wide, "target", false);
    return !narrow.empty() || !wide.empty();
  }

  static std::string_view behind(std::string_view info, std::uint64_t offset) {
    if (offset < 4 || offset - 4 >= info.size()) return {};
    return info.substr(static_cast<std::size_t>(offset - 4));
  }
  static std::string zero_ended(std::string_view info, std::uint64_t offset) {
    const std::string_view rest = behind(info, offset);
    return std::string(rest.substr(0, rest.find('\0')));
  }
  static std::string wide_zero_ended(std::string_view info, std::uint64_t offset) {
    const std::string_view rest = behind(info, offset);
    std::size_t end = 0;
    while (end + 1 < rest.size() && (rest[end] != '\0' || rest[end + 1] != '\0')) end += 2;
    return text::utf8_of_utf16(rest.substr(0, end));
  }

  // 2.4
  bool read_string(std::string_view attribute, bool is_text) {
    std::uint16_t count = 0;
    std::string_view bytes;
    const bool is_unicode = (flags_ & kIsUnicode) != 0;
    if (!in_.take(count) || !in_.take(bytes, std::size_t{count} * (is_unicode ? 2 : 1)))
      return false;
    const std::string value = is_unicode ? text::utf8_of_utf16(bytes) : std::string(bytes);
    tell(value, attribute, is_text);
    // Whoever is given them makes of them what he likes.
    if (attribute == kArguments && !ascii::trim(value).empty())
      sink_.lack(Lack::no_opener, attribute, kCommand);
    return true;
  }

  // 2.5: blocks, each with its size in front; what matters in them is paths and URLs.
  void read_extra() {
    for (;;) {
      std::uint32_t size = 0;
      std::string_view block;
      if (!in_.take(size) || size < 4) break;
      if (!in_.take(block, size - 4u)) {
        sink_.lack(Lack::damaged, "extra data", "is cut off");
        return tell_behind(bytes_.substr(in_.at()));
      }
      read_block(block);
    }
    tell_behind(bytes_.substr(in_.at()));
  }

  // 2.5.4, 2.5.5: a target and an icon with variables, as 260 bytes and as 260 characters.
  void read_block(std::string_view block) {
    text::LittleEndian in(block);
    std::uint32_t signature = 0;
    std::string_view narrow, wide;
    if (in.take(signature) && (signature == 0xA0000001 || signature == 0xA0000007) &&
        in.take(narrow, 260)) {
      const std::string_view attribute =
          signature == 0xA0000001 ? "environment target" : "environment icon";
      const std::string path(narrow.substr(0, narrow.find('\0')));
      tell(path, attribute, false);
      if (!in.take(wide, 520)) return;
      std::string wide_path = text::utf8_of_utf16(wide);
      wide_path.resize(std::min(wide_path.find('\0'), wide_path.size()));
      if (wide_path != path) tell(wide_path, attribute, false);
      return;
    }
    tell_text(block);
  }

  std::string_view bytes_;
  text::LittleEndian in_;
  DocumentSink& sink_;
  std::uint64_t bytes_left_;
  std::uint32_t flags_ = 0;
};

}  // namespace

void open_shell_link(const Document& document, DocumentSink& sink) {
  ShellLink(document, sink).read();
}

}  // namespace basewalk::worker

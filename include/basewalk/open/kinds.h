// SPDX-License-Identifier: MIT
//
// Which kinds of documents in a mail are opened.
//
// A document is a leaf of the tree that is no text: a PDF file, an archive, a picture.  It is taken
// apart by the program basewalk-worker, in a process that can do no harm, so opening them means
// that processes are started; a program that does not ask for that gets `unread` for each.
#ifndef BASEWALK_OPEN_KINDS_H_
#define BASEWALK_OPEN_KINDS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "basewalk/result.h"

#pragma GCC visibility push(default)

namespace basewalk::open {

enum class Kind : std::uint8_t {
  pdf,       ///< PDF (ISO 32000)
  office,    ///< OOXML, ODF, EPUB; Word, Excel and PowerPoint before 2007
  outlook,   ///< winmail.dat (TNEF), .msg
  rtf,       ///< RTF
  archive,   ///< ZIP, 7z, RAR, tar, gzip, bzip2, xz, zstd, ISO 9660 ...
  smime,     ///< S/MIME: signed or compressed data that wraps what it holds (RFC 8551, 3274)
  openpgp,   ///< OpenPGP: signed or compressed (RFC 9580)
  shortcut,  ///< .lnk, .url, .website, .desktop
  onenote,   ///< OneNote
  picture,   ///< codes in pictures that lead to a link: QR
  drawing,   ///< the same where a text draws them: SVG, boxes of a page, block characters
};
/// "pdf", "office" ...
std::string_view name(Kind kind);

/// A set of kinds.
class Kinds {
 public:
  /// Nothing is opened.
  constexpr Kinds() = default;
  /// All that this library was built for.
  static Kinds all();
  /// Reads "pdf,office", "all", "none".  Error codes: "unknown-kind", also for "none" beside one;
  /// "not-built", for one that
  /// this library was built without.  The detail says which there are.
  static Result<Kinds> parse(std::string_view list);

  bool has(Kind kind) const { return (bits_ & bit(kind)) != 0; }
  void add(Kind kind) { bits_ |= bit(kind); }
  bool empty() const { return bits_ == 0; }
  bool operator==(const Kinds&) const = default;

 private:
  static constexpr std::uint32_t bit(Kind kind) {
    return std::uint32_t{1} << static_cast<unsigned>(kind);
  }
  std::uint32_t bits_ = 0;
};

}  // namespace basewalk::open

#pragma GCC visibility pop

#endif  // BASEWALK_OPEN_KINDS_H_

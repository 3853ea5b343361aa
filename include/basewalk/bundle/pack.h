// SPDX-License-Identifier: MIT
//
// A page and the files it uses, found and labelled so that they can become a bundle (RFC 2557).
//
//     Result<bundle::Packing> packing = bundle::Packing::of_page("site/index.html", {});
//     if (packing) (void)bridge::write_bundle(*packing, sink);   // bridge/write_bundle.h
#ifndef BASEWALK_BUNDLE_PACK_H_
#define BASEWALK_BUNDLE_PACK_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/bundle/unpack.h"
#include "basewalk/result.h"
#include "basewalk/sink.h"

#pragma GCC visibility push(default)

namespace basewalk::bundle {

struct PackOptions {
  /// The URL that the page's folder gets in the labels; must be absolute.  Without one it is
  /// `thismessage:/` (RFC 2557 5(e)).
  std::string base;
  /// Also files outside the page's folder.
  bool outside = false;
  /// Also what the pages link to in that folder, and what that shows and links to in turn: a site.
  bool follow = false;
  /// The most bytes of files to take.
  std::size_t max_bytes = std::size_t{1} << 30;
  /// Nobody has named the page: where it is a link that leads out of its folder it is refused, as
  /// the page of a folder is, and otherwise it is called as it is there.
  bool is_found = false;
};

/// A file on its way into a bundle.
struct PackedFile {
  std::string path;
  std::string label;  ///< its Content-Location: absolute, ASCII, no fragment
  std::string media_type;
  bool is_text = false;  ///< HTML, XML, CSS: goes in as UTF-8, and says so
};

/// Why a file that a page uses is not in the bundle.  meaning() says it of each in a sentence, and
/// docs/bundles.md shows them.
enum class NotPacked : std::uint8_t {
  missing,
  folder,
  outside,
  letter_case,
  not_regular,
  unreadable,
  too_large,
  broken_link,
  name_too_long,
  machine_path,
  limit,
};

/// The stable name: "letter-case".
std::string_view name(NotPacked reason);
/// One sentence for people.
std::string_view meaning(NotPacked reason);
std::vector<NotPacked> all_not_packed();

/// A reference to a file that was not packed.
struct NotPackedReference {
  NotPacked reason = NotPacked::missing;
  std::string page;   ///< the file that it stands in, as the folder was given
  std::string where;  ///< the place in it, in the words of extract::where(): "img[src]"
  std::string raw;    ///< as it was written, at most 500 bytes of it
  /// The file in another letter case, the kind of what is no regular file, the words of the system;
  /// empty where there is nothing to add.
  std::string detail;
};

/// What goes into a bundle: the page first, then each file once for each URL that names it.
class Packing {
 public:
  /// A page and all that it shows, with what that shows in turn.  Links that a reader may follow
  /// are not followed, unless PackOptions::follow; one to a folder then leads to its index.html.  A
  /// file is taken only if it lies in the page's folder or below (symbolic links resolved), unless
  /// PackOptions::outside.  What a file is used as says what it is, before its name does.  Nothing
  /// is opened but regular files.
  ///
  /// Error codes: "missing", "folder", "kind" (no regular file), "unreadable", "no-page" (empty, or
  /// bytes that no text has), "not-absolute" (the base), "limit-bytes", "label" (two files would
  /// have the same), "changed" (while it was read).
  static Result<Packing> of_page(const std::string& path, const PackOptions& options);
  /// A folder with an index.html, or with one page alone (.html, .htm, .xhtml); also "several".
  /// One that unpack() wrote (it has a bundle.json) goes in whole.
  static Result<Packing> of_folder(const std::string& path, const PackOptions& options);
  /// A table: file, URL and, if it is not to be taken from the name, media type, separated by tabs;
  /// the page first.  Empty lines and lines that begin with "#" count for nothing.  Also "table".
  static Result<Packing> of_table(const std::string& path, const PackOptions& options);

  Packing(Packing&&) noexcept;
  Packing& operator=(Packing&&) noexcept;
  ~Packing();

  const std::vector<PackedFile>& files() const;
  /// References to files that were not packed; the first thousand.  One that is written several
  /// times in the same way counts once.
  const std::vector<NotPackedReference>& not_packed() const;
  /// How many there are of them in all.
  std::size_t not_packed_count() const;
  /// How many references to what a page shows (images, style sheets, frames) lead elsewhere.
  std::size_t shown_elsewhere() const;

  /// Writes the body of a file: as it is, text as UTF-8.  False where the sink wants no more.
  /// Error codes: "missing", "kind", "unreadable", "changed" (since it was found).
  Result<bool> write_body(std::size_t index, Sink& sink) const;

 private:
  class [[gnu::visibility("hidden")]] Impl;
  explicit Packing(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace basewalk::bundle

#pragma GCC visibility pop

#endif  // BASEWALK_BUNDLE_PACK_H_

// SPDX-License-Identifier: MIT
//
// A page and the files it uses, found and labelled so that they can become a bundle (RFC 2557).
//
//     Result<bundle::Packing> packing = bundle::Packing::of_page("site/index.html", {});
//     if (packing) (void)bridge::write_bundle(*packing, sink);   // bridge/write_bundle.h
#ifndef BASEWALK_BUNDLE_PACK_H_
#define BASEWALK_BUNDLE_PACK_H_

#include <cstddef>
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
  /// The most bytes of files to take.
  std::size_t max_bytes = std::size_t{1} << 30;
};

/// A file on its way into a bundle.
struct PackedFile {
  std::string path;
  std::string label;  ///< its Content-Location: absolute, ASCII, no fragment
  std::string media_type;
  bool is_text = false;  ///< HTML, XML, CSS: goes in as UTF-8, and says so
};

/// What goes into a bundle: the page first, then each file once for each URL that names it.
class Packing {
 public:
  /// A page and all that it shows, with what that shows in turn.  Links that a reader may follow
  /// are not followed.  A file is taken only if it lies in the page's folder or below (symbolic
  /// links resolved), unless PackOptions::outside.
  ///
  /// Error codes: "missing", "folder", "unreadable", "no-page" (empty, or bytes that no text has),
  /// "not-absolute" (the base), "limit-bytes", "label" (two files would have the same).
  static Result<Packing> of_page(const std::string& path, const PackOptions& options);
  /// A folder with an index.html.  One that unpack() wrote (it has a bundle.json) goes in whole.
  static Result<Packing> of_folder(const std::string& path, const PackOptions& options);
  /// A table: file, URL and, if it is not to be taken from the name, media type, separated by tabs;
  /// the page first.  Empty lines and lines that begin with "#" count for nothing.  Also "table".
  static Result<Packing> of_table(const std::string& path, const PackOptions& options);

  Packing(Packing&&) noexcept;
  Packing& operator=(Packing&&) noexcept;
  ~Packing();

  const std::vector<PackedFile>& files() const;
  /// References to files that are not there or may not be taken, as they were written; the first
  /// thousand.
  const std::vector<std::string>& missing() const;

  /// Writes the body of a file: as it is, text as UTF-8.  False where it cannot be read (any more)
  /// or the sink wants no more.
  bool write_body(std::size_t index, Sink& sink) const;

 private:
  class [[gnu::visibility("hidden")]] Impl;
  explicit Packing(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace basewalk::bundle

#pragma GCC visibility pop

#endif  // BASEWALK_BUNDLE_PACK_H_

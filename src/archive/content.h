// SPDX-License-Identifier: MIT
//
// What a stream is, by its first bytes.
//
// Before this: opener.cpp has opened it.  After it: packed.cpp unpacks what is packed, and
// source.cpp cuts what is mail into messages.
#ifndef BASEWALK_SRC_ARCHIVE_CONTENT_H_
#define BASEWALK_SRC_ARCHIVE_CONTENT_H_

#include <optional>
#include <string>
#include <string_view>

namespace basewalk::archive {

enum class Content : unsigned char {
  mail,        // or anything else: a message may be any bytes
  compressed,  // gzip, xz, zstd, bzip2, lz4, lzip, compress
  tar,
  zip,
  cpio,
  seven_zip,
  rar,        // 1.5 to 4, and 5
  outlook,    // .pst, .ost
  index,      // what mail programs keep beside mailboxes
  unreadable  // a known kind that is not read
};

/// Is it read in a process of its own (packed/confined.cpp)?
constexpr bool is_confined(Content content) {
  return content == Content::seven_zip || content == Content::rar || content == Content::outlook;
}
/// Has it members?
constexpr bool is_archive(Content content) {
  return content == Content::tar || content == Content::zip || content == Content::cpio ||
         is_confined(content);
}

/// What the first bytes of a stream (512 where there are so many) say that it is.
Content content_of(std::string_view head);

/// What a file should be by its name, for what is damaged, and what should be in that where it is
/// compressed.
struct NamedContent {
  std::optional<Content> content, within;
};
NamedContent content_by_name(std::string_view name);

/// Is one of the first 64 bytes none of a text?
bool begins_as_binary(std::string_view head);
/// Can a message begin so (with 4096 bytes, or all where it is shorter)?  In its first block, up to
/// the first empty line, blank lines and `From ` lines before it aside, there must be a header
/// field: a usual one in any line, or any in the first line where the block is text.
bool could_be_mail(std::string_view head);

/// A sentence about what is unreadable, and what to do.
std::string unreadable_kind(std::string_view head);

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_CONTENT_H_

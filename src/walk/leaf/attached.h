// SPDX-License-Identifier: MIT
//
// What a leaf really is: documents and messages that come as attachments, under a type that
// does not say so.
#ifndef BASEWALK_WALK_LEAF_ATTACHED_H_
#define BASEWALK_WALK_LEAF_ATTACHED_H_

#include <string>
#include <string_view>
#include <vector>

#include "basewalk/mime/decode.h"
#include "basewalk/mime/headers.h"
#include "basewalk/mime/part.h"
#include "basewalk/walk/walk.h"

namespace basewalk {

enum class LeafKind {
  opaque,    ///< nothing to read
  document,  ///< text of the media type `type`
  message,   ///< a message: a transfer-encoded one, or an attached .eml or MHTML file
};

/// Enough of a body to see what it is.
inline constexpr std::size_t kFirstBytes = 1024;

struct Leaf {
  LeafKind kind = LeafKind::opaque;
  std::string_view type;  ///< for a document: the type to read it as; static or the part's own
};

/// Judges by the declared type, then by the file name, then by the first bytes.  `first_bytes` are
/// decoded; they are asked for only where type and name do not decide.
Leaf judge_leaf(std::string_view media_type, std::string_view file_name,
                std::string_view first_bytes);

/// As what else a reader opens a document (the doubt `media-type`): what the file's name says, what
/// its first characters say.  `start` is in UTF-8.  Running text is no other way.
std::vector<Leaf> other_leaves(const Leaf& first, std::string_view file_name,
                               std::string_view start);

/// The same of a message: the text that its type says it is, the document that its file's name
/// says.
std::vector<Leaf> other_leaves_of_message(std::string_view media_type, std::string_view file_name);

/// Is what is read as `first` also a text, to programs that know no more of its type than that it
/// is one (RFC 2046 4.1.4), or nothing of its name?  `in_bundle`: it is a part of a
/// multipart/related.
bool is_text_to_some(std::string_view media_type, const Leaf& first, bool in_bundle);

/// Does the name end with that, whatever the case of its letters?  Dots and blanks behind it, which
/// Windows drops, do not count.
bool has_ending(std::string_view file_name, std::string_view ending);
/// What stands behind the last dot of the name of a file, which may have folders before it; the
/// same does not count.
std::string_view ending_of(std::string_view file_name);

/// Does the name say that the file is a text, or a message?
bool is_name_of_text(std::string_view file_name);

/// Do type and name leave the answer to the first bytes?
bool needs_first_bytes(std::string_view media_type, std::string_view file_name);

/// Of a file of which nobody says what it is: has it no bytes that no text has?  The first decide.
bool looks_like_text(std::string_view bytes);

/// Do these bytes show nothing yet of what there is, so that it takes more of them?
bool is_blank_start(std::string_view first_bytes);

/// Why nothing was searched in a leaf of this type.
Unread why_unread(const Message& message, const mime::Part& part,
                  const mime::ParameterizedValue& content_type, mime::Encoding encoding);

/// Does its Content-Disposition say so?
bool is_attachment(const Message& message, const mime::Part& part);

/// The file name of a part: `filename` of its Content-Disposition, or `name` of its Content-Type.
std::string file_name_of(const Message& message, const mime::Part& part,
                         const mime::ParameterizedValue& content_type);

inline constexpr std::size_t kMostOtherNames = 8;

/// The other names that readers see who take another parameter, one of several, or a name as a URL:
/// `name` and `filename` as they are, and without escapes, and up to "?" or NUL.  Mostly none, at
/// no cost.  One more than kMostOtherNames where there are more than these.
std::vector<std::string> other_names_of(const Message& message, const mime::Part& part,
                                        const mime::ParameterizedValue& content_type,
                                        std::string_view first);

/// Adds what a part is by another name, if neither `first` nor one of `leaves` is that; running
/// text is nothing else than a document.
void add_leaf_of_name(const Leaf& leaf, const Leaf& first, std::vector<Leaf>& leaves);

/// Is it Markdown, by its type or its name?
bool is_markdown(std::string_view type, std::string_view file_name);

/// How much a text of that type may say about its own charset.
mime::TextKind text_kind(std::string_view type);

}  // namespace basewalk

#endif  // BASEWALK_WALK_LEAF_ATTACHED_H_

// SPDX-License-Identifier: MIT
//
// What an opener is given, and what it tells.
//
// An opener takes one document apart that came with a mail: a function
//
//     void open_x(const Document& document, DocumentSink& sink);
//
// which runs in a process that can open nothing, with little memory and CPU time.  It tells the
// references that it finds, the base that the document declares for them, texts to be searched, and
// files and messages inside, which are opened in turn by whoever asked.  It resolves nothing.  It
// may crash, spin or run out of memory (std::bad_alloc and others may leave it): what it has told
// counts, and the rest of the document is unread.  It may depend on nothing but what it is given:
// no files, no time, no threads, no random numbers.  What it does not read it tells by lack().
//
// Before this: program/serve.cpp has confined the process.  After it: what is told goes through the
// pipe (program/output.cpp) to the process that asked, which believes none of it.
#ifndef BASEWALK_SRC_WORKER_DOCUMENT_H_
#define BASEWALK_SRC_WORKER_DOCUMENT_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace basewalk::worker {

/// What an opener may spend on one document, and all that it opens for itself within it; behind a
/// bound it tells a lack, and ends or goes on with what costs nothing.
struct DocumentBounds {
  std::uint64_t bytes = std::uint64_t{64} << 20;  ///< unpacked or decoded, of streams and members
  std::uint64_t members = 10'000;                 ///< files, streams, messages inside
  std::uint64_t pages = 10'000;
  std::uint64_t pixels = 64'000'000;  ///< of pictures that are decoded, together
};

struct Document {
  std::string_view bytes;
  std::string_view name;  ///< of the file as sent; may be empty, and may lie
  /// To be tried where it is encrypted, behind the empty one, in this order.
  std::vector<std::string_view> passwords{};
  DocumentBounds bounds{};
};

/// A reference as it is written in the document, escapes of the format decoded; UTF-8 where that
/// can be known, else the bytes.
struct DocumentReference {
  std::string_view raw;
  /// Where: what holds it ("annotation", "relationship", "field") and, in brackets behind it, what
  /// of that ("URI", "hyperlink", "HYPERLINK").  Words of the format, of letters, digits, blanks
  /// and `:.-_/`, at most 64 bytes each.
  std::string_view element;
  std::string_view attribute{};
  /// What a reader sees of it, in UTF-8; none where it has no text.
  std::optional<std::string_view> text{};
  /// Is it resolved against the base that the document declares?
  bool uses_base = true;
  /// Is it `raw` only in that a URL stands somewhere in it (a command, an argument)?  Then that is
  /// searched for as in running text.
  bool is_text = false;
};

/// A text of the document's own, searched as `type` and reported under the document: text/plain,
/// text/html, application/xml, text/css, text/vcard, text/calendar, or text/javascript for a
/// script. UTF-8 where that can be known, else the bytes.
struct DocumentText {
  std::string_view type = "text/plain";
  std::string_view text;
  /// As of a reference; what is found in it is told with this before it.
  std::string_view element{};
};

/// A file inside, or an entity of MIME.
struct DocumentPart {
  /// With folders, divided by '/'; any bytes.
  std::string_view name{};
  /// Media type without parameters, or empty where the document does not say.
  std::string_view type{};
  std::string_view charset{};
  /// What the document keeps of the fields that it came with; may be empty.
  std::string_view content_base{}, content_location{};
  /// Its bytes are an entity of MIME: a header, an empty line, a body.  Nothing but its name is
  /// looked at then of what stands above.
  bool is_entity = false;
  /// Records that nobody opens may stand there: where its bytes look like nothing, it is a text.
  bool may_be_records = false;
};

/// Why something was not read.
enum class Lack : std::uint8_t {
  damaged,    ///< bytes are not what they should be
  encrypted,  ///< no password that there is opens it
  no_opener,  ///< a kind, or a version of it, that is not read
  limit,      ///< behind a bound
  empty,      ///< nothing in it can hold a link: told where nobody should wonder
  repaired,   ///< nothing is lacking, but only since what is damaged could be found otherwise
};

/// Which password opened it.
enum class OpenedWith : std::uint8_t {
  nothing,  ///< it was not encrypted, or not all that could open it was tried
  empty,    ///< the empty one
  word,     ///< one of Document::passwords
};

/// What an opener finds, in order.
class DocumentSink {
 public:
  virtual ~DocumentSink() = default;

  /// The document declares this as the base of its references (of all, wherever it stands); the
  /// first one counts.  `where` as the element of a reference.
  virtual void base(std::string_view url, std::string_view where) = 0;
  virtual void reference(const DocumentReference& reference) = 0;
  virtual void text(const DocumentText& text) = 0;
  /// A part begins; its bytes come in pieces of any size; it ends before the next one begins.
  /// Between these two only bytes() and lack() are called.
  virtual void begin(const DocumentPart& part) = 0;
  virtual void bytes(std::string_view bytes) = 0;
  virtual void end() = 0;
  /// Something was not read: of the part that is open, or else of the document.  `what` names it
  /// ("stream 7", "word/document.xml"), and may be empty; `sentence` goes on behind that ("is cut
  /// off").
  virtual void lack(Lack why, std::string_view what, std::string_view sentence) = 0;
  /// It was encrypted, and opened with that; `word` indexes Document::passwords.
  virtual void opened_with(OpenedWith how, std::size_t word = 0) = 0;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENT_H_

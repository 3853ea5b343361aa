// SPDX-License-Identifier: MIT
//
// The walk: every link of a message, with the base that was used and where that came from.
//
//     basewalk::Message message = basewalk::read_message(bytes);
//     basewalk::walk(message, {}, [](const basewalk::Link& link) {
//       std::cout << link.part << '\t' << link.raw << '\n';
//     });
//
// The walker goes through the tree in the order of its bytes, hands the base of each entity
// down to its parts, lets a part override it, and resolves every reference it finds.
#ifndef BASEWALK_WALK_WALK_H_
#define BASEWALK_WALK_WALK_H_

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "basewalk/base/scope.h"
#include "basewalk/doubt.h"
#include "basewalk/extract/extract.h"
#include "basewalk/flags.h"
#include "basewalk/limits.h"
#include "basewalk/mime/part.h"
#include "basewalk/notes.h"
#include "basewalk/open/kinds.h"
#include "basewalk/url/resolve.h"

#pragma GCC visibility push(default)

namespace basewalk {

using base::BaseFrom;

/// What became of a reference (docs/output.md).
enum class Status : std::uint8_t {
  absolute,    ///< it has a scheme: the base did not matter
  resolved,    ///< it was resolved against the base
  guessed,     ///< it has no scheme, but is read as a link: www.example.com
  unresolved,  ///< it is relative, and there is no base (RFC 1808 3.4)
  invalid,     ///< the chosen rules have no answer for it
};
std::string_view name(Status status);

/// One link.  Its texts are good until the visitor returns.
struct Link {
  std::string_view
      part;  ///< IMAP section number: "1", "2.1"; "0" is the header of a multipart message
  std::string_view type;  ///< media type of the part
  extract::Place place;   ///< where it stands; extract::where() has it as text: "a[href]"
  std::string_view raw;   ///< as the reader's program sees it; UTF-8
  std::optional<std::string_view>
      base;  ///< the base in force; none where there is none, or Flag::url_omitted
  BaseFrom base_from = BaseFrom::none;
  std::string_view base_part;  ///< section of the part that declared it; may be empty
  Status status = Status::unresolved;
  std::optional<std::string_view> url;      ///< the answer under the chosen rules
  std::optional<std::string_view> clicked;  ///< what a browser would open ([R5]), if anything
  /// Section of the part that it names in a bundle; the walk leaves it empty, bundle::Targets fills
  /// it.
  std::optional<std::string_view> target;
  /// What a reader sees of it (extract::Find::text); none where a link has no text of its own.
  std::optional<std::string_view> text;
  Flags flags;
  /// The doubt that another reading decides otherwise, where the first reading has no such link.
  std::optional<Doubt> reading;
  /// What was found in the text, or the surroundings, that were reported last; null for a link that
  /// stands in no text (a header), or within another link's URL.
  const extract::Find* find = nullptr;
  /// Offset of its written form in the message that was given; none where that does not stand in
  /// its bytes: it was decoded (a transfer encoding, a charset, a `data:` URL), put together, or is
  /// of a header field.
  std::optional<std::size_t> at;
  /// It stands in a document that was opened, or in what lay in one.
  bool in_document = false;
  /// It stands before or behind the parts of a multipart (Visitor::surroundings), where few readers
  /// look.
  bool beside_parts = false;
};

/// The text of a part as it was searched, reported before its links.  Good until the next one.
struct TextReport {
  std::string_view section;
  std::string_view type;     ///< that it was read as
  std::string_view text;     ///< UTF-8
  std::string_view charset;  ///< of the bytes, by its WHATWG or IANA name in lower case
  mime::Encoding encoding = mime::Encoding::identity;  ///< of the body as sent
  /// The message that the part lies in, and its index there: the one that was given, or one that
  /// was decoded out of it and lives until its last part was reported.
  const Message* message = nullptr;
  std::uint32_t part = 0;
  /// All that was found in it: links, the bases it names, and what they hold for.
  const extract::Finds* finds = nullptr;
  /// The doubt that this reading decides otherwise; none: it is the first.  Of another one only the
  /// links are reported that no reading before it has.
  std::optional<Doubt> reading;
  /// It lies behind a limit of the structure, in a message of its own.
  bool behind_limit = false;
  /// It lies in a document that was opened.
  bool in_document = false;
  /// The bytes of the message that it was made of: the part's body; of surroundings, those.
  mime::Span span;
};

/// One part, reported before its links.
struct PartReport {
  std::string_view section;
  std::string_view type;
  std::size_t depth = 0;   ///< 0 for the message itself; goes on counting in decoded messages
  std::size_t offset = 0;  ///< of its first byte in the message (of its enclosing body, if decoded)
  std::size_t size = 0;    ///< bytes of the body as sent
  mime::PartKind kind = mime::PartKind::leaf;
  bool decoded = false;  ///< it lies in a message that was transfer-encoded or attached
  std::optional<std::string_view> base;  ///< the effective base; none, too, where it was left out
  BaseFrom base_from = BaseFrom::none;
  std::string_view base_part;
  /// The message that it lies in, and its index there: the one that was given, or one that was
  /// decoded out of it and lives until its last part was reported.
  const Message* message = nullptr;
  std::uint32_t index = 0;
  /// It lies in a document that was opened; `message` is made of that.
  bool in_document = false;
};

/// A leaf that was opened, reported before its links and the parts in it (open::Kinds).
struct DocumentReport {
  std::string_view section;
  std::string_view format;     ///< "pdf", "zip": what opened it
  std::string_view file_name;  ///< may be empty
  std::size_t offset = 0;      ///< in the message (of the enclosing body, if decoded)
  std::size_t size = 0;        ///< bytes, decoded
  std::size_t references = 0, texts = 0, parts = 0;  ///< that were found in it
  std::optional<std::string_view> base;              ///< that it declares, as written
  /// How it was opened, where it was encrypted: "empty password", "word of the body".
  std::optional<std::string_view> opened_with;
  std::string_view password;  ///< that word
  bool in_document = false;   ///< it lies in another one
};

/// Another reading of a part with all that is in it, reported behind the first reading of the
/// message.  What follows until the next report of its kind is of it: texts and links, but no
/// parts.
struct ReadingReport {
  Doubt doubt = Doubt::header_end;
  std::string_view section;  ///< of the part
  std::size_t offset = 0;    ///< of the doubt in the message (of the enclosing body, if decoded)
  /// The message that the part lies in, and its index there, in the first reading; where that is
  /// itself of another reading, those that it lies in, of which part() was told.
  const Message* message = nullptr;
  std::uint32_t index = 0;
};

/// One note, with the section number of its part.
struct NoteReport {
  NoteCode code;
  std::string_view part;
  std::size_t offset = 0;  ///< in the message (of the enclosing body, if decoded)
  std::string_view text;
};

/// Why something was not searched for links.
enum class Unread : std::uint8_t {
  no_opener,      ///< a kind of file that nothing here opens
  encrypted,      ///< only its addressee can read it
  signed_opaque,  ///< wrapped in its signature (S/MIME)
  not_text,       ///< sound, video, fonts, signatures: no reader finds a link in them
  limit,          ///< behind a limit: see UnreadReport::limit
  damaged,        ///< bytes of a document are not what they should be
};

/// A leaf, or a stretch of one, in which no link was looked for.
struct UnreadReport {
  std::string_view section;
  std::string_view type;       ///< media type of the part
  std::string_view file_name;  ///< may be empty
  std::size_t offset = 0;      ///< in the message (of the enclosing body, if decoded)
  std::size_t size = 0;        ///< bytes as sent
  Unread why = Unread::no_opener;
  NoteCode limit{};         ///< the note that says so, where `why` is limit
  std::string_view text{};  ///< more of it, in a few words; may be empty
};
/// "no-opener"; of a limit its note's name: "limit-links".
std::string_view name(const UnreadReport& report);
std::string_view name(Unread why);
/// One sentence.
std::string_view meaning(Unread why);

/// What a message is to all its readers together.
enum class Verdict : std::uint8_t {
  clear,    ///< everything was read, and every reading has the same links
  differs,  ///< another reading has links that the first has not
  unread,   ///< no reading differs, but something that a reader could open was not read
};
/// "clear".
std::string_view name(Verdict verdict);

/// What a visitor wants next.  A stop is obeyed at every depth.
enum class Visit : std::uint8_t { go_on, stop };

/// Is told everything, in the order of the message's bytes.
class Visitor {
 public:
  virtual ~Visitor() = default;
  virtual Visit part(const PartReport&) { return Visit::go_on; }
  virtual Visit reading(const ReadingReport&) { return Visit::go_on; }
  virtual Visit text(const TextReport&) { return Visit::go_on; }
  virtual Visit link(const Link&) { return Visit::go_on; }
  /// All links of a text were reported; what its report holds is still good.
  virtual Visit text_end(const TextReport&) { return Visit::go_on; }
  /// What stands before the parts of a multipart or behind them (RFC 2046 5.1.1: preamble,
  /// epilogue), where a link was found in it: a text of no part, reported before its links, of the
  /// first reading alone.
  virtual Visit surroundings(const TextReport&) { return Visit::go_on; }
  virtual Visit surroundings_end(const TextReport&) { return Visit::go_on; }
  virtual Visit note(const NoteReport&) { return Visit::go_on; }
  virtual Visit unread(const UnreadReport&) { return Visit::go_on; }
  virtual Visit document(const DocumentReport&) { return Visit::go_on; }
};

struct WalkOptions {
  url::Rules rules = url::Rules::rfc1808;
  url::ResolveOptions resolve;
  base::Honor honor;
  std::string retrieved;      ///< the URL the message was fetched from (RFC 1808 3.3); may be empty
  std::string assume_scheme;  ///< for `//host/x` without any base; empty: such a link is unresolved
  bool refang = false;   ///< also links that were written so that nobody follows them: hxxp, [.]
  bool linkify = false;  ///< also names of hosts in running text that common programs link
  /// The documents that are opened: by default none, since that starts processes.
  open::Kinds open;
  Limits limits;
};

/// Counts of one walk.
struct WalkSummary {
  std::size_t parts = 0;
  std::size_t links = 0;
  std::size_t other_links = 0;  ///< of those: that the first reading has not
  std::size_t notes = 0;
  std::size_t unread = 0;  ///< what a reader could open and was not read: not_text does not count
  std::size_t documents = 0;  ///< that were opened
  bool stopped = false;       ///< by the visitor

  Verdict verdict() const {
    return other_links > 0 ? Verdict::differs : unread > 0 ? Verdict::unread : Verdict::clear;
  }
};

/// Walks messages one after the other, keeping its buffers.  Not for two threads at a time.
class Walker {
 public:
  explicit Walker(WalkOptions options);
  ~Walker();
  Walker(Walker&&) noexcept;
  Walker& operator=(Walker&&) noexcept;

  /// Never fails.  Cost: linear in the message and what is decoded of it (Limits::decoded_factor).
  WalkSummary walk(const Message& message, Visitor& visitor);

 private:
  class [[gnu::visibility("hidden")]] Impl;
  std::unique_ptr<Impl> impl_;
};

/// Walks one message.
WalkSummary walk(const Message& message, const WalkOptions& options, Visitor& visitor);

/// Calls `f` with every link; `f` returns nothing, or a Visit.
template <class F>
requires std::invocable<F&, const Link&> WalkSummary walk(const Message& message,
                                                          const WalkOptions& options, F&& f) {
  struct Links final : Visitor {
    explicit Links(F& function) : f(function) {}
    Visit link(const Link& link) override {
      if constexpr (std::is_same_v<std::invoke_result_t<F&, const Link&>, Visit>) {
        return f(link);
      } else {
        f(link);
        return Visit::go_on;
      }
    }
    F& f;
  } links(f);
  return walk(message, options, static_cast<Visitor&>(links));
}

}  // namespace basewalk

#pragma GCC visibility pop

#endif  // BASEWALK_WALK_WALK_H_

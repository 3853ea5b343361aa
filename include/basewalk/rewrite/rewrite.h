// SPDX-License-Identifier: MIT
//
// Other links in a message, and every other byte as it came.
//
//     rewrite::Options options;
//     options.drop_base = true;
//     Result<rewrite::Rewriter> rewriter = rewrite::Rewriter::make(options);
//     if (!rewriter) return complain(rewriter.error().detail);
//     const rewrite::Rewritten result = rewriter->rewrite(bytes);
//     if (result.changed()) result.append_to(out);
//
// The result is a list of splices over the bytes that were given.  An edited reference is replaced
// within its part's own charset and transfer encoding; in quoted-printable only the lines it
// touches are encoded again, in base64 all from the touched line on.  Each edited part is decoded
// once more and compared with what it should say before a splice of it counts; what cannot be
// edited so stays as it is, and a Kept says why (semantics [H5]).
#ifndef BASEWALK_REWRITE_REWRITE_H_
#define BASEWALK_REWRITE_REWRITE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/mime/part.h"
#include "basewalk/result.h"
#include "basewalk/temporary.h"
#include "basewalk/walk/walk.h"

#pragma GCC visibility push(default)

namespace basewalk::rewrite {

/// What a link must be to be edited at all.  Conditions of one kind are alternatives, those of
/// different kinds must all hold.
struct Condition {
  enum class Kind : std::uint8_t {
    scheme,  ///< of the answer, or of what a browser would open: "http"
    host,    ///< of either: "example.com", and with a leading dot also all below it
    flag,    ///< a name of docs/flags.md: "base-split"
  };
  Kind kind = Kind::scheme;
  std::string value;  ///< lower case
};

/// "scheme=http", "host=.example.com", "flag=base-split".  Error code: "condition".
Result<Condition> read_condition(std::string_view text);

struct Options {
  /// Rules, the URL of retrieval, bases that count, and limits.  Limits::output_factor bounds what
  /// edits may make of a message, too: that many times its size, 1 MiB of a small one, counted
  /// before the transfer encoding (which may make three bytes of one).
  WalkOptions walk;
  /// A relative reference that has a base becomes the answer.
  bool absolute = true;
  /// `<base>` elements go, so that no reader can join differently.  Not from a text in which a
  /// reference that needs them could not be edited.
  bool drop_base = false;
  /// What a known wrapper (Safe Links, URL Defense, ...) leads to takes its place.
  bool unwrap = false;
  /// A link that a reader may follow becomes one that nobody can: hxxps://example[.]com/.
  bool defang = false;
  /// An image that is a part of the message (`cid:`, or by its Content-Location) becomes a data:
  /// URL, up to Limits::output_factor times the message in all.
  bool cid_inline = false;
  /// `https://guard.example/?u={url}&m={mac}`; empty: no wrapping.  `{url}` is what a browser would
  /// open, percent-encoded but for unreserved characters (RFC 3986 2.3); `{path-url}` is the same,
  /// and must stand in the path: of `https://guard.example/{mac}/{path-url}` nothing is lost where
  /// a form is submitted by GET and its query replaced.  `{mac}` is the HMAC-SHA-256 of that URL
  /// before it was encoded, in lower-case hexadecimal.  http, https and
  /// ftp links that a reader may follow are wrapped, not images, style sheets and URLs in the text
  /// of another link; what is wrapped so already is not. It begins with a scheme (http or https), a
  /// host and a path.  `{expires}` is the last day on which the guard opens the link (`20270131`,
  /// UTC), `{flags}` are the link's flags (`base-split.text-differs`, or `none`); the code covers
  /// them, too: a line `expires=20270131` and a line `flags=...`, as far as the template has them,
  /// stand before the URL then.  basewalk/rewrite/wrapped.h opens such links.
  std::string wrap;
  std::string wrap_key;  ///< of the HMAC; required with `{mac}`, and only there
  /// Keys that codes were made with earlier: what they have wrapped is not wrapped again.
  std::vector<std::string> previous_keys;
  /// Days that a link can be opened; required with `{expires}`, and only there.
  unsigned wrap_lifetime = 0;
  /// Templates of this site's own: what they have wrapped becomes what it was.  Those with `{mac}`
  /// need `wrap_key`, and a link of theirs whose code no key has made stays; their last day does
  /// not count.
  std::vector<std::string> unwrap_from;
  std::vector<Condition> only;
  /// Edit also below multipart/signed and in texts with an inline PGP signature.
  bool edit_signed = false;
  /// Where another reading has links of its own, take the doubt away, so that every reader sees the
  /// first reading: a text is written again in UTF-8 and one encoding, a line that is no field and
  /// a further Content-Type become X-Basewalk-Removed fields, a multipart gets a boundary that
  /// stands nowhere else.  Not in what is signed, unless `edit_signed`, nor in attached messages.
  bool settle = false;
  /// Header fields X-Basewalk-Links, X-Basewalk-Flags, X-Basewalk-Bases and X-Basewalk-Verdict are
  /// added, those that came with the message removed.
  bool mark = false;
};

/// Bytes [begin, end) of the message, and what stands there instead.
struct Splice {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string bytes;
};

/// One thing that was changed.
struct Edit {
  enum class Kind : std::uint8_t { absolute, drop_base, unwrap, defang, cid_inline, wrap };
  Kind kind = Kind::absolute;    ///< what was done last, where several applied
  std::uint32_t part = 0;        ///< index in Rewritten::message
  std::string where;             ///< "a[href]"; "base[href]" for one that went
  std::string from;              ///< as it was read, at most 500 bytes
  std::string to;                ///< as it is read now, at most 500 bytes; empty for what went
  std::size_t offset = 0;        ///< of the first byte that changed, in the message that was given
  std::optional<Doubt> reading;  ///< that has the link, where the first reading has not
};
std::string_view name(Edit::Kind kind);  ///< "absolute", "drop-base", ...

/// What programs may offer their users for each kind of edit.
struct Action {
  Edit::Kind kind;
  std::string_view name;
  std::string_view meaning;  ///< half a line
  bool Options::*wanted;     ///< null where more than a word is needed: wrap
};
/// In the order of the kinds, one for each.
std::span<const Action> actions();

/// One thing that was not, although the options ask for it.
struct Kept {
  enum class Why : std::uint8_t {
    signed_part,    ///< multipart/signed, application/pkcs7-mime, an inline PGP signature
    encrypted,      ///< multipart/encrypted and the like: nothing in it is read
    charset,        ///< its charset has shifts, or cannot be decoded in steps
    encoding,       ///< uuencode, an unknown transfer encoding
    not_writable,   ///< decoded more than once (data:, scripts), or put together
    decoded,        ///< lies in a message that was itself transfer-encoded or attached
    document,       ///< stands in a document that was opened, which is not edited
    ambiguous,      ///< the part can be read in several ways, and this is not the first
    header,         ///< stands in a header field
    same_document,  ///< names a place in its own document, whose base is no <base>
    needed_base,    ///< <base> stays, because a reference that needs it does
    form_query,     ///< a form's GET would replace the query that Options::wrap has its URL in
    limit,          ///< Limits: message_bytes, links, output_factor
    check,          ///< the edited part, or another reading of the result, did not read back as it
                    ///< should
    scheme,         ///< Options::wrap takes what a guard can open alone, and it leads elsewhere:
                    ///< file, smb, webcal, the scheme of a program
  };
  Why why = Why::check;
  std::uint32_t part = 0;
  std::string where, from;
  std::size_t offset = 0;  ///< of the reference where known, else of the part's body
};
std::string_view name(Kept::Why why);     ///< "signed-part", ...
std::string_view meaning(Kept::Why why);  ///< one sentence

/// Links that another reading of a part has, and the first reading has not.  Those that could be
/// edited where they stand are among the edits; the others stay as they are.
struct LeftDoubt {
  Doubt doubt = Doubt::header_end;
  std::uint32_t part = 0;  ///< index in Rewritten::message
  std::size_t offset = 0;  ///< of the doubt where known, else of the part's body
  std::size_t links = 0;
};

/// A doubt that was taken away.
struct SettledDoubt {
  Doubt doubt = Doubt::header_end;
  std::uint32_t part = 0;  ///< index in Rewritten::message
  std::size_t offset = 0;  ///< as in LeftDoubt
};

/// Something that was not searched for links (UnreadReport).
struct LeftUnread {
  std::string section, type, name, why;
  std::size_t offset = 0, size = 0;
};

/// How the names of all fields that are a mark begin; X-Basewalk-Removed (Options::settle) is none.
inline constexpr std::string_view kMarkPrefix = "X-Basewalk-";
/// A header field that a mark adds.  `value` is ASCII without control characters, at most 900
/// bytes, so that it needs no folding.
struct Mark {
  std::string name;
  std::string value;
};

/// A header field of the message that a mark removes.
struct ForgedMark {
  std::uint32_t field = 0;     ///< index in Message::fields
  std::string name;            ///< as written
  std::size_t occurrence = 1;  ///< among the fields of that name (case does not matter), from 1
};

/// What became of one message.  Views the bytes that were given.
class Rewritten {
 public:
  Message message;              ///< as it came
  std::vector<Splice> splices;  ///< of bodies and of the header, sorted, not overlapping
  std::size_t body = 0;         ///< offset of the first byte behind the message's header and its
                                ///< empty line; splices of marks lie before it, others behind
  std::vector<Edit> edits;      ///< the first 10,000
  std::size_t edit_count = 0;
  std::vector<Kept> kept;  ///< the first 10,000
  std::size_t kept_count = 0;
  std::vector<Mark> marks;
  std::vector<ForgedMark> forged;
  std::size_t links = 0;  ///< of the message
  Flags flags;            ///< of any of them
  /// How many of them have a flag, by its value.
  std::array<std::size_t, 32> flagged{};
  std::vector<LeftDoubt> doubts;  ///< the first 1,000
  std::size_t doubt_count = 0;
  std::vector<SettledDoubt> settled;  ///< of the first 1,000
  std::vector<LeftUnread> unread;     ///< the first 1,000
  std::size_t unread_count = 0;       ///< what Unread::not_text says does not count
  /// What the message is to all its readers together, once it is settled; differs, too, where a
  /// link that the options ask to change stays for another reason than that it is signed, stands in
  /// a header, or leads within its own document.
  Verdict verdict = Verdict::clear;

  bool changed() const { return !splices.empty(); }
  /// Nothing is changed after all: what was edited is kept, for that reason, without marks; so are
  /// the marks that came with it, or one entry says that ours are missing.
  void take_back(Kept::Why why);
  /// Bytes of the result.
  std::size_t size() const;
  /// Appends the result; of an unchanged message the bytes that were given.
  void append_to(std::string& out) const;
  /// The same from offset `from` of the bytes that were given (0, or `body`), in pieces that are
  /// views: `write` returns false where nothing more is wanted.
  template <class F>
  bool write_to(F&& write, std::size_t from = 0) const {
    for (const Splice& splice : splices) {
      if (splice.end < from || (splice.begin < from && splice.end <= from)) continue;
      if (splice.begin > from && !write(message.bytes.substr(from, splice.begin - from)))
        return false;
      if (!splice.bytes.empty() && !write(std::string_view(splice.bytes))) return false;
      from = splice.end;
    }
    return from == message.bytes.size() || write(message.bytes.substr(from));
  }
};

/// Rewrites messages one after the other, keeping its buffers.  Not for two threads at a time.
class Rewriter {
 public:
  /// Error codes: "template" (no {url} or {path-url}, bytes that have no place in a URL, not
  /// absolute), "unwrap-from" (the same of one of those), "lifetime" (without {expires}, or
  /// missing), "key" (missing, too long, or without {mac}), "options" (two that exclude each other:
  /// defang with wrap).
  static Result<Rewriter> make(Options options);
  ~Rewriter();
  Rewriter(Rewriter&&) noexcept;
  Rewriter& operator=(Rewriter&&) noexcept;

  /// Never fails: what cannot be edited is kept.  `bytes` must outlive the result.
  /// Cost: linear in the message and the result; memory: the largest text part a few times.
  Rewritten rewrite(std::string_view bytes);
  template <TemporaryString Bytes>
  Rewritten rewrite(Bytes&&) = delete;

 private:
  class [[gnu::visibility("hidden")]] Impl;
  explicit Rewriter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace basewalk::rewrite

#pragma GCC visibility pop

#endif  // BASEWALK_REWRITE_REWRITE_H_

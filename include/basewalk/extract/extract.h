// SPDX-License-Identifier: MIT
//
// Which references are in a text, and where in it a base is named.
//
// An extractor is given decoded UTF-8 text and a media type, never a part.  It resolves
// nothing: it reports what is written, and the scope of bases that it is written in.
#ifndef BASEWALK_EXTRACT_EXTRACT_H_
#define BASEWALK_EXTRACT_EXTRACT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "basewalk/extract/place.h"
#include "basewalk/extract/written.h"
#include "basewalk/limits.h"
#include "basewalk/notes.h"
#include "basewalk/temporary.h"

#pragma GCC visibility push(default)

namespace basewalk::extract {

enum class FindKind : std::uint8_t {
  reference,  ///< a link
  base,       ///< names the base of its scope: <base href>, codebase, xml:base.  Not itself a link
};

/// What kind of stretch has a base of its own.
enum class ScopeKind : std::uint8_t {
  document,     ///< the text itself (always scope 0)
  srcdoc,       ///< <iframe srcdoc>: a document that inherits the base of the one around it
  conditional,  ///< an MSO conditional comment: its <base> counts for links in such comments only
  data,         ///< a `data:` URL: a document whose relative references have no base but its own
  element,      ///< an element with a base of its own: object/applet[codebase], xml:base
  earlier,      ///< the scope `outer` as it was when a frame in it was made (HTML 7.4.2.2)
};

/// Values of BaseScope::base.
inline constexpr std::uint32_t kFirstBase = 0xFFFFFFFF;  ///< the first find of the scope, if any
inline constexpr std::uint32_t kNoBase = 0xFFFFFFFE;     ///< none

/// A stretch of text with a base of its own, if a Find of kind `base` names it.  Several finds may
/// name one scope's base: the first of the tree counts (semantics [B4]); references before and
/// after it in the text alike use it.
struct BaseScope {
  std::uint32_t outer = 0;  ///< index of the scope around it; itself for scope 0
  ScopeKind kind = ScopeKind::document;
  /// Which find names its base: an index, kFirstBase or kNoBase.
  std::uint32_t base = kFirstBase;
  /// Of a srcdoc: offsets of the attribute's value in the text that was given, and how it stands
  /// there; `fixed` where it lies in another srcdoc, or is no attribute.
  Written written = {};
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Bits of Find::flags.
enum FindFlag : std::uint8_t {
  kUnterminated = 1,  ///< the tag, attribute or function never ended before the end of the text
  kGuessed = 2,  ///< no scheme was written, only a form that people read as a link: www.example.com
  kUnwrapped = 4,  ///< it is not the written form: white space inside brackets was deleted (RFC
                   ///< 1738 appendix), or some programs see more than that
  kNested = 8,     ///< stands in a script, a handler or a `javascript:` URL: a program may go there
  kInLink = 16,    ///< text of an <a href>: a click on it goes where that leads
  kReplacesQuery = 32,  ///< a form may be submitted to it by GET, and what was filled in then
                        ///< stands in place of its query (HTML 4.10.22.3)
};

/// One reference, or one base.
struct Find {
  FindKind kind = FindKind::reference;
  std::uint8_t flags = 0;
  std::uint32_t scope = 0;  ///< index into Finds::scopes
  /// The reference as the reader's program sees it: character references and CSS escapes decoded,
  /// white space around it dropped where HTML says so.
  std::string_view raw;
  Place place{};          ///< where it was written
  std::size_t begin = 0;  ///< offsets of the written form in the text that was given
  std::size_t end = 0;
  Written written = {};  ///< what that form is, so that another reference can stand in its place
  /// What a reader sees of the link: the text of the element, with alternative texts of images in
  /// it, white space collapsed, cut at kShownText bytes.  None where a link has no text of its own.
  std::optional<std::string_view> text{};
  /// Of what a browser opens as soon as it stands there (frames, refreshes, scripts, sheets): the
  /// scope of that moment, before any `<base>`; 0 for none other than `scope`.
  std::uint32_t earlier = 0;
};

/// The longest Find::text, in bytes.
inline constexpr std::size_t kShownText = 250;

/// The tag that a find of a base stands in, where that is an element of its own (`<base>`) in the
/// text that was given; not for those that were decoded out of it.
struct BaseTag {
  std::uint32_t find = 0;  ///< index into Finds::finds
  std::size_t begin = 0;   ///< offsets of the start tag in the text that was given
  std::size_t end = 0;
  bool needs_end_tag = false;  ///< it is one of XML, and not closed by itself
};

/// What of a text of HTML meets others, where readers show several as one document.
struct Seams {
  /// Behind and before other texts of which this holds, with a <br> between them, the same is found
  /// in it as alone, but for what forms and buttons of others make of its forms and buttons, what
  /// is seen of a link, and kInLink.  It names no base.
  bool apart = false;
  bool form_by_get = false, button_by_get = false;  ///< one that submits by GET
  /// One that such a button makes submit by GET, or such a form.
  bool form_by_other = false, button_by_other = false;
  /// Something in it is not shown, which may hide what stands behind it.
  bool hides = false;
  /// A URL was found that tags divide, which is none where it is not shown.
  bool divides = false;

  /// The seams of both.
  void add(const Seams& other);
  /// Is the same found in all of which these are the seams, where they are one document?
  bool hold() const;
};

/// What an extractor found, in the order of the text.  Used again from text to text: clear() keeps
/// its memory.  Views in it point into the text that was given, into memory of its own, or to
/// constants.
class Finds {
 public:
  Finds();
  ~Finds();
  Finds(const Finds&) = delete;
  Finds& operator=(const Finds&) = delete;

  std::vector<Find> finds;
  std::vector<BaseScope> scopes;   ///< scopes[0] is the text itself
  std::vector<BaseTag> base_tags;  ///< in the order of the finds
  std::vector<Note> notes;         ///< offsets into the text; Note::part is not set
  /// A limit was reached; finds behind it are missing.
  bool cut = false;
  /// There is a <noscript> of HTML: Options::scripting decides what it holds.
  bool has_noscript = false;
  /// It may hold others than these finds.
  bool scripts_may_add = false;
  /// A browser that runs scripts runs one of it: `<script>`, a handler of an event.  What URLs in
  /// it show is among the finds; which links it makes nobody here knows.
  bool has_script = false;
  /// A style marks where a field of Word begins (`mso-element:field-begin`).
  bool has_fields = false;
  Seams seams;
  /// How much there is that a picture can be drawn with: elements that hold nothing, block
  /// characters and the like, and a share of what SVG of HTML is written with.
  std::size_t marks = 0;

  void clear();
  /// Copies a text to memory that lives until clear().
  std::string_view keep(std::string_view text);
  /// The same for a text put together from pieces.
  std::string_view keep(std::string_view a, std::string_view b, std::string_view c = {},
                        std::string_view d = {});

 private:
  struct [[gnu::visibility("hidden")]] Memory;
  std::unique_ptr<Memory> memory_;
};

/// For each of Finds::scopes the find that names its base, null where none does: BaseScope::base.
/// An `xml:base` names none where its document has a `<base href>` ([B3]).  Pointers into `finds`.
std::vector<const Find*> bases_of(const Finds& finds);

struct Options {
  std::size_t depth = 100;        ///< of srcdoc documents in one another
  std::size_t links = 1'000'000;  ///< finds after which an extractor stops, with Finds::cut
  /// RFC 3676: the text is format=flowed, with DelSp=yes.
  bool flowed = false;
  bool del_sp = false;
  /// HTML: scripts run, so <noscript> holds raw text (WHATWG HTML 13.2.6.4.7).
  bool scripting = false;
  /// Read "hxxp://h[.]example" as what it was: links that were written so that nobody follows them.
  bool refang = false;
  /// Names of hosts under a known top-level domain in running text are links, too, as common
  /// programs make them: "example.com/x", "//example.com".  With kGuessed.
  bool linkify = false;
};

/// HTML as browsers tokenise it (WHATWG HTML 13.2.5), with the text between the tags searched as
/// extract_text() does.  Role::text.
void extract_html(std::string_view text, const Options& options, Finds& out);
/// XML: XHTML, SVG, Atom, RSS, OPML and others, each element by its namespace.  `xml:base` is
/// reported as the base of a scope of kind `element` (semantics [B3]), HTML within feeds as a
/// srcdoc.
void extract_xml(std::string_view text, const Options& options, Finds& out);
/// Plain text (RFC 1738 appendix, RFC 2396 E): `<URL:...>`, `<...>`, bare URLs, `www.` forms.
void extract_text(std::string_view text, const Options& options, Finds& out);
/// A style sheet (CSS Syntax 3): url(), @import, image-set().  Role::css_url, css_import ...
void extract_css(std::string_view text, const Options& options, Finds& out);
/// A calendar (RFC 5545): the places are "calendar url", "calendar attendee[dir]", and for the HTML
/// of a description "calendar x-alt-desc a[href]".
void extract_calendar(std::string_view text, const Options& options, Finds& out);
/// A business card (RFC 6350): the same with "vcard".
void extract_vcard(std::string_view text, const Options& options, Finds& out);
/// The value of a header field, unfolded: `name` decides how it is read (List-*: angle brackets,
/// RFC 2369; Link: RFC 8288; Content-Location: the whole value ...).  The place is "header
/// list-unsubscribe". Fields that hold no URLs yield what stands in angle brackets with a scheme,
/// and bare http(s) URLs.
void extract_field(std::string_view name, std::string_view value, const Options& options,
                   Finds& out);

/// The finds would point into a text that is gone: give it a name first.
template <TemporaryString Text>
void extract_html(Text&&, const Options&, Finds&) = delete;
template <TemporaryString Text>
void extract_xml(Text&&, const Options&, Finds&) = delete;
template <TemporaryString Text>
void extract_text(Text&&, const Options&, Finds&) = delete;
template <TemporaryString Text>
void extract_css(Text&&, const Options&, Finds&) = delete;
template <TemporaryString Text>
void extract_calendar(Text&&, const Options&, Finds&) = delete;
template <TemporaryString Text>
void extract_vcard(Text&&, const Options&, Finds&) = delete;
template <TemporaryString Value>
void extract_field(std::string_view, Value&&, const Options&, Finds&) = delete;

/// False only where extract_field() would find nothing, whatever is still folded or in encoded
/// words (RFC 2047) in the value.  For the many fields that hold none this is all the work.
bool may_hold_references(std::string_view name, std::string_view value);
/// What stands within a URL: what a known wrapper leads to (Role::wrapped), and other URLs
/// in its path, query and fragment (Role::nested), percent-decoded.  Of `data:` and `javascript:`
/// URLs nothing: the extractors of HTML look into those.  One level: ask again with what was found.
void extract_url(std::string_view url, const Options& options, Finds& out);
template <TemporaryString Text>
void extract_url(Text&&, const Options&, Finds&) = delete;

/// Calls the extractor for a media type ("text/html", "application/xhtml+xml", "text/css",
/// "text/plain" and other text types); false where there is none and nothing was done.
bool extract(std::string_view media_type, std::string_view text, const Options& options,
             Finds& out);
template <TemporaryString Text>
bool extract(std::string_view, Text&&, const Options&, Finds&) = delete;

}  // namespace basewalk::extract

#pragma GCC visibility pop

#endif  // BASEWALK_EXTRACT_EXTRACT_H_

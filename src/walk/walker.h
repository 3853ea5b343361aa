// SPDX-License-Identifier: MIT
//
// The walker's state, which its files share: walk.cpp goes through the tree, frames.cpp puts trees
// upon it that were decoded out of a leaf, readings.cpp takes what is in doubt in other ways,
// pages.cpp several pages as one, other_bases.cpp other bases, websites.cpp a header's base for a
// link; documents.cpp has opened
// what is no text, within_text.cpp has looked at what a text draws and holds;
// told_before.cpp knows which links another reading had, report.cpp tells the visitor.
#ifndef BASEWALK_WALK_WALKER_H_
#define BASEWALK_WALK_WALKER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "basewalk/extract/extract.h"
#include "basewalk/mime/decode.h"
#include "basewalk/mime/headers.h"
#include "basewalk/note.h"
#include "basewalk/walk/walk.h"
#include "mime/charset.h"
#include "mime/pieces.h"
#include "mime/transfer/transfer_readings.h"
#include "open/looked_at.h"
#include "open/opener.h"
#include "open/passwords.h"
#include "text/offsets.h"
#include "text/siphash.h"
#include "text/work.h"
#include "walk/leaf/attached.h"
#include "walk/leaf/page_pictures.h"
#include "walk/leaf/programs.h"
#include "walk/link_maker.h"

namespace basewalk {

/// No registered type is longer (RFC 6838 4.2 asks for less), and it is told with every link.
inline constexpr std::size_t kLongestType = 127;

// An entity to be read otherwise once the first reading of its message was walked.
struct OtherStructure {
  std::vector<mime::StructureDoubt> taken;  // the first is one of the message's own
  base::Scope scope;                        // around the entity
  std::string section;                      // of the entity
  std::uint32_t part = 0;                   // the entity, in the message
  std::size_t depth = 0;
  bool is_left = false;  // too many doubts: it is told that it is not read
};

// Where a text comes from: with the place in it behind it, equal for equal bytes of the message
// that are read in the same way.
struct Source {
  std::string name{};
  std::size_t begin = 0;  // of the text in it
  // So much of the text are bytes of the body, in whatever charset the rest of it is, and where.
  std::size_t in_bytes = 0;
  std::string bytes_name{};
  std::size_t bytes_begin = 0;
  const text::Offsets* dropped = nullptr;  // as of a frame, where these are its bytes
  bool is_sent = false;                    // the text itself is
  std::vector<std::size_t> nuls{};         // in it, which some take out

  std::string place(std::size_t in_text) const {
    if (in_text < in_bytes) return bytes_name + std::to_string(sent(bytes_begin + in_text));
    if (is_sent) return name + std::to_string(sent(begin + in_text));
    const auto before = std::lower_bound(nuls.begin(), nuls.end(), in_text) - nuls.begin();
    return name + std::to_string(begin + in_text - static_cast<std::size_t>(before));
  }
  std::size_t sent(std::size_t at) const { return dropped != nullptr ? dropped->source(at) : at; }
};

// A page that some readers show in one with the page before it.
struct JoinedPage {
  std::uint32_t part = 0;
  mime::TransferReading transfer = mime::TransferReading::first;  // of its body
  bool ends_in_tag = false;
  // Once they are joined:
  std::size_t begin = 0;  // in the text of all
  Source source = {};
};

// A page that Thunderbird shows in one document with all others of the mail, those of messages in
// it among them.
struct ShownPage {
  std::uint32_t part = 0;  // of the message that was given, in which it lies
  std::string section;
  std::string message;  // names the one it is of
  base::Scope scope;
  std::string text = {};           // where a reference in it needs a base
  BaseFrom from = BaseFrom::none;  // of the base that it names first
  std::string base = {};           // as an attribute would have it
};

// The Content-Base of a message, which Thunderbird shows as a link.
struct Website {
  std::uint32_t part = 0;  // the header of that message is its
  std::string url;
};

// What says which pages of a message are shown, as far as somebody has asked.
struct ShownParts {
  std::vector<std::uint32_t> next_page;               // from each part on; kNone behind the last
  std::unordered_map<std::uint32_t, bool> has_start;  // bundles that name the part they begin with
};

// The pages of one message, without those of messages within it.
struct PageGroup {
  std::uint32_t message = mime::kNone;  // the part that holds it; kNone at the top
  std::vector<JoinedPage> pages = {};
  base::Scope scope = {};           // of the first
  extract::Seams seams = {};        // of them all
  std::size_t size = 0, finds = 0;  // of their texts, and what is in them
  // The same for who decodes a body otherwise, or has nothing but a line end between pages; empty
  // where that makes no difference.
  std::vector<JoinedPage> other_pages = {};
  bool is_other = false;  // it is that
};

// One tree being walked: the message itself, one that was decoded out of a leaf, or an entity of
// the one below it, read otherwise.
struct Frame {
  std::string bytes;  // of a decoded message
  Message own;        // that of a decoded message, or of another reading
  const Message* message = nullptr;
  bool is_decoded = false;
  std::optional<Doubt> reading;         // none: the first one
  std::optional<OtherStructure> other;  // it is this one of the frame `of`
  Frame* of = nullptr;
  std::vector<std::uint32_t> doubts;  // indices of message->doubts, by part
  std::size_t next_doubt = 0;
  bool joins_pages = false;           // it has several pages that stand beside each other
  std::vector<PageGroup> open_pages;  // of the message at hand and those around it
  std::vector<PageGroup> pages;       // to be joined
  std::size_t next_pages = 0;
  ShownParts shown_parts;
  std::vector<Website> websites;
  std::size_t next_website = 0;
  bool remembered = false;              // known_in_message_ has its links
  bool in_doubt = false;                // there are other readings of all of it
  std::uint32_t limited = mime::kNone;  // the part of which it was said that others are left unread
  std::size_t combined = 0;             // of those below, that decide several doubts otherwise
  std::uint32_t left = mime::kNone;     // the part of which one of those below is left unread
  std::vector<OtherStructure> others;   // walked one after the other behind the last part
  std::size_t next_other = 0;
  // A document: the parts in it are walked one after the other.
  std::unique_ptr<open::Opened> opened;
  std::size_t next_opened = 0;
  std::size_t opened_before = 0;  // parts of other documents in the same leaf
  std::string number;             // section number of such a part
  bool in_document = false;       // it is one, or lies in one
  std::size_t documents = 0;      // that it lies in
  // Behind a limit: what is left to be read piece by piece, all under one section number.
  std::optional<mime::Pieces> pieces;
  std::string section;
  // The message whose parts the visitor was told of, and the part of it that this one lies in;
  // where these are told, it is the message itself.
  const Message* told = nullptr;
  std::uint32_t told_part = 0;

  bool is_told() const { return told == message; }
  std::string origin;  // names the bytes for known_; equal for equal ones
  // From places in the bytes to those in bytes with the same origin, where NULs were taken out.
  const text::Offsets* dropped = nullptr;
  std::size_t sent(std::size_t at) const { return dropped != nullptr ? dropped->source(at) : at; }
  std::string prefix;      // of its section numbers: "2."
  std::size_t offset = 0;  // of the body it was decoded from, in the message that was given
  std::size_t depth = 0;   // of its root
  std::uint32_t next = 0;  // part
  std::vector<base::Scope> scopes;   // scopes[d] is the one around parts of depth d
  std::vector<std::uint32_t> notes;  // indices of message->notes, by part
  std::size_t next_note = 0;
  PictureNames pictures;
};

// What the documents of one message may still take.
struct DocumentBudget {
  void begin(const Limits& limits) {
    count = limits.documents;
    bytes = limits.document_bytes;
    microseconds = std::uint64_t{1'000'000} * limits.document_seconds;
    words.clear();
    has_words = false;
  }
  std::size_t count = 0;
  std::uint64_t bytes = 0;
  std::uint64_t microseconds = 0;  // of CPU time
  // Of the message, that may be passwords; once they were asked for.
  std::vector<open::Word> words = {};
  bool has_words = false;
  // What was found in the part at hand as it stands, if that is a text; the document in it (text
  // that is signed in the clear) has the same.
  std::unordered_set<std::string, TextHash> known = {};
};

// What a text draws, and which files stand in it.
struct Drawing {
  std::string_view opener;
  std::string text;
};
struct WithinText {
  std::vector<Drawing> drawings = {};
  std::size_t marks = 0;  // that the first of them is made with
  // Of data: URLs, and encoded for the text; what is wrong with them.
  std::vector<open::Part> files = {};
  std::vector<open::Lack> lacks = {};
  bool is_cut = false;  // there are more
};

class Walker::Impl {
 public:
  explicit Impl(WalkOptions options);
  WalkSummary walk(const Message& message, Visitor& visitor);

 private:
  // One way to read a body.  There is another where a header declares type or encoding twice.
  struct Reading {
    std::string_view media_type;
    mime::Encoding encoding = mime::Encoding::identity;
    std::string declared;  // the value of the Content-Type field
    mime::ParameterizedValue content_type;
    Leaf leaf;
    std::string file_name;
    std::vector<std::string> other_names;  // that some readers see
    std::vector<Leaf> named;               // what these make it, where that is another leaf
    mime::TransferReading transfer = mime::TransferReading::first;
    bool scripting = false;
    std::optional<Doubt> doubt;  // that it decides otherwise
    bool unopened = false;       // entities that a limit has left
  };

  // A part on its way through visit().
  struct Current {
    Frame& frame;
    std::uint32_t index;
    const mime::Part& part;
    std::string section;
    base::Scope scope;
    Reading reading;
    std::size_t opened_parts = 0;  // of the documents in it, that were told so far
  };

  // Tells the visitor, whose work is its own.
  template <class Report>
  Visit tell(Visit (Visitor::*what)(const Report&), const Report& report) {
    const work::Outside outside(*budget_);
    return (visitor_->*what)(report);
  }
  bool may_work();
  // What is in documents has a purse of its own, so that the rest of the mail is read however much
  // comes out of them.
  void charge_documents(bool documents);
  // What is in documents leaves the half to the rest of the mail.
  std::size_t links_left() const;

  void push(std::unique_ptr<Frame> frame);
  static void set_told(Frame& inner, const Frame& outer, std::uint32_t part);
  void pop();
  void keep_websites(Frame& frame);
  void keep_led_to(const Link& link);
  Visit visit_website(Frame& frame, const Website& site);
  Visit visit(Frame& frame, std::uint32_t index);
  Visit visit_unread(Current& at);
  std::string section_of(const Frame& frame, std::uint32_t index) const;
  static std::string section_of_opened(const Frame& frame, std::uint32_t index);
  Visit tell_reading(const Current& at);
  void keep_doubts(Frame& frame, const Current& at);
  static void keep_both(const Frame& frame, const mime::StructureDoubt& doubt);
  Visit push_other(Frame& frame, OtherStructure other);
  bool keeps_nuls(Frame& frame, std::uint32_t index);
  bool drop_nuls(Frame& frame, std::string& out);
  Visit push_without_nuls(Frame& frame);
  static bool has_pages_to_join(const Message& message);
  static std::uint32_t message_around(const Message& message, std::uint32_t part);
  void keep_page(const Current& at);
  void keep_other_page(const Current& at);
  static void close_pages(Frame& frame, std::uint32_t next);
  bool are_pages_apart(const PageGroup& group) const;
  std::string join_pages(Frame& frame, PageGroup& group);
  Visit visit_joined_pages(Frame& frame, PageGroup group);
  const Source& source_of(const Current& at);
  void drop_known_in_message(const Current& at);
  std::string place_of(const Current& at, std::size_t in_text);
  static std::string place_of_body(const Current& at);
  Visit visit_external_body(Current& at);
  Visit tell_fragment(const Current& at);
  // Of its type and each of its names.
  static bool is_any_name(const Reading& reading,
                          bool (*is_it)(std::string_view type, std::string_view name));
  void look_for_script(const Current& at);
  void keep_fields(const Current& at);
  Visit report_fields(Current& at);
  Visit tell_script(const Current& at);
  void read_as(Current& at, std::string_view media_type, mime::Encoding encoding,
               std::uint32_t content_type_field);
  void read_as(Current& at, const mime::Reading& other);
  void read_other_names(Current& at, std::string_view first_bytes);
  static std::string first_bytes_of(const Current& at);
  bool is_damaged() const;
  bool has_wide_characters(const Reading& first) const;
  static Doubt doubt_of(mime::Encoding encoding);
  void push_other_decodings(Current& at);
  Visit visit_other_messages(Current& at);
  static bool has_other_format(const mime::ParameterizedValue& type);
  std::vector<Reading> doubts_of(Current& at);
  Visit visit_doubts(Current& at, std::vector<Reading> doubts);
  bool may_decode(const Current& at, std::size_t depth);
  void remember(Frame& frame);
  void put_in_doubt(Frame& frame);
  void put_first(std::ptrdiff_t first);
  std::optional<open::Format> document_of(Current& at);
  void keep_links_of_text(bool has_text);
  Visit visit_document(Current& at, const open::Format& format);
  std::optional<open::Format> other_document_of(const Current& at, const open::Format& first,
                                                std::string_view bytes) const;
  Visit open_leaf(Current& at, const open::Format& format, std::string bytes);
  void grant_work(const Current& at, std::uint64_t bytes);
  std::optional<std::string_view> reached_limit_of_documents(const Current& at) const;
  void keep_within_text(const Current& at, bool is_document);
  void keep_drawing(const Current& at);
  void keep_data_urls(bool draws);
  void keep_packed_files(const Current& at);
  void look_for_files(const Current& at, bool may_have_files);
  void keep_embedded_files(const Current& at);
  Visit visit_within_text(Current& at);
  open::Opened open_document(const Current& at, const open::Format& format,
                             const std::string& bytes);
  const std::vector<open::Word>& password_words();
  void collect_words(const Message& message, open::Words& words);
  Visit report_document(Current& at, const open::Format& format, std::size_t size,
                        const open::Opened& opened);
  Visit report_references(Current& at, const open::Opened& opened, open::Kind kind);
  /// `kind` is that of the document; nothing of what stands in a page of the mail.
  Visit report_reference(Current& at, const open::Reference& reference,
                         std::optional<open::Kind> kind);
  Visit report_text_of(Current& at, std::string_view type, std::string_view text,
                       std::string_view element);
  Visit report_lacks(const Current& at, std::size_t size, const open::Opened& opened);
  Visit report_document_limit(const Current& at, std::string_view text);
  void push_opened(Current& at, open::Opened opened);
  Visit push_opened_part(Frame& frame, std::size_t index);
  Visit tell_unopened_parts(const Frame& frame, std::size_t index);
  static void keep_multiparts(Message& message);
  void push_decoded(const Current& at);
  void push_unopened(const Current& at);
  Visit push_piece(Frame& frame, mime::Span piece);
  // Says that an entity is not read otherwise: once for all doubts of a part of the frame.
  Visit tell_unread_others(Frame& frame, std::uint32_t part, const UnreadReport& entity,
                           const mime::StructureDoubt& doubt);

  extract::Options text_options() const {
    extract::Options options;
    options.refang = options_.refang;
    options.linkify = options_.linkify;
    return options;
  }
  std::string_view text_of(const Current& at);
  void set_text(std::string_view text) {
    text_ = text;
    source_.reset();
  }
  void find_links(const Current& at, std::string_view text);
  bool may_embed(std::size_t cost);
  void make_scopes(const Current& at);
  void make_scopes_in(const Current& at, const base::Scope& outer, Notes& notes,
                      std::vector<base::Scope>& scopes, bool is_taken = false);
  static std::size_t offset_of_text(const Current& at, std::size_t in_text);
  static bool needs_base(const extract::Find& find);
  std::vector<base::Scope> other_bases(const Current& at);
  std::vector<base::Scope> find_other_bases(const Current& at);
  bool add_bases_of(const Current& at, const Message& message, std::uint32_t part,
                    const base::Scope& none, std::vector<std::string>& seen,
                    std::vector<base::Scope>& others);
  void make_other_scopes(const Current& at);
  Visit report_below_other_bases(const Current& at, const extract::Find& find, Doubt doubt,
                                 std::size_t told_before = 0);
  void find_washed_base();
  Visit report_washed(const Current& at, const extract::Find& find);
  void keep_shown_page(const Current& at);
  Visit visit_shown_pages(Frame& frame);
  Visit visit_shown_page(Frame& frame, const ShownPage& page, const base::Scope& shown);

  Visit report_part(const Current& at, bool has_text);
  Visit report_structure_notes(Current& at);
  Visit report_header_links(const Current& at);
  void find_as_others(std::string_view name, std::string_view value, std::string_view others);
  Visit report_surroundings(const Current& at);
  Visit report_beside_parts(const Current& at, mime::Span span, std::string_view text);
  Visit report_text(const Current& at);
  Visit report_finds(const Current& at);
  Visit report_other_charsets(const Current& at);
  void find_sources();
  void drop_seen_bases();
  void set_query_charset(const Current& at);
  const mime::Charset* query_charset(const extract::Find& find) const;
  bool is_seen(const extract::Find& find, const Link& link);
  bool is_known(const extract::Find& find, const Link& link);
  bool is_known_in_message(const Current& at, const extract::Find& find, const Link& link,
                           bool in_text);
  void keep_link_of_page(const Link& link, std::string key);
  void recall_links_of_pages();
  void forget_links_of_pages() {
    links_of_pages_.clear();
    ends_in_links_.clear();
  }
  bool is_unread_known(const Current& at, bool to_its_end);
  bool may_read(const Current& at);
  bool is_other_structure() const { return structure_ || pages_ != nullptr; }
  std::optional<Doubt> reading() const { return structure_ ? structure_ : body_; }
  void keep_unsaid(const Notes& others);
  void drop_known_bases();
  std::optional<std::size_t> place_in_bytes(const extract::Find& find) const;
  Visit report_link(const Current& at, std::string_view type, const extract::Find& find,
                    const base::Scope& scope, bool in_text = false);
  Visit report_one(const Current& at, std::string_view type, const extract::Find& find,
                   const base::Scope& scope, std::size_t depth, bool in_text);
  void look_within(const Current& at, Link& link, std::size_t depth);
  Visit report_notes(const Current& at);
  Visit report_unread_leaf(const Current& at, std::string_view text = {});
  Visit report_unread_limit(const Current& at, const Note& note);
  Visit report_unread(UnreadReport report);
  Visit report_note(const Current& at, const Note& note, bool in_pieces);
  std::size_t offset_of(const Frame& frame, std::size_t offset) const {
    return frame.is_decoded ? frame.offset : offset;
  }

  const WalkOptions options_;
  LinkMaker maker_;
  Visitor* visitor_ = nullptr;
  std::string_view bytes_;  // of the message that was given
  WalkSummary summary_;
  std::vector<std::unique_ptr<Frame>> frames_;
  // What is left, in bytes, of the bounds of this message.
  std::size_t decoded_budget_ = 0, embedded_budget_ = 0, reported_budget_ = 0;
  std::size_t within_budget_ = 0, readings_budget_ = 0;

  DocumentBudget documents_;
  open::LookedAt looked_at_;     // in this message and those before
  WithinText within_text_;       // of the part at hand
  std::string first_bytes_;      // of a leaf that is decoded
  std::string_view as_written_;  // of the reference at hand, where that is resolved as another

  // The budget of work; what is kept back to tell what was found; nothing more is looked for.
  work::Budget* budget_ = nullptr;
  std::uint64_t reserve_ = 0;
  bool out_of_work_ = false;
  struct Purse {
    std::uint64_t left = 0, reserve = 0;
    bool is_out = false;
  };
  Purse other_purse_;  // the mail's, or that of its documents
  bool charges_documents_ = false;
  std::size_t document_links_ = 0;

  // Used again from part to part.
  Notes notes_;
  mime::CharsetDecoder charsets_;
  std::string transfer_;
  std::string_view text_;           // that finds_ are of
  std::optional<Source> source_;    // of text_, once it was asked for
  extract::Finds finds_;            // of a text
  extract::Finds other_finds_;      // of a header field, or of what stands beside parts
  extract::Finds finds_as_others_;  // of a field, its words decoded otherwise
  bool beside_parts_ = false;       // what is at hand stands there
  extract::Finds inner_finds_;      // of a URL, and of those within it
  struct Within {
    std::size_t find;  // index into inner_finds_
    std::size_t depth;
  };
  std::vector<Within> within_;                          // still to be reported, the next one last
  std::vector<base::Scope> scopes_;                     // of finds_.scopes
  std::vector<std::vector<base::Scope>> other_scopes_;  // the same below each other base
  std::string_view washed_base_;                        // to Roundcube
  bool washed_is_known_ = false;
  struct OtherBases {
    base::Scope of;  // keeps its URL alive
    std::vector<base::Scope> others;
  };
  std::unordered_map<const url::Base*, OtherBases> other_bases_;  // by the base in force
  std::vector<ShownPage> shown_pages_;
  std::unordered_map<std::string, bool> led_to_;     // websites: is it known from a link?
  bool has_nuls_ = false;                            // the message that was given
  bool drops_nuls_ = false;                          // it is to be read without them
  text::Offsets dropped_;                            // by them
  const mime::Charset* document_charset_ = nullptr;  // of queries; null for UTF-8
  std::vector<bool> inner_documents_;                // by scope, where there is one
  // Where other readers take the bytes for another charset: the links of the first reading, and of
  // those after it, each with its place in the bytes.
  bool several_charsets_ = false;
  std::vector<std::string> seen_, seen_here_;  // before the reading at hand, sorted; in it
  std::vector<std::size_t> sources_;           // of finds_.finds, in the bytes
  std::vector<std::size_t> seen_bases_;        // the places of tags that name one
  std::vector<open::Reference> page_fields_;   // of the page at hand, that lead somewhere
  std::string_view script_;  // what is told of a program or a file in the part; none for none
  // Where there are doubts about a body: the links of the readings so far.
  bool in_doubt_ = false;
  using Texts = std::unordered_set<std::string, TextHash>;
  static bool is_new(const extract::Find& find, std::string key, Texts& known);
  Texts known_links_, known_bases_;
  // Where there are doubts about the structure: the links so far, how many frames want those of all
  // parts, how many want any, and whether those of the part at hand are wanted.
  Texts known_in_message_;
  std::size_t structures_in_doubt_ = 0, remembered_ = 0;
  bool remembers_ = false;
  // Those of pages that known_in_message_ has not yet, one behind the other: where each ends
  // without its answer, and with it.
  std::string links_of_pages_;
  std::vector<std::size_t> ends_in_links_;
  // What the reading at hand decides otherwise; neither: it is the first.
  std::optional<Doubt> structure_, body_;
  const std::vector<JoinedPage>* pages_ = nullptr;  // that the text at hand is made of
  bool unopened_ = false;                           // the part at hand is read piece by piece
  std::string first_text_;                          // of the first reading
  std::size_t same_until_ = 0;  // so far the text of the reading at hand is that one
};

}  // namespace basewalk

#endif  // BASEWALK_WALK_WALKER_H_

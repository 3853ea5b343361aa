// SPDX-License-Identifier: MIT
//
// MHTML bundles: which part of a message a reference names (RFC 2557, RFC 2392, RFC 2387).
//
//     const Message message = read_message(bytes);
//     bundle::Bundle bundle(message, {}, bundle::Profile::compat);
//     walk(message, {}, [&](const Link& link) {
//       if (auto match = bundle.match(bundle.reference(from, link))) ...
//       bundle.section(match->part)
//     });
//
// The labels of the parts are read once and kept in a hash table, by the multipart/related that
// they count in.  A reference is looked up in the multipart/related around its own part, then in
// the ones around that; in one inside, or elsewhere, only where that fails, and only by the lenient
// profile.  docs/bundles.md draws it.
#ifndef BASEWALK_BUNDLE_BUNDLE_H_
#define BASEWALK_BUNDLE_BUNDLE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "basewalk/base/scope.h"
#include "basewalk/mime/headers.h"
#include "basewalk/mime/part.h"
#include "basewalk/notes.h"
#include "basewalk/walk/walk.h"

#pragma GCC visibility push(default)

namespace basewalk::bundle {

/// How references are compared with labels ([M2]).
enum class Profile : std::uint8_t {
  /// RFC 2557 8: octet by octet, `cid:` with Content-ID alone, within multipart/related alone.
  strict,
  /// What real writers need: as browsers serialise URLs; `Content-Location: cid:...` is a label;
  /// relative labels also by their text; what old programs of Microsoft write; parts anywhere.
  compat,
};
/// "strict", "compat"
std::string_view name(Profile profile);
/// Nothing where there is no such profile.
std::optional<Profile> profile_named(std::string_view name);

/// What made a reference and a label equal; from the surest to the weakest.
enum class MatchedBy : std::uint8_t {
  content_id,        ///< cid:, decoded, is the Content-ID
  message_id,        ///< mid:, with or without a Content-ID behind it ([M3])
  location,          ///< the URL is the Content-Location, both resolved
  content_id_loose,  ///< cid: is the Content-ID but for escapes, quotes or brackets; compat only
  cid_location,      ///< cid: is the Content-Location; compat only
  label_fragment,    ///< the URL is the Content-Location without its fragment; compat only
  text,              ///< the reference as written is the relative label as written; compat only
  referrer,          ///< once resolved by the page that refers to its part; compat only
  microsoft,         ///< as old programs of Microsoft mean it: `mhtml:`, paths; compat only
  whole_bundle,      ///< in any of these ways, the part lying anywhere; compat only
};
/// "content-id", ...
std::string_view name(MatchedBy by);

/// The part that a reference names.
struct Match {
  /// The part that carries the label.
  std::uint32_t label = 0;
  /// The part that is shown for it: `label` itself, or the root of that multipart (RFC 2557 9.6).
  std::uint32_t part = 0;
  MatchedBy by = MatchedBy::location;
};

/// A reference on its way to match().  All views must live until match() returns.
struct Reference {
  std::uint32_t from = 0;  ///< index of the part that it stands in
  std::string_view raw;    ///< as written, character references decoded
  /// Resolved under the rules of the walk; nothing where it has no base.
  std::optional<std::string_view> url;
  /// Resolved as browsers do, where that has an answer; else it is made of `raw` and `url`.
  std::optional<std::string_view> clicked;
  /// `url` and `clicked` are absent because they were left out, not for want of a base.
  bool omitted = false;
  /// Base of the page that uses the part `from`, for a part that has none of its own: a style sheet
  /// labelled `cid:`.  May be empty.  Compat only.
  std::string_view referrer_base;
};

/// The labels of one part as they stand in its header.
struct Labels {
  std::string content_id;  ///< without brackets, comments and folds; empty where there is none
  std::string location;    ///< unfolded and decoded, not resolved; empty where there is none
  /// `location` resolved under the rules of the walk; against `thismessage:/` where nothing else is
  /// a base (RFC 2557 5(e)).  Empty where there is no location.
  std::string resolved;
};

/// The labels of one message.
///
/// Nested messages that are parts of the tree (message/rfc822 that is not encoded) are in it, too,
/// each a world of its own but for `mid:` and, in the lenient profile, for what is not found
/// otherwise.  Not for two threads at a time; `message` must outlive
/// it.  Time and memory are linear in the message; resolved labels are bounded as the output of a
/// walk is (Limits::output_factor), with a note.
class Bundle {
 public:
  Bundle(const Message& message, const WalkOptions& options, Profile profile);
  /// The message would be gone before it.
  Bundle(const Message&&, const WalkOptions&, Profile) = delete;
  ~Bundle();
  Bundle(Bundle&&) noexcept;
  Bundle& operator=(Bundle&&) noexcept;

  /// Is there anything that a reference could name?  Costs a look at the names of the fields; where
  /// it is false a Bundle finds nothing but `mid:` and `mhtml:`, which name what has no label.
  static bool has_labels(const Message& message);

  const Message& message() const;
  Profile profile() const;

  /// The reference that a link of the part `from` is.
  static Reference reference(std::uint32_t from, const Link& link);
  /// The part that it names; nothing for what is external ([M4]).  O(length) on average, times the
  /// depth of nested multipart/related.
  std::optional<Match> match(const Reference& reference) const;

  /// The body that a reader shows first ([M1]): in the first multipart/related the `start` part,
  /// else the first; of a multipart/alternative its HTML member.  Without any multipart/related the
  /// first HTML part.  In the lenient profile, where that is no page (nor an SVG image): the first
  /// page of the multipart/related, else of the message, else of the messages in it.  Nothing where
  /// there is no part to show.
  std::optional<std::uint32_t> root() const;
  /// The same for the one multipart `part`: its root, if it is a multipart/related; its HTML member
  /// (else the last that can be shown), if it is a multipart/alternative; else `part` itself.
  std::uint32_t shown(std::uint32_t part) const;
  /// The nearest multipart/related around `part`; mime::kNone where there is none in its message.
  std::uint32_t related(std::uint32_t part) const;

  /// The labels of a part.  Reads its header.  `resolved` stays empty where it might become longer
  /// than `most`: a long base makes all of them long.
  Labels labels(std::uint32_t part, std::size_t most = std::size_t(-1)) const;
  /// What a URL in the body of that part is resolved against, but for a base in the body itself.
  base::Scope scope(std::uint32_t part) const;
  /// Its Content-Type with parameters; text/plain without any where it has none.
  mime::ParameterizedValue content_type(std::uint32_t part) const;
  /// IMAP section number.
  std::string section(std::uint32_t part) const { return message().section(part); }
  /// Appends the body without its transfer encoding.
  void decode(std::uint32_t part, std::string& out, Notes& notes) const;

  /// Labels that came twice, `start` parameters that name nothing, labels left out; by part.
  const Notes& notes() const;

 private:
  class [[gnu::visibility("hidden")]] Impl;
  std::unique_ptr<Impl> impl_;
};

/// A Visitor that fills Link::target before it hands the link on to another visitor.
///
///     bundle::Targets targets(options, profile, visitor);
///     walker.walk(message, targets);
///
/// Messages that were decoded out of a part have bundles of their own.  One for each walker; many
/// messages may go through it one after the other.  The notes of the bundles are handed on, too.
class Targets final : public Visitor {
 public:
  Targets(const WalkOptions& options, Profile profile, Visitor& next);
  ~Targets() override;

  Visit part(const PartReport& report) override;
  Visit reading(const ReadingReport& report) override;
  Visit text(const TextReport& report) override;
  Visit link(const Link& link) override;
  Visit text_end(const TextReport& report) override;
  Visit surroundings(const TextReport& report) override;
  Visit surroundings_end(const TextReport& report) override;
  Visit note(const NoteReport& note) override;
  Visit unread(const UnreadReport& report) override;
  Visit document(const DocumentReport& report) override;

  /// Of the message that the part at hand lies in; null where that has no labels.
  const Bundle* bundle() const;
  /// How the link that is being handed on was matched; nothing where it was not, or where it names
  /// a part of another message than its own.
  const std::optional<Match>& match() const;
  /// Notes of bundles that were handed on since the message began; no part of a WalkSummary.
  std::size_t notes() const;

 private:
  class [[gnu::visibility("hidden")]] Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace basewalk::bundle

#pragma GCC visibility pop

#endif  // BASEWALK_BUNDLE_BUNDLE_H_

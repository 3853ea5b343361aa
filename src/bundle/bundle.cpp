// SPDX-License-Identifier: MIT
//
// The bundle as callers see it: the structure, the matcher, and the bodies.
#include "basewalk/bundle/bundle.h"

#include "basewalk/mime/decode.h"
#include "bundle/match/label.h"
#include "bundle/match/matcher.h"
#include "bundle/match/microsoft.h"
#include "bundle/page/kind.h"
#include "text/ascii.h"

namespace basewalk::bundle {
namespace {

constexpr std::string_view kProfileNames[] = {"strict", "compat"};
constexpr std::string_view kMatchedByNames[] = {
    "content-id",     "message-id", "location", "content-id-loose", "cid-location",
    "label-fragment", "text",       "referrer", "microsoft",        "anywhere"};

}  // namespace

std::string_view name(Profile profile) { return kProfileNames[static_cast<std::size_t>(profile)]; }

std::optional<Profile> profile_named(std::string_view name) {
  if (name == "strict") return Profile::strict;
  if (name == "compat") return Profile::compat;
  return {};
}

std::string_view name(MatchedBy by) { return kMatchedByNames[static_cast<std::size_t>(by)]; }

class Bundle::Impl {
 public:
  Impl(const Message& the_message, const WalkOptions& options, Profile the_profile)
      : message(the_message), profile(the_profile), matcher(message, options, profile) {}

  const Message& message;
  const Profile profile;
  Matcher matcher;
  std::optional<std::optional<std::uint32_t>> root;  // once it was asked for
};

Bundle::Bundle(const Message& message, const WalkOptions& options, Profile profile)
    : impl_(std::make_unique<Impl>(message, options, profile)) {}
Bundle::~Bundle() = default;
Bundle::Bundle(Bundle&&) noexcept = default;
Bundle& Bundle::operator=(Bundle&&) noexcept = default;

bool Bundle::has_labels(const Message& message) {
  for (const mime::HeaderField& field : message.fields) {
    const std::string_view name = message.name_of(field);
    if ((name.size() == 10 && ascii::iequals(name, "content-id")) ||
        (name.size() == 16 && ascii::iequals(name, "content-location")))
      return true;
  }
  return false;
}

const Message& Bundle::message() const { return impl_->message; }
Profile Bundle::profile() const { return impl_->profile; }
const Notes& Bundle::notes() const { return impl_->matcher.notes(); }

Reference Bundle::reference(std::uint32_t from, const Link& link) {
  Reference reference;
  reference.from = from;
  reference.raw = link.raw;
  reference.url = link.url;
  reference.clicked = link.clicked;
  // Without a base a browser has no answer but for absolute references, and those it has.
  reference.omitted = link.flags.has(Flag::url_omitted) || link.status == Status::invalid;
  return reference;
}

std::optional<Match> Bundle::match(const Reference& reference) const {
  if (std::optional<Match> found = impl_->matcher.match(reference)) return found;
  if (impl_->profile == Profile::strict || !names_bundle(reference.raw)) return {};
  const std::optional<std::uint32_t> page = root();
  return page ? std::optional(Match{*page, *page, MatchedBy::microsoft}) : std::nullopt;
}

std::optional<std::uint32_t> Bundle::root() const {
  if (impl_->root) return *impl_->root;
  const Structure& structure = impl_->matcher.structure();
  std::uint32_t root = structure.root();
  // In compat what is no page gives way to the first that is one.
  if (impl_->profile == Profile::compat &&
      (root == mime::kNone || !is_page(PartKinds(*this).of(root, Role::frame))))
    if (const std::uint32_t page = structure.first_page(); page != mime::kNone) root = page;
  impl_->root = root == mime::kNone ? std::nullopt : std::optional(root);
  return *impl_->root;
}

std::uint32_t Bundle::shown(std::uint32_t part) const {
  return impl_->matcher.structure().shown(part);
}

std::uint32_t Bundle::related(std::uint32_t part) const {
  const std::uint32_t scope = impl_->matcher.structure().scope_of(part);
  return is_message_scope(scope) ? mime::kNone : scope;
}

Labels Bundle::labels(std::uint32_t part, std::size_t most) const {
  Labels labels;
  const Message& message = impl_->message;
  if (const auto* field = message.find(message.parts[part], "content-id"))
    labels.content_id = read_id(message.value_of(*field)).id;
  if (const auto* field = message.find(message.parts[part], "content-location")) {
    labels.location = read_location(message.value_of(*field)).url;
    labels.resolved = impl_->matcher.resolved(part, labels.location, most);
  }
  return labels;
}

base::Scope Bundle::scope(std::uint32_t part) const { return impl_->matcher.scope(part); }

mime::ParameterizedValue Bundle::content_type(std::uint32_t part) const {
  const Message& message = impl_->message;
  const mime::Part& it = message.parts[part];
  mime::ParameterizedValue type;
  if (it.content_type_field != mime::kNone)
    type = mime::parse_parameterized(message.value_of(message.fields[it.content_type_field]));
  type.value = it.media_type;
  return type;
}

void Bundle::decode(std::uint32_t part, std::string& out, Notes& notes) const {
  const mime::Part& it = impl_->message.parts[part];
  mime::decode_transfer(impl_->message.body_of(it), it.encoding, out, {notes, part, it.body.begin});
}

}  // namespace basewalk::bundle

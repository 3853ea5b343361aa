// SPDX-License-Identifier: MIT
#include "rewrite/sign/dkim_field.h"

#include <algorithm>

#include "basewalk/mime/decode.h"
#include "basewalk/note.h"

namespace basewalk::rewrite {
namespace {

// Of d= and s=: longer ones are no domain names (RFC 1035 2.3.4).
constexpr std::size_t kLongestName = 255;
// Of what a reason repeats.
constexpr std::size_t kLongestDetail = 60;

using Tag = std::pair<std::string_view, std::string_view>;

// ALPHA *ALNUMPUNC
bool is_tag_name(std::string_view name) {
  if (name.empty() || !ascii::is_alpha(name.front())) return false;
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return ascii::is_alnum(c) || c == '_'; });
}

std::string about(std::string_view tag, std::string_view value) {
  std::string out(tag);
  out += ' ';
  out += value.substr(0, kLongestDetail);
  return out;
}

std::uint32_t read_instance(std::string_view digits) {
  if (digits.empty() || digits.size() > 2 ||
      !std::all_of(digits.begin(), digits.end(), ascii::is_digit))
    return 0;
  std::uint32_t number = 0;
  for (const char c : digits) number = number * 10 + static_cast<std::uint32_t>(c - '0');
  return number <= kMostInstances ? number : 0;
}

std::optional<Canon> read_canon(std::string_view name) {
  if (ascii::iequals(name, "simple")) return Canon::simple;
  if (ascii::iequals(name, "relaxed")) return Canon::relaxed;
  return std::nullopt;
}

// One of these reads a tag and says what is wrong with it.
std::string read_algorithm(const TagList& tags, DkimField& out) {
  const std::string_view a = *tags.find("a");
  if (ascii::iequals(a, "rsa-sha1"))
    out.algorithm = HashAlgorithm::sha1;
  else if (ascii::iequals(a, "rsa-sha256") || ascii::iequals(a, "ed25519-sha256"))
    out.algorithm = HashAlgorithm::sha256;
  else
    return about("a=", a);
  return {};
}

std::string read_forms(const TagList& tags, Signature::Kind kind, DkimField& out) {
  const std::optional<std::string_view> c = tags.find("c");
  if (!c) {
    out.forms.push_back({Canon::simple, Canon::simple});
    // RFC 8617 4.1.2 takes over RFC 6376's default; there are signers and verifiers that go by
    // its examples, in which everything is relaxed.
    if (kind == Signature::Kind::arc_message) out.forms.push_back({Canon::relaxed, Canon::relaxed});
    return {};
  }
  const std::size_t slash = c->find('/');
  const std::optional<Canon> header = read_canon(c->substr(0, slash));
  const std::optional<Canon> body =
      slash == std::string_view::npos ? Canon::simple : read_canon(c->substr(slash + 1));
  if (!header || !body) return about("c=", *c);
  out.forms.push_back({*header, *body});
  return {};
}

std::string read_length(const TagList& tags, DkimField& out) {
  const std::optional<std::string_view> l = tags.find("l");
  if (!l) return {};
  if (l->empty() || !std::all_of(l->begin(), l->end(), ascii::is_digit)) return about("l=", *l);
  constexpr std::size_t kMost = kWholeBody - 1;
  std::size_t length = 0;
  for (const char c : *l) {
    const auto digit = static_cast<std::size_t>(c - '0');
    length = length > (kMost - digit) / 10 ? kMost : length * 10 + digit;
  }
  out.length = length;
  return {};
}

std::string read_signed_headers(const TagList& tags, Signature::Kind kind, DkimField& out) {
  out.signed_headers = *tags.find("h");
  bool from = false, seal = false;
  each_signed_header(out.signed_headers, [&](std::string_view name) {
    from = from || ascii::iequals(name, "from");
    seal = seal || ascii::iequals(name, "arc-seal");
  });
  if (!from && kind == Signature::Kind::dkim) return "h= without from";    // RFC 6376 6.1.1
  if (seal && kind == Signature::Kind::arc_message) return "h= arc-seal";  // RFC 8617 4.1.2
  return {};
}

std::string read_body_hash(const TagList& tags, DkimField& out) {
  Notes notes;
  mime::decode_transfer(*tags.find("bh"), mime::Encoding::base64, out.body_hash, {notes});
  return {};
}

std::string read_tags(std::string_view value, Signature::Kind kind, DkimField& out) {
  const std::optional<TagList> tags = TagList::read(value);
  if (!tags) return "tag list";
  const bool seal = kind == Signature::Kind::arc_seal;
  const auto text = [&](std::string_view name) {
    return std::string(tags->find(name).value_or("").substr(0, kLongestName));
  };
  out.domain = text("d");
  out.selector = text("s");
  if (kind == Signature::Kind::dkim) {
    if (const auto v = tags->find("v"); v.value_or("") != "1") return about("v=", v.value_or(""));
  } else {
    out.instance = read_instance(tags->find("i").value_or(""));
    if (out.instance == 0) return about("i=", tags->find("i").value_or(""));
  }
  for (const std::string_view name : {"a", "b", "d", "s", "bh", "h"})
    if (!tags->find(name) && !(seal && (name == "bh" || name == "h")))
      return "no " + std::string(name) + "=";
  if (std::string wrong = read_algorithm(*tags, out); !wrong.empty()) return wrong;
  if (seal) {
    if (tags->find("h")) return "h= in a seal";  // RFC 8617 4.1.3
    out.chain_failed = ascii::iequals(tags->find("cv").value_or(""), "fail");
    return {};
  }
  if (std::string wrong = read_forms(*tags, kind, out); !wrong.empty()) return wrong;
  if (std::string wrong = read_length(*tags, out); !wrong.empty()) return wrong;
  if (std::string wrong = read_signed_headers(*tags, kind, out); !wrong.empty()) return wrong;
  return read_body_hash(*tags, out);
}

}  // namespace

std::optional<TagList> TagList::read(std::string_view value) {
  TagList list;
  while (true) {
    const std::size_t end = value.find(';');
    const std::string_view spec = ascii::trim(value.substr(0, end));
    if (!spec.empty()) {
      const std::size_t equals = spec.find('=');
      if (equals == std::string_view::npos) return std::nullopt;
      const std::string_view name = ascii::trim_right(spec.substr(0, equals));
      if (!is_tag_name(name)) return std::nullopt;
      list.tags_.emplace_back(name, ascii::trim_left(spec.substr(equals + 1)));
    }
    if (end == std::string_view::npos) break;
    value.remove_prefix(end + 1);
  }
  const auto by_name = [](const Tag& x, const Tag& y) { return x.first < y.first; };
  std::sort(list.tags_.begin(), list.tags_.end(), by_name);
  const auto twice =
      std::adjacent_find(list.tags_.begin(), list.tags_.end(),
                         [](const Tag& x, const Tag& y) { return x.first == y.first; });
  if (twice != list.tags_.end()) return std::nullopt;
  return list;
}

std::optional<std::string_view> TagList::find(std::string_view name) const {
  const auto at =
      std::lower_bound(tags_.begin(), tags_.end(), name,
                       [](const Tag& tag, std::string_view wanted) { return tag.first < wanted; });
  if (at == tags_.end() || at->first != name) return std::nullopt;
  return at->second;
}

DkimField read_dkim_field(std::string_view value, Signature::Kind kind) {
  DkimField field;
  field.problem = read_tags(value, kind, field);
  return field;
}

std::uint32_t arc_instance(std::string_view value) {
  // ARC-Authentication-Results is no tag list: only its front looks like one.
  std::string_view front = ascii::trim(value.substr(0, value.find(';')));
  if (front.starts_with('i')) {
    front = ascii::trim_left(front.substr(1));
    if (front.starts_with('=')) return read_instance(ascii::trim_left(front.substr(1)));
  }
  const std::optional<TagList> tags = TagList::read(value);
  return tags ? read_instance(tags->find("i").value_or("")) : 0;
}

}  // namespace basewalk::rewrite

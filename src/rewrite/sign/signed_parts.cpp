// SPDX-License-Identifier: MIT
#include "rewrite/sign/signed_parts.h"

#include <algorithm>
#include <optional>
#include <string>

#include "basewalk/mime/decode.h"
#include "basewalk/mime/headers.h"
#include "rewrite/sign/clear_signed.h"
#include "text/ascii.h"
#include "walk/leaf/attached.h"

namespace basewalk::rewrite {
namespace {

using Kind = Signature::Kind;
using Verdict = Signature::Verdict;

// The first splice that ends at `begin` or behind it.
auto first_splice(const Rewritten& rewritten, std::size_t begin) {
  return std::lower_bound(rewritten.splices.begin(), rewritten.splices.end(), begin,
                          [](const Splice& splice, std::size_t at) { return splice.end < at; });
}

// Does a splice change these bytes, or put some before, between or behind them?
bool is_changed(const Rewritten& rewritten, mime::Span span) {
  for (auto splice = first_splice(rewritten, span.begin);
       splice != rewritten.splices.end() && splice->begin <= span.end; ++splice) {
    const bool inserts = splice->begin == splice->end;
    if (!inserts && (splice->begin == span.end || splice->end == span.begin)) continue;
    const mime::Span gone{splice->begin, splice->end};
    if (gone.of(rewritten.message.bytes) != splice->bytes) return true;
  }
  return false;
}

Signature make(Kind kind, std::uint32_t part, std::size_t offset) {
  Signature signature;
  signature.kind = kind;
  signature.verdict = Verdict::kept;
  signature.part = part;
  signature.offset = offset;
  return signature;
}

void set_broken(Signature& signature, std::string_view reason) {
  signature.verdict = Verdict::broken;
  signature.reason = reason;
}

mime::ParameterizedValue content_type(const Message& message, const mime::Part& part) {
  if (part.content_type_field == mime::kNone) return {};
  return mime::parse_parameterized(message.value_of(message.fields[part.content_type_field]));
}

Kind kind_of_protocol(std::string_view protocol) {
  if (ascii::iequals(protocol, "application/pgp-signature")) return Kind::pgp;
  if (ascii::iequals(protocol, "application/pkcs7-signature") ||
      ascii::iequals(protocol, "application/x-pkcs7-signature"))
    return Kind::smime;
  return Kind::other;
}

// RFC 1847 2.1: two parts, the first with its header is what is signed, the second the signature.
Signature judge_multipart(const Rewritten& rewritten, std::uint32_t index) {
  const Message& message = rewritten.message;
  const mime::Part& part = message.parts[index];
  const std::string* protocol = nullptr;
  const mime::ParameterizedValue type = content_type(message, part);
  const std::uint32_t first = index + 1;
  const bool has_first = part.kind == mime::PartKind::multipart && first < part.subtree_end;
  const std::uint32_t second = has_first ? message.parts[first].subtree_end : part.subtree_end;
  const bool has_second = second < part.subtree_end;
  protocol = type.find("protocol");
  const std::string_view said = protocol != nullptr ? std::string_view(*protocol)
                                : has_second        ? message.parts[second].media_type
                                                    : std::string_view();
  Signature signature = make(kind_of_protocol(said), index, part.header.begin);
  if (!has_first) {
    signature.verdict = Verdict::unknown;
    signature.reason = "no signed part";
    return signature;
  }
  const auto whole = [&](std::uint32_t i) {
    return mime::Span{message.parts[i].header.begin, message.parts[i].body.end};
  };
  signature.offset = whole(first).begin;
  if (is_changed(rewritten, whole(first)))
    set_broken(signature, "body");
  else if (has_second && is_changed(rewritten, whole(second)))
    set_broken(signature, "signature");
  return signature;
}

// RFC 8551 3.2.2: what is signed within its own format; a receipt, too (RFC 2634 2.4: it is signed
// data).  What is encrypted or compressed is no signature, nor are certificates alone; a type that
// has another name may be one.
bool is_signed_type(std::string_view smime_type) {
  for (const std::string_view other :
       {"enveloped-data", "authenveloped-data", "compressed-data", "certs-only"})
    if (ascii::iequals(smime_type, other)) return false;
  return true;
}

bool is_pkcs7(const Message& message, const mime::Part& part) {
  const bool named =
      part.media_type == "application/pkcs7-mime" || part.media_type == "application/x-pkcs7-mime";
  const mime::ParameterizedValue type = content_type(message, part);
  // Mail programs take a file of that name for one, whatever its type.
  if (!named) {
    const std::string file = file_name_of(message, part, type);
    return file.size() > 4 && ascii::iequals(file.substr(file.size() - 4), ".p7m");
  }
  const std::string* smime_type = type.find("smime-type");
  return smime_type == nullptr || is_signed_type(*smime_type);
}

Signature judge_pkcs7(const Rewritten& rewritten, std::uint32_t index) {
  const mime::Part& part = rewritten.message.parts[index];
  Signature signature = make(Kind::smime, index, part.body.begin);
  if (is_changed(rewritten, part.body)) set_broken(signature, "body");
  return signature;
}

ClearSigned read_clear_signed(std::string_view body, const mime::Part& part) {
  ClearSigned found;
  Notes notes;
  mime::TransferPieces pieces(body, part.encoding, {notes});
  while (pieces.next()) found.feed(pieces.piece());
  found.finish();
  return found;
}

std::string changed_body(const Rewritten& rewritten, mime::Span body) {
  std::string out;
  std::size_t at = body.begin;
  for (auto splice = first_splice(rewritten, body.begin);
       splice != rewritten.splices.end() && splice->begin <= body.end; ++splice) {
    if (splice->begin > at) out += rewritten.message.bytes.substr(at, splice->begin - at);
    out += splice->bytes;
    at = std::max(at, splice->end);
  }
  if (at < body.end) out += rewritten.message.bytes.substr(at, body.end - at);
  return out;
}

std::optional<Signature> judge_text(const Rewritten& rewritten, std::uint32_t index) {
  const mime::Part& part = rewritten.message.parts[index];
  const ClearSigned before = read_clear_signed(part.body.of(rewritten.message.bytes), part);
  if (before.texts() == 0) return std::nullopt;
  Signature signature = make(Kind::pgp, index, part.body.begin);
  if (!is_changed(rewritten, part.body)) return signature;
  const std::string body = changed_body(rewritten, part.body);
  const ClearSigned after = read_clear_signed(body, part);
  if (after.texts() != before.texts() || after.hash() != before.hash())
    set_broken(signature, "body");
  return signature;
}

std::optional<Signature> judge(const Rewritten& rewritten, std::uint32_t index) {
  const mime::Part& part = rewritten.message.parts[index];
  if (part.media_type == "multipart/signed") return judge_multipart(rewritten, index);
  if (part.kind != mime::PartKind::leaf) return std::nullopt;
  if (is_pkcs7(rewritten.message, part)) return judge_pkcs7(rewritten, index);
  if (part.media_type.starts_with("text/") || part.media_type == "application/pgp")
    return judge_text(rewritten, index);
  return std::nullopt;
}

}  // namespace

Signature not_looked_at(Kind kind, std::size_t count) {
  Signature signature;
  signature.kind = kind;
  signature.reason = "limit: " + std::to_string(count) + " more were not looked at";
  return signature;
}

void append_signed_parts(const Rewritten& rewritten, std::vector<Signature>& out) {
  std::size_t count = 0;
  Kind first_kind = Kind::other;
  for (std::uint32_t i = 0; i < rewritten.message.parts.size(); ++i) {
    std::optional<Signature> signature = judge(rewritten, i);
    if (!signature) continue;
    if (++count == kMostSignatures + 1) first_kind = signature->kind;
    if (count <= kMostSignatures) out.push_back(std::move(*signature));
  }
  if (count > kMostSignatures) out.push_back(not_looked_at(first_kind, count - kMostSignatures));
}

}  // namespace basewalk::rewrite

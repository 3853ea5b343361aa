// SPDX-License-Identifier: MIT
//
// What a change does to the DKIM and ARC signatures of a header.
//
// The fields are read first; then one pass over the body as it was gives the hashes that all of
// them ask for, and, where a splice lies in the body, one over the body as it is now.  Of the
// header only names matter of which a field has changed: mostly none, or the two or three of the
// marks.
#include "basewalk/rewrite/signatures.h"

#include <algorithm>
#include <string>
#include <utility>

#include "rewrite/sign/dkim_field.h"
#include "rewrite/sign/header_change.h"
#include "rewrite/sign/signed_parts.h"
#include "text/ascii.h"

namespace basewalk::rewrite {
namespace {

using Kind = Signature::Kind;
using Verdict = Signature::Verdict;

constexpr std::string_view kKindNames[] = {"dkim",  "arc-message", "arc-seal",
                                           "smime", "pgp",         "other"};
constexpr std::string_view kVerdictNames[] = {"kept", "broken", "was-broken", "unknown"};

constexpr struct {
  std::string_view name;
  Kind kind;
} kFields[] = {{"dkim-signature", Kind::dkim},
               {"arc-message-signature", Kind::arc_message},
               {"arc-seal", Kind::arc_seal}};

// A signature on its way to a verdict.
struct Judged {
  Signature signature;
  RawField raw;
  DkimField field;
  std::vector<std::size_t> hashes;  // numbers of the body's, one for each form
  DkimField::Form form;             // the one that fits
};

std::string header_now(const Rewritten& rewritten) {
  const std::string_view bytes = rewritten.message.bytes.substr(0, rewritten.body);
  std::string out;
  std::size_t at = 0;
  for (const Splice& splice : rewritten.splices) {
    if (splice.begin >= bytes.size()) break;
    if (splice.begin > at) out += bytes.substr(at, splice.begin - at);
    out += splice.bytes;
    at = std::max(at, splice.end);
  }
  if (at < bytes.size()) out += bytes.substr(at);
  return out;
}

// The fields of an ARC set (RFC 8617 4.1), in the relaxed form that a seal covers.
struct ArcField {
  std::uint32_t instance = 0;
  std::string form;
  friend auto operator<=>(const ArcField&, const ArcField&) = default;
};

std::vector<ArcField> arc_fields(const std::vector<RawField>& fields) {
  std::vector<ArcField> found;
  for (const RawField& field : fields) {
    if (!ascii::iequals(field.name, "arc-authentication-results") &&
        !ascii::iequals(field.name, "arc-message-signature") &&
        !ascii::iequals(field.name, "arc-seal"))
      continue;
    if (const std::uint32_t instance = arc_instance(field.value); instance != 0)
      found.push_back({instance, canonical(field, Canon::relaxed)});
  }
  std::sort(found.begin(), found.end());
  return found;
}

// What the splices did to the header.
class HeaderJudge {
 public:
  HeaderJudge(const Rewritten& rewritten, const std::vector<RawField>& before) {
    if (rewritten.splices.empty() || rewritten.splices.front().begin >= rewritten.body) return;
    header_ = header_now(rewritten);
    const std::vector<RawField> after = split_header(header_);
    changed_ = changed_names(before, after);
    used_.resize(changed_.size());
    if (find(changed_, "dkim-signature") != nullptr ||
        find(changed_, "arc-message-signature") != nullptr)
      collect_signatures(after);
    compare_sets(before, after);
  }

  // The first header field that breaks this signature, or nothing: "header subject".
  std::string broken_by(const Judged& judged) {
    if (changed_.empty()) return {};
    if (judged.signature.kind == Kind::arc_seal) {
      const std::uint32_t i = judged.field.instance;
      const bool broken = judged.field.chain_failed ? set_changed_[i] : i >= first_changed_set_;
      return broken ? "header arc set" : std::string();
    }
    const Canon canon = judged.form.header;
    std::string broken;
    ++epoch_;
    each_signed_header(judged.field.signed_headers, [&](std::string_view name) {
      if (!broken.empty()) return;
      const ChangedName* changed = find(changed_, ascii::lowered(name));
      if (changed == nullptr) return;
      Used& used = used_[static_cast<std::size_t>(changed - changed_.data())];
      if (used.epoch != epoch_) used = {epoch_, 0};
      if (used.count++ == changed->first(canon)) broken = "header " + changed->name.substr(0, 100);
    });
    if (broken.empty() && is_own_field_gone(judged))
      broken = "header " + ascii::lowered(judged.raw.name);
    return broken;
  }

 private:
  // How often h= has named a changed field so far.
  struct Used {
    std::size_t epoch = 0, count = 0;
  };

  void collect_signatures(const std::vector<RawField>& after) {
    for (const RawField& field : after) {
      if (!ascii::iequals(field.name, "dkim-signature") &&
          !ascii::iequals(field.name, "arc-message-signature"))
        continue;
      for (const Canon canon : {Canon::simple, Canon::relaxed})
        forms_[static_cast<std::size_t>(canon)].push_back(canonical(field, canon));
    }
    for (auto& forms : forms_) std::sort(forms.begin(), forms.end());
  }

  bool is_own_field_gone(const Judged& judged) const {
    if (find(changed_, ascii::lowered(judged.raw.name)) == nullptr) return false;
    const auto& forms = forms_[static_cast<std::size_t>(judged.form.header)];
    return !std::binary_search(forms.begin(), forms.end(),
                               canonical(judged.raw, judged.form.header));
  }

  void compare_sets(const std::vector<RawField>& before, const std::vector<RawField>& after) {
    if (find(changed_, "arc-authentication-results") == nullptr &&
        find(changed_, "arc-message-signature") == nullptr && find(changed_, "arc-seal") == nullptr)
      return;
    const std::vector<ArcField> was = arc_fields(before), is = arc_fields(after);
    std::vector<ArcField> differ;
    std::set_symmetric_difference(was.begin(), was.end(), is.begin(), is.end(),
                                  std::back_inserter(differ));
    for (const ArcField& field : differ) set_changed_[field.instance] = true;
    if (!differ.empty()) first_changed_set_ = differ.front().instance;
  }

  std::string header_;  // as it is now
  std::vector<ChangedName> changed_;
  std::vector<Used> used_;  // by changed_
  std::size_t epoch_ = 0;
  std::vector<std::string> forms_[2];  // of the signatures that there are now, sorted
  bool set_changed_[kMostInstances + 1] = {};
  std::uint32_t first_changed_set_ = kMostInstances + 1;
};

std::vector<Judged> find_signatures(const std::vector<RawField>& fields, std::size_t& more) {
  std::vector<Judged> found;
  for (const RawField& field : fields) {
    const auto known = std::find_if(std::begin(kFields), std::end(kFields), [&](const auto& entry) {
      return ascii::iequals(entry.name, field.name);
    });
    if (known == std::end(kFields)) continue;
    if (found.size() == kMostSignatures) {
      ++more;
      continue;
    }
    Judged judged;
    judged.raw = field;
    judged.field = read_dkim_field(field.value, known->kind);
    judged.signature.kind = known->kind;
    judged.signature.domain = judged.field.domain;
    judged.signature.selector = judged.field.selector;
    judged.signature.instance = judged.field.instance;
    judged.signature.offset = field.offset;
    judged.signature.reason = judged.field.problem;
    judged.signature.verdict = judged.field.problem.empty() ? Verdict::kept : Verdict::unknown;
    found.push_back(std::move(judged));
  }
  return found;
}

bool is_body_changed(const Rewritten& rewritten) {
  return !rewritten.splices.empty() && rewritten.splices.back().end > 0 &&
         (rewritten.splices.back().begin >= rewritten.body ||
          rewritten.splices.back().end > rewritten.body);
}

BodyHashKey key_of(const DkimField& field, Canon canon) {
  return {canon, field.algorithm, field.length};
}

// Which signatures' body hashes fit the message as it came.
void judge_body_before(const Rewritten& rewritten, std::vector<Judged>& all) {
  BodyHashes hashes;
  for (Judged& judged : all)
    for (const DkimField::Form& form : judged.field.forms)
      if (judged.signature.verdict == Verdict::kept)
        judged.hashes.push_back(hashes.add(key_of(judged.field, form.body)));
  hashes.feed(rewritten.message.bytes.substr(rewritten.body));
  hashes.finish();
  for (Judged& judged : all) {
    if (judged.hashes.empty()) continue;
    bool fits = false, missing = false, too_short = false;
    for (std::size_t i = 0; i < judged.hashes.size() && !fits; ++i) {
      const BodyHash& hash = hashes[judged.hashes[i]];
      missing = missing || hash.digest.empty();
      too_short = too_short || hash.too_short;
      fits = !hash.digest.empty() && !hash.too_short && hash.digest == judged.field.body_hash;
      if (fits) judged.form = judged.field.forms[i];
    }
    if (fits) continue;
    judged.signature.verdict = missing ? Verdict::unknown : Verdict::was_broken;
    judged.signature.reason = missing     ? "hash algorithm"
                              : too_short ? "l= beyond the body"
                                          : "body";
  }
}

// Which of those still do.
void judge_body_after(const Rewritten& rewritten, std::vector<Judged>& all) {
  if (!is_body_changed(rewritten)) return;
  BodyHashes hashes;
  for (Judged& judged : all) {
    if (judged.hashes.empty() || judged.signature.verdict != Verdict::kept) continue;
    judged.hashes.assign(1, hashes.add(key_of(judged.field, judged.form.body)));
  }
  rewritten.write_to([&](std::string_view piece) { return hashes.feed(piece); }, rewritten.body);
  hashes.finish();
  for (Judged& judged : all) {
    if (judged.hashes.empty() || judged.signature.verdict != Verdict::kept) continue;
    const BodyHash& hash = hashes[judged.hashes.front()];
    if (!hash.too_short && hash.digest == judged.field.body_hash) continue;
    judged.signature.verdict = Verdict::broken;
    judged.signature.reason = "body";
  }
}

void judge_header(const Rewritten& rewritten, const std::vector<RawField>& fields,
                  std::vector<Judged>& all) {
  HeaderJudge header(rewritten, fields);
  for (Judged& judged : all) {
    Signature& signature = judged.signature;
    if (signature.verdict != Verdict::kept && signature.verdict != Verdict::broken) continue;
    const std::string reason = header.broken_by(judged);
    if (reason.empty()) continue;
    if (!signature.reason.empty()) signature.reason += ", ";
    signature.reason += reason;
    signature.verdict = Verdict::broken;
  }
}

}  // namespace

std::string_view name(Signature::Kind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }
std::string_view name(Signature::Verdict verdict) {
  return kVerdictNames[static_cast<std::size_t>(verdict)];
}

std::vector<Signature> signatures(const Rewritten& rewritten) {
  const std::vector<RawField> fields =
      split_header(rewritten.message.bytes.substr(0, rewritten.body));
  std::size_t more = 0;
  std::vector<Judged> all = find_signatures(fields, more);
  judge_body_before(rewritten, all);
  judge_body_after(rewritten, all);
  judge_header(rewritten, fields, all);
  std::vector<Signature> out;
  for (Judged& judged : all) out.push_back(std::move(judged.signature));
  if (more > 0) out.push_back(not_looked_at(Kind::dkim, more));
  append_signed_parts(rewritten, out);
  return out;
}

}  // namespace basewalk::rewrite

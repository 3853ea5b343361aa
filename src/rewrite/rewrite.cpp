// SPDX-License-Identifier: MIT
//
// The walk tells of every link; what should become of it is decided at once, and collected as edits
// of the text it stands in.  At the end of a text they are made, part by part, as splices of the
// message.  A message so made is read again: where its tree is another, the part where it begins to
// differ keeps its bytes.
#include <algorithm>
#include <optional>
#include <utility>

#include "basewalk/bundle/bundle.h"
#include "basewalk/rewrite/rewrite.h"
#include "mime/charset.h"
#include "rewrite/plan/followed.h"
#include "rewrite/plan/ledger.h"
#include "rewrite/plan/policy.h"
#include "rewrite/splice/data_url.h"
#include "rewrite/splice/marks.h"
#include "rewrite/splice/same_tree.h"
#include "rewrite/splice/text_edits.h"
#include "text/ascii.h"

namespace basewalk::rewrite {
namespace {

constexpr std::size_t kSmallResult = 1 << 20;
// Parts that may be given back one by one before all are.
constexpr int kAttempts = 4;

bool is_signed_type(std::string_view type) {
  return type == "multipart/signed" || type == "application/pkcs7-mime" ||
         type == "application/x-pkcs7-mime" || type == "application/pkcs7-signature" ||
         type == "application/x-pkcs7-signature" || type == "application/pgp-signature";
}
bool is_encrypted_type(std::string_view type) {
  return type == "multipart/encrypted" || type == "application/pgp-encrypted";
}

// RFC 4880 7: a line of its own.
bool has_inline_signature(std::string_view text) {
  constexpr std::string_view kLine = "-----BEGIN PGP SIGNED MESSAGE-----";
  for (std::size_t at = text.find(kLine); at != std::string_view::npos;
       at = text.find(kLine, at + 1))
    if (at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r') return true;
  return false;
}

}  // namespace

class Rewriter::Impl final : public Visitor {
 public:
  Impl(Options options, Policy policy)
      : options_(std::move(options)),
        policy_(std::move(policy)),
        walker_(options_.walk),
        targets_(options_.walk, bundle::Profile::compat, *this),
        text_(ledger_) {}

  Rewritten rewrite(std::string_view bytes);

  Visit part(const PartReport& report) override;
  Visit text(const TextReport& report) override;
  Visit link(const Link& link) override;
  Visit text_end(const TextReport& report) override;

 private:
  void begin(Rewritten& result);
  std::optional<Kept::Why> reason_to_keep(const TextReport& report) const;
  void link_in_text(const Link& link);
  void link_elsewhere(const Link& link);
  bool shows_image(const Link& link) const;
  bool inline_image();
  std::vector<Splice> assemble(const std::vector<Splice>& of_header) const;
  void settle();

  const Options options_;
  Policy policy_;
  Walker walker_;
  bundle::Targets targets_;  // where images are to be put in
  Ledger ledger_;
  TextEdits text_;

  // Of the message at hand.
  Rewritten* result_ = nullptr;
  std::vector<std::uint8_t> closed_;  // for each part whether it is signed or encrypted
  BaseList bases_;
  std::uint32_t part_ = 0;  // at hand, or around the message at hand

  std::string to_;  // used again from link to link
};

Rewritten Rewriter::Impl::rewrite(std::string_view bytes) {
  Rewritten result;
  const bool too_long = bytes.size() > options_.walk.limits.message_bytes;
  result.message = read_message(too_long ? std::string_view() : bytes, options_.walk.limits);
  begin(result);
  if (too_long) {
    result.message.bytes = bytes;
    result.message.parts[0].body = {0, bytes.size()};
    ledger_.keep(Kept::Why::limit, 0, {}, {}, 0);
    return result;
  }
  result.body = result.message.root().body.begin;
  Visitor& visitor = options_.cid_inline ? static_cast<Visitor&>(targets_) : *this;
  result.links = walker_.walk(result.message, visitor).links;
  settle();
  return result;
}

void Rewriter::Impl::begin(Rewritten& result) {
  const std::size_t size = result.message.bytes.size();
  const std::size_t most = std::max(options_.walk.limits.output_factor * size, kSmallResult);
  ledger_.begin(result, most - std::min(most, size));
  result_ = &result;
  part_ = 0;
  bases_.clear();
  const std::vector<mime::Part>& parts = result.message.parts;
  closed_.assign(parts.size(), 0);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].parent != mime::kNone) closed_[i] = closed_[parts[i].parent];
    if (is_signed_type(parts[i].media_type)) closed_[i] |= 1;
    if (is_encrypted_type(parts[i].media_type)) closed_[i] |= 2;
  }
}

Visit Rewriter::Impl::part(const PartReport& report) {
  if (options_.mark && report.base) bases_.add(report.base_from, *report.base);
  if (report.message == &result_->message) part_ = report.index;
  return Visit::go_on;
}

std::optional<Kept::Why> Rewriter::Impl::reason_to_keep(const TextReport& report) const {
  if (report.message != &result_->message) return Kept::Why::decoded;
  if (report.other_reading) return Kept::Why::ambiguous;
  if ((closed_[report.part] & 2) != 0) return Kept::Why::encrypted;
  const bool is_signed = (closed_[report.part] & 1) != 0 || has_inline_signature(report.text);
  if (is_signed && !options_.edit_signed) return Kept::Why::signed_part;
  if (report.encoding == mime::Encoding::unknown || report.encoding == mime::Encoding::uuencode)
    return Kept::Why::encoding;
  return std::nullopt;
}

Visit Rewriter::Impl::text(const TextReport& report) {
  const bool has_finds = !report.finds->finds.empty();
  text_.begin(report, part_, has_finds ? reason_to_keep(report) : std::nullopt);
  return Visit::go_on;
}

Visit Rewriter::Impl::text_end(const TextReport&) {
  text_.end(options_.drop_base);
  return Visit::go_on;
}

Visit Rewriter::Impl::link(const Link& link) {
  result_->flags |= link.flags;
  if (options_.mark && link.base) bases_.add(link.base_from, *link.base);
  if (link.find != nullptr)
    link_in_text(link);
  else
    link_elsewhere(link);
  return Visit::go_on;
}

// Nothing is edited in headers and between parts; what lies within another URL goes with that.
void Rewriter::Impl::link_elsewhere(const Link& link) {
  if (link.place.is_derived() || !policy_.wish(link, to_)) return;
  const mime::Part& part = result_->message.parts[part_];
  const bool header = link.place.role == extract::Role::header;
  ledger_.keep(Kept::Why::header, part_, link.place, link.raw,
               header ? part.header.begin : part.body.begin);
}

void Rewriter::Impl::link_in_text(const Link& link) {
  std::optional<Edit::Kind> kind = policy_.wish(link, to_);
  std::optional<Kept::Why> why;
  if (link.target && shows_image(link)) {
    kind = Edit::Kind::cid_inline;
    if (text_.can_be_edited() && !inline_image()) {
      kind = std::nullopt;
      why = Kept::Why::limit;
    }
  } else if (!kind && options_.absolute && link.status == Status::resolved) {
    if (Policy::is_same_document(link)) why = Kept::Why::same_document;
    if (!link.url) why = Kept::Why::limit;
  }
  if (!kind) return text_.keep(link, why);
  if (!mime::is_utf8(to_)) {  // a base stands in a header, in bytes of any kind
    std::string repaired;
    mime::append_repaired_utf8(to_, repaired);
    to_ = std::move(repaired);
  }
  text_.edit(link, *kind, to_);
}

// Does the link show an image of the message that may stand in its place?
bool Rewriter::Impl::shows_image(const Link& link) const {
  const std::optional<bundle::Match>& match = targets_.match();
  if (!options_.cid_inline || !match || targets_.bundle() == nullptr) return false;
  const mime::Part& part = targets_.bundle()->message().parts[match->part];
  return part.kind == mime::PartKind::leaf && part.media_type.starts_with("image/") &&
         !is_followed(link.place, link.type) && policy_.may_edit(link);
}

// Sets to_ to it; false where it would be too much.
bool Rewriter::Impl::inline_image() {
  const bundle::Bundle& images = *targets_.bundle();
  const std::uint32_t part = targets_.match()->part;
  const mime::Part& image = images.message().parts[part];
  if (image.body.size() / 3 * 4 > ledger_.left()) return false;
  Notes ignored;
  std::string bytes;
  images.decode(part, bytes, ignored);
  to_.clear();
  append_data_url(image.media_type, bytes, to_);
  return true;
}

std::vector<Splice> Rewriter::Impl::assemble(const std::vector<Splice>& of_header) const {
  std::vector<Splice> splices(of_header);
  for (const Done& each : ledger_.done)
    splices.insert(splices.end(), each.splices.begin(), each.splices.end());
  return splices;
}

// Puts the parts together, and looks at the result as another reader would.
void Rewriter::Impl::settle() {
  Rewritten& result = *result_;
  const mime::Part& root = result.message.root();
  // A message without a header has no place for marks.
  if (options_.mark && !root.header.empty()) {
    result.marks = marks_of(result.links, result.flags, bases_);
    result.forged = forged_marks(result.message);
  }
  std::vector<Splice> of_header = splices_of(result.message, result.marks, result.forged);
  std::string bytes;
  for (int attempt = 0;; ++attempt) {
    result.splices = assemble(of_header);
    if (result.splices.empty()) break;
    bytes.clear();
    result.append_to(bytes);
    const Message again = read_message(bytes, options_.walk.limits);
    const std::optional<std::uint32_t> differs =
        first_difference(result.message, result.splices, again, result.marks.size(), result.forged);
    if (!differs) break;
    std::vector<Done>& done = ledger_.done;
    if (done.empty()) {  // it must be the header
      of_header.clear();
      result.marks.clear();
      result.forged.clear();
      continue;
    }
    // The part itself, or the last one that was edited before it.
    auto at = std::find_if(done.rbegin(), done.rend(),
                           [&](const Done& each) { return each.part <= *differs; });
    if (at == done.rend() || attempt >= kAttempts) {
      for (Done& each : done) ledger_.give_back(each, Kept::Why::check);
      done.clear();
    } else {
      ledger_.give_back(*at, Kept::Why::check);
      done.erase(std::next(at).base());
    }
  }
  ledger_.finish();
}

Result<Rewriter> Rewriter::make(Options options) {
  Result<Policy> policy = Policy::make(options);
  if (!policy) return policy.error();
  return Rewriter(std::make_unique<Impl>(std::move(options), std::move(*policy)));
}

Rewriter::Rewriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Rewriter::~Rewriter() = default;
Rewriter::Rewriter(Rewriter&&) noexcept = default;
Rewriter& Rewriter::operator=(Rewriter&&) noexcept = default;

Rewritten Rewriter::rewrite(std::string_view bytes) { return impl_->rewrite(bytes); }

}  // namespace basewalk::rewrite

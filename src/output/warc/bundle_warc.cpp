// SPDX-License-Identifier: MIT
#include "output/warc/bundle_warc.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <unordered_map>

#include "basewalk/mime/headers.h"
#include "basewalk/note.h"
#include "basewalk/url/resolve.h"
#include "basewalk/version.h"
#include "bundle/match/label.h"
#include "bundle/page/page_rewriting.h"
#include "bundle/unpacking.h"
#include "mime/values/date.h"
#include "rewrite/sign/digest.h"
#include "text/ascii.h"
#include "text/hex.h"

namespace basewalk::output {
namespace {

using bundle::PageReference;
using bundle::PageRewriter;
using bundle::PageText;
using bundle::Role;

constexpr std::string_view kThisMessage = "thismessage:/";
constexpr std::size_t kToldMost = 1000;

std::string sha1(std::string_view bytes) {
  rewrite::Digest digest(rewrite::HashAlgorithm::sha1);
  digest.update(bytes);
  return digest.value();
}

std::string hex_of(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) text::append_hex(out, static_cast<unsigned char>(c));
  return out;
}

// RFC 4648 6, of 20 bytes: no padding is needed.
std::string base32_of(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string out;
  unsigned held = 0, bits = 0;
  for (const char c : bytes) {
    held = (held << 8 | static_cast<unsigned char>(c)) & 0xFFFF;
    for (bits += 8; bits >= 5; bits -= 5) out += kDigits[held >> (bits - 5) & 31];
  }
  return out;
}

// RFC 9562 5.5: made of a name, so that the same bundle gives the same bytes.
std::string uuid_of(std::string_view name) {
  std::string hash = sha1(name);
  hash.resize(16);
  hash[6] = static_cast<char>((hash[6] & 0x0F) | 0x50);
  hash[8] = static_cast<char>((hash[8] & 0x3F) | 0x80);
  std::string out = hex_of(hash);
  for (const std::size_t at : {20U, 16U, 12U, 8U}) out.insert(at, 1, '-');
  return "<urn:uuid:" + out + ">";
}

struct Fields {
  std::string_view type, url, date, media_type, file_name;
  std::string_view within;  // what makes the identifier another one: the bundle, and the part
};

std::string digest_text(std::string_view hash) {
  return hash.empty() ? std::string() : "sha1:" + base32_of(hash);
}

std::string text_of(const Fields& fields, std::string_view block, std::string_view hash) {
  std::string out = "WARC/1.1\r\n";
  const auto field = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) out.append(name).append(": ").append(value).append("\r\n");
  };
  field("WARC-Type", fields.type);
  field("WARC-Target-URI", fields.url);
  field("WARC-Filename", fields.file_name);
  field("WARC-Date", fields.date);
  std::string name;
  for (const std::string_view each :
       {fields.type, fields.url, fields.date, fields.file_name, fields.within, hash})
    name.append(each).append(" ");
  field("WARC-Record-ID", uuid_of(name));
  field("WARC-Block-Digest", digest_text(hash));
  if (fields.type == "resource") field("WARC-Payload-Digest", digest_text(hash));
  field("Content-Type", fields.media_type);
  field("Content-Length", std::to_string(block.size()));
  return out.append("\r\n").append(block).append("\r\n\r\n");
}

using bundle::without_fragment;

// As a browser asks for it: HTTP://H:80/a\b is http://h/a/b.  So it does for "%7C", which is a URI
// by RFC 3986 as well; for "|" Chromium does not.
std::string as_asked_for(std::string_view url) {
  std::string asked;
  const url::Base none(std::string_view(), url::Rules::whatwg);
  if (url::resolve(none, url, {}, asked).outcome == url::Outcome::error) return {};
  return bundle::as_looked_for(without_fragment(asked));
}

// May it stand in a field, and does replay ask for it?
bool is_of_web(std::string_view url) {
  return (url.starts_with("http://") || url.starts_with("https://")) &&
         std::ranges::all_of(url, [](char c) { return c > ' ' && c < 0x7F; });
}

// Where a part stands.
struct Place {
  std::string url;      // empty: nowhere
  bool is_own = false;  // the URL is one that the bundle knows, or stands for one (thismessage:)
};

class Rewriter final : public PageRewriter {
 public:
  // Told of each part that is shown, and as what.
  using Use = std::function<void(std::uint32_t part, const PageReference& reference)>;
  Rewriter(const std::vector<Place>& places, std::string_view host, Use use)
      : PageRewriter(true, {}), places_(places), host_(host), use_(std::move(use)) {}
  bool has_changed() const { return changed_; }

 protected:
  bool changes_charset_only() const override { return true; }
  void reference(const PageReference& reference, Sink& out) override {
    const std::string_view raw = reference.find.raw;
    if (raw.empty() || raw.front() == '#') return write_as_it_was(reference, out);
    const PageText::Meaning meaning = reference.page.meaning_of(reference.find);
    if (meaning.part && reference.role != Role::link) use_(*meaning.part, reference);
    const Place& here = places_[reference.page.part()];
    std::string seen = meaning.clicked;
    if (seen.starts_with(kThisMessage)) seen = host_ + seen.substr(kThisMessage.size());
    std::string wanted = seen;
    if (meaning.part && !places_[*meaning.part].url.empty()) {
      wanted = places_[*meaning.part].url;
      // Where nothing in the bundle is a base, the record's own URL is.
      if (reference.page.scope_of(reference.find).browser_url() == nullptr)
        url::resolve(url::Base(here.url, url::Rules::whatwg), raw, {}, seen);
      if (here.is_own && without_fragment(seen) == wanted) return write_as_it_was(reference, out);
      wanted += bundle::fragment_of(raw);
    } else if (here.is_own || !is_of_web(seen)) {
      return write_as_it_was(reference, out);
    }
    if (wanted == raw) return write_as_it_was(reference, out);
    changed_ = true;
    write_url(wanted, reference, out);
  }

 private:
  const std::vector<Place>& places_;
  const std::string host_;
  const Use use_;
  bool changed_ = false;
};

class Writer {
 public:
  Writer(const bundle::Bundle& bundle, const std::function<bool(const WarcRecord&)>& take)
      : bundle_(bundle),
        take_(take),
        budget_(bundle::budget_for(bundle)),
        parts_(bundle),
        hash_(hex_of(sha1(bundle.message().bytes))),
        host_("https://" + hash_.substr(0, 16) + ".bundle.invalid/") {}
  Result<WarcSummary> run();

 private:
  struct Use {
    Role role = Role::link;
    base::Scope scope;
  };

  void place(std::uint32_t part);
  bool is_same_as(std::uint32_t part, std::uint32_t other);
  const std::string& hash_of(std::uint32_t part);
  bool write(std::uint32_t part);
  bool rewrite(std::uint32_t part, const bundle::PartKind& kind, std::string& text);
  std::string type_of(std::uint32_t part, const bundle::PartKind& kind) const;
  void use(std::uint32_t part, const PageReference& reference);
  void tell_of(const Notes& notes, std::uint32_t part, bool limits_only);
  void lose(std::uint32_t part, std::string_view why) {
    ++summary_.loss_count;
    if (summary_.losses.size() < kToldMost)
      summary_.losses.push_back("part " + bundle_.section(part) + std::string(why));
  }

  const bundle::Bundle& bundle_;
  const std::function<bool(const WarcRecord&)>& take_;
  bundle::Budget budget_;
  bundle::PartKinds parts_;
  const std::string hash_, host_;
  std::string date_;
  std::uint32_t root_ = 0;
  std::vector<Place> places_;
  std::unordered_map<std::string, std::uint32_t> taken_;   // by URL
  std::unordered_map<std::uint32_t, std::string> hashes_;  // of what is there twice
  std::vector<std::optional<Use>> uses_;                   // the first one of each part
  std::vector<bool> written_;
  std::deque<std::uint32_t> next_;
  WarcSummary summary_;
};

Result<WarcSummary> Writer::run() {
  const Result<std::uint32_t> root = bundle::page_of(bundle_);
  if (!root) return root.error();
  root_ = *root;
  const Message& message = bundle_.message();
  std::optional<std::int64_t> date;
  if (const mime::HeaderField* const field = message.find(message.root(), "date"))
    date = mime::read_date(message.value_of(*field));
  summary_.undated = !date;
  date_ = mime::date_text(date.value_or(0));
  places_.resize(message.parts.size());
  uses_.resize(message.parts.size());
  written_.resize(message.parts.size());
  place(root_);
  for (std::uint32_t part = 0; part < places_.size(); ++part)
    if (part != root_ && message.parts[part].kind == mime::PartKind::leaf) place(part);
  tell_of(message.notes, root_, true);
  // The page first, then what it shows, which is known by its uses; at the end what nothing shows.
  bool whole = true;
  const auto write_all = [&] {
    for (; !next_.empty() && whole; next_.pop_front()) whole = write(next_.front());
  };
  next_.push_back(root_);
  write_all();
  for (std::uint32_t part = 0; part < places_.size() && whole; ++part) {
    next_.push_back(part);
    write_all();
  }
  if (!whole) return Error{"unwritable", 0, "could not be written"};
  return std::move(summary_);
}

const std::string& Writer::hash_of(std::uint32_t part) {
  std::string& hash = hashes_[part];
  if (!hash.empty()) return hash;
  std::string bytes;
  Notes ignored;
  bundle_.decode(part, bytes, ignored);
  return hash = sha1(bytes);
}

// A part that is there twice, as for two fragments of its URL, needs one record.
bool Writer::is_same_as(std::uint32_t part, std::uint32_t other) {
  return hash_of(part) == hash_of(other);
}

void Writer::place(std::uint32_t part) {
  const bundle::Labels labels = bundle_.labels(part, 64 * 1024);
  Place place{as_asked_for(labels.resolved), true};
  if (place.url.starts_with(kThisMessage))
    place.url = as_asked_for(host_ + place.url.substr(kThisMessage.size()));
  if (!is_of_web(place.url)) place = {host_ + "part/" + bundle_.section(part), false};
  const auto [known, added] = taken_.try_emplace(place.url, part);
  if (!added && !is_same_as(part, known->second))
    lose(part, " has no record: another part stands under " + place.url);
  if (added) places_[part] = std::move(place);
}

void Writer::use(std::uint32_t part, const PageReference& reference) {
  if (uses_[part]) return;
  uses_[part] = {reference.role, reference.page.scope_of(reference.find)};
  next_.push_back(part);
}

// Each code once for a part.
void Writer::tell_of(const Notes& notes, std::uint32_t part, bool limits_only) {
  std::set<NoteCode> told;
  for (const Note& note : notes.all())
    if ((!limits_only || is_limit(note.code)) && told.insert(note.code).second)
      lose(limits_only ? note.part : part,
           ": " + std::string(meaning(note.code)) + " [" + std::string(name(note.code)) + "]");
}

// As the part says, unless its use says more; with the charset as it is declared.
std::string Writer::type_of(std::uint32_t part, const bundle::PartKind& kind) const {
  const mime::ParameterizedValue type = bundle_.content_type(part);
  std::string media_type =
      type.value.empty() || !uses_[part]
          ? (type.value.empty() ? kind.media_type : type.value)
          : std::string(bundle::type_in_use(kind, uses_[part]->role, ascii::lowered(type.value)));
  if (media_type.empty()) media_type = type.value;
  if (!std::ranges::all_of(media_type, [](char c) { return c > ' ' && c < 0x7F; }))
    media_type = kind.media_type;
  const std::string* charset = type.find("charset");
  if (charset != nullptr && !charset->empty() && std::ranges::all_of(*charset, [](char c) {
        return ascii::is_alnum(c) || c == '-' || c == '_';
      }))
    media_type += "; charset=" + *charset;
  return media_type;
}

// True where the text is another one than that of the part.
bool Writer::rewrite(std::uint32_t part, const bundle::PartKind& kind, std::string& text) {
  constexpr std::string_view kTooMuch =
      ": not all its references lead to records: that was too much work";
  if (!budget_.take(bundle_.message().parts[part].body.size())) {
    lose(part, kTooMuch);
    return false;
  }
  Notes notes;
  PageText page(bundle_, budget_, notes);
  page.read(part, kind, uses_[part] ? uses_[part]->scope : base::Scope());
  Rewriter rewriter(places_, host_, [this](std::uint32_t used, const PageReference& reference) {
    use(used, reference);
  });
  bundle::StringSink sink;
  bundle::BoundedSink bounded(sink, bundle::byte_limit(bundle_, {}));
  rewriter.rewrite(page, bounded);
  if (bounded.has_failed() || !page.is_whole() || budget_.is_spent()) lose(part, kTooMuch);
  if (!rewriter.has_changed() || bounded.has_failed()) return false;
  notes.finish();
  tell_of(notes, part, false);
  text = std::move(sink.text());
  return true;
}

bool Writer::write(std::uint32_t part) {
  if (written_[part] || places_[part].url.empty()) return true;
  written_[part] = true;
  const bundle::PartKind kind = parts_.of(part, uses_[part] ? uses_[part]->role : Role::link);
  WarcRecord record;
  std::string block;
  using bundle::TextForm;
  const bool is_text =
      kind.form == TextForm::html || kind.form == TextForm::xml || kind.form == TextForm::css;
  if (is_text && rewrite(part, kind, block)) {
    record.media_type = kind.media_type + "; charset=utf-8";
  } else {
    record.media_type = type_of(part, kind);
    Notes notes;
    bundle_.decode(part, block, notes);
    notes.finish();
    tell_of(notes, part, false);
  }
  ++summary_.records;
  record.url = places_[part].url;
  record.date = date_;
  record.is_page = part == root_;
  record.bundle = hash_;
  const Message& message = bundle_.message();
  const mime::HeaderField* const subject = message.find(message.root(), "subject");
  if (record.is_page && subject != nullptr)
    record.title = mime::decode_words(message.value_of(*subject));
  const std::string hash = sha1(block);
  record.digest = digest_text(hash);
  record.bytes = text_of(
      {"resource", record.url, date_, record.media_type, {}, hash_ + " " + bundle_.section(part)},
      block, hash);
  return take_(record);
}

}  // namespace

std::string warc_info(std::string_view file_name) {
  // No date of the run: the same bundles give the same bytes.
  const std::string block = "software: basewalk/" + std::string(version()) +
                            "\r\nformat: WARC File Format 1.1\r\n"
                            "conformsTo: http://iipc.github.io/warc-specifications/specifications/"
                            "warc-format/warc-1.1/\r\n";
  return text_of({"warcinfo", {}, mime::date_text(0), "application/warc-fields", file_name, {}},
                 block, sha1(block));
}

Result<WarcSummary> write_warc(const bundle::Bundle& bundle,
                               const std::function<bool(const WarcRecord&)>& take) {
  return Writer(bundle, take).run();
}

}  // namespace basewalk::output

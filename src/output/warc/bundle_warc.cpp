// SPDX-License-Identifier: MIT
#include "output/warc/bundle_warc.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "basewalk/version.h"
#include "bundle/page/page_rewriting.h"
#include "bundle/unpacking.h"
#include "mime/values/date.h"
#include "rewrite/sign/digest.h"
#include "text/ascii.h"
#include "text/hex.h"

namespace basewalk::output {
namespace {

using bundle::PageReference;
using bundle::PageText;

constexpr std::string_view kThisMessage = "thismessage:/";

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
  for (const std::size_t at : {20, 16, 12, 8}) out.insert(at, 1, '-');
  return "<urn:uuid:" + out + ">";
}

struct Record {
  std::string_view type, url, date, media_type, file_name;
  std::size_t number = 0;  // in the file, so that a bundle that is named twice has new identifiers
};

std::string text_of(const Record& record, std::string_view block) {
  const std::string hash = sha1(block);
  std::string out = "WARC/1.1\r\n";
  const auto field = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) out.append(name).append(": ").append(value).append("\r\n");
  };
  field("WARC-Type", record.type);
  field("WARC-Target-URI", record.url);
  field("WARC-Filename", record.file_name);
  field("WARC-Date", record.date);
  field("WARC-Record-ID",
        uuid_of(std::string(record.type).append(" ").append(record.url).append(" ") +
                std::string(record.date) + " " + std::string(record.file_name) + " " +
                std::to_string(record.number) + " " + hash));
  if (!hash.empty()) {
    field("WARC-Block-Digest", "sha1:" + base32_of(hash));
    if (record.type == "resource") field("WARC-Payload-Digest", "sha1:" + base32_of(hash));
  }
  field("Content-Type", record.media_type);
  field("Content-Length", std::to_string(block.size()));
  return out.append("\r\n").append(block).append("\r\n\r\n");
}

std::string_view without_fragment(std::string_view url) { return url.substr(0, url.find('#')); }

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

class Rewriter final : public bundle::PageRewriter {
 public:
  Rewriter(const std::vector<Place>& places, std::string_view host)
      : PageRewriter(true, {}), places_(places), host_(host) {}
  bool has_changed() const { return changed_; }

 protected:
  bool changes_charset_only() const override { return true; }
  void reference(const PageReference& reference, Sink& out) override {
    const std::string_view raw = reference.find.raw;
    if (raw.empty() || raw.front() == '#') return write_as_it_was(reference, out);
    const PageText::Meaning meaning = reference.page.meaning_of(reference.find);
    const Place& here = places_[reference.page.part()];
    std::string seen = meaning.clicked;
    if (seen.starts_with(kThisMessage)) seen = host_ + seen.substr(kThisMessage.size());
    std::string wanted = seen;
    if (meaning.part && !places_[*meaning.part].url.empty()) {
      wanted = places_[*meaning.part].url;
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
  bool changed_ = false;
};

class Writer {
 public:
  Writer(const bundle::Bundle& bundle, std::size_t before,
         const std::function<bool(std::string_view)>& take)
      : bundle_(bundle),
        before_(before),
        take_(take),
        budget_(bundle::budget_for(bundle)),
        parts_(bundle),
        host_("https://" + hex_of(sha1(bundle.message().bytes)).substr(0, 16) +
              ".bundle.invalid/") {}
  Result<WarcSummary> run();

 private:
  void place(std::uint32_t part);
  bool write(std::uint32_t part, bool is_root);
  void lose(std::uint32_t part, std::string_view why) {
    summary_.losses.push_back("part " + bundle_.section(part) + std::string(why));
  }

  const bundle::Bundle& bundle_;
  const std::size_t before_;
  const std::function<bool(std::string_view)>& take_;
  bundle::Budget budget_;
  bundle::PartKinds parts_;
  const std::string host_;
  std::string date_;
  std::vector<Place> places_;
  std::unordered_set<std::string> taken_;
  base::Scope of_root_;
  Notes notes_;
  WarcSummary summary_;
};

Result<WarcSummary> Writer::run() {
  const Result<std::uint32_t> root = bundle::page_of(bundle_);
  if (!root) return root.error();
  const Message& message = bundle_.message();
  std::optional<std::int64_t> date;
  if (const mime::HeaderField* const field = message.find(message.root(), "date"))
    date = mime::read_date(message.value_of(*field));
  summary_.undated = !date;
  date_ = mime::date_text(date.value_or(0));
  places_.resize(message.parts.size());
  place(*root);
  for (std::uint32_t part = 0; part < places_.size(); ++part)
    if (part != *root && message.parts[part].kind == mime::PartKind::leaf) place(part);
  bool whole = write(*root, true);
  for (std::uint32_t part = 0; part < places_.size() && whole; ++part)
    if (part != *root && !places_[part].url.empty()) whole = write(part, false);
  if (!whole) return Error{"unwritable", 0, "could not be written"};
  return std::move(summary_);
}

void Writer::place(std::uint32_t part) {
  const bundle::Labels labels = bundle_.labels(part, 64 * 1024);
  Place place{std::string(without_fragment(labels.resolved)), true};
  if (place.url.starts_with(kThisMessage))
    place.url = host_ + place.url.substr(kThisMessage.size());
  if (!is_of_web(place.url)) place = {host_ + "part/" + bundle_.section(part), false};
  if (!taken_.insert(place.url).second)
    return lose(part, " has no record: another part stands under " + place.url);
  places_[part] = std::move(place);
}

bool Writer::write(std::uint32_t part, bool is_root) {
  const bundle::PartKind kind = parts_.of(part);
  const mime::ParameterizedValue type = bundle_.content_type(part);
  std::string block;
  std::string media_type = type.value.empty() ? kind.media_type : type.value;
  const std::string* charset = type.find("charset");
  if (charset != nullptr && !charset->empty() && std::ranges::all_of(*charset, [](char c) {
        return ascii::is_alnum(c) || c == '-' || c == '_';
      }))
    media_type += "; charset=" + *charset;
  bool changed = false;
  using bundle::TextForm;
  if (kind.form == TextForm::html || kind.form == TextForm::xml || kind.form == TextForm::css) {
    if (budget_.take(bundle_.message().parts[part].body.size())) {
      PageText page(bundle_, budget_, notes_);
      page.read(part, kind, of_root_);
      if (is_root) of_root_ = page.scope();
      Rewriter rewriter(places_, host_);
      bundle::StringSink text;
      bundle::BoundedSink bounded(text, bundle::byte_limit(bundle_, {}));
      rewriter.rewrite(page, bounded);
      changed = rewriter.has_changed() && !bounded.has_failed();
      if (bounded.has_failed() || page.searched() != page.text().size())
        lose(part, ": not all its references lead to records: that was too much work");
      if (changed) block = std::move(text.text());
    } else {
      lose(part, ": not all its references lead to records: that was too much work");
    }
  }
  if (changed)
    media_type = kind.media_type + "; charset=utf-8";
  else
    bundle_.decode(part, block, notes_);
  ++summary_.records;
  return take_(text_of(
      {"resource", places_[part].url, date_, media_type, {}, before_ + summary_.records}, block));
}

}  // namespace

std::string warc_info(std::string_view file_name) {
  // No date of the run: the same bundles give the same bytes.
  const std::string block = "software: basewalk/" + std::string(version()) +
                            "\r\nformat: WARC File Format 1.1\r\n"
                            "conformsTo: http://iipc.github.io/warc-specifications/specifications/"
                            "warc-format/warc-1.1/\r\n";
  return text_of({"warcinfo", {}, mime::date_text(0), "application/warc-fields", file_name, 0},
                 block);
}

Result<WarcSummary> write_warc(const bundle::Bundle& bundle, std::size_t before,
                               const std::function<bool(std::string_view)>& take) {
  return Writer(bundle, before, take).run();
}

}  // namespace basewalk::output

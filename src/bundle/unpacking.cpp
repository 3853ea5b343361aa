// SPDX-License-Identifier: MIT
#include "bundle/unpacking.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "basewalk/mime/headers.h"
#include "basewalk/note.h"
#include "basewalk/url/resolve.h"
#include "mime/values/date.h"
#include "text/ascii.h"
#include "text/number.h"
#include "text/utf8.h"

namespace basewalk::bundle {

namespace {

constexpr std::size_t kToldUrl = 500;
// A bundle smaller than this may be as much work as one of this size.
constexpr std::size_t kSmallWork = std::size_t{4} << 20;
// What people read of a field is not longer.
constexpr std::size_t kLongestFact = 8000;

// How much base64 is copied at a time.
constexpr std::size_t kDigitsAtATime = 48 * 1024;
constexpr std::size_t kLongestLine = 1024;

constexpr std::string_view kReasons[][2] = {
    {"too-long", "it would become longer than --max-bytes allows"},
    {"too-deep", "too many texts lie in one another"},
    {"within-itself", "it is a frame within itself"},
    {"work", "reading it would be too much work"}};

// Nothing but digits?  Without branches, so that the compiler looks at many at once.
bool are_digits(std::string_view text) {
  unsigned char bad = 0;
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    // "/" stands before "0" in ASCII.
    const auto letter = static_cast<unsigned char>((u | 0x20) - 'a');
    const auto digit = static_cast<unsigned char>(u - '/');
    bad |= static_cast<unsigned char>(letter >= 26) & static_cast<unsigned char>(digit >= 11) &
           static_cast<unsigned char>(u != '+');
  }
  return bad == 0;
}

// Copies lines of whole groups of digits as long as there are such; how far that went.
std::size_t copy_digits(std::string_view body, Sink& out) {
  std::string buffer(kDigitsAtATime + kLongestLine, '\0');
  std::size_t filled = 0, copied = 0, at = 0, width = 0;
  const auto flush = [&] {
    const std::string_view digits(buffer.data(), filled);
    if (!are_digits(digits)) return false;
    out.write(digits);
    filled = 0;
    copied = at;
    return true;
  };
  while (at < body.size()) {
    // Lines are mostly as long as the one before.
    std::size_t end = at + width;
    if (width == 0 || end >= body.size() || body[end] != '\n') end = body.find('\n', at);
    if (end == std::string_view::npos) break;
    width = end - at;
    std::string_view line = body.substr(at, width);
    if (line.ends_with('\r')) line.remove_suffix(1);
    // The last line, mostly: with it in the buffer all of that would have to be decoded.
    if (line.ends_with('=')) break;
    if (line.size() % 4 != 0 || line.size() > kLongestLine) break;
    std::memcpy(buffer.data() + filled, line.data(), line.size());
    filled += line.size();
    at = end + 1;
    if (filled >= kDigitsAtATime && !flush()) return copied;
  }
  flush();
  return copied;
}

}  // namespace

std::size_t byte_limit(const Bundle& bundle, const UnpackOptions& options) {
  if (options.max_bytes != 0) return options.max_bytes;
  return text::product(Limits().output_factor,
                       std::max(bundle.message().bytes.size(), kSmallBundle));
}

Budget budget_for(const Bundle& bundle) {
  return Budget(text::product(8 * Limits().output_factor,
                              std::max(bundle.message().bytes.size(), kSmallWork)));
}

std::string_view name(LossReason reason) { return kReasons[static_cast<std::size_t>(reason)][0]; }
std::string_view meaning(LossReason reason) {
  return kReasons[static_cast<std::size_t>(reason)][1];
}

void add_loss(LossReason reason, std::uint32_t part, std::string where, std::uint32_t target,
              UnpackSummary& summary) {
  if (++summary.loss_count > kToldMost) return;
  summary.losses.push_back({reason, part, std::move(where).substr(0, kToldUrl), target});
}

void tell_spent(const Budget& budget, UnpackSummary& summary) {
  if (!budget.is_spent() || summary.loss_count > 0) return;
  const std::uint32_t part = budget.spent_in().value_or(summary.root);
  add_loss(LossReason::work, part, {}, part, summary);
}

void add_left_out(const PageReference& reference, std::string_view url, UnpackSummary& summary) {
  if (++summary.left_out_count > kToldMost) return;
  if (url.empty()) url = reference.find.raw;
  summary.left_out.push_back({reference.page.part(),
                              extract::where(reference.find.place).substr(0, kToldUrl),
                              std::string(utf8::cut(url, kToldUrl))});
}

void write_part(const Bundle& bundle, std::uint32_t part, Notes& notes, Sink& out) {
  const Message& message = bundle.message();
  const mime::Part& read = message.parts[part];
  mime::TransferPieces pieces(message.body_of(read), read.encoding, {notes, part, read.body.begin});
  while (pieces.next()) out.write(pieces.piece());
}

// A line with padding or anything odd in it is decoded, with all behind it.
void write_part_base64(const Bundle& bundle, std::uint32_t part, Notes& notes, Sink& out) {
  const Message& message = bundle.message();
  const mime::Part& read = message.parts[part];
  std::string_view body = message.body_of(read);
  std::size_t copied = 0;
  if (read.encoding == mime::Encoding::base64) copied = copy_digits(body, out);
  body.remove_prefix(copied);
  mime::TransferPieces pieces(body, read.encoding, {notes, part, read.body.begin + copied});
  Base64Sink encoded(out);
  while (pieces.next()) encoded.write(pieces.piece());
  encoded.finish();
}

std::string_view data_type_of(std::string_view media_type) {
  const bool plain = std::all_of(media_type.begin(), media_type.end(), [](char c) {
    return ascii::is_alnum(c) || c == '/' || c == '-' || c == '+' || c == '.';
  });
  return plain && media_type.size() < 100 ? media_type : "application/octet-stream";
}

std::string_view fragment_of(std::string_view reference) {
  const std::size_t hash = reference.find('#');
  return hash == std::string_view::npos ? std::string_view() : reference.substr(hash);
}

PageFacts facts_of(const Bundle& bundle, std::uint32_t root, const PageWords& words) {
  const Message& message = bundle.message();
  const auto value = [&](const mime::Part& part, std::string_view name) {
    const mime::HeaderField* const field = message.find(part, name);
    return field != nullptr ? message.value_of(*field) : std::string_view();
  };
  const auto words_in = [](std::string_view text) {
    return mime::decode_words(mime::unfold(text.substr(0, kLongestFact)));
  };
  const mime::Part& page = message.parts[root];
  PageFacts facts{words.title, {}, {}, words.language};
  if (facts.title.empty()) facts.title = words_in(value(message.root(), "subject"));
  facts.url = words_in(value(message.root(), "snapshot-content-location"));
  if (!url::is_absolute(facts.url)) {
    facts.url = bundle.labels(root, kLongestFact).resolved;
    if (facts.url.starts_with("thismessage:")) facts.url.clear();
  }
  if (const std::optional<std::int64_t> date = mime::read_date(value(message.root(), "date")))
    facts.date = mime::date_text(*date);
  for (const mime::Part* part : {&page, &message.root()})
    if (facts.language.empty())
      facts.language = std::string(ascii::trim(
          mime::strip_comments(value(*part, "content-language")).substr(0, kLongestFact)));
  return facts;
}

std::string_view ending_of_page(const PartKind& kind) {
  if (kind.form == TextForm::html) return ".html";
  return kind.media_type == "image/svg+xml" ? ".svg" : ".xhtml";
}

std::string_view page_ending(const Bundle& bundle) {
  const Result<std::uint32_t> root = page_of(bundle);
  return root ? ending_of_page(PartKinds(bundle).of(*root, Role::frame)) : ".html";
}

Result<std::uint32_t> page_of(const Bundle& bundle) {
  const std::optional<std::uint32_t> root = bundle.root();
  if (root) {
    const PartKind kind = PartKinds(bundle).of(*root, Role::frame);
    if (is_page(kind)) return *root;
  }
  if (bundle.message().parts.size() == 1 &&
      bundle.message().root().first_field == bundle.message().root().fields_end)
    return Error{"no-page", 0, "this is no bundle: it has no header"};
  return Error{"no-page", 0,
               root ? "its first part is no page (" +
                          std::string(bundle.message().parts[*root].media_type.substr(0, 80)) + ")"
                    : "there is no page in it"};
}

std::string cut_off_part(const Message& message) {
  const bool unclosed =
      std::any_of(message.notes.all().begin(), message.notes.all().end(),
                  [](const Note& note) { return note.code == NoteCode::boundary_unclosed; });
  const auto last = static_cast<std::uint32_t>(message.parts.size() - 1);
  const mime::Part& part = message.parts[last];
  if (!unclosed || part.kind != mime::PartKind::leaf) return {};
  // Text shows where it ends, an image or a header does not.
  const bool half = part.encoding == mime::Encoding::base64 || part.body.empty();
  return half && last > 0 ? message.section(last) : std::string();
}

}  // namespace basewalk::bundle

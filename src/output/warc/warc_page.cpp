// SPDX-License-Identifier: MIT
#include "output/warc/warc_page.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

#include "basewalk/extract/place.h"
#include "basewalk/note.h"
#include "basewalk/url/resolve.h"
#include "bundle/page/kind.h"
#include "bundle/page/page_text.h"
#include "text/ascii.h"
#include "text/number.h"

namespace basewalk::output {
namespace {

using bundle::PageReference;
using bundle::Role;

constexpr std::size_t kToldMost = 1000;
constexpr std::size_t kListed = 10;
constexpr std::size_t kLongestRaw = 500;
constexpr int kRedirects = 20;  // as browsers follow

std::string without_fragment(std::string_view url) {
  return std::string(url.substr(0, url.find('#')));
}

std::string essence_of(std::string_view media_type) {
  return ascii::lowered(ascii::trim(media_type.substr(0, media_type.find(';'))));
}

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

bool is_page_type(std::string_view media_type) {
  const std::string type = essence_of(media_type);
  return type == "text/html" || type == "application/xhtml+xml";
}

// A type as a header field may have it: one line of printable ASCII.
std::string header_type(const std::string& media_type) {
  const bool fine = media_type.find('/') != std::string::npos &&
                    std::ranges::all_of(media_type, [](char c) { return c >= ' ' && c < 0x7F; });
  return fine ? media_type : "application/octet-stream";
}

// Tells which URLs a text uses, and changes nothing.
class Collector final : public bundle::PageRewriter {
 public:
  using Use = std::function<void(const std::string& url, const PageReference& reference)>;
  explicit Collector(Use use) : PageRewriter(true, {}), use_(std::move(use)) {}

 protected:
  bool changes_charset_only() const override { return true; }
  void reference(const PageReference& reference, Sink& out) override {
    write_as_it_was(reference, out);
    if (reference.role == Role::link) return;
    const bundle::PageText::Meaning meaning = reference.page.meaning_of(reference.find);
    if (!meaning.clicked.empty()) use_(meaning.clicked, reference);
  }

 private:
  const Use use_;
};

// False where a limit kept some references from being found.
bool collect(std::string_view bytes, const bundle::PackedFile& file, Role role,
             Collector& collector) {
  std::string entity =
      "Content-Type: " + file.media_type + "\r\nContent-Location: " + file.label + "\r\n\r\n";
  entity += bytes;
  const Message message = read_message(entity);
  const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
  bundle::PartKinds kinds(bundle);
  const bundle::PartKind kind = kinds.of(0, role);
  if (kind.form == bundle::TextForm::none || kind.form == bundle::TextForm::plain) return true;
  bundle::Budget budget(text::product(64, std::max(bytes.size(), std::size_t{1} << 20)));
  Notes notes;
  bundle::PageText page(bundle, budget, notes);
  page.read(0, kind, base::Scope());
  NullSink nowhere;
  collector.rewrite(page, nowhere);
  return page.is_whole() && !budget.is_spent();
}

// The URL of the page that is meant where none is named.
std::string first_page(const WarcIndex& index) {
  for (const std::string& page : index.pages())
    if (index.find(page, 0) != nullptr) return page;
  for (const WarcIndex::Capture& capture : index.captures()) {
    const Result<WarcIndex::Payload> first = index.first_of(capture);
    if (first && first->status == 200 && is_page_type(first->media_type)) return capture.url;
  }
  return {};
}

// Some that there are, for who has named another.
std::string some_pages(const WarcIndex& index) {
  std::string some;
  std::unordered_set<std::string> seen;
  const auto add = [&](const std::string& url) {
    if (seen.size() < kListed && seen.insert(url).second) some += (some.empty() ? "" : ", ") + url;
  };
  for (const std::string& page : index.pages()) add(page);
  for (const WarcIndex::Capture& capture : index.captures()) {
    if (seen.size() >= kListed) break;
    const Result<WarcIndex::Payload> first = index.first_of(capture);
    if (first && first->status == 200 && is_page_type(first->media_type)) add(capture.url);
  }
  return some;
}

}  // namespace

Result<std::unique_ptr<WarcPage>> WarcPage::make(const WarcIndex& index, const std::string& url,
                                                 std::size_t max_bytes) {
  const std::string wanted = url.empty() ? first_page(index) : plain_url(url);
  if (wanted.empty() && url.empty())
    return Error{"no-page", 0, "holds no page: no answer with status 200 is HTML"};
  const WarcIndex::Capture* const page = index.find(wanted, 0);
  if (page == nullptr) {
    const std::string some = some_pages(index);
    return Error{"no-page", 0,
                 "holds no capture of " + url +
                     (some.empty() ? std::string() : "; there are pages as " + some)};
  }
  std::unique_ptr<WarcPage> made(new WarcPage(index, max_bytes));
  made->date_ = page->date;
  if (std::optional<Error> wrong = made->add({}, wanted, Role::link))
    return Error{wrong->code, 0, wanted + ": " + wrong->detail};
  made->follow();
  return made;
}

std::string WarcPage::date() const {
  const std::chrono::sys_seconds at{std::chrono::seconds(date_)};
  const auto day = std::chrono::floor<std::chrono::days>(at);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(at - day);
  constexpr const char* kDays[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto two = [](auto number) {
    const std::string text = std::to_string(number);
    return text.size() < 2 ? "0" + text : text;
  };
  const int year = static_cast<int>(date.year());
  if (date_ == 0 || year < 1900 || year > 9999) return {};
  return std::string(kDays[std::chrono::weekday(day).c_encoding()]) + ", " +
         two(static_cast<unsigned>(date.day())) + " " +
         kMonths[static_cast<unsigned>(date.month()) - 1] + " " + std::to_string(year) + " " +
         two(time.hours().count()) + ":" + two(time.minutes().count()) + ":" +
         two(time.seconds().count()) + " +0000";
}

// A page (without a label) stands where its redirects lead, what it shows where it was asked for.
std::optional<Error> WarcPage::add(const std::string& label, const std::string& url, Role role) {
  std::string at = url;
  for (int count = 0; count <= kRedirects; ++count) {
    const WarcIndex::Capture* const capture = index_.find(at, date_);
    if (capture == nullptr) return Error{"missing", 0, "there is no capture of " + at};
    Result<WarcIndex::Payload> payload = index_.payload(*capture, left_);
    if (payload && is_redirect(payload->status) && !payload->location.empty()) {
      at = without_fragment(payload->location);
      continue;
    }
    if (!payload) return payload.error();
    if (payload->status < 200 || payload->status > 299)
      return Error{"status", 0, "its answer has the status " + std::to_string(payload->status)};
    left_ -= payload->bytes.size();
    const std::string& name = label.empty() ? at : label;
    if (payload->partial) tell(name + ": was captured in part; the rest is not in the file");
    by_label_.emplace(name, files_.size());
    unread_.push_back({files_.size(), role});
    files_.push_back({capture->url, name, header_type(payload->media_type), false});
    known_.push_back({capture, 1U << static_cast<unsigned>(role), payload->bytes.size()});
    return {};
  }
  return Error{"redirects", 0, "its redirects have no end"};
}

void WarcPage::tell(std::string what) {
  ++not_packed_count_;
  if (not_packed_.size() < kToldMost) not_packed_.push_back(std::move(what));
}

void WarcPage::leave_out(std::size_t from, const PageReference& reference, std::string_view why) {
  const std::string where = extract::where(reference.find.place);
  const std::string_view raw = reference.find.raw;
  const std::string key = files_[from].label + '\n' + where + '\n' + std::string(raw);
  if (!told_.insert(std::hash<std::string>()(key)).second) return;
  tell(files_[from].label + ": " + where + " " + std::string(raw.substr(0, kLongestRaw)) +
       ": not packed: " + std::string(why));
}

void WarcPage::use(std::size_t from, const std::string& clicked, const PageReference& reference) {
  for (const std::string_view scheme :
       {"data:", "about:", "javascript:", "vbscript:", "blob:", "mailto:"})
    if (ascii::istarts_with(clicked, scheme)) return;
  // Chromium looks for a picture or a font with the fragment that it is asked for with.
  const std::string label = reference.role == Role::resource ? clicked : without_fragment(clicked);
  if (label == files_.front().label) return;
  const unsigned role = 1U << static_cast<unsigned>(reference.role);
  if (const auto known = by_label_.find(label); known != by_label_.end()) {
    unsigned& roles = known_[known->second].roles;
    if ((roles & role) == 0) unread_.push_back({known->second, reference.role});
    roles |= role;
    return;
  }
  // What lies behind a redirect means its references from there.
  std::string url = without_fragment(clicked);
  const std::string& true_url = known_[from].capture->url;
  const url::Base* const base = reference.page.scope_of(reference.find).browser_url();
  const std::string own = plain_url(files_[from].label);
  if (own != true_url && base != nullptr && without_fragment(base->text()) == own) {
    std::string other;
    if (url::resolve(url::Base(true_url, url::Rules::whatwg), reference.find.raw, {}, other)
            .outcome != url::Outcome::error)
      url = without_fragment(other);
  }
  if (const std::optional<Error> wrong = add(label, url, reference.role))
    leave_out(from, reference, wrong->detail);
}

// What has been found is read again, and not held.
Result<WarcIndex::Payload> WarcPage::again(std::size_t file) const {
  Result<WarcIndex::Payload> payload = index_.payload(*known_[file].capture, most_);
  if (payload && payload->bytes.size() != known_[file].size)
    return Error{"changed", 0, "was changed while it was packed"};
  return payload;
}

// Reads every text for what it uses; what that adds is read in turn.
void WarcPage::follow() {
  for (; !unread_.empty(); unread_.pop_front()) {
    const Unread unread = unread_.front();
    const bundle::PackedFile file = files_[unread.file];
    const Result<WarcIndex::Payload> payload = again(unread.file);
    if (!payload) {
      tell(file.label + ": " + payload.error().detail);
      continue;
    }
    Collector collector([&](const std::string& url, const PageReference& reference) {
      use(unread.file, url, reference);
    });
    if (!collect(payload->bytes, file, unread.role, collector))
      tell(file.label + ": references behind a limit were not looked for");
  }
}

Result<bool> WarcPage::write_body(std::size_t number, Sink& sink) const {
  const Result<WarcIndex::Payload> payload = again(number);
  if (!payload) return Error{"unreadable", 0, files_[number].label + ": " + payload.error().detail};
  return sink.write(payload->bytes);
}

}  // namespace basewalk::output

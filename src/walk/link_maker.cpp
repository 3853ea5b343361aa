// SPDX-License-Identifier: MIT
//
// One find becomes one link: it is resolved, judged and, where a message would make its
// output grow without bound, cut.
//
// Before this: extract/html/html.cpp found a reference.  After it: url/resolve.cpp answers what it
// means.
#include "walk/link_maker.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "basewalk/url/flags.h"
#include "extract/linkify/bare_host.h"
#include "mime/charset.h"
#include "text/ascii.h"
#include "text/number.h"
#include "text/utf8.h"
#include "url/windows_path.h"

namespace basewalk {
namespace {

// A message shorter than this may write as much as one of this size.
constexpr std::size_t kSmallMessage = 4096;

// What is longer comes once, and would make what is remembered large.
constexpr std::size_t kLongestRemembered = 512;

// Its ends are what tells a mail's links apart.  An attacker may make them meet: then nothing is
// remembered, which costs what it did before.
std::size_t hash_of(std::string_view raw) {
  std::uint64_t end = 0;
  std::memcpy(&end, raw.data() + (raw.size() < sizeof end ? 0 : raw.size() - sizeof end),
              std::min(raw.size(), sizeof end));
  std::uint64_t middle = 0;
  if (raw.size() >= 2 * sizeof middle)
    std::memcpy(&middle, raw.data() + raw.size() / 2, sizeof middle);
  return static_cast<std::size_t>(((end ^ (middle << 7) ^ raw.size()) * 0x9E3779B97F4A7C15u) >> 48);
}

// "//host/x", or what browsers take for it
bool is_network_path(std::string_view raw) {
  const auto slash = [](char c) { return c == '/' || c == '\\'; };
  return raw.size() >= 2 && slash(raw[0]) && slash(raw[1]);
}

// [R8].  "//host/x" as browsers take it that have no base: from the page of a web mail, which has
// one with https.  Nothing where it is something else.
std::string_view network_path(std::string_view raw) {
  while (!raw.empty() && static_cast<unsigned char>(raw[0]) <= ' ') raw.remove_prefix(1);
  int slashes = 0;
  for (const char c : raw) {
    if (c == '\t' || c == '\n' || c == '\r') continue;
    if (c != '/' && c != '\\') break;
    if (++slashes == 2) return raw;
  }
  return {};
}

// What a reader clicks, by which an href becomes a URL in the hands of a mail program, and the page
// of a card in those of Android's contacts.
bool is_clicked(const extract::Place& place) {
  if (place.role == extract::Role::property)
    return place.element == "url" && place.around.ends_with("vcard ");
  return place.role == extract::Role::attribute && place.attribute == "href" &&
         (place.element == "a" || place.element == "area" || place.element.starts_with("v:"));
}

// Four numbers and nothing else, or letters behind a dot?
bool ends_as_host(std::string_view name, bool has_path) {
  const std::string_view last = name.substr(name.rfind('.') + 1);
  if (has_path && last.size() > 1 && std::all_of(last.begin(), last.end(), ascii::is_alpha))
    return true;
  return std::count(name.begin(), name.end(), '.') == 3 && last.size() < 4 &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return ascii::is_digit(c) || c == '.'; });
}

// The host of the link comes from a base inside the document.
bool is_split(const Link& link, const base::Scope& scope) {
  const bool embedded = scope.from() == BaseFrom::html_base || scope.from() == BaseFrom::codebase;
  return embedded && scope.url() != nullptr && link.status == Status::resolved &&
         !link.raw.starts_with("//") && scope.url()->components().authority.present;
}

}  // namespace

bool names_host(std::string_view raw) {
  const std::size_t end = std::min(raw.find_first_of("/?#"), raw.size());
  const std::string_view authority = raw.substr(0, end);
  const std::string_view name = authority.substr(0, authority.find(':'));
  const bool is_name = std::all_of(name.begin(), name.end(), [](char c) {
    return ascii::is_alnum(c) || c == '-' || c == '_' || c == '.' || (c & 0x80) != 0;
  });
  const std::size_t dot = name.find('.');
  if (!is_name || dot == 0 || dot == std::string_view::npos || name.find("..") < name.size())
    return false;
  if (ascii::istarts_with(name, "www.") && name.size() > 4) return true;
  if (ends_as_host(name, end < raw.size() && raw[end] == '/')) return true;
  std::size_t unused = 0;
  const std::optional<extract::BareHost> host =
      extract::BareHosts(authority).around(dot, 0, unused);
  return host && host->begin == 0 && host->end == authority.size();
}

void append_guess(std::string_view raw, const extract::Place& place, std::string_view assume_scheme,
                  std::string& out) {
  if (raw.starts_with("\\\\") && !place.is_derived()) {
    out += url::windows_path(raw).value_or("file:" + std::string(raw));
    return;
  }
  if (is_network_path(raw))
    out.append(assume_scheme.empty() ? "http" : assume_scheme).append(":");
  else  // "ftp.example.com" is read as what its name says
    out += ascii::istarts_with(raw, "ftp.") ? "ftp://" : "http://";
  out += raw;
}

bool append_assumed(std::string_view raw, const extract::Place& place, std::string& out) {
  const std::string_view path = network_path(raw);
  if (!path.empty()) {
    // What no browser opens Windows does.
    if (path.starts_with(R"(\\?\)"))
      out += url::windows_path(path).value_or("https:" + std::string(path));
    else
      out.append("https:").append(path);
    return true;
  }
  // A browser drops tabs and line ends, and so do those that put a scheme before the rest.
  if (!is_clicked(place) || raw.find('.') == std::string_view::npos) return false;
  std::string name(ascii::trim(raw));
  std::erase_if(name, [](char c) { return c == '\t' || c == '\n' || c == '\r'; });
  if (url::is_absolute(name) || !names_host(name)) return false;
  out.append("http://").append(name);
  return true;
}

void LinkMaker::begin(std::size_t message_size) {
  budget_ = text::product(options_.limits.output_factor, std::max(message_size, kSmallMessage));
  of_documents_ = budget_ / 2;
  charges_documents_ = false;
  omitted_ = 0;
}

// [R6].  What a reference without a scheme is read as; nothing where nothing is guessed.
void LinkMaker::guess(const extract::Find& find, const base::Scope& scope, Answer& answer) {
  answer.guess.clear();
  const bool lacks_scheme =
      scope.url() == nullptr && !options_.assume_scheme.empty() && find.raw.starts_with("//");
  if ((find.flags & extract::kGuessed) == 0 && !lacks_scheme) return;
  append_guess(find.raw, find.place, options_.assume_scheme, answer.guess);
}

// [R9]: what the rules refuse has no URL.
void LinkMaker::resolve(const extract::Find& find, const base::Scope& scope, Answer& answer) {
  guess(find, scope, answer);
  answer.url.clear();
  const bool guessed = !answer.guess.empty();
  const url::Base* base = guessed ? nullptr : scope.url();
  const std::string_view reference = guessed ? std::string_view(answer.guess) : find.raw;
  answer.has_url = false;
  // What has a scheme to a browser, which drops line ends and tabs, is for its parser to say.
  const bool is_relative = base == nullptr && !url::is_absolute(reference);
  if (is_relative && no_base_.rules() != url::Rules::whatwg) {
    answer.status = Status::unresolved;
    return;
  }
  const url::Resolution resolution =
      url::resolve(base != nullptr ? *base : no_base_, reference, options_.resolve, answer.url);
  switch (resolution.outcome) {
    case url::Outcome::absolute:
      answer.status = guessed ? Status::guessed : Status::absolute;
      break;
    case url::Outcome::resolved:
      answer.status = Status::resolved;
      break;
    case url::Outcome::error:
      answer.status = is_relative ? Status::unresolved : Status::invalid;
      return;
  }
  answer.has_url = true;
}

// [R5].  Where something had to be guessed or assumed, a browser is given that.
void LinkMaker::click(const extract::Find& find, const base::Scope& scope, Answer& answer) {
  answer.clicked.clear();
  answer.assumed.clear();
  const url::Base* base = scope.clicked_url();
  if (base == nullptr && answer.guess.empty()) append_assumed(find.raw, find.place, answer.assumed);
  const url::Resolution resolution = url::resolve(base != nullptr ? *base : browser_no_base_,
                                                  answer.followed(find.raw), {}, answer.clicked);
  answer.has_clicked = resolution.outcome != url::Outcome::error;
}

// [R8].  Sets encoded_clicked_; false where the charset makes no difference.
bool LinkMaker::click_encoded(std::string_view raw, const Answer& answer, const base::Scope& scope,
                              const mime::Charset& charset) {
  const std::string_view reference = answer.followed(raw);
  const std::size_t fragment = std::min(reference.find('#'), reference.size());
  const std::size_t mark = reference.substr(0, fragment).find('?');
  if (!answer.has_clicked || mark == std::string_view::npos) return false;
  // URL Standard 4.4, query state: the special schemes, but for ws and wss.
  constexpr std::string_view kSchemes[] = {"http:", "https:", "ftp:", "file:"};
  if (std::none_of(std::begin(kSchemes), std::end(kSchemes),
                   [&](std::string_view each) { return answer.clicked.starts_with(each); }))
    return false;
  std::string query(reference.substr(mark + 1, fragment - mark - 1));
  if (utf8::is_ascii(query)) return false;
  // What the parser drops would otherwise be encoded with the rest.
  std::erase_if(query, [](char c) { return c == '\t' || c == '\n' || c == '\r'; });
  if (fragment == reference.size())
    while (!query.empty() && static_cast<unsigned char>(query.back()) <= ' ') query.pop_back();
  encoded_reference_ = reference.substr(0, mark + 1);
  mime::append_query(query, charset, encoded_reference_);
  encoded_reference_ += reference.substr(fragment);
  encoded_clicked_.clear();
  const url::Base* const base = scope.clicked_url();
  const url::Resolution resolution = url::resolve(base != nullptr ? *base : browser_no_base_,
                                                  encoded_reference_, {}, encoded_clicked_);
  return resolution.outcome != url::Outcome::error;
}

void LinkMaker::compute(const extract::Find& find, const base::Scope& scope, Answer& answer) {
  resolve(find, scope, answer);
  click(find, scope, answer);
  answer.flags = url::flags_of(find.raw, answer.has_url ? std::string_view(answer.url) : "",
                               answer.has_clicked ? std::string_view(answer.clicked) : "");
}

const LinkMaker::Answer& LinkMaker::look_up(const extract::Find& find, const base::Scope& scope) {
  if (scope.url() != nullptr || scope.clicked_url() != nullptr ||
      find.raw.size() > kLongestRemembered) {
    compute(find, scope, answer_);
    return answer_;
  }
  Answer& answer = remembered_[hash_of(find.raw) % remembered_.size()];
  const bool guessed = (find.flags & extract::kGuessed) != 0;
  const bool derived = find.place.is_derived();
  const bool clicked = is_clicked(find.place);
  if (answer.raw == find.raw && answer.guessed == guessed && answer.derived == derived &&
      answer.is_clicked == clicked && !find.raw.empty())
    return answer;
  answer.raw.clear();  // no answer is half remembered, should memory run out
  compute(find, scope, answer);
  answer.guessed = guessed;
  answer.derived = derived;
  answer.is_clicked = clicked;
  answer.raw = find.raw;
  return answer;
}

// What would be left out anyway is not made: the work is bounded as the output is.
void LinkMaker::skip(const extract::Find& find, const base::Scope& scope, Link& link) {
  const bool guessed = (find.flags & extract::kGuessed) != 0;
  const bool has_base = scope.url() != nullptr || scope.is_left_out();
  link.status = guessed                      ? Status::guessed
                : url::is_absolute(find.raw) ? Status::absolute
                : has_base                   ? Status::resolved
                                             : Status::unresolved;
  link.url.reset();
  link.clicked.reset();
  link.flags = url::flags_of(find.raw, "", "");
}

// [H3]: the link is always reported; its base and URL are not once they would be too much.
void LinkMaker::bound(Link& link) {
  const std::size_t cost = link.base.value_or("").size() + link.url.value_or("").size() +
                           link.clicked.value_or("").size();
  if (cost <= budget_left()) {
    budget_ -= cost;
    if (charges_documents_) of_documents_ -= cost;
    return;
  }
  // Less is left each time, so that large answers are not made and thrown away again and again.
  if (link.url || link.clicked) (charges_documents_ ? of_documents_ : budget_) /= 2;
  leave_out(link);
}

void LinkMaker::leave_out(Link& link) {
  link.base.reset();
  link.url.reset();
  link.clicked.reset();
  link.flags.add(Flag::url_omitted);
  ++omitted_;
}

// [R8].  The same, opened before the base was read; null where that leads nowhere.
const LinkMaker::Answer* LinkMaker::open_earlier(const extract::Find& find, const Answer& answer,
                                                 const base::Scope& earlier) {
  earlier_ = answer;
  click(find, earlier, earlier_);
  if (!earlier_.has_clicked) return nullptr;
  earlier_.flags =
      url::flags_of(find.raw, answer.has_url ? std::string_view(answer.url) : "", earlier_.clicked);
  return &earlier_;
}

void LinkMaker::make(const extract::Find& find, const base::Scope& scope, Link& link,
                     const mime::Charset* query_charset, const base::Scope* earlier) {
  link.place = find.place;
  link.raw = find.raw;
  link.base.reset();
  if (const url::Base* base = scope.url()) link.base = base->text();
  link.base_from = scope.from();
  link.base_part = scope.section();
  bool is_assumed = false;
  // What a browser joins with may be longer, or there alone.
  const auto is_too_long = [this](const base::Scope& each) {
    const url::Base* const clicked = each.clicked_url();
    return clicked != nullptr && clicked->text().size() > budget_left();
  };
  if (earlier != nullptr && earlier->clicked_url() == scope.clicked_url()) earlier = nullptr;
  const bool is_skipped = scope.is_left_out() || link.base.value_or("").size() > budget_left() ||
                          is_too_long(scope) || (earlier != nullptr && is_too_long(*earlier));
  if (is_skipped) {
    skip(find, scope, link);
  } else {
    const Answer& of_scope = look_up(find, scope);
    const Answer* const opened =
        earlier != nullptr ? open_earlier(find, of_scope, *earlier) : nullptr;
    const Answer& answer = opened != nullptr ? *opened : of_scope;
    const base::Scope& browser = opened != nullptr ? *earlier : scope;
    link.status = answer.status;
    link.url = answer.has_url ? std::optional<std::string_view>(answer.url) : std::nullopt;
    link.clicked =
        answer.has_clicked ? std::optional<std::string_view>(answer.clicked) : std::nullopt;
    link.flags = answer.flags;
    is_assumed = !answer.assumed.empty() ||
                 (scope.is_scheme_assumed() &&
                  (link.status == Status::unresolved || link.status == Status::resolved));
    if (query_charset != nullptr && click_encoded(find.raw, answer, browser, *query_charset)) {
      link.clicked = encoded_clicked_;
      link.flags = url::flags_of(find.raw, answer.has_url ? std::string_view(answer.url) : "",
                                 encoded_clicked_);
    }
  }
  if (link.clicked && is_assumed) link.flags.add(Flag::scheme_assumed);
  if (is_split(link, scope)) link.flags.add(Flag::base_split);
  if ((find.flags & extract::kUnterminated) != 0) link.flags.add(Flag::unterminated);
  link.text = find.text;
  if (is_skipped)
    leave_out(link);
  else
    bound(link);
}

}  // namespace basewalk

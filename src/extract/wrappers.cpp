// SPDX-License-Identifier: MIT
//
// Safe Links (Microsoft), URL Defense (Proofpoint), Link Protection (Barracuda), Google's /url and
// /amp.  These hold the URL in a parameter, but for the last, which has it behind its path.  URL
// Defense has three forms: a parameter, a parameter with its own escapes, and
// `/v3/__URL__;BASE64!...`, whose URL has a "*" for each character that was taken out of it and
// written behind it in base64.  Click-Time Protection (Avanan) has it between underscores, Bing in
// a parameter in base64.
//
// Copies of pages: the AMP cache has the URL behind its path ("AMP Cache URL format"), Google's
// translator the host in its own ("Enable your ad network to work with translation-related Google
// Search features").
//
// URLs for programs: `microsoft-edge:URL`, `ms-word:ofe|u|URL` (Office URI schemes), `intent:` of
// Android, `search-ms:crumb=location:URL` (Windows: "Using the search Protocol"), and schemes that
// stand in the place of http or https.
#include "extract/wrappers.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "basewalk/extract/written.h"
#include "basewalk/url/url.h"
#include "extract/nested.h"
#include "text/ascii.h"
#include "text/find.h"
#include "text/hex.h"
#include "text/utf8.h"
#include "text/work.h"
#include "url/windows_path.h"

namespace basewalk::extract {

using text::kNone;

namespace {

bool is_below(std::string_view host, std::string_view domain) {
  return host.size() > domain.size() + 1 && host[host.size() - domain.size() - 1] == '.' &&
         ascii::iequals(host.substr(host.size() - domain.size()), domain);
}

bool is_safe_links(std::string_view host) {
  return is_below(host, "safelinks.protection.outlook.com") ||
         is_below(host, "safelinks.protection.office365.us");
}

bool is_url_defense(std::string_view host) {
  return ascii::iequals(host, "urldefense.com") || ascii::iequals(host, "urldefense.us") ||
         ascii::iequals(host, "urldefense.proofpoint.com");
}

// google.com, www.google.de, www.google.co.uk
bool is_google(std::string_view host) {
  if (ascii::istarts_with(host, "www.")) host.remove_prefix(4);
  if (!ascii::istarts_with(host, "google.")) return false;
  const std::string_view top = host.substr(7);
  if (ascii::iequals(top, "com")) return true;
  const std::size_t dot = top.find('.');
  const std::string_view country = dot == kNone ? top : top.substr(dot + 1);
  const std::string_view second = top.substr(0, dot);
  return country.size() == 2 && ascii::is_alpha(country[0]) && ascii::is_alpha(country[1]) &&
         (dot == kNone || ascii::iequals(second, "co") || ascii::iequals(second, "com"));
}

// The parameter that is named first in `names` and is there.
std::optional<Wrapped> parameter(const UrlPieces& url,
                                 std::initializer_list<std::string_view> names,
                                 std::string (*decode)(std::string_view)) {
  for (const std::string_view name : names) {
    work::charge(url.query.size());
    std::optional<Wrapped> found;
    for_each_parameter(url.query, [&](std::string_view each) {
      const std::size_t equals = each.find('=');
      if (equals == kNone || !ascii::iequals(each.substr(0, equals), name)) return true;
      found = Wrapped{decode(each.substr(equals + 1)), each};
      return false;
    });
    if (found) return found;
  }
  return {};
}

// What was wrapped is written as in an attribute of HTML: "&amp;" for "&".
std::string decode_version_1(std::string_view value) {
  return attribute_value(form_decoded(value));
}

// Version 2: "-" for "%" and "_" for "/".
std::string decode_version_2(std::string_view value) {
  std::string escaped(value);
  std::replace(escaped.begin(), escaped.end(), '-', '%');
  std::replace(escaped.begin(), escaped.end(), '_', '/');
  return attribute_value(text::unescaped(escaped));
}

// The length that the character behind "**" stands for: A is 2, and so on through A-Z a-z 0-9 - _.
std::size_t run_length(char c) {
  if (ascii::is_upper(c)) return static_cast<std::size_t>(c - 'A') + 2;
  if (ascii::is_lower(c)) return static_cast<std::size_t>(c - 'a') + 28;
  if (ascii::is_digit(c)) return static_cast<std::size_t>(c - '0') + 54;
  if (c == '-') return 64;
  if (c == '_') return 65;
  return 0;
}

// Some mail programs make one slash of two: "http:/host".
void repair_slashes(std::string& url) {
  const std::size_t colon = url.find(":/");
  if (colon != kNone && colon < 20 && colon + 2 < url.size() && url[colon + 2] != '/')
    url.insert(colon + 2, 1, '/');
}

// The path and what follows it.
std::string_view from_path(const UrlPieces& url) {
  const std::string_view last = url.fragment.data() != nullptr ? url.fragment
                                : url.query.data() != nullptr  ? url.query
                                                               : url.path;
  const char* const end = last.data() + last.size();
  return {url.path.data(), static_cast<std::size_t>(end - url.path.data())};
}

// Version 3: the path and what follows it.
std::optional<Wrapped> unwrap_version_3(std::string_view text) {
  constexpr std::string_view kOpen = "/v3/__", kClose = "__;";
  if (!text.starts_with(kOpen)) return {};
  const std::size_t close = text.find(kClose, kOpen.size());
  if (close == kNone) return {};
  const std::string written = text::unescaped(text.substr(kOpen.size(), close - kOpen.size()));
  const std::string_view digits = text.substr(close + kClose.size());
  const std::string taken = base64_decoded(digits.substr(0, digits.find('!')));
  std::string_view rest = taken;
  const auto put_back = [&](std::size_t characters, std::string& out) {
    for (; characters > 0 && !rest.empty(); --characters) {
      const std::size_t length = utf8::first(rest).length;
      out += rest.substr(0, length);
      rest.remove_prefix(length);
    }
  };
  Wrapped wrapped;
  wrapped.written = text;
  wrapped.is_whole = true;
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (written[i] != '*' || taken.empty()) {
      wrapped.url += written[i];
    } else if (i + 2 < written.size() && written[i + 1] == '*' && run_length(written[i + 2]) > 0) {
      put_back(run_length(written[i + 2]), wrapped.url);
      i += 2;
    } else {
      put_back(1, wrapped.url);
    }
  }
  repair_slashes(wrapped.url);
  return wrapped;
}

std::optional<Wrapped> unwrap_url_defense(const UrlPieces& url) {
  if (url.path.starts_with("/v1/url")) return parameter(url, {"u"}, decode_version_1);
  if (url.path.starts_with("/v2/url")) return parameter(url, {"u"}, decode_version_2);
  // What was wrapped may have a query and a fragment of its own, so the path goes on to the end.
  return unwrap_version_3(from_path(url));
}

// "/v2/___https://h.example/x___.BASE64", with another segment in some; what somebody has written
// behind it is of the URL within.  One that is written in signs of its own is passed over.  Where
// it could end in two places, since somebody has written more behind it, or the URL has such a
// piece, both are told, and none is taken for what was wrapped.
std::optional<Wrapped> unwrap_click_time(const UrlPieces& url) {
  constexpr std::string_view kOpen = "___", kClose = "___.";
  const std::string_view text = from_path(url);
  if (!text.starts_with("/v2/") || text.find(kOpen) == kNone) return {};
  const std::size_t begin = text.find(kOpen) + kOpen.size();
  const std::size_t first = text.find(kClose, begin), last = text.rfind(kClose);
  if (first == kNone) return {};
  const auto up_to = [&](std::size_t end) {
    std::string inner(text.substr(begin, end - begin));
    repair_slashes(inner);
    const std::size_t fragment = text.find('#', end);
    return inner.append(text.substr(std::min(fragment, text.size())));
  };
  Wrapped wrapped{up_to(first), text};
  if (!ascii::istarts_with(wrapped.url, "http:/") && !ascii::istarts_with(wrapped.url, "https:/"))
    return {};
  wrapped.is_whole = true;
  if (last != first) wrapped.others = {std::exchange(wrapped.url, {}), up_to(last)};
  return wrapped;
}

// "a1" stands before the base64.
std::string decode_bing(std::string_view value) {
  const std::string text = form_decoded(value);
  return text.starts_with("a1") ? base64_decoded(std::string_view(text).substr(2)) : std::string();
}

// "/amp/s/h.example/x?y", where the "s" stands for https, and `prefix` is "/amp/".
std::optional<Wrapped> unwrap_amp(const UrlPieces& url, std::string_view prefix) {
  if (!url.path.starts_with(prefix)) return {};
  const std::string_view last = url.query.data() != nullptr ? url.query : url.path;
  const char* const begin = url.path.data() + prefix.size();
  std::string_view rest{begin, static_cast<std::size_t>(last.data() + last.size() - begin)};
  const bool is_secure = rest.starts_with("s/");
  if (is_secure) rest.remove_prefix(2);
  if (rest.substr(0, rest.find_first_of("/?")).find('.') == kNone) return {};
  Wrapped wrapped{std::string(is_secure ? "https://" : "http://").append(rest), rest};
  wrapped.is_whole = true;
  return wrapped;
}

// "h.example" of "h-example", and "a-b.example" of "a--b-example": a hyphen between two letters or
// digits is a dot, two are one.
std::string decode_translated_host(std::string_view prefix) {
  std::string host;
  for (std::size_t i = 0; i < prefix.size(); ++i) {
    const bool is_dot = prefix[i] == '-' && i > 0 && ascii::is_alnum(prefix[i - 1]) &&
                        i + 1 < prefix.size() && ascii::is_alnum(prefix[i + 1]);
    host += is_dot ? '.' : prefix[i];
    if (prefix.substr(i).starts_with("--")) ++i;
  }
  return host;
}

// "https://h-example.translate.goog/x?y&_x_tr_sl=auto".  A host that is too long for one label
// begins in a parameter, and another says how it is written.
std::optional<Wrapped> unwrap_translated(const UrlPieces& url, std::string_view prefix) {
  constexpr std::string_view kOwn = "_x_tr_";
  work::charge(url.query.size());
  std::string query;
  std::optional<std::string> begin, encoding, scheme;  // of several the first counts
  for_each_parameter(url.query, [&](std::string_view each) {
    const std::size_t equals = std::min(each.find('='), each.size());
    const std::string name = form_decoded(each.substr(0, equals));
    if (!name.starts_with(kOwn)) {
      query.append(query.empty() ? "?" : "&").append(each);
      return true;
    }
    const std::string_view value = each.substr(std::min(equals + 1, each.size()));
    if (name == "_x_tr_hp" && !begin) begin = form_decoded(value);
    if (name == "_x_tr_enc" && !encoding) encoding = "," + form_decoded(value) + ",";
    if (name == "_x_tr_sch" && !scheme) scheme = form_decoded(value);
    return true;
  });
  std::string host = begin.value_or("").append(prefix);
  const bool has_language = encoding && encoding->find(",1,") != kNone;
  bool is_idn = encoding && encoding->find(",0,") != kNone;
  if (has_language && host.starts_with("1-")) host.erase(0, 2);
  is_idn &= host.starts_with("0-");
  if (is_idn) host.erase(0, 2);
  for (const char c : host)
    if (!ascii::is_alnum(c) && c != '-') return {};
  host = decode_translated_host(host);
  if (host.find('.') == kNone) return {};
  Wrapped wrapped{scheme == "http" ? "http://" : "https://", url.path};
  wrapped.url.append(is_idn ? "xn--" : "").append(host);
  wrapped.url.append(url.path).append(query == "?" ? "" : query);
  if (url.fragment.data() != nullptr) wrapped.url.append("#").append(url.fragment);
  return wrapped;
}

// How a URL of a scheme holds another one.
enum class Holding : std::uint8_t {
  behind,    // behind its colon, or in the parameter "url"
  http,      // with this scheme instead
  https,     // with that
  feed,      // behind its colon, or with http
  notebook,  // behind its colon, or a file behind "///"
  office,    // behind "ofe|u|", and behind "|s|" where a copy goes
  search,    // in "crumb=location:" and "subquery=": a folder that Windows shows, maybe of another
             // machine
  intent,    // intent://host/path#Intent;scheme=https;S.browser_fallback_url=...;end
  package,   // android-app://package/scheme/host/path
};
struct ProgramScheme {
  std::string_view name;
  Holding holding;
};
constexpr ProgramScheme kProgramSchemes[] = {
    {"android-app", Holding::package},
    {"brave", Holding::behind},
    {"feed", Holding::feed},
    {"firefox", Holding::behind},
    {"firefox-focus", Holding::behind},
    {"googlechrome", Holding::http},
    {"googlechrome-x-callback", Holding::behind},
    {"googlechromes", Holding::https},
    {"intent", Holding::intent},
    {"microsoft-edge", Holding::behind},
    {"microsoft-edge-http", Holding::http},
    {"microsoft-edge-https", Holding::https},
    {"ms-access", Holding::office},
    {"ms-excel", Holding::office},
    {"ms-infopath", Holding::office},
    {"ms-powerpoint", Holding::office},
    {"ms-project", Holding::office},
    {"ms-publisher", Holding::office},
    {"ms-spd", Holding::office},
    {"ms-visio", Holding::office},
    {"ms-word", Holding::office},
    {"onenote", Holding::notebook},
    {"opera-http", Holding::http},
    {"opera-https", Holding::https},
    {"search", Holding::search},
    {"search-ms", Holding::search},
    {"touch-http", Holding::http},
    {"touch-https", Holding::https},
    {"view-source", Holding::behind},
    {"x-safari-http", Holding::http},
    {"x-safari-https", Holding::https},
};

std::optional<Holding> holding_of(std::string_view scheme) {
  if (ascii::istarts_with(scheme, "http")) return {};
  for (const ProgramScheme& each : kProgramSchemes)
    if (ascii::iequals(each.name, scheme)) return each.holding;
  if (ascii::istarts_with(scheme, "web+")) return Holding::behind;
  return {};
}

// All that stands behind the colon of a URL's scheme.
std::string_view behind_scheme(const UrlPieces& url) {
  const std::string_view last = url.fragment.data() != nullptr ? url.fragment
                                : url.query.data() != nullptr  ? url.query
                                                               : url.path;
  const char* const begin = url.scheme.data() + url.scheme.size() + 1;
  const char* const end = last.data() + last.size();
  return {begin, static_cast<std::size_t>(std::max(end, begin) - begin)};
}

// What a program of Windows opens, whose paths become URLs.
std::string opened_by_windows(std::string value) {
  if (value.starts_with("//")) value[0] = value[1] = '\\';
  return url::windows_path(value).value_or(std::move(value));
}

// A URL that may have been escaped as a whole.
std::string unescaped_url(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::size_t escape = text.find('%');
  return escape < colon ? text::unescaped(text) : std::string(text);
}

// "Office URI Schemes": a command, then fields that a letter names; or the URL alone.
Wrapped unwrap_office(std::string_view text) {
  std::string unescaped;
  if (text.find('|') == kNone) text = unescaped = unescaped_url(text);
  Wrapped wrapped;
  std::size_t bar = text.find('|');
  if (bar == kNone) wrapped.url = text;
  while (bar != kNone) {
    const std::string_view rest = text.substr(bar + 1);
    const std::size_t next = rest.find('|');
    if (next == kNone) break;
    const std::string_view value = rest.substr(next + 1, rest.find('|', next + 1) - next - 1);
    if (ascii::iequals(rest.substr(0, next), "u") && wrapped.url.empty())
      wrapped.url = opened_by_windows(unescaped_url(value));
    if (ascii::iequals(rest.substr(0, next), "s"))
      wrapped.also.push_back(opened_by_windows(unescaped_url(value)));
    bar += 1 + next;
    bar = text.find('|', bar + 1);
  }
  return wrapped;
}

// "search-ms:query=x&crumb=location:PLACE&crumb=kind:pics&subquery=FILE": each place that is shown,
// and each search that somebody has saved.
Wrapped unwrap_search(std::string_view text) {
  constexpr std::string_view kLocation = "location:";
  std::string unescaped;
  if (text.find('=') == kNone) text = unescaped = text::unescaped(text);
  work::charge(text.size());
  Wrapped wrapped;
  wrapped.others.emplace();
  for_each_parameter(text, [&](std::string_view each) {
    const std::size_t equals = each.find('=');
    const std::size_t name = std::min(each.find_first_not_of("/?"), each.size());
    const std::string_view key =
        each.substr(name, equals == kNone ? 0 : equals - std::min(name, equals));
    const std::string_view written = each.substr(equals == kNone ? name : equals + 1);
    std::string value = text::unescaped(written);
    const bool is_place = ascii::iequals(key, "crumb") && ascii::istarts_with(value, kLocation);
    if (is_place) value.erase(0, kLocation.size());
    if (is_place || ascii::iequals(key, "subquery"))
      wrapped.also.push_back(opened_by_windows(std::move(value)));
    else
      wrapped.others->emplace_back(written);
    return true;
  });
  return wrapped;
}

// Intent.parseUri() of Android.  What an app is told besides ends at a semicolon, too.
Wrapped unwrap_intent(std::string_view text) {
  constexpr std::string_view kExtras = "#Intent;", kFallback = "S.browser_fallback_url=";
  Wrapped wrapped;
  const std::size_t hash = text.rfind('#');
  std::string_view scheme;
  if (hash != kNone && ascii::istarts_with(text.substr(hash), kExtras)) {
    std::string_view rest = text.substr(hash + kExtras.size());
    text = text.substr(0, hash);
    wrapped.others.emplace();
    while (!rest.empty()) {
      const std::string_view extra = rest.substr(0, rest.find(';'));
      if (extra.starts_with("scheme="))
        scheme = extra.substr(7);
      else if (extra.starts_with(kFallback))
        wrapped.also.push_back(text::unescaped(extra.substr(kFallback.size())));
      else if (const std::size_t equals = extra.find('='); equals != kNone)
        wrapped.others->emplace_back(extra.substr(equals + 1));
      rest.remove_prefix(std::min(extra.size() + 1, rest.size()));
    }
    // It is no URL without a scheme, which may stand here, too.
    std::size_t colon = 0;
    while (colon < text.size() && text::is_scheme_char(text[colon])) ++colon;
    if (scheme.empty() && !text.substr(colon).starts_with(":/")) wrapped.others->emplace_back(text);
  }
  if (!scheme.empty()) wrapped.url.append(scheme).append(":");
  wrapped.url += text;
  return wrapped;
}

std::optional<Wrapped> unwrap_program(const UrlPieces& url, Holding holding) {
  const std::string_view text = behind_scheme(url);
  Wrapped wrapped;
  switch (holding) {
    case Holding::behind:
      if (std::optional<Wrapped> found = parameter(url, {"url"}, form_decoded);
          found && url.path.find(':') == kNone)
        return found;
      wrapped.url = unescaped_url(text);
      wrapped.is_typed = !ascii::istarts_with(url.scheme, "web+");
      break;
    case Holding::notebook: {
      std::string value = unescaped_url(text);
      if (value.starts_with("///")) value.erase(0, 3);
      wrapped.url = opened_by_windows(std::move(value));
      break;
    }
    case Holding::feed:
      if (!text.starts_with("//")) {
        wrapped.url = unescaped_url(text);
        break;
      }
      [[fallthrough]];
    case Holding::http:
      wrapped.url = std::string("http:").append(text);
      break;
    case Holding::https:
      wrapped.url = std::string("https:").append(text);
      break;
    case Holding::office:
      wrapped = unwrap_office(text);
      break;
    case Holding::search:
      wrapped = unwrap_search(text);
      break;
    case Holding::intent:
      wrapped = unwrap_intent(text);
      break;
    case Holding::package: {
      const std::size_t slash = url.path.find('/', 1);
      if (!url.path.starts_with('/') || slash == kNone) return {};
      wrapped.url = std::string(url.path.substr(1, slash - 1)).append(":/");
      wrapped.url += text.substr(static_cast<std::size_t>(url.path.data() + slash - text.data()));
      break;
    }
  }
  wrapped.written = text;
  wrapped.is_whole = true;
  return wrapped;
}

}  // namespace

UrlPieces pieces_of(std::string_view url) {
  const url::Components parts = url::split(url, url::Rules::rfc3986);
  UrlPieces pieces{parts.scheme.text, {}, parts.path, {}, {}};
  if (parts.authority.present) {
    const std::string_view authority = parts.authority.text;
    const std::size_t slash = std::min(authority.find('\\'), authority.size());
    pieces.host = url::host_of_authority(authority.substr(0, slash));
    if (pieces.host.ends_with('.')) pieces.host.remove_suffix(1);  // the root of the DNS
    if (slash < authority.size())                                  // a slash to browsers
      pieces.path = {authority.data() + slash, authority.size() - slash + parts.path.size()};
  }
  if (parts.query.present) pieces.query = parts.query.text;
  if (parts.fragment.present) pieces.fragment = parts.fragment.text;
  return pieces;
}

std::string form_decoded(std::string_view value) {
  std::string escaped(value);
  std::replace(escaped.begin(), escaped.end(), '+', ' ');
  return text::unescaped(escaped);
}

bool is_of_program(std::string_view scheme) { return holding_of(scheme).has_value(); }

std::optional<Wrapped> wrapped_in(const UrlPieces& url) {
  if (const std::optional<Holding> holding = holding_of(url.scheme))
    return unwrap_program(url, *holding);
  if (!ascii::iequals(url.scheme, "http") && !ascii::iequals(url.scheme, "https")) return {};
  if (is_safe_links(url.host)) return parameter(url, {"url"}, form_decoded);
  if (is_url_defense(url.host)) return unwrap_url_defense(url);
  if (is_google(url.host) && url.path == "/url") return parameter(url, {"q", "url"}, form_decoded);
  if (is_google(url.host)) return unwrap_amp(url, "/amp/");
  constexpr std::string_view kTranslator = "translate.goog", kAmpCache = "cdn.ampproject.org";
  if (is_below(url.host, kTranslator))
    return unwrap_translated(url, url.host.substr(0, url.host.size() - kTranslator.size() - 1));
  if (is_below(url.host, kAmpCache) || ascii::iequals(url.host, kAmpCache)) {
    // Pages, those in a viewer, pictures and other files.
    for (const std::string_view prefix : {"/c/", "/v/", "/i/", "/r/"})
      if (std::optional<Wrapped> found = unwrap_amp(url, prefix)) return found;
    return {};
  }
  if (is_below(url.host, "avanan.click")) return unwrap_click_time(url);
  if (ascii::iequals(url.host, "linkprotect.cudasvc.com"))
    return parameter(url, {"a"}, form_decoded);
  if ((ascii::iequals(url.host, "www.bing.com") || ascii::iequals(url.host, "bing.com")) &&
      url.path == "/ck/a")
    return parameter(url, {"u"}, decode_bing);
  return {};
}

}  // namespace basewalk::extract

// SPDX-License-Identifier: MIT
//
// The URL suites of the web-platform-tests, read from where they lie; skipped where they are not.
#include <unicode/uchar.h>

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "basewalk/url/resolve.h"
#include "support/files.h"
#include "support/skip.h"
#include "text/utf8.h"

namespace url = basewalk::url;
using basewalk::test::ExactCopy;
using nlohmann::json;
using url::Rules;

namespace {

// Escapes of lone surrogates become U+FFFD, as a USVString has it: the parser of JSON refuses them.
std::string without_lone_surrogates(std::string text) {
  const auto unit_at = [&](std::size_t i) -> int {
    if (i + 6 > text.size() || text[i] != '\\' || text[i + 1] != 'u') return -1;
    return std::stoi(text.substr(i + 2, 4), nullptr, 16);
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') continue;
    const int unit = unit_at(i);
    if (unit < 0) {
      ++i;  // an escape of one character
    } else if (unit >= 0xD800 && unit <= 0xDBFF && unit_at(i + 6) >= 0xDC00 &&
               unit_at(i + 6) <= 0xDFFF) {
      i += 11;
    } else {
      if (unit >= 0xD800 && unit <= 0xDFFF) text.replace(i, 6, "\\uFFFD");
      i += 5;
    }
  }
  return text;
}

// The objects of a suite; comments are strings.
std::vector<json> cases(const char* file) {
  const auto path = basewalk::test::shared(std::string("conformance/wpt/") + file);
  if (!path) return {};
  std::vector<json> found;
  for (const json& one : json::parse(without_lone_surrogates(basewalk::test::read_file(*path))))
    if (one.is_object()) found.push_back(one);
  BOOST_TEST(!found.empty());
  return found;
}

struct Parsed {
  std::string href;
  url::Resolution result;
};

Parsed parse(const std::string& input, const url::Base& base) {
  Parsed parsed;
  parsed.result = url::resolve(base, ExactCopy(input).view(), {}, parsed.href);
  if (parsed.result.outcome == url::Outcome::error) {
    BOOST_TEST(parsed.href.empty());
    BOOST_TEST((parsed.result.failure != url::Failure::none));
    BOOST_TEST(parsed.result.failure_offset <= input.size());
  }
  return parsed;
}

std::string text_of(const json& one, const char* key) {
  const auto at = one.find(key);
  return at == one.end() || at->is_null() ? std::string() : at->get<std::string>();
}

// The components of what was written are those that the suite lists.
void check_components(const json& one, const std::string& href) {
  const url::Components parts = url::split(href, Rules::whatwg);
  const auto with = [](char delimiter, const url::Component& part) {
    if (part.text.empty()) return std::string();
    std::string text(1, delimiter);
    return text.append(part.text);
  };
  BOOST_TEST(std::string(parts.scheme.text).append(":") == text_of(one, "protocol"));
  std::string_view host = url::host_of_authority(parts.authority.text);
  BOOST_TEST(host == text_of(one, "hostname"));
  std::string path(parts.path);
  if (!parts.authority.present && path.starts_with("/.//")) path.erase(0, 2);
  BOOST_TEST(path == text_of(one, "pathname"));
  BOOST_TEST(with('?', parts.query) == text_of(one, "search"));
  BOOST_TEST(with('#', parts.fragment) == text_of(one, "hash"));
}

void run_url_suite(const char* file) {
  for (const json& one : cases(file)) {
    const std::string input = text_of(one, "input");
    const std::string base_text = text_of(one, "base");
    BOOST_TEST_CONTEXT(one.dump()) {
      const url::Base base(base_text, Rules::whatwg);
      const Parsed parsed = parse(input, base);
      // The suite's URL() throws where the base does not parse; for us that is no base.
      const bool bad_base = !base_text.empty() && !base.is_absolute();
      const bool failed = bad_base || parsed.result.outcome == url::Outcome::error;
      BOOST_TEST(failed == one.contains("failure"));
      if (failed || one.contains("failure")) continue;
      BOOST_TEST(parsed.href == text_of(one, "href"));
      check_components(one, parsed.href);
      // What was written parses to itself, and so it does as a base.
      BOOST_TEST(parse(parsed.href, base).href == parsed.href);
      const url::Base again(parsed.href, Rules::whatwg);
      BOOST_TEST(again.text() == parsed.href);
    }
  }
}

// As the suites do: what would end the host is encoded.
std::string in_host(const std::string& input) {
  std::string out;
  for (char c : input) {
    switch (c) {
      case ':':
        out += "%3A";
        break;
      case '/':
        out += "%2F";
        break;
      case '?':
        out += "%3F";
        break;
      case '#':
        out += "%23";
        break;
      case '\\':
        out += "%5C";
        break;
      default:
        out += c;
    }
  }
  return out;
}

bool has_unassigned(std::string_view text) {
  while (!text.empty()) {
    const auto sequence = basewalk::utf8::first(text);
    if (u_charType(static_cast<UChar32>(sequence.code_point)) == U_UNASSIGNED) return true;
    text.remove_prefix(sequence.length);
  }
  return false;
}

std::string to_ascii(const std::string& input) {
  const Parsed parsed = parse("https://" + in_host(input) + "/x", url::Base("", Rules::whatwg));
  if (parsed.result.outcome == url::Outcome::error) return "!";
  return std::string(url::host_of_authority(url::split(parsed.href, Rules::whatwg).authority.text));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(whatwg_suites, *boost::unit_test::label("shared"))

BOOST_AUTO_TEST_CASE(passes_urltestdata) { run_url_suite("urltestdata.json"); }

BOOST_AUTO_TEST_CASE(passes_urltestdata_javascript_only) {
  run_url_suite("urltestdata-javascript-only.json");
}

BOOST_AUTO_TEST_CASE(passes_the_extra_urltestdata_of_ada) {
  run_url_suite("ada_extra_urltestdata.json");
}

BOOST_AUTO_TEST_CASE(passes_percent_encoding_in_utf_8) {
  for (const json& one : cases("percent-encoding.json")) {
    const std::string input = text_of(one, "input");
    const std::string output = one["output"]["utf-8"];
    const Parsed parsed =
        parse("https://h.invalid/?" + input + "#" + input, url::Base("", Rules::whatwg));
    BOOST_TEST(parsed.href == "https://h.invalid/?" + output + "#" + output);
  }
}

BOOST_AUTO_TEST_CASE(passes_toascii) {
  for (const json& one : cases("toascii.json")) {
    BOOST_TEST_CONTEXT(one.dump()) {
      const std::string expected = one["output"].is_null() ? "!" : text_of(one, "output");
      BOOST_TEST(to_ascii(text_of(one, "input")) == expected);
    }
  }
}

// Every miss has a character that the Unicode of this ICU has not assigned.
BOOST_AUTO_TEST_CASE(passes_idnatestv2_but_for_what_icu_does_not_know) {
  std::size_t missed = 0;
  for (const json& one : cases("IdnaTestV2.json")) {
    const std::string input = text_of(one, "input");
    if (input.empty()) continue;  // no special URL has an empty host to test
    const std::string expected = one["output"].is_null() ? "!" : text_of(one, "output");
    const std::string got = to_ascii(input);
    if (got == expected) continue;
    ++missed;
    BOOST_TEST_CONTEXT(one.dump(-1, ' ', true) << " gave " << got) {
      BOOST_TEST(has_unassigned(input));
    }
  }
  BOOST_TEST_MESSAGE(missed << " missed, with characters newer than Unicode " << U_UNICODE_VERSION);
  BOOST_TEST(missed <= 6U);
}

BOOST_AUTO_TEST_SUITE_END()

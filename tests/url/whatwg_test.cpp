// SPDX-License-Identifier: MIT
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ctime>
#include <string>
#include <vector>

#include "basewalk/url/resolve.h"
#include "support/files.h"
#include "support/many.h"
#include "url/allocations.h"
#include "url/generated.h"
#include "url/whatwg.h"

namespace data = boost::unit_test::data;
namespace url = basewalk::url;
using basewalk::test::ExactCopy;
using basewalk::test::read_table;
using basewalk::test::unescape;
using url::Rules;
using namespace std::string_literals;

namespace {

struct Parsed {
  std::string href;
  url::Resolution result;
};

Parsed parse(const url::Base& base, const std::string& reference) {
  Parsed parsed{"kept", {}};
  parsed.result = url::resolve(base, ExactCopy(reference).view(), {}, parsed.href);
  BOOST_TEST(parsed.href.substr(0, 4) == "kept");
  parsed.href.erase(0, 4);
  return parsed;
}

std::string href(const std::string& base, const std::string& reference) {
  const Parsed parsed = parse(url::Base(base, Rules::whatwg), reference);
  return parsed.result.outcome == url::Outcome::error ? "!fail" : parsed.href;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(whatwg)

BOOST_DATA_TEST_CASE(parses_as_browsers_do, data::make(read_table("url/whatwg.tsv"s)), row) {
  BOOST_TEST(href(unescape(row[0]), unescape(row[1])) == unescape(row[2]));
}

BOOST_DATA_TEST_CASE(differs_from_the_rfcs_as_browsers_do, data::make(read_table("url/diff4.tsv"s)),
                     row) {
  BOOST_TEST(href(unescape(row[0]), unescape(row[1])) == unescape(row[6]));
}

BOOST_DATA_TEST_CASE(says_what_failed_and_where, data::make(read_table("url/whatwg_failures.tsv"s)),
                     row) {
  const Parsed parsed = parse(url::Base(unescape(row[0]), Rules::whatwg), unescape(row[1]));
  BOOST_TEST((parsed.result.outcome == url::Outcome::error));
  BOOST_TEST(parsed.href.empty());
  BOOST_TEST(url::name(parsed.result.failure) == row[2]);
  BOOST_TEST(parsed.result.failure_offset == std::stoul(row[3]));
  BOOST_TEST(!url::meaning(parsed.result.failure).empty());
}

BOOST_AUTO_TEST_CASE(every_failure_is_caused_by_a_row) {
  for (auto failure = url::Failure::missing_scheme;;
       failure = static_cast<url::Failure>(static_cast<int>(failure) + 1)) {
    bool caused = false;
    for (const auto& row : read_table("url/whatwg_failures.tsv"s))
      caused = caused || row[2] == url::name(failure);
    BOOST_TEST(caused, url::name(failure));
    if (failure == url::Failure::port_invalid) break;
  }
}

BOOST_AUTO_TEST_CASE(a_base_is_what_it_parses_to) {
  const url::Base base(" HTTP://U@Host:80/a/../b?q#f", Rules::whatwg);
  BOOST_TEST(base.is_absolute());
  BOOST_TEST(base.text() == "http://U@host/b?q#f");
  BOOST_TEST(base.components().authority.text == "U@host");
  BOOST_TEST(base.components().path == "/b");
  BOOST_TEST((base.failure() == url::Failure::none));
  url::Base copy(base);
  url::Base moved(std::move(copy));
  std::string out;
  url::resolve(moved, "?x", {}, out);
  BOOST_TEST(out == "http://U@host/b?x");

  const url::Base bad("http://a b/", Rules::whatwg);
  BOOST_TEST(!bad.is_absolute());
  BOOST_TEST(bad.text() == "http://a b/");
  BOOST_TEST((bad.failure() == url::Failure::domain_invalid_code_point));
  const url::Base bad_copy(bad);
  BOOST_TEST(!bad_copy.is_absolute());
}

BOOST_AUTO_TEST_CASE(says_whether_the_base_mattered) {
  const url::Base base("http://a/b", Rules::whatwg);
  BOOST_TEST((parse(base, "c").result.outcome == url::Outcome::resolved));
  BOOST_TEST((parse(base, "http:c").result.outcome == url::Outcome::resolved));
  BOOST_TEST((parse(base, "http://c").result.outcome == url::Outcome::absolute));
  BOOST_TEST((parse(base, "HTTP://c").result.outcome == url::Outcome::absolute));
  BOOST_TEST((parse(base, "https:c").result.outcome == url::Outcome::absolute));
  BOOST_TEST((parse(base, "file:c").result.outcome == url::Outcome::absolute));
  const url::Base file("file:///a", Rules::whatwg);
  BOOST_TEST((parse(file, "file:c").result.outcome == url::Outcome::resolved));
}

// A blank in front turns off every short cut, and is stripped.
BOOST_AUTO_TEST_CASE(short_cuts_and_the_long_way_agree) {
  const std::vector<std::string> texts = basewalk::test::generated_references();
  std::size_t wrong = 0;
  std::size_t parsed = 0;
  for (std::size_t i = 0; i < texts.size(); i += 23) {
    const url::Base base(texts[i], Rules::whatwg);
    for (std::size_t j = i % 11; j < texts.size(); j += 11) {
      std::string fast;
      std::string slow;
      const auto fast_result = url::resolve(base, texts[j], {}, fast);
      const auto slow_result = url::resolve(base, " " + texts[j], {}, slow);
      bool good = fast == slow && fast_result.failure == slow_result.failure &&
                  fast_result.outcome == slow_result.outcome;
      if (fast_result.outcome != url::Outcome::error) {
        ++parsed;
        // What is written parses to itself, against any base.
        std::string again;
        url::resolve(base, fast, {}, again);
        good = good && again == fast;
        // The anatomy of a base is the same, whichever way it was found.
        const url::Base as_base(fast, Rules::whatwg);
        const url::Base slow_base(" " + fast, Rules::whatwg);
        for (const char* reference : {"", "x", "?x", "#x", "/x", "../x"}) {
          std::string one;
          std::string other;
          url::resolve(as_base, reference, {}, one);
          url::resolve(slow_base, reference, {}, other);
          good = good && one == other;
        }
      }
      if (!good && ++wrong < 20)
        BOOST_TEST_ERROR("[" << texts[i] << "] [" << texts[j] << "] gave [" << fast << "] and ["
                             << slow << "]");
    }
  }
  BOOST_TEST(wrong == 0U);
  BOOST_TEST(parsed > 50'000U);
}

BOOST_AUTO_TEST_CASE(a_plain_host_and_one_that_is_not_agree) {
  for (const std::string host : {"a", "www.example.com", "a-b_c", "1.2", "0x7f", "a.1", "1.a", "-",
                                 ".", "a..", "1.", "1.2.3.4.", "x.0xg", "09"}) {
    for (const std::string scheme : {"http", "s", "ftp"}) {
      BOOST_TEST(href("", scheme + "://" + host + "/p") ==
                 href("", scheme + "://\t" + host + "/p"));
      // Credentials take the long way to the host.
      const std::string with = href("", scheme + "://u@" + host + "/p");
      std::string without = href("", scheme + "://" + host + "/p");
      if (without != "!fail") without.insert(scheme.size() + 3, "u@");
      BOOST_TEST(with == without);
    }
  }
}

// One escape sends a host through percent-decoding and domain to ASCII.
BOOST_AUTO_TEST_CASE(an_ascii_host_and_one_with_an_escape_agree) {
  constexpr char kHex[] = "0123456789ABCDEF";
  for (const std::string host :
       {"a", "EXAMPLE.com", "a_b~c", "1.2.3", "256.1", "0x7F.1", "a.1", "xn--a", "XN--FA-HIA.a",
        "xn--99zzzz", "a..b", "a b", "a<b", "a^b", "a|b", "-a-", "9.xn--", "*", "a.0xg"}) {
    for (std::size_t at = 0; at < host.size(); ++at) {
      const auto byte = static_cast<unsigned char>(host[at]);
      std::string escaped = host;
      escaped.replace(at, 1, {'%', kHex[byte >> 4], kHex[byte & 15]});
      for (const std::string scheme : {"http://", "file://"})
        BOOST_TEST(href("", scheme + escaped + "/") == href("", scheme + host + "/"));
    }
  }
}

BOOST_AUTO_TEST_CASE(ascii_allocates_nothing_beyond_the_growth_of_the_buffer) {
  const std::vector<std::string> texts = basewalk::test::generated_references();
  const url::Base base("http://host.example/some/directory/that/is/long;p?q#f", Rules::whatwg);
  std::string out;
  out.reserve(1000);
  const auto all = [&] {
    for (const std::string& text : texts) {
      out.clear();
      url::resolve(base, text, {}, out);
    }
  };
  all();  // what is made once for each thread is made now
  const std::size_t before = basewalk::test::allocations();
  all();
  BOOST_TEST(basewalk::test::allocations() == before);
}

BOOST_AUTO_TEST_CASE(takes_linear_time_on_hostile_input) {
  const std::clock_t start = std::clock();  // of this process: others may be at work
  const auto repeated = [](std::string_view text, std::size_t n) {
    std::string all;
    for (std::size_t i = 0; i < n; ++i) all += text;
    return all;
  };
  constexpr std::size_t kMany = basewalk::test::many(500'000);
  href("", "http://a/" + repeated("a/", kMany) + repeated("../", kMany));
  href("", "http://a/" + repeated("%2e%2e/", kMany));
  href("", "s:/" + repeated("/", kMany));
  href("", "http://" + repeated("@", kMany) + "/");
  href("", "http://" + repeated("1.", kMany) + "/");
  href("", "http://" + repeated("[", kMany) + "/");
  href("", "http://" + repeated("%41", kMany) + "/");
  href("", "http://" + repeated("ß", kMany) + "/");
  href("", "http://" + repeated("xn--ß.", kMany) + "/");
  href("", "http://h:" + repeated("0", kMany) + "/");
  href("", "http://a/" + repeated("\t", kMany));
  href("", repeated(" ", kMany));
  BOOST_TEST((std::clock() - start) / CLOCKS_PER_SEC < 20);
}

BOOST_AUTO_TEST_CASE(a_domain_that_no_dns_could_hold_has_no_ascii_form) {
  std::string longest;
  for (int i = 0; i < 2048; ++i) longest += i % 64 == 63 ? "a." : "ß";
  BOOST_TEST(href("", "http://" + longest + "/").starts_with("http://xn--"));
  BOOST_TEST(href("", "http://" + longest + "a/") == "!fail");
  BOOST_TEST(href("", "http://" + std::string(100'000, 'a') + "/").size() == 100'008U);
}

BOOST_AUTO_TEST_SUITE_END()

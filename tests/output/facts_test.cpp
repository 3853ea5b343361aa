// SPDX-License-Identifier: MIT
//
// What records say of a message, its parts and its links beside what the walk has found.
#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <string_view>

#include "output/facts/digests.h"
#include "output/facts/hosts.h"
#include "output/facts/lines.h"
#include "output/facts/link_facts.h"
#include "output/facts/message_facts.h"
#include "text/ascii.h"

using namespace basewalk;
using namespace basewalk::output;
using namespace std::string_view_literals;

namespace {

constexpr std::string_view kEmptySha =
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

// The message as `links` reads it.
MessageFacts facts_of(const std::string& mail) {
  MessageReader reader;
  reader.begin();
  const Message message = read_message(mail);
  struct Texts : Visitor {
    explicit Texts(MessageReader& the_reader) : reader(the_reader) {}
    Visit text(const TextReport& report) override {
      reader.text(report);
      return Visit::go_on;
    }
    MessageReader& reader;
  } texts(reader);
  walk(message, {}, texts);
  return reader.of(message);
}

std::vector<PartFacts> parts_of(const std::string& mail) {
  const Message message = read_message(mail);
  struct Parts : Visitor {
    Visit part(const PartReport& report) override {
      parts.push_back(reader.of(report));
      return Visit::go_on;
    }
    PartReader reader;
    std::vector<PartFacts> parts;
  } parts;
  walk(message, {}, parts);
  return parts.parts;
}

std::string text_hash(const std::string& mail) { return facts_of(mail).text_sha256.value_or(""); }
std::string joined_ids(const MessageFacts& facts) {
  std::string all;
  for (const std::string& id : facts.references) all += id + " ";
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(facts)

BOOST_AUTO_TEST_CASE(a_domain_is_what_somebody_has_registered) {
  BOOST_TEST(registrable_domain("www.example.co.uk") == "example.co.uk");
  BOOST_TEST(registrable_domain("example.com") == "example.com");
  BOOST_TEST(registrable_domain("a.b.example.com.") == "example.com");
  BOOST_TEST(registrable_domain("www.xn--bcher-kva.example") == "xn--bcher-kva.example");
  BOOST_TEST(registrable_domain("x_y.example.com") == "example.com");
  BOOST_TEST(registrable_domain("co.uk") == "");
  BOOST_TEST(registrable_domain("localhost") == "");
  BOOST_TEST(registrable_domain("192.0.2.1") == "");
  BOOST_TEST(registrable_domain("a.0x7f") == "");
  BOOST_TEST(registrable_domain("[2001:db8::1]") == "");
  BOOST_TEST(registrable_domain("") == "");
  BOOST_TEST(registrable_domain(".") == "");
  BOOST_TEST(registrable_domain(".example.com") == "");
  BOOST_TEST(registrable_domain("a..example.com") == "");
  BOOST_TEST(registrable_domain("a b.example.com") == "");
  BOOST_TEST(registrable_domain(std::string(300, 'a') + ".example.com") == "");
  BOOST_TEST(domain_of_address("mail.example.com") == "example.com");
  BOOST_TEST(domain_of_address("mail.b\u00FCcher.example") == "xn--bcher-kva.example");
  BOOST_TEST(domain_of_address("b\u00FC/x.example") == "");
  BOOST_TEST(domain_of_address("[192.0.2.1]") == "");
}

BOOST_AUTO_TEST_CASE(a_url_tells_where_it_leads) {
  Hosts hosts;
  for (int twice = 0; twice < 2; ++twice) {
    WhereTo to = hosts.of("http://u:p@WWW.Example.com:81/a/b?c#d");
    BOOST_TEST(to.host == "www.example.com");
    BOOST_TEST(to.domain == "example.com");
    BOOST_TEST(to.path == "/a/b");
    BOOST_TEST(to.has_host);
    to = hosts.of("http://example.com?x");
    BOOST_TEST(to.path == "");
    BOOST_TEST(to.has_host);
    for (const char* none : {"mailto:a@b.example", "http:///x", "data:,x", "", "cid:x"})
      BOOST_TEST(!hosts.of(none).has_host, none);
    const std::string far = "http://" + std::string(600, 'a') + ".example/p";
    BOOST_TEST(hosts.of(far).host == std::string(600, 'a') + ".example");
    BOOST_TEST(hosts.of(far).path == "/p");
  }
  for (int i = 0; i < 10000; ++i)
    BOOST_TEST(hosts.of("http://h" + std::to_string(i) + ".example/").domain ==
               "h" + std::to_string(i) + ".example");
}

// What is remembered of the URL before is of no other host, and of no other path.
BOOST_AUTO_TEST_CASE(urls_beside_one_another_tell_what_each_tells_alone) {
  const std::vector<std::string> urls = {"http://h.example/a",
                                         "http://h.example/b?c/d",
                                         "http://h.example",
                                         "http://h.example?q/x",
                                         "http://h.example#f?g",
                                         "http://h.example.org/x",
                                         "http://h.example:81/",
                                         "http://h.examples/",
                                         "http://h.exam/ple",
                                         "https://h.example/a",
                                         "http://h.example@i/x",
                                         "http://h.example/#?a",
                                         "http://H.example/a",
                                         "//h.example/a",
                                         "http:h.example/a",
                                         "mailto:a@h.example",
                                         "http:///a",
                                         "",
                                         "http://h.example/a"};
  Hosts hosts;
  for (const std::string& before : urls)
    for (const std::string& url : urls) {
      hosts.of(before);
      const WhereTo beside = hosts.of(url);
      Hosts fresh;
      const WhereTo alone = fresh.of(url);
      BOOST_TEST_CONTEXT(url << " behind " << before) {
        BOOST_TEST(beside.host == alone.host);
        BOOST_TEST(beside.domain == alone.domain);
        BOOST_TEST(beside.path == alone.path);
        BOOST_TEST(beside.has_host == alone.has_host);
      }
    }
}

BOOST_AUTO_TEST_CASE(lines_are_counted_in_any_order) {
  std::string text;
  while (text.size() < 20000) text += std::string(text.size() % 61, 'x') + "\n";
  Lines lines;
  lines.begin("\n\n");
  BOOST_TEST(lines.of(2) == 3u);
  lines.begin(text);
  const auto check = [&](std::size_t at) {
    const auto wanted = 1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n');
    BOOST_TEST(lines.of(at) == static_cast<std::uint64_t>(wanted), at);
  };
  for (std::size_t i = 0; i <= text.size(); i += 7) check(i);
  for (std::size_t i = text.size(); i > 13; i -= 13) check(i);
  for (std::size_t i = 0; i < 1000; ++i) check(i * 7919 % text.size());
}

// A page in one line, with a link at every place: the time of a test bounds it.
BOOST_AUTO_TEST_CASE(a_long_line_is_not_gone_through_again_and_again) {
  const std::string text(20'000'000, 'x');
  Lines lines;
  lines.begin(text);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < text.size(); i += 10) sum += lines.of(i);
  for (std::size_t i = text.size(); i > 100; i -= 100) sum += lines.of(i);
  BOOST_TEST(sum == text.size() / 10 + text.size() / 100 - 1);
}

BOOST_AUTO_TEST_CASE(a_long_data_url_is_told_by_its_hash) {
  Sha256 sha256;
  BOOST_TEST(data_in_short("data:image/PNG;base64,", sha256).value() ==
             "data:image/png;sha256=" + std::string(kEmptySha) + ";length=0");
  BOOST_TEST(data_in_short("DATA:,abc", sha256).value() ==
             "data:;sha256=ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad;"
             "length=3");
  BOOST_TEST(data_in_short("data:text/html;charset=x;base64,YWJj", sha256).value() ==
             "data:text/html;sha256="
             "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad;length=3");
  BOOST_TEST(data_in_short("data:a b/\u00FC,%61bc", sha256).value() ==
             "data:;sha256=ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad;"
             "length=3");
  BOOST_TEST(!data_in_short("data:abc", sha256).has_value());
  BOOST_TEST(!data_in_short("http://h/,", sha256).has_value());

  const std::string just = "data:," + std::string(kLongestData - 6, 'a'), over = just + "a";
  const std::string other = just + "b", none = "data:" + std::string(2000, 'a');
  const auto link = [](std::string_view raw, std::string_view url, std::string_view clicked) {
    Link made;
    made.raw = raw, made.url = url, made.clicked = clicked;
    return made;
  };
  LinkReader reader(false);
  BOOST_TEST(reader.of(link(just, just, just)).raw == just);
  BOOST_TEST(reader.of(link(none, none, none)).url.value() == none);
  LinkFacts facts = reader.of(link(over, other, over));
  const std::string of_over = *data_in_short(over, sha256),
                    of_other = *data_in_short(other, sha256);
  BOOST_TEST(facts.raw == of_over);
  BOOST_TEST(facts.url.value() == of_other);
  BOOST_TEST(facts.clicked.value() == of_over);
  facts = reader.of(link(over, over, other));
  BOOST_TEST(facts.url.value() == of_over);
  BOOST_TEST(facts.clicked.value() == of_other);
  facts = reader.of(link(just, other, over));
  BOOST_TEST(facts.raw == just);
  BOOST_TEST(facts.url.value() == of_other);
  BOOST_TEST(facts.clicked.value() == of_over);
  BOOST_TEST(LinkReader(true).of(link(over, over, over)).url.value() == over);
}

BOOST_AUTO_TEST_CASE(a_text_has_one_hash_however_it_is_wrapped) {
  const std::string plain = text_hash("Subject: x\n\none two\nthree\n");
  BOOST_TEST(plain.size() == 64u);
  BOOST_TEST(text_hash("Subject: y\r\n\r\n one\ttwo  three\r\n\r\n") == plain);
  BOOST_TEST(text_hash("Content-Transfer-Encoding: base64\n\nb25lIHR3byB0aHJlZQ==\n") == plain);
  BOOST_TEST(text_hash("Content-Transfer-Encoding: quoted-printable\n\none =\ntwo three") == plain);
  BOOST_TEST(text_hash("Subject: x\n\none twothree\n") != plain);
  BOOST_TEST(text_hash("Content-Type: text/plain; charset=iso-8859-1\n\n\xFC\n") ==
             text_hash("Content-Type: text/plain; charset=utf-8\n\n\u00FC\n"));
  BOOST_TEST(text_hash("Subject: x\n\n \n\n") == "");
  BOOST_TEST(text_hash("Content-Type: image/png\n\nabc") == "");
  // Where a block ends nothing changes, and two texts are not one.
  const auto hash = [](std::initializer_list<std::string> texts) {
    TextDigest digest;
    digest.begin();
    for (const std::string& text : texts) digest.add(text);
    return digest.end().value_or("");
  };
  for (std::size_t size = 4090; size < 4100; ++size) {
    const std::string a(size, 'a');
    BOOST_TEST(hash({a + " \n b"}) == hash({a + " b"}));
    Sha256 sha256;
    BOOST_TEST(hash({a + "\n\nb "}) == sha256.of(a + " b\n"));
  }
  BOOST_TEST(hash({"a", "b"}) != hash({"a b"}));
  BOOST_TEST(hash({"a", " ", "b"}) == hash({"a", "b"}));
  TextDigest again;
  for (int i = 0; i < 3; ++i) {
    again.begin();
    BOOST_TEST(!again.end().has_value());
    again.add("a");
    BOOST_TEST(again.end().value() == hash({"a"}));
  }
}

// Sixteen bytes at once and one at a time fold alike, wherever blanks lie.
BOOST_AUTO_TEST_CASE(blanks_of_every_kind_and_place_are_folded) {
  std::mt19937 random(20);
  const std::string_view alphabet = "abcdefgh \t\n\v\f\r\0\x80\xFF"sv;
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    const std::size_t most = round % 100 == 0 ? 9000 : 120;
    // How many of the first letters there are decides how close blanks lie.
    const std::size_t from = random() % 9;
    for (std::size_t left = random() % most; left > 0; --left)
      text += alphabet[from + random() % (alphabet.size() - from)];
    std::string plain;
    for (const char c : ascii::trim(text)) {
      if (!ascii::is_space(c))
        plain += c;
      else if (!plain.ends_with(' '))
        plain += ' ';
    }
    TextDigest digest;
    digest.begin();
    digest.add(text);
    Sha256 sha256;
    BOOST_TEST(digest.end().value_or("") == (plain.empty() ? "" : sha256.of(plain + "\n")));
  }
}

BOOST_AUTO_TEST_CASE(a_message_is_told_by_its_header) {
  const MessageFacts facts = facts_of(
      "Received: from b by c; Mon, 23 Nov 2026 05:00:03 -0500\n"
      "Received: from a by b; Mon, 23 Nov 2026 09:59:00 +0000\n"
      "From: \"Ann, B\" <Ann@Mail.Example.CO.UK>, c@d.example\n"
      "From: second@e.example\n"
      "To: x@B.org, Team: y@a.org, x@b.org;\nCc: z@c.org\nBcc: w@a.org\nTo: no@no.org\n"
      "Date: Mon, 23 Nov 2026 11:00:00 +0100\n"
      "Subject: =?iso-8859-1?q?H=FC?=\n you\n"
      "List-Id: A list <News.Lists.example.com>\n"
      "In-Reply-To: Yours <q@r> <s@t>\n"
      "References: <o@r>\n <q@r>\n\nhi\n");
  BOOST_TEST(facts.date.value() == "2026-11-23T10:00:00Z");
  BOOST_TEST(facts.received.value() == "2026-11-23T10:00:03Z");
  BOOST_TEST(facts.from.value() == "Ann@mail.example.co.uk");
  BOOST_TEST(facts.from_domain.value() == "example.co.uk");
  BOOST_TEST(facts.to_count == 5u);
  BOOST_TEST((facts.to_domains == std::vector<std::string>{"a.org", "b.org", "c.org"}));
  BOOST_TEST(facts.subject.value() == "H\u00FC you");
  BOOST_TEST(facts.list_id.value() == "news.lists.example.com");
  BOOST_TEST(facts.in_reply_to.value() == "q@r");
  BOOST_TEST(joined_ids(facts) == "o@r q@r ");
}

BOOST_AUTO_TEST_CASE(what_is_not_there_or_cannot_be_read_is_not_told) {
  for (const char* mail :
       {"X: y\n\n", "",
        "Date: today\nReceived: by x\nFrom: nobody\nTo: all\nSubject:\nList-Id:\nIn-Reply-To: "
        "you\nReferences: x@y\n\n"}) {
    const MessageFacts facts = facts_of(mail);
    BOOST_TEST(!facts.date.has_value());
    BOOST_TEST(!facts.received.has_value());
    BOOST_TEST(!facts.from.has_value());
    BOOST_TEST(!facts.from_domain.has_value());
    BOOST_TEST(facts.to_count == 0u);
    BOOST_TEST(facts.to_domains.empty());
    BOOST_TEST(!facts.subject.has_value());
    BOOST_TEST(!facts.list_id.has_value());
    BOOST_TEST(!facts.in_reply_to.has_value());
    BOOST_TEST(facts.references.empty());
    BOOST_TEST(!facts.text_sha256.has_value());
  }
}

BOOST_AUTO_TEST_CASE(everything_is_bounded) {
  std::string to, references;
  for (int i = 0; i < 300; ++i) {
    to += "a@h" + std::to_string(i) + ".example,";
    references += "<" + std::to_string(i) + ">\n ";
  }
  const std::string longest(1000, 'a');
  const MessageFacts facts =
      facts_of("To: " + to + "\nReferences: " + references + "<end>\nFrom: " + longest +
               "@b.example\nSubject: " + longest + "\nList-Id: " + longest + "\nIn-Reply-To: <" +
               longest + ">\n\n");
  BOOST_TEST(facts.to_count == 300u);
  BOOST_TEST(facts.to_domains.size() == kMostDomains);
  BOOST_TEST(facts.references.size() == kMostReferences);
  BOOST_TEST(facts.references.front() == "0");
  BOOST_TEST(facts.references[1] == "202");
  BOOST_TEST(facts.references.back() == "end");
  BOOST_TEST(!facts.from.has_value());
  BOOST_TEST(facts.subject.value().size() == kLongestSubject);
  BOOST_TEST(facts.list_id.value().size() == kLongestId);
  BOOST_TEST(facts.in_reply_to.value().size() == kLongestId);
}

// The same message in an mbox and in a file.
BOOST_AUTO_TEST_CASE(the_line_of_an_mbox_is_no_part_of_a_message) {
  const std::string mail = "Subject: x\n\nhi\n";
  Sha256 sha256;
  BOOST_TEST(facts_of(mail).sha256 == sha256.of(mail));
  BOOST_TEST(facts_of("From a@b Thu Nov 19 10:00:00 2026\n" + mail).sha256 == sha256.of(mail));
  BOOST_TEST(facts_of("From a@b Thu Nov 19 10:00:00 2026\r\n" + mail).sha256 == sha256.of(mail));
  BOOST_TEST(facts_of("From a@b Thu Nov 19 10:00:00 2026\n\nhi\n").sha256 == sha256.of("\nhi\n"));
  BOOST_TEST(facts_of("From a@b Thu Nov 19 10:00:00 2026").sha256 == kEmptySha);
}

BOOST_AUTO_TEST_CASE(parts_have_names_and_hashes) {
  const std::vector<PartFacts> parts = parts_of(
      "Content-Type: multipart/mixed; boundary=b\nContent-Base: http://www.Example.co.uk/x\n\n"
      "--b\nContent-Type: image/png; name=a.png\nContent-Transfer-Encoding: base64\n"
      "Content-Disposition: ATTACHMENT; filename=\"=?utf-8?q?=C3=BC?=.png\"\n\nYWJj\n"
      "--b\nContent-Type: image/png; name=a.png\nContent-Disposition: inline\n\nabc\n"
      "--b\n\n\n--b--\n");
  constexpr std::string_view kAbc =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  BOOST_REQUIRE(parts.size() == 4u);
  BOOST_TEST(!parts[0].sha256.has_value());
  BOOST_TEST(!parts[0].file_name.has_value());
  BOOST_TEST(!parts[0].disposition.has_value());
  BOOST_TEST(parts[0].base_domain.value() == "example.co.uk");
  BOOST_TEST(parts[1].sha256.value() == kAbc);
  BOOST_TEST(parts[1].file_name.value() == "\u00FC.png");
  BOOST_TEST(parts[1].disposition.value() == "attachment");
  BOOST_TEST(parts[2].sha256.value() == kAbc);
  BOOST_TEST(parts[2].file_name.value() == "a.png");
  BOOST_TEST(parts[2].disposition.value() == "inline");
  BOOST_TEST(!parts[3].sha256.has_value());
}

BOOST_AUTO_TEST_CASE(message_ids_lose_their_brackets_and_their_length) {
  const auto id = [](const std::string& mail) {
    return message_id_of(read_message(mail)).value_or("none");
  };
  BOOST_TEST(id("Message-ID: <a@b>\n\n") == "a@b");
  BOOST_TEST(id("message-id:\n a@b\n\n") == "a@b");
  BOOST_TEST(id("Message-ID: x <a@b> y\n\n") == "a@b");
  BOOST_TEST(id("Message-ID: >a<\n\n") == ">a<");
  BOOST_TEST(id("Message-ID: <a\n\n") == "<a");
  BOOST_TEST(id("Message-ID: a>\n\n") == "a>");
  BOOST_TEST(id("Message-ID: <a <b> c>\n\n") == "a <b> c");
  BOOST_TEST(id("Message-ID: <>\n\n") == "none");
  BOOST_TEST(id("Message-ID:\n\n") == "none");
  BOOST_TEST(id("Subject: x\n\n") == "none");
  BOOST_TEST(id("Message-ID: <" + std::string(300, 'x') + ">\n\n").size() == 250u);
}

BOOST_AUTO_TEST_SUITE_END()

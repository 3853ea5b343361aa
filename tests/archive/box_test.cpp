// SPDX-License-Identifier: MIT
//
// The same messages in each kind of mailbox.
#include "archive/box/splitter.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "archive/read_all.h"
#include "support/folder.h"
#include "support/many.h"

using namespace basewalk;
using archive::Form;
using test::Folder;
using test::Got;
using test::read_all;

namespace {

#define DATE "Thu Nov 19 10:00:00 2026"

// Messages with what could be taken for the end of one.
std::vector<std::string> messages() {
  std::vector<std::string> all = {
      "From: a@b.example\nSubject: 1\n\nbody\n",
      "Subject: 2\nTo: c\n\n.\n..two\n.x\n\nFrom here on\nit rains\n",
      "Received: by x;\n folded\nSubject: 3\n\n\1\1\1\n\x1F and \x1F\n#! rnews\n*** EOOH ***\n",
      "Subject: 4\n\n",
      "Date: x\nSubject: 5\n\n" + std::string(9000, 'y') + "\n",
  };
  for (int i = 6; i < 12; ++i)
    all.push_back("Subject: " + std::to_string(i) + "\n\n" +
                  std::string(static_cast<std::size_t>(i) * 300, 'z') + "\n");
  return all;
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += with.size())
    text.replace(at, what.size(), with);
  return text;
}

std::string number(const char* format, std::size_t value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

struct Mailbox {
  std::string bytes;
  std::vector<std::size_t> offsets;  // of the messages
  void message(const std::string& text) {
    offsets.push_back(bytes.size());
    bytes += text;
  }
};

struct Family {
  const char* name;
  Form form;
  Mailbox (*make)(const std::vector<std::string>& messages);
  /// What is given of a message, if that is not what it was.
  std::string (*given)(const std::string& message) = nullptr;
};
std::ostream& operator<<(std::ostream& out, const Family& family) { return out << family.name; }

std::string crlf(const std::string& text) { return replaced(text, "\n", "\r\n"); }
std::string header_of(const std::string& text) { return text.substr(0, text.find("\n\n") + 1); }
std::string body_of(const std::string& text) { return text.substr(text.find("\n\n") + 2); }
std::string in_mbox(const std::string& text) { return "From a@b " DATE "\n" + text; }

Mailbox mmdf(const std::vector<std::string>& messages) {
  Mailbox box;
  for (const std::string& each : messages) {
    box.bytes += "\1\1\1\1\n";
    box.message(each);
    box.bytes += "\1\1\1\1\n";
  }
  return box;
}

Mailbox mmdf_crlf(const std::vector<std::string>& messages) {
  Mailbox box;
  for (const std::string& each : messages) {
    box.bytes += "\1\1\1\1\r\n";
    box.message(crlf(in_mbox(each)));
    box.bytes += "\1\1\1\1\r\n";
  }
  return box;
}

Mailbox babyl(const std::vector<std::string>& messages) {
  Mailbox box{"BABYL OPTIONS: -*- rmail -*-\nVersion: 5\nLabels:\nNote: header\n\x1F", {}};
  for (const std::string& each : messages) {
    box.bytes += "\f\n1,, answered,\n";
    box.message(header_of(each));
    box.bytes += "\n*** EOOH ***\nSubject: shown\nX: 1\n\n" + body_of(each) + "\x1F";
  }
  return box;
}

// Messages that have not been shown have one header, behind the mark.
Mailbox babyl_unseen(const std::vector<std::string>& messages) {
  Mailbox box{"BABYL OPTIONS:\nVersion: 5\n\x1F", {}};
  for (const std::string& each : messages) {
    box.bytes += "\f\n0, unseen,,\n*** EOOH ***\n";
    box.message(each);
    box.bytes += "\x1F";
  }
  box.bytes += "\n";
  return box;
}

Mailbox rnews(const std::vector<std::string>& messages) {
  Mailbox box;
  for (const std::string& each : messages) {
    box.bytes += "#! rnews " + std::to_string(each.size()) + "\n";
    box.message(each);
  }
  return box;
}

Mailbox bsmtp(const std::vector<std::string>& messages) {
  Mailbox box{"EHLO a\r\n", {}};
  for (const std::string& each : messages) {
    box.bytes += "MAIL FROM:<a@b.example>\r\nRCPT TO:<c@d.example>\r\ndata\r\n";
    box.message(crlf(replaced("\n" + each, "\n.", "\n..").substr(1)));
    box.bytes += ".\r\nRSET\r\n";
  }
  box.bytes += "QUIT\r\n";
  return box;
}

Mailbox mbx(const std::vector<std::string>& messages) {
  Mailbox box{"*mbx*\r\n5f5e100000000c8\r\nkeyword\r\n", {}};
  box.bytes.resize(2048);
  for (const std::string& each : messages) {
    const std::string text = crlf(each);
    box.bytes +=
        " 9-Nov-2026 10:00:00 +0000," + std::to_string(text.size()) + ";000000000001-00000007\r\n";
    box.message(text);
  }
  return box;
}

Mailbox mbx_short_header(const std::vector<std::string>& messages) {
  Mailbox box{"*mbx*\r\n5f5e100000000c8\r\n\r\n\r\n", {}};
  for (const std::string& each : messages) {
    const std::string text = crlf(each);
    box.bytes +=
        "19-Nov-2026 10:00:00 -0500," + std::to_string(text.size()) + ";00000000000a-00000007\r\n";
    box.message(text);
  }
  return box;
}

Mailbox dbox(const std::vector<std::string>& messages) {
  Mailbox box{"2 M1e C5f5e1000\n", {}};
  for (const std::string& each : messages) {
    box.bytes += "\1\2N          " + number("%016zX", each.size()) + "\n";
    box.message(each);
    box.bytes += "\n\1\3\nR5f5e1000\nG0123456789abcdef\nBINBOX\n\n";
  }
  return box;
}

Mailbox emlx(const std::vector<std::string>& messages) {
  const std::string& text = messages.front();
  Mailbox box{number("%-10zu\n", text.size()), {}};
  box.message(text);
  box.bytes += "<?xml version=\"1.0\"?>\n<plist>http://plist.example/</plist>\n";
  return box;
}

Mailbox mbox(const std::vector<std::string>& messages) {
  Mailbox box;
  for (const std::string& each : messages) {
    if (!box.offsets.empty()) box.bytes += "\n";
    box.message(in_mbox(each));
  }
  return box;
}

Mailbox mbox_behind_blank_lines(const std::vector<std::string>& messages) {
  Mailbox box{"\xEF\xBB\xBF\n\r\n", {}};
  for (const std::string& each : messages) {
    if (!box.offsets.empty()) box.bytes += "\n";
    box.message(in_mbox(each));
  }
  return box;
}

Mailbox mbox_behind_zeros(const std::vector<std::string>& messages) {
  Mailbox box{std::string(100, '\0'), {}};
  for (const std::string& each : messages) {
    if (!box.offsets.empty()) box.bytes += "\n";
    box.message(in_mbox(each));
  }
  return box;
}

Mailbox mbox_cr(const std::vector<std::string>& messages) {
  Mailbox box = mbox(messages);
  box.bytes = replaced(box.bytes, "\n", "\r");
  return box;
}

std::string utf16(const std::string& text, bool big) {
  std::string wide;
  for (const char c : text) {
    if (big) wide += '\0';
    wide += c;
    if (!big) wide += '\0';
  }
  return wide;
}
Mailbox mbox_utf16_le(const std::vector<std::string>& messages) {
  Mailbox box = mbox(messages);
  box.bytes = "\xFF\xFE" + utf16(box.bytes, false);
  return box;
}
Mailbox mbox_utf16_be(const std::vector<std::string>& messages) {
  Mailbox box = mbox(messages);
  box.bytes = utf16(box.bytes, true);
  return box;
}

const Family kFamilies[] = {
    {"mbox", Form::mbox, mbox, in_mbox},
    {"mbox behind blank lines", Form::mbox, mbox_behind_blank_lines, in_mbox},
    {"mbox behind zeros", Form::mbox, mbox_behind_zeros, in_mbox},
    {"mbox with CR", Form::mbox, mbox_cr, in_mbox},
    {"mbox in UTF-16, little endian", Form::mbox, mbox_utf16_le, in_mbox},
    {"mbox in UTF-16, big endian", Form::mbox, mbox_utf16_be, in_mbox},
    {"MMDF", Form::mmdf, mmdf},
    {"MMDF, CRLF", Form::mmdf, mmdf_crlf,
     [](const std::string& text) { return crlf(in_mbox(text)); }},
    {"Babyl", Form::babyl, babyl},
    {"Babyl, unseen", Form::babyl, babyl_unseen},
    {"rnews", Form::rnews, rnews},
    {"BSMTP", Form::bsmtp, bsmtp, crlf},
    {"mbx", Form::mbx, mbx, crlf},
    {"mbx, short header", Form::mbx, mbx_short_header, crlf},
    {"dbox", Form::dbox, dbox},
    {"emlx", Form::emlx, emlx},
};

bool is_recoded(const Family& family) {
  return family.make == mbox_cr || family.make == mbox_utf16_le || family.make == mbox_utf16_be;
}

std::vector<Got> wanted_of(const Family& family, const std::string& source) {
  std::vector<Got> wanted;
  const std::vector<std::string> all = messages();
  const Mailbox box = family.make(all);
  for (std::size_t i = 0; i < box.offsets.size(); ++i)
    wanted.push_back({source, i + 1, box.offsets[i],
                      family.given != nullptr ? family.given(all[i]) : all[i], ""});
  return wanted;
}

// Splits bytes that come `step` at a time; `limit`: what of a message is kept at most.
std::vector<Got> split(Form form, const std::string& bytes, std::size_t step,
                       std::size_t limit = std::string::npos) {
  std::vector<Got> all;
  const std::unique_ptr<archive::Splitter> splitter = archive::make_splitter(form);
  std::string window;
  std::size_t read = 0, at = 0, dropped = 0, turns = 0;
  for (;;) {
    const bool final = read == bytes.size();
    if (final && window.empty() && dropped == 0) break;
    BOOST_REQUIRE(++turns < 4 * bytes.size() + 100);
    std::vector<char> exact(window.begin(), window.end());
    const auto piece = splitter->next(exact.data(), exact.size(), final);
    window.assign(exact.begin(), exact.end());
    if (piece) {
      BOOST_REQUIRE(piece->end <= window.size() && piece->size <= piece->end);
      if (piece->is_message && dropped + piece->size > 0)
        all.push_back({"", 0, at, dropped > 0 ? "" : window.substr(0, piece->size), ""});
      if (!piece->problem.empty()) all.push_back({"", 0, at, "", std::string(piece->problem)});
      at += dropped + piece->end;
      dropped = 0;
      window.erase(0, piece->end);
      continue;
    }
    BOOST_REQUIRE(!final);
    const std::size_t done = std::min(window.size(), splitter->done_with());
    if (dropped + done > limit) {
      splitter->drop(done);
      window.erase(0, done);
      dropped += done;
    }
    const std::size_t more = std::min(step, bytes.size() - read);
    window.append(bytes, read, more);
    read += more;
  }
  BOOST_REQUIRE_EQUAL(at, bytes.size());
  if (!splitter->lack().empty()) all.push_back({"", 0, at, "", std::string(splitter->lack())});
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(box)

BOOST_DATA_TEST_CASE(every_mailbox_gives_its_messages, boost::unit_test::data::make(kFamilies)) {
  const Folder folder;
  const std::string name = folder.write("box", sample.make(messages()).bytes);
  const std::vector<Got> wanted = wanted_of(sample, name);
  archive::ReadOptions options;
  for (const std::size_t bytes : {std::size_t{1} << 20, std::size_t{4096}}) {
    options.batch_bytes = bytes;
    const std::vector<Got> got = read_all({name}, options);
    BOOST_TEST(got == wanted, boost::test_tools::per_element());
  }
}

BOOST_DATA_TEST_CASE(messages_do_not_depend_on_how_bytes_come,
                     boost::unit_test::data::make(kFamilies)) {
  if (is_recoded(sample)) return;
  const std::string bytes = sample.make(messages()).bytes;
  if (bytes.starts_with("\xEF")) return;  // the reader passes that over
  BOOST_TEST((archive::form_of(bytes.substr(0, 4096)) == sample.form));
  const std::vector<Got> whole = split(sample.form, bytes, bytes.size());
  BOOST_TEST(whole.size() == wanted_of(sample, "").size());
  for (const std::size_t step : {1, 2, 7, 1000}) {
    const std::vector<Got> got = split(sample.form, bytes, step);
    BOOST_TEST(got == whole, boost::test_tools::per_element());
  }
  // What is dropped of a message that is too long does not change where others are.
  for (const std::size_t step : {1, 7}) {
    const std::vector<Got> got = split(sample.form, bytes, step, 1);
    BOOST_REQUIRE_EQUAL(got.size(), whole.size());
    for (std::size_t i = 0; i < got.size(); ++i) BOOST_TEST(got[i].offset == whole[i].offset);
  }
}

BOOST_DATA_TEST_CASE(reading_goes_on_behind_each_message, boost::unit_test::data::make(kFamilies)) {
  const Folder folder;
  const std::string name = folder.write("box", sample.make(messages()).bytes);
  const std::vector<Got> whole = read_all({name});
  for (std::size_t i = 0; i < whole.size(); ++i) {
    archive::ReadOptions options;
    options.after = archive::Position{name, whole[i].offset, whole[i].number, 0};
    const std::vector<Got> got = read_all({name}, options);
    const std::vector<Got> wanted(whole.begin() + static_cast<std::ptrdiff_t>(i) + 1, whole.end());
    BOOST_TEST(got == wanted, boost::test_tools::per_element());
  }
  archive::ReadOptions options;
  options.after = archive::Position{name, 1'000'000, 99, 0};
  const std::vector<Got> got = read_all({name}, options);
  BOOST_REQUIRE_EQUAL(got.size(), 1U);
  BOOST_TEST(got[0].problem == "has become shorter; there is no message here to go on behind");
}

BOOST_DATA_TEST_CASE(each_message_is_found_again, boost::unit_test::data::make(kFamilies)) {
  const Folder folder;
  const std::string name = folder.write("box", sample.make(messages()).bytes);
  for (const Got& each : read_all({name})) {
    const archive::Batch batch = archive::message_at(name, each.offset);
    BOOST_REQUIRE_EQUAL(batch.items.size(), 1U);
    BOOST_TEST(batch.items[0].problem == "");
    BOOST_TEST(batch.items[0].bytes == each.bytes);
    const archive::Batch none = archive::message_at(name, each.offset + 1);
    BOOST_TEST(none.items.at(0).problem ==
               "no message begins at offset " + std::to_string(each.offset + 1));
  }
}

BOOST_DATA_TEST_CASE(slices_are_the_whole, boost::unit_test::data::make(kFamilies)) {
  const Folder folder;
  const std::string name = folder.write("box", sample.make(messages()).bytes);
  const std::vector<Got> whole = read_all({name});
  for (const std::size_t count : {1, 2, 3, 7, 40}) {
    std::vector<Got> all;
    for (std::size_t index = 0; index < count; ++index) {
      archive::ReadOptions options;
      options.shard = {index, count};
      for (Got& got : read_all({name}, options)) all.push_back(std::move(got));
    }
    BOOST_REQUIRE_EQUAL(all.size(), whole.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].number == 0) all[i].number = whole[i].number;
      BOOST_TEST(all[i] == whole[i]);
    }
  }
}

BOOST_DATA_TEST_CASE(a_message_that_is_too_long_is_passed_over,
                     boost::unit_test::data::make(kFamilies)) {
  std::vector<std::string> all = messages();
  const std::size_t large = sample.form == Form::emlx ? 0 : 4;
  all[large] = "Subject: large\n\n" + replaced(std::string(40'000, 'y'), "yyyyyyyy", "yyyyyyy\n");
  const Folder folder;
  const std::string name = folder.write("box", sample.make(all).bytes);
  archive::ReadOptions options;
  const std::vector<Got> whole = read_all({name}, options);
  for (const std::size_t limit : {20'000, 4'000}) {
    options.message_bytes = limit;
    options.batch_bytes = 4096;
    const std::vector<Got> got = read_all({name}, options);
    BOOST_REQUIRE_EQUAL(got.size(), whole.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      if (whole[i].bytes.size() > limit)
        BOOST_TEST(got[i].problem.starts_with("the message is longer than the limit ("));
      else
        BOOST_TEST(got[i] == whole[i]);
    }
    BOOST_TEST(got[large].problem != "");
  }
}

struct Damage {
  const char* what;
  std::string box;
  /// The messages, "!" and a sentence for what is told.
  std::vector<std::string> wanted;
};
std::ostream& operator<<(std::ostream& out, const Damage& damage) { return out << damage.what; }

const std::string kLost =
    "!the length of the message before is wrong; what stands here was passed over up to the next "
    "message";
const std::string kNoneHere =
    "!what stands here announces no message; it was passed over up to the next message";
const std::string kShort = "!ends before its last message does, by the length that is given for it";

const std::string kNoCommand =
    "!this is no command of SMTP, and in no message; it was passed over up to the next message";
const std::string kBetween =
    "!this stands between the messages of its mailbox, in none of them; it was passed over up to "
    "the "
    "next message";

#define MBX "*mbx*\r\n0000000000000000\r\n"
#define DBOX_LINE(size) "\1\2N                  00000000000000" size "\n"
const Damage kDamages[] = {
    {"rnews: a length that is too short",
     "#! rnews 6\nA: 1\n\nxyz\nxyz\n#! rnews 5\nB: 2\n",
     {"A: 1\n\n", kLost, "B: 2\n"}},
    {"rnews: a length that leads behind the end",
     "#! rnews 5\nA: 1\n#! rnews 99\nB: 2\n",
     {"A: 1\n", "B: 2\n", kShort}},
    {"rnews: a length of 0, and blank lines", "#! rnews 0\n\n#! rnews 5\nB: 2\n\n", {"B: 2\n"}},
    {"rnews: no length", "#! rnews 5\nA: 1\n#! rnews x\nB: 2\n", {"A: 1\n", kLost}},
    {"BSMTP: no dot at the end",
     "MAIL FROM:<>\nDATA\nA: 1\n\nx",
     {"A: 1\n\nx", "!ends within its last message: there is no line with a dot alone"}},
    {"BSMTP: a dot without a line end", "MAIL FROM:<>\nDATA\nA: 1\n.", {"A: 1\n"}},
    {"BSMTP: nothing between DATA and the dot",
     "MAIL FROM:<>\nDATA\n.\nMAIL FROM:<>\nDATA\nB: 2\n.\n",
     {"B: 2\n"}},
    {"BSMTP: text where commands should be",
     "MAIL FROM:<>\nDATA\nA: 1\n.\n250 OK\nQUIT\n\nTo: x\n\nhttp://h/\nMAIL FROM:<>\nDATA\nB: "
     "2\n.\n",
     {"A: 1\n", kNoCommand, "B: 2\n"}},
    {"Babyl: text behind the end of a message",
     "BABYL OPTIONS:\nx\n\x1F\f\n0,,\n*** EOOH ***\nA: 1\n\n\x1F\nhttp://h/\nx\n\x1F\f\n0,,\n"
     "*** EOOH ***\nB: 2\n\n\x1F\n \n",
     {"A: 1\n\n", kBetween, "B: 2\n\n"}},
    {"Babyl: a damaged mark before the first message",
     "BABYL OPTIONS:\nx\n\x1E\f\n0,,\n*** EOOH ***\nA: 1\n\n\x1F\f\n0,,\n*** EOOH ***\nB: 2\n\x1F",
     {kBetween, "B: 2\n"}},
    {"Babyl: a damaged mark behind the options",
     "BABYL OPTIONS:\nx\n\x1F\v\n0,,\n*** EOOH ***\nA: 1\n\n\x1F\f\n0,,\n*** EOOH ***\nB: 2\n\x1F",
     {kBetween, "B: 2\n"}},
    {"Babyl: no mark at the end",
     "BABYL OPTIONS:\n\x1F\f\n0,,\n*** EOOH ***\nA: 1\n\nx",
     {"A: 1\n\nx"}},
    {"Babyl: a header that is not ended",
     "BABYL OPTIONS:\n\x1F\f\n1,,\nA: 1\n*** EOOH ***\nB: 2\n\x1F",
     {"A: 1\n\n"}},
    {"Babyl: no mark of the header",
     "BABYL OPTIONS:\n\x1F\f\n1,,\nA: 1\n\nx\n\x1F\n\x1F\f\n1,,\n\x1F",
     {"A: 1\n\nx\n"}},
    {"MMDF: no message between two marks", "\1\1\1\1\n\1\1\1\1\n\n\1\1\1\1\nA: 1\n", {"A: 1\n"}},
    {"mbx: an expunged message",
     MBX "19-Nov-2026 10:00:00 +0000,6;000000008001-00000001\r\nA: 1\r\n"
         "19-Nov-2026 10:00:00 +0000,6;000000000001-00000002\r\nB: 2\r\n",
     {"!was expunged from its mailbox", "B: 2\r\n"}},
    {"mbx: a length that is too short",
     MBX "19-Nov-2026 10:00:00 +0000,4;000000000001-00000001\r\nA: 1,\r\n"
         "19-Nov-2026 10:00:00 +0000,6;000000000001-00000002\r\nB: 2\r\n",
     {"A: 1", kLost, "B: 2\r\n"}},
    {"mbx: a header of which bytes are missing",
     MBX + std::string(1500, '\0') +
         "19-Nov-2026 10:00:00 +0000,6;000000000001-00000001\r\nA: 1\r\n" +
         "19-Nov-2026 10:00:00 +0000,6;000000000001-00000002\r\nB: 2\r\n",
     {kNoneHere, "B: 2\r\n"}},
    {"mbx: a damaged line before its first message",
     MBX + std::string(2048 - sizeof MBX + 1, '\0') +
         "19-Nov-2026 10:00:00 x0000,6;000000000001-00000001\r\nA: 1\r\n"
         "19-Nov-2026 10:00:00 +0000,6;000000000001-00000002\r\nB: 2\r\n",
     {kNoneHere, "B: 2\r\n"}},
    {"dbox: a length that is too short",
     "2 M1e C5f5e1000\n" DBOX_LINE("05") "A: 1\nxx\n\n\1\3\nR1\n\n" DBOX_LINE(
         "05") "B: 2\n\n\1\3\n\n",
     {"A: 1\n", kLost, "B: 2\n"}},
    {"mbx: no message", MBX "x\r\n", {"!is empty; there is no message in it"}},
    {"dbox: a message that Dovecot has compressed",
     "2 M1e C5f5e1000\n" DBOX_LINE("06") "\x1F\x8B\x08 x\n\n\1\3\nR1\n\n" DBOX_LINE(
         "05") "B: 2\n\n\1\3\n\n",
     {"!is compressed within its mailbox; have Dovecot export it (doveadm backup)", "B: 2\n"}},
    {"emlx: a length behind the end", "99\nA: 1\n\nx", {"A: 1\n\nx", kShort}},
    {"emlx: a length that is too short",
     "5\nA: 1\nTo: x\n\nhttp://h/\n<?xml version=\"1.0\"?>\n<plist>\n</plist>\n",
     {"A: 1\n", kLost}},
    {"emlx: text behind its list",
     "5\nA: 1\n<!DOCTYPE plist>\n<plist>\nx\n</plist>\n\nhttp://h/\n",
     {"A: 1\n", kLost}},
    {"emlx: a list that does not end",
     "5\nA: 1\n<?xml version=\"1.0\"?>\n<a href=\"http://h/\">x</a>\n",
     {"A: 1\n", "!ends within the property list behind its message"}},
    {"emlx: an empty list, and text behind it", "5\nA: 1\n<plist/>\nx\n", {"A: 1\n", kLost}},
    {"emlx: text in the last line of its list", "5\nA: 1\n<plist/></plist> x", {"A: 1\n", kLost}},
    {"emlx: no list", "5\nA: 1\n\n", {"A: 1\n"}},
};

BOOST_DATA_TEST_CASE(what_is_damaged_is_told, boost::unit_test::data::make(kDamages)) {
  const Folder folder;
  const std::string name = folder.write("box", sample.box);
  const std::vector<Got> all = read_all({name});
  std::vector<std::string> got;
  for (const Got& each : all) got.push_back(each.problem.empty() ? each.bytes : "!" + each.problem);
  BOOST_TEST(got == sample.wanted, boost::test_tools::per_element());
  for (std::size_t i = 0; i < all.size(); ++i) {
    archive::ReadOptions options;
    options.after = archive::Position{name, all[i].offset, all[i].number, 0};
    const std::vector<Got> wanted(all.begin() + static_cast<std::ptrdiff_t>(i) + 1, all.end());
    const std::vector<Got> rest = read_all({name}, options);
    BOOST_TEST(rest == wanted, boost::test_tools::per_element());
  }
}

// Whatever the bytes are, each is in one piece, and the pieces do not depend on how bytes come.
BOOST_AUTO_TEST_CASE(any_bytes_are_split_into_pieces) {
  std::mt19937 random(17);
  const std::string pieces[] = {"\1\1\1\1\n",
                                "\1\1\1\1\r\n",
                                "\x1F",
                                "\f\n1,,\n",
                                "*** EOOH ***\n",
                                "\n",
                                "\r\n",
                                "\n\n",
                                "A: 1\n",
                                "x",
                                ".",
                                ".\n",
                                ".\r\n",
                                "..",
                                "DATA\n",
                                "MAIL FROM:<>\n",
                                "QUIT\n",
                                "#! rnews 7\n",
                                "#! rnews 70\n",
                                "#! rnews 999999999999999999999\n",
                                "\1\2N 0000000000000009\n",
                                "\1\3\n",
                                "\1\2N FFFFFFFFFFFFFFFF\n",
                                "19-Nov-2026 10:00:00 +0000,9;000000000000-00000001\r\n",
                                "19-Nov-2026 10:00:00 +0000,9;000000008000-00000001\r\n",
                                "12\n",
                                std::string(5000, 'y'),
                                std::string(3, '\0'),
                                "From a " DATE "\n"};
  for (std::size_t round = 0; round < test::inputs(400); ++round) {
    std::string bytes;
    for (std::size_t i = random() % 40; i-- > 0;) bytes += pieces[random() % std::size(pieces)];
    for (const Form form : {Form::mbox, Form::mmdf, Form::babyl, Form::rnews, Form::bsmtp,
                            Form::mbx, Form::dbox, Form::emlx}) {
      const std::vector<Got> whole = split(form, bytes, bytes.size());
      const std::vector<Got> some = split(form, bytes, 1 + random() % 300);
      BOOST_TEST_CONTEXT(round << " " << static_cast<int>(form))
      BOOST_TEST(some == whole, boost::test_tools::per_element());
      split(form, bytes, 1 + random() % 300, random() % 100);
    }
  }
}

// A message of which nothing is kept, and commands without an end, take no memory.
BOOST_AUTO_TEST_CASE(lines_without_an_end_are_passed_over) {
  for (const char* begin : {"MAIL FROM:<>\nDATA\nA: 1\n.\n", "#! rnews 5\nA: 1\n", "5\nA: 1\n",
                            MBX "19-Nov-2026 10:00:00 +0000,6;000000000001-00000001\r\nA: 1\r\n"}) {
    const std::string bytes = begin + std::string(3'000'000, 'y') + "\n";
    const Form form = archive::form_of(std::string_view(bytes).substr(0, 4096));
    BOOST_TEST((form != Form::message), begin);
    const std::vector<Got> got = split(form, bytes, 100'000);
    BOOST_TEST((got.size() == 1 || (got.size() == 2 && ("!" + got[1].problem == kLost ||
                                                        "!" + got[1].problem == kNoCommand))),
               begin);
  }
}

BOOST_AUTO_TEST_CASE(what_a_mail_program_keeps_in_its_mailbox_is_no_message) {
  const Folder folder;
  const std::string data =
      "From MAILER-DAEMON " DATE
      "\nFrom: Mail System Internal Data <MAILER-DAEMON@x>\n"
      "Subject: DON'T DELETE THIS MESSAGE -- FOLDER INTERNAL DATA\nX-IMAP: 1 2\n\ntext\n\n";
  const std::string name = folder.write("box", data + "From a " DATE "\nA: 1\n");
  const std::vector<Got> got = read_all({name});
  BOOST_REQUIRE_EQUAL(got.size(), 2U);
  BOOST_TEST(got[0].problem == "is what a mail program keeps in its mailbox, and no message");
  BOOST_TEST(got[1].bytes == "From a " DATE "\nA: 1\n");
  BOOST_TEST(read_all({folder.write("copy", "From a " DATE "\nA: 1\n\n" + data)})[1].problem == "");
}

BOOST_AUTO_TEST_SUITE_END()

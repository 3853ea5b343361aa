// SPDX-License-Identifier: MIT
//
// Whole messages with the tree that is right beside them: x.eml and x.tree, and x.notes where the
// message is odd.  The offsets are those of the file as stored; with other line ends only the
// offsets may differ.
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "basewalk/limits.h"
#include "basewalk/mime/part.h"
#include "basewalk/note.h"
#include "mime/properties.h"
#include "mime/tree.h"
#include "support/files.h"

using namespace basewalk;
using test::ExactCopy;

namespace {

std::vector<std::string> message_names() {
  std::vector<std::string> names;
  for (const auto& path : test::files_below(test::data_dir() / "mime"))
    if (path.extension() == ".eml") names.push_back(path.stem().string());
  return names;
}

std::filesystem::path data(const std::string& name, const char* extension) {
  return test::data_dir() / "mime" / (name + extension);
}

// Without the column of offsets.
std::string shape(const std::string& tree) {
  std::istringstream in(tree);
  std::string out;
  for (std::string line; std::getline(in, line);) {
    std::size_t tab = line.find('\t');
    tab = line.find('\t', tab + 1);
    tab = line.find('\t', tab + 1);
    const std::size_t next = line.find('\t', tab + 1);
    out += line.substr(0, tab) + (next == std::string::npos ? "" : line.substr(next)) + '\n';
  }
  return out;
}

// Messages whose point is their line ends.
bool is_about_line_ends(const std::string& name) { return name.starts_with("line_ends_"); }

}  // namespace

BOOST_AUTO_TEST_SUITE(scan)

BOOST_DATA_TEST_CASE(finds_the_tree_of_a_stored_message, message_names()) {
  const std::string bytes = test::read_file(data(sample, ".eml"));
  const ExactCopy copy(bytes);
  const Message message = read_message(copy.view());
  BOOST_TEST(test::broken_property(message) == "");

  const std::string tree = test::tree_text(message);
  const std::string notes = test::notes_text(message);
  const std::string wanted = test::read_file(data(sample, ".tree"));
  const auto notes_file = data(sample, ".notes");
  const std::string wanted_notes =
      std::filesystem::exists(notes_file) ? test::read_file(notes_file) : "";
  BOOST_TEST(tree == wanted);
  BOOST_TEST(notes == wanted_notes);
}

BOOST_DATA_TEST_CASE(finds_the_same_tree_whatever_the_line_ends, message_names()) {
  if (is_about_line_ends(sample)) return;
  const std::string wanted = shape(test::read_file(data(sample, ".tree")));
  const std::string bytes = test::read_file(data(sample, ".eml"));
  for (const std::string& text : {test::with_lf(bytes), test::with_crlf(bytes)}) {
    const ExactCopy copy(text);
    const Message message = read_message(copy.view());
    BOOST_TEST(test::broken_property(message) == "");
    BOOST_TEST(shape(test::tree_text(message)) == wanted);
  }
}

BOOST_AUTO_TEST_CASE(keeps_the_last_field_of_a_message_that_is_only_a_header) {
  for (const char* end : {"", "\n", "\r\n", "\r"}) {
    const ExactCopy copy("From: a\nSubject: last" + std::string(end));
    const Message message = read_message(copy.view());
    const mime::HeaderField* subject = message.find(message.root(), "SUBJECT");
    BOOST_REQUIRE(subject != nullptr);
    BOOST_TEST(message.value_of(*subject) == " last");
    BOOST_TEST(subject->end == copy.view().size());
  }
}

BOOST_AUTO_TEST_CASE(records_fields_as_they_stand) {
  const std::string text =
      "A: 1\r\nB :\r\n  2\r\n\t3 \r\nno field\r\nC:\r\nD:4\r\r\nA: 5\r\n\r\nbody";
  const ExactCopy copy(text);
  const Message message = read_message(copy.view());
  std::string fields;
  for (const mime::HeaderField& field : message.fields)
    fields += '[' + std::string(message.name_of(field)) + '|' +
              std::string(message.value_of(field)) + ']';
  BOOST_TEST(fields == "[A| 1][B|\r\n  2\r\n\t3 ][|no field][C|][D|4][A| 5]");
  BOOST_TEST(message.value_of(*message.find(message.root(), "a")) == " 1");
  BOOST_TEST(message.find(message.root(), "no field") == nullptr);
  BOOST_TEST(message.body_of(message.root()) == "body");
  BOOST_TEST(message.header_of(message.root()) == text.substr(0, text.size() - 6));
}

BOOST_AUTO_TEST_CASE(knows_the_envelope_and_leaves_it_out_of_the_header) {
  const std::string text = "From a@b Tue\r\nSubject: x\r\n\r\n";
  const Message message = read_message(text);
  BOOST_TEST(message.envelope.of(text) == "From a@b Tue");
  BOOST_TEST(message.root().header.begin == 14U);
  BOOST_TEST(read_message("Subject: x\n\n").envelope.empty());
}

BOOST_AUTO_TEST_CASE(a_line_end_before_a_delimiter_is_one_line_end) {
  const auto body = [](std::string_view end, std::string_view line_end) {
    std::string text = "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx";
    std::string mail;
    for (const char c : text) mail += c == '\n' ? std::string(line_end) : std::string(1, c);
    mail.append(end).append("--b--").append(line_end);
    const Message message = read_message(mail);
    BOOST_REQUIRE_EQUAL(message.parts.size(), 2U);
    return std::string(message.body_of(message.parts[1]));
  };
  BOOST_TEST(body("\r\n", "\r\n") == "x");
  BOOST_TEST(body("\r\r\n", "\r\n") == "x\r");
  BOOST_TEST(body("\r\r\n", "\r\r\n") == "x");
  BOOST_TEST(body("\r\r\r\n", "\r\r\n") == "x\r");
  BOOST_TEST(body("\r\n", "\n") == "x");
  BOOST_TEST(body("\n\n", "\n") == "x\n");
}

BOOST_AUTO_TEST_CASE(notes_are_visible_and_at_the_limit_of_a_boundary) {
  const auto notes = [](std::string_view boundary) {
    std::string out;
    const std::string mail = "Content-Type: multipart/mixed; boundary=\"" + std::string(boundary) +
                             "\"\n\n--" + std::string(boundary) + "\n\nx\n--" +
                             std::string(boundary) + "--\n";
    const Message message = read_message(mail);
    BOOST_TEST(message.parts.size() == 2U);
    for (const Note& note : message.notes.all())
      out += std::string(name(note.code)) + ' ' + note.text + '\n';
    return out;
  };
  BOOST_TEST(notes(std::string(70, 'b')) == "");
  BOOST_TEST(notes(std::string(71, 'b')) == "boundary-long " + std::string(71, 'b') + "\n");
  BOOST_TEST(notes("~" + std::string(70, 'b') + "\x7F").starts_with("boundary-long ~bbb"));
  BOOST_TEST(notes("~" + std::string(70, 'b') + "\x7F").ends_with("b?\n"));
}

BOOST_AUTO_TEST_CASE(tells_which_line_ends_a_header_mixes) {
  const auto has = [](std::string_view mail, NoteCode code) {
    const Message message = read_message(mail);
    for (const Note& note : message.notes.all())
      if (note.code == code) return true;
    return false;
  };
  BOOST_TEST(!has("A: 1\nB: 2\n\nx", NoteCode::line_ends_mixed));
  BOOST_TEST(!has("A: 1\r\nB: 2\r\n\r\nx", NoteCode::line_ends_mixed));
  BOOST_TEST(has("A: 1\r\nB: 2\n\nx", NoteCode::line_ends_mixed));
  BOOST_TEST(has("A: 1\nB: 2\r\n\nx", NoteCode::line_ends_mixed));
  BOOST_TEST(!has("A: 1\nB: 2\n\nx", NoteCode::line_ends_crcrlf));
  BOOST_TEST(has("A: 1\r\r\nB: 2\r\r\n\r\r\nx", NoteCode::line_ends_crcrlf));
}

BOOST_AUTO_TEST_CASE(two_types_are_two_readings) {
  for (const char* more : {"", "Content-Transfer-Encoding: base64\n"}) {
    const std::string text =
        "Content-Type: text/plain\nContent-Type: text/html\n" + std::string(more) + "\nx\n";
    const Message message = read_message(text);
    BOOST_TEST_REQUIRE(message.other_readings(0).size() == 1U);
    BOOST_TEST(message.other_readings(0)[0].media_type == "text/html");
  }
  BOOST_TEST(read_message("Content-Type: text/plain\n\nx\n").other_readings(0).empty());
}

// RFC 2046 5.2.2.1: a fragment is opened by the number that stands with its own type.
BOOST_AUTO_TEST_CASE(reads_the_number_of_a_fragment_from_the_type_that_says_it) {
  const auto parts = [](std::string_view first, std::string_view second) {
    const std::string text = "Content-Type: " + std::string(first) +
                             "\nContent-Type: " + std::string(second) + "\n\nSubject: inner\n\nx\n";
    return read_message(text).parts.size();
  };
  BOOST_TEST(parts("text/plain", "message/partial; number=1") == 2U);
  BOOST_TEST(parts("text/plain; number=1", "message/partial; number=2") == 1U);
  BOOST_TEST(parts("message/partial; number=2", "message/partial; number=1") == 2U);
  BOOST_TEST(parts("message/partial; number=1", "text/plain; number=2") == 2U);
}

BOOST_AUTO_TEST_CASE(tells_preamble_and_epilogue) {
  const std::string text =
      "Content-Type: multipart/mixed; boundary=b\n\nbefore\n--b\n\nx\n--b--\nafter\n";
  const Message message = read_message(text);
  BOOST_TEST(message.root().preamble.of(text) == "before");
  BOOST_TEST(message.root().epilogue.of(text) == "after\n");
}

BOOST_AUTO_TEST_CASE(lists_every_reading_of_a_header_that_says_things_twice) {
  const std::string text = test::read_file(data("encoding_and_type_twice", ".eml"));
  const Message message = read_message(text);
  std::string readings;
  for (const mime::Reading& r : message.other_readings(0))
    readings += std::string(r.media_type) + ' ' + std::string(test::encoding_name(r.encoding)) +
                ' ' + std::to_string(r.content_type_field) + '\n';
  BOOST_TEST(readings == "text/plain base64 3\ntext/html identity 4\ntext/html base64 4\n");
  BOOST_TEST(message.root().content_type_field == 3U);
  BOOST_TEST(read_message("A: 1\n\n").other_readings(0).empty());
}

BOOST_AUTO_TEST_CASE(bounds_the_readings_of_one_part) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "Content-Type: text/x" + std::to_string(i) + "\n";
  text += "Content-Transfer-Encoding: base64\nContent-Transfer-Encoding: 7bit\n\nx";
  BOOST_TEST(read_message(text).other_readings(0).size() == 16U);
}

BOOST_AUTO_TEST_CASE(opens_nothing_deeper_than_the_limit) {
  std::string text;
  for (int i = 0; i < 5; ++i) text += "Content-Type: message/rfc822\n\n";
  text += "Content-Type: text/html\n\nx";
  Limits limits;
  limits.depth = 3;
  const Message message = read_message(text, limits);
  BOOST_REQUIRE_EQUAL(message.parts.size(), 4U);
  const mime::Part& last = message.parts.back();
  BOOST_TEST(last.gap);
  BOOST_TEST((last.kind == mime::PartKind::leaf));
  BOOST_TEST(last.media_type == "message/rfc822");
  BOOST_TEST(last.body.end == text.size());
  BOOST_TEST(test::notes_text(message) == "limit-depth\t1.1.1.1\t120\n");
}

BOOST_AUTO_TEST_CASE(finds_the_siblings_of_what_is_too_deep) {
  Limits limits;
  limits.depth = 1;
  const Message message = read_message(
      "Content-Type: multipart/mixed; boundary=a\n\n--a\n"
      "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b--\n"
      "--a\nContent-Type: text/html\n\ny\n--a--\n",
      limits);
  BOOST_TEST(test::tree_text(message) ==
             "0\tmultipart/mixed\tidentity\t43-140\tmultipart\n"
             "1\tmultipart/mixed\tidentity\t90-102\tgap\n"
             "2\ttext/html\tidentity\t132-133\n");
}

BOOST_AUTO_TEST_CASE(keeps_what_lies_behind_the_limit_of_parts_as_one_leaf) {
  std::string text = "Content-Type: multipart/mixed; boundary=b\n\n";
  for (int i = 0; i < 6; ++i) text += "--b\n\n" + std::to_string(i) + '\n';
  text += "--b--\n";
  Limits limits;
  limits.parts = 4;
  const Message message = read_message(text, limits);
  BOOST_REQUIRE_EQUAL(message.parts.size(), 4U);
  BOOST_TEST(message.body_of(message.parts[2]) == "1");
  const mime::Part& rest = message.parts[3];
  BOOST_TEST(rest.gap);
  BOOST_TEST(rest.media_type == "application/octet-stream");
  BOOST_TEST(message.body_of(rest) == "\n2\n--b\n\n3\n--b\n\n4\n--b\n\n5\n--b--\n");
  BOOST_TEST(test::notes_text(message).starts_with("limit-parts\t0\t"));
  BOOST_TEST(message.notes.size() == 1U);
}

BOOST_AUTO_TEST_CASE(counts_messages_against_the_limit_of_parts) {
  std::string text;
  for (int i = 0; i < 9; ++i) text += "Content-Type: message/rfc822\n\n";
  Limits limits;
  limits.parts = 4;
  const Message message = read_message(text, limits);
  BOOST_TEST(message.parts.size() <= 4U);
  BOOST_TEST(message.parts.back().gap);
}

BOOST_AUTO_TEST_CASE(records_only_structural_fields_behind_the_limit_of_header_bytes) {
  Limits limits;
  limits.header_bytes = 20;
  const Message message = read_message(
      "Subject: 0123456789\nX-A: 1\nX-B: 2\n folded\nContent-Type: text/html\n"
      "Base: <URL:http://a/>\nContent-Base: x\nX-C: 3\n\nbody",
      limits);
  std::string names;
  for (const mime::HeaderField& field : message.fields)
    names += std::string(message.name_of(field)) + ' ';
  BOOST_TEST(names == "Subject X-A Content-Type Base Content-Base ");
  BOOST_TEST(message.root().media_type == "text/html");
  BOOST_TEST(message.root().gap);
  BOOST_TEST(test::notes_text(message) == "limit-header-bytes\t1\t27\n");
  BOOST_TEST(message.body_of(message.root()) == "body");
}

// Quadratic work would take minutes here.
BOOST_AUTO_TEST_CASE(is_linear_in_depth) {
  constexpr int kDepth = 20'000;
  Limits limits;
  limits.depth = 50'000;
  std::string multiparts = "Content-Type: multipart/mixed; boundary=b0\n\n";
  for (int i = 0; i < kDepth; ++i)
    multiparts += "--b" + std::to_string(i) + "\nContent-Type: multipart/mixed; boundary=b" +
                  std::to_string(i + 1) + "\n\n";
  for (int i = kDepth; i >= 0; --i) multiparts += "\n--b" + std::to_string(i) + "--\n";
  const Message deep = read_message(multiparts, limits);
  BOOST_TEST(deep.parts.size() == kDepth + 1U);
  BOOST_TEST(test::broken_property(deep) == "");

  std::string messages;
  for (int i = 0; i < kDepth; ++i) messages += "Content-Type: message/rfc822\n\n";
  BOOST_TEST(read_message(messages, limits).parts.size() == kDepth + 1U);
}

BOOST_AUTO_TEST_CASE(is_linear_in_odd_lines) {
  std::string text =
      "Content-Type: multipart/mixed; boundary=\"" + std::string(20'000, 'B') + "\"\n";
  for (int i = 0; i < 100'000; ++i) text += "junk\n";
  text += "X: 1\n\n";
  for (int i = 0; i < 100'000; ++i) text += "--c\n--" + std::string(10, 'B') + "\n";
  const Message message = read_message(text);
  BOOST_TEST(message.parts.size() == 1U);
  BOOST_TEST(message.fields.size() == 100'002U);
}

BOOST_AUTO_TEST_CASE(numbers_a_hundred_thousand_parts) {
  std::string text = "Content-Type: multipart/mixed; boundary=b\n\n";
  for (int i = 0; i < 99'000; ++i) text += "--b\n\nx\n";
  const Message message = read_message(text);
  BOOST_REQUIRE_EQUAL(message.parts.size(), 99'001U);
  std::size_t characters = 0;
  for (std::uint32_t i = 0; i < message.parts.size(); ++i) characters += message.section(i).size();
  BOOST_TEST(message.section(99'000) == "99000");
  BOOST_TEST(characters == 1 + 9 + 180 + 2700 + 36'000 + 5 * 89'001U);
}

BOOST_AUTO_TEST_SUITE_END()

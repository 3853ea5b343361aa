// SPDX-License-Identifier: MIT
#include "output/records.h"

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "output/bundle_records.h"
#include "output/schema.h"

using namespace basewalk;
using namespace basewalk::output;
using nlohmann::json;

namespace {

constexpr std::string_view kRaw = "a,\"b\"\n", kUrl = "http://H.example/x?a", kBase = "http://h/";

Link link_with_everything() {
  Link link;
  link.part = "2.1";
  link.type = "text/html";
  link.place = {.element = "a", .attribute = "href"};
  link.raw = kRaw;
  link.base = kBase;
  link.base_from = BaseFrom::html_base;
  link.base_part = "2";
  link.status = Status::resolved;
  link.url = kUrl;
  link.clicked = kRaw;
  link.target = "3";
  link.text = "Click";
  link.flags = {Flag::text_differs, Flag::wrapped};
  link.reading = Doubt::header_end;
  link.at = 7;
  return link;
}

constexpr std::string_view kMail = "Subject: x\n\n0\n1\n";
const run::MessageAt kAt{"box", 7, 100, kMail, false};
const std::optional<std::string> kId = "id@h";

}  // namespace

BOOST_AUTO_TEST_SUITE(records)

BOOST_AUTO_TEST_CASE(json_has_every_column_of_a_link) {
  std::string out;
  JsonRecords records({.text = true});
  records.begin(kAt, kId);
  records.link(link_with_everything(), out);
  BOOST_TEST(out ==
             R"({"kind":"link","source":"box","message":7,"offset":100,"message_id":"id@h",)"
             R"("part":"2.1","type":"text/html","where":"a[href]","raw":"a,\"b\"\n",)"
             R"("base":"http://h/","base_from":"html-base","base_part":"2","status":"resolved",)"
             R"("url":"http://H.example/x?a","clicked":"a,\"b\"\n","target":"3",)"
             R"("flags":["text-differs","wrapped"],"text":"Click","reading":"header-end",)"
             R"("host":"h.example","domain":"h.example","path":"/x","byte_offset":107,"line":1})"
             "\n");
}

BOOST_AUTO_TEST_CASE(json_writes_null_where_there_is_nothing) {
  std::string out;
  JsonRecords records;
  records.begin({"box", {}, 0, "", true}, {});
  records.link(Link{}, out);
  BOOST_TEST(out ==
             R"({"kind":"link","source":"box","message":null,"offset":0,"message_id":null,)"
             R"("part":"","type":"","where":"","raw":"","base":null,"base_from":"none",)"
             R"("base_part":null,"status":"unresolved","url":null,"clicked":null,"target":null,)"
             R"("flags":[],"reading":null,"host":null,"domain":null,"path":null,)"
             R"("byte_offset":null,"line":null})"
             "\n");
}

BOOST_AUTO_TEST_CASE(json_has_notes_parts_messages_and_problems) {
  std::string out;
  JsonRecords records;
  records.begin(kAt, kId);
  records.note({NoteCode::limit_depth, "1", 5, "x"}, out);
  PartReport part;
  part.section = "1";
  part.type = "text/plain";
  part.depth = 1;
  part.size = 9;
  records.part(part, out);
  records.unread({"2", "application/pdf", "a.pdf", 6, 3, Unread::no_opener, {}}, out);
  records.unread({"2", "text/html", "", 6, 3, Unread::limit, NoteCode::limit_links}, out);
  records.message(read_message(kMail), {3, 2, 1, 4, 5, false}, out);
  archive::Item item;
  item.source = std::make_shared<const std::string>("gone");
  item.problem = "is not there";
  JsonRecords::problem(item, out);
  BOOST_TEST(
      out ==
      R"({"kind":"note","source":"box","message":7,"offset":105,"part":"1","code":"limit-depth","level":"differ","text":"x"})"
      "\n"
      R"({"kind":"part","source":"box","message":7,"offset":100,"message_id":"id@h","part":"1","type":"text/plain","depth":1,"size":9,"base":null,"base_from":"none","base_part":null,"filename":null,"disposition":null,"sha256":null,"base_domain":null})"
      "\n"
      R"({"kind":"unread","source":"box","message":7,"offset":106,"part":"2","type":"application/pdf","name":"a.pdf","size":3,"why":"no-opener","text":""})"
      "\n"
      R"({"kind":"unread","source":"box","message":7,"offset":106,"part":"2","type":"text/html","name":"","size":3,"why":"limit-links","text":""})"
      "\n"
      R"({"kind":"message","source":"box","message":7,"offset":100,"message_id":"id@h","size":16,"parts":3,"links":2,"notes":4,"verdict":"differs","other_links":1,"unread":5,"date":null,"received":null,"from":null,"from_domain":null,"to_count":0,"to_domains":[],"subject":"x","list_id":null,"in_reply_to":null,"references":[],"sha256":"0549931708a0855ab29feea137e986db449567e29cab77043cafa474c400a166","text_sha256":null})"
      "\n"
      R"({"kind":"problem","source":"gone","message":null,"offset":0,"text":"is not there","code":"unreadable","extent_begin":null,"extent_bytes":null})"
      "\n");
}

// In JSON a list is one; in the database its entries stand with blanks between them.
BOOST_AUTO_TEST_CASE(lists_are_told_whole) {
  const std::string mail =
      "To: a@b.example, \xE9@a.example\nReferences: <1@x> <\"\xE9@x>\nDate: 1 Jan 2026 0:0 GMT\n\n";
  const run::MessageAt at{"box", 1, 0, mail, false};
  std::string line, rows;
  JsonRecords as_json;
  as_json.begin(at, {});
  as_json.message(read_message(mail), {}, line);
  const json record = json::parse(line);
  BOOST_TEST(record["to_domains"].dump() == R"(["a.example","b.example"])");
  BOOST_TEST(record["references"].dump() == "[\"1@x\",\"\\\"\uFFFD@x\"]");
  BOOST_TEST(record["date"].is_null());
  RowRecords as_rows;
  as_rows.begin(at);
  as_rows.message(read_message(mail), {}, rows);
  RowReader reader(rows);
  const auto table = std::ranges::find(sql_tables(), *reader.next_row(), &SqlTable::letter);
  std::string told;
  for (const SqlColumn& column : table->columns) {
    if (column.is_number)
      reader.number();
    else if (const auto text = reader.text();
             column.name == "to_domains" || column.name == "reference_ids")
      told += "[" + std::string(text.value_or("null")) + "]";
  }
  BOOST_TEST(told == "[a.example b.example][1@x \"\uFFFD@x]");
}

BOOST_AUTO_TEST_CASE(csv_has_the_columns_of_json_in_their_order) {
  std::string out;
  CsvRecords records({.text = true});
  records.begin(kAt, kId);
  records.link(link_with_everything(), out);
  BOOST_TEST(
      out ==
      "box,7,100,id@h,2.1,text/html,a[href],\"a,\"\"b\"\"\n\",http://h/,html-base,2,resolved,"
      "http://H.example/x?a,\"a,\"\"b\"\"\n\",3,text-differs wrapped,Click,header-end,"
      "h.example,h.example,/x,107,1\r\n");
  out.clear();
  records.no_links(out);
  BOOST_TEST(out == "box,7,100,id@h,,,,,,,,,,,,,,,,,,,\r\n");
  std::string json_line, header = CsvRecords::header();
  JsonRecords as_json({.text = true});
  as_json.begin(kAt, kId);
  as_json.link(link_with_everything(), json_line);
  std::string keys;
  const auto record = nlohmann::ordered_json::parse(json_line);
  for (const auto& [key, value] : record.items())
    if (key != "kind") keys += (keys.empty() ? "" : ",") + key;
  BOOST_TEST(header == keys + "\r\n");
}

BOOST_AUTO_TEST_CASE(text_shows_the_reference_where_there_is_no_answer) {
  std::string out;
  Link link = link_with_everything();
  append_text_line_of(link, false, out);
  link.url.reset();
  link.raw = "a\tb";
  append_text_line_of(link, true, out);
  BOOST_TEST(out ==
             "2.1\ta[href]\tresolved\thttp://H.example/x?a\n"
             "2.1\ta[href]\tresolved\ta\\tb\tClick\ta,\"b\"\\n\n");
}

// What a browser opens on another host is the last column.
BOOST_AUTO_TEST_CASE(text_shows_what_a_browser_opens_elsewhere) {
  std::string out;
  Link link = link_with_everything();
  link.flags = {};
  link.clicked = "http://h.example/x?a";
  append_text_line_of(link, false, out);
  link.flags = {Flag::host_differs};
  link.clicked = "https://evil.example/\n";
  append_text_line_of(link, false, out);
  BOOST_TEST(out ==
             "2.1\ta[href]\tresolved\thttp://H.example/x?a\n"
             "2.1\ta[href]\tresolved\thttp://H.example/x?a\thttps://evil.example/\\n\n");
}

// A row has what its table has columns for, in their order.
BOOST_AUTO_TEST_CASE(rows_fit_their_tables) {
  std::string rows;
  RowRecords records({.text = true});
  records.begin(kAt);
  records.part({}, rows);
  records.link(link_with_everything(), rows);
  records.note({NoteCode::limit_depth, "1", 5, "x"}, rows);
  records.unread({"2", "application/pdf", "a.pdf", 6, 3, Unread::no_opener, {}}, rows);
  records.message(read_message(kMail), {3, 2, 0, 4, 5, false}, rows);
  archive::Item item;
  item.source = std::make_shared<const std::string>("gone");
  item.problem = "is not there";
  RowRecords::problem(item, rows);
  RowReader reader(rows);
  std::string told;
  while (const std::optional<char> letter = reader.next_row()) {
    const auto table = std::ranges::find(sql_tables(), *letter, &SqlTable::letter);
    BOOST_REQUIRE((table != sql_tables().end()));
    told += table->name;
    for (const SqlColumn& column : table->columns) {
      std::string value = "null";
      if (column.is_number) {
        if (const auto number = reader.number()) value = std::to_string(*number);
      } else if (const auto text = reader.text()) {
        value = *text;
      }
      BOOST_TEST((column.may_be_null || value != "null"));
      told.append(" ").append(column.name).append("=").append(value);
    }
    told += '\n';
  }
  BOOST_TEST(
      told ==
      "part part= type= depth=0 size=0 base=null base_from=none base_part=null filename=null "
      "disposition=null sha256=null base_domain=null\n"
      "link part=2.1 type=text/html place=a[href] raw=a,\"b\"\n"
      " base=http://h/ base_from=html-base base_part=2 status=resolved "
      "url=http://H.example/x?a clicked=a,\"b\"\n"
      " target=3 flags=text-differs wrapped text=Click reading=header-end host=h.example "
      "domain=h.example path=/x byte_offset=107 line=1\n"
      "note byte_offset=105 part=1 code=limit-depth level=differ text=x\n"
      "unread byte_offset=106 part=2 type=application/pdf name=a.pdf size=3 why=no-opener text=\n"
      "message source=box number=7 byte_offset=100 message_id=null size=16 parts=3 links=2 "
      "notes=4 verdict=unread other_links=0 unread=5 date=null received=null sender=null "
      "sender_domain=null to_count=0 to_domains= subject=x list_id=null in_reply_to=null "
      "reference_ids= sha256=0549931708a0855ab29feea137e986db449567e29cab77043cafa474c400a166 "
      "text_sha256=null\n"
      "problem source=gone number=null byte_offset=0 text=is not there code=unreadable "
      "extent_begin=null extent_bytes=null\n");
}

// [R5]: the host of a URL is the same under all rules, also where RFC 1808 has net_loc go on to
// "/".
BOOST_AUTO_TEST_CASE(the_host_of_a_row_ends_where_rfc_3986_ends_it) {
  const auto host_of = [](std::string_view url) {
    std::string rows;
    Link link;
    link.url = url;
    RowRecords records;
    records.begin(kAt);
    records.link(link, rows);
    RowReader reader(rows);
    reader.next_row();
    for (const SqlColumn& column :
         std::ranges::find(sql_tables(), "link", &SqlTable::name)->columns)
      if (column.is_number)
        reader.number();
      else if (const auto text = reader.text(); column.name == "host")
        return std::string(text.value_or("null"));
    return std::string("no such column");
  };
  BOOST_TEST(host_of("http://example.com?x=1") == "example.com");
  BOOST_TEST(host_of("http://example.com#x") == "example.com");
  BOOST_TEST(host_of("http://u:p@EXAMPLE.com:8080?a@b") == "example.com");
  BOOST_TEST(host_of("http://b\u00FCcher.example/") == "xn--bcher-kva.example");
  BOOST_TEST(host_of("http://A\u00BD b.example/") == "a\u00BD b.example");  // has no such form
  BOOST_TEST(host_of("http://[2001:DB8:0::1]:80/") == "[2001:db8::1]");
  BOOST_TEST(host_of("mailto:a@b.example") == "null");
}

// A std::size_t of 32 bits does not hold it.
BOOST_AUTO_TEST_CASE(a_finding_may_lie_far_behind_the_beginning_of_its_file) {
  std::string out;
  bundle::Finding finding{};
  finding.offset = 5;
  append_record(FindingAt{"a.mbox", std::uint64_t{1} << 32, finding}, out);
  BOOST_TEST(json::parse(out)["offset"] == (std::uint64_t{1} << 32) + 5);
}

BOOST_AUTO_TEST_CASE(the_schema_in_docs_is_the_one_that_the_tables_make) {
  std::ifstream file(BASEWALK_DOCS "/output.schema.json");
  const json documented = json::parse(file);
  const json made = json::parse(output_schema());
  BOOST_TEST((documented == made),
             "docs/output.schema.json is not what the tables of columns say; scripts/make_schema "
             "writes it: "
                 << json::diff(documented, made).dump());
}

BOOST_AUTO_TEST_SUITE_END()

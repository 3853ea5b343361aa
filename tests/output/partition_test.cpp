// SPDX-License-Identifier: MIT
#include "output/merge/partition.h"

#include <zlib.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "support/files.h"
#include "support/folder.h"

using namespace basewalk;
using namespace basewalk::output;
using test::Folder;

namespace {

namespace fs = std::filesystem;

std::string by_host(std::string_view line) {
  return partition_of(PartitionBy::host, line).value_or("none");
}
std::string by_date(std::string_view line) {
  return partition_of(PartitionBy::date, line).value_or("none");
}
std::string dated(const std::string& date, const std::string& received) {
  return by_date(R"({"kind":"message","date":)" + date + R"(,"received":)" + received + "}\n");
}
std::string link_to(const std::string& host) {
  return R"({"kind":"link","host":")" + host + "\"}\n";
}
std::string message_of(const std::string& month) {
  return R"({"kind":"message","date":")" + month + "-05T10:00:00Z\"}\n";
}

// "host=a.example/links.jsonl" and the like, in order.
std::vector<std::string> files_in(const Folder& folder) {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder.path()))
    if (!entry.is_directory()) names.push_back(fs::relative(entry.path(), folder.path()).string());
  std::ranges::sort(names);
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

#define CHECK_FILES(folder, ...)                                              \
  do {                                                                        \
    const Names wanted = __VA_ARGS__;                                         \
    BOOST_TEST(files_in(folder) == wanted, boost::test_tools::per_element()); \
  } while (false)

BOOST_AUTO_TEST_SUITE(partition)

BOOST_AUTO_TEST_CASE(there_are_two_ways_to_part) {
  BOOST_TEST((partition_named("date") == PartitionBy::date));
  BOOST_TEST((partition_named("host") == PartitionBy::host));
  BOOST_TEST(!partition_named("month").has_value());
  BOOST_TEST(!partition_named("").has_value());
}

BOOST_AUTO_TEST_CASE(a_link_lies_with_the_domain_that_somebody_has_registered) {
  BOOST_TEST(by_host(R"({"kind":"link","host":"www.a.example","domain":"a.example"})") ==
             "host=a.example");
  BOOST_TEST(by_host(R"({"kind":"link","host":"10.0.0.1","domain":null})") == "host=10.0.0.1");
  BOOST_TEST(by_host(R"({"kind":"link","domain":"a.example"})") == "host=a.example");
  BOOST_TEST(by_host(R"({"kind":"link","host":null,"domain":null})") == "host=-");
  BOOST_TEST(by_host(R"({"kind":"link","host":"","domain":""})") == "host=-");
  BOOST_TEST(by_host(R"({"kind":"link"})") == "host=-");
  BOOST_TEST(by_host(R"({"kind":"message","host":"a.example"})") == "host=-");
  BOOST_TEST(by_host(R"({"host":"a.example"})") == "host=-");
}

BOOST_AUTO_TEST_CASE(what_stands_within_other_values_is_none) {
  BOOST_TEST(by_host(R"({"kind":"link","text":"\",\"host\":\"b.example\"","host":"a.example"})") ==
             "host=a.example");
  BOOST_TEST(by_host(R"({"kind":"link","x":{"host":"b.example","y":[1,{"host":"c"}]},)"
                     R"("host":"a.example"})") == "host=a.example");
  BOOST_TEST(by_host(R"({"kind":"link","x":["}",",","]"],"host":"a.example"})") ==
             "host=a.example");
  BOOST_TEST(by_host(R"({"kind":"link","x":"\\","host":"a.example"})") == "host=a.example");
  // It ends where the line is cut off.
  BOOST_TEST(by_host(R"({"kind":"link","host)") == "host=-");
  BOOST_TEST(by_host(R"({"kind":"link","host":"a)") == "host=-");
  BOOST_TEST(by_host(R"({"kind":"link","host":")") == "host=-");
  BOOST_TEST(by_host(R"({"kind":"link","x":"\)") == "host=-");
  BOOST_TEST(by_host("") == "host=-");
}

BOOST_AUTO_TEST_CASE(a_host_leads_to_no_other_folder) {
  BOOST_TEST(by_host(link_to("[2001:db8::1]")) == "host=[2001:db8::1]");
  BOOST_TEST(by_host(link_to("a_b-c.example")) == "host=a_b-c.example");
  BOOST_TEST(by_host(link_to("../../etc")) == "host=..%2F..%2Fetc");
  BOOST_TEST(by_host(link_to("a b%")) == "host=a%20b%25");
  // What had to be escaped in JSON is no host that could be asked for.
  BOOST_TEST(by_host(link_to(R"(a\\b)")) == "host=-");
  BOOST_TEST(by_host(link_to(std::string(240, 'a'))) == "host=" + std::string(240, 'a'));
  BOOST_TEST(by_host(link_to(std::string(241, 'a'))) == "host=+");
  BOOST_TEST(by_host(link_to(std::string(81, '/'))) == "host=+");
}

BOOST_AUTO_TEST_CASE(a_message_lies_in_its_month) {
  BOOST_TEST(dated(R"("2024-03-05T10:00:00Z")", R"("2024-04-01T10:00:00Z")") == "date=2024-03");
  BOOST_TEST(dated("null", R"("2024-04-01T10:00:00Z")") == "date=2024-04");
  BOOST_TEST(dated(R"("1300-01-01T10:00:00Z")", R"("2024-04-01T10:00:00Z")") == "date=2024-04");
  BOOST_TEST(dated(R"("1969-12-31T23:59:59Z")", "null") == "date=-");
  BOOST_TEST(dated(R"("1970-01-01T00:00:00Z")", "null") == "date=1970-01");
  BOOST_TEST(dated(R"("2099-12-31T23:59:59Z")", "null") == "date=2099-12");
  BOOST_TEST(dated(R"("2100-01-01T00:00:00Z")", "null") == "date=-");
  for (const char* odd : {"2024-03", "2024-03-", "2024/03/05", "2024-0x-05", "20240-3-05", "x", ""})
    BOOST_TEST(dated('"' + std::string(odd) + '"', "null") ==
                   (std::string_view(odd) == "2024-03-" ? "date=2024-03" : "date=-"),
               odd);
}

BOOST_AUTO_TEST_CASE(records_before_their_message_say_nothing_of_its_month) {
  BOOST_TEST(by_date(R"({"kind":"link","date":"2024-03-05T10:00:00Z"})") == "none");
  BOOST_TEST(by_date(R"({"kind":"problem","date":"2024-03-05T10:00:00Z"})") == "date=-");
  BOOST_TEST(by_date(R"({"kind":"skipped"})") == "date=-");
  BOOST_TEST(by_date("{}") == "none");
}

BOOST_AUTO_TEST_CASE(files_appear_whole_with_all_records_in_their_order) {
  const Folder folder;
  {
    Partition parts(folder / "out", PartitionBy::host, text::Compression::none);
    for (const char* host : {"b.example", "a.example", "b.example", "a.example"})
      BOOST_TEST(parts.write(link_to(host)));
    BOOST_TEST(parts.write("{\"kind\":\"message\"}\n"));
    BOOST_TEST(parts.folders() == 3u);
    BOOST_TEST(!fs::exists(folder / "out"));
    BOOST_TEST(parts.commit());
    BOOST_TEST(parts.failure() == "");
  }
  CHECK_FILES(folder, {"out/host=-/links.jsonl", "out/host=a.example/links.jsonl",
                       "out/host=b.example/links.jsonl"});
  BOOST_TEST(test::read_file(folder / "out/host=b.example/links.jsonl") ==
             link_to("b.example") + link_to("b.example"));
  BOOST_TEST(test::read_file(folder / "out/host=-/links.jsonl") == "{\"kind\":\"message\"}\n");
}

BOOST_AUTO_TEST_CASE(records_of_a_message_go_where_its_date_says) {
  const Folder folder;
  Partition parts(folder / "out", PartitionBy::date, text::Compression::none);
  const std::string link = link_to("a.example"), problem = "{\"kind\":\"problem\"}\n";
  for (const std::string& record : {link, link, message_of("2024-03"), message_of("2024-02"),
                                    problem, link, message_of("2024-03"), link})
    BOOST_TEST(parts.write(record));
  BOOST_TEST(parts.commit());
  CHECK_FILES(folder, {"out/date=-/links.jsonl", "out/date=2024-02/links.jsonl",
                       "out/date=2024-03/links.jsonl"});
  BOOST_TEST(test::read_file(folder / "out/date=2024-03/links.jsonl") ==
             link + link + message_of("2024-03") + link + message_of("2024-03"));
  // The last one was interrupted: no message says its date.
  BOOST_TEST(test::read_file(folder / "out/date=-/links.jsonl") == problem + link);
}

BOOST_AUTO_TEST_CASE(more_folders_than_may_be_lie_together) {
  const Folder folder;
  Partition parts(folder / "out", PartitionBy::host, text::Compression::none, {.folders = 2});
  for (const char* host : {"a.example", "b.example", "c.example", "a.example", "d.example"})
    BOOST_TEST(parts.write(link_to(host)));
  BOOST_TEST(parts.folders() == 3u);
  BOOST_TEST(parts.commit());
  CHECK_FILES(folder, {"out/host=+/links.jsonl", "out/host=a.example/links.jsonl",
                       "out/host=b.example/links.jsonl"});
  BOOST_TEST(test::read_file(folder / "out/host=+/links.jsonl") ==
             link_to("c.example") + link_to("d.example"));
  BOOST_TEST(test::read_file(folder / "out/host=a.example/links.jsonl") ==
             link_to("a.example") + link_to("a.example"));
}

// A record with so much behind it: what is told of it is in front.
std::string long_record(std::string record, std::size_t size) {
  record.pop_back();
  record.append(size - record.size() - 1, ' ') += '\n';
  return record;
}

// The largest of what is held makes room first; what follows is put behind it.
BOOST_AUTO_TEST_CASE(more_than_is_held_is_written_before_the_end) {
  const Folder folder;
  const std::string little = link_to("little.example"),
                    large = long_record(link_to("large.example"), 150),
                    larger = long_record(link_to("larger.example"), 200);
  {
    Partition parts(folder / "out", PartitionBy::host, text::Compression::none, {.held = 700});
    for (const std::string& record : {little, large, larger, large})
      BOOST_TEST(parts.write(record));
    CHECK_FILES(folder, {});
    BOOST_TEST(parts.write(larger));
    CHECK_FILES(folder, {"out.partial/host=larger.example/links.jsonl"});
    for (const std::string& record : {larger, larger}) BOOST_TEST(parts.write(record));
    CHECK_FILES(folder, {"out.partial/host=larger.example/links.jsonl"});
    BOOST_TEST(parts.commit());
  }
  CHECK_FILES(folder, {"out/host=large.example/links.jsonl", "out/host=larger.example/links.jsonl",
                       "out/host=little.example/links.jsonl"});
  BOOST_TEST(test::read_file(folder / "out/host=larger.example/links.jsonl") ==
             larger + larger + larger + larger);
  BOOST_TEST(test::read_file(folder / "out/host=large.example/links.jsonl") == large + large);
  BOOST_TEST(test::read_file(folder / "out/host=little.example/links.jsonl") == little);
}

// Half of what may be held is left, so that no file is opened for one record.
BOOST_AUTO_TEST_CASE(as_many_are_written_as_make_room_for_half) {
  const Folder folder;
  Partition parts(folder / "out", PartitionBy::host, text::Compression::none, {.held = 400});
  for (const char* host : {"a.example", "b.example", "c.example", "d.example"})
    BOOST_TEST(parts.write(long_record(link_to(host), 100)));
  CHECK_FILES(folder, {});
  BOOST_TEST(parts.write(link_to("e.example")));
  BOOST_TEST(files_in(folder).size() == 3u);
}

// Its date comes last, so what is much waits in a file; of what is left nothing stays there.
BOOST_AUTO_TEST_CASE(a_message_with_more_records_than_are_held_is_whole) {
  const Folder folder;
  const std::string link = long_record(link_to("a.example"), 100);
  const PartitionLimits limits = {.message = 200};
  const auto write = [&](Partition& parts, int count) {
    for (int i = 0; i < count; ++i) BOOST_TEST(parts.write(link));
  };
  {
    Partition parts(folder / "out", PartitionBy::date, text::Compression::none, limits);
    write(parts, 2);
    CHECK_FILES(folder, {});
    write(parts, 1);
    CHECK_FILES(folder, {"out.partial/message"});
    write(parts, 4);
    BOOST_TEST(parts.write(message_of("2024-03")));
    CHECK_FILES(folder, {});
    write(parts, 3);
    BOOST_TEST(parts.commit());
  }
  CHECK_FILES(folder, {"out/date=-/links.jsonl", "out/date=2024-03/links.jsonl"});
  BOOST_TEST(test::read_file(folder / "out/date=2024-03/links.jsonl") ==
             link + link + link + link + link + link + link + message_of("2024-03"));
  BOOST_TEST(test::read_file(folder / "out/date=-/links.jsonl") == link + link + link);
  {
    Partition parts(folder / "given-up", PartitionBy::date, text::Compression::none, limits);
    write(parts, 3);
  }
  BOOST_TEST(!fs::exists(folder / "given-up.partial"));
}

BOOST_AUTO_TEST_CASE(files_are_compressed_and_say_so) {
  const Folder folder;
  Partition parts(folder / "out", PartitionBy::host, text::Compression::gzip);
  BOOST_TEST(parts.write(link_to("a.example")));
  BOOST_TEST(parts.commit());
  CHECK_FILES(folder, {"out/host=a.example/links.jsonl.gz"});
  gzFile file = gzopen((folder / "out/host=a.example/links.jsonl.gz").c_str(), "rb");
  char bytes[100];
  const int got = gzread(file, bytes, sizeof bytes);
  gzclose(file);
  BOOST_TEST(std::string_view(bytes, static_cast<std::size_t>(std::max(got, 0))) ==
             link_to("a.example"));
}

BOOST_AUTO_TEST_CASE(what_is_not_committed_leaves_what_others_have_made) {
  const Folder folder;
  {
    Partition parts(folder / "out", PartitionBy::host, text::Compression::none, {.held = 10});
    BOOST_TEST(parts.write(link_to("a.example")));
    BOOST_TEST(fs::exists(folder / "out.partial/host=a.example/links.jsonl"));
    folder.write("out.partial/mine", "");
  }
  CHECK_FILES(folder, {"out.partial/mine"});
}

BOOST_AUTO_TEST_CASE(where_something_is_in_its_way_nothing_is_written) {
  const Folder folder;
  const auto failed = [&](Partition& parts) {
    BOOST_TEST(!parts.write(link_to("a.example")));
    BOOST_TEST(!parts.commit());
    std::string why = parts.failure();
    return why.erase(0, folder.path().string().size() + 1);
  };
  folder.make("there");
  Partition there(folder / "there", PartitionBy::host, text::Compression::none);
  BOOST_TEST(there.is_taken());
  BOOST_TEST(failed(there) == "there: is there already; give another name, or remove it");
  folder.write("left.partial/x", "");
  {
    Partition left(folder / "left", PartitionBy::host, text::Compression::none);
    BOOST_TEST(left.is_taken());
    BOOST_TEST(failed(left) ==
               "left.partial: an earlier run has left it, or is at it; remove it first");
  }
  Partition nowhere(folder / "no/out", PartitionBy::host, text::Compression::none);
  BOOST_TEST(!nowhere.is_taken());
  BOOST_TEST(failed(nowhere) == "no/out.partial: cannot be written: No such file or directory");
  CHECK_FILES(folder, {"left.partial/x"});
}

BOOST_AUTO_TEST_CASE(what_comes_in_its_way_later_is_told) {
  const Folder folder;
  const auto failed = [&](const std::string& name, const auto& disturb) {
    Partition parts(folder / name, PartitionBy::host, text::Compression::none);
    BOOST_TEST(parts.write(link_to("a.example")));
    disturb();
    BOOST_TEST(!parts.commit());
    BOOST_TEST(!parts.is_taken());
    BOOST_TEST(!parts.write(link_to("b.example")));
    BOOST_TEST(!parts.commit());
    std::string why = parts.failure();
    return why.erase(0, folder.path().string().size() + 1);
  };
  BOOST_TEST(failed("1", [&] { folder.make("1.partial/host=a.example"); }) ==
             "1.partial/host=a.example: cannot be written: File exists");
  // Somebody has made a folder of its name in the meantime, with something in it.
  BOOST_TEST(failed("2", [&] { folder.write("2/x", ""); }) ==
             "2: cannot be written: Directory not empty");
  BOOST_TEST(failed("3", [&] { fs::remove_all(folder / "3.partial"); }) ==
             "3.partial/host=a.example: cannot be written: No such file or directory");
  CHECK_FILES(folder, {"2/x"});
}

BOOST_AUTO_TEST_SUITE_END()

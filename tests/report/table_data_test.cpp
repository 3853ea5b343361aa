// SPDX-License-Identifier: MIT
#include "report/table_data.h"

#include <boost/test/unit_test.hpp>
#include <map>
#include <string>

namespace basewalk::report {
namespace {

using Kind = TableData::Kind;
using Files = std::map<std::string, std::string>;

TableData table(Files& files) {
  return TableData(
      "things",
      {{"name", Kind::text}, {"size", Kind::number}, {"kind", Kind::word}, {"marks", Kind::set}},
      {"a", "b"}, [&files](const std::string& name, const std::string& bytes) {
        return files.emplace(name, bytes).second;
      });
}

void row(TableData& data, std::string_view name, std::optional<std::uint64_t> size,
         std::string_view kind, std::uint64_t marks) {
  data.text(0, name);
  data.number(1, size);
  data.word(2, kind);
  data.set(3, marks);
  data.end_row();
}

BOOST_AUTO_TEST_CASE(a_file_is_one_call) {
  Files files;
  TableData data = table(files);
  row(data, "x", 1, "k", 3);
  row(data, "y\nz\"</script>", {}, "", 0);
  row(data, "", 7, "k", 2);
  data.finish();
  BOOST_TEST_REQUIRE(files.size() == 1u);
  BOOST_TEST(files["data/things-0.js"] ==
             "basewalk.take(\"things\",0,{\"first\":0,\"count\":3,"
             "\"text\":{\"name\":\"x\\ny\\\\nz\\\"</script>\\n\"},"
             "\"number\":{\"size\":[1,null,7]},"
             "\"word\":{\"kind\":{\"names\":[\"k\"],\"of\":[0,-1,0]}},"
             "\"set\":{\"marks\":{\"names\":[\"a\",\"b\"],\"of\":[3,0,2]}}});\n");
  BOOST_TEST(data.rows() == 3u);
  BOOST_TEST(data.files() == 1u);
}

BOOST_AUTO_TEST_CASE(files_have_so_many_rows_and_bytes) {
  Files files;
  TableData data = table(files);
  for (std::size_t i = 0; i < TableData::kRows + 1; ++i) row(data, "x", 1, "k", 0);
  data.finish();
  BOOST_TEST(data.files() == 2u);
  BOOST_TEST(files["data/things-1.js"].find("\"first\":20000,\"count\":1,") != std::string::npos);
  BOOST_TEST(files["data/things-1.js"].find("\"names\":[\"k\"]") != std::string::npos);

  Files of_bytes;
  TableData long_rows = table(of_bytes);
  for (std::size_t i = 0; i < TableData::kRows; ++i)
    row(long_rows, std::string(1000, 'x'), 1, std::to_string(i) + std::string(290, 'y'), 0);
  long_rows.finish();
  BOOST_TEST(long_rows.files() == 2u);
  for (const auto& [name, bytes] : of_bytes) BOOST_TEST(bytes.size() < TableData::kBytes * 3 / 2);
}

BOOST_AUTO_TEST_CASE(long_values_are_cut) {
  Files files;
  TableData data = table(files);
  row(data, std::string(TableData::kLongest - 1, 'x') + "é", 1, "", 0);
  row(data, "\xFF\x01\xE2\x80\xAE", 1, "", 0);
  data.finish();
  const std::string& file = files["data/things-0.js"];
  BOOST_TEST(file.find(std::string(TableData::kLongest - 1, 'x') + "…\\n") != std::string::npos);
  BOOST_TEST(file.find("\\\\x01\\\\u{202E}\"") != std::string::npos);
}

}  // namespace
}  // namespace basewalk::report

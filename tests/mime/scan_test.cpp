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

#include "basewalk/mime/part.h"
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

BOOST_AUTO_TEST_SUITE_END()

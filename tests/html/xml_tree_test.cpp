// SPDX-License-Identifier: MIT
//
// What names of XML are: by the namespace that their prefix is bound to, or else by the prefix.
#include "html/xml_tree.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace basewalk;
using namespace basewalk::html;

namespace {

constexpr std::string_view kXLinkUri = "http://www.w3.org/1999/xlink",
                           kRdfUri = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

// "id local", with "?" where the prefix is bound to nothing.
std::string attribute(std::string_view name,
                      const std::vector<std::pair<std::string, std::string>>& bindings) {
  XmlTree tree;
  tree.open("x");
  for (const auto& [prefix, uri] : bindings) BOOST_TEST(tree.bind(prefix, uri), prefix);
  BOOST_TEST(tree.settle());
  const XmlTree::Name found = tree.attribute(name);
  return std::string(kAttributes.name(static_cast<std::size_t>(found.id))) + " " +
         std::string(found.local) + (found.bound ? "" : "?");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(html_xml_tree)

BOOST_AUTO_TEST_CASE(attributes_are_known_by_their_namespace) {
  const std::string xlink(kXLinkUri), rdf(kRdfUri);
  BOOST_TEST(attribute("href", {}) == "href href");
  BOOST_TEST(attribute("xml:base", {}) == "xml:base base");
  BOOST_TEST(attribute("xlink:href", {{"xmlns:xlink", xlink}}) == "xlink:href href");
  BOOST_TEST(attribute("l:href", {{"xmlns:l", xlink}}) == "xlink:href href");
  BOOST_TEST(attribute("l:title", {{"xmlns:l", xlink}}) == " title");
  BOOST_TEST(attribute("r:about", {{"xmlns:r", rdf}}) == "rdf:about about");
  BOOST_TEST(attribute("r:resource", {{"xmlns:r", rdf}}) == "rdf:resource resource");
  BOOST_TEST(attribute("r:href", {{"xmlns:r", rdf}}) == " href");
}

BOOST_AUTO_TEST_CASE(a_prefix_that_nobody_bound_means_what_it_usually_does) {
  BOOST_TEST(attribute("xlink:href", {}) == "xlink:href href?");
  BOOST_TEST(attribute("rdf:about", {}) == "rdf:about about?");
  BOOST_TEST(attribute("q:href", {}) == " href?");
}

// What is bound to another namespace is no link of XLink; other vocabularies are known by the
// prefixes that they usually have.
BOOST_AUTO_TEST_CASE(a_prefix_that_is_bound_elsewhere_is_another_one) {
  BOOST_TEST(attribute("xlink:href", {{"xmlns:xlink", "urn:x"}}) == " href");
  BOOST_TEST(attribute("rdf:about", {{"xmlns:rdf", "urn:x"}}) == "rdf:about about");
  BOOST_TEST(attribute("rdf:resource", {{"xmlns:rdf", "urn:x"}}) == "rdf:resource resource");
}

// Namespaces in XML 1.0 3, 5.
BOOST_AUTO_TEST_CASE(declarations_that_are_errors_are_refused) {
  const auto binds = [](std::string_view name, std::string_view uri) {
    XmlTree tree;
    tree.open("x");
    return tree.bind(name, uri);
  };
  BOOST_TEST(binds("xmlns", "urn:x"));
  BOOST_TEST(binds("xmlns", ""));
  BOOST_TEST(binds("xmlns:p", "urn:x"));
  BOOST_TEST(!binds("xmlns:p", ""));
  BOOST_TEST(!binds("xmlns:xmlns", "urn:x"));
  BOOST_TEST(!binds("xmlns:xml", "urn:x"));
  BOOST_TEST(binds("xmlns:xml", "http://www.w3.org/XML/1998/namespace"));
  BOOST_TEST(!binds("xmlns:p", "http://www.w3.org/XML/1998/namespace"));
  BOOST_TEST(!binds("xmlns:p", "http://www.w3.org/2000/xmlns/"));
}

BOOST_AUTO_TEST_SUITE_END()

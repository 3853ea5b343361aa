// SPDX-License-Identifier: MIT
#include "browser/place.h"

#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "support/folder.h"

namespace basewalk::browser {
namespace {

namespace fs = std::filesystem;

BOOST_AUTO_TEST_SUITE(place)

BOOST_AUTO_TEST_CASE(a_url_of_a_file_names_it_whatever_is_in_its_name) {
  BOOST_TEST(file_url("/a/b c%?#\"\xC3\xBC.html") == "file:///a/b%20c%25%3F%23%22%C3%BC.html");
  const test::Folder folder;
  const std::string name = folder.write("odd ?#%41\n.html", "x");
  const Result<Place> found = place_of(name, Role::result, folder / "");
  BOOST_REQUIRE(found.has_value());
  BOOST_TEST(found->holds(file_url(name)));
  BOOST_TEST(found->holds(found->url + "?a#b"));
}

BOOST_AUTO_TEST_CASE(a_folder_holds_its_files_and_no_others) {
  const test::Folder folder;
  const std::string page = folder.write("made/index.html", "x");
  folder.write("made/in/a.png", "x");
  const std::string other = folder.write("made-not/a.png", "x");
  fs::create_symlink(other, folder / "made/out.png");
  fs::create_symlink("a.png", folder / "made/in/b.png");
  fs::create_directory_symlink(folder / "made-not", folder / "made/outer");
  const Result<Place> found = place_of(folder / "made", Role::result, folder / "");
  BOOST_REQUIRE(found.has_value());
  BOOST_TEST(found->url == file_url(fs::canonical(page)));
  const std::string made = file_url(folder / "made/");
  const auto holds = [&](const std::string& url) { return found->holds(url); };
  for (const char* inside : {"index.html", "in/a.png", "in/b.png", "in/../in/a.png", "is-none.png"})
    BOOST_TEST(holds(made + inside), inside);
  for (const char* outside : {"out.png", "outer/a.png", "../made-not/a.png",
                              "%2e%2e/made-not/a.png", "in", "", "in/a.png%00"})
    BOOST_TEST(!holds(made + outside), outside);
  for (const std::string& outside :
       {file_url(other), std::string("http://h/a.png"), std::string("file://server/a.png"),
        std::string("file:///dev/zero"), std::string("file:///"), std::string()})
    BOOST_TEST(!holds(outside), outside);
}

BOOST_AUTO_TEST_CASE(a_page_has_what_lies_beside_it_as_an_original_alone) {
  const test::Folder folder;
  const std::string page = folder.write("page.html", "x");
  const std::string beside = folder.write("page_files/a.png", "x");
  BOOST_TEST(place_of(page, Role::original, folder / "")->holds(file_url(beside)));
  BOOST_TEST(!place_of(page, Role::result, folder / "")->holds(file_url(beside)));
}

BOOST_AUTO_TEST_CASE(the_page_of_a_folder) {
  const test::Folder folder;
  folder.write("xhtml/index.html", "leads there");
  folder.write("xhtml/index.xhtml", "x");
  folder.write(
      "xhtml/bundle.json",
      R"({"root":"1","files":[{"file":"a.css","part":"2"},{"file":"index.xhtml","part":"1"}]})");
  folder.write("hostile/index.html", "x");
  folder.write("hostile/bundle.json", R"({"root":"1","files":[{"file":"../../page","part":"1"}]})");
  folder.write("noise/index.html", "x");
  folder.write("noise/bundle.json", std::string(100'000, '['));
  folder.write("only/some.htm", "x");
  folder.write("two/a.html", "x");
  folder.write("two/b.html", "x");
  const auto page_of = [&](const std::string& name) {
    const Result<Place> found = place_of(folder / name, Role::original, folder / "");
    return found ? fs::path(found->url).filename().string() : found.error().code;
  };
  BOOST_TEST(page_of("xhtml") == "index.xhtml");
  BOOST_TEST(page_of("hostile") == "index.html");
  BOOST_TEST(page_of("noise") == "index.html");
  BOOST_TEST(page_of("only") == "some.htm");
  BOOST_TEST(page_of("two") == "unreadable");
  BOOST_TEST(page_of("none") == "unreadable");
}

BOOST_AUTO_TEST_CASE(a_bundle_of_another_name_is_copied) {
  const test::Folder folder;
  const std::string mail = folder.write("mail.eml", "x");
  const std::string scratch = folder.make("scratch");
  const Result<Place> copy = place_of(mail, Role::original, scratch);
  BOOST_REQUIRE(copy.has_value());
  BOOST_TEST(copy->url.ends_with("/scratch/bundle.mhtml"));
  BOOST_TEST(fs::file_size(scratch + "/bundle.mhtml") == 1U);
  BOOST_TEST(place_of_bytes("xyz", scratch).has_value());
  BOOST_TEST(fs::file_size(scratch + "/bundle.mhtml") == 3U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace basewalk::browser

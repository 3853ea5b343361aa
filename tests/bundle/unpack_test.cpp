// SPDX-License-Identifier: MIT
//
// Folders: what is written where, and what hostile bundles cannot do.
#include "basewalk/bundle/unpack.h"

#include <sys/stat.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <string>

#include "basewalk/note.h"
#include "bundle/file_names.h"
#include "bundle/made_bundle.h"
#include "support/files.h"
#include "support/folder.h"
#include "support/many.h"
#include "text/base64.h"

using namespace basewalk;
namespace fs = std::filesystem;

namespace {

struct Scratch {
  std::size_t entries() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(path), fs::directory_iterator()));
  }
  test::Folder folder;
  const fs::path& path = folder.path();
};

std::string frame(std::string_view name) {
  return "<iframe src=\"" + std::string(name) + "\"></iframe>";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(unpack)

BOOST_AUTO_TEST_CASE(makes_a_folder_that_appears_whole) {
  const Scratch scratch;
  const fs::path path = scratch.path / "page";
  Result<bundle::NewFolder> folder = bundle::NewFolder::create(path.string() + "/");
  BOOST_REQUIRE(folder.has_value());
  BOOST_TEST(folder->begin("a"));
  BOOST_TEST(folder->write("x"));
  BOOST_TEST(folder->end());
  BOOST_TEST(!fs::exists(path));
  BOOST_TEST(folder->commit().has_value());
  BOOST_TEST(test::read_file(path / "a") == "x");
  BOOST_TEST(scratch.entries() == 1U);
}

BOOST_AUTO_TEST_CASE(a_folder_is_as_readable_as_others) {
  const Scratch scratch;
  for (const mode_t hidden : {mode_t{022}, mode_t{077}, mode_t{002}}) {
    const mode_t mask = ::umask(hidden);
    const fs::path path = scratch.path / std::to_string(hidden);
    Result<bundle::NewFolder> folder = bundle::NewFolder::create(path.string());
    BOOST_REQUIRE(folder.has_value());
    // Nobody else looks in while it is filled.
    for (const fs::directory_entry& entry : fs::directory_iterator(scratch.path))
      if (entry.path().filename().string().starts_with(".basewalk"))
        BOOST_TEST((entry.status().permissions() == fs::perms::owner_all));
    BOOST_TEST(folder->commit().has_value());
    BOOST_TEST(::umask(mask) == hidden);
    BOOST_TEST((fs::status(path).permissions() == static_cast<fs::perms>(0777 & ~hidden)));
  }
}

BOOST_AUTO_TEST_CASE(leaves_nothing_of_a_folder_that_was_given_up) {
  const Scratch scratch;
  {
    Result<bundle::NewFolder> folder = bundle::NewFolder::create((scratch.path / "page").string());
    BOOST_REQUIRE(folder.has_value());
    BOOST_TEST(folder->begin("a"));
    BOOST_TEST(folder->write("x"));
    BOOST_TEST(scratch.entries() == 1U);
  }
  BOOST_TEST(scratch.entries() == 0U);
}

BOOST_AUTO_TEST_CASE(touches_nothing_that_is_there) {
  const Scratch scratch;
  fs::create_directory(scratch.path / "folder");
  fs::create_symlink("/nowhere", scratch.path / "link");
  for (const char* name : {"/", "", "//"})
    BOOST_TEST(!bundle::NewFolder::create(name).has_value(), name);
  for (const char* name : {"folder", "link", ".", ".."}) {
    const Result<bundle::NewFolder> folder =
        bundle::NewFolder::create((scratch.path / name).string());
    BOOST_REQUIRE(!folder.has_value());
    BOOST_TEST(folder.error().code == "exists");
  }
  BOOST_TEST(bundle::NewFolder::create((scratch.path / "no/such").string()).error().code ==
             "missing");
  BOOST_TEST(bundle::NewFolder::create("").error().code == "missing");
  BOOST_TEST(scratch.entries() == 2U);
  // One that appears in the meantime is not replaced.
  Result<bundle::NewFolder> folder = bundle::NewFolder::create((scratch.path / "late").string());
  BOOST_REQUIRE(folder.has_value());
  fs::create_directory(scratch.path / "late");
  BOOST_TEST(!folder->commit().has_value());
  BOOST_TEST(scratch.entries() == 3U);
}

BOOST_AUTO_TEST_CASE(refuses_names_that_lead_elsewhere_and_names_that_are_there) {
  const Scratch scratch;
  for (const std::string_view name : {std::string_view("../x"), std::string_view("/x"),
                                      std::string_view(".."), std::string_view("a\0b", 3)}) {
    Result<bundle::NewFolder> folder = bundle::NewFolder::create((scratch.path / "p").string());
    BOOST_REQUIRE(folder.has_value());
    BOOST_TEST(!folder->begin(name));
    BOOST_TEST(!folder->write("x"));
    BOOST_TEST(!folder->commit().has_value());
  }
  Result<bundle::NewFolder> folder = bundle::NewFolder::create((scratch.path / "p").string());
  BOOST_TEST((folder->begin("a") && folder->end()));
  BOOST_TEST(!folder->begin("a"));
}

BOOST_AUTO_TEST_CASE(writes_all_images_of_the_traversal_case_inside) {
  const std::string text =
      test::read_file(test::data_dir() / "cases/mhtml/11-traversal-names/input.mhtml");
  const auto files = test::unpacked(text);
  BOOST_TEST(files.size() == 17U);
  for (const auto& [name, content] : files) {
    BOOST_TEST(bundle::is_safe_name(name));
    if (name != "index.html") BOOST_TEST(content.starts_with("\x89PNG"));
  }
  const std::string& page = files.at("index.html");
  BOOST_TEST(page.find("about:invalid") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(says_which_bundle_has_no_page) {
  BOOST_TEST(test::unpacked("just a text").at("error") == "no-page");
  BOOST_TEST(test::unpacked(test::MadeBundle().add("image/png", "x", "PNG").text()).at("error") ==
             "no-page");
  BOOST_TEST(test::inlined("From: x\r\n\r\ntext") == "error no-page");
}

BOOST_AUTO_TEST_CASE(takes_no_multipart_for_a_page) {
  // The first part of the bundle is a multipart whose text begins like a page.
  const std::string text =
      "Content-Type: multipart/related; boundary=b; start=\"<r>\"\r\n\r\n--b\r\n"
      "Content-ID: <r>\r\nContent-Type: multipart/mixed; boundary=c; name=p.html\r\n\r\n"
      "<!DOCTYPE html><p>\r\n--c\r\nContent-Type: image/png\r\n\r\nx\r\n--c--\r\n--b--\r\n";
  BOOST_TEST(test::unpacked(text).at("error") == "no-page");
  BOOST_TEST(test::inlined(text) == "error no-page");
}

BOOST_AUTO_TEST_CASE(stops_at_the_limit_of_bytes) {
  bundle::UnpackOptions options;
  options.max_bytes = 1000;
  const std::string text = test::MadeBundle()
                               .add("text/html", "http://h/", "<img src=a>")
                               .add("image/png", "http://h/a", std::string(2000, 'x'))
                               .text();
  BOOST_TEST(test::unpacked(text, options).at("error") == "limit-bytes");
}

BOOST_AUTO_TEST_CASE(knows_a_bundle_that_was_cut_off_within_base64) {
  const std::string text = test::MadeBundle()
                               .add("text/html", "http://h/", "<img src=a>")
                               .add("image/png", "http://h/a", "iVBORw0KGgoAAAANSUhEUgAA",
                                    "Content-Transfer-Encoding: base64\r\n")
                               .text();
  BOOST_TEST(bundle::cut_off_part(read_message(text)).empty());
  const std::string cut = text.substr(0, text.size() - 14);
  BOOST_TEST(bundle::cut_off_part(read_message(cut)) == "2");
}

BOOST_AUTO_TEST_CASE(writes_an_xhtml_page_as_such) {
  const auto files = test::unpacked(
      test::MadeBundle()
          .add("application/xhtml+xml", "http://h/",
               "<html xmlns='http://www.w3.org/1999/xhtml'><img src='a.png'/></html>")
          .add("image/png", "http://h/a.png", "PNG")
          .text());
  BOOST_TEST(test::without_head(files.at("index.xhtml")) ==
             "<html xmlns='http://www.w3.org/1999/xhtml'><img src='a.png'/></html>");
  BOOST_TEST(files.at("index.html").find("index.xhtml") != std::string::npos);
}

// Each holds a page with a script, and each name or type is one that some browser shows as a page:
// the script goes, or the ending does.
BOOST_AUTO_TEST_CASE(no_file_is_a_page_with_a_script) {
  const std::string html =
                        "<html xmlns='http://www.w3.org/1999/xhtml'><body onclick='x()'>"
                        "<script>x()</script></body></html>",
                    svg = "<svg xmlns='http://www.w3.org/2000/svg'><script>x()</script></svg>",
                    mail = "Subject: x\r\nContent-Type: text/html\r\n\r\n" + html;
  test::MadeBundle made;
  made.add("text/html", "http://h/", "<p>");
  int count = 0;
  for (const char* ending :
       {"eml",   "mht",  "mhtml", "xml",  "xht", "xhtml", "xhtm",  "svg", "svgz",
        "shtml", "shtm", "xsl",   "xslt", "htm", "html",  "htmls", "php", "phtml",
        "rdf",   "rss",  "atom",  "hta",  "url", "jsp",   "js",    "mjs", "txt",
        "css",   "vtt",  "ics",   "png",  "wmz", "json",  "bin",   "x",   ""})
    for (const char* type :
         {"text/html", "image/svg+xml", "application/xhtml+xml", "text/xml", "text/plain",
          "text/x-what", "application/x-what", "application/octet-stream", "image/png",
          "image/x-what", "text/xsl", "application/rdf+xml", "message/x-what", "font/woff"})
      for (const std::string& body : {html, svg, mail}) {
        ++count;
        made.add(type, "http://h/" + std::to_string(count) + "." + ending, body,
                 count % 2 == 0
                     ? "Content-Disposition: x; filename=f." + std::string(ending) + "\r\n"
                     : std::string());
      }
  int pages = 0;
  for (const auto& [name, content] : test::unpacked(made.text())) {
    const std::string ending = name.substr(name.rfind('.'));
    constexpr std::string_view kNone[] = {".bin", ".txt", ".css",  ".js",  ".mjs", ".vtt",
                                          ".png", ".wmz", ".json", ".ics", ".woff"};
    const bool is_none = std::find(std::begin(kNone), std::end(kNone), ending) != std::end(kNone);
    BOOST_TEST((is_none || (content.find("script>") == std::string::npos &&
                            content.find("onclick") == std::string::npos)),
               name);
    pages += is_none ? 0 : 1;
  }
  BOOST_TEST(pages > 100);
}

// A script is none because it is too much work to see what it is.
BOOST_AUTO_TEST_CASE(no_work_is_so_much_that_a_script_stays) {
  std::string page = "<base href='http://h/" + std::string(1 << 20, 'b') + "'>";
  for (int i = 0; i < 200; ++i) page += "<a href=' java&#10;script:x()'>";
  page += "<a href='data:text/html,<script>x()</script>'>";
  const auto files = test::unpacked(test::MadeBundle().add("text/html", "http://h/", page).text());
  const std::string& index = files.at("index.html");
  BOOST_TEST(index.find("script:") == std::string::npos);
  BOOST_TEST(index.find("<script>x") == std::string::npos);
}

// A text in a data: URL has no folder around it: what it shows stands in it.
BOOST_AUTO_TEST_CASE(data_urls_hold_what_they_show) {
  const auto data = [](std::string_view type, std::string_view text) {
    std::string digits;
    text::append_base64(digits, text);
    return "data:" + std::string(type) + ";charset=utf-8;base64," + digits;
  };
  const std::string picture = "\x89PNG\r\n\x1A\n";
  const auto made = [&](std::string_view page) {
    return test::unpacked(test::MadeBundle()
                              .add("text/html", "http://h/", page)
                              .add("image/png", "http://h/a.png", picture, "Content-ID: <a@h>\r\n")
                              .add("text/css", "http://h/s.css", "@import url(t.css);")
                              .add("text/css", "http://h/t.css", "p{background:url(a.png)}")
                              .text());
  };
  std::string shown = "data:image/png;base64,";
  text::append_base64(shown, picture);
  const std::string inner = data("text/css", "p{background:url(" + shown + ")}");
  const std::string_view pages[][2] = {
      {"<iframe src='data:text/html,<img src=cid:a@h><a href=http://h/a.png>'>", "text/html"},
      {"<style>@import 'data:text/css,p{background:url(a.png)}'</style>", "text/css"},
      {"<iframe src='data:text/html,<link rel=stylesheet href=http://h/s.css>'>", "text/html"}};
  const std::string wanted[] = {
      "<img src=" + shown + "><a href=http://h/a.png>", "p{background:url(" + shown + ")}",
      "<link rel=stylesheet href=" + data("text/css", "@import url(" + inner + ");") + ">"};
  for (std::size_t i = 0; i < std::size(pages); ++i) {
    const auto files = made(pages[i][0]);
    BOOST_TEST(files.at("index.html").find(data(pages[i][1], wanted[i])) != std::string::npos,
               files.at("index.html"));
    BOOST_TEST(files.at("a.png") == picture);
  }
}

// However often such a text shows something: what goes too far is left out, and the folder is
// there.
BOOST_AUTO_TEST_CASE(data_urls_do_not_grow_beyond_the_limit) {
  std::string page = "<iframe src='data:text/html,";
  for (int i = 0; i < 10'000; ++i) page += "<img src=cid:a>";
  const std::string picture = "\x89PNG\r\n\x1A\n" + std::string(10'000, 'x');
  const std::string text = test::MadeBundle()
                               .add("text/html", "http://h/", page + "'></iframe>")
                               .add("image/png", "http://h/a.png", picture, "Content-ID: <a>\r\n")
                               .text();
  const Message message = read_message(text);
  const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
  test::MemoryFiles files;
  const Result<bundle::UnpackSummary> summary = bundle::unpack(bundle, {}, files);
  BOOST_TEST_REQUIRE(summary.has_value());
  BOOST_TEST(summary->loss_count > 0U);
  BOOST_TEST(files.files.at("a.png") == picture);
}

// What a list names behind the thousandth is not looked at: it goes, and that is told.
BOOST_AUTO_TEST_CASE(a_list_has_nothing_that_was_not_looked_at) {
  std::string candidates, pings;
  for (int i = 1; i <= 1000; ++i) {
    candidates += "a.png " + std::to_string(i) + "w&#44; ";
    pings += "http://h/ping ";
  }
  for (const bool is_longer : {false, true}) {
    const std::string more = is_longer ? "http://evil.example/t.png 9999w" : "";
    const std::string text = test::MadeBundle()
                                 .add("text/html", "http://h/",
                                      "<img srcset='" + candidates + more + "'><a href=b ping='" +
                                          pings + more + "' title=c>")
                                 .add("image/png", "http://h/a.png", "\x89PNG\r\n\x1A\n")
                                 .text();
    const Message message = read_message(text);
    const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
    bundle::UnpackOptions options;
    options.keep_scripts = true;  // without a policy that would stop a browser
    test::MemoryFiles files;
    test::MemoryPage page;
    for (const Result<bundle::UnpackSummary>& summary :
         {bundle::unpack(bundle, options, files), bundle::inline_page(bundle, options, page)}) {
      BOOST_TEST_REQUIRE(summary.has_value());
      const std::vector<Note>& notes = summary->notes.all();
      BOOST_TEST(std::ranges::any_of(notes, [](const Note& note) {
                   return note.code == NoteCode::limit_links;
                 }) == is_longer);
    }
    const std::string& index = files.files.at("index.html");
    BOOST_TEST(index.find("a.png 999w") != std::string::npos);
    for (const std::string& each : {index, page.text}) {
      BOOST_TEST(each.find("evil.example") == std::string::npos);
      BOOST_TEST(each.find("title=c>") != std::string::npos);
    }
  }
}

// Entities that grow beyond the limit: what is missing is told.
BOOST_AUTO_TEST_CASE(tells_of_entities_that_are_too_long) {
  std::string uses, long_name(300, 'n');
  for (int i = 0; i < 100; ++i) uses += "&" + long_name + ";";
  for (const std::size_t size : {std::size_t{10}, std::size_t{5000}}) {
    const std::string text =
        test::MadeBundle()
            .add("application/xhtml+xml", "http://h/",
                 "<!DOCTYPE html [<!ENTITY " + long_name + " '" + std::string(size, 'v') +
                     "'>]><html xmlns='http://www.w3.org/1999/xhtml'><p>" + uses + "</p></html>")
            .text();
    const Message message = read_message(text);
    const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
    test::MemoryFiles files;
    test::MemoryPage page;
    for (const Result<bundle::UnpackSummary>& summary :
         {bundle::unpack(bundle, {}, files), bundle::inline_page(bundle, {}, page)}) {
      BOOST_TEST_REQUIRE(summary.has_value());
      const bool is_whole = size == 10;
      BOOST_TEST((summary->loss_count == 0) == is_whole);
      const std::vector<Note>& notes = summary->notes.all();
      BOOST_TEST(std::none_of(notes.begin(), notes.end(), [](const Note& note) {
                   return note.code == NoteCode::limit_entities;
                 }) == is_whole);
      if (!is_whole) BOOST_TEST((summary->losses.front().reason == bundle::LossReason::work));
    }
  }
}

// "{}" is where the policy goes, "[]" where it needs a head for itself.
BOOST_AUTO_TEST_CASE(a_page_of_xhtml_has_a_policy) {
  const std::string root = "<html xmlns='http://www.w3.org/1999/xhtml'>";
  const std::string space = " xmlns=\"http://www.w3.org/1999/xhtml\"";
  const std::string rows[] = {
      root + "<head>{}<title>x</title></head><body/></html>",
      "<?xml version='1.0'?>\n<!-- a -->\n" + root + "\n<!-- b -->\n<head a='b'>{}</head></html>",
      root + "[]<head/></html>",
      root + "[]<body/></html>",
      root + "[]words<head></head></html>",
      root + "[]<![CDATA[words]]><head></head></html>",
      root + "[]<head xmlns=''/><head><title/></head></html>",
      root + "[]</html>",
      root + "<head>{}</head><head/><svg xmlns='http://www.w3.org/2000/svg'/></html>",
      root + "<head>{}<![CDATA[words]]></head></html>",
      root + "[]<?xml-stylesheet href='about:invalid'?><body/></html>",
      "<h:html xmlns:h='http://www.w3.org/1999/xhtml'><h:head>{}</h:head></h:html>",
      "<h:html xmlns:h='http://www.w3.org/1999/xhtml'>[]<head></head></h:html>",
      "<html xmlns='http://www.w3.org/1999/xhtml'/>",
      "<x>" + root + "<head></head></html></x>",
  };
  for (const std::string& row : rows) {
    std::string page = row;
    for (const std::string_view mark : {"{}", "[]"})
      if (const std::size_t at = page.find(mark); at != std::string::npos) page.erase(at, 2);
    const auto files =
        test::unpacked(test::MadeBundle().add("application/xhtml+xml", "http://h/", page).text());
    std::string found = files.at("index.xhtml");
    const std::size_t policy = found.find("http-equiv"), end = found.find("/>", policy);
    if (policy != std::string::npos) {
      const std::string meta = "<meta" + space + " ", head = "<head" + space + ">" + meta;
      BOOST_TEST(found.substr(policy, end - policy).find("script-src 'none'") != std::string::npos);
      const bool is_own = found.substr(0, policy).ends_with(head);
      const std::size_t begin = policy - (is_own ? head : meta).size();
      BOOST_TEST(found.substr(begin, policy - begin) == (is_own ? head : meta));
      const std::size_t behind = end + (is_own ? std::string("/></head>").size() : 2);
      found.replace(begin, behind - begin, is_own ? "[]" : "{}");
    }
    BOOST_TEST(found == row);
  }
}

// Every file that is begun is ended, before the next one is and at the end.
BOOST_AUTO_TEST_CASE(ends_each_file_that_it_begins) {
  class Counting final : public bundle::Files {
   public:
    bool begin(std::string_view) override { return ++open_ == 1; }
    bool write(std::string_view) override { return open_ == 1; }
    bool end() override { return ++ended_, --open_ == 0; }
    int open_ = 0, ended_ = 0;
  };
  const std::string text = test::MadeBundle()
                               .add("application/xhtml+xml", "http://h/", "<html/>")
                               .add("image/png", "http://h/a.png", "PNG")
                               .text();
  const Message message = read_message(text);
  const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
  Counting files;
  BOOST_TEST(bundle::unpack(bundle, {}, files).has_value());
  BOOST_TEST(files.open_ == 0);
  BOOST_TEST(files.ended_ == 3);  // with the page that leads to index.xhtml
}

// Whatever cannot be done, and at whichever call: it is said, and nothing more is asked for.
BOOST_AUTO_TEST_CASE(says_that_files_cannot_be_written) {
  class Failing final : public bundle::Files {
   public:
    explicit Failing(int calls) : left_(calls) {}
    bool begin(std::string_view) override { return next(); }
    bool write(std::string_view) override { return next(); }
    bool end() override { return next(); }
    bool next() {
      ++calls_;
      return left_-- > 0;
    }
    int left_, calls_ = 0;
  };
  const std::string text = test::MadeBundle()
                               .add("text/html", "http://h/", "<img src=a.png>")
                               .add("image/png", "http://h/a.png", "PNG")
                               .text();
  const Message message = read_message(text);
  const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
  Failing enough(1000);
  BOOST_TEST(bundle::unpack(bundle, {}, enough).has_value());
  BOOST_TEST(enough.calls_ >= 6);
  for (int calls = 0; calls < enough.calls_; ++calls) {
    Failing files(calls);
    const Result<bundle::UnpackSummary> summary = bundle::unpack(bundle, {}, files);
    BOOST_TEST_REQUIRE(!summary.has_value(), calls);
    BOOST_TEST(summary.error().code == "unwritable");
    BOOST_TEST(files.calls_ == calls + 1);
  }
  class FailingPage final : public Sink {
   public:
    bool write(std::string_view) override { return false; }
  } page;
  BOOST_TEST(bundle::inline_page(bundle, {}, page).error().code == "unwritable");
}

// A page that is a data: URL is rewritten as others are; those too deep in one another are not
// written at all.
BOOST_AUTO_TEST_CASE(neutralises_pages_in_data_urls_however_deep) {
  for (const int depth : {1, 5, 40}) {
    std::string page = "<img src=http://x.test/1>";
    for (int i = 0; i < depth; ++i) {
      std::string digits;
      text::append_base64(digits, page);
      page = "<iframe src=\"data:text/html;base64," + digits + "\">";
    }
    const auto files =
        test::unpacked(test::MadeBundle().add("text/html", "http://h/", page).text());
    std::string at = files.at("index.html");
    int levels = 0;
    for (std::size_t begin; (begin = at.find(";base64,")) != std::string::npos; ++levels) {
      begin += 8;
      std::string inner;
      text::append_base64_decoded(inner, at.substr(begin, at.find('"', begin) - begin),
                                  text::UrlDigits::always);
      at = inner;
    }
    BOOST_TEST(at.find("about:invalid") != std::string::npos, depth);
    BOOST_TEST(at.find("x.test") == std::string::npos, depth);
    if (depth <= 5) BOOST_TEST(levels == depth);
    if (depth == 40) BOOST_TEST(levels < depth);
  }
}

// A URL that no browser opens still names what is labelled so.
BOOST_AUTO_TEST_CASE(finds_parts_by_urls_that_are_none_to_a_browser) {
  const auto files = test::unpacked(test::MadeBundle()
                                        .add("text/html", "", "<img src='http://h:99999/a.png'>")
                                        .add("image/png", "http://h:99999/a.png", "PNG")
                                        .text());
  BOOST_TEST(test::without_head(files.at("index.html")) == "<img src='a.png'>");
}

BOOST_AUTO_TEST_CASE(bounds_what_labels_and_parts_cost) {
  // A label of 1 MB that every reference repeats would be 2 GB.
  const std::string label = "http://h/" + std::string(1 << 20, 'l');
  std::string page;
  for (int i = 0; i < 2000; ++i) page += "<img src=l>";
  auto files = test::unpacked(
      test::MadeBundle().add("text/html", label, page).add("image/png", label, "PNG").text());
  BOOST_TEST(files.size() == 2U);

  test::MadeBundle many;
  many.add("text/html", "http://h/", "<img src=n>");
  for (int i = 0; i < 99'990; ++i) many.add("image/png", "http://h/n", "P");
  BOOST_TEST(test::unpacked(many.text()).size() == 99'991U);
}

BOOST_AUTO_TEST_CASE(rewrites_pages_of_one_kind_of_thing_in_linear_time) {
  const auto run = [](std::string page) {
    BOOST_TEST(
        test::unpacked(test::MadeBundle().add("text/html", "http://h/", page).text()).size() == 1U);
    BOOST_TEST(
        !test::inlined(test::MadeBundle().add("text/html", "http://h/", page).text()).empty());
  };
  const auto repeated = [](std::string_view piece, std::size_t times) {
    std::string out;
    for (std::size_t i = 0; i < times; ++i) out += piece;
    return out;
  };
  run("<p " + repeated("onx=y ", test::many(300'000)) + ">");
  run("<p " + repeated("src=y ", test::many(300'000)) + ">");
  run("<img srcset=\"" + repeated("a 1x,", test::many(300'000)) + "\">");
  run("<style>" + repeated("url(a)", test::many(300'000)) + "</style>");
  run("<style>" + repeated("font-display", test::many(200'000)) + "</style>");
  run(repeated("<meta http-equiv=refresh content='0;url=x'>", test::many(50'000)));
  run(repeated("<link rel=stylesheet href=x>", test::many(50'000)));
  run(repeated("<script>", test::many(200'000)));
  run(repeated("<svg><script>", test::many(100'000)));
  run(repeated("<iframe srcdoc='<img src=x>'>", test::many(30'000)));
  std::string nested = "<img src=x>";
  for (int i = 0; i < 14; ++i) {
    std::string escaped;
    for (const char c : nested)
      escaped += c == '"' ? "&quot;" : c == '&' ? "&amp;" : std::string(1, c);
    nested = "<iframe srcdoc=\"" + escaped + "\">";
  }
  run(nested);
}

BOOST_AUTO_TEST_CASE(unpacks_frames_within_themselves) {
  const auto files =
      test::unpacked(test::MadeBundle()
                         .add("text/html", "http://h/p.html", frame("q.html"))
                         .add("text/html", "http://h/q.html", frame("q.html") + frame("p.html"))
                         .text());
  BOOST_TEST(test::without_head(files.at("q.html")) == frame("q.html") + frame("index.html"));
}

// What Microsoft Office links to is a file of the page; what others link to says where it came
// from.
BOOST_AUTO_TEST_CASE(links_of_office_name_files) {
  const auto page_with = [](std::string_view rel, std::string_view href = "p_files/x.xml") {
    return test::without_head(test::unpacked(
        test::MadeBundle()
            .add("text/html", "file:///C:/p.htm",
                 "<link rel=" + std::string(rel) + " href=\"" + std::string(href) + "\">")
            .add("text/xml", "file:///C:/p_files/x.xml", "<xml/>")
            .text())["index.html"]);
  };
  for (const std::string_view rel :
       {"File-List", "Edit-Time-Data", "OLE-Object-Data", "themeData", "colorSchemeMapping",
        "Preview", "dataStoreItem", "Main-File", "Presentation-XML", "'file-list'"})
    BOOST_TEST(page_with(rel) == "<link rel=" + std::string(rel) + " href=\"x.xml\">");
  for (const std::string_view rel : {"Original-File", "canonical", "alternate", "files", "''"})
    BOOST_TEST(page_with(rel) ==
               "<link rel=" + std::string(rel) + " href=\"file:///C:/p_files/x.xml\">");
  // What the bundle lacks.
  BOOST_TEST(page_with("File-List", "p_files/y.xml") ==
             "<link rel=File-List href=\"file:///C:/p_files/y.xml\">");
}

// Where the root is no page: see match_test.cpp.  Its pictures may lie around its message.
BOOST_AUTO_TEST_CASE(unpacks_a_page_wherever_it_is) {
  const std::string_view page =
      "Content-Type: text/html\r\n\r\n<img src=\"cid:a@x\"><img src=\"cid:b@x\">\r\n";
  const std::string picture = "--b\r\nContent-Type: image/png\r\nContent-ID: <a@x>\r\n\r\nx\r\n";
  const std::string around =
      "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n";
  const std::string alternative =
      "Content-Type: multipart/alternative; boundary=i\r\n\r\n--i\r\n\r\ntext\r\n--i\r\n"
      "Content-Type: multipart/mixed; boundary=j\r\n\r\n--j\r\n\r\ntext\r\n--j\r\n" +
      std::string(page) +
      "--j\r\nContent-Type: image/png\r\nContent-ID: <b@x>\r\n\r\ny\r\n--j--\r\n--i--\r\n";
  const std::string forwarded = "Content-Type: message/rfc822\r\n\r\n";
  const std::string bundles[] = {
      around + "--b\r\n" + alternative + picture + "--b--\r\n",
      around + picture + "--b\r\n" + forwarded + alternative + "--b--\r\n",
      around + picture + "--b\r\n" + forwarded + std::string(page) + "--b\r\n" + forwarded +
          "Content-Type: image/png\r\nContent-ID: <b@x>\r\n\r\ny\r\n--b--\r\n"};
  for (const std::string& bundle : bundles) {
    std::map<std::string, std::string> files = test::unpacked(bundle);
    BOOST_TEST(test::without_head(files["index.html"]) == "<img src=\"a.png\"><img src=\"b.png\">");
    BOOST_TEST(files["a.png"] == "x");
    BOOST_TEST(files["b.png"] == "y");
    BOOST_TEST(test::without_head(test::inlined(bundle)) ==
               "<img src=\"data:image/png;base64,eA==\"><img src=\"data:image/png;base64,eQ==\">");
  }
}

BOOST_AUTO_TEST_SUITE_END()

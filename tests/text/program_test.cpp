// SPDX-License-Identifier: MIT
#include "text/foreign/program.h"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>
#include <optional>

#include "support/folder.h"

using namespace basewalk;
namespace fs = std::filesystem;

namespace {

// PATH as it is given, until it goes out of scope.
class Path {
 public:
  explicit Path(const char* value) {
    if (const char* was = std::getenv("PATH")) was_ = was;
    if (value != nullptr)
      ::setenv("PATH", value, 1);
    else
      ::unsetenv("PATH");
  }
  Path(const Path&) = delete;
  ~Path() {
    if (was_)
      ::setenv("PATH", was_->c_str(), 1);
    else
      ::unsetenv("PATH");
  }

 private:
  std::optional<std::string> was_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(program)

BOOST_AUTO_TEST_CASE(a_program_is_a_file_that_may_be_run) {
  const test::Folder folder;
  const std::string text = folder.write("text", "x"), made = folder.write("made", "#!/bin/sh\n");
  fs::permissions(made, fs::perms::owner_all);
  fs::create_directory_symlink(folder / "none", folder / "broken");
  BOOST_TEST(text::is_program(made));
  BOOST_TEST(!text::is_program(text));
  BOOST_TEST(!text::is_program((folder / "")));
  BOOST_TEST(!text::is_program(folder / "broken"));
  BOOST_TEST(!text::is_program(""));
}

BOOST_AUTO_TEST_CASE(it_is_found_in_path_by_folders_from_the_root_on) {
  const test::Folder folder;
  folder.make("one");
  folder.make("two");
  for (const char* name : {"one/only-text", "two/only-text", "two/odd"})
    folder.write(name, "#!/bin/sh\n");
  fs::permissions(folder / "two/only-text", fs::perms::owner_all);
  fs::permissions(folder / "two/odd", fs::perms::owner_all);
  const std::string folders = "::two:" + (folder / "one") + ":" + (folder / "two") + ":";
  {
    const Path path(folders.c_str());
    BOOST_TEST(text::find_program("only-text") == folder / "two/only-text");
    BOOST_TEST(text::find_program("no-such") == "");
    BOOST_TEST(text::find_program("") == "");
    // With a slash it is where it says.
    BOOST_TEST(text::find_program(folder / "two/odd") == folder / "two/odd");
    BOOST_TEST(text::find_program("./odd") == "");
  }
  {
    const Path path("");
    BOOST_TEST(text::find_program("sh") == "");
  }
  const Path path(nullptr);
  BOOST_TEST(text::find_program("sh") == "/bin/sh");
}

BOOST_AUTO_TEST_SUITE_END()

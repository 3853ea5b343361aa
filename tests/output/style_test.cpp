// SPDX-License-Identifier: MIT
#include "output/style.h"

#include <fcntl.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/skip.h"

using namespace basewalk::output;

namespace {

// Variables of the environment as they are wanted, until it goes.
class Environment {
 public:
  using Variable = std::pair<std::string, const char*>;
  explicit Environment(const std::vector<Variable>& wanted) {
    for (const auto& [name, value] : wanted) {
      const char* was = std::getenv(name.c_str());
      before_[name] = was == nullptr ? std::nullopt : std::optional<std::string>(was);
      set(name, value);
    }
  }
  ~Environment() {
    for (const auto& [name, value] : before_) set(name, value ? value->c_str() : nullptr);
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  static void set(const std::string& name, const char* value) {
    if (value == nullptr)
      ::unsetenv(name.c_str());
    else
      ::setenv(name.c_str(), value, 1);
  }
  std::map<std::string, std::optional<std::string>> before_;
};

// The style for standard output, which is a file meanwhile; nothing where that cannot be opened.
std::optional<Style> style_on(const char* file, int* other_end = nullptr) {
  const int opened = ::open(file, O_RDWR | O_NOCTTY);
  if (opened < 0) return {};
  const int before = ::dup(STDOUT_FILENO);
  ::dup2(opened, STDOUT_FILENO);
  const Style style = style_for_stdout();
  ::dup2(before, STDOUT_FILENO);
  ::close(before);
  ::close(opened);
  if (other_end != nullptr) ::close(*other_end);
  return style;
}

std::optional<Style> style_on_terminal() {
  int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0) return {};
  const char* name = ::ptsname(terminal);
  return name == nullptr ? std::nullopt : style_on(name, &terminal);
}

std::string colours(const Style& style) {
  std::string all;
  for (const std::string_view each :
       {style.bold, style.dim, style.part, style.type, style.base, style.from, style.plain})
    all.append(each.empty() ? "-" : each).append(" ");
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(style)

BOOST_AUTO_TEST_CASE(lines_are_drawn_as_the_locale_can) {
  const auto drawn = [](const char* locale) {
    const Environment environment(std::vector<Environment::Variable>{{"LC_ALL", locale}});
    const Style style = style_for_files();
    std::string all;
    for (const std::string_view each :
         {style.branch, style.last, style.bar, style.gap, style.arrow})
      all.append(each).append("!");
    return all;
  };
  BOOST_TEST(drawn("C.UTF-8") == "├─ !└─ !│  !   !◀─!");
  BOOST_TEST(drawn("C") == "|- !`- !|  !   !<-!");
  BOOST_TEST(drawn("no_such.UTF-8") == "|- !`- !|  !   !<-!");
}

BOOST_AUTO_TEST_CASE(there_is_no_colour_where_there_is_no_terminal) {
  const Environment environment({{"NO_COLOR", nullptr}, {"TERM", "xterm"}});
  BOOST_TEST(colours(style_for_files()) == "- - - - - - - ");
  BOOST_TEST(colours(style_on("/dev/null").value()) == "- - - - - - - ");
}

BOOST_AUTO_TEST_CASE(a_terminal_has_colours_unless_they_are_not_wanted,
                     *boost::unit_test::label("terminal")) {
  const std::string none = "- - - - - - - ";
  const std::string all = "\x1b[1m \x1b[2m \x1b[36m \x1b[33m \x1b[32m \x1b[35m \x1b[0m ";
  const auto with = [&](const char* no_color, const char* term) -> std::string {
    const Environment environment({{"NO_COLOR", no_color}, {"TERM", term}});
    const std::optional<Style> style = style_on_terminal();
    return style ? colours(*style) : "";
  };
  if (with(nullptr, "xterm").empty()) return basewalk::test::skip("no terminal can be made");
  BOOST_TEST(with(nullptr, "xterm") == all);
  BOOST_TEST(with("", "xterm") == all);
  BOOST_TEST(with("1", "xterm") == none);
  BOOST_TEST(with(nullptr, "dumb") == none);
  BOOST_TEST(with(nullptr, nullptr) == none);
}

BOOST_AUTO_TEST_SUITE_END()

// SPDX-License-Identifier: MIT
#include "url/generated.h"

namespace basewalk::test {
namespace {

const std::vector<std::string> kFronts = {"",      "s:",   "http:", "1s:",         "//",
                                          "//h",   "s://", "s://h", "HTTP://",     "s://h?",
                                          "x/y:z", ":",    "s:/",   "http://u@h:1"};
const std::vector<std::string> kPaths = {
    "",         "/",        "a",       "/a",       "a/b",        "/a/b/",    ".",
    "..",       "/.",       "/..",     "./",       "../",        "../../a",  "./a/./b",
    "a/../b",   "/a/../b",  "//",      "///",      ".//a",       "..//a",    "a/..//b",
    "/a/..//b", "/.//a",    ".///a",   "...",      "/.a/..b",    "a/.",      "a/..",
    "/a/b/..",  "x:y",      "./x:y",   "a/../x:y", "../../..",   "/../../a", "%2e%2e/a",
    "a;b/../c", "/a;b/c/d", "a//../b", "\x01\xFF", "../../../.."};
const std::vector<std::string> kTails = {"",        "?", "?q", "?/../q", "#",  "#f",       "?#",
                                         "?q#/./f", ";", ";p", ";p?q#f", ";?", ";p/../q?#"};

}  // namespace

std::vector<std::string> generated_references() {
  std::vector<std::string> all;
  for (const auto& front : kFronts)
    for (const auto& path : kPaths)
      for (const auto& tail : kTails) all.push_back(front + path + tail);
  return all;
}

}  // namespace basewalk::test

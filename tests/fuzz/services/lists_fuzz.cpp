// SPDX-License-Identifier: MIT
//
// Lists of hosts and beginnings of URLs, which the guard blocks or allows: up to a NUL stands the
// list, behind it a URL.  What is in one list of several lines is in one of its lines alone, and
// what a line names is in it, whatever the case of its host.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "basewalk/url/resolve.h"
#include "fuzz/fuzzing.h"
#include "guard/lists.h"
#include "text/ascii.h"

namespace {

using namespace basewalk;
using basewalk::fuzz::require;
using guard::UrlList;

// A host alone holds every URL of it; below it lie others, which a leading dot holds, too.
void check_host(std::string_view line, const UrlList& list) {
  if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  const bool is_domain = line.starts_with('.');
  const std::string host(line.substr(is_domain));
  if (host.find_first_of("/:[") != std::string::npos) return;
  for (const std::string& url : {"https://" + host + "/", "http://" + host + ":8080/x?y#z",
                                 "https://user@" + host, "https://" + ascii::lowered(host) + "/a"})
    require(list.has(url));
  std::string href;
  const std::string below = "https://below." + host + "/";
  const bool is_name = url::resolve(url::Base({}, url::Rules::whatwg), below, {}, href).outcome !=
                       url::Outcome::error;
  if (is_name) require(list.has(below) == is_domain);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const std::string_view text = input.up_to('\0'), url = input.rest();
  const Result<UrlList> list = UrlList::read(text);
  std::size_t entries = 0, number = 0, wrong = 0;
  bool has = false;
  for (fuzz::Input lines(data, text.size()); !lines.rest().empty();) {
    ++number;
    const std::string_view line = ascii::trim(lines.line());
    const Result<UrlList> alone = UrlList::read(line);
    if (!alone) {
      wrong = number;
      break;
    }
    entries += alone->entries();
    has = has || alone->has(url);
    if (alone->entries() == 1) check_host(line, *alone);
  }
  if (!list) {
    require(list.error().code == "list" && list.error().offset == wrong && wrong > 0);
    return 0;
  }
  require(wrong == 0 && list->entries() == entries && list->has(url) == has);
  return 0;
}

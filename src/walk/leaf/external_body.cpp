// SPDX-License-Identifier: MIT
//
// One function for each family of access types; a table says which is whose.  An `afs` of RFC 1341
// is a file as any other; `content-id` (RFC 1873) names a part, not a place.
//
// Before this: walk/walk.cpp came to such a part.  After it: walk/link_maker.cpp makes the link.
#include "walk/leaf/external_body.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/hex.h"
#include "text/utf8.h"

namespace basewalk {
namespace {

// Messages in one another would each write what those in them hold; commands are a few lines.
constexpr std::size_t kLongestCommands = 2000;

std::string_view parameter(const mime::ParameterizedValue& type, std::string_view name) {
  const std::string* found = type.find(name);
  return found != nullptr ? ascii::trim(*found) : std::string_view();
}

bool is_one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

// RFC 3986 2.3
bool is_unreserved(char c) { return ascii::is_alnum(c) || is_one_of(c, "-._~"); }

// RFC 1738 5: of a path, but for what begins its parameters.
bool is_path(char c) { return is_unreserved(c) || is_one_of(c, "/!$'()*,+:@&="); }

// "h", "h:21", "[::1]:21".  What cannot be in a host (RFC 3986 3.2.2) is encoded, so that a host
// is not where the text seems to say: browsers refuse it.
void append_site(std::string_view site, std::string& out) {
  std::size_t port = site.size();
  while (port > 0 && ascii::is_digit(site[port - 1])) --port;
  port = port > 0 && port < site.size() && site[port - 1] == ':' ? port - 1 : site.size();
  std::string_view host = site.substr(0, port);
  const bool is_literal = host.size() > 2 && host.front() == '[' && host.back() == ']' &&
                          std::all_of(host.begin() + 1, host.end() - 1, [](char c) {
                            return ascii::is_hex(c) || is_one_of(c, ":.");
                          });
  if (is_literal)
    out += host;
  else
    text::append_escaped(out, host, [valid = utf8::is_valid(host)](char c) {
      return is_unreserved(c) || (valid && (c & 0x80) != 0);
    });
  out += site.substr(port);
}

// RFC 1738 3.2.2: a path that begins with a slash is not one below where the login leads.
void append_ftp_path(std::string_view directory, std::string_view name, std::string& out) {
  std::string path(directory);
  if (!path.empty() && !path.ends_with('/')) path += '/';
  path += name;
  std::string_view rest = path;
  if (rest.starts_with('/')) {
    out += "%2F";
    rest.remove_prefix(1);
  }
  text::append_escaped(out, rest, is_path);
}

// RFC 2046 5.2.3.2 and RFC 1738 3.2.3: `a` and `i` are all that a URL has words for.
std::string_view ftp_type(std::string_view mode) {
  if (ascii::iequals(mode, "ascii")) return ";type=a";
  if (ascii::iequals(mode, "image") || ascii::iequals(mode, "local8")) return ";type=i";
  return {};
}

// RFC 3617 3
std::string_view tftp_mode(std::string_view mode) {
  if (ascii::iequals(mode, "netascii")) return ";mode=netascii";
  if (ascii::iequals(mode, "octet")) return ";mode=octet";
  return {};
}

// RFC 2017 3.1: lines are broken within it, and white space is no part of it.
ExternalBody by_url(const mime::ParameterizedValue& type, std::string_view) {
  std::string url(parameter(type, "url"));
  std::erase_if(url, [](char c) { return ascii::is_space(c); });
  return {std::move(url), true};
}

// RFC 2046 5.2.3.1: both transfer alike, they differ in who logs in.
ExternalBody by_ftp(const mime::ParameterizedValue& type, std::string_view) {
  const std::string_view site = parameter(type, "site");
  if (site.empty()) return {};
  std::string url = "ftp://";
  append_site(site, url);
  url += '/';
  append_ftp_path(parameter(type, "directory"), parameter(type, "name"), url);
  url += ftp_type(parameter(type, "mode"));
  return {std::move(url), true};
}

ExternalBody by_tftp(const mime::ParameterizedValue& type, std::string_view) {
  const std::string_view site = parameter(type, "site");
  if (site.empty()) return {};
  std::string url = "tftp://";
  append_site(site, url);
  url += '/';
  append_ftp_path(parameter(type, "directory"), parameter(type, "name"), url);
  url += tftp_mode(parameter(type, "mode"));
  return {std::move(url), true};
}

// RFC 2046 5.2.3.3 and RFC 1738 3.10.  Without a SITE, or with one that stands for many ("*"), the
// file is the reader's own and no place; but "\\h\share\x" names a host by itself.
ExternalBody by_file(const mime::ParameterizedValue& type, std::string_view) {
  std::string_view site = parameter(type, "site"), name = parameter(type, "name");
  const auto slash = [](char c) { return c == '/' || c == '\\'; };
  std::string path(name);
  if (path.size() > 2 && slash(path[0]) && slash(path[1])) {
    std::replace(path.begin(), path.end(), '\\', '/');
    const std::size_t end = std::min(path.find('/', 2), path.size());
    site = name.substr(2, end - 2);
    path.erase(0, end);
  }
  if (site.empty() || is_one_of('*', site)) return {};
  std::string url = "file://";
  append_site(site, url);
  if (!path.starts_with('/')) url += '/';
  text::append_escaped(url, path, is_path);
  return {std::move(url), true};
}

// RFC 2046 5.2.3.4: the commands are the phantom body.  RFC 6068 2 and 5: lines end with CRLF.
ExternalBody by_mail_server(const mime::ParameterizedValue& type, std::string_view phantom) {
  const std::string_view server = parameter(type, "server");
  if (server.empty()) return {};
  std::string url = "mailto:";
  text::append_escaped(url, server, [](char c) { return is_unreserved(c) || is_one_of(c, "@+"); });
  const std::string_view subject = parameter(type, "subject");
  if (!subject.empty()) {
    url += "?subject=";
    text::append_escaped(url, subject, is_unreserved);
  }
  std::string_view commands = utf8::cut(phantom, kLongestCommands);
  while (!commands.empty() && ascii::is_space(commands.back())) commands.remove_suffix(1);
  if (commands.empty()) return {std::move(url), false};
  url += subject.empty() ? "?body=" : "&body=";
  for (std::size_t at = 0; at < commands.size(); ++at) {
    const bool is_crlf = commands.substr(at, 2) == "\r\n";
    if (is_crlf) ++at;
    if (is_crlf || commands[at] == '\n' || commands[at] == '\r')
      url += "%0D%0A";
    else
      text::append_escaped(url, commands.substr(at, 1), is_unreserved);
  }
  return {std::move(url), false};
}

struct Access {
  std::string_view type;
  ExternalBody (*place)(const mime::ParameterizedValue&, std::string_view);
};

constexpr Access kAccess[] = {
    {"url", by_url},
    {"ftp", by_ftp},
    {"anon-ftp", by_ftp},
    {"tftp", by_tftp},
    {"afs", by_file},
    {"local-file", by_file},
    {"mail-server", by_mail_server},
};

}  // namespace

ExternalBody external_body(const mime::ParameterizedValue& type, std::string_view phantom) {
  const std::string_view access = parameter(type, "access-type");
  for (const Access& each : kAccess)
    if (ascii::iequals(each.type, access)) return each.place(type, phantom);
  return {};
}

}  // namespace basewalk

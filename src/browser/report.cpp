// SPDX-License-Identifier: MIT
#include "browser/report.h"

#include <initializer_list>
#include <utility>

#include "browser/embedded.h"
#include "text/base64.h"
#include "text/visible.h"

namespace basewalk::browser {
namespace {

// Text in HTML, also in an attribute; what drives terminals or turns lines around is spelt out.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text::visible(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

// The values are HTML; what stands in them is not looked through for further places.
void fill(std::string_view form,
          std::initializer_list<std::pair<std::string_view, std::string_view>> values,
          std::string& out) {
  while (!form.empty()) {
    const std::size_t begin = form.find("{{");
    out += form.substr(0, begin);
    if (begin == std::string_view::npos) return;
    const std::size_t end = form.find("}}", begin);
    const std::string_view name = form.substr(begin + 2, end - begin - 2);
    for (const auto& [known, value] : values)
      if (known == name) out += value;
    form.remove_prefix(end + 2);
  }
}

void append_picture(std::string_view caption, std::string_view png, std::string& out) {
  std::string base64;
  text::append_base64(base64, png);
  fill(embedded("report/picture.html"), {{"caption", caption}, {"png", base64}}, out);
}

constexpr std::string_view kPairs = "{{pairs}}";

}  // namespace

std::string Report::open(const std::string& file) {
  if (!file_.open(file)) return file_.failure();
  is_open_ = true;
  const std::string_view page = embedded("report/page.html");
  file_.output().buffer() += page.substr(0, page.find(kPairs));
  return {};
}

void Report::add(std::string_view original, std::string_view result, const Comparison& comparison,
                 const View* one, const View* other) {
  if (!is_open_) return;
  count_[static_cast<std::size_t>(comparison.verdict)]++;
  std::string findings, pictures;
  for (const Finding& finding : comparison.findings)
    fill(embedded("report/finding.html"),
         {{"aspect", name(finding.aspect)}, {"detail", escaped(finding.detail)}}, findings);
  if (comparison.further > 0)
    findings += "<li>and " + std::to_string(comparison.further) + " more</li>\n";
  if (!findings.empty()) findings = "<ul>\n" + findings + "</ul>\n";
  if (one != nullptr && other != nullptr) {
    const std::string marked = difference(one->pixels, other->pixels).count > 0
                                   ? marked_png(one->pixels, other->pixels)
                                   : std::string();
    const std::size_t bytes = one->png.size() + other->png.size() + marked.size();
    if (bytes <= kMostPictureBytes - picture_bytes_) {
      picture_bytes_ += bytes;
      append_picture("the original", one->png, pictures);
      append_picture("the result", other->png, pictures);
      if (!marked.empty()) append_picture("what differs, in red", marked, pictures);
      pictures = "<div class=\"pictures\">\n" + pictures + "</div>\n";
    } else {
      without_pictures_++;
    }
  }
  const std::string why =
      comparison.why.empty() ? std::string() : "<p>" + escaped(comparison.why) + "</p>";
  fill(embedded("report/pair.html"),
       {{"verdict", name(comparison.verdict)},
        {"original", escaped(original)},
        {"result", escaped(result)},
        {"why", why},
        {"findings", findings},
        {"pictures", pictures}},
       file_.output().buffer());
  file_.output().flush_if_full();
}

std::string Report::end() {
  if (!is_open_) return {};
  is_open_ = false;
  std::string summary;
  for (const Verdict verdict :
       {Verdict::same, Verdict::more, Verdict::differs, Verdict::not_compared})
    summary += (summary.empty() ? "" : ", ") +
               std::to_string(count_[static_cast<std::size_t>(verdict)]) + " " +
               std::string(name(verdict));
  summary += ".";
  if (without_pictures_ > 0)
    summary += " The pictures of " + std::to_string(without_pictures_) +
               " are left out: a report has " + std::to_string(kMostPictureBytes >> 20) +
               " MiB of them at most.";
  const std::string_view page = embedded("report/page.html");
  fill(page.substr(page.find(kPairs) + kPairs.size()), {{"summary", summary}},
       file_.output().buffer());
  return file_.commit() ? std::string() : file_.failure();
}

}  // namespace basewalk::browser

// SPDX-License-Identifier: MIT
#include "browser/paper.h"

#include <memory>
#include <utility>

#include "browser/place.h"
#include "text/base64.h"
#include "text/files/whole_file.h"

namespace basewalk::browser {

using Json = Chromium::Json;

Result<std::string> pdf_of(Chromium& browser, std::string_view html) {
  if (!browser.runs())
    if (const std::string why = browser.start(); !why.empty()) return Error{"no-browser", 0, why};
  browser.begin_time();
  const std::string file = browser.folder() + "/page.html";
  if (const std::string why = text::write_whole_file(file, html); !why.empty())
    return Error{"unwritable", 0, why};
  Result<Json> answer = browser.call("Target.createTarget", {{"url", "about:blank"}});
  if (!answer) return answer.error();
  answer = browser.call("Target.attachToTarget",
                        {{"targetId", text_at(*answer, "targetId")}, {"flatten", true}});
  if (!answer) return answer.error();
  const std::string session = text_at(*answer, "sessionId");
  // Its own, as it may outlive a return in between.
  const auto loaded = std::make_shared<bool>(false);
  browser.on_event = [loaded](const Json& event) {
    if (text_at(event, "method") == "Page.loadEventFired") *loaded = true;
  };
  const auto ask = [&](const char* method, Json params) {
    answer = browser.call(method, std::move(params), session);
    return answer.has_value();
  };
  const bool opened = ask("Page.enable", Json::object()) &&
                      ask("Emulation.setScriptExecutionDisabled", {{"value", true}}) &&
                      ask("Page.navigate", {{"url", file_url(file)}});
  if (!opened) return answer.error();
  if (const std::string why = text_at(*answer, "errorText"); !why.empty())
    return Error{"refused", 0, "Chromium refuses the page: " + why};
  while (!*loaded)
    if (!browser.wait()) return browser.error();
  const bool printed =
      ask("Page.printToPDF", {{"preferCSSPageSize", true}, {"printBackground", true}});
  browser.on_event = nullptr;
  if (!printed) return answer.error();
  std::string pdf;
  text::append_base64_decoded(pdf, text_at(*answer, "data"));
  if (!pdf.starts_with("%PDF-")) return Error{"refused", 0, "Chromium has printed nothing"};
  return pdf;
}

}  // namespace basewalk::browser

// SPDX-License-Identifier: MIT
#include "browser/view.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include "text/base64.h"

namespace basewalk::browser {
namespace {

using Json = Chromium::Json;
namespace fs = std::filesystem;

constexpr int kWidth = 900, kHeight = 1000, kMostHeight = 12000;
constexpr std::size_t kMostFontNodes = 20'000, kMostRequests = 1000;

// Stills what moves, and tells what one frame shows.  A stack, for pages nested without end.
constexpr std::string_view kLook = R"((() => {
  const r = {title: document.title, text: '', pictures: [], ready: document.readyState === 'complete'};
  r.text = document.body ? document.body.innerText || '' : document.documentElement.textContent || '';
  if (document.fonts && document.fonts.status !== 'loaded') r.ready = false;
  for (const a of document.getAnimations()) a.cancel();
  const roots = [document];
  while (roots.length) {
    const root = roots.pop();
    for (const e of root.querySelectorAll('*')) {
      if (e.localName === 'img' || (e.localName === 'input' && e.type === 'image')) {
        if (e.localName === 'img') { e.loading = 'eager'; if (!e.complete) r.ready = false; }
        r.pictures.push([e.naturalWidth || 0, e.naturalHeight || 0]);
      }
      if (e.shadowRoot) { r.text += '\n' + e.shadowRoot.textContent; roots.push(e.shadowRoot); }
    }
  }
  r.text = r.text.replace(/\s+/g, ' ').trim();
  return r;
})())";

std::string file_url(const fs::path& path) {
  std::string url = "file://";
  for (const char c : path.string()) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte < 0x7F &&
        std::string_view("%?#\"<>`{}|\\^[];").find(c) == std::string_view::npos) {
      url += c;
    } else {
      constexpr std::string_view digits = "0123456789ABCDEF";
      url += '%';
      url += digits[byte / 16];
      url += digits[byte % 16];
    }
  }
  return url;
}

// What the browser opens, and the folder that all that belongs to it is in.
struct Opened {
  std::string url, inside;
};

Result<Opened> place_of(const Chromium& browser, const std::string& name) {
  std::error_code failed;
  fs::path path = fs::canonical(name, failed);
  if (failed) return Error{"unreadable", 0, "cannot be opened: " + failed.message()};
  if (fs::is_directory(path)) {
    for (const char* index : {"index.html", "index.xhtml"})
      if (fs::is_regular_file(path / index, failed))
        return Opened{file_url(path / index), file_url(path) + "/"};
    return Error{"unreadable", 0, "has no index.html: give a folder that `mhtml unpack` made"};
  }
  const std::string extension = path.extension().string();
  for (const char* known : {".html", ".htm", ".xhtml", ".mhtml", ".mht"})
    if (extension == known) return Opened{file_url(path), file_url(path)};
  // Chromium takes a bundle by its name.
  const fs::path copy = fs::path(browser.folder()) / "bundle.mhtml";
  fs::copy_file(path, copy, fs::copy_options::overwrite_existing, failed);
  if (failed) return Error{"unreadable", 0, "cannot be copied: " + failed.message()};
  return Opened{file_url(copy), file_url(copy)};
}

class Looker {
 public:
  Looker(Chromium& browser, Opened opened) : browser_(browser), opened_(std::move(opened)) {}
  ~Looker() {
    browser_.on_event = nullptr;
    if (browser_.runs() && !context_.empty())
      (void)browser_.call("Target.disposeBrowserContext", {{"browserContextId", context_}});
  }
  Looker(const Looker&) = delete;
  Looker& operator=(const Looker&) = delete;

  Result<View> look() {
    if (prepare() && load() && settle() && fonts() && shot()) return std::move(view_);
    return error_;
  }

 private:
  bool fail(std::string code, std::string detail) {
    error_ = {std::move(code), 0, std::move(detail)};
    return false;
  }
  bool ask(const char* method, Json params, Json* answer = nullptr) {
    Result<Json> result = browser_.call(method, std::move(params), session_);
    if (!result) {
      error_ = result.error();
      return false;
    }
    if (answer != nullptr) *answer = *std::move(result);
    return true;
  }
  bool prepare();
  bool load();
  bool settle();
  bool look_once(bool& ready);
  bool fonts();
  bool shot();
  bool size(int height) {
    return ask(
        "Emulation.setDeviceMetricsOverride",
        {{"width", kWidth}, {"height", height}, {"deviceScaleFactor", 1}, {"mobile", false}});
  }
  void event(const Json& event);

  Chromium& browser_;
  const Opened opened_;
  std::string context_, session_;
  bool loaded_ = false;
  View view_;
  Error error_;
};

void Looker::event(const Json& event) {
  if (event.value("sessionId", "") != session_) return;
  const std::string method = event.value("method", "");
  if (method == "Page.loadEventFired") loaded_ = true;
  if (method != "Fetch.requestPaused") return;
  const Json& params = event.at("params");
  const std::string url = params.at("request").value("url", "");
  const auto is = [&](std::string_view scheme) { return url.starts_with(scheme); };
  const bool inside =
      is("data:") || is("blob:") || is("about:") || is("cid:") || url.starts_with(opened_.inside);
  const Json id = params.at("requestId");
  if (inside) {
    browser_.send("Fetch.continueRequest", {{"requestId", id}}, session_);
    return;
  }
  if (view_.requests.size() < kMostRequests) view_.requests.insert(url);
  browser_.send("Fetch.failRequest", {{"requestId", id}, {"errorReason", "BlockedByClient"}},
                session_);
}

bool Looker::prepare() {
  Json answer;
  if (!ask("Target.createBrowserContext", Json::object(), &answer)) return false;
  context_ = answer.value("browserContextId", "");
  if (!ask("Target.createTarget", {{"url", "about:blank"}, {"browserContextId", context_}},
           &answer))
    return false;
  if (!ask("Target.attachToTarget", {{"targetId", answer.value("targetId", "")}, {"flatten", true}},
           &answer))
    return false;
  session_ = answer.value("sessionId", "");
  browser_.on_event = [this](const Json& told) { event(told); };
  return ask("Page.enable", Json::object()) && size(kHeight) &&
         ask("Emulation.setScriptExecutionDisabled", {{"value", true}}) &&
         ask("Fetch.enable", {{"patterns", Json::array({{{"urlPattern", "*"}}})}});
}

bool Looker::load() {
  loaded_ = false;
  Json answer;
  if (!ask("Page.navigate", {{"url", opened_.url}}, &answer)) return false;
  if (const std::string why = answer.value("errorText", ""); !why.empty())
    return fail("refused", "Chromium refuses it: " + why);
  while (!loaded_)
    if (!browser_.wait()) return fail(browser_.error().code, browser_.error().detail);
  return true;
}

bool Looker::look_once(bool& ready) {
  view_.title.clear();
  view_.texts.clear();
  view_.pictures.clear();
  ready = true;
  Json answer;
  if (!ask("Page.getFrameTree", Json::object(), &answer)) return false;
  std::vector<Json> open{answer.at("frameTree")};
  bool first = true;
  while (!open.empty()) {
    const Json tree = std::move(open.back());
    open.pop_back();
    if (const auto children = tree.find("childFrames"); children != tree.end())
      open.insert(open.end(), children->rbegin(), children->rend());
    if (!ask("Page.createIsolatedWorld", {{"frameId", tree.at("frame").at("id")}}, &answer))
      return false;
    if (!ask("Runtime.evaluate",
             {{"contextId", answer.at("executionContextId")},
              {"expression", kLook},
              {"returnByValue", true}},
             &answer))
      return false;
    const Json& told = answer.at("result");
    const auto value = told.find("value");
    if (value == told.end()) return fail("refused", "a frame does not tell what it shows");
    if (first) view_.title = value->value("title", "");
    first = false;
    view_.texts.push_back(value->value("text", ""));
    for (const Json& picture : value->at("pictures"))
      view_.pictures.push_back({picture.at(0).get<long long>(), picture.at(1).get<long long>()});
    ready = ready && value->value("ready", false);
  }
  return true;
}

// The whole page is on the screen, and pictures and fonts have come or failed.
bool Looker::settle() {
  Json metrics;
  if (!ask("Page.getLayoutMetrics", Json::object(), &metrics)) return false;
  const double height = metrics.at("cssContentSize").value("height", 0.0);
  if (height > kMostHeight)
    return fail("too-long", "the page is " + std::to_string(static_cast<long long>(height)) +
                                " pixels high; at most " + std::to_string(kMostHeight) +
                                " are compared");
  if (!size(std::max(kHeight, static_cast<int>(height)))) return false;
  for (bool ready = false; !ready;)
    if (!look_once(ready)) return false;
  return true;
}

bool Looker::fonts() {
  Json answer;
  if (!ask("DOM.enable", Json::object()) || !ask("CSS.enable", Json::object())) return false;
  if (!ask("DOM.getDocument", {{"depth", -1}, {"pierce", true}}, &answer)) return false;
  std::vector<const Json*> open{&answer.at("root")};
  std::set<long long> nodes;
  while (!open.empty()) {
    const Json& node = *open.back();
    open.pop_back();
    for (const char* inner : {"children", "shadowRoots"})
      if (const auto found = node.find(inner); found != node.end())
        for (const Json& child : *found) {
          open.push_back(&child);
          if (child.value("nodeType", 0) == 3) nodes.insert(node.value("nodeId", 0LL));
        }
    if (const auto inner = node.find("contentDocument"); inner != node.end())
      open.push_back(&*inner);
  }
  if (nodes.size() > kMostFontNodes)
    return fail("too-long",
                "the page has text in more than " + std::to_string(kMostFontNodes) + " elements");
  for (const long long node : nodes) {
    Json used;
    if (!ask("CSS.getPlatformFontsForNode", {{"nodeId", node}}, &used)) return false;
    for (const Json& font : used.at("fonts"))
      view_.fonts.insert(font.value("familyName", "") +
                         (font.value("isCustomFont", false) ? " (of the page)" : ""));
  }
  return true;
}

bool Looker::shot() {
  Json answer;
  if (!ask("Page.captureScreenshot", {{"format", "png"}}, &answer)) return false;
  std::string png;
  text::append_base64_decoded(png, answer.at("data").get_ref<const std::string&>());
  std::optional<Pixels> pixels = read_png(png, std::size_t{kWidth} * kMostHeight);
  if (!pixels) return fail("protocol", "the browser's picture of the page cannot be read");
  view_.pixels = *std::move(pixels);
  // A bundle that Chromium refuses is opened all the same, as a page with nothing on it.
  const std::vector<std::uint8_t>& rgb = view_.pixels.rgb;
  if (view_.pictures.empty() && std::ranges::all_of(view_.texts, &std::string::empty) &&
      std::ranges::all_of(rgb, [&](std::uint8_t byte) { return byte == rgb.front(); }))
    return fail("refused",
                "Chromium shows an empty page: it refuses the file, or nothing is in it"
                " (`mhtml check` says what is wrong)");
  return true;
}

}  // namespace

Result<View> view(Chromium& browser, const std::string& name) {
  Result<Opened> opened = place_of(browser, name);
  if (!opened) return opened.error();
  browser.begin_time();
  try {
    return Looker(browser, *std::move(opened)).look();
  } catch (const nlohmann::json::exception&) {  // a member is missing, or of another type
    return Error{"protocol", 0, "the browser answers otherwise than the DevTools protocol says"};
  }
}

}  // namespace basewalk::browser

// SPDX-License-Identifier: MIT
#include "browser/view.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "browser/embedded.h"
#include "text/base64.h"
#include "text/siphash.h"

namespace basewalk::browser {
namespace {

using Json = Chromium::Json;

constexpr int kWidth = 900, kHeight = 1000;
constexpr int kMostWidth = 4096, kMostHeight = 16384;  // of a surface that Chromium paints
constexpr std::size_t kMostFontNodes = 20'000, kMostRequests = 1000, kMostFrames = 1000,
                      kMostBitmaps = 10'000, kMostBitmapBytes = std::size_t{1} << 30;
constexpr int kMoment = 20;  // milliseconds between two looks
// So many looks in which nothing is under way: a picture that has not come then never will.
constexpr int kPatience = 10;

std::uint32_t edge(double at) { return static_cast<std::uint32_t>(std::clamp(at, 0.0, 1e6)); }

bool has_siblings(const Json& frame_tree) {
  std::vector<const Json*> open{&frame_tree};
  while (!open.empty()) {
    const auto children = open.back()->find("childFrames");
    const bool has_some = children != open.back()->end();
    open.pop_back();
    if (!has_some) continue;
    if (children->size() > 1) return true;
    for (const Json& child : *children) open.push_back(&child);
  }
  return false;
}

class Looker {
 public:
  Looker(Chromium& browser, const Place& place) : browser_(browser), place_(place) {}
  ~Looker() {
    browser_.on_event = nullptr;
    if (browser_.runs() && !context_.empty())
      (void)browser_.call("Target.disposeBrowserContext", {{"browserContextId", context_}});
  }
  Looker(const Looker&) = delete;
  Looker& operator=(const Looker&) = delete;

  Result<View> look() {
    if (prepare() && load() && settle() && fonts() && bitmaps() && shot() && complete())
      return std::move(view_);
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
  bool look_at_frame(const std::string& frame, bool& ready);
  bool places_of_frames(std::unordered_map<std::string, std::size_t>& places);
  bool fit(int width, int height);
  bool fonts();
  bool bitmaps();
  bool shot();
  bool complete();

  void event(const Json& event);
  void paused(const Json& params);
  void issue(const Json& params);
  bool belongs(const std::string& url) const;
  void add_request(const std::string& url);

  Chromium& browser_;
  const Place& place_;
  std::string context_, session_, frame_, loader_;
  bool loaded_ = false;
  bool is_bundle_ = false;  // all that its pages name comes out of it, or does not come
  bool has_unseen_frame_ = false;
  std::unordered_set<std::string> under_way_;          // requests
  std::unordered_set<std::string> preloads_, images_;  // images: that answers came for
  std::vector<std::string> arrived_;                   // those that were read to their end
  View view_;
  Error error_;
};

bool Looker::belongs(const std::string& url) const {
  for (const std::string_view scheme : {"data:", "blob:", "about:", "cid:"})
    if (url.starts_with(scheme)) return true;
  return place_.holds(url);
}

void Looker::add_request(const std::string& url) {
  if (url.empty() || view_.requests.contains(url)) return;
  if (view_.requests.size() < kMostRequests)
    view_.requests.insert(url);
  else
    view_.further_requests++;
}

// A request that waits for our word.
void Looker::paused(const Json& params) {
  const std::string id = text_at(params, "requestId");
  const auto request = params.find("request");
  const std::string url = request != params.end() ? text_at(*request, "url") : "";
  const bool is_page = text_at(params, "resourceType") == "Document";
  const bool leaves_the_page = is_page && loaded_ && text_at(params, "frameId") == frame_;
  if (!belongs(url))
    add_request(url);
  else if (!leaves_the_page) {
    browser_.send("Fetch.continueRequest", {{"requestId", id}}, session_);
    return;
  }
  // Behind what is aborted the page stays; what is blocked becomes a page of the browser's own.
  browser_.send("Fetch.failRequest",
                {{"requestId", id}, {"errorReason", is_page ? "Aborted" : "BlockedByClient"}},
                session_);
}

// What the page's own policy keeps from being asked for would be asked for without it.
void Looker::issue(const Json& params) {
  if (is_bundle_) return;
  const auto found = params.find("issue");
  if (found == params.end() || text_at(*found, "code") != "ContentSecurityPolicyIssue") return;
  const auto details = found->find("details");
  if (details == found->end() || !details->is_object()) return;
  const auto policy = details->find("contentSecurityPolicyIssueDetails");
  if (policy == details->end()) return;
  // Of an URL of another kind than http: it tells the scheme alone; files are known otherwise.
  const std::string url = text_at(*policy, "blockedURL");
  if (url.find(':') != std::string::npos && !belongs(url)) add_request(url);
}

void Looker::event(const Json& event) {
  if (text_at(event, "sessionId") != session_) return;
  const std::string method = text_at(event, "method");
  const auto found = event.find("params");
  if (found == event.end() || !found->is_object()) return;
  const Json& params = *found;
  const std::string id = text_at(params, "requestId");
  if (method == "Page.loadEventFired") {
    loaded_ = true;
  } else if (method == "Fetch.requestPaused") {
    paused(params);
  } else if (method == "Audits.issueAdded") {
    issue(params);
  } else if (method == "Page.frameScheduledNavigation") {
    // <meta http-equiv=refresh>, however long it waits
    if (const std::string url = text_at(params, "url"); !is_bundle_ && !belongs(url))
      add_request(url);
  } else if (method == "Target.attachedToTarget") {
    has_unseen_frame_ = true;
  } else if (method == "Network.requestWillBeSent") {
    // Films are read as far as they are played.
    if (text_at(params, "type") != "Media") under_way_.insert(id);
    const auto request = params.find("request");
    if (request == params.end() || !request->is_object()) return;
    if (request->value("isLinkPreload", false)) preloads_.insert(id);
    // A file that the page's own policy keeps from being read.
    const std::string url = text_at(*request, "url");
    if (!is_bundle_ && url.starts_with("file:") && !belongs(url)) add_request(url);
  } else if (method == "Network.responseReceived") {
    const auto response = params.find("response");
    const std::string type = response != params.end() ? text_at(*response, "mimeType") : "";
    if (id == loader_ && (type == "multipart/related" || type == "message/rfc822"))
      is_bundle_ = true;
    if (type.starts_with("image/") && type != "image/svg+xml") images_.insert(id);
  } else if (method == "Network.loadingFinished") {
    under_way_.erase(id);
    if (images_.contains(id)) arrived_.push_back(id);
  } else if (method == "Network.loadingFailed") {
    under_way_.erase(id);
  }
}

bool Looker::fit(int width, int height) {
  return ask("Emulation.setDeviceMetricsOverride",
             {{"width", width}, {"height", height}, {"deviceScaleFactor", 1}, {"mobile", false}});
}

bool Looker::prepare() {
  Json answer;
  if (!ask("Target.createBrowserContext", Json::object(), &answer)) return false;
  context_ = text_at(answer, "browserContextId");
  // A frame may name what Chromium does not show, but keeps.
  Result<Json> denied = browser_.call("Browser.setDownloadBehavior",
                                      {{"behavior", "deny"}, {"browserContextId", context_}});
  if (!denied) {
    error_ = denied.error();
    return false;
  }
  if (!ask("Target.createTarget", {{"url", "about:blank"}, {"browserContextId", context_}},
           &answer) ||
      !ask("Target.attachToTarget", {{"targetId", text_at(answer, "targetId")}, {"flatten", true}},
           &answer))
    return false;
  session_ = text_at(answer, "sessionId");
  browser_.on_event = [this](const Json& told) { event(told); };
  return ask("Page.enable", Json::object()) && fit(kWidth, kHeight) &&
         ask("Emulation.setScriptExecutionDisabled", {{"value", true}}) &&
         ask("Network.enable", Json::object()) &&
         ask("Network.setCacheDisabled", {{"cacheDisabled", true}}) &&
         ask("Audits.enable", Json::object()) &&
         ask("Target.setAutoAttach",
             {{"autoAttach", true}, {"waitForDebuggerOnStart", true}, {"flatten", true}}) &&
         ask("Fetch.enable", {{"patterns", Json::array({{{"urlPattern", "*"}}})}});
}

bool Looker::load() {
  Json answer;
  // The answer may come behind the first events of the page.
  if (!ask("Page.getFrameTree", Json::object(), &answer)) return false;
  frame_ = text_at(answer.at("frameTree").at("frame"), "id");
  loaded_ = false;
  if (!ask("Page.navigate", {{"url", place_.url}}, &answer)) return false;
  loader_ = text_at(answer, "loaderId");
  if (const std::string why = text_at(answer, "errorText"); !why.empty())
    return fail("refused", "Chromium refuses it: " + why);
  while (!loaded_)
    if (!browser_.wait()) return fail(browser_.error().code, browser_.error().detail);
  return true;
}

bool Looker::look_at_frame(const std::string& id, bool& ready) {
  Json answer;
  Frame frame;
  double left = 0, top = 0;
  const bool is_first = view_.frames.empty();
  if (!is_first) {
    // Where it lies in the page; it has no box where it is not shown.
    Json owner;
    if (!ask("DOM.getFrameOwner", {{"frameId", id}}, &owner)) return false;
    const Result<Json> model =
        browser_.call("DOM.getBoxModel", {{"backendNodeId", owner.at("backendNodeId")}}, session_);
    if (!model && !browser_.runs()) return fail(model.error().code, model.error().detail);
    if (model) {
      const Json& content = model->at("model").at("content");
      left = content.at(0).get<double>();
      top = content.at(1).get<double>();
      frame.box = {edge(std::floor(left)), edge(std::floor(top)),
                   edge(std::ceil(content.at(4).get<double>())),
                   edge(std::ceil(content.at(5).get<double>()))};
    }
  }
  if (!ask("Page.createIsolatedWorld", {{"frameId", id}}, &answer)) return false;
  if (!ask("Runtime.evaluate",
           {{"contextId", answer.at("executionContextId")},
            {"expression", embedded("look.js")},
            {"returnByValue", true}},
           &answer))
    return false;
  const auto value = answer.at("result").find("value");
  if (value == answer.at("result").end())
    return fail("refused", "a frame does not tell what it shows");
  if (is_first) {
    view_.title = text_at(*value, "title");
    // A bundle that Chromium refuses is opened all the same, as a page with nothing in it.
    const std::string type = text_at(*value, "type");
    if (type == "multipart/related" || type == "message/rfc822")
      return fail("refused", "Chromium refuses this bundle (`mhtml check` says what is wrong)");
  }
  frame.text = text_at(*value, "text");
  for (const Json& told : value->at("pictures")) {
    Picture picture{told.at(0).get<long long>(), told.at(1).get<long long>(), {}};
    picture.box = {edge(std::floor(left + told.at(2).get<double>())),
                   edge(std::floor(top + told.at(3).get<double>())),
                   edge(std::ceil(left + told.at(4).get<double>())),
                   edge(std::ceil(top + told.at(5).get<double>()))};
    frame.pictures.push_back(picture);
  }
  view_.frames.push_back(std::move(frame));
  if (!is_bundle_)
    for (const Json& hint : value->at("hints"))
      if (hint.is_string() && !belongs(hint.get<std::string>()))
        add_request(hint.get<std::string>());
  ready = ready && value->value("ready", false);
  return true;
}

// The tree has frames in the order in which they were loaded, the document in that of their places.
bool Looker::places_of_frames(std::unordered_map<std::string, std::size_t>& places) {
  Json answer;
  if (!ask("DOM.getFlattenedDocument", {{"depth", -1}, {"pierce", true}}, &answer)) return false;
  for (const Json& node : answer.at("nodes"))
    if (const std::string frame = text_at(node, "frameId"); !frame.empty())
      places.emplace(frame, places.size());
  return true;
}

bool Looker::look_once(bool& ready) {
  view_.title.clear();
  view_.frames.clear();
  ready = true;
  Json answer;
  if (!ask("Page.getFrameTree", Json::object(), &answer)) return false;
  std::unordered_map<std::string, std::size_t> places;
  if (has_siblings(answer.at("frameTree")) && !places_of_frames(places)) return false;
  const auto place_of = [&](const Json* tree) {
    const auto found = places.find(text_at(tree->at("frame"), "id"));
    return found != places.end() ? found->second : places.size();
  };
  std::vector<const Json*> open{&answer.at("frameTree")};
  while (!open.empty()) {
    const Json& tree = *open.back();
    open.pop_back();
    std::vector<const Json*> inner;
    if (const auto children = tree.find("childFrames"); children != tree.end())
      for (const Json& child : *children) inner.push_back(&child);
    std::ranges::stable_sort(inner, std::ranges::greater(), place_of);
    open.insert(open.end(), inner.begin(), inner.end());
    if (view_.frames.size() == kMostFrames)
      return fail("too-long", "the page has more than " + std::to_string(kMostFrames) + " frames");
    if (!look_at_frame(text_at(tree.at("frame"), "id"), ready)) return false;
  }
  return true;
}

// The whole page is on the screen, and pictures and fonts have come or failed.
bool Looker::settle() {
  Json metrics;
  if (!ask("DOM.enable", Json::object()) || !ask("Page.getLayoutMetrics", Json::object(), &metrics))
    return false;
  const double height = metrics.at("cssContentSize").value("height", 0.0);
  if (!fit(kWidth, static_cast<int>(std::clamp<double>(std::ceil(height), kHeight, kMostHeight))))
    return false;
  int idle = 0;
  for (bool ready = false;;) {
    if (!look_once(ready)) return false;
    if (ready && under_way_.empty()) return true;
    idle = under_way_.empty() ? idle + 1 : 0;
    if (idle == kPatience) return true;
    if (!browser_.wait_at_most(kMoment))
      return fail(browser_.error().code, browser_.error().detail);
  }
}

bool Looker::fonts() {
  Json answer;
  if (!ask("CSS.enable", Json::object())) return false;
  // As a list: the protocol has no answer for a tree of some 150 levels.
  if (!ask("DOM.getFlattenedDocument", {{"depth", -1}, {"pierce", true}}, &answer)) return false;
  std::set<long long> nodes;
  for (const Json& node : answer.at("nodes"))
    if (node.value("nodeType", 0) == 3) nodes.insert(node.value("parentId", 0LL));
  if (nodes.size() > kMostFontNodes)
    return fail("too-long",
                "the page has text in more than " + std::to_string(kMostFontNodes) + " elements");
  for (const long long node : nodes) {
    Json used;
    if (!ask("CSS.getPlatformFontsForNode", {{"nodeId", node}}, &used)) return false;
    for (const Json& font : used.at("fonts"))
      view_.fonts.insert(text_at(font, "familyName") +
                         (font.value("isCustomFont", false) ? " (of the page)" : ""));
  }
  return true;
}

bool Looker::bitmaps() {
  if (arrived_.size() > kMostBitmaps)
    return fail("too-long",
                "the page loads more than " + std::to_string(kMostBitmaps) + " pictures");
  std::size_t bytes = 0;
  for (const std::string& id : arrived_) {
    Json answer;
    if (!ask("Network.getResponseBody", {{"requestId", id}}, &answer)) return false;
    std::string body = text_at(answer, "body");
    if (answer.value("base64Encoded", false)) {
      const std::string encoded = std::exchange(body, {});
      text::append_base64_decoded(body, encoded);
    }
    bytes += body.size();
    if (bytes > kMostBitmapBytes)
      return fail("too-long", "the page's pictures have more than 1 GiB");
    (preloads_.contains(id) ? view_.preloaded : view_.bitmaps).insert(siphash(body));
  }
  return true;
}

bool Looker::shot() {
  Json answer;
  if (!ask("Page.getLayoutMetrics", Json::object(), &answer)) return false;
  const Json& content = answer.at("cssContentSize");
  const double width = std::max<double>(std::ceil(content.value("width", 0.0)), kWidth);
  const double height = std::max<double>(std::ceil(content.value("height", 0.0)), kHeight);
  if (width > kMostWidth || height > kMostHeight)
    return fail("too-long", "the page is " + std::to_string(std::llround(std::min(width, 1e12))) +
                                " by " + std::to_string(std::llround(std::min(height, 1e12))) +
                                " pixels; at most " + std::to_string(kMostWidth) + " by " +
                                std::to_string(kMostHeight) + " are compared");
  const Json clip = {{"x", 0}, {"y", 0}, {"width", width}, {"height", height}, {"scale", 1}};
  if (!ask("Page.captureScreenshot",
           {{"format", "png"},
            {"clip", clip},
            {"captureBeyondViewport", true},
            {"optimizeForSpeed", true}},
           &answer))
    return false;
  text::append_base64_decoded(view_.png, answer.at("data").get_ref<const std::string&>());
  std::optional<Pixels> pixels = read_png(view_.png, std::size_t{kMostWidth} * kMostHeight);
  if (!pixels || pixels->width != width || pixels->height != height)
    return fail("protocol", "the browser's picture of the page cannot be read");
  view_.pixels = *std::move(pixels);
  return true;
}

bool Looker::complete() {
  if (!has_unseen_frame_) return true;
  return fail("refused", "Chromium shows a frame in a process of its own, which is not looked at");
}

}  // namespace

Result<View> view(Chromium& browser, const Place& place) {
  browser.begin_time();
  try {
    return Looker(browser, place).look();
  } catch (const nlohmann::json::exception&) {  // a member is missing, or of another type
    return Error{"protocol", 0, "the browser answers otherwise than the DevTools protocol says"};
  }
}

}  // namespace basewalk::browser

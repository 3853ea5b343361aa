// SPDX-License-Identifier: MIT
//
// What keeps a view refuses a string that is gone at the end of the expression, and takes every
// other.  Nothing here runs: it compiles, or not.
#include <memory_resource>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "basewalk/archive/mbox.h"
#include "basewalk/bundle/bundle.h"
#include "basewalk/extract/extract.h"
#include "basewalk/mime/decode.h"
#include "basewalk/mime/part.h"
#include "basewalk/rewrite/rewrite.h"
#include "basewalk/url/url.h"
#include "basewalk/walk/links.h"
#ifdef BASEWALK_BRIDGE_HEADER
#include "basewalk/bridge/mimetic.h"
#endif

namespace basewalk {
namespace {

struct NamedString : std::string {};

// `F` is a function object that hands its argument on to what is tested.
template <class F, class T>
constexpr bool takes = std::is_invocable_v<F, T>;

template <class F>
constexpr bool takes_what_lives = takes<F, std::string&>&& takes<F, const std::string&>&&
    takes<F, std::string_view>&& takes<F, std::string_view&>&& takes<F, const char (&)[4]>&&
        takes<F, const char*>&& takes<F, std::pmr::string&>;

template <class F>
constexpr bool takes_a_temporary = takes<F, std::string> || takes<F, const std::string> ||
                                   takes<F, std::pmr::string> || takes<F, NamedString>;

#define HOLDS(call)                                                   \
  {                                                                   \
    const auto f = []<class T>(T && text) requires requires { call; } \
    {};                                                               \
    static_assert(takes_what_lives<decltype(f)>);                     \
    static_assert(!takes_a_temporary<decltype(f)>);                   \
  }
#define TEXT std::forward<T>(text)

[[maybe_unused]] void check(mime::Span span, mime::NotePlace place, mime::CharsetDecoder& decoder,
                            extract::Finds& finds, rewrite::Rewriter& rewriter) {
  HOLDS(read_message(TEXT))
  HOLDS(mime::read_message(TEXT, Limits{}))
  HOLDS(span.of(TEXT))
  HOLDS(mime::TransferPieces(TEXT, mime::Encoding::base64, place))
  HOLDS(decoder.to_utf8(TEXT, "", mime::TextKind::plain, place))
  HOLDS(url::split(TEXT, url::Rules::rfc3986))
  HOLDS(url::scheme_of(TEXT))
  HOLDS(url::host_of_authority(TEXT))
  HOLDS(extract::extract_html(TEXT, {}, finds))
  HOLDS(extract::extract_xml(TEXT, {}, finds))
  HOLDS(extract::extract_text(TEXT, {}, finds))
  HOLDS(extract::extract_css(TEXT, {}, finds))
  HOLDS(extract::extract_calendar(TEXT, {}, finds))
  HOLDS(extract::extract_vcard(TEXT, {}, finds))
  HOLDS(extract::extract_field("link", TEXT, {}, finds))
  HOLDS(extract::extract_url(TEXT, {}, finds))
  HOLDS(extract::extract("text/html", TEXT, {}, finds))
  HOLDS(rewriter.rewrite(TEXT))
  HOLDS(archive::MboxReader(TEXT))
#ifdef BASEWALK_BRIDGE_HEADER
  HOLDS(bridge::ScannedBytes(TEXT))
#endif
}

// A Bundle keeps its Message.
template <class T>
constexpr bool makes_a_bundle =
    std::is_constructible_v<bundle::Bundle, T, WalkOptions, bundle::Profile>;
static_assert(makes_a_bundle<Message&> && makes_a_bundle<const Message&>);
static_assert(!makes_a_bundle<Message> && !makes_a_bundle<const Message>);

// What owns its result, or is done when it returns, takes temporaries, too.
template <class T>
concept Harmless = requires(T&& text, Message message) {
  links_of(std::forward<T>(text));
  url::Base(std::forward<T>(text), url::Rules::rfc1808);
  url::is_absolute(std::forward<T>(text));
  mime::unfold(std::forward<T>(text));
  base::header_url(std::forward<T>(text));
  archive::is_mbox(std::forward<T>(text));
  walk(std::move(message), WalkOptions{}, [](const Link&) {});
  links_of(std::move(message));
};
static_assert(Harmless<std::string> && Harmless<std::string&> && Harmless<const char (&)[4]>);

}  // namespace
}  // namespace basewalk

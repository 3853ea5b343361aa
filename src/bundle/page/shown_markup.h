// SPDX-License-Identifier: MIT
//
// HTML put together anew from what does nothing but show something (shown_names.h).
//
// A browser need not read the mail as we do for that to hold: each tag that is written is one of
// the list, each value stands in quotes, and no text holds a "<".  MarkupRewriter, which copies all
// that it need not change, is for pages that are to be the same; this is for those that somebody
// looks at because they may be hostile.
//
// Comes behind page_text.h and quiet_css.h; shown.cpp says what stands in the place of what is
// loaded.
#ifndef BASEWALK_BUNDLE_PAGE_SHOWN_MARKUP_H_
#define BASEWALK_BUNDLE_PAGE_SHOWN_MARKUP_H_

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "bundle/page/page_rewriting.h"
#include "html/reader.h"

namespace basewalk::bundle {

/// What stands in the place of what a page loads and where it leads.  What writes gives false, and
/// has written nothing, where nothing is to stand there.
class ShownLoads {
 public:
  /// The number of a link; 0 where it has none.
  virtual std::size_t number(const PageText& page, const extract::Find& find) = 0;
  /// Writes the URL of the first of the candidates that is there, else of a picture that says which
  /// is not.
  virtual void picture(const PageText& page, std::span<const extract::Find* const> candidates,
                       Sink& out) = 0;
  /// The URL of a picture or a film that is there, else nothing.
  virtual bool media(const PageReference& reference, Sink& out) = 0;
  /// The text of a style sheet, with those that it imports before it, in elements that begin so.
  virtual bool style_sheet(const PageReference& reference, std::string_view open_tag,
                           Sink& out) = 0;
  /// The sheets of the bundle that a style element imports.
  virtual void imports(const PageText& page, std::span<const extract::Find> finds,
                       std::string_view open_tag, Sink& out) = 0;
  /// What stands in CSS in the place of a reference.
  virtual void in_css(const PageReference& reference, Sink& out) = 0;
  /// The start tag that begins so, with the document in its srcdoc.
  virtual bool frame(const PageReference& reference, std::string_view open_tag, Sink& out) = 0;
  virtual bool srcdoc(const PageText& page, std::string text, std::string_view open_tag,
                      Sink& out) = 0;
  /// An element that could do something is not there.
  virtual void removed() = 0;

 protected:
  ~ShownLoads() = default;
};

class ShownMarkup {
 public:
  ShownMarkup(ShownLoads& loads, const PageText& page, Sink& out);
  void run();

 private:
  void start_tag(const html::Token& token);
  void end_tag(const html::Token& token);
  void text(const html::Token& token);
  bool is_skipping() const { return !skipped_.empty(); }
  void skip_from(const html::Token& token, html::Space space);
  bool ends_skipping(const html::Token& token);

  void link();
  void style(const html::Token& token);
  void frame(const html::Token& token);
  void foreign(const html::Token& token);
  void element(std::string_view name);
  void attributes(html::Element element);
  void sources(html::Element element);
  void put_css(std::size_t begin, std::size_t end, bool in_attribute, Sink& out);
  void put_link(const extract::Find* find);
  void put_number(const extract::Find* find);
  void put_value(std::string_view written);
  void put_text(std::string_view written, bool has_references);

  std::string kept(std::initializer_list<std::string_view> names) const;
  const html::TagAttribute* find_attribute(std::string_view name) const;
  std::string value_of(std::string_view name) const;
  std::size_t place_of(std::string_view view) const {
    return static_cast<std::size_t>(view.data() - text_.data());
  }
  std::span<const extract::Find> finds_in(std::size_t begin, std::size_t end) const;
  const extract::Find* find_in(const html::TagAttribute* attribute) const;

  ShownLoads& loads_;
  const PageText& page_;
  const std::string_view text_;
  Sink& out_;
  html::Reader reader_;
  std::string skipped_;  // the element that is left out with what it holds
  std::size_t skipped_depth_ = 0;
  bool skips_foreign_ = false;
};

/// Writes ` href="..." data-link="..."` for a link of that number.
void write_link_number(std::size_t number, Sink& out);
/// Writes text as it is meant, so that it is nothing but text.
void write_as_text(std::string_view text, Sink& out);

/// What a page begins with: the charset, the policy, and the style that shows the numbers of links.
/// An anonymous layer that comes first wins with what is important over every sheet of the mail
/// (CSS Cascade 5, 6.4.4).
extern const std::string_view kShownHead;

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_PAGE_SHOWN_MARKUP_H_

// SPDX-License-Identifier: MIT
//
// A page, a style sheet or an SVG image written anew for another place.
//
// The text is cut into tokens as a browser cuts it, and copied but for what must change: each
// reference (what stands in its place decides a class derived from this one), the base, what names
// the charset, what would keep a browser from loading local files (integrity, crossorigin, a
// Content-Security-Policy), what would make it load others (refresh, preconnect and the like) and,
// unless they are kept, scripts.  The result is UTF-8 and says so.
//
// Texts in texts (srcdoc, data: URLs) are rewritten where they stand, to a counted depth.
#ifndef BASEWALK_BUNDLE_PAGE_PAGE_REWRITING_H_
#define BASEWALK_BUNDLE_PAGE_PAGE_REWRITING_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "basewalk/extract/extract.h"
#include "bundle/page/page_text.h"
#include "bundle/page/sinks.h"

namespace basewalk::bundle {

/// A reference on its way to its new form.
struct PageReference {
  const PageText& page;
  const extract::Find& find;
  Role role = Role::link;
  /// The browser asks for it by the rules of CORS, which keep local files from each other: masks,
  /// shapes; or may do so, as nobody can tell where a custom property is used.
  bool guarded = false;
  /// It stands in a link to a file that a program of Microsoft Office has put beside its page.
  bool of_office = false;
};

class PageRewriter {
 public:
  PageRewriter(bool keep_scripts, std::string_view policy)
      : keep_scripts_(keep_scripts), policy_(policy) {}
  PageRewriter(const PageRewriter&) = delete;
  PageRewriter& operator=(const PageRewriter&) = delete;

  void rewrite(const PageText& page, Sink& out);

 protected:
  virtual ~PageRewriter() = default;

  /// Does everything stay as it is, but for the charset, a relative base (the page of a bundle has
  /// the URL of the bundle to Chromium, which that would be resolved against) and what stands in
  /// the place of references?
  virtual bool changes_charset_only() const { return false; }

  /// Writes what stands in the place of a reference.  What is written must need no escapes in
  /// HTML or CSS, unless it goes through write_url().
  virtual void reference(const PageReference& reference, Sink& out) = 0;
  /// Writes a whole attribute in place of the src of an iframe; false, and nothing written, where
  /// reference() is to be asked.
  virtual bool frame(const PageReference&, Sink&) { return false; }
  /// Writes a start tag and the content of the style element that replaces a link to a style
  /// sheet; false, and nothing written, where the link stays.
  virtual bool style_sheet(const PageReference&, std::string_view, Sink&) { return false; }
  /// Does what stands in a sandbox need the origin of the page to be shown?
  virtual bool opens_sandboxes() const { return false; }
  /// May a page lead to another of the bundle by itself?
  virtual bool may_refresh() const { return true; }
  /// Is of several images of different size only one to stay?
  virtual bool wants_one_candidate() const { return false; }

  /// What browsers know as the URL of nothing (CSS Values 4, 4.5).
  static constexpr std::string_view kNothing = "about:invalid";

  /// What stands in place of a reference that leads nowhere.
  static std::string_view nothing_for(const PageReference& reference);

  /// What a reference must not become: a script's URL, unless scripts are kept.  `clicked` is what
  /// a browser opens, and empty where that is not known.
  bool is_script_url(const PageReference& reference, std::string_view clicked) const;
  /// Is what a browser opens no request, and nothing that could run: about:, data: that holds no
  /// page?
  bool may_stay(const PageReference& reference, std::string_view clicked) const;
  static void write_as_it_was(const PageReference& reference, Sink& out);
  /// Writes a URL as its place wants it written.
  static void write_url(std::string_view url, const PageReference& reference, Sink& out);
  /// Where what a browser opens is a data: URL of a page or a style sheet: writes that URL
  /// rewritten.
  bool write_inner(const PageReference& reference, std::string_view clicked, Sink& out);

 private:
  friend class MarkupRewriter;
  void rewrite_css(const PageText& page, Sink& out);

  const bool keep_scripts_;
  const std::string_view policy_;  // of a Content-Security-Policy to add; none where empty
};

/// Is the reference in a style sheet an @import?
bool is_import(const extract::Find& find);
/// The property that a reference in CSS stands in, where that is within some 500 bytes before it.
std::string_view property_of(std::string_view css, std::size_t at);
/// Does the property that a reference in CSS stands in make the browser ask by CORS?
bool is_guarded(std::string_view css, std::size_t at);

/// Writes a piece of a style sheet that holds no references.
void write_css(std::string_view css, Sink& out);

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_PAGE_PAGE_REWRITING_H_

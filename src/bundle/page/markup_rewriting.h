// SPDX-License-Identifier: MIT
//
// One document of HTML or XML on its way through a PageRewriter.
#ifndef BASEWALK_BUNDLE_PAGE_MARKUP_REWRITING_H_
#define BASEWALK_BUNDLE_PAGE_MARKUP_REWRITING_H_

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bundle/page/page_rewriting.h"
#include "html/reader.h"

namespace basewalk::bundle {

class MarkupRewriter {
 public:
  MarkupRewriter(PageRewriter& owner, const PageText& page, Sink& out);
  void run();

 private:
  // A tag on its way through start_tag().
  struct Tag {
    const html::Token& token;
    html::Element element = html::Element::other;
    html::Space space = html::Space::html;
    Role href = Role::link;  // what its href is
    bool of_office = false;  // see PageReference
  };

  // Copying: everything before copied_ is written or left out.
  void copy_to(std::size_t place);
  void leave_out_to(std::size_t place) { copied_ = std::max(copied_, place); }
  void leave_out(std::size_t begin, std::size_t end);
  void put(std::string_view text) { out_.write(text); }

  void prepare_head();
  void put_policy(std::string_view end);
  void put_policy_into_xml(const html::Token& next);
  void token(const html::Token& token);
  void start_tag(const html::Token& token);
  void end_tag(const html::Token& token);
  void text(const html::Token& token);
  bool holds_pieces(std::size_t begin, std::size_t end) const;
  bool is_sheet_of_css() const;
  void comment(const html::Token& token);

  void attributes(const Tag& tag);
  bool attribute(const Tag& tag, const html::TagAttribute& attribute);
  bool is_left_out(const Tag& tag, const html::TagAttribute& attribute);
  Role role_of(const Tag& tag, html::Attribute attribute) const;
  bool is_meta_left_out() const;
  bool link_is_left_out(Tag& tag) const;
  bool link_becomes_style(const Tag& tag);
  void srcdoc(const html::TagAttribute& attribute);
  void open_sandbox(const html::TagAttribute& attribute);
  void pick_candidate(const Tag& tag);
  void absolute_base(const html::TagAttribute& attribute);
  void rename_shadow_root(const html::TagAttribute& attribute);

  const html::TagAttribute* find_attribute(std::string_view name) const;
  std::string value_of(std::string_view name) const;
  std::size_t place_of(std::string_view view) const {
    return static_cast<std::size_t>(view.data() - text_.data());
  }
  std::size_t begin_of(const html::TagAttribute& attribute) const {
    return place_of(attribute.name);
  }
  std::size_t end_of(const html::TagAttribute& attribute) const;
  // The finds within a stretch.
  std::span<const extract::Find> finds_in(std::size_t begin, std::size_t end) const;
  // The first in the value of an attribute; null where there is none.
  const extract::Find* find_in(const html::TagAttribute& attribute) const;
  void put_finds(std::size_t begin, std::size_t end, Role role, bool css, bool style = false,
                 bool of_office = false);

  PageRewriter& owner_;
  const PageText& page_;
  const std::string_view text_;
  Sink& out_;
  const bool xml_;
  html::Reader reader_;
  std::size_t copied_ = 0;
  std::size_t head_ = std::string_view::npos;  // where what the head needs goes
  // How near the place of the policy in a page of XHTML is.
  enum class Near : std::uint8_t { root, first_child, in_head, done };
  Near near_ = Near::done;
  std::size_t head_end_ = 0;  // behind the tag that it goes behind
  std::string left_out_;      // the element that is being left out
  std::size_t left_out_depth_ = 0;
  std::bitset<html::kAttributeNames.size()> seen_;  // known attributes of the tag at hand
  // Of that tag: its srcset attribute was reduced to one, or gives way to the src.
  const html::TagAttribute* dropped_candidate_ = nullptr;
  const html::TagAttribute* picked_ = nullptr;
  const extract::Find* picked_find_ = nullptr;
  std::string picked_descriptor_;
};

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_PAGE_MARKUP_REWRITING_H_

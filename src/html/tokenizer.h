// SPDX-License-Identifier: MIT
//
// HTML cut into tokens as WHATWG HTML 13.2.5 says, straight over UTF-8 bytes.
//
// Tokens are views into the text as it was written; decode_html() gives what they mean.  No token
// is made on the heap, and the attributes of a tag share one list that is used again.
#ifndef BASEWALK_HTML_TOKENIZER_H_
#define BASEWALK_HTML_TOKENIZER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "html/character_references.h"
#include "html/names.h"

namespace basewalk::html {

enum class TokenKind : std::uint8_t { end_of_text, text, start_tag, end_tag, comment, doctype };

/// The state that text is read in; decides what it means and where it ends.
enum class TextState : std::uint8_t {
  data,
  rcdata,
  rawtext,
  script_data,
  plaintext,
  cdata_section
};

struct TagAttribute {
  Attribute id = Attribute::other;
  bool unterminated = false;  ///< the text ended within it
  std::string_view name;
  std::string_view value;
};

struct Token {
  TokenKind kind = TokenKind::end_of_text;
  TextState state = TextState::data;  ///< of text
  Element element = Element::other;   ///< of a tag
  bool self_closing = false;
  bool unterminated = false;  ///< the text ended within it.  Such a tag is none by the standard
  bool blank = false;         ///< of text in the data state: all of it is white space, as written
  /// A tag's name, a comment's data, what a doctype has behind its keyword, or text.
  std::string_view text;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Cuts a text into tokens.
class Tokenizer {
 public:
  enum class Keep : std::uint8_t {
    known,  ///< attributes with a row in html_names.h, of duplicates the first (13.2.5.33)
    all,    ///< every attribute, duplicates too
  };

  explicit Tokenizer(std::string_view text = {}, Keep keep = Keep::known);

  /// Begins with another text, in the data state.
  void reset(std::string_view text);

  void keep(Keep keep) { keep_ = keep; }

  /// The next token; valid until the call after.
  const Token& next();
  /// Goes on elsewhere in the text.
  void resume_at(std::size_t pos) { pos_ = pos; }

  /// Text follows in this state, up to the end tag of that name.  The caller knows the tree
  /// (13.2.6), so the caller decides.
  void set_state(TextState state, std::string_view end_tag = {});
  /// Is `<![CDATA[` what it is in XML?  It is in foreign content (13.2.5.42).
  void allow_cdata(bool allowed) { cdata_allowed_ = allowed; }
  /// Is `<!--[if ...]>` a comment of its own, however the comment goes on?  So within such a
  /// comment, where it would otherwise be read again and again.
  void cut_conditions(bool cut) { cut_conditions_ = cut; }

  /// Of the last start tag.
  const std::vector<TagAttribute>& attributes() const { return attributes_; }
  std::string_view text() const { return text_; }
  /// Where the last token begins.
  std::size_t place() const { return token_.begin; }
  /// Where the end tag of that name begins that would end a raw text from here on; the end of the
  /// text where none does.
  std::size_t end_of_raw_text(std::string_view name) const;
  /// Behind the last token: has it ended by itself, so that a tag behind the text would be one, and
  /// nothing in the text another token?
  bool ended_at_rest() const { return at_rest_; }

 private:
  const Token& text_until(std::size_t end, TextState state);
  const Token& special_text();
  const Token& tag(bool is_end_tag);
  const Token& markup_declaration();
  const Token& bogus_comment(std::size_t data);
  const Token& comment();
  std::size_t attribute(std::size_t pos);
  void keep_attribute(Attribute id, std::string_view name, std::string_view value,
                      bool unterminated);
  bool begins_markup(std::size_t pos) const;
  bool is_at_rest() const;
  bool is_end_tag_at(std::size_t pos, std::string_view name) const;
  std::size_t end_of_script() const;

  std::string_view text_;
  std::size_t pos_ = 0;
  Token token_;
  std::vector<TagAttribute> attributes_;
  std::array<std::uint64_t, 2> seen_{};  // known attributes of this tag, by number
  std::string_view end_tag_;
  TextState state_ = TextState::data;
  Keep keep_;
  bool keeping_ = true;
  bool cdata_allowed_ = false;
  bool cut_conditions_ = false;
  bool at_rest_ = true;
};

/// How text of a state is decoded.
void decode_token_text(const Token& token, Nul nul_in_data, std::string& out,
                       text::Offsets* offsets = nullptr);
/// Does text of a state mean what is written?
bool is_literal_text(const Token& token);

/// What stands in a comment that hides markup from all but Microsoft's programs,
/// `[if gte mso 9]>...<![endif]`: where the markup begins in the comment's data.
std::optional<std::size_t> conditional_content(std::string_view comment);
/// The same of one that is over earlier to somebody: `<!--x>` is none to Roundcube, and `-- >` ends
/// one to terminal browsers.
std::optional<std::size_t> washed_content(std::string_view comment);

}  // namespace basewalk::html

#endif  // BASEWALK_HTML_TOKENIZER_H_

// SPDX-License-Identifier: MIT
//
// Field instructions of word processors: HYPERLINK "url" \l "place", INCLUDEPICTURE, DDEAUTO and
// the like (ECMA-376 part 1, 17.16), which OOXML and RTF share.
//
// Before this: the opener of the format has joined the text of the instructions, and says where
// fields begin, part and end.  After it: the opener tells what is found.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_FIELD_CODE_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_FIELD_CODE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace basewalk::worker {

/// A word of instructions.
struct FieldWord {
  std::string text;        ///< without quotes and escapes
  bool is_switch = false;  ///< `\l`, of which `text` is what stands behind the backslash
  bool is_quoted = false;
};

/// What a field leads to.
struct FieldTarget {
  std::string raw;
  std::string name;      ///< of the field, in upper case: letters, digits and `-_` only
  std::string text;      ///< its result, which is shown in its place
  bool is_text = false;  ///< a command or other words that a URL may stand in
};

/// The words of instructions, the name of the field among them.
std::vector<FieldWord> field_words(std::string_view code);

/// What the instructions of one field, in which no other is nested, lead to.
std::vector<FieldTarget> field_targets(std::string_view code);

/// What a field is replaced by that says so itself: QUOTE (17.16.5.47) and SYMBOL.
std::optional<std::string> field_value(std::string_view code);

/// Fields that lie in each other, as they come in a text.
class FieldReader {
 public:
  /// The instructions of a field begin.
  void begin();
  /// Its instructions end, and its result begins.
  void separate();
  /// It ends.  What stood in the instructions of another one is put there.
  void end(std::vector<FieldTarget>& found);
  /// Text, of instructions or of a result.  Outside of fields it is nothing to us.
  void text(std::string_view text);
  /// The text ends: so do all fields.
  void finish(std::vector<FieldTarget>& found);

  bool is_in_field() const { return !fields_.empty(); }
  /// Is what comes now seen by a reader?
  bool is_shown() const;

 private:
  struct Field {
    std::string code, result;
    bool has_result = false;
  };

  std::vector<Field> fields_;
  std::size_t too_deep_ = 0;  // fields within the last one that are not kept
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_FIELD_CODE_H_

// SPDX-License-Identifier: MIT
//
// Field instructions of word processors: HYPERLINK "url" \l "place", INCLUDEPICTURE, DDEAUTO and
// the like (ECMA-376 part 1, 17.16), which OOXML, RTF and old documents of Word share.
//
// Before this: the opener of the format has joined the text of the instructions, and says where
// fields begin, part and end.  After it: what is found goes to the sink.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_FIELD_CODE_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_FIELD_CODE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "worker/document.h"

namespace basewalk::worker {

/// Which programs take a text for one of the instructions: all of them; the newest; or others, for
/// which what the newest has in its place is not there (a choice that they do not know), and what
/// it passes over is (what was deleted, what stands in elements of somebody else).
enum class Version { all, newest, others };

/// Instructions, and what they gave when they were carried out.
struct Field {
  std::string code, result;
  bool has_result = false;
  bool is_composed = false;     ///< of its instructions: put_field()
  std::string other_code = {};  ///< as others read it, where that is another
  bool is_divided = false;      ///< it is
  bool is_by_values = true;     ///< by nothing but add_value()

  void add_code(std::string_view text, Version version);
  /// What a field in it is carried out to, which LibreOffice leaves out.
  void add_value(std::string_view text);
};

/// What a field leads to.
struct FieldTarget {
  /// DDE, DDEAUTO (17.16.5.15, 16); DATABASE (17.16.5.14).
  bool is_command() const { return name.starts_with("DDE"); }
  bool is_connection() const { return name == "DATABASE"; }

  std::string raw;
  std::string name;          ///< of the field: letters in upper case
  std::string text;          ///< its result, which is shown in its place
  bool is_text = false;      ///< a command or other words that a URL may stand in
  bool is_composed = false;  ///< where it leads a field says that is not carried out here
  bool is_divided = false;   ///< other programs read that it leads elsewhere
};

/// What is told of the fields of a document once: that they hold a command (DDE), that some are
/// made of others, that one asks a database, that programs do not read one alike.
struct FieldLacks {
  bool command = false, composed = false, connection = false, divided = false;
};

/// What is told of the second, and of the last.
inline constexpr std::string_view kComposed =
    "has links that fields make of others, which are not carried out";
inline constexpr std::string_view kDivided =
    "has a field whose instructions programs do not read alike";

/// What the instructions of one field, in which no other is nested, lead to.
std::vector<FieldTarget> field_targets(std::string_view code);

/// What a field is replaced by that says so itself: QUOTE (17.16.5.47) and SYMBOL.
std::optional<std::string> field_value(std::string_view code);

/// What stands for a field in the text, or the instructions, of another.
std::string value_of(const Field& field);

/// Is that value only what a program has found at some time, and so may another one find another:
/// REF, IF, DOCPROPERTY?
bool is_open(const Field& field);

/// What a field leads to, the last of it with what is shown.
void add_targets(const Field& field, std::vector<FieldTarget>& found);

/// Tells what was found, and forgets it; what is lacking where it was not `told` yet.
void tell_targets(std::vector<FieldTarget>& found, DocumentSink& sink, FieldLacks& told);

/// Fields that lie in each other, as they come in a text.
class FieldReader {
 public:
  /// `most` bytes of fields are put into others, all in all.
  explicit FieldReader(std::uint64_t most = std::uint64_t{64} << 20) : most_(most) {}

  /// The instructions of a field begin.
  void begin(std::vector<FieldTarget>& found);
  /// Its instructions end, and its result begins.
  void separate();
  /// It ends.  What stood in the instructions of another one is put there.
  void end(std::vector<FieldTarget>& found, Version version = Version::all);
  /// Text, of instructions or of a result.  Outside of fields it is nothing to us.
  void text(std::string_view text, Version version = Version::all);
  /// The text ends: so do all fields.
  void finish(std::vector<FieldTarget>& found);

  bool is_in_field() const { return !fields_.empty(); }
  /// How many fields are open.
  std::size_t depth() const { return too_deep_ + fields_.size(); }
  /// Is what comes now a part of instructions?
  bool is_in_code() const { return !fields_.empty() && !fields_.back().has_result; }
  /// Is what comes now seen by a reader: in no instructions, nor in the result of what is in some?
  bool is_shown() const { return without_result_ == 0; }
  /// Was something left out of instructions?
  bool is_cut() const { return is_cut_; }
  /// How many bytes of fields were put into others.
  std::uint64_t put() const { return put_; }

 private:
  void end_last(std::vector<FieldTarget>& found);

  std::vector<Field> fields_;
  std::size_t without_result_ = 0;  // of them
  std::size_t too_deep_ = 0;        // fields around the last one that were ended for it
  std::uint64_t most_, put_ = 0;
  bool is_cut_ = false;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_FIELD_CODE_H_

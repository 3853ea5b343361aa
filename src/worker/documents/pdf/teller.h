// SPDX-License-Identifier: MIT
//
// Tells actions, file specifications, scripts and files of a PDF.
//
// Before this: walker.cpp has found them.  After it: they are told to the sink.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PDF_TELLER_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PDF_TELLER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "worker/documents/pdf/qpdf.h"
#include "worker/documents/pdf/session.h"

namespace basewalk::worker::pdf {

/// What holds an action or a file specification, as it is told.
struct Holder {
  std::string_view element;
  std::optional<std::string> text{};
};

class Teller {
 public:
  explicit Teller(Session& session) : session_(session) {}

  /// Is it a dictionary of an action (ISO 32000-2 12.6)?
  static bool is_action(QPDFObjectHandle dictionary);
  /// Is it one of those that open a file?
  static bool leads_to_file(QPDFObjectHandle dictionary);
  void action(QPDFObjectHandle dictionary, const Holder& holder);

  /// A file specification (7.11), where it leads out of the document.
  void file_specification(QPDFObjectHandle specification, const Holder& holder,
                          std::string_view attribute);
  /// The files that one holds (7.11.4).
  void embedded_files(QPDFObjectHandle specification);
  /// A file inside that nothing names.
  void embedded_file(QPDFObjectHandle stream, const std::string& name);

  /// A string or stream that is a script.
  void script(QPDFObjectHandle script);
  /// 12.7.8: a stream, or the packets of an array, which are one document.
  void xfa(QPDFObjectHandle xfa);
  void metadata(QPDFObjectHandle stream);
  /// 12.7.4.4: a string or stream that is XHTML.
  void rich_text(QPDFObjectHandle text, std::string_view holder);
  /// Whatever programs keep in a stream.
  void unknown_stream(QPDFObjectHandle stream);

  void reference(std::string_view raw, const Holder& holder, std::string_view attribute,
                 bool uses_base = true, bool is_text = false);

  /// Notes that it is told, if it is no direct object; false where it was.
  bool is_first(QPDFObjectHandle object);

 private:
  void uri(QPDFObjectHandle action, const Holder& holder);
  void launch(QPDFObjectHandle dictionary, const Holder& holder);
  void text_of_stream_or_string(QPDFObjectHandle object, std::string& out);

  Session& session_;
  std::unordered_set<std::uint64_t> told_;
  std::unordered_set<std::string> raws_;
};

/// A number for an object that is not direct; 0 for those that are.
inline std::uint64_t number_of(const QPDFObjectHandle& object) {
  const QPDFObjGen id = object.getObjGen();
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(id.getObj())) << 32 |
         static_cast<std::uint32_t>(id.getGen());
}

}  // namespace basewalk::worker::pdf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PDF_TELLER_H_

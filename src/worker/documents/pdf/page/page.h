// SPDX-License-Identifier: MIT
//
// A page of a PDF: its running text, and what is written where its links are.
//
// Before this: walker.cpp has found it.  After it: content.cpp reads its streams; the text is told.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_PAGE_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_PAGE_H_

#include <cstdint>
#include <string>
#include <unordered_map>

#include "worker/documents/pdf/page/content.h"
#include "worker/documents/pdf/qpdf.h"
#include "worker/documents/pdf/session.h"

namespace basewalk::worker::pdf {

class Pages {
 public:
  explicit Pages(Session& session) : session_(session) {}

  /// Tells the text of a page.
  void read(QPDFObjectHandle page);
  /// The text alone of one that the trailer does not lead to, and only what may be found in it:
  /// another reader may show it.
  void read_orphan(QPDFObjectHandle page);
  /// The same of a stream that may be one of a page to another reader; false where no text with
  /// anything in it comes out.
  bool tell_orphan_stream(QPDFObjectHandle stream);
  /// The text of a form or pattern that none of the pages that were read draws: of what an
  /// annotation looks like, say.
  std::string text_of_form(QPDFObjectHandle form);
  /// Behind this they are read as if none had been, with what their numbers lead to now; what was
  /// told is not told again.
  void begin_again();
  /// Notes a text that is to be told; false where that is left out.
  bool is_new(const std::string& text);
  /// What is written in the rectangle of an annotation of a page that was read; empty where nothing
  /// is.
  std::string text_of_annotation(QPDFObjectHandle annotation) const;

 private:
  std::vector<Area> areas_of(QPDFObjectHandle page, std::vector<std::uint64_t>& ids) const;
  std::string streams_of(QPDFObjectHandle page);
  bool is_first(QPDFObjectHandle page);
  // For codes.  Those of other streams than before were told when these were met.
  void tell_drawings(const Content& content, const std::string& where);

  Session& session_;
  Shared shared_;
  std::unordered_map<std::uint64_t, std::string> texts_;  // by the number of the annotation
  std::unordered_set<std::string> read_;                  // what pages are made of
  std::unordered_set<std::uint64_t> told_;                // texts
  std::uint64_t pages_ = 0;
  bool has_begun_again_ = false;
};

}  // namespace basewalk::worker::pdf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_PAGE_H_

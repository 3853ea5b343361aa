// SPDX-License-Identifier: MIT
//
// Goes over all objects of a PDF: those that the trailer leads to, and then those that it does not.
//
// Before this: open_pdf.cpp has it opened.  After it: teller.cpp tells what is found, and page.cpp
// reads the pages.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PDF_WALKER_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PDF_WALKER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "worker/documents/pdf/page/page.h"
#include "worker/documents/pdf/qpdf.h"
#include "worker/documents/pdf/session.h"
#include "worker/documents/pdf/teller.h"
#include "worker/documents/pdf/unnamed.h"

namespace basewalk::worker::pdf {

class Walker {
 public:
  /// `file`: what `pdf` was made of.
  Walker(QPDF& pdf, std::string_view file, Session& session)
      : pdf_(pdf), file_(file), session_(session), teller_(session), pages_(session) {}

  void walk();
  /// Behind walk(), where there is damage or encryption: readers make more of what libqpdf gives
  /// up, so what its strings say is told by the words before them.
  void tell_loose_strings();

 private:
  // A way to an object: from what, and by which key.
  struct Edge {
    QPDFObjectHandle object;
    std::string_view holder;
    std::string key;
    bool is_told = false;  // as an action or a file specification; what is in it is not
  };

  void tell_base();
  void tell_forms();
  void read_pages_again(const std::vector<Unnamed>& unnamed);
  void walk_from(const QPDFObjectHandle& object, std::string_view holder);
  void visit(const Edge& edge);
  void array(const Edge& edge);
  void dictionary(QPDFObjectHandle dictionary, const Edge& edge);
  void stream(QPDFObjectHandle stream, const Edge& edge);
  void annotation(QPDFObjectHandle annotation);
  void special_keys(QPDFObjectHandle dictionary, const Edge& edge, std::string_view holder);
  void names_of_urls(QPDFObjectHandle dictionary);
  void string(const std::string& key, const std::string& text, std::string_view holder);
  bool is_reference(QPDFObjectHandle dictionary, const std::string& key, const Edge& edge,
                    bool files_told) const;
  void push_children(QPDFObjectHandle dictionary, const Edge& edge, bool files_told,
                     bool action_told);

  QPDF& pdf_;
  std::string_view file_;
  Session& session_;
  Teller teller_;
  std::vector<Edge> stack_;
  std::vector<QPDFObjectHandle> forms_, object_streams_;
  struct {
    std::vector<QPDFObjectHandle> pages, forms;
  } drawn_;  // all that was read
  std::unordered_set<std::uint64_t> visited_;
  Pages pages_;
};

}  // namespace basewalk::worker::pdf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PDF_WALKER_H_

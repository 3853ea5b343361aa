// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/open_pdf.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <qpdf/QPDFExc.hh>
#include <string>

#include "worker/documents/pdf/qpdf.h"
#include "worker/documents/pdf/repair.h"
#include "worker/documents/pdf/session.h"
#include "worker/documents/pdf/stream.h"
#include "worker/documents/pdf/walker.h"
#include "worker/documents/rest.h"

namespace basewalk::worker {
namespace {

using pdf::Session;

enum class Opened { yes, wants_password, unsupported, damaged };

struct File {
  std::unique_ptr<QPDF> pdf;
  Opened opened = Opened::damaged;
  std::size_t word = 0;  // 0 the empty one, else of the list, from 1
};

// libqpdf 12 refuses a file without pages when its objects have been found and decrypted.
bool has_only_no_pages(const QPDFExc& failure) {
  const std::string& detail = failure.getMessageDetail();
  return detail == "unable to find page tree" || detail == "unable to find /Root dictionary";
}

Opened open_with(QPDF& pdf, std::string_view bytes, const std::string& password) {
  pdf.setSuppressWarnings(true);
  try {
    pdf.processMemoryFile("document", bytes.data(), bytes.size(), password.c_str());
    return Opened::yes;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const QPDFExc& failure) {
    if (failure.getErrorCode() == qpdf_e_password) return Opened::wants_password;
    if (failure.getErrorCode() == qpdf_e_unsupported) return Opened::unsupported;
    return has_only_no_pages(failure) ? Opened::yes : Opened::damaged;
  } catch (const std::exception&) {
    return Opened::damaged;
  }
}

File open(const Document& document, std::string_view bytes) {
  File file;
  for (; file.word <= document.passwords.size(); ++file.word) {
    file.pdf = std::make_unique<QPDF>();
    const std::string password(file.word == 0 ? std::string_view()
                                              : document.passwords[file.word - 1]);
    file.opened = open_with(*file.pdf, bytes, password);
    if (file.opened != Opened::wants_password) break;
  }
  return file;
}

void tell_encryption(const File& file, Session& session) {
  if (!file.pdf->isEncrypted()) return;
  if (file.word == 0)
    session.sink.opened_with(OpenedWith::empty);
  else
    session.sink.opened_with(OpenedWith::word, file.word - 1);
}

void tell_not_opened(Opened opened, Session& session) {
  if (opened == Opened::wants_password)
    session.sink.lack(Lack::encrypted, "", "is encrypted, and no password opens it");
  else if (opened == Opened::unsupported)
    session.sink.lack(Lack::no_opener, "", "is encrypted in a way that is not read");
  else
    session.sink.lack(Lack::damaged, "", "has no objects that can be found");
}

// Where libqpdf only wonders, everything is there.
bool has_damage(QPDF& pdf) {
  for (const QPDFExc& warning : pdf.getWarnings()) {
    const std::string& detail = warning.getMessageDetail();
    if (detail.find("reported number of objects") == detail.npos &&
        detail.find("object has offset 0") == detail.npos)
      return true;
  }
  return false;
}

void read(const File& file, std::string_view bytes, bool is_damaged, Session& session) {
  tell_encryption(file, session);
  if (has_damage(*file.pdf) || is_damaged) {
    session.lack_once(Lack::repaired, "",
                      "has a damaged table of objects, which were searched for");
    session.is_damaged = true;
    pdf::add_compressed_objects(*file.pdf, session);
  }
  bool has_ended = false;
  pdf::Walker walker(*file.pdf, bytes, session);
  try {
    walker.walk();
    has_ended = true;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {
    session.lack_once(Lack::damaged, "", "has damaged objects");
  }
  const bool is_broken = has_damage(*file.pdf);
  if (!has_ended || is_broken || session.is_damaged || file.pdf->isEncrypted())
    walker.tell_loose_strings();
  if (session.bytes_left == 0)
    session.lack_of_bytes();
  else if (is_broken)
    session.lack_once(Lack::damaged, "", "has damaged objects");
}

// Programs look for the first mark and for the last (ISO 32000-2 7.5.2, 7.5.5).
void tell_around(std::string_view bytes, Session& session) {
  constexpr std::string_view kBegin = "%PDF-", kEnd = "%%EOF";
  const std::size_t begin = bytes.find(kBegin), end = bytes.rfind(kEnd);
  if (begin != bytes.npos) tell_rest(bytes.substr(0, begin), session.bytes_left, session.sink);
  if (end == bytes.npos) return;
  // Behind the line with that.
  const std::size_t rest =
      std::min(bytes.find_first_not_of("\r\n", end + kEnd.size()), bytes.size());
  tell_rest(bytes.substr(rest), session.bytes_left, session.sink);
}

}  // namespace

void open_pdf(const Document& document, DocumentSink& sink) {
  Session session(sink, document.bounds);
  const pdf::BoundedFlate bounded(session);
  File file = open(document, document.bytes);
  bool is_damaged = false;
  std::string whole;
  if (file.opened == Opened::damaged) {
    is_damaged = true;
    whole = pdf::with_trailer(document.bytes);
    if (!whole.empty()) file = open(document, whole);
  }
  if (file.opened != Opened::yes) return tell_not_opened(file.opened, session);
  read(file, document.bytes, is_damaged, session);
  tell_around(document.bytes, session);
}

}  // namespace basewalk::worker

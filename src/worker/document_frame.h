// SPDX-License-Identifier: MIT
//
// What is told of a document, as frames (frame.h), and the request that it is told for.
//
//     base       where (string), url (string)
//     reference  flags (1), element (string), attribute (string), raw behind it, then, if it has
//                one, its text
//     text       type (string), element (string), the text behind it
//     part       is an entity (1), name, type, charset, content base, content location (strings),
//                its bytes behind it
//     lack       why (1), what (string), a sentence
//     opened     how (1), word (8)
//
// A string is its length (4) and so many bytes.  What stands behind is any number of `bytes` and an
// `end`; between those of a part there may be a `lack`.
//
// Before this: program/document_output.cpp writes them.  After it: server.cpp reads them.
#ifndef BASEWALK_SRC_WORKER_DOCUMENT_FRAME_H_
#define BASEWALK_SRC_WORKER_DOCUMENT_FRAME_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "worker/document.h"
#include "worker/frame.h"

namespace basewalk::worker {

/// Longest names of places, and of everything else that stands in a head; what is longer is cut.
constexpr std::size_t kLongestPlace = 64, kLongestField = 8192;

struct ReferenceHead {
  std::string_view element, attribute;
  bool uses_base = true, is_text = false, has_text = false;
};

void append_base(std::string& out, std::string_view url, std::string_view where);
void append_reference_head(std::string& out, const DocumentReference& reference);
void append_text_head(std::string& out, const DocumentText& text);
void append_part_head(std::string& out, const DocumentPart& part);
void append_lack(std::string& out, Lack why, std::string_view what, std::string_view sentence);
void append_opened(std::string& out, OpenedWith how, std::size_t word);

/// What a payload says; none where it cannot be.  Views into it.
struct BaseFrame {
  std::string_view url, where;
};
struct LackFrame {
  Lack why = Lack::damaged;
  std::string_view what, sentence;
};
struct OpenedFrame {
  OpenedWith how = OpenedWith::nothing;
  std::uint64_t word = 0;
};
std::optional<BaseFrame> base_frame(std::string_view payload);
std::optional<ReferenceHead> reference_head(std::string_view payload);
std::optional<DocumentText> text_head(std::string_view payload);
std::optional<DocumentPart> part_head(std::string_view payload);
std::optional<LackFrame> lack_frame(std::string_view payload);
std::optional<OpenedFrame> opened_frame(std::string_view payload);

/// Bytes of a server's answer (program/serve.h).
constexpr std::size_t kAnswer = 16;

/// What a server is asked: the opener, what it may use, and the document.
struct DocumentRequest {
  std::string_view opener;
  std::uint64_t memory = 0;  ///< bytes of address space
  std::uint64_t cpu = 0;     ///< seconds
  Document document;
};
/// All but the bytes of the document, which stand behind it.
void append_request(std::string& out, const DocumentRequest& request);
std::optional<DocumentRequest> read_request(std::string_view bytes);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENT_FRAME_H_

// SPDX-License-Identifier: MIT
//
// The text of a page, by what the operators of its content streams show and where (ISO 32000-2 9).
//
// Before this: page.cpp has the streams of a page.  After it: it tells the text.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_CONTENT_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_CONTENT_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "worker/documents/pdf/page/font.h"
#include "worker/documents/pdf/page/lexer.h"
#include "worker/documents/pdf/page/mosaic.h"
#include "worker/documents/pdf/page/painting.h"
#include "worker/documents/pdf/qpdf.h"
#include "worker/documents/pdf/session.h"

namespace basewalk::worker::pdf {

/// The rectangle of a link, and what is written in it.
struct Area {
  double left = 0, bottom = 0, right = 0, top = 0;
  std::string text{};
  std::uint64_t breaks = 0;  // of the text, when something was written in it last
};

/// Fonts and forms of a document, by the numbers of their objects.
struct Shared {
  std::unordered_map<std::uint64_t, std::shared_ptr<Font>> fonts;
  std::unordered_set<std::uint64_t> forms;  // that were read
  std::uint64_t pictures = 0;               // within pages
  std::uint64_t held = 0;                   // how often a glyph was held against an area
};

class Content {
 public:
  Content(Session& session, Shared& shared, std::vector<Area>& areas)
      : session_(session), shared_(shared), areas_(areas) {}

  void run(std::string_view stream, QPDFObjectHandle resources, int depth = 0);
  const std::string& text() const { return text_; }
  const Painting& painting() const { return painting_; }
  const Mosaic& mosaic() const { return mosaic_; }

 private:
  struct Matrix {
    double a = 1, b = 0, c = 0, d = 1, e = 0, f = 0;
  };
  struct Colour {
    std::uint8_t grey = 0;
    bool is_ink = false;  // one number says how much of it there is
  };
  struct State {
    Matrix matrix;
    Colour fill, stroke;
    double line = 1;
    std::shared_ptr<Font> font;
    double size = 0, char_space = 0, word_space = 0, scale = 1, leading = 0, rise = 0;
  };
  struct Operand {
    TokenKind kind = TokenKind::end;
    double number = 0;
    std::string_view text{};            // of a name
    std::size_t begin = 0, length = 0;  // of a string, in strings_
  };

  static Matrix product(const Matrix& first, const Matrix& second);
  void tell_properties();
  void operate(std::string_view word, QPDFObjectHandle resources, int depth);
  bool state_operator(std::string_view word, QPDFObjectHandle resources);
  bool text_operator(std::string_view word);
  bool path_operator(std::string_view word);
  bool painting_operator(std::string_view word);
  bool colour_operator(std::string_view word, QPDFObjectHandle resources);
  void set_space(Colour& colour, QPDFObjectHandle resources);
  void set_colour(Colour& colour);
  Painting::Point point(std::size_t from_end) const;
  void rectangle();
  double number(std::size_t from_end) const;
  std::string_view string(const Operand& operand) const;
  Matrix matrix_of_operands() const;
  void move(double x, double y);
  void set_font(QPDFObjectHandle resources);
  void form(QPDFObjectHandle resources, int depth);
  void place_picture(QPDFObjectHandle stream);
  void inline_picture(std::string_view entries, std::string_view bytes, QPDFObjectHandle resources);
  void show_array();
  void show(std::string_view codes, bool may_go_back = false);
  void place(bool may_go_back);
  void put_in_areas(const Matrix& at, double width, std::string_view text);

  Session& session_;
  Shared& shared_;
  std::vector<Area>& areas_;
  State state_;
  std::vector<State> saved_;
  Matrix text_matrix_, line_matrix_;
  Painting painting_;
  Mosaic mosaic_;
  Painting::Point current_;  // of the path
  std::vector<Operand> operands_;
  std::string strings_, text_;
  std::unordered_map<std::string, std::shared_ptr<Font>> direct_;  // fonts without a number
  // Where the last glyph ended, and how long a size is there.
  double end_x_ = 0, end_y_ = 0, end_size_ = 0;
  std::uint64_t breaks_ = 0;
};

}  // namespace basewalk::worker::pdf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_CONTENT_H_

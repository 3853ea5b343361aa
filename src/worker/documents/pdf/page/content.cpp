// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/page/content.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>
#include <utility>

#include "text/ascii.h"
#include "worker/documents/may_have_url.h"
#include "worker/documents/pdf/picture.h"
#include "worker/documents/pdf/stream.h"
#include "worker/documents/pdf/teller.h"

namespace basewalk::worker::pdf {
namespace {

constexpr int kDeepest = 8;
constexpr std::size_t kMostOperands = 100'000;
constexpr std::size_t kMostSaved = 1000;
constexpr std::uint64_t kMostHeld = 50'000'000;
constexpr std::size_t kMostText = std::size_t{8} << 20;

// Pictures within a page: entries are short, and 40 by 40 bits are 200 bytes, or less if packed.
constexpr std::size_t kMostEntries = 4096;
constexpr std::uint64_t kMostPictures = 2000;
constexpr std::size_t kLeastPicture = 16;
struct Key {
  std::string_view brief, whole;
};
constexpr Key kKeys[] = {
    {"/W", "/Width"},       {"/H", "/Height"},    {"/BPC", "/BitsPerComponent"},
    {"/CS", "/ColorSpace"}, {"/D", "/Decode"},    {"/DP", "/DecodeParms"},
    {"/F", "/Filter"},      {"/IM", "/ImageMask"}};

// In sizes of the font: from here on a gap is a blank, and a step another line.
constexpr double kBlank = 0.17, kLine = 0.5, kBack = -0.8;

std::string whole_key(const std::string& key) {
  for (const Key& each : kKeys)
    if (each.brief == key) return std::string(each.whole);
  return key;
}

QPDFObjectHandle resource(QPDFObjectHandle resources, const char* kind, std::string_view name) {
  if (!resources.isDictionary()) return QPDFObjectHandle::newNull();
  QPDFObjectHandle of_kind = resources.getKey(kind);
  if (!of_kind.isDictionary()) return QPDFObjectHandle::newNull();
  return of_kind.getKey(std::string("/").append(name));
}

// Annex A, and the words of objects, which stand for themselves.
constexpr std::string_view kOperators[] = {
    "\"",  "'",   "B",  "B*",  "BDC", "BI", "BMC", "BT", "BX",   "CS",    "DP",  "Do", "EI",
    "EMC", "ET",  "EX", "F",   "G",   "ID", "J",   "K",  "M",    "MP",    "Q",   "RG", "S",
    "SC",  "SCN", "T*", "TD",  "TJ",  "TL", "Tc",  "Td", "Tf",   "Tj",    "Tm",  "Tr", "Ts",
    "Tw",  "Tz",  "W",  "W*",  "b",   "b*", "c",   "cm", "cs",   "d",     "d0",  "d1", "f",
    "f*",  "g",   "gs", "h",   "i",   "j",  "k",   "l",  "m",    "n",     "q",   "re", "rg",
    "ri",  "s",   "sc", "scn", "sh",  "v",  "w",   "y",  "true", "false", "null"};

// pdf.js has a word end where no operator goes on like that: "TjET" is two.
std::size_t length_of_operator(std::string_view word) {
  std::size_t length = 0;
  while (length < word.size() &&
         std::any_of(std::begin(kOperators), std::end(kOperators), [&](std::string_view each) {
           return each.starts_with(word.substr(0, length + 1));
         }))
    ++length;
  return length == 0 ? word.size() : length;
}

}  // namespace

Content::Matrix Content::product(const Matrix& m, const Matrix& n) {
  return {m.a * n.a + m.b * n.c, m.a * n.b + m.b * n.d,       m.c * n.a + m.d * n.c,
          m.c * n.b + m.d * n.d, m.e * n.a + m.f * n.c + n.e, m.e * n.b + m.f * n.d + n.f};
}

void Content::run(std::string_view stream, QPDFObjectHandle resources, int depth) {
  Lexer lexer(stream);
  direct_.clear();
  operands_.clear();
  strings_.clear();
  std::size_t picture = 0;
  while (text_.size() < kMostText) {
    const std::size_t begin = strings_.size();
    Token token = lexer.next(strings_);
    if (token.kind == TokenKind::end) return;
    if (token.kind == TokenKind::word) {
      const std::size_t length = length_of_operator(token.text);
      lexer.back(token.text.size() - length);
      token.text = token.text.substr(0, length);
    }
    if (token.kind != TokenKind::word) {
      if (operands_.size() < kMostOperands)
        operands_.push_back({token.kind, token.number, token.text, begin, strings_.size() - begin});
      else
        session_.lack_once(Lack::limit, "", "has an operator with more operands than are read");
      continue;
    }
    if (token.text == "BI") {
      picture = lexer.at();
    } else if (token.text == "ID") {
      const std::string_view entries = lexer.between(picture, lexer.at() - 2);
      inline_picture(entries, lexer.picture(), resources);
    } else {
      operate(token.text, resources, depth);
    }
    operands_.clear();
    strings_.clear();
  }
  session_.lack_once(Lack::limit, "", "has a page with more text than is read");
}

void Content::operate(std::string_view word, QPDFObjectHandle resources, int depth) {
  if (word == "Do")
    form(resources, depth);
  else if (word == "BDC" || word == "DP")
    tell_properties();
  else if (!text_operator(word) && !path_operator(word) && !painting_operator(word) &&
           !colour_operator(word, resources))
    state_operator(word, resources);
}

// 14.6.2: of what is marked, the text that it stands for (14.9.4) among them.
void Content::tell_properties() {
  for (const Operand& each : operands_) {
    if (each.kind != TokenKind::string) continue;
    const std::string text = text_of(std::string(string(each)));
    if (!is_worth_searching(text)) continue;
    DocumentReference reference{text, "page", "marked"};
    reference.uses_base = false;
    reference.is_text = true;
    session_.sink.reference(reference);
  }
}

// The x of an operand, and the y behind it, on the page.
Painting::Point Content::point(std::size_t from_end) const {
  const Matrix& m = state_.matrix;
  const double x = number(from_end), y = number(from_end - 1);
  return {x * m.a + y * m.c + m.e, x * m.b + y * m.d + m.f};
}

void Content::rectangle() {
  const Matrix& m = state_.matrix;
  const double width = number(1), height = number(0);
  const Painting::Point from = point(3);
  painting_.move(from);
  painting_.line({from.x + width * m.a, from.y + width * m.b});
  painting_.line({from.x + width * m.a + height * m.c, from.y + width * m.b + height * m.d});
  painting_.line({from.x + height * m.c, from.y + height * m.d});
  painting_.close();
  current_ = from;
}

// 8.5.2
bool Content::path_operator(std::string_view word) {
  if (word == "re") {
    rectangle();
  } else if (word == "m") {
    painting_.move(current_ = point(1));
  } else if (word == "l") {
    painting_.line(current_ = point(1));
  } else if (word == "c") {
    painting_.curve(point(5), point(3), point(1));
    current_ = point(1);
  } else if (word == "v") {
    painting_.curve(current_, point(3), point(1));
    current_ = point(1);
  } else if (word == "y") {
    painting_.curve(point(3), point(1), point(1));
    current_ = point(1);
  } else if (word == "h") {
    painting_.close();
  } else {
    return false;
  }
  return true;
}

// 8.5.3
bool Content::painting_operator(std::string_view word) {
  constexpr std::string_view kFills[] = {"f", "F", "f*", "B", "B*", "b", "b*"};
  if (ascii::is_one_of(kFills, word)) {
    painting_.fill(state_.fill.grey,
                   word.ends_with('*') ? Painting::Rule::even_odd : Painting::Rule::winding);
  } else if (word == "S" || word == "s") {
    const Matrix& m = state_.matrix;
    painting_.stroke(state_.stroke.grey, state_.line * std::sqrt(std::abs(m.a * m.d - m.b * m.c)));
  } else if (word == "n") {
    painting_.drop();
  } else {
    return false;
  }
  return true;
}

// 8.6.8, as grey.
bool Content::colour_operator(std::string_view word, QPDFObjectHandle resources) {
  if (word == "g" || word == "rg" || word == "k")
    state_.fill.is_ink = false;
  else if (word == "G" || word == "RG" || word == "K")
    state_.stroke.is_ink = false;
  else if (word == "cs" || word == "CS")
    return set_space(word == "cs" ? state_.fill : state_.stroke, resources), true;
  else if (word != "sc" && word != "scn" && word != "SC" && word != "SCN")
    return false;
  set_colour(ascii::is_lower(word.front()) ? state_.fill : state_.stroke);
  return true;
}

void Content::set_space(Colour& colour, QPDFObjectHandle resources) {
  colour = {};
  if (operands_.empty()) return;
  QPDFObjectHandle space = resource(resources, "/ColorSpace", operands_.back().text);
  if (!space.isArray() || space.getArrayNItems() == 0) return;
  colour.is_ink = name_in(space.getArrayItem(0)) == "Separation";
}

// By how many numbers there are; of a pattern there are none.
void Content::set_colour(Colour& colour) {
  const auto count = static_cast<std::size_t>(
      std::count_if(operands_.begin(), operands_.end(),
                    [](const Operand& each) { return each.kind == TokenKind::number; }));
  double light = 0;
  if (count == 1)
    light = colour.is_ink ? 1 - number(0) : number(0);
  else if (count == 3)
    light = 0.3 * number(2) + 0.59 * number(1) + 0.11 * number(0);
  else if (count == 4)
    light = 1 - number(0) - 0.3 * number(3) - 0.59 * number(2) - 0.11 * number(1);
  colour.grey = static_cast<std::uint8_t>(std::clamp(light, 0.0, 1.0) * 255);
}

double Content::number(std::size_t from_end) const {
  return from_end < operands_.size() ? operands_[operands_.size() - 1 - from_end].number : 0;
}

std::string_view Content::string(const Operand& operand) const {
  return std::string_view(strings_).substr(operand.begin, operand.length);
}

Content::Matrix Content::matrix_of_operands() const {
  return {number(5), number(4), number(3), number(2), number(1), number(0)};
}

bool Content::state_operator(std::string_view word, QPDFObjectHandle resources) {
  if (word == "q") {
    if (saved_.size() < kMostSaved) saved_.push_back(state_);
  } else if (word == "Q") {
    if (saved_.empty()) return true;
    state_ = std::move(saved_.back());
    saved_.pop_back();
  } else if (word == "cm") {
    state_.matrix = product(matrix_of_operands(), state_.matrix);
  } else if (word == "w") {
    state_.line = number(0);
  } else if (word == "Tf") {
    set_font(resources);
  } else if (word == "Tc") {
    state_.char_space = number(0);
  } else if (word == "Tw") {
    state_.word_space = number(0);
  } else if (word == "Tz") {
    state_.scale = number(0) / 100;
  } else if (word == "TL") {
    state_.leading = number(0);
  } else if (word == "Ts") {
    state_.rise = number(0);
  } else {
    return false;
  }
  return true;
}

// 9.4
bool Content::text_operator(std::string_view word) {
  if (word == "Tj") {
    if (!operands_.empty()) show(string(operands_.back()));
  } else if (word == "TJ") {
    show_array();
  } else if (word == "Td") {
    move(number(1), number(0));
  } else if (word == "Tm") {
    text_matrix_ = line_matrix_ = matrix_of_operands();
  } else if (word == "TD") {
    state_.leading = -number(0);
    move(number(1), number(0));
  } else if (word == "T*") {
    move(0, -state_.leading);
  } else if (word == "BT") {
    text_matrix_ = line_matrix_ = {};
  } else if (word == "'" || word == "\"") {
    if (word == "\"" && operands_.size() >= 3) {
      state_.word_space = number(2);
      state_.char_space = number(1);
    }
    move(0, -state_.leading);
    if (!operands_.empty()) show(string(operands_.back()));
  } else {
    return false;
  }
  return true;
}

void Content::move(double x, double y) {
  text_matrix_ = line_matrix_ = product({1, 0, 0, 1, x, y}, line_matrix_);
}

void Content::set_font(QPDFObjectHandle resources) {
  // Programs have one of their own for a font that is none.
  if (operands_.size() < 2) {
    if (!state_.font)
      state_.font = std::make_shared<Font>(QPDFObjectHandle::newDictionary(), session_);
    return;
  }
  state_.size = number(0);
  QPDFObjectHandle font = resource(resources, "/Font", operands_[operands_.size() - 2].text);
  const std::uint64_t id = number_of(font);
  if (!font.isDictionary()) font = QPDFObjectHandle::newDictionary();
  std::shared_ptr<Font>& known =
      id != 0 ? shared_.fonts[id] : direct_[std::string(operands_[operands_.size() - 2].text)];
  if (!known) known = std::make_shared<Font>(font, session_);
  state_.font = known;
}

// 8.10: once, wherever it is used; its text is the same.
void Content::form(QPDFObjectHandle resources, int depth) {
  if (operands_.empty() || depth >= kDeepest) return;
  QPDFObjectHandle form = resource(resources, "/XObject", operands_.back().text);
  if (!form.isStream()) return;
  QPDFObjectHandle dictionary = form.getDict();
  const std::string kind = name_in(dictionary.getKey("/Subtype"));
  if (kind == "Image") place_picture(form);
  if (kind != "Form") return;
  if (!shared_.forms.insert(number_of(form)).second) return;
  const State before = state_;
  QPDFObjectHandle matrix = dictionary.getKey("/Matrix");
  if (matrix.isArray() && matrix.getArrayNItems() == 6) {
    double values[6];
    for (int i = 0; i < 6; ++i) {
      QPDFObjectHandle value = matrix.getArrayItem(i);
      values[i] = value.isNumber() ? value.getNumericValue() : 0;
    }
    state_.matrix =
        product({values[0], values[1], values[2], values[3], values[4], values[5]}, state_.matrix);
  }
  QPDFObjectHandle own = dictionary.getKey("/Resources");
  std::vector<State> saved;
  saved.swap(saved_);
  run(bytes_of(session_, form), own.isDictionary() ? own : resources, depth + 1);
  direct_.clear();
  saved_.swap(saved);
  state_ = before;
}

// 8.9.5.1: on the square between 0 and 1.  One that is turned is no piece of another.
void Content::place_picture(QPDFObjectHandle stream) {
  const Matrix& m = state_.matrix;
  if (m.b != 0 || m.c != 0) return;
  mosaic_.add({stream, std::min(m.e, m.e + m.a), std::min(m.f, m.f + m.d), std::max(m.e, m.e + m.a),
               std::max(m.f, m.f + m.d), m.a < 0, m.d < 0});
}

// 8.9.7: made a picture like others, which has no short names.
void Content::inline_picture(std::string_view entries, std::string_view bytes,
                             QPDFObjectHandle resources) {
  QPDF* pdf = resources.isDictionary() ? resources.getOwningQPDF() : nullptr;
  if (pdf == nullptr || bytes.size() < kLeastPicture) return;
  if (entries.size() > kMostEntries)
    return session_.lack_once(Lack::limit, "",
                              "has a picture in its pages with more entries than are read");
  if (++shared_.pictures > kMostPictures) {
    session_.lack_once(Lack::limit, "",
                       "has pictures in its pages behind the limit of their number");
    return;
  }
  try {
    const QPDFObjectHandle written =
        QPDFObjectHandle::parse(std::string("<<").append(entries).append(">>"), "picture");
    QPDFObjectHandle stream = pdf->newStream(std::string(bytes));
    QPDFObjectHandle dictionary = stream.getDict();
    for (auto& [key, value] : QPDFObjectHandle(written).getDictAsMap()) {
      dictionary.replaceKey(whole_key(key), value);
    }
    QPDFObjectHandle named =
        resource(resources, "/ColorSpace", name_in(dictionary.getKey("/ColorSpace")));
    if (!named.isNull()) dictionary.replaceKey("/ColorSpace", named);
    tell_picture(stream, session_);
    place_picture(stream);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {
    session_.lack_once(Lack::damaged, "", "has damaged pictures in its pages");
  }
}

void Content::show_array() {
  // To viewers it is one text, however far it goes back.
  bool is_first = true;
  for (const Operand& each : operands_) {
    if (each.kind == TokenKind::string) {
      show(string(each), !is_first);
      is_first = false;
    } else if (each.kind == TokenKind::number) {
      const double back = each.number / 1000 * state_.size * state_.scale;
      text_matrix_ = product({1, 0, 0, 1, -back, 0}, text_matrix_);
    }
  }
}

// Sees by the place of the next glyph whether a blank or a line is between it and the last one.
void Content::place(bool may_go_back) {
  const Matrix at = product(text_matrix_, state_.matrix);
  const double length = std::hypot(at.a, at.b);
  const double size = std::abs(state_.size) * length;
  if (!text_.empty() && end_size_ > 0 && size > 0) {
    const double x = (at.a / length), y = (at.b / length);
    const double along = ((at.e - end_x_) * x + (at.f - end_y_) * y) / size;
    const double across = ((at.f - end_y_) * x - (at.e - end_x_) * y) / size;
    char between = '\0';
    if (std::abs(across) > kLine || (along < kBack && !may_go_back))
      between = '\n';
    else if (along > kBlank)
      between = ' ';
    if (between != '\0') {
      ++breaks_;
      if (text_.back() != ' ' && text_.back() != '\n')
        text_ += between;
      else if (between == '\n')
        text_.back() = '\n';
    }
  }
  end_size_ = size;
}

void Content::show(std::string_view codes, bool may_go_back) {
  if (!state_.font || codes.empty()) return;
  place(may_go_back);
  const Font& font = *state_.font;
  for (std::size_t i = 0, step = 0; i < codes.size(); i += step) {
    std::uint32_t code = static_cast<unsigned char>(codes[i]);
    step = font.code_bytes(static_cast<unsigned char>(codes[i]));
    if (i + step > codes.size()) break;
    if (step == 2) code = code << 8 | static_cast<unsigned char>(codes[i + 1]);
    double width = font.width(code) * state_.size + state_.char_space;
    if (step == 1 && code == ' ') width += state_.word_space;
    width *= state_.scale;
    const std::size_t before = text_.size();
    font.append(code, text_);
    if (!areas_.empty()) put_in_areas(text_matrix_, width, std::string_view(text_).substr(before));
    text_matrix_.e += width * text_matrix_.a;
    text_matrix_.f += width * text_matrix_.b;
  }
  const Matrix end = product(text_matrix_, state_.matrix);
  end_x_ = end.e;
  end_y_ = end.f;
}

void Content::put_in_areas(const Matrix& at, double width, std::string_view text) {
  shared_.held += areas_.size();
  if (shared_.held > kMostHeld) return;
  const Matrix middle =
      product({1, 0, 0, 1, width / 2, state_.rise + state_.size * 0.3}, product(at, state_.matrix));
  for (Area& area : areas_) {
    if (middle.e < area.left || middle.e > area.right || middle.f < area.bottom ||
        middle.f > area.top)
      continue;
    if (!area.text.empty() && area.breaks != breaks_ && area.text.back() != ' ') area.text += ' ';
    area.breaks = breaks_;
    if (area.text.size() < 1000) area.text += text;
  }
}

}  // namespace basewalk::worker::pdf

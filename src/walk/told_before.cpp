// SPDX-License-Identifier: MIT
//
// Which links were told before: by another charset of the same body (is_seen()), another reading of
// it (is_known()), or another structure of the message (is_known_in_message()).  The same link is
// one of the same bytes, so each text knows where in the message it comes from.
//
// Before this: readings.cpp and pages.cpp have read a text once more.  After it: report.cpp tells
// what is new.
#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "basewalk/note.h"
#include "text/work.h"
#include "walk/walker.h"

namespace basewalk {
namespace {

// So many are looked at to say which places are the same without them.
constexpr std::size_t kMostNuls = 1'000'000;

// The parts of a key that says whether a link was met before.
void append_piece(std::string_view piece, std::string& key) {
  key.append(1, '\n').append(std::to_string(piece.size())).append(1, ' ').append(piece);
}
void append_written(const Link& link, std::string& key) {
  append_piece(extract::where(link.place), key);
  append_piece(link.raw, key);
}
void append_answer(const Link& link, std::string& key) {
  append_piece(link.url.value_or("-"), key);
  append_piece(link.clicked.value_or("-"), key);
}

}  // namespace

// Of another reading: what was said of the first holds for it.
void Walker::Impl::keep_unsaid(const Notes& others) {
  for (const Note& note : others.all()) {
    const std::vector<Note>& said = notes_.all();
    work::charge(said.size());
    if (std::none_of(said.begin(), said.end(),
                     [&](const Note& each) { return each.code == note.code; }))
      notes_.add(note.code, note.part, note.offset, note.text);
  }
}

void Walker::Impl::find_sources() {
  const std::vector<extract::Find>& finds = finds_.finds;
  work::charge(4 * finds.size() + text_.size());
  std::vector<std::size_t> order(finds.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return finds[a].begin < finds[b].begin; });
  std::vector<std::size_t> places(finds.size());
  std::transform(order.begin(), order.end(), places.begin(),
                 [&](std::size_t i) { return finds[i].begin; });
  charsets_.to_places_in_bytes(places);
  sources_.resize(finds.size());
  for (std::size_t i = 0; i < order.size(); ++i) sources_[order[i]] = places[i];
}

// A tag that a reading before this one has, too, is that one's.
void Walker::Impl::drop_seen_bases() {
  work::charge(4 * seen_bases_.size() + finds_.base_tags.size());
  std::sort(seen_bases_.begin(), seen_bases_.end());
  const std::size_t before = seen_bases_.size();
  std::erase_if(finds_.base_tags, [&](const extract::BaseTag& tag) {
    const std::size_t source = sources_[tag.find];
    const auto end = seen_bases_.begin() + static_cast<std::ptrdiff_t>(before);
    if (std::binary_search(seen_bases_.begin(), end, source)) return true;
    seen_bases_.push_back(source);
    return false;
  });
}

// A tag that a reading before this one has at the same place of the text is that one's.
void Walker::Impl::drop_known_bases() {
  Texts here;
  std::erase_if(finds_.base_tags, [&](const extract::BaseTag& tag) {
    std::string key = std::to_string(tag.begin) + ' ';
    key += finds_.finds[tag.find].raw;
    work::charge(key.size());
    if (body_ && tag.end <= same_until_ && known_bases_.contains(key)) return true;
    here.insert(std::move(key));
    return false;
  });
  known_bases_.merge(here);
}

// Has nobody had it before?  Who saw it in the text of another link has not seen one that can be
// followed.
bool Walker::Impl::is_new(const extract::Find& find, std::string key, Texts& known) {
  if ((find.flags & extract::kInLink) == 0) return known.insert(std::move(key)).second;
  if (known.contains(key)) return false;
  key += "\nin a link";
  return known.insert(std::move(key)).second;
}

// Has a reading of the body had the link before, of the same bytes?  Now it has.  Only up to where
// the texts differ are equal places the same bytes: behind it a link like one that is edited may be
// one that is not.
bool Walker::Impl::is_known(const extract::Find& find, const Link& link) {
  std::string key = std::to_string(find.begin);
  append_piece(link.raw, key);
  append_answer(link, key);
  work::charge(2 * key.size());
  // What is a target in a page is the same link in a text, as is what a calendar or a card names;
  // what is fetched or joined with is not.
  const bool is_text = link.place.role == extract::Role::text;
  const bool is_target = link.place.element == "a" || link.place.element == "area" ||
                         link.type == "text/calendar" || link.type == "text/vcard";
  const bool was_target = is_text && known_links_.contains(key);
  if (is_target) known_links_.insert(key);
  append_piece(extract::where(link.place), key);
  const bool fresh = is_new(find, std::move(key), known_links_) && !was_target;
  return !fresh && find.end <= same_until_;
}

// The bytes of a body, whatever entity they are the body of.  One that goes on behind where another
// ends is the same up to there.
std::string Walker::Impl::place_of_body(const Current& at) {
  return at.frame.origin + std::to_string(at.frame.sent(at.part.body.begin)) + ' ' +
         std::to_string(static_cast<unsigned>(at.reading.encoding)) + '/';
}

// Of the text at hand.
const Source& Walker::Impl::source_of(const Current& at) {
  if (source_) return *source_;
  const std::string_view bytes = at.frame.message->bytes;
  if (std::less_equal<>()(bytes.data(), text_.data()) &&
      std::less_equal<>()(text_.data() + text_.size(), bytes.data() + bytes.size()))
    return source_.emplace(Source{.name = at.frame.origin,
                                  .begin = static_cast<std::size_t>(text_.data() - bytes.data()),
                                  .in_bytes = 0,
                                  .bytes_begin = 0,
                                  .dropped = at.frame.dropped,
                                  .is_sent = true});
  std::string name = place_of_body(at);
  name.append(std::to_string(static_cast<unsigned>(at.reading.transfer))).append(1, ' ');
  name.append(charsets_.used()).append(1, ' ');
  Source& source = source_.emplace();
  source.name = std::move(name);
  const bool is_sent = at.reading.encoding == mime::Encoding::identity;
  const std::string_view body =
      is_sent ? at.frame.message->body_of(at.part) : std::string_view(transfer_);
  const auto differs = std::mismatch(text_.begin(), text_.end(), body.begin(), body.end()).first;
  source.in_bytes = static_cast<std::size_t>(differs - text_.begin());
  work::charge(source.in_bytes);
  source.bytes_name =
      is_sent
          ? at.frame.origin
          : place_of_body(at) + std::to_string(static_cast<unsigned>(at.reading.transfer)) + '@';
  source.bytes_begin = is_sent ? at.part.body.begin : 0;
  if (is_sent) source.dropped = at.frame.dropped;
  if (!has_nuls_) return source;
  for (std::size_t nul = text_.find('\0');
       nul != std::string_view::npos && source.nuls.size() < kMostNuls;
       nul = text_.find('\0', nul + 1))
    source.nuls.push_back(nul);
  return source;
}

// Equal for equal bytes of the message, read in the same way.
std::string Walker::Impl::place_of(const Current& at, std::size_t in_text) {
  if (pages_ == nullptr) return source_of(at).place(in_text);
  const auto behind = std::upper_bound(
      pages_->begin(), pages_->end(), in_text,
      [](std::size_t place, const JoinedPage& page) { return place < page.begin; });
  const JoinedPage& page = *std::prev(behind);
  return page.source.place(in_text - page.begin);
}

// Has another structure the link, of the same bytes?  Now it has.
bool Walker::Impl::is_known_in_message(const Current& at, const extract::Find& find,
                                       const Link& link, bool in_text) {
  std::string key = in_text ? place_of(at, find.begin)
                            : at.frame.origin + "h" +
                                  std::to_string(at.frame.sent(at.part.header.begin)) + ' ' +
                                  std::to_string(find.begin);
  append_written(link, key);
  const bool of_page = at.frame.joins_pages && pages_ == nullptr;
  if (of_page && structures_in_doubt_ == 0 && !structure_) {
    if (in_text) keep_link_of_page(link, std::move(key));
    return false;
  }
  // Which of the pages' headers gives a base to all of them nobody can say: only what stands in the
  // pages themselves makes another link of one.
  if (of_page) known_in_message_.insert(key);
  if (pages_ != nullptr && link.base_from != BaseFrom::html_base && known_in_message_.contains(key))
    return true;
  append_answer(link, key);
  work::charge(key.size());
  return !is_new(find, std::move(key), known_in_message_) && is_other_structure();
}

// Where only all pages together ask for it it is written down: mostly they are not read.
void Walker::Impl::keep_link_of_page(const Link& link, std::string key) {
  const std::size_t written = key.size();
  append_answer(link, key);
  work::charge(key.size());
  links_of_pages_ += key;
  ends_in_links_.push_back(links_of_pages_.size() - key.size() + written);
  ends_in_links_.push_back(links_of_pages_.size());
}

void Walker::Impl::recall_links_of_pages() {
  work::charge(2 * links_of_pages_.size());
  for (std::size_t i = 0, begin = 0; i < ends_in_links_.size(); ++i) {
    known_in_message_.insert(links_of_pages_.substr(begin, ends_in_links_[i] - begin));
    if (i % 2 == 1) begin = ends_in_links_[i];
  }
  forget_links_of_pages();
}

// The same of a body that nothing searches.  One that goes on behind where another ends is another
// document, but no more unread than that.
bool Walker::Impl::is_unread_known(const Current& at, bool to_its_end) {
  if (!remembers_) return false;
  std::string key = "unread " + place_of_body(at);
  if (to_its_end) key += std::to_string(at.part.body.end);
  return !known_in_message_.insert(std::move(key)).second && structure_;
}

// The tags that name a base and that another structure has, too, are that one's.
void Walker::Impl::drop_known_in_message(const Current& at) {
  std::erase_if(finds_.base_tags, [&](const extract::BaseTag& tag) {
    std::string key = "base " + place_of(at, tag.begin) + ' ';
    key += finds_.finds[tag.find].raw;
    work::charge(key.size());
    return !known_in_message_.insert(std::move(key)).second && is_other_structure();
  });
}

// Has a reading before this one the link, of the same bytes?
bool Walker::Impl::is_seen(const extract::Find& find, const Link& link) {
  if (!several_charsets_) return false;
  const auto index = static_cast<std::size_t>(&find - finds_.finds.data());
  std::string key = std::to_string(sources_[index]);
  append_written(link, key);
  append_answer(link, key);
  work::charge(key.size());
  if (std::binary_search(seen_.begin(), seen_.end(), key)) return true;
  if ((find.flags & extract::kInLink) != 0) key += "\nin a link";
  if (std::binary_search(seen_.begin(), seen_.end(), key)) return true;
  seen_here_.push_back(std::move(key));
  return false;
}

}  // namespace basewalk

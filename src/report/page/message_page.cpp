// SPDX-License-Identifier: MIT
#include "report/page/message_page.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "basewalk/version.h"
#include "report/page/base_letters.h"
#include "report/page/graph.h"
#include "report/page/pieces.h"

namespace basewalk::report {
namespace {

// Boxes in one another; deeper ones stand beside each other and tell their depth.
constexpr std::size_t kDeepest = 24;
// Boxes of parts.
constexpr std::size_t kMostParts = 5000;
// Notes, and what was not read, in the box of a part.
constexpr std::size_t kMostTold = 100;
// Numbers of links in the box of a part; the list behind it has all.
constexpr std::size_t kMostChips = 60;
// Where the page has its links; no value can be that, as each is escaped.
constexpr std::string_view kLinksHere = "<!--links-->";

// A source of a base in the words of a sentence.
std::string_view phrase(BaseFrom from) {
  switch (from) {
    case BaseFrom::none:
      return "nothing";
    case BaseFrom::html_base:
      return "<base href> in the document";
    case BaseFrom::codebase:
      return "the element's own codebase or xml:base";
    case BaseFrom::base_header:
      return "the header field Base";
    case BaseFrom::content_base:
      return "the header field Content-Base";
    case BaseFrom::content_location:
      return "the header field Content-Location";
    case BaseFrom::retrieval:
      return "the URL that the message was fetched from";
    case BaseFrom::thismessage:
      return "thismessage:/, what is left where nothing is a base (RFC 2557 5(e))";
    case BaseFrom::document:
      return "the document that was opened";
  }
  return "";
}

std::string of_part(std::string_view part) {
  return part.empty() ? std::string() : " of part " + std::string(part);
}

class MessagePage {
 public:
  MessagePage(const Mail& mail, const Glossary& glossary, const PageOptions& options, Values page)
      : mail_(mail), glossary_(glossary), options_(options), page_(page) {}

  void fill() {
    read_bases();
    facts();
    header();
    tree();
    views();
    page_.show_if("NO_LINKS", mail_.links.empty());
    if (mail_.link_count > mail_.links.size())
      page_.add("MORE_LINKS").count("COUNT", mail_.link_count - mail_.links.size());
    page_.set("LINKS_HERE", kLinksHere);
    graph();
  }
  // The links that page_ has a place for: each is filled alone, as a dictionary of thousands takes
  // a hundred times the memory of what is written.
  bool append_links(const Theme& theme, std::string& out) {
    for (std::size_t i = 0; i < mail_.links.size(); ++i) {
      ctemplate::TemplateDictionary dictionary("link");
      link(i, Values(dictionary));
      if (!theme.fill("link.html", dictionary, out)) return false;
    }
    return true;
  }

 private:
  std::string_view sentence(WordOf of, std::string_view word) const {
    return glossary_.sentence(of, word);
  }
  void excerpt(Values in, const Excerpt& excerpt) const {
    in.text("TEXT", excerpt.text);
    if (!excerpt.is_cut()) return;
    Values cut = in.add("CUT");
    cut.count("SIZE", excerpt.size);
    cut.set("SHA256", excerpt.sha256);
  }
  void pieces(Values in, const std::vector<Piece>& pieces) const {
    for (const Piece& piece : pieces) {
      Values one = in.add("PIECE");
      one.set("KIND", name(piece.kind));
      one.text("TEXT", piece.text);
    }
  }
  void base_of(Values in, std::string_view url, BaseFrom from, std::string_view part) {
    const std::size_t number = bases_.of(url, from, part);
    in.set("LETTER", BaseLetters::letter(number));
    in.number("COLOUR", number % BaseLetters::kColours);
    in.set("FROM", name(from));
    in.set("PHRASE", phrase(from));
    in.text("BASE_PART", part);
  }

  void read_bases();
  void facts();
  void fact(std::string_view name, std::string_view value);
  void header();
  void tree();
  void part(std::size_t index, Values in);
  void views();
  void link(std::size_t index, Values in);
  std::string why(const MailLink& link) const;
  void graph();

  const Mail& mail_;
  const Glossary& glossary_;
  const PageOptions& options_;
  Values page_;
  BaseLetters bases_;
  // What belongs to a part, by its section.
  struct OfPart {
    std::vector<std::size_t> links, notes, unread, documents;
  };
  std::map<std::string_view, OfPart> of_part_;
};

void MessagePage::read_bases() {
  for (const MailPart& part : mail_.parts)
    if (part.base_from != BaseFrom::none) bases_.of(part.base.text, part.base_from, part.base_part);
  for (std::size_t i = 0; i < mail_.links.size(); ++i) {
    const MailLink& link = mail_.links[i];
    if (link.has_base) bases_.of(link.base.text, link.base_from, link.base_part);
    of_part_[link.part].links.push_back(i);
  }
  for (std::size_t i = 0; i < mail_.notes.size(); ++i)
    of_part_[mail_.notes[i].part].notes.push_back(i);
  for (std::size_t i = 0; i < mail_.unread.size(); ++i)
    of_part_[mail_.unread[i].part].unread.push_back(i);
  for (std::size_t i = 0; i < mail_.documents.size(); ++i)
    of_part_[mail_.documents[i].part].documents.push_back(i);
}

void MessagePage::fact(std::string_view name, std::string_view value) {
  if (value.empty()) return;
  Values fact = page_.add("FACT");
  fact.set("NAME", name);
  fact.text("VALUE", value);
}

void MessagePage::facts() {
  const std::string_view verdict = name(mail_.verdict);
  page_.set("VERDICT", verdict);
  page_.set("VERDICT_MEANING", sentence(WordOf::verdict, verdict));
  if (mail_.subject.empty())
    page_.show("NO_SUBJECT");
  else
    page_.text_in("HAS_SUBJECT", "SUBJECT", mail_.subject);
  fact("From", mail_.from);
  fact("Date", mail_.date);
  fact("Received", mail_.received);
  fact("To", mail_.to_count == 0
                 ? std::string()
                 : text::counted(mail_.to_count, "address") + " at " + mail_.to_domains);
  fact("List", mail_.list_id);
  fact("Message-ID", mail_.message_id.value_or(""));
  fact("Source", mail_.source);
  fact("Place", "message " + (mail_.number ? text::number_text(*mail_.number) : "?") + ", byte " +
                    text::number_text(mail_.offset) + ", " + text::counted(mail_.size, "byte"));
  fact("SHA-256", mail_.sha256);
  page_.count("PARTS", mail_.part_count);
  page_.set("PARTS_WORD", mail_.part_count == 1 ? "part" : "parts");
  page_.count("LINKS", mail_.link_count);
  page_.set("LINKS_WORD", mail_.link_count == 1 ? "link" : "links");
  page_.count("OTHER_LINKS", mail_.other_links);
  page_.count("NOTES", mail_.note_count);
  page_.set("NOTES_WORD", mail_.note_count == 1 ? "note" : "notes");
  page_.count("UNREAD", mail_.unread_count);
  page_.count("THROUGH_BASE", mail_.through_base);
  page_.show_if("ANY_THROUGH_BASE", mail_.through_base > 0);
  page_.show_if("ANY_OTHER_LINKS", mail_.other_links > 0);
  page_.show_if("ANY_UNREAD", mail_.unread_count > 0);
  page_.show_if("FROM_DATABASE", options_.from_database);
  page_.show_if("OPEN", !options_.paper.empty());
  std::map<std::string_view, std::uint64_t> flags;
  for (const MailLink& link : mail_.links)
    for (const Flag flag : link.flags) ++flags[name(flag)];
  for (const auto& [flag, count] : flags) {
    Values one = page_.add("FLAG_COUNT");
    one.set("FLAG", flag);
    one.count("COUNT", count);
    one.set("MEANING", sentence(WordOf::flag, flag));
  }
  page_.show_if("ANY_FLAG_COUNTS", !flags.empty());
}

void MessagePage::header() {
  if (mail_.header.empty()) return;
  Values header = page_.add("HEADER");
  header.count("COUNT", mail_.header.size() + mail_.fields_beyond);
  if (mail_.fields_beyond > 0) header.add("MORE_FIELDS").count("MORE", mail_.fields_beyond);
  for (const auto& [name, value] : mail_.header) {
    Values field = header.add("FIELD");
    field.text("NAME", name);
    excerpt(field, value);
  }
}

void MessagePage::tree() {
  std::set<BaseFrom> kinds;
  for (const BaseUse& base : bases_.all()) {
    Values one = page_.add("BASE");
    base_of(one, base.url, base.from, base.part);
    one.text("URL", base.url);
    one.show_if("FIRST_OF_ITS_KIND", kinds.insert(base.from).second);
    one.set("MEANING", sentence(WordOf::base_from, name(base.from)));
  }
  page_.show_if("NO_BASES", bases_.all().empty());
  // By what is around a part, whatever the depths are: each level is one below the other.
  std::vector<std::size_t> levels, around;
  for (const MailPart& part : mail_.parts) {
    while (!around.empty() && around.back() >= part.depth) around.pop_back();
    levels.push_back(std::min(around.size(), kDeepest));
    around.push_back(part.depth);
  }
  const auto level = [&](std::size_t i) { return levels[i]; };
  const std::size_t drawn = std::min(mail_.parts.size(), kMostParts);
  if (mail_.part_count > drawn) page_.add("MORE_PARTS").count("COUNT", mail_.part_count - drawn);
  for (std::size_t i = 0; i < drawn; ++i) {
    Values one = page_.add("PART");
    part(i, one);
    const bool last = i + 1 == drawn;
    const std::size_t next = last ? 0 : level(i + 1);
    if (!last && next > level(i)) {
      one.show("OPENS");
      continue;
    }
    one.show("ENDS");
    for (std::size_t depth = level(i); depth > next; --depth) one.add("CLOSES");
  }
}

void MessagePage::part(std::size_t index, Values in) {
  const MailPart& part = mail_.parts[index];
  in.text("SECTION", part.section);
  in.text("TYPE", part.type);
  in.set("SIZE", text::bytes_text(part.size));
  in.text_in("HAS_FILE_NAME", "FILE_NAME", part.file_name);
  in.show_if("ATTACHED", part.disposition == "attachment");
  if (part.declarations_beyond > 0)
    in.add("MORE_DECLARATIONS").count("MORE", part.declarations_beyond);
  if (part.depth > kDeepest) in.add("DEEP").number("DEPTH", part.depth);
  for (const MailPart::Declaration& declaration : part.declarations) {
    Values one = in.add("DECLARATION");
    one.text("NAME", declaration.name);
    one.set("FROM", name(declaration.from));
    excerpt(one, declaration.value);
    const bool counts = part.base_from == declaration.from && part.base_part == part.section;
    one.show(counts ? "IN_FORCE" : "NOT_IN_FORCE");
  }
  if (part.base_from == BaseFrom::none) {
    in.show("NO_BASE");
    in.set("COLOUR", "none");
  } else {
    Values base = in.add("HAS_BASE");
    base_of(base, part.base.text, part.base_from, part.base_part);
    in.number("COLOUR",
              bases_.of(part.base.text, part.base_from, part.base_part) % BaseLetters::kColours);
    if (part.has_base)
      excerpt(base, part.base);
    else
      base.set("TEXT", "(too long to repeat)");
    const bool own = part.base_part == part.section;
    base.show(own ? "DECLARES" : "INHERITS");
    // The part before it that is one level up is the one around it.
    for (std::size_t i = index; own && i-- > 0;) {
      const MailPart& outer = mail_.parts[i];
      if (outer.depth >= part.depth) continue;
      if (outer.base_from != BaseFrom::none) {
        Values over = base.add("OVERRIDES");
        over.set("LETTER",
                 BaseLetters::letter(bases_.of(outer.base.text, outer.base_from, outer.base_part)));
      }
      break;
    }
  }
  const auto found = of_part_.find(part.section);
  if (found == of_part_.end()) return;
  OfPart& of = found->second;
  const auto cut = [&](std::vector<std::size_t>& told, const char* section) {
    if (told.size() <= kMostTold) return;
    in.add(section).count("MORE", told.size() - kMostTold);
    told.resize(kMostTold);
  };
  cut(of.documents, "MORE_DOCUMENTS");
  cut(of.unread, "MORE_CLOSED");
  cut(of.notes, "MORE_NOTES");
  for (const std::size_t i : of.documents) {
    const MailDocument& document = mail_.documents[i];
    Values one = in.add("DOCUMENT");
    one.set("FORMAT", document.format);
    one.count("REFERENCES", document.references);
    one.count("PARTS", document.parts);
    one.text_in("DOCUMENT_BASE", "BASE", document.base.text);
    one.text_in("HAS_KEY", "OPENED_WITH", document.opened_with);
  }
  for (const std::size_t i : of.unread) {
    const MailUnread& unread = mail_.unread[i];
    Values one = in.add("CLOSED");
    one.set("WHY", unread.why);
    one.set("MEANING", sentence(WordOf::unread, unread.why).empty()
                           ? sentence(WordOf::note, unread.why)
                           : sentence(WordOf::unread, unread.why));
    one.text("TYPE", unread.type);
    one.text_in("CLOSED_NAME", "FILE_NAME", unread.file_name);
    one.set("SIZE", text::bytes_text(unread.size));
    one.text_in("HAS_TEXT", "TEXT", unread.text.text);
  }
  for (const std::size_t i : of.notes) {
    const MailNote& note = mail_.notes[i];
    Values one = in.add("NOTE");
    one.set("CODE", note.code);
    one.set("LEVEL", note.level);
    one.set("MEANING", sentence(WordOf::note, note.code));
    one.text_in("HAS_TEXT", "TEXT", note.text.text);
  }
  std::map<std::string_view, std::vector<std::size_t>> forks;
  std::size_t count = 0;
  for (const std::size_t i : of.links) {
    if (mail_.links[i].reading) {
      forks[name(*mail_.links[i].reading)].push_back(i);
      continue;
    }
    if (++count > kMostChips) continue;
    Values chip = in.add("CHIP");
    chip.number("NUMBER", i + 1);
    chip.show_if("FLAGGED", mail_.links[i].is_flagged());
  }
  if (count > kMostChips) in.add("MORE_CHIPS").count("MORE", count - kMostChips);
  for (const auto& [doubt, links] : forks) {
    Values fork = in.add("FORK");
    fork.set("DOUBT", doubt);
    fork.set("MEANING", sentence(WordOf::reading, doubt));
    fork.count("COUNT", links.size());
    for (std::size_t i = 0; i < std::min(links.size(), kMostChips); ++i) {
      Values chip = fork.add("FORK_CHIP");
      chip.number("NUMBER", links[i] + 1);
      const MailLink& link = mail_.links[links[i]];
      chip.text("HOST", link.host.empty() ? link.raw.text.substr(0, 60) : link.host);
    }
    if (links.size() > kMostChips) fork.add("FORK_MORE").count("MORE", links.size() - kMostChips);
  }
  // Parts of one section share what belongs to it: it is shown once.
  of = {};
}

void MessagePage::views() {
  if (!mail_.has_bytes) return;
  Values views = page_.add("VIEWS");
  views.show_if("NO_VIEW", mail_.has_views && mail_.views.empty());
  views.show_if("NOT_WANTED", !mail_.has_views);
  for (const MailView& view : mail_.views) {
    Values one = views.add("VIEW");
    one.text("SECTION", view.section);
    one.text("TYPE", view.type);
    if (!view.why_not.empty()) {
      one.add("NOT_SHOWN").text("WHY", view.why_not);
      continue;
    }
    Values frame = one.add("FRAME");
    frame.set("HTML", view.html);
    if (view.left_out > 0) one.add("LEFT_OUT").count("COUNT", view.left_out);
    if (view.removed > 0) one.add("REMOVED").count("COUNT", view.removed);
    if (view.losses > 0) one.add("LOST").count("COUNT", view.losses);
  }
}

std::string MessagePage::why(const MailLink& link) const {
  std::string why;
  const std::string from = std::string(phrase(link.base_from)) + of_part(link.base_part);
  switch (link.status) {
    case Status::absolute:
      why = "It is written in full, so that no base matters.";
      break;
    case Status::resolved:
      why = "It is relative: what it leads to is found with the base that " + from + " gives.";
      break;
    default:
      why = sentence(WordOf::status, name(link.status));
      if (!why.empty())
        why[0] = static_cast<char>(why[0] >= 'a' && why[0] <= 'z' ? why[0] - 32 : why[0]);
      if (!why.empty() && !why.ends_with('.')) why += '.';
  }
  if (link.through_base)
    why += " Its own words name no host: " + link.host + " comes from that base.";
  if (link.has_clicked && (!link.has_url || link.clicked.text != link.url.text))
    why += link.has_url ? " What a browser opens is written otherwise than the answer of the rules."
                        : " A browser opens it all the same.";
  return why;
}

void MessagePage::link(std::size_t index, Values in) {
  const MailLink& link = mail_.links[index];
  in.number("NUMBER", index + 1);
  in.text("PART", link.part);
  in.text("TYPE", link.type);
  in.text("WHERE", link.where);
  in.set("STATUS", name(link.status));
  in.text("HOST", link.host);
  in.text_in("HAS_HOST", "HOST", link.host);
  in.show_if("NO_HOST", link.host.empty());
  in.text_in("CLICKED_HOST", "HOST", link.clicked_host);
  if (link.has_text) excerpt(in.add("SEEN"), link.text);
  if (link.byte_offset) {
    Values place = in.add("PLACE");
    place.count("OFFSET", *link.byte_offset);
    place.count("LINE", link.line.value_or(0));
  }
  std::string flags;
  for (const Flag flag : link.flags) {
    Values one = in.add("FLAG");
    one.set("NAME", name(flag));
    one.set("MEANING", sentence(WordOf::flag, name(flag)));
    if (!flags.empty()) flags += ' ';
    flags += name(flag);
  }
  in.set("FLAGS", flags);
  in.show_if("ANY_FLAGS", !link.flags.empty());
  in.show_if("FLAGGED", link.is_flagged());
  in.show_if("THROUGH_BASE", link.through_base);

  const bool cut =
      link.raw.is_cut() || link.base.is_cut() || link.url.is_cut() || link.clicked.is_cut();
  excerpt(in.add("RAW"), link.raw);
  if (link.has_base) {
    Values base = in.add("BASE_USED");
    base_of(base, link.base.text, link.base_from, link.base_part);
    excerpt(base, link.base);
  }
  if (link.has_url && !(link.url.text == link.raw.text && link.status == Status::absolute)) {
    Values url = in.add("URL");
    std::vector<Piece> made_of;
    if (cut)
      made_of = {{PieceKind::same, link.url.text}};
    else if (link.status == Status::resolved)
      made_of = origins(link.url.text, link.base.text, link.raw.text);
    else
      made_of = differences(link.url.text, link.raw.text);
    pieces(url, made_of);
    excerpt(url, link.url);
  }
  if (link.has_clicked && (!link.has_url || link.clicked.text != link.url.text)) {
    Values clicked = in.add("CLICKED");
    const std::string_view other = link.has_url ? link.url.text : link.raw.text;
    pieces(clicked, cut ? std::vector<Piece>{{PieceKind::same, link.clicked.text}}
                        : differences(link.clicked.text, other));
    excerpt(clicked, link.clicked);
  }
  const Excerpt& leads = link.has_clicked ? link.clicked : link.has_url ? link.url : link.raw;
  in.text("LEADS", leads.text);
  in.show_if("CUT_SHORT", cut);
  if (!link.target.empty()) in.add("TARGET").text("SECTION", link.target);
  in.text("WHY", why(link));
  if (link.reading) {
    Values reading = in.add("READING");
    reading.set("NAME", name(*link.reading));
    reading.set("MEANING", sentence(WordOf::reading, name(*link.reading)));
  }
  if (options_.live)
    if (const std::string url = options_.live(link); !url.empty()) in.add("LIVE").set("HREF", url);
}

void MessagePage::graph() {
  const Graph graph = graph_of(mail_);
  if (graph.nodes.empty()) return;
  Values drawn = page_.add("GRAPH");
  drawn.number("WIDTH", graph.width);
  drawn.number("HEIGHT", graph.height);
  drawn.count("COUNT", graph.nodes.size());
  for (const GraphEdge& edge : graph.edges) {
    Values one = drawn.add("EDGE");
    one.number("X1", edge.x1);
    one.number("Y1", edge.y1);
    one.number("X2", edge.x2);
    one.number("Y2", edge.y2);
    one.number("C1", edge.bend1);
    one.number("C2", edge.bend2);
  }
  for (const GraphNode& node : graph.nodes) {
    Values one = drawn.add("NODE");
    one.number("X", node.x);
    one.number("Y", node.y);
    one.number("WIDTH", Graph::kNodeWidth);
    one.number("HEIGHT", Graph::kNodeHeight);
    one.number("TEXT_X", node.x + 8);
    one.number("TEXT_Y", node.y + Graph::kNodeHeight - 8);
    one.text("SECTION", node.section);
    one.text("LABEL", node.label);
  }
  for (const GraphEdge& edge : graph.edges) {
    Values one = drawn.add("USE");
    one.text("FROM", graph.nodes[edge.from].section);
    one.text("TO", graph.nodes[edge.to].section);
    one.count("COUNT", edge.count);
  }
  if (graph.left_out > 0) drawn.add("LEFT_OUT").count("COUNT", graph.left_out);
  if (graph.uses_left_out > 0) drawn.add("USES_LEFT_OUT").count("COUNT", graph.uses_left_out);
}

}  // namespace

void fill_head(Values page, const Theme& theme, const PageOptions& options, std::string_view title,
               std::string_view root) {
  page.text("TITLE", title);
  page.set("ROOT", root);
  Values foot = page.include("FOOT", "foot.html");
  foot.set("VERSION", version());
  Values head = page.include("HEAD", "head.html");
  head.text("TITLE", title);
  if (!options.paper.empty()) head.add("PAPER").set("SIZE", options.paper);
  if (options.single) {
    Values within = head.add("WITHIN");
    within.set("STYLE", theme.file("style.css"));
    within.set("SCRIPT_HASH", theme.script_hash());
    foot.add("WITHIN").set("SCRIPT", theme.file("report.js"));
  } else {
    head.add("BESIDE").set("ROOT", root);
  }
}

bool append_message_page(const Mail& mail, const Theme& theme, const Glossary& glossary,
                         const PageOptions& options, std::string_view root, std::string& out) {
  ctemplate::TemplateDictionary dictionary("message");
  Values page(dictionary);
  std::string title = mail.subject.empty() ? "A message without a subject" : mail.subject;
  fill_head(page, theme, options, title + " - basewalk", root);
  page.show_if("IN_FOLDER", !options.single);
  page.set("NEIGHBOURS", options.single ? std::string_view() : kNeighboursHere);
  MessagePage message(mail, glossary, options, page);
  message.fill();
  std::string around;
  if (!theme.fill("message.html", dictionary, around)) return false;
  const std::size_t here = around.find(kLinksHere);
  if (here == std::string::npos) {
    out += around;
    return true;
  }
  // What a link takes, about.
  out.reserve(out.size() + around.size() + mail.links.size() * 1600);
  out.append(around, 0, here);
  if (!message.append_links(theme, out)) return false;
  out.append(around, here + kLinksHere.size());
  return true;
}

bool append_neighbours(const Theme& theme, std::string_view previous, std::string_view next,
                       std::string& out) {
  ctemplate::TemplateDictionary dictionary("neighbours");
  Values values(dictionary);
  values.text_in("PREVIOUS", "HREF", previous);
  values.text_in("NEXT", "HREF", next);
  return theme.fill("neighbours.html", dictionary, out);
}

}  // namespace basewalk::report

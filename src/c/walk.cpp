// SPDX-License-Identifier: MIT
//
// Walks of the C API: told to callbacks, or kept.
#include "basewalk/walk/walk.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "c/guard.h"
#include "c/lists.h"
#include "c/options.h"
#include "c/reports.h"
#include "c/versioned.h"

using namespace basewalk;
using c::Teller;

struct bw_walker {
  c::Walking walking;
  std::optional<Walker> walker;  // none before the first walk, and behind one that has failed
  bool busy = false;
};

struct bw_message {
  c::Texts texts;
  c::List<bw_link> links;
  c::List<bw_part> parts;
  c::List<bw_note> notes;
  c::List<bw_unread> unread;
  c::List<bw_document> documents;
  c::List<bw_reading> readings;
  bw_summary summary{};
};

namespace {

Visit visit_of(int stop) { return stop != 0 ? Visit::stop : Visit::go_on; }

// A visitor that is told of what the walk is not given, too.
class Telling : public Visitor {
 public:
  virtual Visit tell(bw_unread unread) = 0;
  Visit unread(const UnreadReport& unread) final { return tell(c::unread_of(unread)); }
};

// Tells callbacks.
class Told final : public Telling {
 public:
  Told(const bw_visitor& visitor, void* context) : visitor_(visitor), context_(context) {}

  Visit part(const PartReport& part) override {
    if (visitor_.part == nullptr) return Visit::go_on;
    const bw_part told = c::part_of(part);
    return visit_of(visitor_.part(context_, &told));
  }
  Visit text(const TextReport& text) override {
    if (visitor_.text == nullptr) return Visit::go_on;
    const bw_text told = c::text_report_of(text);
    return visit_of(visitor_.text(context_, &told));
  }
  Visit link(const Link& link) override {
    if (visitor_.link == nullptr) return Visit::go_on;
    where_.clear();
    extract::append_where(link.place, where_);
    const bw_link told = c::link_of(link, where_);
    return visit_of(visitor_.link(context_, &told));
  }
  Visit note(const NoteReport& note) override {
    if (visitor_.note == nullptr) return Visit::go_on;
    const bw_note told = c::note_of(note);
    return visit_of(visitor_.note(context_, &told));
  }
  Visit tell(bw_unread told) override {
    if (visitor_.unread == nullptr) return Visit::go_on;
    return visit_of(visitor_.unread(context_, &told));
  }
  Visit document(const DocumentReport& document) override {
    if (visitor_.document == nullptr) return Visit::go_on;
    const bw_document told = c::document_of(document);
    return visit_of(visitor_.document(context_, &told));
  }
  Visit reading(const ReadingReport& reading) override {
    if (visitor_.reading == nullptr) return Visit::go_on;
    const bw_reading told = c::reading_of(reading);
    return visit_of(visitor_.reading(context_, &told));
  }

 private:
  const bw_visitor& visitor_;
  void* context_;
  std::string where_;
};

// Keeps what is wanted.  Most texts of a link are those of the link before it, or of one another.
class Kept final : public Telling {
 public:
  Kept(bw_message& message, uint32_t want) : message_(message), want_(want) {}

  Visit part(const PartReport& part) override {
    if (!wants(BW_WANT_PARTS)) return Visit::go_on;
    bw_part told = c::part_of(part);
    for (bw_string* text : {&told.section, &told.type, &told.base, &told.base_part})
      *text = message_.texts.keep(*text);
    message_.parts.add(told);
    return Visit::go_on;
  }
  Visit link(const Link& link) override {
    if (!wants(BW_WANT_LINKS)) return Visit::go_on;
    where_.clear();
    extract::append_where(link.place, where_);
    bw_link told = c::link_of(link, where_);
    for (bw_string bw_link::*text :
         {&bw_link::part, &bw_link::type, &bw_link::where, &bw_link::element, &bw_link::attribute,
          &bw_link::around, &bw_link::raw, &bw_link::base, &bw_link::base_part, &bw_link::target,
          &bw_link::text})
      told.*text = message_.texts.keep(told.*text, last_.*text);
    told.url = message_.texts.keep(told.url, told.raw);
    told.clicked = message_.texts.keep(told.clicked, told.url);
    message_.links.add(told);
    last_ = told;
    return Visit::go_on;
  }
  Visit note(const NoteReport& note) override {
    if (!wants(BW_WANT_NOTES)) return Visit::go_on;
    bw_note told = c::note_of(note);
    for (bw_string* text : {&told.section, &told.text}) *text = message_.texts.keep(*text);
    message_.notes.add(told);
    return Visit::go_on;
  }
  Visit tell(bw_unread told) override {
    if (!wants(BW_WANT_UNREAD)) return Visit::go_on;
    for (bw_string* text : {&told.section, &told.type, &told.file_name, &told.name, &told.text})
      *text = message_.texts.keep(*text);
    message_.unread.add(told);
    return Visit::go_on;
  }
  Visit document(const DocumentReport& document) override {
    if (!wants(BW_WANT_DOCUMENTS)) return Visit::go_on;
    bw_document told = c::document_of(document);
    for (bw_string* text : {&told.section, &told.format, &told.file_name, &told.base,
                            &told.opened_with, &told.password})
      *text = message_.texts.keep(*text);
    message_.documents.add(told);
    return Visit::go_on;
  }
  Visit reading(const ReadingReport& reading) override {
    if (!wants(BW_WANT_READINGS)) return Visit::go_on;
    bw_reading told = c::reading_of(reading);
    told.section = message_.texts.keep(told.section);
    message_.readings.add(told);
    return Visit::go_on;
  }

 private:
  bool wants(bw_want what) const { return (want_ & static_cast<uint32_t>(what)) != 0; }

  bw_message& message_;
  uint32_t want_;
  bw_link last_{};
  std::string where_;
};

// Nothing of a message that is too long is looked at, as by a rewriter.
WalkSummary pass_over(std::string_view bytes, Telling& visitor) {
  bw_unread told{};
  told.size = sizeof told;
  told.section = c::text("1");
  told.type = told.file_name = told.text = c::text("");
  told.name = c::text("limit-message-bytes");
  told.length = bytes.size();
  told.why = BW_UNREAD_LIMIT;
  told.limit = static_cast<bw_note_code>(-1);
  WalkSummary summary;
  summary.unread = 1;
  summary.stopped = visitor.tell(told) == Visit::stop;
  return summary;
}

// Walks with a walker that is not kept where something is thrown: its buffers may be half made.
WalkSummary walk(bw_walker& walker, std::string_view bytes, Telling& visitor) {
  struct Using {
    explicit Using(bw_walker& used) : walker(used) { walker.busy = true; }
    ~Using() {
      walker.busy = false;
      if (!done) walker.walker.reset();
    }
    bw_walker& walker;
    bool done = false;
  } use(walker);
  const WalkOptions& options = walker.walking.options;
  if (bytes.size() > options.limits.message_bytes) {
    use.done = true;
    return pass_over(bytes, visitor);
  }
  if (!walker.walker) walker.walker.emplace(options);
  const Message message = read_message(bytes, options.limits);
  WalkSummary summary;
  if (walker.walking.targets) {
    bundle::Targets targets(options, walker.walking.profile, visitor);
    summary = walker.walker->walk(message, targets);
    summary.notes += targets.notes();
  } else {
    summary = walker.walker->walk(message, visitor);
  }
  use.done = true;
  return summary;
}

}  // namespace

bw_status bw_walker_new(const bw_walk_options* options, bw_walker** walker, bw_error* error) {
  return c::make(walker, error, [&](const Teller& tell, std::unique_ptr<bw_walker>& made) {
    made = std::make_unique<bw_walker>();
    return c::read_walk_options(options, made->walking, tell);
  });
}

void bw_walker_free(bw_walker* walker) { delete walker; }

bw_status bw_walker_visit(bw_walker* walker, const char* bytes, size_t size,
                          const bw_visitor* visitor, void* context, bw_summary* summary,
                          bw_error* error) {
  return c::guarded(error, [&](const Teller& tell) {
    const auto given = c::text_of(bytes, size);
    if (walker == nullptr) return tell.argument("no walker");
    if (walker->busy) return tell.argument("the walker is at work: a callback has called it");
    if (!given) return tell.argument("the message: no bytes");
    bw_visitor told{};
    if (visitor != nullptr && !c::read_struct(*visitor, told)) return tell.structure("bw_visitor");
    if (summary != nullptr && !c::is_size_of<bw_summary>(summary->size))
      return tell.structure("bw_summary");
    Told teller(told, context);
    const bw_summary counted = c::summary_of(walk(*walker, *given, teller));
    if (summary != nullptr) c::write_struct(counted, summary);
    return BW_OK;
  });
}

bw_status bw_walker_read(bw_walker* walker, const char* bytes, size_t size, uint32_t want,
                         bw_message** message, bw_error* error) {
  return c::make(message, error, [&](const Teller& tell, std::unique_ptr<bw_message>& made) {
    const auto given = c::text_of(bytes, size);
    if (walker == nullptr) return tell.argument("no walker");
    if (walker->busy) return tell.argument("the walker is at work: a callback has called it");
    if (!given) return tell.argument("the message: no bytes");
    if ((want & ~static_cast<uint32_t>(BW_WANT_ALL)) != 0)
      return tell.argument("want: a bit that is no bw_want");
    made = std::make_unique<bw_message>();
    Kept kept(*made, want);
    made->summary = c::summary_of(walk(*walker, *given, kept));
    made->links.end();
    made->parts.end();
    made->notes.end();
    made->unread.end();
    made->documents.end();
    made->readings.end();
    return BW_OK;
  });
}

void bw_message_free(bw_message* message) { delete message; }

const bw_summary* bw_message_summary(const bw_message* message) {
  return message == nullptr ? nullptr : &message->summary;
}

const bw_link* const* bw_message_links(const bw_message* message, size_t* count) {
  return c::all_of(message, &bw_message::links, count);
}
const bw_part* const* bw_message_parts(const bw_message* message, size_t* count) {
  return c::all_of(message, &bw_message::parts, count);
}
const bw_note* const* bw_message_notes(const bw_message* message, size_t* count) {
  return c::all_of(message, &bw_message::notes, count);
}
const bw_unread* const* bw_message_unread(const bw_message* message, size_t* count) {
  return c::all_of(message, &bw_message::unread, count);
}
const bw_document* const* bw_message_documents(const bw_message* message, size_t* count) {
  return c::all_of(message, &bw_message::documents, count);
}
const bw_reading* const* bw_message_readings(const bw_message* message, size_t* count) {
  return c::all_of(message, &bw_message::readings, count);
}

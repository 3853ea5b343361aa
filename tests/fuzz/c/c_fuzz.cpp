// SPDX-License-Identifier: MIT
//
// The C API over any bytes, as options and as mail: every call ends with a status, what it hands
// out is within its bounds, what is kept is what callbacks are told, and all of it can be freed.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "basewalk/basewalk_c.h"
#include "fuzz/fuzzing.h"

namespace {

using basewalk::fuzz::require;

// Reads every byte of a text.
void look_at(const bw_string& text, std::size_t& digest) {
  require(text.data != nullptr || text.size == 0);
  for (std::size_t i = 0; i < text.size; ++i)
    digest = digest * 31 + static_cast<unsigned char>(text.data[i]);
}

std::size_t digest_of(const bw_link& link) {
  std::size_t digest = link.flags;
  for (const bw_string* text :
       {&link.part, &link.type, &link.where, &link.element, &link.attribute, &link.around,
        &link.raw, &link.base, &link.base_part, &link.url, &link.clicked, &link.target, &link.text})
    look_at(*text, digest);
  require(bw_link_status_name(link.status) != nullptr);
  require(bw_base_from_name(link.base_from) != nullptr);
  require(link.reading == BW_DOUBT_NONE || bw_doubt_name(link.reading) != nullptr);
  return digest;
}

struct Told {
  std::size_t digest = 0, links = 0;
};
int link(void* context, const bw_link* link) {
  auto& told = *static_cast<Told*>(context);
  told.digest = told.digest * 31 + digest_of(*link);
  ++told.links;
  return 0;
}

struct Written {
  std::size_t bytes = 0, left = 0;
};
int write(void* context, const char* bytes, std::size_t size) {
  auto& written = *static_cast<Written*>(context);
  require(bytes != nullptr && size > 0);
  written.bytes += size;
  return written.left-- == 0 ? 1 : 0;
}

// Options of the caller's, of which some are none.
void walk(const bw_walk_options& options, std::string_view mail) {
  bw_error error = BW_ERROR_INIT;
  bw_walker* walker = nullptr;
  const bw_status made = bw_walker_new(&options, &walker, &error);
  require((made == BW_OK) == (walker != nullptr) && error.status == made);
  if (made != BW_OK) return;
  bw_visitor visitor{};
  visitor.size = sizeof visitor;
  visitor.link = link;
  bw_summary summary{};
  summary.size = sizeof summary;
  Told told, kept;
  require(bw_walker_visit(walker, mail.data(), mail.size(), &visitor, &told, &summary, &error) ==
          BW_OK);
  require(summary.links == told.links && !summary.stopped);
  bw_message* message = nullptr;
  require(bw_walker_read(walker, mail.data(), mail.size(), BW_WANT_ALL, &message, &error) == BW_OK);
  bw_walker_free(walker);
  std::size_t count = 0;
  const bw_link* const* links = bw_message_links(message, &count);
  for (std::size_t i = 0; i < count; ++i) link(&kept, links[i]);
  require(kept.digest == told.digest && kept.links == told.links);
  const bw_note* const* notes = bw_message_notes(message, &count);
  for (std::size_t i = 0; i < count; ++i) {
    look_at(notes[i]->text, kept.digest);
    require(bw_note_name(notes[i]->code) != nullptr && notes[i]->offset <= mail.size());
  }
  bw_message_free(message);
}

void read_tree(std::string_view mail) {
  bw_tree* tree = nullptr;
  require(bw_tree_new(mail.data(), mail.size(), nullptr, 0, &tree, nullptr) == BW_OK);
  std::size_t count = 0;
  const bw_entity* const* entities = bw_tree_entities(tree, &count);
  require(count > 0);
  for (std::size_t i = 0; i < count && i < 20; ++i) {
    require(entities[i]->body.begin <= entities[i]->body.end &&
            entities[i]->body.end <= mail.size());
    Written written{0, 2};
    const bw_status status = bw_tree_decode(tree, i, write, &written, nullptr);
    require(status == BW_OK || status == BW_ERROR_STOPPED);
  }
  bw_tree_free(tree);
}

void rewrite(std::string_view mail, unsigned how) {
  bw_rewrite_options options;
  bw_rewrite_options_init(&options, sizeof options);
  options.drop_base = (how & 1) != 0;
  options.defang = (how & 2) != 0;
  options.mark = (how & 4) != 0;
  options.signatures = 1;
  bw_rewriter* rewriter = nullptr;
  require(bw_rewriter_new(&options, &rewriter, nullptr) == BW_OK);
  bw_rewritten* made = nullptr;
  require(bw_rewriter_rewrite(rewriter, mail.data(), mail.size(), &made, nullptr) == BW_OK);
  bw_rewriter_free(rewriter);
  const std::size_t length = bw_rewritten_get_info(made)->length;
  Written written{0, static_cast<std::size_t>(-1)};
  require(bw_rewritten_write(made, write, &written, nullptr) == BW_OK && written.bytes == length);
  bw_buffer* out = nullptr;
  require(bw_buffer_new(&out, nullptr) == BW_OK);
  require(bw_rewritten_append(made, out, nullptr) == BW_OK);
  require(bw_buffer_bytes(out).size == length);
  if (!bw_rewritten_get_info(made)->changed)
    require(std::string_view(bw_buffer_bytes(out).data, length) == mail);
  bw_buffer_free(out);
  bw_rewritten_free(made);
}

void resolve(std::string_view text, int rules) {
  const std::size_t middle = text.size() / 2;
  bw_base* base = nullptr;
  bw_buffer* out = nullptr;
  bw_url* url = nullptr;
  bw_error error = BW_ERROR_INIT;
  require(bw_buffer_new(&out, &error) == BW_OK);
  const bw_status made =
      bw_base_new(text.data(), middle, static_cast<bw_rules>(rules), &base, &error);
  require((made == BW_OK) == (rules < 4));
  if (made == BW_OK) {
    const bw_status status = bw_base_resolve(base, text.data() + middle, text.size() - middle,
                                             nullptr, out, nullptr, &error);
    require(status == BW_OK || (status == BW_ERROR_NO_ANSWER && bw_buffer_bytes(out).size == 0));
  }
  require(bw_url_new(text.data(), text.size(), &url, &error) == BW_OK);
  std::size_t digest = 0;
  look_at(bw_url_get_info(url)->normal_form, digest);
  look_at(bw_url_get_info(url)->href, digest);
  bw_url_free(url);
  bw_base_free(base);
  bw_buffer_free(out);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 8 || size > 200'000) return 0;
  const std::string_view mail(reinterpret_cast<const char*>(data) + 8, size - 8);
  bw_walk_options options;
  bw_walk_options_init(&options, sizeof options);
  options.rules = static_cast<bw_rules>(data[0] % 5);
  // Other rules leave no choice.
  if (options.rules == BW_RULES_RFC2396 || data[1] == 255)
    options.surplus_dots = static_cast<bw_surplus_dots>(data[1] % 4);
  options.honor = data[2] | (data[1] == 255 ? 1u << 9 : 0u);
  options.refang = data[3] & 1;
  options.linkify = data[3] & 2;
  options.targets = data[3] & 4;
  options.profile = static_cast<bw_profile>(data[3] / 8 % 3);
  options.size -= data[4] == 255 ? 1 : 0;
  const bw_limit limits[] = {{"links", data[5]}, {"parts", data[6]}};
  if (data[5] != 0) {
    options.limits = limits;
    options.limit_count = data[6] == 0 ? 1 : 2;
  }
  options.retrieved = {mail.data(), data[7] % 16u < mail.size() ? data[7] % 16u : 0};
  walk(options, mail);
  options.retrieved = {};
  walk(options, mail);
  read_tree(mail);
  rewrite(mail, data[7]);
  resolve(mail.substr(0, 1000), data[0] % 5);
  return 0;
}

// SPDX-License-Identifier: MIT
//
// URLs of the C API: resolved, taken apart, normalised.
#include "basewalk/url/url.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/url/flags.h"
#include "basewalk/url/normalize.h"
#include "basewalk/url/relative.h"
#include "basewalk/url/resolve.h"
#include "basewalk/url/schemes.h"
#include "c/guard.h"
#include "c/lists.h"
#include "c/names.h"
#include "c/options.h"
#include "c/versioned.h"

using namespace basewalk;
using c::Appending;
using c::Teller;

struct bw_base {
  url::Base base;
};

struct bw_url {
  explicit bw_url(std::string_view given);

  std::string text, normal_form, href;
  url::Rfc1738 rfc1738;
  std::vector<std::vector<bw_string>> items;  // of lists, by field
  c::List<bw_scheme_field> fields;
  bw_components components{};
  bw_url_info info{};
};

namespace {

bw_string component(const url::Component& part) {
  return part.present ? c::text(part.text) : bw_string{nullptr, 0};
}

bw_components components_of(const url::Components& parts) {
  bw_components told{};
  told.size = sizeof told;
  told.scheme = component(parts.scheme);
  told.authority = component(parts.authority);
  told.path = c::text(parts.path);
  told.params = component(parts.params);
  told.query = component(parts.query);
  told.fragment = component(parts.fragment);
  return told;
}

uint32_t warnings_of(std::string_view text) {
  const url::UrlWarnings warnings = url::warnings_of(text);
  const url::UrlPractice practice = url::practice_of(text);
  uint32_t bits = 0;
  const auto add = [&](bool holds, bw_url_warning bit) {
    if (holds) bits |= static_cast<uint32_t>(bit);
  };
  add(warnings.port_not_default, BW_WARNING_PORT_NOT_DEFAULT);
  add(warnings.port_reserved, BW_WARNING_PORT_RESERVED);
  add(warnings.encoded_control, BW_WARNING_ENCODED_CONTROL);
  add(warnings.password, BW_WARNING_PASSWORD_IN_URL);
  add(practice.colon_in_first_segment, BW_WARNING_COLON_IN_FIRST_SEGMENT);
  add(practice.directory_type, BW_WARNING_DIRECTORY_TYPE);
  return bits;
}

// Do the text's bytes lie in the string, whose bytes may move where it grows?
bool lies_in(std::string_view text, const std::string& bytes) {
  const std::less<const char*> is_before;
  return !is_before(text.data(), bytes.data()) &&
         is_before(text.data(), bytes.data() + bytes.size());
}

// Appends what `f` appends; all or nothing.  `f` is given the text and the string to append to.
template <class F>
bw_status append(const char* data, size_t size, bw_buffer* out, bw_error* error, F&& f) {
  return c::guarded(error, [&](const Teller& tell) {
    const auto text = c::text_of(data, size);
    if (!text) return tell.argument("no text");
    if (out == nullptr) return tell.argument("no buffer");
    // What was made before is appended to, again and again.
    std::string copy;
    const bool moves = lies_in(*text, out->bytes);
    if (moves) copy = *text;
    Appending appending(out->bytes);
    const bw_status status = f(tell, moves ? std::string_view(copy) : *text, out->bytes);
    if (status == BW_OK) appending.done();
    return status;
  });
}

}  // namespace

bw_url::bw_url(std::string_view given) : text(given), rfc1738(url::read_rfc1738(text)) {
  const url::Components generic = url::split(text, url::Rules::rfc1808);
  components = components_of(generic);
  items.resize(rfc1738.fields.size());
  for (std::size_t i = 0; i < rfc1738.fields.size(); ++i) {
    const url::SchemeField& field = rfc1738.fields[i];
    for (const std::string& item : field.list) items[i].push_back(c::text(item));
    bw_scheme_field& told = fields.add();
    told.name = c::text(field.name);
    told.kind = c::same<bw_field_kind>(field.kind);
    told.text = c::text(field.text);
    told.items = items[i].data();
    told.item_count = items[i].size();
  }
  fields.end();

  info.size = sizeof info;
  info.text = c::text(text);
  info.components = &components;
  info.scheme_kind = c::same<bw_scheme_kind>(url::scheme_kind(generic.scheme.text));
  info.relative_use = c::same<bw_relative_use>(url::relative_use(generic.scheme.text));
  info.valid_1738 = rfc1738.valid ? 1 : 0;
  info.offset_1738 = rfc1738.offset;
  info.clause_1738 = c::text(rfc1738.clause);
  info.what_1738 = c::text(rfc1738.what);
  info.fields = fields.all(&info.field_count);
  const url::Rfc1808Syntax syntax = url::check_rfc1808(text);
  info.valid_1808 = syntax.valid ? 1 : 0;
  info.generic_1808 = syntax.generic ? 1 : 0;
  info.offset_1808 = syntax.offset;
  info.what_1808 = c::text(syntax.what);
  std::size_t bad = 0;
  const bool has_valid_characters = url::has_valid_characters(text, &bad);
  info.invalid_character = has_valid_characters ? BW_NONE : bad;
  if (generic.scheme.present) {
    url::normalize(text, {}, normal_form);
    info.normal_form = c::text(normal_form);
  }
  const url::Resolution browser = url::resolve(url::Base({}, url::Rules::whatwg), text, {}, href);
  const bool is_refused = browser.outcome == url::Outcome::error;
  if (!is_refused) info.href = c::text(href);
  info.failure = c::same<bw_failure>(browser.failure);
  info.failure_offset = browser.failure_offset;
  info.is_url =
      rfc1738.valid || (generic.scheme.present && has_valid_characters && !is_refused) ? 1 : 0;
  info.warnings = warnings_of(text);
}

bw_status bw_rules_named(const char* name, size_t size, bw_rules* rules) {
  return c::guarded(nullptr, [&](const Teller&) {
    const auto text = c::text_of(name, size);
    if (!text || rules == nullptr) return BW_ERROR_ARGUMENT;
    const std::optional<url::Rules> found = url::rules_named(*text);
    if (!found) return BW_ERROR_ARGUMENT;
    *rules = c::same<bw_rules>(*found);
    return BW_OK;
  });
}

bw_status bw_base_new(const char* text, size_t size, bw_rules rules, bw_base** base,
                      bw_error* error) {
  return c::make(base, error, [&](const Teller& tell, std::unique_ptr<bw_base>& made) {
    const auto given = c::text_of(text, size);
    const auto by = c::enumerator<url::Rules>(rules);
    if (!given) return tell.argument("the base: no text");
    if (!by) return tell.argument("rules: no bw_rules");
    made = std::make_unique<bw_base>(bw_base{url::Base(*given, *by)});
    return BW_OK;
  });
}

void bw_base_free(bw_base* base) { delete base; }

bw_string bw_base_text(const bw_base* base) {
  return base == nullptr ? bw_string{nullptr, 0} : c::text(base->base.text());
}

int bw_base_is_absolute(const bw_base* base) {
  return base != nullptr && base->base.is_absolute() ? 1 : 0;
}

bw_failure bw_base_failure(const bw_base* base) {
  return base == nullptr ? BW_FAILURE_NONE : c::same<bw_failure>(base->base.failure());
}

bw_status bw_base_resolve(const bw_base* base, const char* reference, size_t size,
                          const bw_resolve_options* options, bw_buffer* out,
                          bw_resolution* resolution, bw_error* error) {
  const auto f = [&](const Teller& tell, std::string_view text, std::string& to) {
    if (base == nullptr) return tell.argument("no base");
    if (resolution != nullptr && !c::is_size_of<bw_resolution>(resolution->size))
      return tell.structure("bw_resolution");
    url::ResolveOptions how;
    const bw_status status = c::read_resolve_options(options, base->base.rules(), how, tell);
    if (status != BW_OK) return status;
    const url::Resolution found = url::resolve(base->base, text, how, to);
    if (resolution != nullptr) {
      bw_resolution told{};
      told.outcome = c::same<bw_outcome>(found.outcome);
      told.current_document = found.current_document ? 1 : 0;
      told.failure = c::same<bw_failure>(found.failure);
      told.failure_offset = found.failure_offset;
      c::write_struct(told, resolution);
    }
    if (found.outcome != url::Outcome::error) return BW_OK;
    return tell.fail(BW_ERROR_NO_ANSWER, url::name(found.failure), url::meaning(found.failure),
                     found.failure_offset);
  };
  return append(reference, size, out, error, f);
}

bw_status bw_base_relate(const bw_base* base, const char* url, size_t size, bw_buffer* out,
                         int* found, bw_error* error) {
  return append(url, size, out, error,
                [&](const Teller& tell, std::string_view text, std::string& to) {
                  if (base == nullptr) return tell.argument("no base");
                  const bool is_found = url::append_relative(base->base, text, to);
                  if (found != nullptr) *found = is_found ? 1 : 0;
                  return BW_OK;
                });
}

bw_status bw_normalize(const char* url, size_t size, uint32_t rungs, bw_buffer* out,
                       bw_error* error) {
  return append(url, size, out, error,
                [&](const Teller& tell, std::string_view text, std::string& to) {
                  if ((rungs & ~static_cast<uint32_t>(BW_NORMAL_ALL)) != 0)
                    return tell.argument("rungs: a bit that is no bw_normal_form");
                  url::NormalizeOptions options;
                  options.letter_case = (rungs & BW_NORMAL_LETTER_CASE) != 0;
                  options.escapes = (rungs & BW_NORMAL_ESCAPES) != 0;
                  options.dot_segments = (rungs & BW_NORMAL_DOT_SEGMENTS) != 0;
                  options.scheme_based = (rungs & BW_NORMAL_SCHEME_BASED) != 0;
                  url::normalize(text, options, to);
                  return BW_OK;
                });
}

bw_status bw_unwrap(const char* text, size_t size, bw_buffer* out, bw_error* error) {
  return append(text, size, out, error,
                [](const Teller&, std::string_view wrapped, std::string& to) {
                  url::unwrap(wrapped, to);
                  return BW_OK;
                });
}

bw_status bw_seen_host(const char* url, size_t size, bw_buffer* out, bw_error* error) {
  return append(url, size, out, error, [](const Teller&, std::string_view text, std::string& to) {
    to += url::seen_host(text);
    return BW_OK;
  });
}

bw_status bw_split(const char* text, size_t size, bw_rules rules, bw_components* components,
                   bw_error* error) {
  return c::guarded(error, [&](const Teller& tell) {
    const auto given = c::text_of(text, size);
    const auto by = c::enumerator<url::Rules>(rules);
    if (!given) return tell.argument("no text");
    if (!by) return tell.argument("rules: no bw_rules");
    if (components == nullptr) return tell.argument("no components");
    const url::Components parts = url::split(*given, *by);
    return c::write_struct(components_of(parts), components) ? BW_OK
                                                             : tell.structure("bw_components");
  });
}

bw_status bw_url_new(const char* text, size_t size, bw_url** url, bw_error* error) {
  return c::make(url, error, [&](const Teller& tell, std::unique_ptr<bw_url>& made) {
    const auto given = c::text_of(text, size);
    if (!given) return tell.argument("no text");
    made = std::make_unique<bw_url>(*given);
    return BW_OK;
  });
}

void bw_url_free(bw_url* url) { delete url; }

const bw_url_info* bw_url_get_info(const bw_url* url) {
  return url == nullptr ? nullptr : &url->info;
}

bw_status bw_url_flags(bw_string raw, bw_string url, bw_string clicked, uint32_t* flags,
                       bw_error* error) {
  return c::guarded(error, [&](const Teller& tell) {
    const auto as_written = c::text_of(raw);
    const auto answer = c::text_of(url);
    const auto opened = c::text_of(clicked);
    if (!as_written || !answer || !opened) return tell.argument("no text");
    if (flags == nullptr) return tell.argument("no flags");
    *flags = c::bits_of(url::flags_of(*as_written, *answer, *opened));
    return BW_OK;
  });
}

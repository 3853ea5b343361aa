// SPDX-License-Identifier: MIT
//
// The C API: what the C++ library does, for C and for every language that can call C.
//
//     bw_walker* walker = NULL;
//     bw_message* message = NULL;
//     if (bw_walker_new(NULL, &walker, NULL) == BW_OK &&
//         bw_walker_read(walker, bytes, size, BW_WANT_LINKS, &message, NULL) == BW_OK) {
//       size_t count = 0;
//       const bw_link* const* links = bw_message_links(message, &count);
//       for (size_t i = 0; i < count; ++i)
//         printf("%.*s\n", (int)links[i]->raw.size, links[i]->raw.data);
//     }
//     bw_message_free(message);
//     bw_walker_free(walker);
//
// docs/c.md is a guide.  These hold for all of it:
//
// * Text and bytes are a pointer and a number of bytes, and need no NUL at their end; those that
//   are given to a function may have BW_TO_NUL for their size.  A NULL pointer of size 0 is an
//   empty text.  Offsets are bytes, from 0.
// * A bw_status says what became of a call.  Functions that can fail take a bw_error last, which
//   may be NULL; nothing is kept about errors elsewhere.  Where a call fails, what it would have
//   made is NULL, and what it was to append to is as it was.  No exception leaves a function, and
//   no callback may throw, or longjmp, through one.  A mail is never an error, however bad it is.
// * A handle (bw_walker, bw_message ...) is freed by the function of its name that ends with _free,
//   which takes NULL, too.  What is got from a handle is good until the handle is freed, or until
//   what its comment says.
// * A struct begins with its size, so that programs and libraries of different age fit.  Options
//   are begun by their _init function, all else that a program fills by its size and zeros:
//   `bw_visitor visitor = {.size = sizeof visitor, .link = on_link};`.  A struct that is larger
//   than the library knows is taken where all that it does not know is zero, and else refused
//   (BW_ERROR_STRUCT).  Of those that the library fills, BW_HAS tells whether a member is there.
//   Lists are of pointers, as structs may grow; bw_string, bw_span and bw_limit never do.
// * Enumerators keep their values; later libraries add to them.  A truth is 0 or not 0.
// * Different handles may be used by different threads at the same time, and functions without a
//   handle by any.  One handle is for one thread at a time, but for those that nothing changes any
//   more: any number of threads may read a bw_message, a bw_tree, a bw_base, a bw_url, a
//   bw_rewritten, a bw_check, a bw_unpacked or a bw_batch, until it is freed.
// * Time is linear in the bytes unless a comment says otherwise; limits bound what they may make.
#ifndef BASEWALK_BASEWALK_C_H_
#define BASEWALK_BASEWALK_C_H_

#include <stddef.h>
#include <stdint.h>

/// Of this header.
#define BW_VERSION_MAJOR 0
#define BW_VERSION_MINOR 1
#define BW_VERSION_PATCH 0

#if defined(__GNUC__)
#define BW_API __attribute__((visibility("default")))
#else
#define BW_API
#endif

#ifdef __cplusplus
// Enumerators are as wide as C has them, and a value that this header does not know is still one.
#define BW_INT : int
extern "C" {
#else
#define BW_INT
#endif

/// Instead of a size: the text ends with a NUL.
#define BW_TO_NUL SIZE_MAX
/// Instead of an offset or an index: there is none.
#define BW_NONE SIZE_MAX
/// Does a struct that the library has filled have a member?
#define BW_HAS(pointer, type, member) \
  ((pointer)->size >= offsetof(type, member) + sizeof((pointer)->member))

/// Bytes, of which `data` is NULL where there is nothing: not the same as an empty text.
typedef struct bw_string {
  const char* data;
  size_t size;
} bw_string;

// Errors.

/// What became of a call.
typedef enum bw_status BW_INT {
  BW_OK = 0,
  /// The program has called it wrongly: NULL where something is needed, a size that no memory has,
  /// an enumerator or a bit that does not exist.
  BW_ERROR_ARGUMENT = 1,
  BW_ERROR_STRUCT = 2,     ///< a struct has a size that is none, or says what is not known here
  BW_ERROR_MEMORY = 3,     ///< there is no memory left; nothing else is damaged
  BW_ERROR_STOPPED = 4,    ///< a callback wanted no more
  BW_ERROR_OPTION = 5,     ///< an option makes no sense: bw_error::code and ::detail say which
  BW_ERROR_NO_ANSWER = 6,  ///< the rules have no answer; bw_error::code is a bw_failure's name
  BW_ERROR_INPUT = 7,      ///< what was to be read cannot be: "missing", "no-page"
  BW_ERROR_OUTPUT = 8,     ///< what was to be written cannot be: "exists", "unwritable"
  BW_ERROR_INTERNAL = 9,   ///< a fault of the library: what it made is not handed out
} bw_status;

/// Why a call has failed.  Belongs to the caller, on the stack or anywhere; of a call that succeeds
/// `status` is BW_OK and the rest empty.
typedef struct bw_error {
  size_t size;  ///< sizeof(bw_error)
  bw_status status;
  size_t offset;     ///< byte of the text that was given, where one is meant
  char code[32];     ///< stable and short: "not-built"; ends with a NUL
  char detail[448];  ///< a sentence for people, UTF-8; ends with a NUL
} bw_error;
#define BW_ERROR_INIT                      \
  {                                        \
    sizeof(bw_error), BW_OK, 0, {0}, { 0 } \
  }

/// "argument"; NULL for what is no status.  This and the other names are constants that end with a
/// NUL.
BW_API const char* bw_status_name(bw_status status);

/// Of the library that the program runs with: "0.1.0".
BW_API const char* bw_version(void);

// Bytes that the library makes.

/// Bytes that grow.  Keeps its memory from use to use.
typedef struct bw_buffer bw_buffer;

BW_API bw_status bw_buffer_new(bw_buffer** buffer, bw_error* error);
BW_API void bw_buffer_free(bw_buffer* buffer);
/// All bytes; good until the buffer is changed.  A NUL stands behind them that does not count.
/// Functions that make URLs take them and append to the same buffer, too.
BW_API bw_string bw_buffer_bytes(const bw_buffer* buffer);
/// Makes it empty, and keeps its memory.
BW_API void bw_buffer_clear(bw_buffer* buffer);

/// Takes bytes in their order.  Not 0 where they cannot be taken; nothing more is then written.
typedef int (*bw_write)(void* context, const char* bytes, size_t size);

// URLs.

/// Whose rules decide what a reference means.
typedef enum bw_rules BW_INT {
  BW_RULES_RFC1808 = 0,  ///< RFC 1808 and 1738: the rules of the `Base:` header
  BW_RULES_RFC2396 = 1,  ///< RFC 2396
  BW_RULES_RFC3986 = 2,  ///< RFC 3986
  BW_RULES_WHATWG = 3,   ///< the URL Standard, which browsers follow
} bw_rules;
BW_API const char* bw_rules_name(bw_rules rules);
/// The rules of a name.  Not BW_OK, and `rules` as it was, where there are none.
BW_API bw_status bw_rules_named(const char* name, size_t size, bw_rules* rules);

/// What becomes of a ".." that has nothing left to remove (RFC 2396 5.2 step 6g).
typedef enum bw_surplus_dots BW_INT {
  BW_DOTS_KEEP = 0,   ///< it stays
  BW_DOTS_DROP = 1,   ///< it goes
  BW_DOTS_ERROR = 2,  ///< there is no answer
} bw_surplus_dots;
/// Why there is no answer.  But for the first two these are the validation errors of the URL
/// Standard that end parsing.
typedef enum bw_failure BW_INT {
  BW_FAILURE_NONE = 0,            ///< nothing failed
  BW_FAILURE_SURPLUS_DOTS = 1,    ///< more ".." segments than the base has directories
  BW_FAILURE_MISSING_SCHEME = 2,  ///< relative, and there is no base that it could be relative to
  BW_FAILURE_HOST_MISSING = 3,    ///< there is no host where one is needed
  BW_FAILURE_HOST_INVALID_CODE_POINT = 4,    ///< a character that no host may hold
  BW_FAILURE_DOMAIN_INVALID_CODE_POINT = 5,  ///< a character that no domain may hold
  BW_FAILURE_DOMAIN_TO_ASCII = 6,            ///< the domain has no ASCII form
  BW_FAILURE_IPV4_EMPTY_PART = 7,            ///< an IPv4 address with an empty part
  BW_FAILURE_IPV4_TOO_MANY_PARTS = 8,        ///< an IPv4 address with more than four parts
  /// a domain that ends in a number, and not all of it is numbers
  BW_FAILURE_IPV4_NON_NUMERIC_PART = 9,
  BW_FAILURE_IPV4_OUT_OF_RANGE_PART = 10,     ///< an IPv4 address with too large a number
  BW_FAILURE_IPV6_UNCLOSED = 11,              ///< an IPv6 address without its closing bracket
  BW_FAILURE_IPV6_INVALID_COMPRESSION = 12,   ///< an IPv6 address that begins with a single colon
  BW_FAILURE_IPV6_TOO_MANY_PIECES = 13,       ///< an IPv6 address with more than eight pieces
  BW_FAILURE_IPV6_MULTIPLE_COMPRESSION = 14,  ///< an IPv6 address with two "::"
  BW_FAILURE_IPV6_INVALID_CODE_POINT = 15,    ///< a character that no IPv6 address may hold
  /// an IPv6 address with fewer than eight pieces and no "::"
  BW_FAILURE_IPV6_TOO_FEW_PIECES = 16,
  /// no room for an IPv4 address behind so many pieces
  BW_FAILURE_IPV4_IN_IPV6_TOO_MANY_PIECES = 17,
  /// an IPv4 address in an IPv6 address that is none
  BW_FAILURE_IPV4_IN_IPV6_INVALID_CODE_POINT = 18,
  /// an IPv4 address in an IPv6 address with too large a number
  BW_FAILURE_IPV4_IN_IPV6_OUT_OF_RANGE_PART = 19,
  /// an IPv4 address in an IPv6 address with too few parts
  BW_FAILURE_IPV4_IN_IPV6_TOO_FEW_PARTS = 20,
  BW_FAILURE_PORT_OUT_OF_RANGE = 21,  ///< a port above 65535
  BW_FAILURE_PORT_INVALID = 22,       ///< a port with something that is no digit
} bw_failure;
BW_API const char* bw_failure_name(bw_failure failure);
/// One sentence for people.
BW_API const char* bw_failure_meaning(bw_failure failure);

/// Did the base matter?
typedef enum bw_outcome BW_INT {
  /// the base did not matter: the reference had a scheme, or the base is empty
  BW_OUTCOME_ABSOLUTE = 0,
  BW_OUTCOME_RESOLVED = 1,  ///< the reference met the base
  BW_OUTCOME_ERROR = 2,     ///< no answer; nothing was appended
} bw_outcome;
typedef struct bw_resolve_options {
  size_t size;
  bw_surplus_dots surplus_dots;  ///< another than BW_DOTS_KEEP by BW_RULES_RFC2396 alone
  /// `http:g` with an http base is relative (RFC 2396 5.2 step 3, RFC 3986 5.2.2): by these rules.
  int same_scheme_is_relative;
} bw_resolve_options;
/// The defaults.  `size` is what the program has for the struct: `sizeof options`.
BW_API void bw_resolve_options_init(bw_resolve_options* options, size_t size);

/// What a reference was resolved to, beside its text.  The caller's; `size` is set before the call.
typedef struct bw_resolution {
  size_t size;
  bw_outcome outcome;
  /// RFC 2396 5.2 step 2: it means the current document.
  int current_document;
  bw_failure failure;     ///< of BW_OUTCOME_ERROR
  size_t failure_offset;  ///< the byte of the reference
} bw_resolution;

/// A base taken apart once, for many references.
typedef struct bw_base bw_base;

/// Any text is a base, the empty one too; bw_base_is_absolute says whether it is of use.
BW_API bw_status bw_base_new(const char* text, size_t size, bw_rules rules, bw_base** base,
                             bw_error* error);
BW_API void bw_base_free(bw_base* base);
/// As it was given; by the rules whatwg as browsers write it, where it parses.
BW_API bw_string bw_base_text(const bw_base* base);
/// Has it a scheme (RFC 1808 3.1); by the rules whatwg: does it parse?
BW_API int bw_base_is_absolute(const bw_base* base);
/// Why it does not parse by the rules whatwg.  The other rules take every base.
BW_API bw_failure bw_base_failure(const bw_base* base);

/// Appends what a reference means to `out`.  `options` and `resolution` may be NULL.
/// BW_ERROR_NO_ANSWER where the rules have none; `resolution` is filled then, too. BW_ERROR_OPTION:
/// "rules" (they leave no choice of what `options` ask for).
BW_API bw_status bw_base_resolve(const bw_base* base, const char* reference, size_t size,
                                 const bw_resolve_options* options, bw_buffer* out,
                                 bw_resolution* resolution, bw_error* error);
/// Appends the shortest reference that means a URL.  Where there is none the URL is appended as it
/// is, and `found` (which may be NULL) is 0.
BW_API bw_status bw_base_relate(const bw_base* base, const char* url, size_t size, bw_buffer* out,
                                int* found, bw_error* error);

/// The rungs of RFC 3986 6.2, as bits.
typedef enum bw_normal_form BW_INT {
  BW_NORMAL_LETTER_CASE = 1 << 0,   ///< 6.2.2.1: scheme and host in lower case, escapes in upper
  BW_NORMAL_ESCAPES = 1 << 1,       ///< 6.2.2.2: no escape for an unreserved character
  BW_NORMAL_DOT_SEGMENTS = 1 << 2,  ///< 6.2.2.3: none in a path that begins with "/"
  BW_NORMAL_SCHEME_BASED = 1 << 3,  ///< 6.2.3: no default port, "/" for an empty path
  BW_NORMAL_ALL = 15,               ///< all of them
} bw_normal_form;

/// Appends the normal form of a URL, by the rungs that are given.
BW_API bw_status bw_normalize(const char* url, size_t size, uint32_t rungs, bw_buffer* out,
                              bw_error* error);
/// Takes the wrapping off: `<URL:...>`, `<...>`, `URL:...`, and the white space within.  Appends.
BW_API bw_status bw_unwrap(const char* text, size_t size, bw_buffer* out, bw_error* error);
/// Appends the host that a reader of RFC 3986 3.2 sees, in lower case and in ASCII where it has
/// such a form; nothing where there is none.
BW_API bw_status bw_seen_host(const char* url, size_t size, bw_buffer* out, bw_error* error);

/// A URL or reference taken apart; what is absent has no data, which is not the same as empty.
/// Views of the text.  The caller's; `size` is set before the call.
typedef struct bw_components {
  size_t size;
  bw_string scheme;
  bw_string authority;  ///< net_loc in RFC 1808
  bw_string path;
  bw_string params;  ///< RFC 1808 alone: what follows the first ";" of the path
  bw_string query;
  bw_string fragment;
} bw_components;

/// Takes a text apart, which every text can be.  By the rules whatwg it is one that resolving has
/// written.
BW_API bw_status bw_split(const char* text, size_t size, bw_rules rules, bw_components* components,
                          bw_error* error);

/// What a scheme name is (RFC 1738 3 and 4).
typedef enum bw_scheme_kind BW_INT {
  /// one of the ten: ftp http gopher mailto news nntp telnet wais file prospero
  BW_SCHEME_DEFINED = 0,
  /// named in section 4 and not defined: afs mid cid nfs tn3270 mailserver z39.50
  BW_SCHEME_RESERVED = 1,
  BW_SCHEME_EXPERIMENTAL = 2,  ///< begins with "x-"
  BW_SCHEME_OTHER = 3,         ///< none of these
} bw_scheme_kind;
BW_API const char* bw_scheme_kind_name(bw_scheme_kind kind);
/// Can relative references be resolved against such a URL (RFC 1808 2.3)?
typedef enum bw_relative_use BW_INT {
  BW_RELATIVE_NEVER = 0,     ///< mailto news telnet
  BW_RELATIVE_AT_TIMES = 1,  ///< gopher prospero wais: where the base has the generic syntax
  BW_RELATIVE_ALWAYS = 2,    ///< file ftp http nntp
  BW_RELATIVE_UNKNOWN = 3,   ///< not for RFC 1808 to say
} bw_relative_use;
BW_API const char* bw_relative_use_name(bw_relative_use use);

/// Of what a field of a scheme is made.
typedef enum bw_field_kind BW_INT {
  BW_FIELD_TEXT = 0,    ///< a text
  BW_FIELD_NUMBER = 1,  ///< a number, as it is written
  BW_FIELD_LIST = 2,    ///< texts in their order
  BW_FIELD_PAIRS = 3,   ///< names and values in turn
} bw_field_kind;
/// One of the fields that a scheme gives its parts (RFC 1738): "cwd", "gophertype".
typedef struct bw_scheme_field {
  size_t size;
  bw_string name;
  bw_field_kind kind;
  bw_string text;          ///< of a text or number
  const bw_string* items;  ///< of a list or pairs
  size_t item_count;
} bw_scheme_field;

/// What is worth a second look in a URL, as bits.
typedef enum bw_url_warning BW_INT {
  BW_WARNING_PORT_NOT_DEFAULT = 1 << 0,        ///< RFC 1738 6
  BW_WARNING_PORT_RESERVED = 1 << 1,           ///< not the default, and below 1024 (RFC 1738 6)
  BW_WARNING_ENCODED_CONTROL = 1 << 2,         ///< an encoded CR or LF (RFC 1738 6)
  BW_WARNING_PASSWORD_IN_URL = 1 << 3,         ///< RFC 1738 6
  BW_WARNING_COLON_IN_FIRST_SEGMENT = 1 << 4,  ///< "this:that" that is no scheme (RFC 1808 5.3)
  BW_WARNING_DIRECTORY_TYPE = 1 << 5,          ///< ";type=d" (RFC 1808 5.3)
} bw_url_warning;

/// All that is known about one URL; what `basewalk url` prints.
typedef struct bw_url_info {
  size_t size;
  bw_string text;                   ///< as it was given
  const bw_components* components;  ///< by RFC 1808
  bw_scheme_kind scheme_kind;
  bw_relative_use relative_use;
  int is_url;  ///< some standard makes a URL of it

  int valid_1738;                        ///< RFC 1738 5
  size_t offset_1738;                    ///< where not valid: the first byte that cannot be
  bw_string clause_1738;                 ///< where not valid: "3.2.2"
  bw_string what_1738;                   ///< where not valid: one sentence
  const bw_scheme_field* const* fields;  ///< by RFC 1738; up to what is wrong
  size_t field_count;

  int valid_1808;    ///< RFC 1808 2.2
  int generic_1808;  ///< it can be a base by its syntax
  size_t offset_1808;
  bw_string what_1808;

  size_t invalid_character;  ///< offset of the first that no URL may hold, or BW_NONE
  bw_string normal_form;     ///< RFC 3986 6.2; absent of a relative reference
  bw_string href;            ///< what browsers make of it; absent where they refuse it
  bw_failure failure;        ///< why they refuse it
  size_t failure_offset;
  uint32_t warnings;  ///< of bw_url_warning
} bw_url_info;

/// A URL that was taken apart.
typedef struct bw_url bw_url;

/// Takes a URL apart by all standards.  The text is copied.
BW_API bw_status bw_url_new(const char* text, size_t size, bw_url** url, bw_error* error);
BW_API void bw_url_free(bw_url* url);
BW_API const bw_url_info* bw_url_get_info(const bw_url* url);

/// Flags of a link, as bits: what is worth a second look (docs/flags.md).
typedef enum bw_flag BW_INT {
  BW_FLAG_BACKSLASH = 1 << 0,        ///< a browser takes a "\" for a "/"
  BW_FLAG_BASE_SPLIT = 1 << 1,       ///< the host comes from a base inside the document
  BW_FLAG_CONTROL_REMOVED = 1 << 2,  ///< a browser takes out tabs, line ends or control characters
  BW_FLAG_ENCODED_CONTROL = 1 << 3,  ///< an encoded CR or LF (RFC 1738 6)
  BW_FLAG_HOST_DIFFERS = 1 << 4,     ///< a browser goes to another host than RFC 3986 3.2 says
  BW_FLAG_INVALID_SYNTAX = 1 << 5,   ///< a character that no URL may hold
  BW_FLAG_MIXED_SCRIPT_HOST = 1 << 6,  ///< a label with letters of scripts that do not go together
  BW_FLAG_NOT_ASCII_HOST = 1 << 7,     ///< an internationalised host
  BW_FLAG_NUMERIC_HOST = 1 << 8,       ///< a browser goes to an address
  BW_FLAG_PASSWORD_IN_URL = 1 << 9,    ///< (RFC 1738 6)
  BW_FLAG_PORT_NOT_DEFAULT = 1 << 10,  ///< (RFC 1738 6)
  BW_FLAG_PORT_RESERVED = 1 << 11,     ///< not the default, and below 1024 (RFC 1738 6)
  /// "//host" without a base: a browser is taken to be at an https page
  BW_FLAG_SCHEME_ASSUMED = 1 << 12,
  BW_FLAG_TEXT_DIFFERS = 1 << 13,  ///< its text shows another host
  BW_FLAG_UNTERMINATED = 1 << 14,  ///< its tag or attribute never ends
  BW_FLAG_URL_OMITTED = 1 << 15,   ///< base and URL were left out to bound the output
  BW_FLAG_USERINFO = 1 << 16,      ///< something before an "@"
  BW_FLAG_WRAPPED = 1 << 17,       ///< a known wrapper of another URL
} bw_flag;
/// The name of one flag: "host-differs".
BW_API const char* bw_flag_name(bw_flag flag);
/// The flags of a URL: `raw` as written, `url` as an RFC has it, `clicked` as a browser opens it;
/// either may be empty.
BW_API bw_status bw_url_flags(bw_string raw, bw_string url, bw_string clicked, uint32_t* flags,
                              bw_error* error);

// Options of a walk.

/// Which sources of a base count, as bits.
typedef enum bw_honor BW_INT {
  BW_HONOR_HTML_BASE = 1 << 0,         ///< codebase and xml:base, too
  BW_HONOR_BASE_HEADER = 1 << 1,       ///< `Base:`
  BW_HONOR_CONTENT_BASE = 1 << 2,      ///< `Content-Base:`
  BW_HONOR_CONTENT_LOCATION = 1 << 3,  ///< `Content-Location:`
  BW_HONOR_ENCLOSING = 1 << 4,         ///< what an enclosing entity declared
  BW_HONOR_RETRIEVAL = 1 << 5,         ///< bw_walk_options::retrieved
  BW_HONOR_THISMESSAGE = 1 << 6,       ///< `thismessage:/` where there is no other
  BW_HONOR_DOCUMENT = 1 << 7,          ///< what a PDF file, an Office file ... declares
  BW_HONOR_DEFAULT = 191,              ///< all but BW_HONOR_THISMESSAGE
} bw_honor;

/// Kinds of documents, as bits.
typedef enum bw_open BW_INT {
  BW_OPEN_PDF = 1 << 0,      ///< PDF (ISO 32000)
  BW_OPEN_OFFICE = 1 << 1,   ///< OOXML, ODF, EPUB; Word, Excel and PowerPoint before 2007
  BW_OPEN_OUTLOOK = 1 << 2,  ///< winmail.dat (TNEF), .msg
  BW_OPEN_RTF = 1 << 3,      ///< RTF
  BW_OPEN_ARCHIVE = 1 << 4,  ///< ZIP, 7z, RAR, tar, gzip, bzip2, xz, zstd, ISO 9660 ...
  /// S/MIME: signed or compressed data that wraps what it holds (RFC 8551, 3274)
  BW_OPEN_SMIME = 1 << 5,
  BW_OPEN_OPENPGP = 1 << 6,   ///< OpenPGP: signed or compressed (RFC 9580)
  BW_OPEN_SHORTCUT = 1 << 7,  ///< .lnk, .url, .website, .desktop
  BW_OPEN_ONENOTE = 1 << 8,   ///< OneNote
  BW_OPEN_PICTURE = 1 << 9,   ///< codes in pictures that lead to a link: QR
  /// the same where a text draws them: SVG, boxes of a page, block characters
  BW_OPEN_DRAWING = 1 << 10,
} bw_open;
/// The name of one kind: "pdf".
BW_API const char* bw_open_name(bw_open kind);
/// The bits of all kinds that the library was built for.
BW_API uint32_t bw_open_all(void);

/// How references are compared with the labels of a bundle.
typedef enum bw_profile BW_INT {
  BW_PROFILE_STRICT = 0,  ///< as RFC 2557 8 says, octet by octet
  BW_PROFILE_COMPAT = 1,  ///< as real writers need it
} bw_profile;
BW_API const char* bw_profile_name(bw_profile profile);

/// A bound on the input, by its name in docs/security.md: {"links", 1000}.
typedef struct bw_limit {
  const char* name;  ///< ends with a NUL
  size_t value;
} bw_limit;

/// The limits that there are, from 0, with their defaults; name NULL behind the last.
BW_API bw_limit bw_limit_at(size_t index);

typedef struct bw_walk_options {
  size_t size;
  bw_rules rules;
  bw_surplus_dots surplus_dots;
  int same_scheme_is_relative;
  uint32_t honor;           ///< of bw_honor
  bw_string retrieved;      ///< the URL the message was fetched from; may be absent
  bw_string assume_scheme;  ///< "https": for `//host/x` without any base; may be absent
  int refang;               ///< also links that nobody can follow: hxxp, [.]
  int linkify;              ///< also names of hosts in running text
  /// Kinds of documents to open, of bw_open.  By default none, since that starts processes
  /// (basewalk-worker).
  uint32_t open;
  /// Find the part of a bundle that each link names (bw_link::target), by `profile`.
  int targets;
  bw_profile profile;
  /// What differs from the defaults.  A message of more than "message-bytes" is not looked at by
  /// walkers and rewriters; "unpack-factor" is one of archives (bw_archive_options)
  const bw_limit* limits;
  size_t limit_count;
} bw_walk_options;
/// The defaults.  `size` is what the program has for the struct: `sizeof options`.
BW_API void bw_walk_options_init(bw_walk_options* options, size_t size);

// What a walk finds.

/// What became of a reference.
typedef enum bw_link_status BW_INT {
  BW_LINK_ABSOLUTE = 0,    ///< it has a scheme: the base did not matter
  BW_LINK_RESOLVED = 1,    ///< it was resolved against the base
  BW_LINK_GUESSED = 2,     ///< it has no scheme, but is read as a link: www.example.com
  BW_LINK_UNRESOLVED = 3,  ///< it is relative, and there is no base (RFC 1808 3.4)
  BW_LINK_INVALID = 4,     ///< the chosen rules have no answer for it
} bw_link_status;
BW_API const char* bw_link_status_name(bw_link_status status);

/// Where a base was found.
typedef enum bw_base_from BW_INT {
  BW_BASE_NONE = 0,              ///< no base: relative references stay unresolved (RFC 1808 3.4)
  BW_BASE_HTML_BASE = 1,         ///< <base href>, xml:base (RFC 1808 3.1, 10)
  BW_BASE_CODEBASE = 2,          ///< object/applet[codebase], for that element alone
  BW_BASE_BASE_HEADER = 3,       ///< `Base:` (RFC 1808 3.1)
  BW_BASE_CONTENT_BASE = 4,      ///< `Content-Base:` (RFC 2110 4.2)
  BW_BASE_CONTENT_LOCATION = 5,  ///< `Content-Location:`, if absolute (RFC 2557 5(b))
  BW_BASE_RETRIEVAL = 6,         ///< the URL it was fetched from (RFC 1808 3.3)
  BW_BASE_THISMESSAGE = 7,       ///< RFC 2557 5(e)
  BW_BASE_DOCUMENT = 8,          ///< a document that was opened declares it (docs/base.md)
} bw_base_from;
BW_API const char* bw_base_from_name(bw_base_from from);

/// What a reference is to its place.
typedef enum bw_role BW_INT {
  BW_ROLE_ATTRIBUTE = 0,      ///< in the value of an attribute: "a[href]", "img[srcset]"
  BW_ROLE_ELEMENT = 1,        ///< the whole text of an element of a feed: "link"
  BW_ROLE_TEXT = 2,           ///< running text: "text"
  BW_ROLE_CSS_URL = 3,        ///< "style url()"
  BW_ROLE_CSS_IMPORT = 4,     ///< "style @import"
  BW_ROLE_CSS_IMAGE_SET = 5,  ///< "style image-set()"
  BW_ROLE_CSS_SRC = 6,        ///< "style src()"
  BW_ROLE_SCRIPT = 7,         ///< a string of a script: "script string"
  BW_ROLE_HEADER = 8,         ///< a header field: "header list-unsubscribe"
  BW_ROLE_PROPERTY = 9,       ///< of a calendar or a business card: "calendar attendee[dir]"
  /// in a document that was opened: "annotation[URI]", "relationship[hyperlink]"
  BW_ROLE_DOCUMENT = 10,
  BW_ROLE_WRAPPED = 11,  ///< what a wrapper in the reference around it leads to: "a[href] wrapped"
  BW_ROLE_NESTED = 12,   ///< another URL within the reference around it: "a[href] nested"
} bw_role;
/// The vocabulary of an element.
typedef enum bw_space BW_INT {
  BW_SPACE_HTML = 0,   ///< HTML
  BW_SPACE_SVG = 1,    ///< SVG
  BW_SPACE_MATH = 2,   ///< MathML
  BW_SPACE_OTHER = 3,  ///< of XML: Atom, RSS, OPML and all else
} bw_space;
/// Where readers in use take the same bytes in different ways.
typedef enum bw_doubt BW_INT {
  BW_DOUBT_NONE = -1,            ///< of the first reading
  BW_DOUBT_HEADER_END = 0,       ///< does a line that is no field end a header?
  BW_DOUBT_LINE_ENDS = 1,        ///< does a bare CR end a line?
  BW_DOUBT_TYPE_DUPLICATE = 2,   ///< which of several Content-Type counts?
  BW_DOUBT_BOUNDARY_VALUE = 3,   ///< what is the value of the boundary parameter?
  BW_DOUBT_BOUNDARY_PREFIX = 4,  ///< is a line that begins like a delimiter one?
  BW_DOUBT_BEHIND_CLOSE = 5,     ///< do parts go on behind a closing delimiter?
  BW_DOUBT_TRANSFER = 6,         ///< what does an odd transfer encoding, or an odd escape, mean?
  BW_DOUBT_BASE64 = 7,           ///< which characters are digits, and where do they end?
  BW_DOUBT_CHARSET = 8,          ///< which characters are these bytes?
  BW_DOUBT_SCRIPTING = 9,        ///< is <noscript> markup?
  BW_DOUBT_BASE_CHOICE = 10,     ///< which base of a header, or <base href>, counts?
  BW_DOUBT_MEDIA_TYPE = 11,      ///< is it what its type, its name or its first bytes say?
  BW_DOUBT_PART_JOINED = 12,     ///< are neighbouring texts one document?
  BW_DOUBT_MESSAGE_END = 13,  ///< does a message of an mbox go as far as its Content-Length says?
} bw_doubt;
BW_API const char* bw_doubt_name(bw_doubt doubt);
/// One sentence: what other readers do.
BW_API const char* bw_doubt_meaning(bw_doubt doubt);

/// How much a note matters.
typedef enum bw_level BW_INT {
  BW_LEVEL_ODD = 0,     ///< against a standard, but every reader will see the same message
  BW_LEVEL_DIFFER = 1,  ///< another reader may see another message
} bw_level;
BW_API const char* bw_level_name(bw_level level);

/// Everything that can be odd about a mail (docs/notes.md).
typedef enum bw_note_code BW_INT {
  BW_NOTE_LIMIT_DEPTH = 0,              ///< entities are nested deeper than the limit
  BW_NOTE_LIMIT_PARTS = 1,              ///< the message has more parts than the limit
  BW_NOTE_LIMIT_HEADER_BYTES = 2,       ///< the header is longer than the limit
  BW_NOTE_BYTE_ORDER_MARK = 3,          ///< a byte order mark stands before the header
  BW_NOTE_ENVELOPE_QUOTED = 4,          ///< a >From line stands in the header
  BW_NOTE_ENVELOPE_INSIDE = 5,          ///< a From line stands at the top of an inner message
  BW_NOTE_LINE_ENDS_CR = 6,             ///< the lines of the message end with a bare CR
  BW_NOTE_LINE_ENDS_CRCRLF = 7,         ///< lines of the header end with CR CR LF
  BW_NOTE_LINE_ENDS_MIXED = 8,          ///< LF and CRLF are mixed in the header
  BW_NOTE_HEADER_BARE_CR = 9,           ///< a bare CR in the header; it is data
  BW_NOTE_HEADER_NUL = 10,              ///< a NUL byte in the header
  BW_NOTE_HEADER_8BIT = 11,             ///< bytes beyond ASCII in the header
  BW_NOTE_HEADER_LINE = 12,             ///< a line of the header is no field; it was kept
  BW_NOTE_HEADER_NO_END = 13,           ///< no empty line behind the header; body follows at once
  BW_NOTE_HEADER_ONLY = 14,             ///< an entity ends within its header
  BW_NOTE_HEADER_BLANK_FOLD = 15,       ///< a folded line of blanks only does not end the header
  BW_NOTE_HEADER_COLON_BLANK = 16,      ///< a blank before the colon of a field
  BW_NOTE_CONTENT_TYPE_SYNTAX = 17,     ///< a Content-Type that cannot be read
  BW_NOTE_CONTENT_TYPE_DUPLICATE = 18,  ///< several Content-Type; the first counts
  BW_NOTE_ENCODING_DUPLICATE = 19,      ///< several transfer encodings; the first counts
  BW_NOTE_ENCODING_NAME = 20,           ///< a misspelt transfer encoding; the likely one is used
  BW_NOTE_ENCODING_UNKNOWN = 21,        ///< an unknown transfer encoding; taken as it stands
  BW_NOTE_COMPOSITE_ENCODED = 22,       ///< a multipart or message has a transfer encoding
  BW_NOTE_MESSAGE_PARTIAL = 23,         ///< a fragment of a message
  BW_NOTE_BOUNDARY_ABSENT = 24,         ///< a multipart without a boundary; kept as one leaf
  BW_NOTE_BOUNDARY_DUPLICATE = 25,      ///< several boundary parameters; the first counts
  BW_NOTE_BOUNDARY_LONG = 26,           ///< a boundary of more than 70 characters
  BW_NOTE_BOUNDARY_REUSED = 27,         ///< the boundary of an enclosing multipart is used again
  BW_NOTE_BOUNDARY_PREFIX = 28,         ///< a line begins like a delimiter but goes on
  BW_NOTE_BOUNDARY_AFTER_CR = 29,       ///< a delimiter behind a bare CR; it does not count
  BW_NOTE_BOUNDARY_AFTER_CLOSE = 30,    ///< a delimiter behind the closing one; no part
  BW_NOTE_BOUNDARY_UNCLOSED = 31,       ///< a multipart without its closing delimiter
  BW_NOTE_BOUNDARY_REPEATED = 32,       ///< a delimiter without a part behind it
  BW_NOTE_BOUNDARY_UNUSED = 33,         ///< no delimiter line in a multipart: it has no parts
  BW_NOTE_BASE64_JUNK = 34,             ///< base64: bytes outside the alphabet were skipped
  BW_NOTE_BASE64_PADDING = 35,          ///< base64: padding is missing or too long
  BW_NOTE_BASE64_TRUNCATED = 36,        ///< base64: six bits are left over
  BW_NOTE_BASE64_RUNS = 37,             ///< base64: more data behind the padding
  BW_NOTE_BASE64_URL = 38,              ///< base64: the URL-safe alphabet
  BW_NOTE_QP_ESCAPE = 39,               ///< quoted-printable: no two digits or line end at once
  BW_NOTE_QP_LOWER_CASE = 40,           ///< quoted-printable: lower case hex digits
  BW_NOTE_UU_BEGIN = 41,                ///< uuencode: no begin line
  BW_NOTE_UU_END = 42,                  ///< uuencode: no end line
  BW_NOTE_UU_LINE = 43,                 ///< uuencode: a line does not have its length
  BW_NOTE_UU_TEXT = 44,                 ///< uuencode: text outside begin and end was skipped
  BW_NOTE_CHARSET_UNKNOWN = 45,         ///< an unknown charset
  BW_NOTE_CHARSET_MISMATCH = 46,        ///< bytes that do not fit the declared charset
  BW_NOTE_CHARSET_CONFLICT = 47,        ///< the text names another charset than its header
  BW_NOTE_CHARSET_UNDECLARED = 48,      ///< bytes beyond ASCII without a charset
  BW_NOTE_BASE_NOT_ABSOLUTE = 49,       ///< a header base is not an absolute URL
  BW_NOTE_BASE_SYNTAX = 50,             ///< a Base header without <URL:...>
  BW_NOTE_BASE_DUPLICATE = 51,          ///< a second base header; the first counts
  BW_NOTE_BASE_NOT_HIERARCHICAL = 52,   ///< a header base that has no hierarchy
  /// a base that is refused, or has a data: or javascript: URL, is no base
  BW_NOTE_BASE_REFUSED = 53,
  BW_NOTE_BASE_RELATIVE = 54,           ///< a relative base was resolved against the outer base
  BW_NOTE_BASE_RELATIVE_NO_OUTER = 55,  ///< a relative base without outer base
  BW_NOTE_BASE_LATER = 56,              ///< a later base element; the first counts
  /// entities of XML that contain themselves or expand to more than the limit
  BW_NOTE_LIMIT_ENTITIES = 57,
  /// XML with an error; browsers show what stands before it, other readers may go on
  BW_NOTE_XML_SYNTAX = 58,
  /// a style sheet in XSLT makes another document of this one; it was not applied
  BW_NOTE_STYLE_SHEET_XSLT = 59,
  BW_NOTE_LABEL_DUPLICATE = 60,  ///< equal labels of two parts; the first counts
  BW_NOTE_START_UNKNOWN = 61,    ///< the start parameter names no part
  BW_NOTE_ENTITY_PARTS = 62,     ///< parts that their entity's header does not allow
  BW_NOTE_ENTITY_TEXT = 63,      ///< text beside the parts of an entity
  BW_NOTE_FIELD_LINE_END = 64,   ///< a field holds a line end that is no fold
  BW_NOTE_DECODED_MESSAGE = 65,  ///< a transfer-encoded message was decoded and walked
  BW_NOTE_LIMIT_DECODED = 66,    ///< encoded messages in one another are more than the limit
  /// other readings cost more than twice the message, or are too many
  BW_NOTE_LIMIT_READINGS = 67,
  BW_NOTE_LIMIT_WORK = 68,         ///< the message takes more work than the limit
  BW_NOTE_LIMIT_LINKS = 69,        ///< more links than the limit
  BW_NOTE_DOCUMENT_REPAIRED = 70,  ///< a document is damaged, and was read all the same
  BW_NOTE_LIMIT_DOCUMENTS = 71,    ///< documents take more than the limits grant to be opened
  BW_NOTE_LIMIT_OUTPUT = 72,       ///< expanded URLs were left out to bound the output
  BW_NOTE_LIMIT_NOTES = 73,        ///< more notes of one code than the limit
  /// a From line in the body, where some readers begin another message
  BW_NOTE_ENVELOPE_LATER = 74,
} bw_note_code;
BW_API const char* bw_note_name(bw_note_code code);
BW_API const char* bw_note_meaning(bw_note_code code);
BW_API bw_level bw_note_level(bw_note_code code);

/// Why something was not searched for links.
typedef enum bw_unread_why BW_INT {
  BW_UNREAD_NO_OPENER = 0,      ///< a kind of file that nothing here opens
  BW_UNREAD_ENCRYPTED = 1,      ///< only its addressee can read it
  BW_UNREAD_SIGNED_OPAQUE = 2,  ///< wrapped in its signature (S/MIME)
  BW_UNREAD_NOT_TEXT = 3,       ///< sound, video, fonts, signatures: no reader finds a link in them
  BW_UNREAD_LIMIT = 4,          ///< behind a limit: see bw_unread::limit
  BW_UNREAD_DAMAGED = 5,        ///< bytes of a document are not what they should be
} bw_unread_why;
BW_API const char* bw_unread_why_name(bw_unread_why why);
BW_API const char* bw_unread_why_meaning(bw_unread_why why);

/// What a message is to all its readers together.
typedef enum bw_verdict BW_INT {
  BW_VERDICT_CLEAR = 0,    ///< everything was read, and every reading has the same links
  BW_VERDICT_DIFFERS = 1,  ///< another reading has links that the first has not
  /// no reading differs, but something that a reader could open was not read
  BW_VERDICT_UNREAD = 2,
} bw_verdict;
BW_API const char* bw_verdict_name(bw_verdict verdict);

/// A transfer encoding (RFC 2045 6).
typedef enum bw_encoding BW_INT {
  BW_ENCODING_IDENTITY = 0,          ///< 7bit, 8bit, binary, or none named
  BW_ENCODING_BASE64 = 1,            ///< base64
  BW_ENCODING_QUOTED_PRINTABLE = 2,  ///< quoted-printable
  BW_ENCODING_UUENCODE = 3,          ///< x-uuencode, x-uue, uuencode
  BW_ENCODING_UNKNOWN = 4,  ///< any other name: the bytes are taken as they are, with a note
} bw_encoding;
/// What a part holds.
typedef enum bw_part_kind BW_INT {
  BW_PART_LEAF = 0,       ///< a body that holds no entities (or that was not opened: see `gap`)
  BW_PART_MULTIPART = 1,  ///< children are its body parts
  BW_PART_MESSAGE = 2,    ///< exactly one child: the message inside
} bw_part_kind;

/// One link.
typedef struct bw_link {
  size_t size;
  bw_string part;       ///< IMAP section number: "1", "2.1"; "0" is a multipart's own header
  bw_string type;       ///< media type of the part
  bw_string where;      ///< its place in words: "a[href]"
  bw_string element;    ///< of its place: "a"; may be empty
  bw_string attribute;  ///< of its place: "href"; may be empty
  bw_string around;     ///< of its place, in words; may be empty
  bw_string raw;        ///< as the reader's program sees it; UTF-8
  bw_string base;       ///< the base in force; absent where there is none, or it was left out
  bw_string base_part;  ///< section of the part that declared it; may be empty
  bw_string url;        ///< the answer under the chosen rules, or absent
  bw_string clicked;    ///< what a browser would open, or absent
  bw_string target;     ///< section of the part that it names in a bundle, or absent
  bw_string text;       ///< what a reader sees of it; absent where it has no text of its own
  size_t at;            ///< offset of its written form in the message; BW_NONE where it was decoded
  uint32_t flags;       ///< of bw_flag
  bw_link_status status;
  bw_base_from base_from;
  bw_doubt reading;  ///< the doubt that only another reading's links have, or BW_DOUBT_NONE
  bw_role role;      ///< of its place
  bw_space space;    ///< of its element
  int conditional;   ///< it stands in a conditional comment, which browsers skip
  int loaded;        ///< of "link[href]": browsers load it with the page
  int in_document;   ///< it stands in a document that was opened
} bw_link;

/// One part, told before its links.
typedef struct bw_part {
  size_t size;
  bw_string section;
  bw_string type;
  bw_string base;  ///< the effective base; absent where there is none, or it was left out
  bw_string base_part;
  size_t depth;   ///< 0 for the message itself; goes on counting in decoded messages
  size_t offset;  ///< of its first byte in the message (of its enclosing body, if decoded)
  size_t length;  ///< bytes of the body as sent
  size_t index;   ///< of its entity in the bw_tree of the message; BW_NONE in what was decoded
  bw_part_kind kind;
  bw_base_from base_from;
  int decoded;      ///< it lies in a message that was transfer-encoded or attached
  int in_document;  ///< it lies in a document that was opened
} bw_part;

/// The text of a part as it was searched, told before its links.
typedef struct bw_text {
  size_t size;
  bw_string section;
  bw_string type;     ///< that it was read as
  bw_string text;     ///< UTF-8
  bw_string charset;  ///< of the bytes, in lower case
  bw_encoding encoding;
  bw_doubt reading;  ///< that another reading decides otherwise, or BW_DOUBT_NONE
  int in_document;
} bw_text;

/// Another reading of a part, told behind the first reading of the message.
typedef struct bw_reading {
  size_t size;
  bw_string section;
  size_t offset;  ///< of the doubt in the message (of the enclosing body, if decoded)
  bw_doubt doubt;
} bw_reading;

/// What was odd.
typedef struct bw_note {
  size_t size;
  bw_string section;
  bw_string text;  ///< the thing itself or a detail; may be empty
  size_t offset;   ///< in the message (of the enclosing body, if decoded)
  bw_note_code code;
} bw_note;

/// A leaf, or a stretch of one, in which no link was looked for.
typedef struct bw_unread {
  size_t size;
  bw_string section;
  bw_string type;
  bw_string file_name;  ///< may be empty
  bw_string name;       ///< "no-opener"; of a limit its note's name: "limit-links"
  bw_string text;       ///< more of it, in a few words; may be empty
  size_t offset;        ///< in the message (of the enclosing body, if decoded)
  size_t length;        ///< bytes as sent
  bw_unread_why why;
  /// Of BW_UNREAD_LIMIT the note that says so; -1 of "limit-message-bytes", which has none: nothing
  /// of the message was looked at
  bw_note_code limit;
} bw_unread;

/// A leaf that was opened, told before its links and the parts in it.
typedef struct bw_document {
  size_t size;
  bw_string section;
  bw_string format;       ///< "pdf", "zip": what opened it
  bw_string file_name;    ///< may be empty
  bw_string base;         ///< that it declares, as written, or absent
  bw_string opened_with;  ///< where it was encrypted: "empty password", or absent
  bw_string password;     ///< that word; may be empty
  size_t offset;          ///< in the message (of the enclosing body, if decoded)
  size_t length;          ///< bytes, decoded
  size_t references;      ///< that were found in it
  size_t texts;
  size_t parts;
  int in_document;  ///< it lies in another one
} bw_document;

/// Counts of one walk.
typedef struct bw_summary {
  size_t size;
  size_t parts;
  size_t links;
  size_t other_links;  ///< of those: that the first reading has not
  size_t notes;
  size_t unread;  ///< what a reader could open and was not read
  size_t documents;
  bw_verdict verdict;
  int stopped;  ///< by the visitor
} bw_summary;

// The walk.

/// Walks messages one after the other, keeping its buffers.
typedef struct bw_walker bw_walker;

/// `options` may be NULL, and is copied.  BW_ERROR_OPTION: "limit" (there is no such limit),
/// "not-built" (a kind of document), "not-absolute" and "not-hierarchical" (`retrieved`), "scheme"
/// (`assume_scheme`), "rules" (as bw_base_resolve has it).
BW_API bw_status bw_walker_new(const bw_walk_options* options, bw_walker** walker, bw_error* error);
BW_API void bw_walker_free(bw_walker* walker);

/// Callbacks of a walk, each of which may be NULL.  What they are given is good until they return;
/// they may use other handles, but not the walker.  Not 0: the walk stops.
typedef struct bw_visitor {
  size_t size;
  int (*part)(void* context, const bw_part* part);
  int (*text)(void* context, const bw_text* text);
  int (*link)(void* context, const bw_link* link);
  int (*note)(void* context, const bw_note* note);
  int (*unread)(void* context, const bw_unread* unread);
  int (*document)(void* context, const bw_document* document);
  int (*reading)(void* context, const bw_reading* reading);
} bw_visitor;

/// Reads and walks a message and tells everything in the order of its bytes.  Copies nothing.
/// `summary` may be NULL.  BW_OK where a callback has stopped it, too: bw_summary::stopped.
BW_API bw_status bw_walker_visit(bw_walker* walker, const char* bytes, size_t size,
                                 const bw_visitor* visitor, void* context, bw_summary* summary,
                                 bw_error* error);

/// What a bw_message holds, as bits.
typedef enum bw_want BW_INT {
  BW_WANT_LINKS = 1 << 0,      ///< bw_message_links
  BW_WANT_PARTS = 1 << 1,      ///< bw_message_parts
  BW_WANT_NOTES = 1 << 2,      ///< bw_message_notes
  BW_WANT_UNREAD = 1 << 3,     ///< bw_message_unread
  BW_WANT_DOCUMENTS = 1 << 4,  ///< bw_message_documents
  BW_WANT_READINGS = 1 << 5,   ///< bw_message_readings
  BW_WANT_ALL = 63,            ///< all of them
} bw_want;

/// What was found in one message, with texts of its own.
typedef struct bw_message bw_message;

/// Reads and walks a message and keeps what is wanted.  Needs the bytes no longer than the call,
/// and the walker no longer either.  Memory: what was found, some 300 bytes and its texts for each
/// link.
BW_API bw_status bw_walker_read(bw_walker* walker, const char* bytes, size_t size, uint32_t want,
                                bw_message** message, bw_error* error);
BW_API void bw_message_free(bw_message* message);
BW_API const bw_summary* bw_message_summary(const bw_message* message);
/// All of a kind in the order of the message, and how many there are; no call for each is needed.
/// NULL and 0 where there are none, or they were not wanted.
BW_API const bw_link* const* bw_message_links(const bw_message* message, size_t* count);
BW_API const bw_part* const* bw_message_parts(const bw_message* message, size_t* count);
BW_API const bw_note* const* bw_message_notes(const bw_message* message, size_t* count);
BW_API const bw_unread* const* bw_message_unread(const bw_message* message, size_t* count);
BW_API const bw_document* const* bw_message_documents(const bw_message* message, size_t* count);
BW_API const bw_reading* const* bw_message_readings(const bw_message* message, size_t* count);

// The tree of a message: where its parts lie in the bytes.

/// A range of bytes of the message: [begin, end).
typedef struct bw_span {
  size_t begin;
  size_t end;
} bw_span;

/// One header field as it stands in the message.
typedef struct bw_field {
  size_t size;
  bw_string name;   ///< empty for a line that has no colon
  bw_string value;  ///< behind the colon, folds and leading blank included
  size_t offset;    ///< of its first byte
  size_t end;       ///< behind its last line end
} bw_field;

/// One entity: a message or a body part (RFC 2045 2.4).
typedef struct bw_entity {
  size_t size;
  bw_string section;     ///< IMAP section number
  bw_string media_type;  ///< lower case, without parameters; the default where none is declared
  size_t parent;         ///< index of the enclosing part; BW_NONE for the first
  size_t subtree_end;    ///< index behind the last descendant
  size_t ordinal;        ///< position among its siblings, from 1
  size_t depth;          ///< 0 for the first
  size_t first_field;    ///< its header: fields [first_field, fields_end) of the tree
  size_t fields_end;
  bw_span header;    ///< to the blank line, exclusive
  bw_span body;      ///< without the line end that belongs to the next boundary
  bw_span preamble;  ///< of a multipart: before its first delimiter
  bw_span epilogue;  ///< of a multipart: behind its closing one
  bw_part_kind kind;
  bw_encoding encoding;  ///< as declared
  int gap;               ///< a limit was reached: it holds entities that were not opened
} bw_entity;

/// The parts of a message in the order of their first bytes.
typedef struct bw_tree bw_tree;

/// Reads the structure of a message.  `bytes` must be there until the tree is freed.  Any bytes
/// have a tree of at least one part.
BW_API bw_status bw_tree_new(const char* bytes, size_t size, const bw_limit* limits,
                             size_t limit_count, bw_tree** tree, bw_error* error);
BW_API void bw_tree_free(bw_tree* tree);
BW_API const bw_entity* const* bw_tree_entities(const bw_tree* tree, size_t* count);
/// Of all parts, in the order of their bytes.
BW_API const bw_field* const* bw_tree_fields(const bw_tree* tree, size_t* count);
/// The first field of that name (ASCII case does not matter) in the header of part `index`; NULL
/// where there is none.
BW_API const bw_field* bw_tree_find(const bw_tree* tree, size_t index, const char* name,
                                    size_t size);
/// What was odd about the structure.
BW_API const bw_note* const* bw_tree_notes(const bw_tree* tree, size_t* count);
/// Writes the body of part `index` without its transfer encoding, piece by piece.
BW_API bw_status bw_tree_decode(const bw_tree* tree, size_t index, bw_write write, void* context,
                                bw_error* error);
/// Appends the value of a field for people: unfolded, encoded words decoded (RFC 2047), UTF-8.
BW_API bw_status bw_decode_field(const char* value, size_t size, bw_buffer* out, bw_error* error);

// Rewriting: other links in a message, and every other byte as it came (docs/rewriting.md).

typedef struct bw_rewrite_options {
  size_t size;
  const bw_walk_options* walk;  ///< NULL: the defaults.  `targets` does not matter
  int absolute;        ///< a relative reference that has a base becomes the answer; on by default
  int drop_base;       ///< `<base>` elements go
  int unwrap;          ///< what a known wrapper leads to takes its place
  int defang;          ///< a link that a reader may follow becomes hxxps://example[.]com/
  int cid_inline;      ///< an image that is a part of the message becomes a data: URL
  int edit_signed;     ///< also below multipart/signed and in texts with an inline PGP signature
  int settle;          ///< where another reading has links of its own, the doubt is taken away
  int mark;            ///< X-Basewalk-... fields are added, those that came are removed
  int signatures;      ///< say what becomes of signatures (bw_rewritten_signatures)
  bw_string wrap;      ///< `https://guard.example/?u={url}&m={mac}`; absent: no wrapping
  bw_string wrap_key;  ///< of the HMAC; required with `{mac}`, and only there
  /// Which links are edited at all: "scheme=http", "host=.example.com", "flag=base-split".
  const bw_string* only;
  size_t only_count;
  /// Keys that codes were made with earlier: what they have wrapped is not wrapped again.
  const bw_string* previous_keys;
  size_t previous_key_count;
  unsigned
      wrap_lifetime;  ///< days that a link can be opened; required with `{expires}`, and only there
  /// Templates of this site's own: what they have wrapped becomes what it was.  Those with `{mac}`
  /// need `wrap_key`.
  const bw_string* unwrap_from;
  size_t unwrap_from_count;
} bw_rewrite_options;
/// The defaults.  `size` is what the program has for the struct: `sizeof options`.
BW_API void bw_rewrite_options_init(bw_rewrite_options* options, size_t size);

/// Rewrites messages one after the other, keeping its buffers.
typedef struct bw_rewriter bw_rewriter;

/// `options` may be NULL, and is copied.  BW_ERROR_OPTION: those of bw_walker_new, "template",
/// "unwrap-from" (the same of one of those), "key", "lifetime", "options" (two that exclude each
/// other), "condition".
BW_API bw_status bw_rewriter_new(const bw_rewrite_options* options, bw_rewriter** rewriter,
                                 bw_error* error);
BW_API void bw_rewriter_free(bw_rewriter* rewriter);

/// What was done to a link.
typedef enum bw_edit_kind BW_INT {
  BW_EDIT_ABSOLUTE = 0,    ///< a relative reference became the answer
  BW_EDIT_DROP_BASE = 1,   ///< a `<base>` went
  BW_EDIT_UNWRAP = 2,      ///< what a wrapper leads to took its place
  BW_EDIT_DEFANG = 3,      ///< nobody can follow it any more
  BW_EDIT_CID_INLINE = 4,  ///< an image became a data: URL
  BW_EDIT_WRAP = 5,        ///< it leads to the guard
} bw_edit_kind;
BW_API const char* bw_edit_kind_name(bw_edit_kind kind);
/// Why something stayed although the options ask for it.
typedef enum bw_kept_why BW_INT {
  BW_KEPT_SIGNED_PART = 0,    ///< multipart/signed, application/pkcs7-mime, an inline PGP signature
  BW_KEPT_ENCRYPTED = 1,      ///< multipart/encrypted and the like: nothing in it is read
  BW_KEPT_CHARSET = 2,        ///< its charset has shifts, or cannot be decoded in steps
  BW_KEPT_ENCODING = 3,       ///< uuencode, an unknown transfer encoding
  BW_KEPT_NOT_WRITABLE = 4,   ///< decoded more than once (data:, scripts), or put together
  BW_KEPT_DECODED = 5,        ///< lies in a message that was itself transfer-encoded or attached
  BW_KEPT_DOCUMENT = 6,       ///< stands in a document that was opened, which is not edited
  BW_KEPT_AMBIGUOUS = 7,      ///< the part can be read in several ways, and this is not the first
  BW_KEPT_HEADER = 8,         ///< stands in a header field
  BW_KEPT_SAME_DOCUMENT = 9,  ///< names a place in its own document, whose base is no <base>
  BW_KEPT_NEEDED_BASE = 10,   ///< <base> stays, because a reference that needs it does
  /// a form's GET would replace the query that the template has its URL in
  BW_KEPT_FORM_QUERY = 11,
  BW_KEPT_LIMIT = 12,  ///< a limit: message-bytes, links, output-factor
  /// the edited part, or another reading of the result, did not read back as it should
  BW_KEPT_CHECK = 13,
  /// the template takes what a guard can open alone, and it leads elsewhere (file, smb, webcal)
  BW_KEPT_SCHEME = 14,
} bw_kept_why;
BW_API const char* bw_kept_why_name(bw_kept_why why);
BW_API const char* bw_kept_why_meaning(bw_kept_why why);
/// What kind of signature there is.
typedef enum bw_signature_kind BW_INT {
  BW_SIGNATURE_DKIM = 0,         ///< DKIM-Signature
  BW_SIGNATURE_ARC_MESSAGE = 1,  ///< ARC-Message-Signature
  BW_SIGNATURE_ARC_SEAL = 2,     ///< ARC-Seal
  BW_SIGNATURE_SMIME = 3,        ///< S/MIME
  BW_SIGNATURE_PGP = 4,          ///< PGP
  BW_SIGNATURE_OTHER = 5,        ///< multipart/signed by another protocol
} bw_signature_kind;
BW_API const char* bw_signature_kind_name(bw_signature_kind kind);
/// What a change does to a signature.
typedef enum bw_signature_verdict BW_INT {
  BW_SIGNATURE_KEPT = 0,        ///< nothing that it signs has changed
  BW_SIGNATURE_BROKEN = 1,      ///< it held as far as hashes tell, and does not any more
  BW_SIGNATURE_WAS_BROKEN = 2,  ///< its body hash did not fit the message as it came
  BW_SIGNATURE_UNKNOWN = 3,     ///< it cannot be read, or uses an algorithm that is not known
} bw_signature_verdict;
BW_API const char* bw_signature_verdict_name(bw_signature_verdict verdict);

/// Bytes [begin, end) of the message, and what stands there instead.
typedef struct bw_splice {
  size_t size;
  size_t begin;
  size_t end;
  bw_string bytes;
} bw_splice;

/// One thing that was changed.
typedef struct bw_edit {
  size_t size;
  bw_string section;
  bw_string where;  ///< "a[href]"
  bw_string from;   ///< as it was read, at most 500 bytes
  bw_string to;     ///< as it is read now, at most 500 bytes; empty for what went
  size_t offset;    ///< of the first byte that changed, in the message that was given
  bw_edit_kind kind;
  bw_doubt reading;  ///< that has the link where the first has not, or BW_DOUBT_NONE
} bw_edit;

/// One thing that was not, although the options ask for it.
typedef struct bw_kept {
  size_t size;
  bw_string section;
  bw_string where;
  bw_string from;
  size_t offset;  ///< of the reference where known, else of the part's body
  bw_kept_why why;
} bw_kept;

/// Links that another reading has and that stay, or a doubt that was taken away.
typedef struct bw_left_doubt {
  size_t size;
  bw_string section;
  size_t offset;  ///< of the doubt where known, else of the part's body
  size_t links;   ///< 0 of a doubt that was taken away
  bw_doubt doubt;
} bw_left_doubt;

/// A header field that a mark adds.
typedef struct bw_mark {
  size_t size;
  bw_string name;
  bw_string value;
} bw_mark;

/// A signature, and what the change does to it.
typedef struct bw_signature {
  size_t size;
  bw_string section;
  bw_string domain;
  bw_string selector;
  bw_string reason;   ///< what broke it, or why it is unknown
  size_t offset;      ///< of the field, or of the signed part
  uint32_t instance;  ///< i= of ARC
  bw_signature_kind kind;
  bw_signature_verdict verdict;
} bw_signature;

/// What became of one message, in numbers.
typedef struct bw_rewritten_info {
  size_t size;
  size_t length;      ///< bytes of the result
  size_t body;        ///< offset, in the message that was given, of the body behind its header
  size_t edit_count;  ///< of all; bw_rewritten_edits has the first 10,000
  size_t kept_count;
  size_t doubt_count;
  size_t unread_count;
  size_t links;
  uint32_t flags;  ///< of any link, of bw_flag
  int changed;
  bw_verdict verdict;
} bw_rewritten_info;

/// What became of one message.
typedef struct bw_rewritten bw_rewritten;

/// Rewrites a message; what cannot be edited is kept and told.  `bytes` must be there until the
/// result is freed; the rewriter need not.  Memory: the largest text of the message a few times.
BW_API bw_status bw_rewriter_rewrite(bw_rewriter* rewriter, const char* bytes, size_t size,
                                     bw_rewritten** rewritten, bw_error* error);
BW_API void bw_rewritten_free(bw_rewritten* rewritten);
BW_API const bw_rewritten_info* bw_rewritten_get_info(const bw_rewritten* rewritten);
/// Appends the message as it is now, whole or not at all.
BW_API bw_status bw_rewritten_append(const bw_rewritten* rewritten, bw_buffer* out,
                                     bw_error* error);
/// Writes the message as it is now, in pieces.  Nothing is written of a result that is not whole.
/// After any status but BW_OK what was written is no message, and is to be thrown away.
BW_API bw_status bw_rewritten_write(const bw_rewritten* rewritten, bw_write write, void* context,
                                    bw_error* error);
/// What takes the place of what; sorted, not overlapping.
BW_API const bw_splice* const* bw_rewritten_splices(const bw_rewritten* rewritten, size_t* count);
BW_API const bw_edit* const* bw_rewritten_edits(const bw_rewritten* rewritten, size_t* count);
BW_API const bw_kept* const* bw_rewritten_kept(const bw_rewritten* rewritten, size_t* count);
BW_API const bw_left_doubt* const* bw_rewritten_doubts(const bw_rewritten* rewritten,
                                                       size_t* count);
BW_API const bw_left_doubt* const* bw_rewritten_settled(const bw_rewritten* rewritten,
                                                        size_t* count);
/// Of these bw_unread::text is empty, and ::why and ::limit are not told: ::name has it.
BW_API const bw_unread* const* bw_rewritten_unread(const bw_rewritten* rewritten, size_t* count);
BW_API const bw_mark* const* bw_rewritten_marks(const bw_rewritten* rewritten, size_t* count);
/// None unless bw_rewrite_options::signatures asks for them.
BW_API const bw_signature* const* bw_rewritten_signatures(const bw_rewritten* rewritten,
                                                          size_t* count);

// MHTML bundles (docs/bundles.md).

/// One part of a bundle, and how the others use it.
typedef struct bw_bundle_part {
  size_t size;
  bw_string section;
  bw_string type;
  bw_string content_id;  ///< without brackets; empty where there is none
  bw_string location;    ///< Content-Location, decoded; empty where there is none
  bw_string resolved;    ///< that, resolved; empty where there is none or it would be too long
  bw_string base;        ///< its effective base; empty where there is none, or it was left out
  size_t index;          ///< of its entity in the bw_tree of the message
  size_t depth;
  size_t length;      ///< bytes of the body as sent
  size_t references;  ///< in other parts, that name it
  bw_base_from base_from;
  int is_root;  ///< it is shown first
} bw_bundle_part;

/// A bundle in numbers.
typedef struct bw_bundle_info {
  size_t size;
  size_t root;      ///< index of the part that is shown first; BW_NONE where there is none to show
  size_t parts;     ///< of the message
  size_t inside;    ///< references to a part
  size_t external;  ///< all others
} bw_bundle_info;

/// A message as a bundle of a page and what it uses.
typedef struct bw_bundle bw_bundle;

/// Reads a bundle.  `bytes` must be there until it is freed.  `options` may be NULL; its `profile`
/// says how references are matched.
BW_API bw_status bw_bundle_new(const char* bytes, size_t size, const bw_walk_options* options,
                               bw_bundle** bundle, bw_error* error);
BW_API void bw_bundle_free(bw_bundle* bundle);
BW_API const bw_bundle_info* bw_bundle_get_info(const bw_bundle* bundle);
BW_API const bw_bundle_part* const* bw_bundle_parts(const bw_bundle* bundle, size_t* count);
/// Labels that came twice, `start` parameters that name nothing, limits behind which references
/// were not counted ...
BW_API const bw_note* const* bw_bundle_notes(const bw_bundle* bundle, size_t* count);

/// How much a finding matters.
typedef enum bw_severity BW_INT {
  BW_SEVERITY_WARNING = 0,  ///< against a standard, or what only some readers understand
  /// a MUST is broken, something cannot be shown, or a browser refuses the whole file
  BW_SEVERITY_ERROR = 1,
} bw_severity;
/// What is wrong with a bundle.
typedef enum bw_finding_code BW_INT {
  BW_FINDING_NOT_A_BUNDLE = 0,        ///< there is no multipart/related
  BW_FINDING_NO_PAGE = 1,             ///< there is no HTML part to show
  BW_FINDING_BLANK_FIRST = 2,         ///< blank lines before the header
  BW_FINDING_LINE_ENDS_LF = 3,        ///< a line of a header, or a boundary, ends with LF alone
  BW_FINDING_LINE_ENDS_BODY = 4,      ///< lines of a text end with LF alone
  BW_FINDING_BOUNDARY_MISSING = 5,    ///< a multipart whose parts no boundary sets apart
  BW_FINDING_BOUNDARY_UNCLOSED = 6,   ///< no closing boundary: the file may be cut off
  BW_FINDING_BOUNDARY_SPACE = 7,      ///< blanks behind a boundary
  BW_FINDING_BOUNDARY_DUPLICATE = 8,  ///< several boundary parameters
  BW_FINDING_BOUNDARY_IN_BODY = 9,    ///< boundary text in a part with the encoding binary
  BW_FINDING_BOUNDARY_NEAR = 10,      ///< boundary text in a part without an encoding
  BW_FINDING_BOUNDARY_DOUBTFUL = 11,  ///< readers may disagree where parts end
  BW_FINDING_ENCODING_MISSING = 12,  ///< a part without Content-Transfer-Encoding; browsers lose it
  BW_FINDING_ENCODING_UNKNOWN = 13,  ///< a Content-Transfer-Encoding that is none of RFC 2045
  BW_FINDING_BASE64_BAD = 14,        ///< what is no base64 in base64
  BW_FINDING_BASE64_PADDING = 15,    ///< base64 with too little or too much padding
  BW_FINDING_CHARSET_MISSING = 16,   ///< a text says nowhere which charset it is in
  BW_FINDING_CHARSET_WRONG = 17,     ///< a text is not in the charset that it names
  BW_FINDING_CONTENT_BASE = 18,      ///< Content-Base must not be sent; browsers ignore it
  BW_FINDING_LABEL_DUPLICATE = 19,   ///< another part has the same label
  BW_FINDING_LABEL_REPEATED = 20,    ///< two labels of one kind
  /// a Content-Location that is not absolute; browsers lose the part
  BW_FINDING_LABEL_RELATIVE = 21,
  BW_FINDING_LABEL_MISSING = 22,      ///< a part without a label: nothing can refer to it
  BW_FINDING_PART_UNREFERENCED = 23,  ///< nothing refers to this part
  BW_FINDING_START_UNKNOWN = 24,      ///< the start parameter names no part
  BW_FINDING_START_NOT_FIRST = 25,   ///< browsers show the first page, not the one that start names
  BW_FINDING_TYPE_MISSING = 26,      ///< no type parameter
  BW_FINDING_TYPE_DIFFERS = 27,      ///< the type parameter is not the type of the root
  BW_FINDING_MULTIPART_NESTED = 28,  ///< a multipart inside the bundle: browsers lose what is in it
  BW_FINDING_CID_ESCAPED = 29,       ///< a cid: with escapes: browsers do not decode them
  BW_FINDING_REFERENCE_LENIENT = 30,   ///< a reference that only lenient readers match
  BW_FINDING_REFERENCE_MISSING = 31,   ///< a reference that names no part and leads nowhere else
  BW_FINDING_REFERENCE_LOCAL = 32,     ///< a file on the writer's machine that is not in the bundle
  BW_FINDING_REFERENCE_EXTERNAL = 33,  ///< the page shows something that is not in the bundle
  BW_FINDING_TYPE_WRONG = 34,          ///< a part is used as something else than its type says
  BW_FINDING_NOT_READ = 35,            ///< what lies behind a limit was not looked at
  BW_FINDING_REFERENCE_FRAGMENT = 36,  ///< browsers look for a label with its fragment
  BW_FINDING_BASE_RELATIVE = 37,       ///< browsers resolve it against the URL of the file
} bw_finding_code;
BW_API const char* bw_severity_name(bw_severity severity);
BW_API const char* bw_finding_name(bw_finding_code code);
BW_API const char* bw_finding_meaning(bw_finding_code code);
/// "RFC 2557 7"
BW_API const char* bw_finding_clause(bw_finding_code code);
BW_API bw_severity bw_finding_severity(bw_finding_code code);
/// Does Chromium refuse the whole file?
BW_API int bw_finding_is_refused(bw_finding_code code);

typedef struct bw_finding {
  size_t size;
  bw_string section;
  bw_string text;  ///< the thing itself, at most some 200 bytes
  size_t offset;   ///< into the bytes that were given
  bw_finding_code code;
} bw_finding;

typedef struct bw_check_info {
  size_t size;
  size_t parts;
  size_t inside;    ///< references to a part of the bundle
  size_t external;  ///< references that lead out of it
  size_t errors;
  size_t warnings;
  size_t omitted;  ///< findings that are counted only
  int is_bundle;   ///< there is a multipart/related with something to show
} bw_check_info;

/// What is wrong with a bundle, and which readers it stops.
typedef struct bw_check bw_check;

/// Checks a bundle.  Needs the bytes no longer than the call.  `options` may be NULL.
BW_API bw_status bw_check_new(const char* bytes, size_t size, const bw_walk_options* options,
                              bw_check** check, bw_error* error);
BW_API void bw_check_free(bw_check* check);
BW_API const bw_check_info* bw_check_get_info(const bw_check* check);
/// By part, then by offset.
BW_API const bw_finding* const* bw_check_findings(const bw_check* check, size_t* count);

typedef struct bw_unpack_options {
  size_t size;
  int keep_scripts;  ///< scripts, handlers of events and javascript: URLs stay
  size_t max_bytes;  ///< the most to write; 0 stands for 16 times the bundle, or 64 MiB
} bw_unpack_options;
/// The defaults.  `size` is what the program has for the struct: `sizeof options`.
BW_API void bw_unpack_options_init(bw_unpack_options* options, size_t size);

/// Takes files one after the other.  Names are single path segments that are safe on every system;
/// each comes once.  Not 0 where something is not possible; nothing more is then asked.
typedef struct bw_files {
  size_t size;
  int (*begin)(void* context, bw_string name);
  int (*write)(void* context, const char* bytes, size_t size);
  int (*end)(void* context);  ///< the file is whole; may be NULL
} bw_files;

/// A file that was written, and the part it is made of.
typedef struct bw_unpacked_file {
  size_t size;
  bw_string name;
  bw_string type;     ///< that it was read as
  bw_string section;  ///< of the part
  size_t length;      ///< bytes that were written
} bw_unpacked_file;

/// What would have been loaded from elsewhere.
typedef struct bw_left_out {
  size_t size;
  bw_string section;  ///< of the part that the reference stands in
  bw_string where;    ///< "img[src]"
  bw_string url;      ///< at most some 500 bytes
} bw_left_out;

typedef struct bw_unpacked_info {
  size_t size;
  size_t length;          ///< bytes of the files, or of the page
  size_t left_out_count;  ///< of all; bw_unpacked_left_out has the first thousand
  /// Resources or texts that were left out to bound the output, and limits of which what lies
  /// behind them was not read.
  size_t too_long;
} bw_unpacked_info;

/// What was made of a bundle.
typedef struct bw_unpacked bw_unpacked;

/// Writes every part to a file of its own in a new folder, which appears whole or not at all.
/// `options` and `unpacked` may be NULL.  BW_ERROR_INPUT: "no-page", "limit-bytes";
/// BW_ERROR_OUTPUT: "exists", "missing", "unwritable".
BW_API bw_status bw_bundle_unpack_folder(bw_bundle* bundle, const bw_unpack_options* options,
                                         const char* folder, bw_unpacked** unpacked,
                                         bw_error* error);
/// The same to callbacks.
BW_API bw_status bw_bundle_unpack(bw_bundle* bundle, const bw_unpack_options* options,
                                  const bw_files* files, void* context, bw_unpacked** unpacked,
                                  bw_error* error);
/// Writes the page with everything it shows in it.  One of XHTML or SVG stays XML: its file needs a
/// name that says so (.xhtml, .svg), as what is text in XML may be a script to who reads HTML.
BW_API bw_status bw_bundle_inline(bw_bundle* bundle, const bw_unpack_options* options,
                                  bw_write write, void* context, bw_unpacked** unpacked,
                                  bw_error* error);
BW_API void bw_unpacked_free(bw_unpacked* unpacked);
BW_API const bw_unpacked_info* bw_unpacked_get_info(const bw_unpacked* unpacked);
BW_API const bw_unpacked_file* const* bw_unpacked_files(const bw_unpacked* unpacked, size_t* count);
BW_API const bw_left_out* const* bw_unpacked_left_out(const bw_unpacked* unpacked, size_t* count);

// Archives: the messages of files, folders, mailboxes, compressed or packed (docs/archives.md).

/// What a source is.
typedef enum bw_archive_kind BW_INT {
  BW_AS_AUTOMATIC = 0,  ///< found from its content
  BW_AS_EML = 1,        ///< one message
  BW_AS_MBOX = 2,       ///< an mbox
  BW_AS_MAILDIR = 3,    ///< a Maildir
  BW_AS_MH = 4,         ///< an MH folder
} bw_archive_kind;
/// Why bytes of a source are in no message.  From BW_TROUBLE_NOT_MAIL on they were passed over, and
/// nothing has failed.
typedef enum bw_trouble BW_INT {
  BW_TROUBLE_UNREADABLE = 0,  ///< the system says why
  BW_TROUBLE_MISSING = 1,     ///< there is nothing of that name
  BW_TROUBLE_CHANGED = 2,     ///< the file became shorter, or another one, while it was read
  BW_TROUBLE_DAMAGED = 3,     ///< bytes of something packed are not what they were
  /// all was read, but a check sum or a length says that it is not what it was
  BW_TROUBLE_DOUBTFUL = 4,
  BW_TROUBLE_INCOMPLETE = 5,  ///< a message whose beginning or end was lost
  BW_TROUBLE_ENCRYPTED = 6,   ///< it is encrypted
  BW_TROUBLE_NO_READER = 7,   ///< a known kind that is not read
  BW_TROUBLE_TOO_DEEP = 8,    ///< packed in packed in packed
  BW_TROUBLE_LIMIT = 9,       ///< behind a limit (bw_item::limit)
  BW_TROUBLE_EMPTY = 10,      ///< there is nothing in it
  BW_TROUBLE_MISUSED = 11,    ///< it is not what was asked for
  BW_TROUBLE_NOT_MAIL = 12,   ///< it has no header that a mail could have
  BW_TROUBLE_INDEX = 13,      ///< what mail programs keep beside messages
  BW_TROUBLE_HIDDEN = 14,     ///< by its name
  BW_TROUBLE_AGAIN = 15,      ///< a second name of what has been read
} bw_trouble;
BW_API const char* bw_trouble_name(bw_trouble trouble);

typedef struct bw_archive_options {
  size_t size;
  bw_archive_kind as;
  size_t batch_bytes;    ///< messages come in batches of about so many; 0 stands for 1 MiB
  size_t message_bytes;  ///< a longer message is a problem; 0 stands for 1 GiB
  size_t unpack_factor;  ///< docs/security.md; 0 stands for the default
  size_t shard_index;    ///< slice shard_index (from 0) of shard_count of all bytes
  size_t shard_count;    ///< 0 stands for 1
  bw_string
      after_source;  ///< go on behind the message that begins at `after_offset` of this source
  uint64_t after_offset;
  int measure;  ///< find out first how many bytes there are (bw_progress::total)
  int account;  ///< give an item at the end of each source (BW_ITEM_END)
  /// Unpack in this process, and not in one that cannot hurt: for what nobody hostile has packed
  int unpack_here;
} bw_archive_options;
/// The defaults.  `size` is what the program has for the struct: `sizeof options`.
BW_API void bw_archive_options_init(bw_archive_options* options, size_t size);

/// What an item is.
typedef enum bw_item_kind BW_INT {
  BW_ITEM_MESSAGE = 0,
  BW_ITEM_PROBLEM = 1,  ///< what could not be read
  BW_ITEM_SKIPPED = 2,  ///< what was passed over
  BW_ITEM_END = 3,      ///< the end of a source
} bw_item_kind;

/// One message, or what is none.
typedef struct bw_item {
  size_t size;
  bw_item_kind kind;
  bw_trouble trouble;     ///< of a problem and of what was skipped
  bw_string source;       ///< "mail.tar.gz/cur/1:2,S"; a name of that form is a source again
  bw_string bytes;        ///< of a message
  bw_string problem;      ///< a sentence without the name, of a problem and of what was skipped
  bw_string limit;        ///< the limit that it is over, by its name: "message-bytes"; else empty
  uint64_t offset;        ///< in the source (in the uncompressed stream)
  uint64_t number;        ///< in its source, from 1; 0 where what stands before was not read
  uint64_t name_number;   ///< which of the names that were given led here, from 0
  uint64_t extent_begin;  ///< bytes of the source that are meant, where extent_length is not 0
  uint64_t extent_length;
  uint64_t end_bytes;     ///< of an end: bytes that the source has
  uint64_t end_messages;  ///< of an end: that were given
  bw_string end_kind;     ///< of an end: "message", "mbox", "archive"
  int is_all;             ///< there is a problem, and nothing else is told of this source
  int worth_a_retry;      ///< what failed may succeed later
} bw_item;

/// How far a reader is.
typedef struct bw_progress {
  size_t size;
  uint64_t done;   ///< bytes read of the files as they lie on disk
  uint64_t total;  ///< bytes of those files; 0 where that is not known
} bw_progress;

/// Reads sources in their order.
typedef struct bw_archive bw_archive;

/// Opens files, folders and archives by their names; "-" is standard input.  Names and `options`
/// (may be NULL) are copied.  Never fails for what cannot be read: that is an item with a problem.
BW_API bw_status bw_archive_new(const bw_string* names, size_t count,
                                const bw_archive_options* options, bw_archive** archive,
                                bw_error* error);
/// The batches that it gave stay good.
BW_API void bw_archive_free(bw_archive* archive);

/// Messages that came together; good after its archive is freed, too.
typedef struct bw_batch bw_batch;

/// The next batch, which is the caller's to free; NULL, and BW_OK, at the end.  Batches may be used
/// by other threads while the next one is read.
BW_API bw_status bw_archive_next(bw_archive* archive, bw_batch** batch, bw_error* error);
/// May be called while another thread is in bw_archive_next.
BW_API bw_status bw_archive_progress(const bw_archive* archive, bw_progress* progress,
                                     bw_error* error);
/// One message found again: the one that begins at `offset` of a source, or a problem.
BW_API bw_status bw_message_at(const char* source, size_t size, uint64_t offset,
                               const bw_archive_options* options, bw_batch** batch,
                               bw_error* error);
BW_API void bw_batch_free(bw_batch* batch);
BW_API const bw_item* const* bw_batch_items(const bw_batch* batch, size_t* count);

#ifdef __cplusplus
}  // extern "C"
#endif
#undef BW_INT

#endif  // BASEWALK_BASEWALK_C_H_

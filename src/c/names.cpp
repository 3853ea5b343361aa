// SPDX-License-Identifier: MIT
//
// The names of all enumerators, and the proof that those of C are those of C++.
#include "c/names.h"

#include <string_view>

#include "basewalk/archive/source.h"
#include "basewalk/base/scope.h"
#include "basewalk/bundle/bundle.h"
#include "basewalk/bundle/check.h"
#include "basewalk/flags.h"
#include "basewalk/note.h"
#include "basewalk/open/kinds.h"
#include "basewalk/rewrite/rewrite.h"
#include "basewalk/rewrite/signatures.h"
#include "basewalk/url/schemes.h"
#include "basewalk/version.h"
#include "basewalk/walk/walk.h"

using namespace basewalk;

#define BW_SAME(of_c, of_cpp) static_assert(static_cast<int>(of_c) == static_cast<int>(of_cpp))
#define BW_BIT(of_c, of_cpp) static_assert(static_cast<int>(of_c) == 1 << static_cast<int>(of_cpp))
// No later one is missing in C.
#define BW_LAST(of_c, Enum) static_assert(static_cast<std::size_t>(of_c) + 1 == enumerators<Enum>())

static_assert(BW_VERSION_MAJOR == BASEWALK_VERSION_MAJOR);
static_assert(BW_VERSION_MINOR == BASEWALK_VERSION_MINOR);
static_assert(BW_VERSION_PATCH == BASEWALK_VERSION_PATCH);

BW_SAME(BW_RULES_RFC1808, url::Rules::rfc1808);
BW_SAME(BW_RULES_RFC2396, url::Rules::rfc2396);
BW_SAME(BW_RULES_RFC3986, url::Rules::rfc3986);
BW_SAME(BW_RULES_WHATWG, url::Rules::whatwg);
BW_LAST(BW_RULES_WHATWG, url::Rules);

BW_SAME(BW_DOTS_KEEP, url::SurplusDots::keep);
BW_SAME(BW_DOTS_DROP, url::SurplusDots::drop);
BW_SAME(BW_DOTS_ERROR, url::SurplusDots::error);
BW_LAST(BW_DOTS_ERROR, url::SurplusDots);

BW_SAME(BW_FAILURE_NONE, url::Failure::none);
BW_SAME(BW_FAILURE_SURPLUS_DOTS, url::Failure::surplus_dots);
BW_SAME(BW_FAILURE_MISSING_SCHEME, url::Failure::missing_scheme);
BW_SAME(BW_FAILURE_HOST_MISSING, url::Failure::host_missing);
BW_SAME(BW_FAILURE_HOST_INVALID_CODE_POINT, url::Failure::host_invalid_code_point);
BW_SAME(BW_FAILURE_DOMAIN_INVALID_CODE_POINT, url::Failure::domain_invalid_code_point);
BW_SAME(BW_FAILURE_DOMAIN_TO_ASCII, url::Failure::domain_to_ascii);
BW_SAME(BW_FAILURE_IPV4_EMPTY_PART, url::Failure::ipv4_empty_part);
BW_SAME(BW_FAILURE_IPV4_TOO_MANY_PARTS, url::Failure::ipv4_too_many_parts);
BW_SAME(BW_FAILURE_IPV4_NON_NUMERIC_PART, url::Failure::ipv4_non_numeric_part);
BW_SAME(BW_FAILURE_IPV4_OUT_OF_RANGE_PART, url::Failure::ipv4_out_of_range_part);
BW_SAME(BW_FAILURE_IPV6_UNCLOSED, url::Failure::ipv6_unclosed);
BW_SAME(BW_FAILURE_IPV6_INVALID_COMPRESSION, url::Failure::ipv6_invalid_compression);
BW_SAME(BW_FAILURE_IPV6_TOO_MANY_PIECES, url::Failure::ipv6_too_many_pieces);
BW_SAME(BW_FAILURE_IPV6_MULTIPLE_COMPRESSION, url::Failure::ipv6_multiple_compression);
BW_SAME(BW_FAILURE_IPV6_INVALID_CODE_POINT, url::Failure::ipv6_invalid_code_point);
BW_SAME(BW_FAILURE_IPV6_TOO_FEW_PIECES, url::Failure::ipv6_too_few_pieces);
BW_SAME(BW_FAILURE_IPV4_IN_IPV6_TOO_MANY_PIECES, url::Failure::ipv4_in_ipv6_too_many_pieces);
BW_SAME(BW_FAILURE_IPV4_IN_IPV6_INVALID_CODE_POINT, url::Failure::ipv4_in_ipv6_invalid_code_point);
BW_SAME(BW_FAILURE_IPV4_IN_IPV6_OUT_OF_RANGE_PART, url::Failure::ipv4_in_ipv6_out_of_range_part);
BW_SAME(BW_FAILURE_IPV4_IN_IPV6_TOO_FEW_PARTS, url::Failure::ipv4_in_ipv6_too_few_parts);
BW_SAME(BW_FAILURE_PORT_OUT_OF_RANGE, url::Failure::port_out_of_range);
BW_SAME(BW_FAILURE_PORT_INVALID, url::Failure::port_invalid);
BW_LAST(BW_FAILURE_PORT_INVALID, url::Failure);

BW_SAME(BW_OUTCOME_ABSOLUTE, url::Outcome::absolute);
BW_SAME(BW_OUTCOME_RESOLVED, url::Outcome::resolved);
BW_SAME(BW_OUTCOME_ERROR, url::Outcome::error);
BW_LAST(BW_OUTCOME_ERROR, url::Outcome);

BW_SAME(BW_SCHEME_DEFINED, url::SchemeKind::defined);
BW_SAME(BW_SCHEME_RESERVED, url::SchemeKind::reserved);
BW_SAME(BW_SCHEME_EXPERIMENTAL, url::SchemeKind::experimental);
BW_SAME(BW_SCHEME_OTHER, url::SchemeKind::other);
BW_LAST(BW_SCHEME_OTHER, url::SchemeKind);

BW_SAME(BW_RELATIVE_NEVER, url::RelativeUse::never);
BW_SAME(BW_RELATIVE_AT_TIMES, url::RelativeUse::at_times);
BW_SAME(BW_RELATIVE_ALWAYS, url::RelativeUse::always);
BW_SAME(BW_RELATIVE_UNKNOWN, url::RelativeUse::unknown);
BW_LAST(BW_RELATIVE_UNKNOWN, url::RelativeUse);

BW_SAME(BW_FIELD_TEXT, url::SchemeField::Kind::text);
BW_SAME(BW_FIELD_NUMBER, url::SchemeField::Kind::number);
BW_SAME(BW_FIELD_LIST, url::SchemeField::Kind::list);
BW_SAME(BW_FIELD_PAIRS, url::SchemeField::Kind::pairs);
BW_LAST(BW_FIELD_PAIRS, url::SchemeField::Kind);

BW_SAME(BW_LINK_ABSOLUTE, Status::absolute);
BW_SAME(BW_LINK_RESOLVED, Status::resolved);
BW_SAME(BW_LINK_GUESSED, Status::guessed);
BW_SAME(BW_LINK_UNRESOLVED, Status::unresolved);
BW_SAME(BW_LINK_INVALID, Status::invalid);
BW_LAST(BW_LINK_INVALID, Status);

BW_SAME(BW_BASE_NONE, BaseFrom::none);
BW_SAME(BW_BASE_HTML_BASE, BaseFrom::html_base);
BW_SAME(BW_BASE_CODEBASE, BaseFrom::codebase);
BW_SAME(BW_BASE_BASE_HEADER, BaseFrom::base_header);
BW_SAME(BW_BASE_CONTENT_BASE, BaseFrom::content_base);
BW_SAME(BW_BASE_CONTENT_LOCATION, BaseFrom::content_location);
BW_SAME(BW_BASE_RETRIEVAL, BaseFrom::retrieval);
BW_SAME(BW_BASE_THISMESSAGE, BaseFrom::thismessage);
BW_SAME(BW_BASE_DOCUMENT, BaseFrom::document);
BW_LAST(BW_BASE_DOCUMENT, BaseFrom);

BW_SAME(BW_ROLE_ATTRIBUTE, extract::Role::attribute);
BW_SAME(BW_ROLE_ELEMENT, extract::Role::element);
BW_SAME(BW_ROLE_TEXT, extract::Role::text);
BW_SAME(BW_ROLE_CSS_URL, extract::Role::css_url);
BW_SAME(BW_ROLE_CSS_IMPORT, extract::Role::css_import);
BW_SAME(BW_ROLE_CSS_IMAGE_SET, extract::Role::css_image_set);
BW_SAME(BW_ROLE_CSS_SRC, extract::Role::css_src);
BW_SAME(BW_ROLE_SCRIPT, extract::Role::script);
BW_SAME(BW_ROLE_HEADER, extract::Role::header);
BW_SAME(BW_ROLE_PROPERTY, extract::Role::property);
BW_SAME(BW_ROLE_DOCUMENT, extract::Role::document);
BW_SAME(BW_ROLE_WRAPPED, extract::Role::wrapped);
BW_SAME(BW_ROLE_NESTED, extract::Role::nested);
BW_LAST(BW_ROLE_NESTED, extract::Role);

BW_SAME(BW_SPACE_HTML, html::Space::html);
BW_SAME(BW_SPACE_SVG, html::Space::svg);
BW_SAME(BW_SPACE_MATH, html::Space::math);
BW_SAME(BW_SPACE_OTHER, html::Space::other);
BW_LAST(BW_SPACE_OTHER, html::Space);

BW_SAME(BW_DOUBT_HEADER_END, Doubt::header_end);
BW_SAME(BW_DOUBT_LINE_ENDS, Doubt::line_ends);
BW_SAME(BW_DOUBT_TYPE_DUPLICATE, Doubt::type_duplicate);
BW_SAME(BW_DOUBT_BOUNDARY_VALUE, Doubt::boundary_value);
BW_SAME(BW_DOUBT_BOUNDARY_PREFIX, Doubt::boundary_prefix);
BW_SAME(BW_DOUBT_BEHIND_CLOSE, Doubt::behind_close);
BW_SAME(BW_DOUBT_TRANSFER, Doubt::transfer);
BW_SAME(BW_DOUBT_BASE64, Doubt::base64);
BW_SAME(BW_DOUBT_CHARSET, Doubt::charset);
BW_SAME(BW_DOUBT_SCRIPTING, Doubt::scripting);
BW_SAME(BW_DOUBT_BASE_CHOICE, Doubt::base_choice);
BW_SAME(BW_DOUBT_MEDIA_TYPE, Doubt::media_type);
BW_SAME(BW_DOUBT_PART_JOINED, Doubt::part_joined);
BW_SAME(BW_DOUBT_MESSAGE_END, Doubt::message_end);
BW_LAST(BW_DOUBT_MESSAGE_END, Doubt);

BW_SAME(BW_LEVEL_ODD, Level::odd);
BW_SAME(BW_LEVEL_DIFFER, Level::differ);
BW_LAST(BW_LEVEL_DIFFER, Level);

BW_SAME(BW_NOTE_LIMIT_DEPTH, NoteCode::limit_depth);
BW_SAME(BW_NOTE_LIMIT_PARTS, NoteCode::limit_parts);
BW_SAME(BW_NOTE_LIMIT_HEADER_BYTES, NoteCode::limit_header_bytes);
BW_SAME(BW_NOTE_BYTE_ORDER_MARK, NoteCode::byte_order_mark);
BW_SAME(BW_NOTE_ENVELOPE_QUOTED, NoteCode::envelope_quoted);
BW_SAME(BW_NOTE_ENVELOPE_INSIDE, NoteCode::envelope_inside);
BW_SAME(BW_NOTE_LINE_ENDS_CR, NoteCode::line_ends_cr);
BW_SAME(BW_NOTE_LINE_ENDS_CRCRLF, NoteCode::line_ends_crcrlf);
BW_SAME(BW_NOTE_LINE_ENDS_MIXED, NoteCode::line_ends_mixed);
BW_SAME(BW_NOTE_HEADER_BARE_CR, NoteCode::header_bare_cr);
BW_SAME(BW_NOTE_HEADER_NUL, NoteCode::header_nul);
BW_SAME(BW_NOTE_HEADER_8BIT, NoteCode::header_8bit);
BW_SAME(BW_NOTE_HEADER_LINE, NoteCode::header_line);
BW_SAME(BW_NOTE_HEADER_NO_END, NoteCode::header_no_end);
BW_SAME(BW_NOTE_HEADER_ONLY, NoteCode::header_only);
BW_SAME(BW_NOTE_HEADER_BLANK_FOLD, NoteCode::header_blank_fold);
BW_SAME(BW_NOTE_HEADER_COLON_BLANK, NoteCode::header_colon_blank);
BW_SAME(BW_NOTE_CONTENT_TYPE_SYNTAX, NoteCode::content_type_syntax);
BW_SAME(BW_NOTE_CONTENT_TYPE_DUPLICATE, NoteCode::content_type_duplicate);
BW_SAME(BW_NOTE_ENCODING_DUPLICATE, NoteCode::encoding_duplicate);
BW_SAME(BW_NOTE_ENCODING_NAME, NoteCode::encoding_name);
BW_SAME(BW_NOTE_ENCODING_UNKNOWN, NoteCode::encoding_unknown);
BW_SAME(BW_NOTE_COMPOSITE_ENCODED, NoteCode::composite_encoded);
BW_SAME(BW_NOTE_MESSAGE_PARTIAL, NoteCode::message_partial);
BW_SAME(BW_NOTE_BOUNDARY_ABSENT, NoteCode::boundary_absent);
BW_SAME(BW_NOTE_BOUNDARY_DUPLICATE, NoteCode::boundary_duplicate);
BW_SAME(BW_NOTE_BOUNDARY_LONG, NoteCode::boundary_long);
BW_SAME(BW_NOTE_BOUNDARY_REUSED, NoteCode::boundary_reused);
BW_SAME(BW_NOTE_BOUNDARY_PREFIX, NoteCode::boundary_prefix);
BW_SAME(BW_NOTE_BOUNDARY_AFTER_CR, NoteCode::boundary_after_cr);
BW_SAME(BW_NOTE_BOUNDARY_AFTER_CLOSE, NoteCode::boundary_after_close);
BW_SAME(BW_NOTE_BOUNDARY_UNCLOSED, NoteCode::boundary_unclosed);
BW_SAME(BW_NOTE_BOUNDARY_REPEATED, NoteCode::boundary_repeated);
BW_SAME(BW_NOTE_BOUNDARY_UNUSED, NoteCode::boundary_unused);
BW_SAME(BW_NOTE_BASE64_JUNK, NoteCode::base64_junk);
BW_SAME(BW_NOTE_BASE64_PADDING, NoteCode::base64_padding);
BW_SAME(BW_NOTE_BASE64_TRUNCATED, NoteCode::base64_truncated);
BW_SAME(BW_NOTE_BASE64_RUNS, NoteCode::base64_runs);
BW_SAME(BW_NOTE_BASE64_URL, NoteCode::base64_url);
BW_SAME(BW_NOTE_QP_ESCAPE, NoteCode::qp_escape);
BW_SAME(BW_NOTE_QP_LOWER_CASE, NoteCode::qp_lower_case);
BW_SAME(BW_NOTE_UU_BEGIN, NoteCode::uu_begin);
BW_SAME(BW_NOTE_UU_END, NoteCode::uu_end);
BW_SAME(BW_NOTE_UU_LINE, NoteCode::uu_line);
BW_SAME(BW_NOTE_UU_TEXT, NoteCode::uu_text);
BW_SAME(BW_NOTE_CHARSET_UNKNOWN, NoteCode::charset_unknown);
BW_SAME(BW_NOTE_CHARSET_MISMATCH, NoteCode::charset_mismatch);
BW_SAME(BW_NOTE_CHARSET_CONFLICT, NoteCode::charset_conflict);
BW_SAME(BW_NOTE_CHARSET_UNDECLARED, NoteCode::charset_undeclared);
BW_SAME(BW_NOTE_BASE_NOT_ABSOLUTE, NoteCode::base_not_absolute);
BW_SAME(BW_NOTE_BASE_SYNTAX, NoteCode::base_syntax);
BW_SAME(BW_NOTE_BASE_DUPLICATE, NoteCode::base_duplicate);
BW_SAME(BW_NOTE_BASE_NOT_HIERARCHICAL, NoteCode::base_not_hierarchical);
BW_SAME(BW_NOTE_BASE_REFUSED, NoteCode::base_refused);
BW_SAME(BW_NOTE_BASE_RELATIVE, NoteCode::base_relative);
BW_SAME(BW_NOTE_BASE_RELATIVE_NO_OUTER, NoteCode::base_relative_no_outer);
BW_SAME(BW_NOTE_BASE_LATER, NoteCode::base_later);
BW_SAME(BW_NOTE_LIMIT_ENTITIES, NoteCode::limit_entities);
BW_SAME(BW_NOTE_XML_SYNTAX, NoteCode::xml_syntax);
BW_SAME(BW_NOTE_STYLE_SHEET_XSLT, NoteCode::style_sheet_xslt);
BW_SAME(BW_NOTE_LABEL_DUPLICATE, NoteCode::label_duplicate);
BW_SAME(BW_NOTE_START_UNKNOWN, NoteCode::start_unknown);
BW_SAME(BW_NOTE_ENTITY_PARTS, NoteCode::entity_parts);
BW_SAME(BW_NOTE_ENTITY_TEXT, NoteCode::entity_text);
BW_SAME(BW_NOTE_FIELD_LINE_END, NoteCode::field_line_end);
BW_SAME(BW_NOTE_DECODED_MESSAGE, NoteCode::decoded_message);
BW_SAME(BW_NOTE_LIMIT_DECODED, NoteCode::limit_decoded);
BW_SAME(BW_NOTE_LIMIT_READINGS, NoteCode::limit_readings);
BW_SAME(BW_NOTE_LIMIT_WORK, NoteCode::limit_work);
BW_SAME(BW_NOTE_LIMIT_LINKS, NoteCode::limit_links);
BW_SAME(BW_NOTE_DOCUMENT_REPAIRED, NoteCode::document_repaired);
BW_SAME(BW_NOTE_LIMIT_DOCUMENTS, NoteCode::limit_documents);
BW_SAME(BW_NOTE_LIMIT_OUTPUT, NoteCode::limit_output);
BW_SAME(BW_NOTE_LIMIT_NOTES, NoteCode::limit_notes);
BW_SAME(BW_NOTE_ENVELOPE_LATER, NoteCode::envelope_later);
BW_LAST(BW_NOTE_ENVELOPE_LATER, NoteCode);

BW_SAME(BW_UNREAD_NO_OPENER, Unread::no_opener);
BW_SAME(BW_UNREAD_ENCRYPTED, Unread::encrypted);
BW_SAME(BW_UNREAD_SIGNED_OPAQUE, Unread::signed_opaque);
BW_SAME(BW_UNREAD_NOT_TEXT, Unread::not_text);
BW_SAME(BW_UNREAD_LIMIT, Unread::limit);
BW_SAME(BW_UNREAD_DAMAGED, Unread::damaged);
BW_LAST(BW_UNREAD_DAMAGED, Unread);

BW_SAME(BW_VERDICT_CLEAR, Verdict::clear);
BW_SAME(BW_VERDICT_DIFFERS, Verdict::differs);
BW_SAME(BW_VERDICT_UNREAD, Verdict::unread);
BW_LAST(BW_VERDICT_UNREAD, Verdict);

BW_SAME(BW_ENCODING_IDENTITY, mime::Encoding::identity);
BW_SAME(BW_ENCODING_BASE64, mime::Encoding::base64);
BW_SAME(BW_ENCODING_QUOTED_PRINTABLE, mime::Encoding::quoted_printable);
BW_SAME(BW_ENCODING_UUENCODE, mime::Encoding::uuencode);
BW_SAME(BW_ENCODING_UNKNOWN, mime::Encoding::unknown);
BW_LAST(BW_ENCODING_UNKNOWN, mime::Encoding);

BW_SAME(BW_PART_LEAF, mime::PartKind::leaf);
BW_SAME(BW_PART_MULTIPART, mime::PartKind::multipart);
BW_SAME(BW_PART_MESSAGE, mime::PartKind::message);
BW_LAST(BW_PART_MESSAGE, mime::PartKind);

BW_SAME(BW_PROFILE_STRICT, bundle::Profile::strict);
BW_SAME(BW_PROFILE_COMPAT, bundle::Profile::compat);
BW_LAST(BW_PROFILE_COMPAT, bundle::Profile);

BW_SAME(BW_EDIT_ABSOLUTE, rewrite::Edit::Kind::absolute);
BW_SAME(BW_EDIT_DROP_BASE, rewrite::Edit::Kind::drop_base);
BW_SAME(BW_EDIT_UNWRAP, rewrite::Edit::Kind::unwrap);
BW_SAME(BW_EDIT_DEFANG, rewrite::Edit::Kind::defang);
BW_SAME(BW_EDIT_CID_INLINE, rewrite::Edit::Kind::cid_inline);
BW_SAME(BW_EDIT_WRAP, rewrite::Edit::Kind::wrap);
BW_LAST(BW_EDIT_WRAP, rewrite::Edit::Kind);

BW_SAME(BW_KEPT_SIGNED_PART, rewrite::Kept::Why::signed_part);
BW_SAME(BW_KEPT_ENCRYPTED, rewrite::Kept::Why::encrypted);
BW_SAME(BW_KEPT_CHARSET, rewrite::Kept::Why::charset);
BW_SAME(BW_KEPT_ENCODING, rewrite::Kept::Why::encoding);
BW_SAME(BW_KEPT_NOT_WRITABLE, rewrite::Kept::Why::not_writable);
BW_SAME(BW_KEPT_DECODED, rewrite::Kept::Why::decoded);
BW_SAME(BW_KEPT_DOCUMENT, rewrite::Kept::Why::document);
BW_SAME(BW_KEPT_AMBIGUOUS, rewrite::Kept::Why::ambiguous);
BW_SAME(BW_KEPT_HEADER, rewrite::Kept::Why::header);
BW_SAME(BW_KEPT_SAME_DOCUMENT, rewrite::Kept::Why::same_document);
BW_SAME(BW_KEPT_NEEDED_BASE, rewrite::Kept::Why::needed_base);
BW_SAME(BW_KEPT_FORM_QUERY, rewrite::Kept::Why::form_query);
BW_SAME(BW_KEPT_LIMIT, rewrite::Kept::Why::limit);
BW_SAME(BW_KEPT_CHECK, rewrite::Kept::Why::check);
BW_SAME(BW_KEPT_SCHEME, rewrite::Kept::Why::scheme);
BW_LAST(BW_KEPT_SCHEME, rewrite::Kept::Why);

BW_SAME(BW_SIGNATURE_DKIM, rewrite::Signature::Kind::dkim);
BW_SAME(BW_SIGNATURE_ARC_MESSAGE, rewrite::Signature::Kind::arc_message);
BW_SAME(BW_SIGNATURE_ARC_SEAL, rewrite::Signature::Kind::arc_seal);
BW_SAME(BW_SIGNATURE_SMIME, rewrite::Signature::Kind::smime);
BW_SAME(BW_SIGNATURE_PGP, rewrite::Signature::Kind::pgp);
BW_SAME(BW_SIGNATURE_OTHER, rewrite::Signature::Kind::other);
BW_LAST(BW_SIGNATURE_OTHER, rewrite::Signature::Kind);

BW_SAME(BW_SIGNATURE_KEPT, rewrite::Signature::Verdict::kept);
BW_SAME(BW_SIGNATURE_BROKEN, rewrite::Signature::Verdict::broken);
BW_SAME(BW_SIGNATURE_WAS_BROKEN, rewrite::Signature::Verdict::was_broken);
BW_SAME(BW_SIGNATURE_UNKNOWN, rewrite::Signature::Verdict::unknown);
BW_LAST(BW_SIGNATURE_UNKNOWN, rewrite::Signature::Verdict);

BW_SAME(BW_SEVERITY_WARNING, bundle::Severity::warning);
BW_SAME(BW_SEVERITY_ERROR, bundle::Severity::error);
BW_LAST(BW_SEVERITY_ERROR, bundle::Severity);

BW_SAME(BW_FINDING_NOT_A_BUNDLE, bundle::FindingCode::not_a_bundle);
BW_SAME(BW_FINDING_NO_PAGE, bundle::FindingCode::no_page);
BW_SAME(BW_FINDING_BLANK_FIRST, bundle::FindingCode::blank_first);
BW_SAME(BW_FINDING_LINE_ENDS_LF, bundle::FindingCode::line_ends_lf);
BW_SAME(BW_FINDING_LINE_ENDS_BODY, bundle::FindingCode::line_ends_body);
BW_SAME(BW_FINDING_BOUNDARY_MISSING, bundle::FindingCode::boundary_missing);
BW_SAME(BW_FINDING_BOUNDARY_UNCLOSED, bundle::FindingCode::boundary_unclosed);
BW_SAME(BW_FINDING_BOUNDARY_SPACE, bundle::FindingCode::boundary_space);
BW_SAME(BW_FINDING_BOUNDARY_DUPLICATE, bundle::FindingCode::boundary_duplicate);
BW_SAME(BW_FINDING_BOUNDARY_IN_BODY, bundle::FindingCode::boundary_in_body);
BW_SAME(BW_FINDING_BOUNDARY_NEAR, bundle::FindingCode::boundary_near);
BW_SAME(BW_FINDING_BOUNDARY_DOUBTFUL, bundle::FindingCode::boundary_doubtful);
BW_SAME(BW_FINDING_ENCODING_MISSING, bundle::FindingCode::encoding_missing);
BW_SAME(BW_FINDING_ENCODING_UNKNOWN, bundle::FindingCode::encoding_unknown);
BW_SAME(BW_FINDING_BASE64_BAD, bundle::FindingCode::base64_bad);
BW_SAME(BW_FINDING_BASE64_PADDING, bundle::FindingCode::base64_padding);
BW_SAME(BW_FINDING_CHARSET_MISSING, bundle::FindingCode::charset_missing);
BW_SAME(BW_FINDING_CHARSET_WRONG, bundle::FindingCode::charset_wrong);
BW_SAME(BW_FINDING_CONTENT_BASE, bundle::FindingCode::content_base);
BW_SAME(BW_FINDING_LABEL_DUPLICATE, bundle::FindingCode::label_duplicate);
BW_SAME(BW_FINDING_LABEL_REPEATED, bundle::FindingCode::label_repeated);
BW_SAME(BW_FINDING_LABEL_RELATIVE, bundle::FindingCode::label_relative);
BW_SAME(BW_FINDING_LABEL_MISSING, bundle::FindingCode::label_missing);
BW_SAME(BW_FINDING_PART_UNREFERENCED, bundle::FindingCode::part_unreferenced);
BW_SAME(BW_FINDING_START_UNKNOWN, bundle::FindingCode::start_unknown);
BW_SAME(BW_FINDING_START_NOT_FIRST, bundle::FindingCode::start_not_first);
BW_SAME(BW_FINDING_TYPE_MISSING, bundle::FindingCode::type_missing);
BW_SAME(BW_FINDING_TYPE_DIFFERS, bundle::FindingCode::type_differs);
BW_SAME(BW_FINDING_MULTIPART_NESTED, bundle::FindingCode::multipart_nested);
BW_SAME(BW_FINDING_CID_ESCAPED, bundle::FindingCode::cid_escaped);
BW_SAME(BW_FINDING_REFERENCE_LENIENT, bundle::FindingCode::reference_lenient);
BW_SAME(BW_FINDING_REFERENCE_MISSING, bundle::FindingCode::reference_missing);
BW_SAME(BW_FINDING_REFERENCE_LOCAL, bundle::FindingCode::reference_local);
BW_SAME(BW_FINDING_REFERENCE_EXTERNAL, bundle::FindingCode::reference_external);
BW_SAME(BW_FINDING_TYPE_WRONG, bundle::FindingCode::type_wrong);
BW_SAME(BW_FINDING_NOT_READ, bundle::FindingCode::not_read);
BW_SAME(BW_FINDING_REFERENCE_FRAGMENT, bundle::FindingCode::reference_fragment);
BW_SAME(BW_FINDING_BASE_RELATIVE, bundle::FindingCode::base_relative);
BW_LAST(BW_FINDING_BASE_RELATIVE, bundle::FindingCode);

BW_SAME(BW_AS_AUTOMATIC, archive::Kind::automatic);
BW_SAME(BW_AS_EML, archive::Kind::eml);
BW_SAME(BW_AS_MBOX, archive::Kind::mbox);
BW_SAME(BW_AS_MAILDIR, archive::Kind::maildir);
BW_SAME(BW_AS_MH, archive::Kind::mh);
BW_LAST(BW_AS_MH, archive::Kind);

BW_SAME(BW_TROUBLE_UNREADABLE, archive::Trouble::unreadable);
BW_SAME(BW_TROUBLE_MISSING, archive::Trouble::missing);
BW_SAME(BW_TROUBLE_CHANGED, archive::Trouble::changed);
BW_SAME(BW_TROUBLE_DAMAGED, archive::Trouble::damaged);
BW_SAME(BW_TROUBLE_DOUBTFUL, archive::Trouble::doubtful);
BW_SAME(BW_TROUBLE_INCOMPLETE, archive::Trouble::incomplete);
BW_SAME(BW_TROUBLE_ENCRYPTED, archive::Trouble::encrypted);
BW_SAME(BW_TROUBLE_NO_READER, archive::Trouble::no_reader);
BW_SAME(BW_TROUBLE_TOO_DEEP, archive::Trouble::too_deep);
BW_SAME(BW_TROUBLE_LIMIT, archive::Trouble::limit);
BW_SAME(BW_TROUBLE_EMPTY, archive::Trouble::empty);
BW_SAME(BW_TROUBLE_MISUSED, archive::Trouble::misused);
BW_SAME(BW_TROUBLE_NOT_MAIL, archive::Trouble::not_mail);
BW_SAME(BW_TROUBLE_INDEX, archive::Trouble::index);
BW_SAME(BW_TROUBLE_HIDDEN, archive::Trouble::hidden);
BW_SAME(BW_TROUBLE_AGAIN, archive::Trouble::again);
BW_LAST(BW_TROUBLE_AGAIN, archive::Trouble);

BW_BIT(BW_FLAG_BACKSLASH, Flag::backslash);
BW_BIT(BW_FLAG_BASE_SPLIT, Flag::base_split);
BW_BIT(BW_FLAG_CONTROL_REMOVED, Flag::control_removed);
BW_BIT(BW_FLAG_ENCODED_CONTROL, Flag::encoded_control);
BW_BIT(BW_FLAG_HOST_DIFFERS, Flag::host_differs);
BW_BIT(BW_FLAG_INVALID_SYNTAX, Flag::invalid_syntax);
BW_BIT(BW_FLAG_MIXED_SCRIPT_HOST, Flag::mixed_script_host);
BW_BIT(BW_FLAG_NOT_ASCII_HOST, Flag::not_ascii_host);
BW_BIT(BW_FLAG_NUMERIC_HOST, Flag::numeric_host);
BW_BIT(BW_FLAG_PASSWORD_IN_URL, Flag::password_in_url);
BW_BIT(BW_FLAG_PORT_NOT_DEFAULT, Flag::port_not_default);
BW_BIT(BW_FLAG_PORT_RESERVED, Flag::port_reserved);
BW_BIT(BW_FLAG_SCHEME_ASSUMED, Flag::scheme_assumed);
BW_BIT(BW_FLAG_TEXT_DIFFERS, Flag::text_differs);
BW_BIT(BW_FLAG_UNTERMINATED, Flag::unterminated);
BW_BIT(BW_FLAG_URL_OMITTED, Flag::url_omitted);
BW_BIT(BW_FLAG_USERINFO, Flag::userinfo);
BW_BIT(BW_FLAG_WRAPPED, Flag::wrapped);
static_assert(enumerators<Flag>() == 18);

BW_BIT(BW_OPEN_PDF, open::Kind::pdf);
BW_BIT(BW_OPEN_OFFICE, open::Kind::office);
BW_BIT(BW_OPEN_OUTLOOK, open::Kind::outlook);
BW_BIT(BW_OPEN_RTF, open::Kind::rtf);
BW_BIT(BW_OPEN_ARCHIVE, open::Kind::archive);
BW_BIT(BW_OPEN_SMIME, open::Kind::smime);
BW_BIT(BW_OPEN_OPENPGP, open::Kind::openpgp);
BW_BIT(BW_OPEN_SHORTCUT, open::Kind::shortcut);
BW_BIT(BW_OPEN_ONENOTE, open::Kind::onenote);
BW_BIT(BW_OPEN_PICTURE, open::Kind::picture);
BW_BIT(BW_OPEN_DRAWING, open::Kind::drawing);
static_assert(enumerators<open::Kind>() == 11);

#undef BW_SAME
#undef BW_BIT
#undef BW_LAST

namespace {

// All names are literals, which end with a NUL; tests/c looks at each.
template <class Enum, class F>
const char* word(int value, F&& f) {
  const std::optional<Enum> known = c::enumerator<Enum>(value);
  return known ? f(*known).data() : nullptr;
}
template <class Enum>
const char* bit_name(int bit) {
  for (std::size_t i = 0; i < enumerators<Enum>(); ++i)
    if (bit == 1 << i) return name(static_cast<Enum>(i)).data();
  return nullptr;
}
#define BW_WORD(Enum, function, value) word<Enum>(value, [](Enum known) { return function(known); })

}  // namespace

const char* bw_rules_name(bw_rules rules) { return BW_WORD(url::Rules, name, rules); }
const char* bw_failure_name(bw_failure failure) { return BW_WORD(url::Failure, name, failure); }
const char* bw_failure_meaning(bw_failure failure) {
  return BW_WORD(url::Failure, meaning, failure);
}
const char* bw_scheme_kind_name(bw_scheme_kind kind) {
  return BW_WORD(url::SchemeKind, name, kind);
}
const char* bw_relative_use_name(bw_relative_use use) {
  return BW_WORD(url::RelativeUse, name, use);
}
const char* bw_profile_name(bw_profile profile) { return BW_WORD(bundle::Profile, name, profile); }
const char* bw_link_status_name(bw_link_status status) { return BW_WORD(Status, name, status); }
const char* bw_base_from_name(bw_base_from from) { return BW_WORD(BaseFrom, name, from); }
const char* bw_doubt_name(bw_doubt doubt) { return BW_WORD(Doubt, name, doubt); }
const char* bw_doubt_meaning(bw_doubt doubt) { return BW_WORD(Doubt, meaning, doubt); }
const char* bw_level_name(bw_level level) { return BW_WORD(Level, name, level); }
const char* bw_note_name(bw_note_code code) { return BW_WORD(NoteCode, name, code); }
const char* bw_note_meaning(bw_note_code code) { return BW_WORD(NoteCode, meaning, code); }
const char* bw_unread_why_name(bw_unread_why why) { return BW_WORD(Unread, name, why); }
const char* bw_unread_why_meaning(bw_unread_why why) { return BW_WORD(Unread, meaning, why); }
const char* bw_verdict_name(bw_verdict verdict) { return BW_WORD(Verdict, name, verdict); }
const char* bw_edit_kind_name(bw_edit_kind kind) {
  return BW_WORD(rewrite::Edit::Kind, name, kind);
}
const char* bw_kept_why_name(bw_kept_why why) { return BW_WORD(rewrite::Kept::Why, name, why); }
const char* bw_kept_why_meaning(bw_kept_why why) {
  return BW_WORD(rewrite::Kept::Why, meaning, why);
}
const char* bw_signature_kind_name(bw_signature_kind kind) {
  return BW_WORD(rewrite::Signature::Kind, name, kind);
}
const char* bw_signature_verdict_name(bw_signature_verdict verdict) {
  return BW_WORD(rewrite::Signature::Verdict, name, verdict);
}
const char* bw_severity_name(bw_severity severity) {
  return BW_WORD(bundle::Severity, name, severity);
}
const char* bw_finding_name(bw_finding_code code) {
  return BW_WORD(bundle::FindingCode, name, code);
}
const char* bw_finding_meaning(bw_finding_code code) {
  return BW_WORD(bundle::FindingCode, meaning, code);
}
const char* bw_finding_clause(bw_finding_code code) {
  return BW_WORD(bundle::FindingCode, clause, code);
}
const char* bw_trouble_name(bw_trouble trouble) { return BW_WORD(archive::Trouble, name, trouble); }

const char* bw_flag_name(bw_flag flag) { return bit_name<Flag>(flag); }
const char* bw_open_name(bw_open kind) { return bit_name<open::Kind>(kind); }

const char* bw_status_name(bw_status status) {
  switch (status) {
    case BW_OK:
      return "ok";
    case BW_ERROR_ARGUMENT:
      return "argument";
    case BW_ERROR_STRUCT:
      return "struct";
    case BW_ERROR_MEMORY:
      return "memory";
    case BW_ERROR_STOPPED:
      return "stopped";
    case BW_ERROR_OPTION:
      return "option";
    case BW_ERROR_NO_ANSWER:
      return "no-answer";
    case BW_ERROR_INPUT:
      return "input";
    case BW_ERROR_OUTPUT:
      return "output";
    case BW_ERROR_INTERNAL:
      return "internal";
  }
  return nullptr;
}

bw_level bw_note_level(bw_note_code code) {
  const std::optional<NoteCode> known = c::enumerator<NoteCode>(code);
  return c::same<bw_level>(known ? level(*known) : Level::odd);
}
bw_severity bw_finding_severity(bw_finding_code code) {
  const auto known = c::enumerator<bundle::FindingCode>(code);
  return c::same<bw_severity>(known ? bundle::severity(*known) : bundle::Severity::warning);
}
int bw_finding_is_refused(bw_finding_code code) {
  const auto known = c::enumerator<bundle::FindingCode>(code);
  return known && bundle::is_refused(*known) ? 1 : 0;
}

uint32_t bw_open_all() {
  const open::Kinds built = open::Kinds::all();
  uint32_t bits = 0;
  for (std::size_t i = 0; i < enumerators<open::Kind>(); ++i)
    if (built.has(static_cast<open::Kind>(i))) bits |= uint32_t{1} << i;
  return bits;
}

const char* bw_version() { return version().data(); }

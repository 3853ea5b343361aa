// SPDX-License-Identifier: MIT
//
// What the verbs below `mhtml` tell, as JSON lines (docs/output.md).
#ifndef BASEWALK_OUTPUT_BUNDLE_RECORDS_H_
#define BASEWALK_OUTPUT_BUNDLE_RECORDS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "basewalk/bundle/bundle.h"
#include "basewalk/bundle/check.h"
#include "basewalk/bundle/pack.h"
#include "basewalk/bundle/survey.h"
#include "basewalk/bundle/unpack.h"
#include "run/run.h"

namespace basewalk::output {

/// One part of a bundle.
struct BundlePart {
  std::string_view source;
  std::string_view section, type;
  const mime::Part& part;
  const bundle::PartUse& use;
  const bundle::Labels& labels;
  bool is_root = false;
};
void append_record(const BundlePart& part, std::string& out);

/// Behind its parts: the bundle.
struct BundleEnd {
  std::string_view source;
  std::string_view root;  ///< section; empty where there is none
  std::size_t parts = 0;
  const bundle::Survey& survey;
};
void append_record(const BundleEnd& end, std::string& out);

/// What is wrong with a bundle.
struct FindingAt {
  std::string_view source;
  std::uint64_t offset;  ///< of the mail in it
  const bundle::Finding& finding;
};
void append_record(const FindingAt& finding, std::string& out);

/// Behind the findings: their counts.
struct CheckEnd {
  std::string_view source;
  const bundle::Report& report;
};
void append_record(const CheckEnd& end, std::string& out);

/// What was made of a bundle, or why nothing was.
enum class MadeVerdict : std::uint8_t {
  complete,    ///< as complete as the bundle
  incomplete,  ///< something that the bundle has is missing in it
  failed,      ///< nothing was made
};
std::string_view name(MadeVerdict verdict);

/// What a browser shows otherwise of what was made.
struct Difference {
  std::string_view aspect;  ///< a word: "pixels"
  std::string text;
};

struct BundleMade {
  const run::MessageAt& at;
  std::string_view output;  ///< the folder or file; empty where nothing was made
  MadeVerdict verdict = MadeVerdict::complete;
  const bundle::Bundle* bundle = nullptr;          ///< none where nothing was read
  const bundle::UnpackSummary* summary = nullptr;  ///< none where nothing was made
  std::span<const std::string> limits;             ///< what lies behind these was not read
  std::span<const std::string> damaged;            ///< notes on encodings of its parts
  std::string_view error;                          ///< a sentence; empty where there is none
  std::string_view verified = {};                  ///< a word; empty where that was not asked for
  std::string_view not_verified = {};              ///< a sentence: why nothing was compared
  std::span<const Difference> differences = {};
  std::size_t difference_count = 0;  ///< of all, also those that are not told
};
void append_record(const BundleMade& made, std::string& out);

/// A page, or a site, that was packed, or why it was not.
struct BundlePacked {
  std::string_view source;
  std::string_view output;  ///< empty where there is none
  MadeVerdict verdict = MadeVerdict::complete;
  const bundle::Packing* packing = nullptr;  ///< none where nothing was found
  std::uint64_t bytes = 0;                   ///< of the bundle
  std::string_view error;                    ///< a sentence; empty where there is none
};
void append_record(const BundlePacked& packed, std::string& out);

/// Appends the JSON Schema of each kind of record here, an object each, with commas between them.
void append_bundle_schemas(std::string& out);

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_BUNDLE_RECORDS_H_

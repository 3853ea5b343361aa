// SPDX-License-Identifier: MIT
//
// Frames by themselves: what is written is read, and what cannot be is refused.
#include "worker/frame.h"

#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <string>

#include "support/files.h"
#include "text/files/descriptor.h"

using namespace basewalk::worker;

namespace {

// All that is written is in the pipe before the first is read.
struct Pipe {
  explicit Pipe(std::string_view bytes) {
    int ends[2];
    BOOST_REQUIRE_EQUAL(::pipe(ends), 0);
    from.set(ends[0]);
    basewalk::text::Descriptor to(ends[1]);
    BOOST_REQUIRE_EQUAL(basewalk::text::write_all(to.number(), bytes), 0);
  }
  basewalk::text::Descriptor from;
};

std::string framed(Frame::Kind kind, std::string_view payload) {
  std::string bytes;
  append_frame_head(bytes, kind, payload.size());
  return bytes.append(payload);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(frame)

BOOST_AUTO_TEST_CASE(frames_of_any_length_come_one_after_the_other) {
  const Pipe pipe(framed(Frame::Kind::bytes, "a") + framed(Frame::Kind::end, "") +
                  framed(Frame::Kind::bytes, std::string(30000, 'b')));
  FrameReader reader(pipe.from.number());
  Frame got;
  BOOST_TEST((reader.next(got) == FrameReader::Got::frame));
  BOOST_TEST(got.payload == "a");
  BOOST_TEST((reader.next(got) == FrameReader::Got::frame));
  BOOST_TEST((got.kind == Frame::Kind::end));
  BOOST_TEST((reader.next(got) == FrameReader::Got::frame));
  BOOST_TEST(got.payload == std::string(30000, 'b'));
  BOOST_TEST((reader.next(got) == FrameReader::Got::end));
}

BOOST_AUTO_TEST_CASE(what_ends_within_a_frame_is_cut_off) {
  const std::string whole = framed(Frame::Kind::bytes, "abc");
  for (std::size_t size = 1; size < whole.size(); ++size) {
    const Pipe pipe(whole.substr(0, size));
    FrameReader reader(pipe.from.number());
    Frame got;
    BOOST_TEST((reader.next(got) == FrameReader::Got::cut_off), size);
  }
}

BOOST_AUTO_TEST_CASE(a_head_has_a_known_kind_zeros_and_a_length_within_bounds) {
  const std::string whole = framed(Frame::Kind::member, std::string(5, 'x')).substr(0, 8);
  BOOST_TEST(frame_head(whole).has_value());
  for (const std::size_t at : {0U, 1U, 2U, 3U}) {
    std::string changed = whole;
    changed[at] = '\x7F';
    BOOST_TEST(!frame_head(changed).has_value(), at);
  }
  // Whichever byte of it comes first.
  for (const std::size_t length : {0x7F0005U, 0x7F000005U}) {
    std::string changed;
    append_frame_head(changed, Frame::Kind::member, length);
    BOOST_TEST(!frame_head(changed).has_value(), length);
  }
  std::string longest, longer;
  append_frame_head(longest, Frame::Kind::bytes, Frame::kLongest);
  append_frame_head(longer, Frame::Kind::bytes, Frame::kLongest + 1);
  BOOST_TEST(frame_head(longest).has_value());
  BOOST_TEST(!frame_head(longer).has_value());
}

BOOST_AUTO_TEST_CASE(a_member_is_what_it_was) {
  std::string payload;
  append_payload(payload, 7, {"a/b", 3, std::uint64_t{9}});
  const basewalk::test::ExactCopy copy(payload);
  const auto got = member_frame(copy.view());
  BOOST_REQUIRE(got.has_value());
  BOOST_TEST(got->index == 7U);
  BOOST_TEST(got->member.place == 3U);
  BOOST_TEST(got->member.size.value() == 9U);
  BOOST_TEST(got->member.name == "a/b");
  for (std::size_t size = 0; size < 24; ++size)
    BOOST_TEST(!member_frame(basewalk::test::ExactCopy(payload.substr(0, size)).view()));
}

BOOST_AUTO_TEST_CASE(names_and_sentences_have_a_longest) {
  std::string payload;
  append_payload(payload, 0, {std::string(100000, 'n'), 0, {}});
  BOOST_TEST(member_frame(payload)->member.name.size() == MemberSink::kLongestName);
  BOOST_TEST(!member_frame(payload + "n").has_value());
  std::string failure;
  append_payload(failure, FailureFrame{Trouble::limit, {}, std::string(100000, 's')});
  BOOST_TEST(failure_frame(failure)->sentence.size() == MemberSink::kLongestSentence);
  BOOST_TEST(!failure_frame(failure + "s").has_value());
}

BOOST_AUTO_TEST_CASE(a_failure_is_what_it_was_and_an_extent_ends_within_all_numbers) {
  const std::uint64_t most = ~std::uint64_t{0};
  std::string payload, over;
  append_payload(payload, FailureFrame{Trouble::again, Extent{5, most - 5}, "is odd"});
  const auto got = failure_frame(payload);
  BOOST_REQUIRE(got.has_value());
  BOOST_TEST((got->trouble == Trouble::again));
  BOOST_TEST(got->extent->begin == 5U);
  BOOST_TEST(got->extent->length == most - 5);
  BOOST_TEST(got->sentence == "is odd");
  append_payload(over, FailureFrame{Trouble::again, Extent{5, most - 4}, "is odd"});
  BOOST_TEST(!failure_frame(over).has_value());
  BOOST_TEST(!failure_frame(payload.substr(0, 18)).has_value());
  payload[0] = '\x10';
  BOOST_TEST(!failure_frame(payload).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

// SPDX-License-Identifier: MIT
//
// The kinds of mailboxes, each in a file of its name: does a stream begin like one (`head` is
// its first 4096 bytes, or all), and what splits it.
#ifndef BASEWALK_SRC_ARCHIVE_BOX_FAMILIES_H_
#define BASEWALK_SRC_ARCHIVE_BOX_FAMILIES_H_

#include "archive/box/splitter.h"

namespace basewalk::archive {

bool is_babyl(std::string_view head);
bool is_bsmtp(std::string_view head);
bool is_dbox(std::string_view head);
bool is_emlx(std::string_view head);
bool is_mbx(std::string_view head);
bool is_mmdf(std::string_view head);
bool is_rnews(std::string_view head);

std::unique_ptr<Splitter> split_babyl();
std::unique_ptr<Splitter> split_bsmtp();
std::unique_ptr<Splitter> split_dbox();
std::unique_ptr<Splitter> split_emlx();
std::unique_ptr<Splitter> split_mbox();
std::unique_ptr<Splitter> split_mbx();
std::unique_ptr<Splitter> split_mmdf();
std::unique_ptr<Splitter> split_rnews();

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_BOX_FAMILIES_H_

// SPDX-License-Identifier: MIT
#include "archive/box/families.h"
#include "archive/box/mbox_splitter.h"
#include "mime/line/separator.h"

namespace basewalk::archive {
namespace {

struct Family {
  Form form;
  std::string_view name;
  bool (*is)(std::string_view head);
  std::unique_ptr<Splitter> (*split)();
};

constexpr Family kFamilies[] = {
    {Form::mbox, "mbox", [](std::string_view head) { return mbox_begin(head) != mime::kNowhere; },
     split_mbox},
    {Form::mmdf, "mmdf", is_mmdf, split_mmdf},
    {Form::babyl, "babyl", is_babyl, split_babyl},
    {Form::rnews, "rnews", is_rnews, split_rnews},
    {Form::bsmtp, "bsmtp", is_bsmtp, split_bsmtp},
    {Form::mbx, "mbx", is_mbx, split_mbx},
    {Form::dbox, "dbox", is_dbox, split_dbox},
    {Form::emlx, "emlx", is_emlx, split_emlx},
};

}  // namespace

std::string_view name(Form form) {
  for (const Family& family : kFamilies)
    if (family.form == form) return family.name;
  return "message";
}

Form form_of(std::string_view head) {
  for (const Family& family : kFamilies)
    if (family.is(head)) return family.form;
  return Form::message;
}

std::unique_ptr<Splitter> make_splitter(Form form) {
  for (const Family& family : kFamilies)
    if (family.form == form) return family.split();
  return nullptr;
}

}  // namespace basewalk::archive

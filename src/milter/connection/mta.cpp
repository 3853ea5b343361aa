// SPDX-License-Identifier: MIT
#include "milter/connection/mta.h"

#include <limits>

namespace basewalk::milter {

std::string Mta::macro(std::string name) const {
  const char* value = ::smfi_getsymval(context_, name.data());
  return value == nullptr ? std::string() : std::string(value);
}

bool Mta::remove_field(std::string name, std::size_t occurrence) const {
  if (occurrence > static_cast<std::size_t>(std::numeric_limits<int>::max())) return false;
  return ::smfi_chgheader(context_, name.data(), static_cast<int>(occurrence), nullptr) ==
         MI_SUCCESS;
}

bool Mta::insert_field(std::string name, std::string value) const {
  return ::smfi_insheader(context_, 0, name.data(), value.data()) == MI_SUCCESS;
}

bool Mta::append_to_body(std::string_view bytes) const {
  // libmilter reads from it only.
  auto* data = reinterpret_cast<unsigned char*>(const_cast<char*>(bytes.data()));
  return ::smfi_replacebody(context_, data, static_cast<int>(bytes.size())) == MI_SUCCESS;
}

bool Mta::quarantine(std::string reason) const {
  return ::smfi_quarantine(context_, reason.data()) == MI_SUCCESS;
}

void Mta::explain_rejection(const char* text) const noexcept {
  char code[] = "550", status[] = "5.7.1";
  static_cast<void>(::smfi_setreply(context_, code, status, const_cast<char*>(text)));
}

void Mta::explain(const char* text) const noexcept {
  char code[] = "451", status[] = "4.3.0";
  // libmilter copies what it is given.
  static_cast<void>(::smfi_setreply(context_, code, status, const_cast<char*>(text)));
}

}  // namespace basewalk::milter

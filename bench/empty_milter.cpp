// SPDX-License-Identifier: MIT
//
// A milter that does nothing, beside which `basewalk milter` is measured (milter_load.py).
//
//     empty_milter SOCKET            is shown header fields and body, and says "go on" to each
//     empty_milter SOCKET --silent   the same, without an answer to any of them
//     empty_milter SOCKET --blind    asks for neither
#include <libmilter/mfapi.h>
#include <libmilter/mfdef.h>
#include <sys/stat.h>

#include <cstddef>
#include <cstdio>
#include <string_view>

namespace {

bool silent = false, blind = false;

constexpr unsigned long kNotNeeded = SMFIP_NOCONNECT | SMFIP_NOHELO | SMFIP_NOMAIL | SMFIP_NORCPT |
                                     SMFIP_NODATA | SMFIP_NOUNKNOWN | SMFIP_NOEOH;

sfsistat on_negotiate(SMFICTX*, unsigned long, unsigned long steps, unsigned long, unsigned long,
                      unsigned long* actions, unsigned long* ours, unsigned long* f2,
                      unsigned long* f3) {
  *actions = 0;
  *ours = kNotNeeded;
  if (silent) *ours |= SMFIP_NR_HDR | SMFIP_NR_BODY;
  if (blind) *ours |= SMFIP_NOHDRS | SMFIP_NOBODY;
  *ours &= steps;
  *f2 = *f3 = 0;
  return SMFIS_CONTINUE;
}

sfsistat answer() { return silent ? SMFIS_NOREPLY : SMFIS_CONTINUE; }
sfsistat on_header(SMFICTX*, char*, char*) { return answer(); }
sfsistat on_body(SMFICTX*, unsigned char*, std::size_t) { return answer(); }
sfsistat on_end(SMFICTX*) { return SMFIS_CONTINUE; }

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("empty_milter SOCKET [--silent | --blind]\n", stderr);
    return 2;
  }
  silent = argc > 2 && std::string_view(argv[2]) == "--silent";
  blind = argc > 2 && std::string_view(argv[2]) == "--blind";
  char name[] = "empty";
  smfiDesc description{};
  description.xxfi_name = name;
  description.xxfi_version = SMFI_VERSION;
  description.xxfi_header = on_header;
  description.xxfi_body = on_body;
  description.xxfi_eom = on_end;
  description.xxfi_negotiate = on_negotiate;
  ::umask(0);
  if (::smfi_setconn(argv[1]) != MI_SUCCESS || ::smfi_register(description) != MI_SUCCESS ||
      ::smfi_opensocket(true) != MI_SUCCESS) {
    std::fputs("empty_milter: cannot listen\n", stderr);
    return 1;
  }
  std::fputs("ready\n", stderr);
  return ::smfi_main();
}

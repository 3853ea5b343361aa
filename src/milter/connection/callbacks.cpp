// SPDX-License-Identifier: MIT
//
// The mail server is asked for header fields and bodies only, and where there is a policy for the
// connection and the envelope, and not to wait for an answer to any of them (SMFIP_NR_*): a message
// costs one exchange, at its end.  Where it does not know how not to wait, libmilter answers in our
// place.
//
// Recipients that the mail server has refused are not shown to a milter that does not ask for them
// (SMFIP_RCPT_REJ); servers that show them all the same say {rcpt_mailer} is "error".
#include "milter/connection/callbacks.h"
#include "daemon/log.h"

#include <libmilter/mfapi.h>
#include <libmilter/mfdef.h>

#include <exception>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "milter/connection/mta.h"
#include "milter/connection/session.h"

namespace basewalk::milter {
namespace {

using daemon::Level, daemon::log;
using filter::Count, filter::Service, filter::Treating;

Service* service = nullptr;

// What the last mail server agreed to, for a connection that does not say.
std::atomic<bool> last_exact_headers;

// Steps of the protocol that nothing here needs.
constexpr unsigned long kNeverWanted = SMFIP_NOHELO | SMFIP_NODATA | SMFIP_NOUNKNOWN | SMFIP_NOEOH;
constexpr unsigned long kOfPolicies = SMFIP_NOCONNECT | SMFIP_NORCPT;
constexpr unsigned long kNotOfRefused = SMFIP_NOHDRS | SMFIP_NOBODY;
constexpr unsigned long kNoReplies = SMFIP_NR_MAIL | SMFIP_NR_HDR | SMFIP_NR_BODY;
constexpr unsigned long kNoRepliesOfPolicies = SMFIP_NR_CONN | SMFIP_NR_RCPT;

Session* session_of(SMFICTX* context) { return static_cast<Session*>(::smfi_getpriv(context)); }

Session* begin_session(SMFICTX* context, std::shared_ptr<Treating> treating, bool exact_headers,
                       bool refused) {
  auto* session = new (std::nothrow) Session(*service, std::move(treating), exact_headers, refused);
  if (session == nullptr) return nullptr;
  ::smfi_setpriv(context, session);
  service->counters.add(refused ? Count::connections_refused : Count::connections);
  return session;
}

// A server that goes on with another connection over the same socket does not negotiate again.
Session* begun_session(SMFICTX* context) {
  Session* session = session_of(context);
  return session != nullptr
             ? session
             : begin_session(context, service->treating(), last_exact_headers, false);
}

sfsistat answer(filter::Answer given) {
  return given == filter::Answer::pass     ? SMFIS_CONTINUE
         : given == filter::Answer::reject ? SMFIS_REJECT
                                           : SMFIS_TEMPFAIL;
}

sfsistat answer_without_session() {
  return service->treating()->accept_on_error ? SMFIS_CONTINUE : SMFIS_TEMPFAIL;
}

unsigned long wanted_actions(const Treating& treating, bool refused) {
  unsigned long actions = SMFIF_CHGHDRS;  // at_end() needs it
  if (refused) return actions;
  const auto asks = [&](auto how) {
    return treating.any([&](const policy::Treatment& treatment) {
      return !treatment.dry_run && !treatment.off && how(treatment);
    });
  };
  if (asks([](const policy::Treatment& treatment) { return treatment.rewriting.mark; }))
    actions |= SMFIF_ADDHDRS;
  if (asks([](const policy::Treatment& treatment) {
        return treatment.on_doubt == policy::OnDoubt::quarantine;
      }))
    actions |= SMFIF_QUARANTINE;
  if (asks([](const policy::Treatment&) { return true; })) actions |= SMFIF_CHGBODY;
  return actions;
}

// The queue id is asked for where it is needed, at the end; an old server shows it with MAIL.  What
// rules ask for is asked for where it is known first, with a macro beside it that always has a
// value: where none has one, servers send nothing, and libmilter goes on showing those of the
// message before.
unsigned long ask_for_macros(SMFICTX* context, unsigned long actions, bool has_policy) {
  if ((actions & SMFIF_SETSYMLIST) == 0) return 0;
  struct Wanted {
    int stage;
    std::string names;
  };
  std::vector<Wanted> all = {{SMFIM_EOM, "i"}};
  if (has_policy) {
    all.push_back({SMFIM_CONNECT, "{daemon_name} {daemon_addr} {daemon_port}"});
    all.push_back({SMFIM_ENVFROM, "{auth_authen} {mail_addr}"});
    all.push_back({SMFIM_ENVRCPT, "{rcpt_mailer} {rcpt_addr}"});
  }
  for (Wanted& wanted : all)
    if (::smfi_setsymlist(context, wanted.stage, wanted.names.data()) != MI_SUCCESS) return 0;
  return SMFIF_SETSYMLIST;
}

sfsistat on_negotiate(SMFICTX* context, unsigned long actions, unsigned long steps, unsigned long,
                      unsigned long, unsigned long* our_actions, unsigned long* our_steps,
                      unsigned long* our_f2, unsigned long* our_f3) noexcept try {
  const bool exact_headers = (steps & SMFIP_HDR_LEADSPC) != 0;
  last_exact_headers = exact_headers;
  const bool refused = service->counters.open_connections() >= service->options.connections;
  std::shared_ptr<Treating> treating = service->treating();
  const unsigned long wanted = wanted_actions(*treating, refused);
  const bool asks_for_envelope = treating->policy != nullptr && !refused;
  if ((actions & wanted) != wanted) {
    log(Level::error, {}, "the mail server does not let a milter change messages");
    return SMFIS_REJECT;
  }
  if (begin_session(context, std::move(treating), exact_headers, refused) == nullptr)
    return SMFIS_REJECT;
  *our_actions = wanted | ask_for_macros(context, actions, asks_for_envelope);
  unsigned long ours = kNeverWanted | (steps & SMFIP_HDR_LEADSPC);
  if (refused) {
    ours |= kOfPolicies | kNotOfRefused;  // MAIL is answered
  } else if (asks_for_envelope) {
    ours |= kNoReplies | kNoRepliesOfPolicies;
  } else {
    ours |= kOfPolicies | kNoReplies;
    if ((*our_actions & SMFIF_SETSYMLIST) != 0) ours |= SMFIP_NOMAIL;
  }
  *our_steps = ours & steps;
  *our_f2 = *our_f3 = 0;
  return SMFIS_CONTINUE;
} catch (const std::exception&) {
  return SMFIS_REJECT;  // no memory to complain with
}

sfsistat on_connect(SMFICTX* context, char*, sockaddr* address) noexcept {
  if (Session* session = begun_session(context)) session->connect(address, Mta(context));
  return SMFIS_NOREPLY;
}

sfsistat on_mail(SMFICTX* context, char** words) noexcept {
  Session* session = begun_session(context);
  if (session == nullptr) return SMFIS_NOREPLY;
  if (!session->refused()) {
    session->mail(words[0], Mta(context));
    return SMFIS_NOREPLY;
  }
  // Behind an "accept" nothing more of the message comes.
  return session->refuse(Mta(context)) == filter::Answer::pass ? SMFIS_ACCEPT : SMFIS_TEMPFAIL;
}

sfsistat on_recipient(SMFICTX* context, char** words) noexcept {
  if (Session* session = begun_session(context)) session->recipient(words[0], Mta(context));
  return SMFIS_NOREPLY;
}

sfsistat on_header(SMFICTX* context, char* name, char* value) noexcept {
  if (Session* session = begun_session(context)) session->field(name, value);
  return SMFIS_NOREPLY;
}

// True in the last chunk, where a server sends it with the end of the message: libmilter goes on to
// the end only if the answer is then "continue".  It has no question for that, but it refuses to
// send any change before the end, and a field that is not there can be removed without harm.
bool at_end(SMFICTX* context) noexcept {
  char name[] = "X-Basewalk-None";
  return ::smfi_chgheader(context, name, 1'000'000, nullptr) == MI_SUCCESS;
}

sfsistat on_body(SMFICTX* context, unsigned char* bytes, std::size_t size) noexcept {
  if (Session* session = begun_session(context))
    session->body({reinterpret_cast<const char*>(bytes), size});
  return at_end(context) ? SMFIS_CONTINUE : SMFIS_NOREPLY;
}

sfsistat on_end(SMFICTX* context) noexcept {
  Session* session = begun_session(context);
  if (session == nullptr) return answer_without_session();
  if (session->refused()) return answer(session->refuse(Mta(context)));
  return answer(session->end(Mta(context)));
}

sfsistat on_abort(SMFICTX* context) noexcept {
  if (Session* session = session_of(context)) session->abort();
  return SMFIS_CONTINUE;
}

sfsistat on_close(SMFICTX* context) noexcept {
  delete session_of(context);
  ::smfi_setpriv(context, nullptr);
  return SMFIS_CONTINUE;
}

}  // namespace

bool register_callbacks(filter::Service& given) {
  service = &given;
  static char name[] = "basewalk";
  smfiDesc description{};
  description.xxfi_name = name;
  description.xxfi_version = SMFI_VERSION;
  description.xxfi_flags = SMFIF_CHGHDRS | SMFIF_ADDHDRS | SMFIF_CHGBODY | SMFIF_QUARANTINE;
  description.xxfi_connect = on_connect;
  description.xxfi_envfrom = on_mail;
  description.xxfi_envrcpt = on_recipient;
  description.xxfi_header = on_header;
  description.xxfi_body = on_body;
  description.xxfi_eom = on_end;
  description.xxfi_abort = on_abort;
  description.xxfi_close = on_close;
  description.xxfi_negotiate = on_negotiate;
  // Servers send header fields of up to 100 KB in one piece, and libmilter drops the connection
  // over one larger than this.
  ::smfi_setmaxdatasize(1024 * 1024);
  ::smfi_settimeout(given.options.timeout);
  return ::smfi_register(description) == MI_SUCCESS;
}

}  // namespace basewalk::milter

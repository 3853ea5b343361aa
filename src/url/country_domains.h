// SPDX-License-Identifier: MIT
//
// Top-level domains of two letters.
#ifndef BASEWALK_URL_COUNTRY_DOMAINS_H_
#define BASEWALK_URL_COUNTRY_DOMAINS_H_

#include <string_view>

#include "text/ascii.h"

namespace basewalk::url {

/// ISO 3166 and what else has two letters, with a blank around each.
inline constexpr std::string_view kCountryDomains =
    " ac ad ae af ag ai al am an ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn "
    "bo br bs bt bv bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj "
    "dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp "
    "gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg "
    "kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm "
    "mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf "
    "pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm "
    "sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk "
    "us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw ";

/// In any case.
constexpr bool is_country_domain(std::string_view label) {
  if (label.size() != 2) return false;
  const char padded[] = {' ', ascii::to_lower(label[0]), ascii::to_lower(label[1]), ' '};
  return kCountryDomains.find(std::string_view(padded, 4)) != std::string_view::npos;
}

}  // namespace basewalk::url

#endif  // BASEWALK_URL_COUNTRY_DOMAINS_H_

// SPDX-License-Identifier: MIT
#include "guard/page.h"

#include "output/facts/digests.h"
#include "text/json.h"
#include "text/references.h"
#include "text/visible.h"

namespace basewalk::guard {
namespace {

// Contrast of text is 7:1 and more, of edges 3:1 and more, in both colour schemes.
constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --ink: #1b1b1f; --soft: #45464f; --paper: #fff; --edge: #767680;
  --strong: #0b3d91; --on-strong: #fff; --warn: #7a2e00; --warn-paper: #fff4e5 }
@media (prefers-color-scheme: dark) { :root { --ink: #ececf1; --soft: #c6c6d0; --paper: #16161a;
  --edge: #90909a; --strong: #b3c8ff; --on-strong: #10244f; --warn: #ffd9b8; --warn-paper: #3a2413 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.5 system-ui, sans-serif }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 3rem }
h1 { font-size: 1.375rem; margin: 0 0 .75rem }
h2 { font-size: 1.125rem; margin: 1.75rem 0 .25rem }
.host { font-size: clamp(1.5rem, 6vw, 2.5rem); line-height: 1.2; margin: 0 0 .5rem; color: var(--soft);
  overflow-wrap: anywhere }
.host strong { color: var(--ink); text-decoration: underline; text-decoration-thickness: .08em;
  text-underline-offset: .15em }
code { font: .9375rem/1.45 ui-monospace, monospace; overflow-wrap: anywhere }
.url { display: block; max-height: 16em; overflow: auto; padding: .6rem .75rem; border: 1px solid var(--edge);
  border-radius: .35rem }
.warn { background: var(--warn-paper); color: var(--warn); border-left: .3rem solid currentColor;
  padding: .6rem .75rem; margin: .75rem 0 }
dt { font-weight: 600; margin-top: .6rem }
dd { margin: 0; color: var(--soft) }
form { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 0 }
button { font: inherit; padding: .6rem 1.1rem; min-height: 2.75rem; max-width: 100%; border-radius: .35rem;
  border: 2px solid var(--strong); background: var(--paper); color: var(--strong); cursor: pointer;
  overflow-wrap: anywhere }
button.go { background: var(--strong); color: var(--on-strong) }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px }
@media (forced-colors: active) { .warn { border: 2px solid } }
)";

void append_lines(std::string& out, std::string_view text) { out.append(text).append("\n"); }

void append_paragraph(std::string& out, std::string_view text) {
  out.append("<p>").append(text).append("</p>\n");
}

void append_warning(std::string& out, std::string_view text) {
  out.append("<p class=\"warn\">").append(text).append("</p>\n");
}

// Its registrable part stands out, for eyes by weight and a line, and is told in words below.
void append_host(std::string& out, const Target& target) {
  if (target.host.empty()) return;
  out += "<p class=\"host\"><bdi dir=\"ltr\">";
  append_html(out, std::string_view(target.letters).substr(0, target.registrable));
  out += "<strong>";
  append_html(out, std::string_view(target.letters).substr(target.registrable));
  out += "</strong></bdi></p>\n";
  if (target.letters != target.host) {
    out += "<p>As computers write it: <code><bdi dir=\"ltr\">";
    append_html(out, target.host);
    out += "</bdi></code></p>\n";
  }
  if (target.registrable > 0) {
    out += "<p>It belongs to whoever has registered <strong><bdi dir=\"ltr\">";
    append_html(out, std::string_view(target.letters).substr(target.registrable));
    out += "</bdi></strong>; what stands before it is chosen by them.</p>\n";
  }
}

void append_url(std::string& out, const Target& target) {
  // What scrolls must be in reach of a keyboard.
  out +=
      "<h2 id=\"whole\">The whole address</h2>\n<code class=\"url\" tabindex=\"0\" role=\"region\" "
      "aria-labelledby=\"whole\"><bdi dir=\"ltr\">";
  append_html(out, target.url);
  out += "</bdi></code>\n";
}

void append_flags(std::string& out, Flags flags, Meaning meaning) {
  if (flags.empty()) return;
  out += "<h2>Worth a second look</h2>\n<dl>\n";
  for (const Flag flag : flags) {
    out.append("<dt>").append(name(flag)).append("</dt><dd>");
    append_html(out, meaning(flag));
    out += "</dd>\n";
  }
  out += "</dl>\n";
}

void append_warnings(std::string& out, const Target& target, const Beside& beside) {
  if (beside.warned) append_warning(out, "Whoever runs this service warns of this link.");
  if (beside.unanswered)
    append_warning(out, "This link could not be checked just now. Take care, or try again later.");
  if (target.flags.has(Flag::mixed_script_host))
    append_warning(out,
                   "The name has letters of several scripts, which can look like another name. "
                   "Compare what computers write.");
  if (target.flags.has(Flag::base_split))
    append_warning(
        out,
        "In the mail this link was written in two halves: the host stood in one place, "
        "the rest in another. Filters that look at one of them do not see where it leads.");
  if (target.flags.has(Flag::text_differs))
    append_warning(
        out, "In the mail the text of this link shows another host than the one it leads to.");
  if (beside.form_posted)
    append_warning(out,
                   "What was filled into the form in the mail has gone nowhere, and will not.");
  if (beside.form_query)
    append_warning(
        out,
        "What stands behind the question mark is what a form was filled in with. It was not "
        "in the mail, and nobody has checked it.");
}

std::string_view title_of(Page which) {
  switch (which) {
    case Page::link:
      return "This link leads to";
    case Page::blocked:
      return "This link is blocked";
    case Page::unopenable:
      return "This link cannot be opened";
    case Page::expired:
      return "This link has expired";
    case Page::reported:
      return "Thank you: the link was reported";
    case Page::no_link:
      return "This link cannot be checked";
    case Page::too_long:
      return "This link is too long";
    case Page::wrong_method:
      return "This is not understood here";
  }
  return {};
}

void append_buttons(std::string& out, const Target& target, bool with_report) {
  out +=
      "<form method=\"post\">\n<button class=\"go\" name=\"do\" value=\"go\">Go on to <bdi "
      "dir=\"ltr\">";
  append_html(out, target.letters);
  out += "</bdi></button>\n";
  if (with_report) out += "<button name=\"do\" value=\"report\">Report this link</button>\n";
  out += "</form>\n";
}

std::string day_in_words(std::string_view day) {
  return std::string(day.substr(0, 4)) + "-" + std::string(day.substr(4, 2)) + "-" +
         std::string(day.substr(6));
}

void append_content(std::string& out, Page which, const Target* target, const Beside& beside,
                    Meaning meaning) {
  switch (which) {
    case Page::link:
      append_host(out, *target);
      append_warnings(out, *target, beside);
      append_buttons(out, *target, true);
      append_url(out, *target);
      append_flags(out, target->flags, meaning);
      break;
    case Page::reported:
      append_paragraph(out, "Somebody will look at it. Until then it is better left alone.");
      append_host(out, *target);
      append_buttons(out, *target, false);
      break;
    case Page::blocked:
      append_host(out, *target);
      append_paragraph(out, "Whoever runs this service does not let this link be opened.");
      append_url(out, *target);
      append_flags(out, target->flags, meaning);
      break;
    case Page::unopenable:
      append_paragraph(
          out,
          "It is nothing that a browser can safely be sent to. This is how it stood in "
          "the mail:");
      append_host(out, *target);
      append_url(out, *target);
      append_flags(out, target->flags, meaning);
      break;
    case Page::expired:
      append_paragraph(out,
                       beside.expires.size() == 8
                           ? "Links in mails are opened for some time only. The last day of this "
                             "one was " +
                                 day_in_words(beside.expires) + " (UTC). It led to:"
                           : std::string());
      append_host(out, *target);
      append_url(out, *target);
      break;
    case Page::no_link:
      append_paragraph(out,
                       "It was not made here, or something has changed it on its way. Nothing is "
                       "opened, and where it would lead is not told. Open the link from the mail "
                       "again; if that does not help, ask whoever sent it.");
      break;
    case Page::too_long:
      append_paragraph(out, "Links of up to 8 KB are opened.");
      break;
    case Page::wrong_method:
      append_paragraph(out, "Open the link from the mail again.");
      break;
  }
}

}  // namespace

void append_html(std::string& out, std::string_view text) {
  std::string shown;
  text::append_utf8(shown, text::visible(text));
  text::append_escaped(shown, out);
}

const std::string& style_hash() {
  static const std::string hash = output::policy_hash(kStyle);
  return hash;
}

std::string page(Page which, const Target* target, const Beside& beside, Meaning meaning) {
  const std::string_view title = title_of(which);
  std::string out;
  out.reserve(6000);
  append_lines(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">");
  out.append("<title>").append(title);
  if (which == Page::link && target != nullptr) {
    out += ' ';
    append_html(out, target->letters);
  }
  append_lines(out, "</title>");
  append_lines(out,
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
               "<meta name=\"color-scheme\" content=\"light dark\">\n"
               "<meta name=\"robots\" content=\"noindex\">");
  out.append("<style>").append(kStyle).append("</style>\n</head>\n<body>\n<main>\n<h1>");
  out.append(title).append("</h1>\n");
  append_content(out, which, target, beside, meaning);
  append_lines(out, "</main>\n</body>\n</html>");
  return out;
}

}  // namespace basewalk::guard

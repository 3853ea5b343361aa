#!/usr/bin/env bash
# What the verbs print, on small mails.
. "$TOP/tests/cli/lib.sh"

printf 'From: a\nMessage-ID: <one@x>\nContent-Type: text/html\nContent-Base: http://h/d/\n\n<a href="p.html">p</a>\n' >one.eml
printf 'From: b\nMessage-ID: <two@x>\n\nsee http://h2/x\n' >two.eml
{
  printf 'From a@b Thu Nov 19 10:00:00 2026\n'
  cat one.eml
  printf '\nFrom b@b Thu Nov 19 10:00:01 2026\n'
  cat two.eml
} >both.mbox

try "$BASEWALK" links one.eml
check "one message: a line a link" 0 "$(printf '1\ta[href]\tresolved\thttp://h/d/p.html')" ""

try "$BASEWALK" links one.eml two.eml
check "more than one: a line before each" 0 "$(printf '# one.eml 1 one@x\n1\ta[href]\tresolved\thttp://h/d/p.html\n# two.eml 1 two@x\n1\ttext\tabsolute\thttp://h2/x')" ""

try "$BASEWALK" links both.mbox
check "an mbox is found by its content" 0 "$(printf '# both.mbox 1 one@x\n1\ta[href]\tresolved\thttp://h/d/p.html\n# both.mbox 2 two@x\n1\ttext\tabsolute\thttp://h2/x')" ""

try "$BASEWALK" links --as eml both.mbox
check "--as eml takes it as one message" 0 "*" "*"
case "$(cat out)" in \#*) status=9 ;; esac
check "--as eml has no message lines" 0 "*" "*"

try sh -c "\"$BASEWALK\" links <one.eml"
check "no source: standard input" 0 "$(printf '1\ta[href]\tresolved\thttp://h/d/p.html')" ""

try sh -c "\"$BASEWALK\" links - <one.eml"
check "- is standard input" 0 "$(printf '1\ta[href]\tresolved\thttp://h/d/p.html')" ""

try "$BASEWALK" links --format jsonl one.eml
check "jsonl" 0 '{"kind":"link","source":"one.eml","message":1,"offset":0,"message_id":"one@x","part":"1","type":"text/html","where":"a[href]","raw":"p.html","base":"http://h/d/","base_from":"content-base","base_part":"1","status":"resolved","url":"http://h/d/p.html","clicked":"http://h/d/p.html","target":null,"flags":[],"reading":null,"host":"h","domain":null,"path":"/d/p.html","byte_offset":88,"line":6}
{"kind":"message","source":"one.eml","message":1,"offset":0,"message_id":"one@x","size":102,"parts":1,"links":1,"notes":0,"verdict":"clear","other_links":0,"unread":0,"date":null,"received":null,"from":null,"from_domain":null,"to_count":0,"to_domains":[],"subject":null,"list_id":null,"in_reply_to":null,"references":[],"sha256":"'"$(sha256sum one.eml | cut -d " " -f 1)"'","text_sha256":null}' ""

try "$BASEWALK" links --honor html-base one.eml
check "--honor" 0 "$(printf '1\ta[href]\tunresolved\tp.html')" ""

try "$BASEWALK" links --honor html-base,retrieval --base http://r/s/ one.eml
check "--base" 0 "$(printf '1\ta[href]\tresolved\thttp://r/s/p.html')" ""

printf 'Content-Type: text/html\n\n<a href="//h/x">p</a><a href="../../x">q</a>\n' >three.eml
try "$BASEWALK" links three.eml
check "//host/x has no scheme" 0 "$(printf '1\ta[href]\tunresolved\t//h/x\thttps://h/x\n1\ta[href]\tunresolved\t../../x')" ""
try "$BASEWALK" links --assume-scheme https three.eml
check "--assume-scheme" 0 "$(printf '1\ta[href]\tguessed\thttps://h/x\n1\ta[href]\tunresolved\t../../x')" ""
try "$BASEWALK" links --base http://a/b/c --rules rfc3986 three.eml
check "--rules" 0 "$(printf '1\ta[href]\tresolved\thttp://h/x\n1\ta[href]\tresolved\thttp://a/x')" ""
try "$BASEWALK" links --base http://a/b/c --rules rfc2396 --surplus-dots error three.eml
check "--surplus-dots error: no answer" 0 "$(printf '1\ta[href]\tresolved\thttp://h/x\n1\ta[href]\tinvalid\t../../x\thttp://a/x')" ""

printf 'Content-Type: text/html\n\n<a href="http://h/">see\033 <b>it</b></a>\nhxxp://f[.]example<img src="http://i/">' >text.eml
try "$BASEWALK" links --text --refang text.eml
check "--text, --refang" 0 "$(printf '1\ta[href]\tabsolute\thttp://h/\tsee\\x1B it\n1\ttext\tabsolute\thttp://f.example\t\n1\timg[src]\tabsolute\thttp://i/\t')" ""
try sh -c "\"$BASEWALK\" links --text --format jsonl text.eml | grep -o '\"flags\".*'"
check "--text in jsonl" 0 '"flags":[],"text":"see\u001b it","reading":null,"host":"h","domain":null,"path":"/","byte_offset":34,"line":3}
"flags":[],"text":null,"reading":null,"host":"i","domain":null,"path":"/","byte_offset":92,"line":4}' ""

try "$BASEWALK" links -o result.txt one.eml
check "-o prints nothing" 0 "" ""
try cat result.txt
check "-o writes the file" 0 "$(printf '1\ta[href]\tresolved\thttp://h/d/p.html')" ""

printf 'Content-Type: text/html\n\n<a href="http://h/a\033[2J&#x202E;b">p</a>\n' >escape.eml
try "$BASEWALK" links escape.eml
check "no text drives the terminal" 0 "$(printf '1\ta[href]\tabsolute\thttp://h/a\\x1B[2J\\u{202E}b')" "*"

try "$BASEWALK" tree one.eml
check "tree" 0 "$(printf 'one.eml  message 1  <one@x>\n1 text/html      23 B  http://h/d/ ◀─ content-base of this part')" ""
try env LANG=C "$BASEWALK" tree one.eml
check "tree without UTF-8" 0 "$(printf 'one.eml  message 1  <one@x>\n1 text/html      23 B  http://h/d/ <- content-base of this part')" ""

try "$BASEWALK" resolve --base 'http://a/b/c/d;p?q#f' ../g '?y' ''
check "resolve" 0 "$(printf 'http://a/b/g\nhttp://a/b/c/d;p?y\nhttp://a/b/c/d;p?q#f')" ""
try sh -c "printf '../g\r\n\n?y' | \"$BASEWALK\" resolve --base http://a/b/c/d"
check "resolve reads lines, the last without its end" 0 "$(printf 'http://a/b/g\nhttp://a/b/c/d\nhttp://a/b/c/d?y')" ""
mkfifo ask answer
"$BASEWALK" resolve --base http://a/b/ <ask >answer 2>/dev/null &
exec 7>ask 8<answer
echo one >&7
read -r -t 10 first <&8
echo two >&7
read -r -t 10 second <&8
exec 7>&- 8<&-
try echo "$first $second"
check "resolve answers each line while the next is not written yet" 0 "http://a/b/one http://a/b/two" ""
control="$(printf 'a\tb\033')"
try "$BASEWALK" resolve --base http://h/ "$control"
check "resolve gives the answer as it is" 0 "http://h/$control" ""
try "$BASEWALK" resolve --base http://h/ "$(printf 'a\tb\nc')" d
check "resolve: an answer with a line end stays one line" 0 "$(printf 'http://h/a\\tb\\nc\nhttp://h/d')" ""
try "$BASEWALK" resolve --base mailto:a@b x http://h/
check "resolve: a base that no mail has" 0 "$(printf 'mailto:x\nhttp://h/')" ""
try "$BASEWALK" resolve g http://h/
check "resolve without a base" 1 "$(printf '\nhttp://h/')" "basewalk: reference 1: 'g' is relative; give its base with --base URL"
for rules in rfc1808 rfc3986 whatwg; do
  try "$BASEWALK" links --rules $rules --surplus-dots keep three.eml
  check "--surplus-dots says nothing by $rules" 2 "" "basewalk: --surplus-dots keep: is for --rules rfc2396; $rules leaves no choice"
done
try "$BASEWALK" resolve --base http://a/b --compat http:g
check "--compat says nothing by RFC 1808" 2 "" "basewalk: --compat: is for --rules rfc2396 and rfc3986; by RFC 1808 http:g is absolute"
try "$BASEWALK" resolve --base http://a/b --rules whatwg --compat http:g
check "nor by the URL Standard" 2 "" "basewalk: --compat: is for --rules rfc2396 and rfc3986; whatwg leaves no choice"
try "$BASEWALK" resolve --base http://a/b --rules rfc3986 --compat --relative http://a/c
check "nor the other way" 2 "" "*"
try "$BASEWALK" resolve --base http://a/b --rules rfc3986 --compat http:g
check "--compat" 0 "http://a/g" ""
try "$BASEWALK" resolve --base http://a/b -- -g
check "-- ends options" 0 "http://a/-g" ""

try "$BASEWALK" resolve --base 'http://h/a/b' --rules whatwg '\x' 'http://a b/' 'HTTP://EX%41MPLE:80'
check "--rules whatwg" 1 "$(printf 'http://h/x\n\nhttp://example/')" "*"
grep -q "byte 8" err || status=9
check "--rules whatwg says at which byte it fails" 1 "*" "*"
try "$BASEWALK" resolve --normalize 'HTTP://EXAMPLE.com:80/a/../%7eb'
check "--normalize" 0 "http://example.com/~b" ""
try "$BASEWALK" resolve --base http://h/a/b/c --relative http://h/a/d http://other/x
check "--relative" 0 "$(printf '/a/d\n//other/x')" ""
try "$BASEWALK" resolve --relative http://h/
check "--relative to nothing" 2 "" "basewalk: --relative: relative to what? give --base URL"

try "$BASEWALK" url --json 'ftp://u@h/a/b;type=d'
check "url --json" 0 '{"kind":"url","url":"ftp://u@h/a/b;type=d","scheme":"ftp","net_loc":"u@h","path":"/a/b","params":"type=d","query":null,"fragment":null,"rfc1738":{"scheme_kind":"defined","valid":true,"fields":{"user":"u","host":"h","port":21,"cwd":["a"],"name":"b","type":"d"}},"rfc1808":{"valid":true,"generic":true,"relative":"always"},"normal_form":"ftp://u@h/a/b;type=d","whatwg":{"valid":true,"href":"ftp://u@h/a/b;type=d"},"warnings":["directory-type"]}' ""
try "$BASEWALK" url 'http://h:81/x y'
check "url: a table, with the byte and the clause of what is wrong" 1 "$(printf 'http://h:81/x y\n  scheme        http  (defined by RFC 1738)\n  net_loc       h:81\n  path          /x y\n  RFC 1738      not valid at byte 13, by clause 2.2: a character that must be encoded\n    host        h\n    port        81\n    path        x\n  RFC 1808 2.2  not valid at byte 13: a character that must be encoded\n  RFC 1808 2.3  can be a base\n  RFC 3986 2    a character that no URL may hold, at byte 13\n  normal form   http://h:81/x y\n  browsers      http://h:81/x%%20y\n  warning       port-not-default\n  warning       port-reserved')" ""
try "$BASEWALK" url 'http://h:99999/'
grep -q "RFC 1738  *valid" out && grep -q "browsers  *refuse it at byte 9" out || status=9
check "url: valid by RFC 1738 is a URL, also where browsers refuse it" 0 "*" ""
try "$BASEWALK" url 'http://[::g]/'
check "url: what neither RFC 1738 nor browsers take is none" 1 "*" ""
try "$BASEWALK" url 'ftp://h/a/b/c'
check "url: a list" 0 "$(printf 'ftp://h/a/b/c\n  scheme        ftp  (defined by RFC 1738)\n  net_loc       h\n  path          /a/b/c\n  RFC 1738      valid\n    host        h\n    port        21\n    cwd         "a", "b"\n    name        c\n  RFC 1808 2.2  valid\n  RFC 1808 2.3  can be a base\n  normal form   ftp://h/a/b/c\n  browsers      ftp://h/a/b/c')" ""
try "$BASEWALK" url 'prospero://h/x;a=b;c=d'
grep -q '^    fields      "a"="b", "c"="d"$' out || status=9
check "url: pairs" 0 "*" ""
try "$BASEWALK" url '../x?y#z'
check "url: a relative reference" 1 "$(printf '../x?y#z\n  scheme        none: a relative reference\n  path          ../x\n  query         y\n  fragment      z\n  RFC 1738      not valid at byte 0, by clause 2.1: no scheme\n  RFC 1808 2.2  valid\n  browsers      refuse it at byte 0: relative, and there is no base that it could be relative to [missing-scheme]')" ""
schemes() {
  for url in cid:a x-foo:a data:,x news:a@b gopher://h/ http://h/; do
    "$BASEWALK" url "$url" | sed -nE 's/^  (scheme|RFC 1808 2.3)  *//p'
  done
}
try schemes
check "url: what is said of schemes" 0 "cid  (reserved by RFC 1738 4)
x-foo  (experimental)
data  (not one of RFC 1738)
news  (defined by RFC 1738)
never used with relative references
gopher  (defined by RFC 1738)
can be a base, having the generic syntax
http  (defined by RFC 1738)
can be a base" ""
try "$BASEWALK" url --json 'prospero://h/x;a=b;c=d' '../x?#' 'http://[::g]/'
check "url --json: pairs, what is not there, what is wrong" 1 '{"kind":"url","url":"prospero://h/x;a=b;c=d","scheme":"prospero","net_loc":"h","path":"/x","params":"a=b;c=d","query":null,"fragment":null,"rfc1738":{"scheme_kind":"defined","valid":true,"fields":{"host":"h","port":1525,"hsoname":"x","fields":["a","b","c","d"]}},"rfc1808":{"valid":true,"generic":true,"relative":"at-times"},"normal_form":"prospero://h/x;a=b;c=d","whatwg":{"valid":true,"href":"prospero://h/x;a=b;c=d"},"warnings":[]}
{"kind":"url","url":"../x?#","scheme":null,"net_loc":null,"path":"../x","params":null,"query":"","fragment":"","rfc1738":{"scheme_kind":null,"valid":false,"offset":0,"what":"no scheme","clause":"2.1","fields":{}},"rfc1808":{"valid":true,"generic":true,"relative":"unknown"},"normal_form":null,"whatwg":{"valid":false,"offset":0,"what":"missing-scheme","href":null},"warnings":[]}
{"kind":"url","url":"http://[::g]/","scheme":"http","net_loc":"[::g]","path":"/","params":null,"query":null,"fragment":null,"rfc1738":{"scheme_kind":"defined","valid":false,"offset":7,"what":"a host is needed","clause":"3.1","fields":{}},"rfc1808":{"valid":false,"offset":7,"what":"a character that must be encoded","generic":false,"relative":"always"},"normal_form":"http://[::g]/","whatwg":{"valid":false,"offset":10,"what":"ipv6-invalid-code-point","href":null},"warnings":[]}' ""
warnings() {
  for url in 1:y 'ftp://h/a;type=d' 'mailto:a%0d' 'http://h/%07' 'http://u:p@h/' http://h:81/ http://h:8080/ http://h:80/; do
    echo "$url" $("$BASEWALK" url "$url" | sed -n 's/^  warning  *//p')
  done
}
try warnings
check "url: warnings" 0 "1:y colon-in-first-segment
ftp://h/a;type=d directory-type
mailto:a%0d encoded-control
http://h/%07
http://u:p@h/ password-in-url
http://h:81/ port-not-default port-reserved
http://h:8080/ port-not-default
http://h:80/" ""
try "$BASEWALK" url ''
check "url: nothing at all" 1 "*" ""
grep -q "byte 0, by clause 2.1: no scheme" out || status=9
check "url: nothing at all is wrong at byte 0" 1 "*" "*"
try sh -c "printf '\\377\\000\\033[31m' | \"$BASEWALK\" url"
grep -q "byte 0" out && ! grep -q "$(printf '\033')" out || status=9
check "url: garbage is shown and does nothing to the terminal" 1 "*" ""
try sh -c "printf 'http://h/\nno url at all\nhttp://i/\n' | \"$BASEWALK\" url --json | wc -l"
check "url goes on past bad lines" 0 "3" ""

# The budget of work ends where it ends, whoever counts.
for i in $(seq 200); do
  printf 'From a@b Thu Nov 19 10:00:00 2026\nContent-Type: text/html\n\n<a href="http://h/%s">\n' "$i"
  printf '<b><p>x</b>\n%.0s' $(seq $((400 + i)))
  printf '<a href="http://behind/">\n\n'
done >heavy.mbox
"$BASEWALK" links --limit work=2 --format jsonl --jobs 1 heavy.mbox >alone
try "$BASEWALK" links --limit work=2 --format jsonl --jobs 4 heavy.mbox
cmp -s alone out || status=9
check "--limit work: the same with any number of jobs" 0 "*" "*"
try sh -c "grep -c '\"why\":\"limit-work\"' alone; grep -c '\"verdict\":\"unread\"' alone; grep -c '\"url\":\"http://h/' alone"
check "--limit work: what is behind is unread, what was before is told" 0 "200
200
200" ""
try sh -c "\"$BASEWALK\" links --format jsonl heavy.mbox | grep -c limit-work"
check "by default no such mail reaches it" 1 "0" ""

try "$BASEWALK" --version
check "--version" 0 "*" ""
# What the value of an option is called.
values() {
  for verb in "" links tree resolve url rewrite merge verify mhtml\ list mhtml\ check mhtml\ unpack mhtml\ inline mhtml\ pack; do
    "$BASEWALK" $verb --help
  done | sed -nE 's/^  (-[a-z0-9],)?--[-a-z,]+ ([A-Z][A-Z\/=]*)([ :].*|$)/\2/p' | sort -u | tr '\n' ' '
}
# The browser's is there in builds that verify.
program=""
if "$BASEWALK" mhtml --help | grep -q '^  verify '; then program="PROGRAM "; fi
try values
check "the help names values as the documents do" 0 "CONDITION DIR FILE FORMAT I/N KEY KIND LIST N NAME=VALUE OFFSET PROFILE ${program}RULES S TEMPLATE URL WAY WHAT WHEN " ""
for verb in "" links tree resolve url merge verify; do
  try "$BASEWALK" $verb --help
  most=40
  [ "$verb" != links ] || most=50
  [ "$(wc -l <out)" -le $most ] || status=9
  check "--help of '$verb' fits a screen" 0 "*" ""
done
mkdir -p "[Gmail]/cur"
cp one.eml "[Gmail]/cur/1:2,S"
cp one.eml "[a,b]"
try "$BASEWALK" links "[Gmail]" "[a,b]"
check "names in brackets" 0 "$(printf '# [Gmail]/cur/1:2,S 1 one@x\n1\ta[href]\tresolved\thttp://h/d/p.html\n# [a,b] 1 one@x\n1\ta[href]\tresolved\thttp://h/d/p.html')" ""
try "$BASEWALK" resolve --base http://h/ "[a,b]"
check "a reference in brackets" 0 "http://h/[a,b]" ""
try "$BASEWALK" links --base "[x]" "[a,b]"
check "an option's value in brackets" 2 "" "basewalk: --base [x]: not an absolute URL; give one such as http://host/path"
try "$BASEWALK" rewrite one.eml "[a,b]"
check "one in brackets too many" 75 "" "basewalk: '[a,b]' is one too many; give one FILE; see basewalk rewrite --help"
finish

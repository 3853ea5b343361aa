// SPDX-License-Identifier: MIT
//
// compare_linkify.js BASEWALK DIFFERENCES COUNT [SEED]: names of hosts in random texts, beside
// linkify-it, and what it finds in them after `rewrite --linkify --wrap`.
//
// Each name that it makes a link of is one of ours, or lies in one; each of ours is in one of its
// own; of the rewritten text it links the guard alone; and what was rewritten is not rewritten
// again.  DIFFERENCES: text, its links, ours, why; "\n" and the like are escapes of JSON.
'use strict';
const { execFileSync } = require('child_process');
const fs = require('fs');
const linkify = require('linkify-it')();

const [, , BASEWALK, DIFFERENCES, COUNT = '10000', SEED = '1'] = process.argv;
const GUARD = 'guard.test';

// A generator whose numbers are those of its seed (mulberry32).
let state = Number(SEED) >>> 0;
function random() {
  state = (state + 0x6D2B79F5) >>> 0;
  let t = state;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const pick = (list) => list[Math.floor(random() * list.length)];

const HOSTS = ['a.com', 'evil.example.com', 'b.net', 'x.de', 'c.co.uk', 'xn--p1ai.xn--p1ai', 'EVIL.COM', 'a-b.org',
  '-a.com', 'a-.com', 'a_b.com', 'b\u00fc.de', '\u4f8b.com', 'a.\u0440\u0444', '4.DATA', 'README.md', '1.2.3', 'e.g',
  'U.S', 'i.e', 'x.so', 'a.b.c.info', 'a..com', 'localhost', 'foo.bar', 'a.com.', 'w.museum', '1.2.3.4', '1.com',
  'a.zz', 'a.ss', 'x.y.zip', '\u{1F600}.la', 'x'.repeat(63) + '.com', 'x'.repeat(64) + '.com', 'xn--a-.com',
  'www.q.com', 'www.q', 'ftp.r.com', 'a.com-b', 'a.com_b'];
const BEFORE = ['', '', '', ' ', ' ', '(', '[', '"', '\'', '<', '>', '=', '+', '$', '^', '|', '`', '~', '/', '//', '//',
  '\\', '.', ':', '-', '_', '@', ',', ';', '!', '?', '*', '#', '%', '&', '{', '\u00a0', '\u3002', '\uff5c', '\u200b',
  '\u00ab', 'http://', 'https://', 'ftp://', 'HTTP://', 'gopher://', 'mailto:', 'foo@', 'u:p@', '//u@', 'x=', 'http:',
  '\t', '\n', 'a', '\u00e9', '\u{1F600}', 'see.'];
const BEHIND = ['', '', '', ' ', ' ', ')', ']', '"', '\'', '<', '>', '=', '/', '/', '/path', '/p?q=1#f', '?q', '#f', '?',
  '#', ':80', ':80/x', ':x', ':99999', ':65535/', ':080', ':', ',', ';', '.', '..', '...', '!', '-', '_', '@', '@b.com',
  '@b.zz', '/(a)', '/a.', '/a,b', '/a;', '/[x]', '/"q"', '/\'q', '\u00a0', '\u3002', '\uff5c', '\u200b', '\\x', '|', '`',
  '~', '*', '//z', '/--', '/a...b', '\u00e9', '\n', '\t'];
function makeText() {
  let out = '';
  for (let i = 1 + Math.floor(random() * 4); i > 0; --i) out += pick(BEFORE) + pick(HOSTS) + pick(BEHIND);
  return out;
}

const mailOf = (texts) => 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=bbbbb\n\n' +
  texts.map((text) => '--bbbbb\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n' +
    Buffer.from(text).toString('base64') + '\n').join('') + '--bbbbb--\n';
const textsOf = (mail) => mail.split('--bbbbb\n').slice(1).map((part) =>
  Buffer.from(part.split('\n\n')[1].replace(/\n--bbbbb--[^]*/, ''), 'base64').toString());
const run = (args, input) => execFileSync(BASEWALK, args, { input, maxBuffer: 1 << 30 }).toString();

const theirs = (text) => linkify.match(text) || [];
// A name before "<" is found only where a quick look finds another one before the next URL.
const inClear = (text) => theirs(text.replace(/[<\uff5c]/g, ' '));
function ours(texts) {
  const links = texts.map(() => []);
  for (const line of run(['links', '--linkify', '--format', 'jsonl', '-'], mailOf(texts)).split('\n')) {
    const link = line === '' ? {} : JSON.parse(line);
    if (link.kind === 'link' && link.where === 'text' && /^\d+$/.test(link.part)) links[Number(link.part) - 1].push(link);
  }
  return links;
}
const hostIn = (raw) => raw.replace(/^\w*:?\/\//, '').split(/[/?#:`"|]/)[0];
function opened(match) {
  const url = match.schema === '' ? 'http://' + match.raw : match.schema === '//' ? 'http:' + match.raw : match.raw;
  try {
    return new URL(url).hostname;
  } catch (error) {
    return null;  // a browser refuses it
  }
}

let wrong = 0;
function complain(what, ...about) {
  if (++wrong <= 20) console.log(what + ': ' + about.map((each) => JSON.stringify(each)).join(' '));
}

const rows = fs.readFileSync(DIFFERENCES, 'utf8').split('\n').filter((line) => line !== '' && !line.startsWith('#'));
rows.forEach((line) => {
  const [text, peer, own] = line.split('\t').map((cell) => JSON.parse('"' + cell.replace(/"/g, '\\"') + '"'));
  const found = (linkify.match(text) || []).map((match) => match.raw).join(' ');
  if (found !== peer) complain('a row of the differences, linkify-it', text, peer, found);
  const here = ours([text])[0].map((link) => link.raw).join(' ');
  if (here !== own) complain('a row of the differences, basewalk', text, own, here);
});

const counts = { texts: 0, theirs: 0, ours: 0, wrapped: 0 };
const STEP = 500;
while (counts.texts < Number(COUNT)) {
  const texts = [];
  for (let i = 0; i < STEP; ++i) texts.push(makeText());
  counts.texts += STEP;
  ours(texts).forEach((links, i) => {
    const peer = theirs(texts[i]);
    counts.ours += links.length;
    for (const match of peer) {
      ++counts.theirs;
      if (match.schema === 'mailto:' || opened(match) === null) continue;
      if (!links.some((link) => link.raw.includes(hostIn(match.raw)) || match.raw.includes(hostIn(link.raw))))
        complain('missed', texts[i], match.raw, links.map((link) => link.raw));
    }
    for (const link of links) {
      if (link.status !== 'guessed' || /^(www\d*|ftp)\./i.test(link.raw) || /\.ss(?![a-z0-9-])/i.test(link.raw)) continue;
      // Behind what may be an address, too.
      if (link.raw.startsWith('//') && /[^\s\p{P}]$/u.test(texts[i].split(link.raw)[0])) continue;
      if (![...peer, ...inClear(texts[i])].some((match) => match.raw.includes(hostIn(link.raw))))
        complain('more', texts[i], link.raw, peer.map((match) => match.raw));
    }
  });
  const args = ['rewrite', '-q', '--linkify', '--wrap', 'https://' + GUARD + '/w/{path-url}'];
  const once = run(args, mailOf(texts));
  const twice = textsOf(run(args, once));
  textsOf(once).forEach((text, i) => {
    if (twice[i] !== text) complain('wrapped again', texts[i], text, twice[i]);
    for (const match of linkify.match(text) || []) {
      const host = match.schema === 'mailto:' ? null : opened(match);
      if (host === GUARD)
        ++counts.wrapped;
      else if (host !== null)
        complain('bare', texts[i], text, match.raw);
    }
  });
}
console.log(rows.length + ' known differences; ' + counts.texts + ' texts, ' + counts.theirs + ' links of linkify-it, ' +
  counts.ours + ' of ours, ' + counts.wrapped + ' wrapped, ' + wrong + ' wrong');
process.exit(wrong === 0 && counts.wrapped > 0 ? 0 : 1);

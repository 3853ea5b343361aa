// SPDX-License-Identifier: MIT
//
// Reports of archives without messages: a page with the tables of index.html, and data/*.js as
// `basewalk report` writes it, of as many rows as one likes.  tables.js holds what the page shows against
// the same rows in memory.
'use strict';
const fs = require('fs');
const path = require('path');

// A generator whose numbers are those of its seed (mulberry32).
function random(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6D2B79F5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

const WORDS = ['Invoice', 'delivery', 'reminder', 'Über', 'STRASSE', 'minutes', 'İstanbul', 'заказ', 'שלום', '', '  ', '<b>x</b>',
  '</script><script>canary=1</script>', '\u202Egnp.exe', '"onclick=canary=1', '&amp;', '__proto__', 'constructor', '\u0000'];
const FLAGS = ['backslash', 'base-split', 'userinfo', '__proto__', 'text-differs'];
const VERDICTS = ['clear', 'differs', 'unread'];
// What no report has as the address of a page, and what must never be opened.
const NO_PAGES = ['', 'javascript:canary=1', 'data:text/html,x', 'https://out.example/x.html', '//out.example/x.html',
  '/etc/x.html', '../x.html', 'm/../../x.html', 'm/1.html?x', 'm/1.html#x', 'C:/x.html', '\\\\out.example\\x.html'];

function messages(count, seed = 1) {
  const below = random(seed);
  const words = (most) => Array.from({ length: below(most + 1) }, () => WORDS[below(WORDS.length)]).join(' ');
  return Array.from({ length: count }, (_, i) => ({
    subject: words(5), from: words(2) + ' <a' + below(1000) + '@mail' + below(50) + '.example>',
    date: below(20) === 0 ? '' : '20' + (10 + below(15)) + '-0' + (1 + below(9)) + '-1' + below(10) + 'T0' + below(10) + ':15:00Z',
    page: below(10) === 0 ? NO_PAGES[below(NO_PAGES.length)] : 'messages/000/' + (i % 3) + '.html',
    id: '<' + i + '@ids.example>', message: i + 1, number: i + 1, offset: i * 1000, size: below(9999),
    links: below(10) === 0 ? null : below(300), other: below(3), unread: below(2), notes: below(4), hidden: below(3),
    source: ['inbox.mbox', 'archive/2019.mbox', 'Sent'][below(3)], verdict: VERDICTS[below(3)],
    flags: FLAGS.filter(() => below(4) === 0),
  }));
}

function links(count, seed = 2) {
  const below = random(seed);
  return Array.from({ length: count }, (_, i) => {
    const host = 'host' + below(500) + '.example';
    const relative = below(2) === 0;
    return {
      raw: (relative ? '../' : 'http://' + host + '/') + 'p' + i, url: relative ? 'http://' + host + '/' + 'p' + i : '',
      clicked: below(9) === 0 ? 'http://' + host + '/%70' + i : '', text: WORDS[below(WORDS.length)], part: '1.' + below(3),
      page: below(10) === 0 ? NO_PAGES[below(NO_PAGES.length)] : 'messages/000/' + (i % 3) + '.html',
      message: 1 + Math.floor(i / 30), n: 1 + i % 30, subject: 'letter ' + Math.floor(i / 30), where: ['a[href]', 'img[src]', 'text'][below(3)],
      status: ['absolute', 'resolved', 'unresolved'][below(3)], base_from: ['none', 'html-base'][below(2)],
      host, domain: host, reading: below(20) === 0 ? 'charset' : '', flags: FLAGS.filter(() => below(4) === 0),
    };
  });
}

const KINDS = {
  messages: { text: ['subject', 'from', 'date', 'page', 'id'],
    number: ['message', 'number', 'offset', 'size', 'links', 'other', 'unread', 'notes', 'hidden'],
    word: ['source', 'verdict'], set: ['flags'] },
  links: { text: ['raw', 'url', 'clicked', 'text', 'part', 'page'], number: ['message', 'n'],
    word: ['where', 'status', 'base_from', 'host', 'domain', 'reading', 'subject'], set: ['flags'] },
};

function chunk(table, number, first, rows) {
  const kinds = KINDS[table];
  const out = { first, count: rows.length, text: {}, number: {}, word: {}, set: {} };
  for (const name of kinds.text) out.text[name] = rows.map((row) => row[name]).join('\n');
  for (const name of kinds.number) out.number[name] = rows.map((row) => row[name]);
  for (const name of kinds.word) {
    const names = [...new Set(rows.map((row) => row[name]))].filter((it) => it !== '');
    const numbers = new Map(names.map((it, i) => [it, i]));
    out.word[name] = { names, of: rows.map((row) => numbers.get(row[name]) ?? -1) };
  }
  for (const name of kinds.set) {
    // In another order in each chunk: a name, and not its place, is what counts.
    const names = number % 2 ? FLAGS : [...FLAGS].reverse();
    out.set[name] = { names, of: rows.map((row) => row[name].reduce((sum, it) => sum + 2 ** names.indexOf(it), 0)) };
  }
  return 'basewalk.take(' + JSON.stringify(table) + ',' + number + ',' + JSON.stringify(out) + ');\n';
}

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; font-src data:; " +
  "media-src data:; base-uri 'none'; form-action 'none'";
function page(up, title, body) {
  return '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="' + POLICY +
    '"><meta name="viewport" content="width=device-width, initial-scale=1"><title>' + title + '</title><link rel="stylesheet" href="' +
    up + 'style.css"><script src="' + up + 'report.js" defer></script></head><body><header class="top"><h1>' + title +
    '</h1></header><main>' + body + '</main></body></html>\n';
}

// A folder with these rows, in chunks of `size`.
function write(folder, theme, tables, size) {
  for (const name of ['data', 'messages/000']) fs.mkdirSync(path.join(folder, name), { recursive: true });
  for (const name of ['report.js', 'style.css']) fs.copyFileSync(path.join(theme, name), path.join(folder, name));
  let body = '';
  for (const [table, rows] of Object.entries(tables)) {
    let chunks = 0;
    for (let first = 0; first < rows.length; first += size, ++chunks)
      fs.writeFileSync(path.join(folder, 'data', table + '-' + chunks + '.js'),
        chunk(table, chunks, first, rows.slice(first, first + size)));
    body += '<h2>' + table + '</h2><div class="table" data-table="' + table + '"' + (table === 'links' ? ' data-lazy' : '') +
      ' data-chunks="' + chunks + '" data-rows="' + rows.length + '"></div>';
  }
  fs.writeFileSync(path.join(folder, 'index.html'), page('', 'Tables', body));
  for (const i of [0, 1, 2]) fs.writeFileSync(path.join(folder, 'messages/000', i + '.html'), page('../../', 'Message ' + i, '<p>it</p>'));
}

module.exports = { messages, links, write, random };

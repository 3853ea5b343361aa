// SPDX-License-Identifier: MIT
//
// The other side of compare_whatwg: reads pairs "base TAB reference", one a line, until an empty
// line, and answers each with what URL() makes of it, or "!".  "\n", "\t", "\r", "\\" are escapes.
// A base that is empty is none.
'use strict';
const fs = require('fs');

Error.stackTraceLimit = 0;
const escapes = {n: '\n', t: '\t', r: '\r', '\\': '\\'};
const unescape = (text) =>
  text.includes('\\') ? text.replace(/\\(.)/g, (all, c) => escapes[c]) : text;

function answer(line) {
  const tab = line.indexOf('\t');
  const base = unescape(line.slice(0, tab));
  const reference = unescape(line.slice(tab + 1));
  try {
    return (base === '' ? new URL(reference) : new URL(reference, base)).href;
  } catch {
    return '!';
  }
}

function write(text) {
  const bytes = Buffer.from(text + '\n');
  for (let at = 0; at < bytes.length;) at += fs.writeSync(1, bytes, at);
}

write(`node ${process.versions.node}`);
const chunk = Buffer.alloc(1 << 20);
let pending = [];
let before = '';
for (;;) {
  const got = fs.readSync(0, chunk, 0, chunk.length, null);
  if (got === 0) break;
  pending.push(Buffer.from(chunk.subarray(0, got)));
  before = (before + chunk.toString('latin1', Math.max(0, got - 2), got)).slice(-2);
  if (before !== '\n\n') continue;
  const lines = Buffer.concat(pending).toString('utf8').split('\n');
  pending = [];
  write(lines.slice(0, -2).map(answer).join('\n'));
}

// SPDX-License-Identifier: MIT
//
// The decoders beside Node's TextDecoder, over random bytes of each encoding:
//
//     node compare_text_decoder.js DECODE_LINES [COUNT [SEED]]
//
// Node decodes by the tables of ICU, which are older than the standard and not always its own.
// Where the two differ, the shortest pieces of the bytes that show it must be in `documented`, with
// the clause of the Encoding Standard that says who is right.
'use strict';
const {spawnSync} = require('child_process');

if (Number(process.versions.node.split('.')[0]) < 20 || !process.versions.icu) {
  console.log('skipped: this needs a Node.js of version 20 or newer with ICU');
  process.exit(77);
}
const [program, count = '3000', seed = '1'] = process.argv.slice(2);

const encodings = [
  'utf-8', 'ibm866', 'iso-8859-2', 'iso-8859-3', 'iso-8859-4', 'iso-8859-5', 'iso-8859-6',
  'iso-8859-7', 'iso-8859-8', 'iso-8859-8-i', 'iso-8859-10', 'iso-8859-13', 'iso-8859-14',
  'iso-8859-15', 'koi8-r', 'koi8-u', 'macintosh', 'windows-874', 'windows-1250', 'windows-1251',
  'windows-1252', 'windows-1253', 'windows-1254', 'windows-1255', 'windows-1256', 'windows-1257',
  'windows-1258', 'x-mac-cyrillic', 'gbk', 'gb18030', 'big5', 'euc-jp', 'iso-2022-jp', 'shift_jis',
  'euc-kr', 'utf-16be', 'utf-16le',
];

// Pieces in hexadecimal.
const documented = require('./text_decoder_differences.js');

// Bytes that decide something come more often than others.
let state = Number(seed);
function random(below) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 4294967296) * below);
}
const shifts = ['1b2842', '1b284a', '1b2849', '1b2440', '1b2442', '1b242844', '1b2441', '1b', '1b28',
                '1b24', '0e', '0f'];
const edges = [0x00, 0x1a, 0x22, 0x30, 0x39, 0x3c, 0x40, 0x5c, 0x7e, 0x7f, 0x80, 0x81, 0x8e, 0x8f,
               0xa0, 0xa1, 0xc2, 0xd8, 0xdc, 0xdf, 0xe0, 0xed, 0xf0, 0xf4, 0xfc, 0xfe, 0xff];
function bytes(encoding) {
  const out = [];
  for (let i = 1 + random(7); i > 0; --i) {
    const kind = random(8);
    if (encoding === 'iso-2022-jp' && kind < 3)
      out.push(...Buffer.from(shifts[random(shifts.length)], 'hex'));
    else if (encoding === 'iso-2022-jp' && kind < 7)
      out.push(0x21 + random(0x5e));
    else if (kind < 2)
      out.push(edges[random(edges.length)]);
    else if (kind < 3)
      out.push(0x30 + random(10));
    else
      out.push(random(256));
  }
  return Buffer.from(out);
}

function ours(encoding, pieces) {
  const input = pieces.map((piece) => `${encoding} ${piece.toString('hex')}\n`).join('');
  const child = spawnSync(program, {input, maxBuffer: 1 << 30});
  if (child.status !== 0) throw new Error(`${program}: ${child.error || child.signal}`);
  return child.stdout.toString('latin1').split('\n').slice(0, -1);
}

function differing(encoding, pieces) {
  const answers = ours(encoding, pieces);
  const decoder = new TextDecoder(encoding, {ignoreBOM: true});
  return pieces.map(
      (piece, i) => Buffer.from(decoder.decode(piece)).toString('hex') !== answers[i]);
}

let unexplained = 0;
let compared = 0;
const used = new Set();
for (const encoding of encodings) {
  const rows = documented.filter((row) => row.encodings.includes(encoding));
  const inputs = [];
  for (let i = 0; i < Number(count); ++i) inputs.push(bytes(encoding));
  for (let byte = 0; byte < 256; ++byte) inputs.push(Buffer.from([byte]));
  compared += inputs.length;
  const differs = differing(encoding, inputs);
  const pieces = new Map();  // every piece of what differs
  inputs.forEach((input, i) => {
    if (!differs[i]) return;
    for (let begin = 0; begin < input.length; ++begin)
      for (let end = begin + 1; end <= input.length; ++end) {
        const piece = input.subarray(begin, end);
        pieces.set(piece.toString('hex'), piece);
      }
  });
  const all = [...pieces.values()];
  const bad = new Set();
  if (all.length > 0)
    differing(encoding, all).forEach((is, i) => is && bad.add(all[i].toString('hex')));
  for (const hex of bad) {
    let shorter = bad.has(hex.slice(2)) || bad.has(hex.slice(0, -2));
    // What shifts states is not to be found in the middle.
    for (let begin = 0; begin < hex.length && encoding !== 'iso-2022-jp'; begin += 2)
      for (let end = begin + 2; end <= hex.length; end += 2)
        shorter = shorter || (end - begin < hex.length && bad.has(hex.slice(begin, end)));
    if (shorter) continue;
    const row = rows.find((each) => each.pieces.test(hex));
    if (row !== undefined) {
      used.add(row);
      continue;
    }
    ++unexplained;
    const piece = Buffer.from(hex, 'hex');
    const theirs = new TextDecoder(encoding, {ignoreBOM: true}).decode(piece);
    const answer = Buffer.from(ours(encoding, [piece])[0], 'hex').toString();
    console.log(`${encoding} ${hex}: ours ${JSON.stringify(answer)}, ` +
                `Node's ${JSON.stringify(theirs)}`);
  }
}
for (const row of documented.filter((each) => !used.has(each)))
  console.log(`not seen: ${row.encodings} ${row.pieces} (${row.clause})`);
console.log(`${compared} inputs, ${documented.length} documented differences, ` +
            `${unexplained} others (Node ${process.versions.node}, seed ${seed})`);
process.exitCode = unexplained === 0 ? 0 : 1;

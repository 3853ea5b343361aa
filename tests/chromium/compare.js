// SPDX-License-Identifier: MIT
//
// compare.js ORIGINAL OTHER...
// compare.js --list FILE: each line of FILE is an original and its forms, with tabs between them.
//
// Opens an original (a bundle) and each other form of it (a folder, a page, a bundle) and compares
// picture, text, bitmaps and requests.  Exit status 1 where one differs.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { launch, open, differentPixels, leaving } = require('./browser.js');

// So many originals are looked at at a time: while one settles another is painted.
const AT_ONCE = 4;

// Chromium opens no bundle whose lines end with LF alone: a copy with CRLF stands for such a one.
function opened(bundle, scratch) {
  const text = fs.readFileSync(bundle, 'latin1');
  if (!/\.mht(ml)?$/.test(bundle) || /^[^\n]*\r\n/.test(text)) return bundle;
  const copy = path.join(scratch, path.basename(bundle));
  fs.writeFileSync(copy, text.replace(/\r?\n/g, '\r\n'), 'latin1');
  return copy;
}

// What is said of each form, and whether all are the same.
async function compare(context, scratch, [original, ...others]) {
  const said = [];
  let same = true;
  const start = fs.statSync(original).isDirectory() ? path.join(original, 'index.html')
    : opened(original, scratch);
  let first = await open(context, 'file://' + encodeURI(start), { scripts: false });
  for (const other of others) {
    const folder = fs.statSync(other).isDirectory();
    const page = folder ? path.join(other, 'index.html') : other;
    let second = await open(context, 'file://' + encodeURI(page), { scripts: false });
    const inside = folder ? other + path.sep : page;
    let pixels = differentPixels(first.picture, second.picture);
    // On a busy machine Chromium may paint a pixel or two otherwise the next time.  What differs is
    // opened again, both sides of it: a form that is another page is so each time.
    for (let again = 0; pixels !== 0 && again < 3; ++again) {
      first = await open(context, 'file://' + encodeURI(start), { scripts: false });
      second = await open(context, 'file://' + encodeURI(page), { scripts: false });
      pixels = differentPixels(first.picture, second.picture);
    }
    const absent = [...first.bitmaps].filter((digest) => !second.bitmaps.has(digest));
    const missing = absent.slice(second.unread);
    // Of a bundle the requests are labels, which it answers itself.
    const left = /\.mhtml$/.test(other) ? [] : leaving(second.requests, inside);
    if (process.env.KEEP_PICTURES) {
      fs.writeFileSync(process.env.KEEP_PICTURES + '.1.png', first.picture);
      fs.writeFileSync(process.env.KEEP_PICTURES + '.2.png', second.picture);
    }
    const words = first.text === second.text;
    if (!words) said.push(`     the text was ${JSON.stringify(first.text)}, and is ${JSON.stringify(second.text)}`);
    const fine = pixels === 0 && words && missing.length === 0 && left.length === 0;
    same &&= fine;
    said.push(`${fine ? 'ok  ' : 'DIFF'} ${path.basename(original)} ${path.basename(other)}: ` +
      `${pixels} different pixels, ${missing.length} of ${first.bitmaps.size} bitmaps and fonts missing, ` +
      `${left.length} requests leave${left.length ? ' (' + left.slice(0, 3).join(' ') + ')' : ''}`);
  }
  return { same, said };
}

function groupsOf([first, ...rest]) {
  const names = first !== '--list' ? [[first, ...rest]]
    : fs.readFileSync(rest[0], 'utf8').split('\n').filter((line) => line).map((line) => line.split('\t'));
  return names.map((group) => group.map((name) => path.resolve(name)));
}

async function main() {
  const groups = groupsOf(process.argv.slice(2));
  const { context, close } = await launch();
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'basewalk-compare-'));
  let bad = 0;
  const work = async (number) => {
    const own = path.join(scratch, String(number));
    fs.mkdirSync(own);
    for (let group = groups.shift(); group; group = groups.shift()) {
      // What cannot be opened is told; the others are compared all the same.
      const { same, said } = await compare(context, own, group)
        .catch((error) => ({ same: false, said: ['FAIL ' + group.map((name) => path.basename(name)).join(' ') + ': ' + error] }));
      if (!same) bad = 1;
      console.log(said.join('\n'));
    }
  };
  const count = groups.length;
  await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => work(i)));
  fs.rmSync(scratch, { recursive: true });
  await close();
  process.exit(count > 0 ? bad : 1);
}

main().catch((error) => {
  console.log(error);
  process.exit(1);
});

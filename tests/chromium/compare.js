// SPDX-License-Identifier: MIT
//
// compare.js ORIGINAL OTHER...: opens the original (a bundle) and each other form of it (a folder,
// a page, a bundle) and compares picture, text, bitmaps and requests.  Exit status 1 where one
// differs.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { launch, open, differentPixels, leaving } = require('./browser.js');

// Chromium opens no bundle whose lines end with LF alone: a copy with CRLF stands for such a one.
function opened(bundle, scratch) {
  const text = fs.readFileSync(bundle, 'latin1');
  if (!/\.mht(ml)?$/.test(bundle) || /^[^\n]*\r\n/.test(text)) return bundle;
  const copy = path.join(scratch, path.basename(bundle));
  fs.writeFileSync(copy, text.replace(/\r?\n/g, '\r\n'), 'latin1');
  return copy;
}

async function main() {
  const [original, ...others] = process.argv.slice(2).map((name) => path.resolve(name));
  const { context, close } = await launch();
  let bad = 0;
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'basewalk-compare-'));
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
    if (!words) console.log(`     the text was ${JSON.stringify(first.text)}, and is ${JSON.stringify(second.text)}`);
    const fine = pixels === 0 && words && missing.length === 0 && left.length === 0;
    if (!fine) bad = 1;
    console.log(`${fine ? 'ok  ' : 'DIFF'} ${path.basename(original)} ${path.basename(other)}: ` +
      `${pixels} different pixels, ${missing.length} of ${first.bitmaps.size} bitmaps and fonts missing, ` +
      `${left.length} requests leave${left.length ? ' (' + left.slice(0, 3).join(' ') + ')' : ''}`);
  }
  fs.rmSync(scratch, { recursive: true });
  await close();
  process.exit(bad);
}

main();

// SPDX-License-Identifier: MIT
//
// pictures.js make|check DOCS REPORTS: the pictures in DOCS/pictures.  "make" takes them in Chromium, of
// reports in REPORTS, and writes down in made_of.txt what they are made of; "check" compares that with what
// they would be made of now.  Two machines have not the same fonts, nor one browser, so that pixels say
// nothing of whether a picture is out of date; the page, its style and its script do.
'use strict';
const crypto = require('crypto');
const fs = require('fs');
const path = require('path');
const zlib = require('zlib');
const { launch, decodePng } = require('../chromium/browser.js');

const [, , WAY, DOCS, REPORTS] = process.argv;
const FOLDER = path.join(DOCS, 'pictures');
const MADE_OF = path.join(FOLDER, 'made_of.txt');
const LARGEST = 200000;

// Of a page, what its window shows from the top, or from `at` on, or the one element `only`.
const PICTURES = [
  { name: 'archive', report: 'samples', page: 'index.html', width: 1000, height: 1000 },
  { name: 'message', report: 'samples', page: 'messages/000004.html', width: 1000, height: 1240 },
  { name: 'link', report: 'samples', page: 'messages/000004.html', width: 1000, height: 800, only: '#link-5' },
  { name: 'bases', report: 'samples', page: 'messages/000002.html', width: 1000, height: 1200, only: '.structure', dark: true },
  { name: 'bundle', report: 'samples', page: 'messages/000001.html', width: 1000, height: 546, at: '#link-7' },
  { name: 'phone', report: 'samples', page: 'messages/000004.html', width: 390, height: 780, at: '#link-5', dark: true },
  { name: 'hostile', report: 'hostile', page: 'messages/000001.html', width: 1000, height: 800, only: '#link-6' },
];

// ---- What a picture is made of.
const sha256 = (bytes) => crypto.createHash('sha256').update(bytes).digest('hex');
const windowOf = ({ report, page, width, height, only, at, dark }) =>
  [report, page, width + 'x' + height, dark ? 'dark' : 'light', only ? 'only ' + only : at ? 'at ' + at : 'from the top'].join(', ');

// A page without the version in its foot: a release alone makes no picture old.
function pageOf(file) {
  const html = fs.readFileSync(file, 'utf8');
  const foot = /(Made by basewalk )\S+/;
  if (!foot.test(html)) throw new Error(file + ' does not say which version made it; see pageOf()');
  return html.replace(foot, '$1');
}

function ingredients(picture) {
  const folder = path.join(REPORTS, picture.report);
  const read = (file) => fs.readFileSync(path.join(folder, file));
  const lines = [windowOf(picture), sha256(pageOf(path.join(folder, picture.page))) + ' ' + picture.page];
  // The tables of the page of all.
  const data = picture.page === 'index.html' ? fs.readdirSync(path.join(folder, 'data')).sort().map((name) => 'data/' + name) : [];
  for (const file of [...data, 'style.css', 'report.js']) lines.push(sha256(read(file)) + ' ' + file);
  return lines;
}

// A paragraph for each picture: its name, its own digest, and what it is made of.
const paragraph = (picture, png) => [picture.name + '.png', sha256(png) + ' the picture', ...ingredients(picture)].join('\n');
const HEAD = 'What the pictures are made of, with SHA-256. tests/report/pictures.sh makes them and this file anew.\n';

function check() {
  let wrong = 0;
  const say = (what) => {
    ++wrong;
    console.log('wrong: ' + what);
  };
  const known = new Map((fs.existsSync(MADE_OF) ? fs.readFileSync(MADE_OF, 'utf8') : '').split('\n\n').slice(1)
    .map((it) => [it.split('\n')[0], it.trim().split('\n')]));
  const document = fs.readFileSync(path.join(DOCS, 'report.md'), 'utf8');
  for (const picture of PICTURES) {
    const name = picture.name + '.png';
    const file = path.join(FOLDER, name);
    if (!document.includes('(pictures/' + name + ')')) say(name + ' is not shown in report.md');
    if (!fs.existsSync(file)) {
      say(name + ' is not there');
      continue;
    }
    const png = fs.readFileSync(file);
    if (png.length > LARGEST) say(name + ' has ' + png.length + ' bytes, and may have ' + LARGEST);
    const before = known.get(name) || [];
    const now = paragraph(picture, png).split('\n');
    for (const line of now) if (!before.includes(line)) say(name + ' was made of something else: ' + line.replace(/^[0-9a-f]{64} /, ''));
    if (before.length > now.length) say(name + ' was made of more');
  }
  for (const name of new Set([...known.keys(), ...fs.readdirSync(FOLDER).filter((it) => it !== path.basename(MADE_OF))]))
    if (!PICTURES.some((it) => it.name + '.png' === name)) say(name + ' is no picture that pictures.js knows');
  console.log(PICTURES.length + ' pictures, ' + wrong + ' wrong');
  if (wrong > 0) console.log('tests/report/pictures.sh makes the pictures anew; look at them and commit docs/pictures.');
  return wrong === 0;
}

// ---- A PNG with a palette, a third as large: a page has few colours, and what lies between them, at the edges
// of letters, is shown by the nearest of 256.
function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; ++k) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
function chunk(type, body) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(body.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
function smaller(png) {
  const { width, height, channels, pixels } = decodePng(png);
  const colours = new Uint32Array(width * height);
  const counts = new Map();
  for (let i = 0; i < colours.length; ++i) {
    const at = i * channels;
    colours[i] = (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2];
    counts.set(colours[i], (counts.get(colours[i]) || 0) + 1);
  }
  const part = (colour, shift) => (colour >> shift) & 255;
  const far = (a, b) => [16, 8, 0].reduce((sum, shift) => sum + (part(a, shift) - part(b, shift)) ** 2, 0);
  // The next colour is the one that is missed most: by how many pixels, and by how much.
  const missed = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([colour, count]) => ({ colour, count, by: Infinity, nearest: 0 }));
  const palette = [];
  while (palette.length < Math.min(256, missed.length)) {
    const next = missed.reduce((most, it) => (it.count * it.by > most.count * most.by ? it : most)).colour;
    for (const it of missed) {
      const by = far(it.colour, next);
      if (by < it.by) Object.assign(it, { by, nearest: palette.length });
    }
    palette.push(next);
  }
  const indices = new Map(missed.map((it) => [it.colour, it.nearest]));
  const rows = Buffer.alloc((width + 1) * height); // each begins with its filter: none
  for (let y = 0; y < height; ++y)
    for (let x = 0; x < width; ++x) rows[y * (width + 1) + 1 + x] = indices.get(colours[y * width + x]);
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]); // eight bits, a palette
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([png.subarray(0, 8), chunk('IHDR', header), chunk('PLTE', Buffer.from(palette.flatMap((it) => [part(it, 16), part(it, 8), part(it, 0)]))),
    chunk('IDAT', zlib.deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

async function make() {
  const { context, close } = await launch();
  const made = [];
  for (const picture of PICTURES) {
    const page = await context.newPage();
    await page.emulateMedia({ colorScheme: picture.dark ? 'dark' : 'light' });
    await page.setViewportSize({ width: picture.width, height: picture.height });
    await page.goto('file://' + path.join(REPORTS, picture.report, picture.page));
    await page.waitForFunction(() => [...document.querySelectorAll('.table:not([data-lazy]) .count')].every((it) => /^[\d,]+ of /.test(it.textContent)));
    // What is not seen yet has no height of its own until it is.
    await page.addStyleTag({ content: '* { content-visibility: visible !important }' });
    if (picture.at) await page.locator(picture.at).evaluate((it) => it.scrollIntoView({ behavior: 'instant' }));
    // Frames paint a moment later than the page around them.
    await page.waitForTimeout(500);
    const png = await (picture.only ? page.locator(picture.only) : page).screenshot({ animations: 'disabled' });
    made.push([picture, smaller(png)]);
    await page.close();
  }
  await close();
  // Written when all are there, so that a run that fails leaves what was.
  fs.mkdirSync(FOLDER, { recursive: true });
  for (const [picture, png] of made) {
    fs.writeFileSync(path.join(FOLDER, picture.name + '.png'), png);
    console.log(picture.name + '.png, ' + png.length + ' bytes');
  }
  fs.writeFileSync(MADE_OF, HEAD + made.map(([picture, png]) => '\n' + paragraph(picture, png) + '\n').join(''));
}

(async () => {
  if (WAY === 'make') await make();
  process.exit(check() ? 0 : 1);
})();

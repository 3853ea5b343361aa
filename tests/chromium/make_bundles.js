// SPDX-License-Identifier: MIT
//
// make_bundles.js DIR: bundles whose parts are labelled wrongly, or lack something, one fault each.
'use strict';
const fs = require('fs');
const path = require('path');
const zlib = require('zlib');

const [, , DIR] = process.argv;
fs.mkdirSync(DIR, { recursive: true });

// A picture of 24 by 16 pixels in two colours.
function picture() {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(zlib.crc32 ? zlib.crc32(body) : crc32(body), body.length + 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(24, 0);
  head.writeUInt32BE(16, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = [];
  for (let y = 0; y < 16; ++y) {
    rows.push(0);
    for (let x = 0; x < 24; ++x) rows.push(...(x < 12 ? [200, 30, 90] : [20, 120, 220]));
  }
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', head),
    chunk('IDAT', zlib.deflateSync(Buffer.from(rows))), chunk('IEND', Buffer.alloc(0))]);
}

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = (crc >>> 1) ^ (crc & 1 ? 0xEDB88320 : 0);
  }
  return ~crc >>> 0;
}

const PICTURE = picture().toString('base64').replace(/.{76}/g, '$&\r\n');
const part = (type, name, body, encoding = '8bit') =>
  '--b\r\n' + (type ? 'Content-Type: ' + type + '\r\n' : '') + 'Content-Transfer-Encoding: ' + encoding +
  '\r\nContent-Location: http://bundle.test/' + name + '\r\n\r\n' + body + '\r\n';
const image = (type = 'image/png') => part(type, 'a.png', PICTURE, 'base64');
const sheet = (type = 'text/css', name = 's.css', body = 'p{background:url(a.png);color:#a00;font-size:30px}') =>
  part(type, name, body);
const frame = (type = 'text/html') =>
  part(type, 'f.html', '<!DOCTYPE html><style>@import "s.css";</style>in a frame <img src="a.png"><p>x');
const bundle = (name, first, rest, type = 'text/html; charset=utf-8', encoding = '8bit') =>
  fs.writeFileSync(path.join(DIR, name + '.mhtml'),
    'From: <x>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; type="text/html"; boundary="b"\r\n\r\n' +
    part(type, '', first, encoding) + rest + '--b--\r\n');

const WRONG = ['image/css', 'text/plain', 'application/octet-stream', 'text/html', 'application/x-css', '',
  'application/x-unknown-content-type', 'text/css; charset=x', 'TEXT/CSS'];
WRONG.forEach((type, i) => bundle('sheet-' + i, '<!DOCTYPE html><link rel=stylesheet href="s.css"><p>styled',
  image() + sheet(type)));
bundle('sheet-import', '<!DOCTYPE html><style>@import "s.css";</style><p>styled', image() + sheet('text/plain'));
['application/octet-stream', 'image/jpeg', 'text/plain; charset=koi8-r', 'image/x-unknown', 'text/html', 'text/css', '']
  .forEach((type, i) => bundle('picture-' + i, '<!DOCTYPE html><img src="a.png"><p style="background:url(a.png)">x',
    image(type)));
bundle('sandbox', '<!DOCTYPE html><iframe sandbox src="f.html"></iframe><iframe sandbox="allow-same-origin" ' +
  'src="f.html"></iframe><iframe sandbox srcdoc="<img src=a.png>"></iframe>', image() + frame() + sheet());
bundle('missing', '<!DOCTYPE html><object data="nope.png"><img src="a.png">instead</object>' +
  '<object type="application/x-shockwave-flash" data="x.swf"><p>instead of a film</object>' +
  '<embed src="nope.png"><video><p>no film</video>', image());
bundle('ring', '<!DOCTYPE html><link rel=stylesheet href="s.css"><img src="http://bundle.test/"><p>x',
  image() + sheet('text/css', 's.css', '@import "t.css";p{color:#a00}') +
  sheet('text/css', 't.css', '@import "s.css";p{background:url(a.png)}'));
bundle('fragment', '<!DOCTYPE html><img width=60 height=60 src="v.svg#svgView(viewBox(0,0,10,10))"><img width=60 height=60 src="v.svg#v">',
  part('image/svg+xml', 'v.svg#svgView(viewBox(0,0,10,10))', '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><view id="v" viewBox="0 0 20 20"/>' +
    '<rect width="10" height="10" fill="red"/><rect x="10" width="30" height="40" fill="blue"/></svg>'));
// What Chromium does not show of the bundle, and shows of the rest.
bundle('svg-as-text', '<!DOCTYPE html><img src="a.svg">', part('text/plain', 'a.svg',
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="red"/></svg>'));
bundle('frame-of-bytes', '<!DOCTYPE html><iframe src="f.html"></iframe>', image() + sheet() + frame('application/octet-stream'));
bundle('utf-16', Buffer.from('<!DOCTYPE html><title>t</title><body>wide <img src="a.png">', 'utf16le').toString('base64'),
  image(), 'text/html', 'base64');

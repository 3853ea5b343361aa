// SPDX-License-Identifier: MIT
//
// make_replayed.js DIR: ten bundles, of the ways in which a page names what it shows, for the test of
// web archives.
'use strict';
const fs = require('fs');
const path = require('path');
const zlib = require('zlib');

const [, , DIR] = process.argv;
fs.mkdirSync(DIR, { recursive: true });

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = (crc >>> 1) ^ (crc & 1 ? 0xEDB88320 : 0);
  }
  return ~crc >>> 0;
}

// A picture of two colours.
function picture(width, height, left, right) {
  const chunk = (type, data) => {
    const out = Buffer.alloc(data.length + 12);
    out.writeUInt32BE(data.length, 0);
    out.write(type, 4, 'latin1');
    data.copy(out, 8);
    out.writeUInt32BE(crc32(out.subarray(4, data.length + 8)), data.length + 8);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = [];
  for (let y = 0; y < height; ++y) {
    rows.push(0);
    for (let x = 0; x < width; ++x) rows.push(...(x < width / 2 ? left : right));
  }
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', head),
    chunk('IDAT', zlib.deflateSync(Buffer.from(rows))), chunk('IEND', Buffer.alloc(0))]);
}

const RED = picture(60, 30, [200, 30, 90], [20, 120, 220]);
const GREEN = picture(48, 24, [20, 160, 40], [240, 180, 0]);

let count = 0;
// part(type, label field, body)
const part = (type, label, body) =>
  `--b\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n${label}\r\n\r\n` +
  Buffer.from(body).toString('base64').replace(/.{76}/g, '$&\r\n') + '\r\n';
const at = (url) => 'Content-Location: ' + url;
const id = (name) => `Content-ID: <${name}>`;
function bundle(name, ...parts) {
  ++count;
  fs.writeFileSync(path.join(DIR, name + '.mhtml'),
    `From: <Saved by a test>\r\nSubject: ${name}\r\nDate: Mon, 23 Nov 2026 10:00:${String(count).padStart(2, '0')} +0000\r\n` +
    'MIME-Version: 1.0\r\nContent-Type: multipart/related; type="text/html"; boundary="b"\r\n\r\n' +
    parts.join('') + '--b--\r\n');
}
const page = (name, body, type = 'text/html; charset=utf-8') => part(type, at(`http://${name}.test/d/p.html`), body);
const HEAD = '<!DOCTYPE html><html><head><meta charset="utf-8"><title>t</title>';

bundle('plain', page('plain', HEAD + '</head><body style="background:#eef"><h1>caf\u00e9 \u2713</h1><a href="http://elsewhere.test/">on</a></body></html>'));
bundle('pictures', page('pictures', HEAD + '</head><body><img src="a.png"> <img src="/r/b.png"> <img src="//other.test/c.png"></body></html>'),
  part('image/png', at('http://pictures.test/d/a.png'), RED), part('image/png', at('http://pictures.test/r/b.png'), GREEN),
  part('image/png', at('http://other.test/c.png'), RED));
bundle('cid', page('cid', HEAD + '<link rel="stylesheet" href="cid:s@x"></head><body><img src="cid:a@x"><p>sheet</p></body></html>'),
  part('image/png', id('a@x'), RED), part('text/css; charset=utf-8', id('s@x'), 'p{color:#a00;font-size:40px;background:url(cid:a@x)}'));
bundle('frames', page('frames', HEAD + '</head><body><iframe src="f.html" width="300" height="150"></iframe><iframe src="cid:frame-1@mhtml.blink" width="300" height="150"></iframe></body></html>'),
  part('text/html; charset=utf-8', at('http://frames.test/d/f.html'), HEAD + '</head><body style="background:#dfd">one <img src="a.png"></body></html>'),
  part('text/html; charset=utf-8', id('frame-1@mhtml.blink') + '\r\n' + at('http://frames.test/g/'), HEAD + '</head><body style="background:#fdd">two <img src="http://frames.test/d/a.png"></body></html>'),
  part('image/png', at('http://frames.test/d/a.png'), GREEN));
bundle('srcset', page('srcset', HEAD + '</head><body><img src="a.png" srcset="b.png 1x, a.png 2x"><picture><source srcset="b.png" media="(min-width: 1px)"><img src="a.png"></picture></body></html>'),
  part('image/png', at('http://srcset.test/d/a.png'), RED), part('image/png', at('http://srcset.test/d/b.png'), GREEN));
bundle('imports', page('imports', HEAD + '<link rel="stylesheet" href="s/one.css"></head><body><p class="a">one</p><p class="b">two</p></body></html>'),
  part('text/css', at('http://imports.test/d/s/one.css'), '@import "two.css"; .a{background:url(../a.png);height:40px}'),
  part('text/css', at('http://imports.test/d/s/two.css'), '@import url(http://cdn.test/three.css); .b{border:5px solid #06a}'),
  part('text/css', at('http://cdn.test/three.css'), 'body{background:#ffd;margin:30px}'),
  part('image/png', at('http://imports.test/d/a.png'), RED));
bundle('latin1', part('text/html; charset=iso-8859-1', at('http://latin1.test/d/p.html'),
  Buffer.from('<!DOCTYPE html><html><head><title>t</title></head><body><h1>caf\u00e9 \u00fcber</h1><img src="a.png"></body></html>', 'latin1')),
part('image/png', at('http://latin1.test/d/a.png'), GREEN));
bundle('sjis', part('text/html; charset=Shift_JIS', at('http://sjis.test/d/p.html'), Buffer.concat([
  Buffer.from('<!DOCTYPE html><html><head><title>t</title></head><body><h1>'), Buffer.from([0x95, 0x5c, 0x8e, 0xa6]),
  Buffer.from('</h1><img src="cid:p@x"></body></html>')])), part('image/png', id('p@x'), RED));
bundle('svg', page('svg', HEAD + '</head><body><img src="a.svg"><div style="width:80px;height:40px;background:url(a.svg)"></div></body></html>'),
  part('image/svg+xml', at('http://svg.test/d/a.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40" fill="#0a6"/><circle cx="20" cy="20" r="12" fill="#fff"/></svg>'));
const font = ['/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf', '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf']
  .find((name) => fs.existsSync(name));
bundle('fonts', page('fonts', HEAD + '<base href="http://fonts.test/e/"><style>@font-face{font-family:F;src:url(f.ttf)}h1{font-family:F,serif}</style></head><body><h1>iiii mmmm 0O</h1></body></html>'),
  ...(font ? [part('font/ttf', at('http://fonts.test/e/f.ttf'), fs.readFileSync(font))] : []));

// SPDX-License-Identifier: MIT
//
// The site that the tests of unpack, inline and pack capture: every way in which a page uses
// another file.  make_site.js FOLDER
'use strict';
const fs = require('fs');
const path = require('path');
const zlib = require('zlib');

const top = process.argv[2];
const write = (name, content) => {
  const file = path.join(top, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content);
};

function crc(bytes) {
  let c = ~0;
  for (const byte of bytes) {
    c ^= byte;
    for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  }
  return ~c >>> 0;
}

// A PNG of one colour with a darker stripe.
function png(width, height, colour) {
  const chunk = (type, body) => {
    const out = Buffer.alloc(body.length + 12);
    out.writeUInt32BE(body.length, 0);
    out.write(type, 4, 'latin1');
    body.copy(out, 8);
    out.writeUInt32BE(crc(out.subarray(4, body.length + 8)), body.length + 8);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = [];
  for (let y = 0; y < height; y++) {
    rows.push(0);
    for (let x = 0; x < width; x++) for (const c of colour) rows.push(x % 7 === 3 ? c >> 1 : c);
  }
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header),
    chunk('IDAT', zlib.deflateSync(Buffer.from(rows))), chunk('IEND', Buffer.alloc(0))]);
}

const colours = { red: [220, 30, 30], green: [20, 160, 40], blue: [30, 60, 220], amber: [240, 180, 0],
  pink: [250, 120, 180], teal: [0, 140, 140], gray: [120, 120, 120], navy: [0, 0, 90],
  lime: [140, 240, 20], plum: [150, 20, 150], sand: [220, 200, 150], sky: [120, 200, 250] };
let width = 21;
for (const [name, colour] of Object.entries(colours)) write(`img/${name}.png`, png(width++, 14, colour));
write('img/red@2x.png', png(60, 40, [220, 90, 90]));
write('img/with blank (1).png', png(40, 12, [9, 99, 199]));
write('img/ümlaut.png', png(41, 12, [99, 9, 199]));
write('img/query.png', png(42, 12, [199, 99, 9]));
write('img/mask.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="30"><circle cx="15" cy="15" r="12"/></svg>');
write('img/pic.svg', '<?xml version="1.0" encoding="utf-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30"><style>rect{fill:#0a6}</style><rect width="60" height="30"/><text x="4" y="20">\u00e9 \u2713</text></svg>');
for (const font of ['/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf',
  '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf'])
  if (fs.existsSync(font)) write('fonts/' + path.basename(font), fs.readFileSync(font));

write('css/main.css', `@charset "utf-8";
@import "more.css";
@import url(print.css) print;
@font-face { font-family: Mono; src: url(../fonts/DejaVuSansMono.ttf) format("truetype"); }
@font-face { font-family: Sans; src: url("../fonts/DejaVuSans.ttf"); }
body { font-family: Sans, sans-serif; margin: 8px; }
code { font-family: Mono, monospace; }
.a { background: url(../img/teal.png); width: 60px; height: 20px; }
.b { background: url('../img/with blank (1).png') no-repeat; width: 60px; height: 20px; }
.c::before { content: url("../img/navy.png"); }
.d { background-image: image-set("../img/lime.png" 1x, "../img/plum.png" 2x); width: 60px; height: 20px; }
.mask { mask-image: url(../img/mask.svg); -webkit-mask-image: url(../img/mask.svg); background: #c0c; width: 30px; height: 30px; }
.var { --icon: url("../img/mask.svg"); mask: var(--icon); background: #0cc; width: 30px; height: 30px; }
.e::after { content: "\u2713 caf\u00e9"; }
`);
write('css/more.css', '@import "deep/deepest.css";\n.more { background: url(../img/sand.png); padding: 6px; }\n');
write('css/print.css', '.more { display: none; }\n');
write('css/deep/deepest.css', '.deepest { border-bottom: 4px solid #a50; background: url(../../img/sky.png); padding: 4px }\n');

write('frames/one.html', `<!DOCTYPE html><html><head><meta charset="utf-8"><link rel="stylesheet" href="../css/more.css">
<title>one</title></head><body class="more">Frame \u00e9ins <img src="../img/pink.png" alt="pink">
<iframe src="inner.html" width="120" height="50"></iframe></body></html>`);
write('frames/inner.html', `<!DOCTYPE html><meta charset="utf-8"><p style="border: 2px solid green">inner <img src="../img/sky.png"> \u2713</p>`);
write('frames/quirks.html', `<html><head><meta charset="utf-8"><title>quirks</title></head><body bgcolor="#ffeecc">
<table border=1 width=100%><tr><td>quirks</td></tr></table><div style="width:50;height:20;background:#0f0">x</div></body></html>`);
// Shift_JIS: "日本語" and "表示" (whose first character ends with a backslash byte).
write('frames/sjis.html', Buffer.concat([
  Buffer.from('<!DOCTYPE html><html><head><meta charset="Shift_JIS"><title>'),
  Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]),
  Buffer.from('</title><link rel="stylesheet" href="sjis.css" charset="Shift_JIS"></head><body><p class="k">'),
  Buffer.from([0x95, 0x5c, 0x8e, 0xa6]), Buffer.from(' '),
  Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]), Buffer.from('</p></body></html>')]));
write('frames/sjis.css', Buffer.concat([Buffer.from('@charset "Shift_JIS";\n.k::after { content: "'),
  Buffer.from([0x8c, 0xea]), Buffer.from('"; color: #b00 }\n')]));

write('index.html', `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>A site \u2014 of ours</title>
<link rel="stylesheet" href="css/main.css"><link rel="icon" href="img/red.png">
<link rel="preload" as="image" href="img/gray.png"><link rel="canonical" href="http://example.test/site">
<style>.inl { background: url("img/amber.png"); width: 70px; height: 18px }
@media (min-width: 1px) { .set { background: url(img/blue.png); width: 70px; height: 18px } }</style>
<script>document.documentElement.dataset.ran = "yes";</script></head>
<body onload="document.body.dataset.loaded = 1"><h1 class="e">Links \u00e9 \u2713 </h1>
<noscript><p>Not shown where scripts run.</p></noscript>
<p><a href="#end">end</a> <a href="frames/one.html">one</a> <a href="http://elsewhere.test/">elsewhere</a>
<a href="javascript:void(0)">nothing</a> <code>code 0O</code></p>
<p><img src="img/red.png" alt="red"><img src="img/green.png" srcset="img/red@2x.png 2x, img/blue.png 1x" alt="set">
<img srcset="img/amber.png 21w, img/red@2x.png 60w" sizes="21px" src="img/red.png" alt="w">
<picture><source srcset="img/plum.png" media="(min-width: 1px)"><img src="img/gray.png" alt="picture"></picture>
<img src="img/with%20blank%20(1).png" alt="blank"><img src="img/%C3%BCmlaut.png" alt="umlaut">
<img src="img/query.png?a=1&amp;b=2#f" alt="query"><img src="img/not-there.png" alt="missing" width="60" height="20">
<img src="img/pic.svg" alt="svg"><img crossorigin src="img/lime.png" alt="cors"></p>
<div class="a">a</div><div class="b">b</div><div class="c">c</div><div class="d">d</div>
<div class="mask"></div><div class="var"></div>
<div class="inl">i</div><div class="set">s</div><div class="more">more</div><div class="deepest">deepest</div>
<div style="background:url(&quot;img/sky.png&quot;);width:80px;height:20px">style</div>
<svg width="90" height="30"><defs><linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient></defs>
<image href="img/teal.png" width="30" height="20"/><image xlink:href="img/pink.png" x="32" width="30" height="20"/><rect x="64" width="20" height="20" fill="url(#g)"/></svg>
<table background="img/sand.png"><tbody><tr><td>table</td></tr></tbody></table>
<input type="image" src="img/navy.png" alt="input"><video poster="img/plum.png" width="40" height="20"></video>
<p><iframe src="frames/one.html" width="320" height="120"></iframe>
<iframe src="frames/quirks.html" width="160" height="80"></iframe>
<iframe src="frames/sjis.html" width="200" height="60"></iframe>
<iframe srcdoc="&lt;p&gt;srcdoc &lt;img src=&quot;img/red.png&quot;&gt; \u2713" width="160" height="60"></iframe>
<iframe src="data:text/html,<p style='color:green'>data" width="120" height="50"></iframe></p>
<object data="img/pic.svg" type="image/svg+xml" width="60" height="30"></object>
<div id="host"><template shadowrootmode="open"><style>p { color: #808; background: url(img/lime.png) }</style><p>shadow <img src="img/gray.png" alt="s"></p></template></div>
<p id="end">end</p></body></html>
`);

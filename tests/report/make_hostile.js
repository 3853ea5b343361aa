// SPDX-License-Identifier: MIT
//
// make_hostile.js FOLDER: mails whose every value tries to become markup, script or an address in a page
// that shows it.  What would run sets `canary`, and what would be asked for is at canary.example.
'use strict';
const fs = require('fs');
const path = require('path');

const RUN = 'canary=1';
const MARKUP = [
  '<script>' + RUN + '</script>', '</script><script>' + RUN + '</script>', '</title></head><body onload=' + RUN + '>',
  '"><img src=x onerror=' + RUN + '>', '\'><svg onload=' + RUN + '>', '" autofocus onfocus=' + RUN + ' x="', '</textarea></style><script>' + RUN + '</script>',
  '&lt;script&gt;' + RUN + '&lt;/script&gt;', '&#60;script&#62;' + RUN + '&#60;/script&#62;', '{{SUBJECT:none}}{{>HEAD}}', '-->]]><script>' + RUN + '</script><!--',
  '\\"),' + RUN + ';//', '");' + RUN + ';//', '\u2028' + RUN + '//', '*/' + RUN + '/*', '<base href="http://canary.example/">',
  '<meta http-equiv="refresh" content="0;url=http://canary.example/">', '<link rel=stylesheet href=http://canary.example/x.css>',
  '<iframe srcdoc="<script>parent.' + RUN + '</script>">', '\u202Egnp.exe\u2066<b>', '</bdi></td></tr></table><script>' + RUN + '</script>',
  '</iframe><script>' + RUN + '</script>', '__proto__', '<template><script>' + RUN + '</script></template>', '</style><script>' + RUN + '</script>'];
const ADDRESSES = ['javascript:' + RUN, ' java\tscript:' + RUN, 'data:text/html,<script>' + RUN + '</script>', 'vbscript:' + RUN, '//canary.example/x',
  'http://canary.example/"onclick="' + RUN + '"', 'http://user:pw@canary.example/', 'file:///etc/passwd', 'http://canary.example/<b>', '#link-1', 'index.html'];

const word = (text) => '=?utf-8?B?' + Buffer.from(text).toString('base64') + '?=';
const attribute = (text) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');

function mail(i) {
  const markup = MARKUP[i % MARKUP.length];
  const address = ADDRESSES[i % ADDRESSES.length];
  const body = '<html><head><title>' + attribute(markup) + '</title><base href="http://canary.example/b/' + i + '/">' +
    '<style>body { background: url(http://canary.example/back.png) } @import "http://canary.example/y.css";</style></head>' +
    '<body onload="' + RUN + '" style="behavior: url(http://canary.example/z.htc)"><script>' + RUN + '</script>' +
    '<a href="' + attribute(address) + '" onclick="' + RUN + '">' + attribute(markup).replace(/</g, '&lt;') + '</a>' +
    '<a href="' + attribute(markup) + '">https://bank.example/</a><a href="../x' + i + '">plain</a>' +
    '<img src="http://canary.example/i.png" onerror="' + RUN + '"><svg><a xlink:href="' + attribute(address) + '"><text>x</text></a></svg>' +
    '<form action="http://canary.example/form" autofocus><input autofocus onfocus="' + RUN + '"><button>send</button></form>' +
    '<iframe src="http://canary.example/frame"></iframe><object data="http://canary.example/o"></object><embed src="' + attribute(address) + '">' +
    '<video autoplay src="http://canary.example/v.mp4"></video><link rel=prefetch href="http://canary.example/p">' +
    '<meta http-equiv=refresh content="0;url=http://canary.example/r">' + markup + '</body></html>';
  return ['From: ' + word(markup) + ' <a@canary.example>', 'To: b@example.com', 'Subject: ' + word(markup + ' ' + i), 'Date: Tue, 2 Jan 2024 03:04:05 +0000',
    'Message-ID: <' + i + '@canary.example>', 'X-Mark: ' + word(markup), 'Content-Location: http://canary.example/' + encodeURIComponent(markup),
    'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: base64', '',
    Buffer.from(body).toString('base64').replace(/.{76}/g, '$&\r\n'), '--b',
    'Content-Type: application/' + 'x' + i + '; name="' + word(markup).replace(/"/g, '') + '"', "Content-Disposition: attachment; filename*=utf-8''" + encodeURIComponent(markup),
    'Content-Transfer-Encoding: base64', '', Buffer.from(markup).toString('base64'), '--b', 'Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64', '',
    Buffer.from(markup + ' http://canary.example/t' + i + ' ' + markup).toString('base64'), '--b--', ''].join('\r\n');
}

const [, , FOLDER] = process.argv;
fs.mkdirSync(FOLDER, { recursive: true });
for (let i = 0; i < MARKUP.length; ++i) fs.writeFileSync(path.join(FOLDER, String(i).padStart(2, '0') + '.eml'), mail(i));

// SPDX-License-Identifier: MIT
//
// guard.js BASEWALK clicks|axe COUNT SEED: the guard behind Chromium, without scripts on its pages.  Exit
// status 1 where a link leads anywhere but to what was signed, or a page cannot be used by everybody.
'use strict';
const { spawn } = require('child_process');
const crypto = require('crypto');
const fs = require('fs');
const http = require('http');
const net = require('net');
const os = require('os');
const path = require('path');
const { launch } = require('./browser.js');

const [, , BASEWALK, WHAT = 'clicks', COUNT = '150', SEED = '1'] = process.argv;
let wrong = 0;
function check(holds, what) {
  if (holds) return;
  ++wrong;
  console.log('wrong: ' + what);
}

// A generator whose numbers are those of its seed (mulberry32).
let state = Number(SEED) >>> 0;
function below(n) {
  state = (state + 0x6D2B79F5) >>> 0;
  let t = state;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) % n;
}

function freePort() {
  return new Promise((done) => {
    const server = net.createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

const escaped = (bytes) => [...bytes].map((b) =>
  /[A-Za-z0-9._~-]/.test(String.fromCharCode(b)) ? String.fromCharCode(b)
    : '%' + b.toString(16).toUpperCase().padStart(2, '0')).join('');

let origin = '';
function link(url, { expires = '20991231', flags = 'none' } = {}) {
  const bytes = Buffer.from(url);
  const mac = crypto.createHmac('sha256', 'key').update('expires=' + expires + '\nflags=' + flags + '\n').update(bytes);
  return origin + '/' + mac.digest('hex') + '/' + expires + '/' + flags + '/' + escaped(bytes);
}

async function startGuard(folder, ...options) {
  const port = await freePort();
  origin = 'http://127.0.0.1:' + port;
  fs.writeFileSync(path.join(folder, 'key'), 'key\n', { mode: 0o600 });
  const guard = spawn(BASEWALK, ['guard', '--wrap', origin + '/{mac}/{expires}/{flags}/{path-url}', '--wrap-key',
    path.join(folder, 'key'), '--socket', 'inet:' + port + '@127.0.0.1', ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise((ready, failed) => {
    let text = '';
    guard.stderr.on('data', (bytes) => { if ((text += bytes).includes('ready')) ready(); });
    guard.on('exit', () => failed(new Error(text)));
  });
  return guard;
}

// What the links lead to: it remembers who came.
function startTarget() {
  const seen = [];
  const server = http.createServer((request, answer) => {
    if (request.url !== '/favicon.ico')
      seen.push({ url: request.url, method: request.method, referer: request.headers.referer, cookie: request.headers.cookie });
    answer.end('<!DOCTYPE html><title>there</title><p>there');
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done({ server, seen, port: server.address().port })));
}

// A page whose own scripts do not run, and the documents that it has asked for since.
async function openPage(context, scripts = false) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setScriptExecutionDisabled', { value: !scripts });
  await session.send('Network.enable');
  const asked = [];
  session.on('Network.requestWillBeSent', (e) => { if (e.type === 'Document') asked.push(e.request.url); });
  return { page, asked };
}

async function clicks(context, target) {
  const there = 'http://127.0.0.1:' + target.port;
  let { page, asked } = await openPage(context);
  // By mouse, and by keyboard alone.
  for (const how of ['mouse', 'keyboard']) {
    target.seen.length = 0;
    const response = await page.goto(link(there + '/a?b=c#d'));
    check(response.status() === 200 && target.seen.length === 0, how + ': a page comes first');
    if (how === 'mouse') {
      await page.click('button.go');
    } else {
      let focused = '';
      for (let i = 0; i < 5 && focused !== 'go'; ++i) {
        await page.keyboard.press('Tab');
        focused = await page.evaluate(() => document.activeElement.className);
      }
      check(focused === 'go', 'the button is reached by Tab');
      await page.keyboard.press('Enter');
    }
    await page.waitForURL(there + '/**');
    check(page.url() === there + '/a?b=c#d', how + ': opened ' + page.url());
    check(target.seen.length === 1 && target.seen[0].method === 'GET' && target.seen[0].url === '/a?b=c' &&
      target.seen[0].referer === undefined && target.seen[0].cookie === undefined, how + ': ' + JSON.stringify(target.seen));
    // Back, and on once more: a link may be opened again.
    await page.goBack();
    await page.click('button.go');
    await page.waitForURL(there + '/**');
  }
  // A report opens nothing, and can go on.
  target.seen.length = 0;
  await page.goto(link(there + '/reported'));
  await page.click('button[value=report]');
  await page.waitForSelector('text=Thank you');
  check(target.seen.length === 0, 'a report opens nothing');
  await page.click('button.go');
  await page.waitForURL(there + '/reported');

  // A form of a mail.
  target.seen.length = 0;
  await page.goto(link(there + '/find?old=1') + '?q=a+b');
  check((await page.textContent('main')).includes('a form was filled in'), 'what a form filled in is told');
  await page.click('button.go');
  await page.waitForURL(there + '/find**');
  check(target.seen[0].url === '/find?q=a+b', 'the query of the form: ' + target.seen[0].url);

  // One that is posted, with what the page's own buttons have: from there its page goes on.
  target.seen.length = 0;
  await page.setContent('<form method=post action="' + link(there + '/posted') + '"><button name=do value=go id=there>x</button></form>');
  await page.click('#there');
  await page.waitForSelector('text=has gone nowhere');
  check(target.seen.length === 0, 'a form of a mail presses no button');
  await page.click('button.go');
  await page.waitForURL(there + '/posted');

  // Links that are not what was signed.
  target.seen.length = 0;
  const good = link(there + '/secret');
  const tampered = good.replace(/\/(.)([0-9a-f]{63}\/)/, (all, first, rest) => '/' + (first === '0' ? '1' : '0') + rest);
  for (const [name, url, status] of [
    ['tampered', tampered, 403], ['another target', good.replace('secret', 'other'), 403],
    ['another day', good.replace('20991231', '20981231'), 403], ['other flags', good.replace('/none/', '/userinfo/'), 403],
    ['double-encoded', good.replace(/%/g, '%25'), 403], ['half decoded', good.replace('%3A', ':'), 403],
    ['expired', link(there + '/secret', { expires: '20200101' }), 410], ['a path', origin + '/', 403],
    ['8 KB and one', link(there + '/' + 'x'.repeat(8192 - there.length)), 414],
    ['a script', link('javascript:location="' + there + '/script"'), 403],
    ['a header', link(there + '/\r\nLocation: ' + there + '/header'), 403]]) {
    const response = await page.goto(url);
    check(response.status() === status, name + ': ' + response.status());
    check(await page.locator('a, button, form').count() === 0, name + ': nothing to press');
    check(page.url() === new URL(url).href, name + ': it stays where it is');
  }
  check(target.seen.length === 0, 'none of them leads anywhere: ' + JSON.stringify(target.seen));
  const long = there + '/' + 'x'.repeat(8191 - there.length);
  await page.goto(link(long));
  await page.click('button.go');
  await page.waitForURL(there + '/xxx**');
  check(page.url() === long, 'a link of 8 KB');

  // Made ones: whatever they hold, the browser asks for what was signed, or for nothing.
  const pieces = ['http:', 'https:', 'javascript:', 'data:text/html,', '//', '/', '\\', '\r\n', '\n', '%0d%0aX: y', '\t', ' ',
    '@', 'e.example', 'evil.example', '[::1]', ':80', '?', '#', '..', 'xn--pple-43d.com', '\u0430pple.com', '\u202E', '\u2066',
    '"', "'", '<script>alert(1)</script>', '%2F', '\u3002', '&', 'l\u0000'];
  let opened = 0;
  for (let i = 0; i < Number(COUNT); ++i) {
    let url = ['', 'http://', 'https://'][below(3)];
    for (let n = 1 + below(5); n > 0; --n) url += pieces[below(pieces.length)];
    asked.length = 0;
    await page.goto(link(url));
    check(asked.length === 1, 'no page leads on by itself: ' + JSON.stringify(url));
    if (await page.locator('button.go').count() === 0) continue;
    const failed = page.waitForEvent('requestfailed');
    asked.length = 0;
    await page.click('button.go', { noWaitAfter: true });
    await failed;
    const meant = new URL(url);
    meant.hash = '';
    check(asked.length === 2 && asked[0].startsWith(origin + '/') && asked[1].replace(/#.*/, '') === meant.href.replace(/#.*/, ''),
      JSON.stringify(url) + ' asked for ' + asked.slice(1));
    ++opened;
    // The browser's own page about it, which comes when it likes, is in nobody's way.
    const last = page;
    ({ page, asked } = await openPage(context));
    await last.close();
  }
  check(opened > Number(COUNT) / 20, 'only ' + opened + ' could be opened');
  await page.close();
  console.log(COUNT + ' made links, ' + opened + ' of them opened');
}

const pagesOf = (there) => [
  ['link', link(there + '/a')], ['flags', link('http://user:pw@login.xn--bcher-kva.example:81/x', { flags: 'base-split.text-differs' })],
  ['mixed', link('https://xn--pple-43d.com/' + 'long/'.repeat(300))], ['form', link(there + '/a') + '?q=1'],
  ['blocked', link('http://blocked.example/')], ['expired', link(there + '/', { expires: '20200101' })],
  ['forged', origin + '/nothing'], ['unopenable', link('javascript:alert(1)')]];

// Contrast of text (WCAG 1.4.3), the outline of what has the focus (2.4.7), sizes, order of headings.
function lookAt() {
  const rgb = (text) => text.match(/[\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => {
    const s = c / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  }).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const behind = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const color = rgb(getComputedStyle(e).backgroundColor);
      if (color.length === 3 || color[3] > 0) return color;
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const e of document.querySelectorAll('main *')) {
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
    const measured = ratio(rgb(getComputedStyle(e).color), behind(e));
    if (measured < 4.5) found.push('contrast ' + measured.toFixed(1) + ': ' + e.textContent.slice(0, 40));
  }
  for (const e of document.querySelectorAll('button, [tabindex]')) {
    e.focus({ focusVisible: true });
    const style = getComputedStyle(e);
    if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 2) found.push('no outline: ' + e.textContent.slice(0, 40));
    if (ratio(rgb(style.outlineColor), behind(e.parentElement)) < 3) found.push('a faint outline: ' + e.textContent.slice(0, 40));
    if (e.getBoundingClientRect().height < 24) found.push('small: ' + e.textContent.slice(0, 40));
    if (!(e.textContent.trim())) found.push('no name: ' + e.outerHTML);
  }
  if (document.documentElement.lang !== 'en') found.push('no language');
  if (!document.title) found.push('no title');
  if (document.querySelectorAll('h1').length !== 1) found.push('h1: ' + document.querySelectorAll('h1').length);
  if (document.querySelectorAll('main').length !== 1) found.push('main');
  let level = 0;
  for (const e of document.querySelectorAll('h1, h2, h3, h4')) {
    if (Number(e.tagName[1]) > level + 1) found.push('a heading is left out: ' + e.textContent);
    level = Number(e.tagName[1]);
  }
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.push('wider than the screen: ' + root.scrollWidth);
  return found;
}

async function eachPage(context, there, look, scripts) {
  const { page } = await openPage(context, scripts);
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [320, 900]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 700 });
      for (const [name, url] of pagesOf(there)) {
        await page.goto(url);
        for (const one of await look(page)) check(false, [name, colorScheme, width].join(' ') + ': ' + one);
      }
      await page.goto(link(there + '/a'));
      await page.click('button[value=report]');
      await page.waitForSelector('text=Thank you');
      for (const one of await look(page)) check(false, ['reported', colorScheme, width].join(' ') + ': ' + one);
    }
  }
  await page.close();
}

async function axe(page) {
  await page.evaluate(fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  const result = await page.evaluate(() => globalThis.axe.run(document));
  return result.violations.map((v) => v.impact + ' ' + v.id + ': ' + v.nodes.map((n) => n.html).join(' ').slice(0, 200));
}

(async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'basewalk-guard-'));
  fs.writeFileSync(path.join(folder, 'block'), 'blocked.example\n');
  const guard = await startGuard(folder, '--block', path.join(folder, 'block'));
  const target = await startTarget();
  const { context, close } = await launch();
  try {
    const there = 'http://127.0.0.1:' + target.port;
    if (WHAT === 'axe') {
      await eachPage(context, there, axe, true);  // axe-core waits by timers, which are scripts, too
    } else {
      await clicks(context, target);
      await eachPage(context, there, (page) => page.evaluate(lookAt));
    }
  } finally {
    await close();
    guard.removeAllListeners('exit');
    guard.kill();
    target.server.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
  console.log(WHAT + ': ' + wrong + ' wrong');
  process.exit(wrong === 0 ? 0 : 1);
})();

// SPDX-License-Identifier: MIT
//
// Opens pages in Chromium and says what they look like and what they loaded.
'use strict';
const crypto = require('crypto');
const fs = require('fs');
const os = require('os');
const path = require('path');
const zlib = require('zlib');

const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';

// No name resolves but localhost, so that a request that should not be made fails, and is seen.  One process shows all
// pages: they are ours, and to begin one for every site takes longer than what is tested.
async function launch() {
  const { chromium } = require('playwright-core');
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'basewalk-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    headless: true,
    viewport: { width: 900, height: 1000 },
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--hide-scrollbars',
      '--force-color-profile=srgb', '--disable-features=MediaRouter,SpareRendererForSitePerProcess',
      '--disable-site-isolation-trials', '--renderer-process-limit=1',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost'],
  });
  const close = async () => {
    await context.close();
    fs.rmSync(profile, { recursive: true, force: true });
  };
  return { context, close };
}

// What differs from run to run is stilled: carets, playing media.
const STILL = `(function still(root) {
  for (const e of root.querySelectorAll('input,textarea,select,button')) e.disabled = true;
  for (const e of root.querySelectorAll('video,audio'))
    e.style.setProperty('visibility', 'hidden', 'important');
  for (const e of root.querySelectorAll('*')) if (e.shadowRoot) still(e.shadowRoot);
})(document)`;

// What stands in a document and its open shadow roots, as it is laid out.
const TEXT = `(function text(root) {
  let out = root.body ? root.body.innerText : [...root.children].filter((e) => !/^(link|style|script|template)$/i.test(e.localName)).map((e) => e.innerText || '').join('\\n');
  for (const e of root.querySelectorAll('*')) if (e.shadowRoot) out += '\\n' + text(e.shadowRoot);
  return out;
})(document)`;

// Opens a URL: its picture, its text with that of its frames (which come in no order, and
// some of which are blank in several ways), the digests of the bitmaps and fonts that arrived, every URL that was
// asked for.
async function open(context, url, { scripts = true } = {}) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const responses = new Map();
  const finished = [];
  const requests = [];
  session.on('Network.responseReceived', (e) => responses.set(e.requestId, e.response));
  session.on('Network.loadingFinished', (e) => finished.push(e.requestId));
  session.on('Network.requestWillBeSent', (e) => requests.push(e.request.url));
  await session.send('Network.enable');
  if (!scripts) await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  await page.goto(url, { waitUntil: 'load' });
  // What lies below the fold of a frame from elsewhere is not painted, so nothing lies there.
  const height = await page.evaluate('document.documentElement.scrollHeight').catch(() => 0);
  await page.setViewportSize({ width: 900, height: Math.min(Math.max(height, 1000), 12000) });
  await page.waitForTimeout(600);
  for (const frame of page.frames()) {
    try {
      await frame.evaluate(STILL);
    } catch (error) {
      // A frame that shows an error page cannot be asked.
    }
  }
  const picture = await page.screenshot({ fullPage: true, animations: 'disabled' });
  const bitmaps = new Set();
  let unread = 0;
  for (const id of finished) {
    const response = responses.get(id);
    if (!response || !/^(image\/(?!svg|css)|font\/|application\/(x-)?font)/.test(response.mimeType)) continue;
    try {
      const { body, base64Encoded } = await session.send('Network.getResponseBody', { requestId: id });
      const bytes = Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
      bitmaps.add(crypto.createHash('sha256').update(bytes).digest('hex').slice(0, 16));
    } catch (error) {
      // It arrived, but the browser does not give it out (a font that is already made of it).
      unread++;
    }
  }
  const frames = page.frames().length;
  const charset = await page.evaluate('document.characterSet').catch(() => '');
  const texts = await Promise.all(page.frames().map((frame) => frame.evaluate(TEXT).catch(() => '')));
  const frameTexts = texts.slice(1).map((text) => text.trim()).filter((text) => text).sort();
  await page.close();
  return { picture, bitmaps, unread, requests, frames, charset, text: [texts[0], ...frameTexts].join('\n--\n') };
}

// The pixels of a PNG of 8 bits a channel, which is what screenshots are.
function decodePng(png) {
  let at = 8;
  let width = 0;
  let height = 0;
  let channels = 4;
  const data = [];
  while (at < png.length) {
    const size = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + size);
    if (type === 'IHDR') {
      width = body.readUInt32BE(0);
      height = body.readUInt32BE(4);
      channels = { 2: 3, 6: 4 }[body[9]];
      if (body[8] !== 8 || !channels || body[12] !== 0) throw new Error('a PNG of another kind');
    }
    if (type === 'IDAT') data.push(body);
    at += size + 12;
  }
  const raw = zlib.inflateSync(Buffer.concat(data));
  const stride = width * channels;
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const left = x >= channels ? pixels[y * stride + x - channels] : 0;
      const up = y > 0 ? pixels[(y - 1) * stride + x] : 0;
      const corner = x >= channels && y > 0 ? pixels[(y - 1) * stride + x - channels] : 0;
      const p = left + up - corner;
      const [a, b, c] = [Math.abs(p - left), Math.abs(p - up), Math.abs(p - corner)];
      const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
      const add = [0, left, up, (left + up) >> 1, paeth][filter];
      pixels[y * stride + x] = raw[y * (stride + 1) + 1 + x] + add;
    }
  }
  return { width, height, channels, pixels };
}

// How many pixels are not the same; those that only one picture has count.
function differentPixels(a, b) {
  if (a.equals(b)) return 0;
  const [one, two] = [decodePng(a), decodePng(b)];
  const at = (picture, x, y, c) =>
    x < picture.width && y < picture.height
      ? c < picture.channels ? picture.pixels[(y * picture.width + x) * picture.channels + c] : 255
      : -1;
  let count = 0;
  for (let y = 0; y < Math.max(one.height, two.height); y++)
    for (let x = 0; x < Math.max(one.width, two.width); x++)
      if ([0, 1, 2].some((c) => at(one, x, y, c) !== at(two, x, y, c))) count++;
  return count;
}

// The requests that leave: anything but data:, about:, blob: and files within `inside`.
function leaving(requests, inside) {
  return [...new Set(requests.filter((url) =>
    !/^(data|about|blob):/.test(url) && !decodeURI(url).startsWith('file://' + inside)))];
}

module.exports = { launch, open, decodePng, differentPixels, leaving };

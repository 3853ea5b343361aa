// SPDX-License-Identifier: MIT
//
// shown.js DUMP_SHOWN WORK FOLDER...: the bodies of all mails in the folders, and hostile ones, each
// as dump_shown makes a page of it, within the frame of a page with the policy of a report.  Nothing
// may be asked for, nothing said on the console, nothing run, and a click on a link leads nowhere.
'use strict';
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { launch } = require('./browser.js');
const { HOSTILE } = require('./hostile_bodies.js');

const [, , DUMP_SHOWN, WORK, ...FOLDERS] = process.argv;
// Of a large folder, that of $SAMPLED, one mail of so many is looked at; ALL=1: each.
const ONE_OF = process.env.ALL ? 1 : 20;
const isLookedAt = (folder) => (name, i) => folder !== process.env.SAMPLED || i % ONE_OF === 0;
const PAGE = 'http://report.example/';
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; " +
  "font-src data:; media-src data:; base-uri 'none'; form-action 'none'";
const AT_ONCE = 32;
// Of those that are clicked as many as lie on one screen.
const CLICKED_AT_ONCE = 8;
const CLICKS = 3;

function files(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    return entry.isDirectory() ? files(full) : entry.isFile() && fs.statSync(full).size < 4e6 ? [full] : [];
  });
}

function bodiesOf(names) {
  const { stdout, status } = spawnSync(DUMP_SHOWN, [], { input: names.join('\n') + '\n', maxBuffer: 4e9 });
  if (status !== 0) throw new Error('dump_shown ends with ' + status);
  return stdout.toString().split('\n').filter((line) => line).map((line) => JSON.parse(line));
}

const escaped = (text) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');

// What a frame and those in it hold that they must not.
const LOOK = `[...document.querySelectorAll('*')].flatMap((e) => {
  const bad = /^(script|object|embed|applet|form|base|link|template|svg|math|portal|frame)$/.test(e.localName) ? [e.localName] : [];
  for (const a of e.attributes) {
    if (/^(on|http-equiv$)/.test(a.name) && e.localName !== 'meta' || /^(target|ping|autofocus|autoplay|formaction|action|download)$/.test(a.name))
      bad.push(a.name);
    if (/^(href|xlink:href)$/.test(a.name) && !/^about:srcdoc#[0-9]*$/.test(a.value)) bad.push(a.name + ' ' + a.value);
    if (/^(src|srcset|poster|background|data)$/.test(a.name) && !a.value.startsWith('data:')) bad.push(a.name + ' ' + a.value);
  }
  return bad;
})`;

// Where its links are, of those that can be seen in the frame.
const LINKS = `[...document.querySelectorAll('a[href]')].map((e) => e.getBoundingClientRect())
  .map((r) => [r.x + r.width / 2, r.y + r.height / 2]).filter(([x, y]) => x > 0 && y > 0 && x < innerWidth && y < innerHeight)`;

// Shows bodies in one page; what was wrong.
async function show(context, bodies, clicks) {
  const page = await context.newPage();
  const wrong = [];
  page.on('console', (message) => wrong.push('console: ' + message.text().slice(0, 200)));
  page.on('pageerror', (error) => wrong.push('error: ' + error));
  page.on('dialog', (dialog) => { wrong.push('dialog'); dialog.dismiss(); });
  page.on('popup', () => wrong.push('popup'));
  page.on('request', (request) => {
    if (request.url() !== PAGE && !/^(data:|about:)/.test(request.url())) wrong.push('request: ' + request.url().slice(0, 200));
  });
  const session = await context.newCDPSession(page);
  session.on('Log.entryAdded', ({ entry }) => wrong.push('log: ' + entry.text.slice(0, 200)));
  await session.send('Log.enable');
  const html = '<!DOCTYPE html><meta charset="utf-8"><title>report</title>' +
    bodies.map((body) => '<iframe sandbox srcdoc="' + escaped(body.page) + '"></iframe>').join('\n');
  await page.route('**/*', (route) => route.request().url() === PAGE
    ? route.fulfill({ contentType: 'text/html', headers: { 'content-security-policy': POLICY }, body: html })
    : route.abort());
  await page.goto(PAGE, { waitUntil: 'load', timeout: 60000 });
  await page.waitForTimeout(150);
  let frames = 0;
  let clicked = 0;
  for (const frame of page.frames().slice(1)) {
    ++frames;
    if (frame.url() !== 'about:srcdoc' && frame.url() !== 'about:blank') wrong.push('frame: ' + frame.url().slice(0, 200));
    const held = await frame.evaluate(LOOK).catch((error) => ['nothing that can be looked at: ' + error]);
    wrong.push(...held.map((what) => 'holds: ' + what.slice(0, 200)));
    if (!clicks || held.length > 0) continue;
    // With the mouse: what Playwright puts into a frame to click is a script there.
    const box = frame.parentFrame() === page.mainFrame() && await (await frame.frameElement()).boundingBox();
    if (!box) continue;
    for (const [x, y] of (await frame.evaluate(LINKS)).slice(0, CLICKS)) {
      await page.mouse.click(box.x + 2 + x, box.y + 2 + y);
      ++clicked;
    }
    await page.waitForTimeout(30);
    if (!/^about:(srcdoc|blank)/.test(frame.url())) wrong.push('clicked to: ' + frame.url().slice(0, 200));
  }
  if (await page.title() !== 'report') wrong.push('the title is ' + await page.title());
  if (page.url() !== PAGE) wrong.push('the page is ' + page.url());
  await page.close();
  return { wrong, frames, clicked };
}

(async () => {
  fs.mkdirSync(WORK, { recursive: true });
  const hostile = HOSTILE.map((mail, i) => {
    const name = path.join(WORK, 'hostile-' + i + '.eml');
    fs.writeFileSync(name, mail, 'latin1');
    return name;
  });
  const groups = [
    { name: 'hostile', bodies: bodiesOf(hostile), clicks: true },
    ...FOLDERS.map((folder) => ({ name: folder, bodies: bodiesOf(files(folder).filter(isLookedAt(folder))), clicks: false })),
  ];
  if (groups[0].bodies.length < HOSTILE.length) throw new Error('a hostile mail shows no body');
  const { context, close } = await launch();
  let total = 0;
  let failed = 0;
  for (const group of groups) {
    const bodies = group.bodies.filter((body) => body.page !== undefined);
    let frames = 0;
    let clicked = 0;
    const atOnce = group.clicks ? CLICKED_AT_ONCE : AT_ONCE;
    for (let at = 0; at < bodies.length; at += atOnce) {
      const batch = bodies.slice(at, at + atOnce);
      const seen = await show(context, batch, group.clicks);
      frames += seen.frames;
      clicked += seen.clicked;
      if (seen.wrong.length === 0) continue;
      // Which of them?
      for (const body of batch) {
        const { wrong } = await show(context, [body], group.clicks);
        if (wrong.length === 0) continue;
        ++failed;
        console.log(body.file + ' part ' + body.part + '\n  ' + [...new Set(wrong)].slice(0, 5).join('\n  '));
      }
    }
    total += bodies.length;
    console.log(path.basename(group.name) + ': ' + bodies.length + ' bodies in ' + frames + ' frames, ' + clicked + ' links clicked, ' +
      group.bodies.filter((body) => body.error).length + ' not shown');
  }
  await close();
  console.log(total + ' bodies, ' + failed + ' that do something');
  process.exit(failed === 0 && total > 0 ? 0 : 1);
})();

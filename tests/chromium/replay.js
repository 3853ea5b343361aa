// SPDX-License-Identifier: MIT
//
// replay.js WACZ BUNDLE...: replays each bundle's page from the WACZ by wabac, in Chromium, and compares
// the picture with that of the bundle itself.  Exit status 1 where a pixel differs.
'use strict';
const fs = require('fs');
const http = require('http');
const path = require('path');
const { launch, open, differentPixels } = require('./browser.js');

const [, , WACZ, ...BUNDLES] = process.argv;
const worker = process.env.NODE_PATH.split(':').map((folder) => path.join(folder, '@webrecorder/wabac/dist/sw.js'))
  .find((name) => fs.existsSync(name));

// What a replay needs of a server: the worker, the archive by ranges, and a page to begin with.
function serve() {
  const server = http.createServer((request, response) => {
    const name = request.url.replace(/\?.*/, '');
    if (name === '/sw.js') {
      response.writeHead(200, { 'Content-Type': 'text/javascript', 'Service-Worker-Allowed': '/' });
      return response.end(fs.readFileSync(worker));
    }
    if (name === '/a.wacz') {
      const bytes = fs.readFileSync(WACZ);
      const range = /bytes=(\d*)-(\d*)/.exec(request.headers.range || '');
      let [begin, end] = [0, bytes.length - 1];
      if (range && range[1] === '') begin = Math.max(bytes.length - Number(range[2]), 0);
      else if (range) [begin, end] = [Number(range[1]), Math.min(range[2] === '' ? end : Number(range[2]), end)];
      response.writeHead(range ? 206 : 200, { 'Content-Type': 'application/octet-stream', 'Accept-Ranges': 'bytes',
        'Content-Length': end - begin + 1, ...(range ? { 'Content-Range': `bytes ${begin}-${end}/${bytes.length}` } : {}) });
      return response.end(request.method === 'HEAD' ? undefined : bytes.subarray(begin, end + 1));
    }
    // A replayed page shows itself in a frame alone.
    if (name === '/' || name === '/show') {
      const shown = new URL(request.url, 'http://127.0.0.1/').searchParams.get('url');
      response.writeHead(200, { 'Content-Type': 'text/html' });
      return response.end('<!DOCTYPE html><title>start</title><body style="margin:0">' + (shown
        ? `<iframe src="${shown}" style="display:block;border:0;width:900px;height:1000px"></iframe>` : ''));
    }
    response.writeHead(404);
    return response.end();
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

// The address that a bundle's page has in the replay.
function address(bundle) {
  const text = fs.readFileSync(bundle, 'latin1');
  const url = /^Content-Location: (\S+)/mi.exec(text)[1];
  const date = new Date(/^Date: (.*)$/mi.exec(text)[1].trim()).toISOString().replace(/\D/g, '').slice(0, 14);
  return `w/a/${date}mp_/${url}`;
}

async function main() {
  const server = await serve();
  const top = `http://127.0.0.1:${server.address().port}/`;
  const { context, close } = await launch();
  const start = await context.newPage();
  await start.goto(top);
  await start.evaluate(async (wacz) => {
    await navigator.serviceWorker.register('/sw.js', { scope: '/' });
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50));
    await new Promise((done, fail) => {
      navigator.serviceWorker.addEventListener('message', ({ data }) => {
        if (data.msg_type === 'collAdded') done();
        if (data.msg_type === 'collProgress' && data.error) fail(new Error(data.error));
      });
      navigator.serviceWorker.controller.postMessage({ msg_type: 'addColl', name: 'a', type: 'archive',
        file: { sourceUrl: wacz } });
    });
  }, top + 'a.wacz');
  let bad = 0;
  for (const bundle of BUNDLES) {
    let pixels = -1;
    let replayed;
    // What differs is opened again: on a busy machine a pixel may be painted otherwise.
    for (let again = 0; pixels !== 0 && again < 3; ++again) {
      const first = await open(context, 'file://' + path.resolve(bundle), { scripts: false });
      replayed = await open(context, top + 'show?url=' + encodeURIComponent('/' + address(bundle)));
      pixels = differentPixels(first.picture, replayed.picture);
      if (process.env.KEEP_PICTURES) {
        fs.writeFileSync(process.env.KEEP_PICTURES + '.1.png', first.picture);
        fs.writeFileSync(process.env.KEEP_PICTURES + '.2.png', replayed.picture);
      }
    }
    if (pixels !== 0) bad = 1;
    console.log(`${pixels === 0 ? 'ok  ' : 'DIFF'} ${path.basename(bundle)}: ${pixels} different pixels`);
  }
  await close();
  server.close();
  process.exit(bad);
}

main().catch((error) => {
  console.log(error);
  process.exit(1);
});

// SPDX-License-Identifier: MIT
//
// capture.js FOLDER OUT [PAGES]: serves a folder on localhost, opens its index.html as any reader
// would and saves it as Chromium saves a page, as OUT.  With PAGES, a folder in it, opens every page
// there and saves each, in the folder OUT.
'use strict';
const fs = require('fs');
const http = require('http');
const path = require('path');
const { launch } = require('./browser.js');

const types = { '.html': 'text/html', '.css': 'text/css', '.png': 'image/png', '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf' };

async function main() {
  const [folder, out, pages] = process.argv.slice(2);
  const server = http.createServer((request, response) => {
    const name = decodeURIComponent(request.url.replace(/[?#].*/, ''));
    const file = path.join(folder, path.normalize(name));
    if (!fs.existsSync(file) || !fs.statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': types[path.extname(file)] || 'application/octet-stream',
      'Access-Control-Allow-Origin': '*' });
    response.end(fs.readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { context, close } = await launch();
  const save = async (name, to) => {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/${name}`, { waitUntil: 'networkidle' });
    const session = await context.newCDPSession(page);
    const { data } = await session.send('Page.captureSnapshot', { format: 'mhtml' });
    fs.writeFileSync(to, data);
    await page.close();
  };
  if (pages) {
    fs.mkdirSync(out);
    for (const name of fs.readdirSync(path.join(folder, pages)).sort())
      await save(`${pages}/${name}`, path.join(out, name.replace('.html', '.mhtml')));
  } else {
    await save('index.html', out);
  }
  await close();
  server.close();
}

main();

// SPDX-License-Identifier: MIT
//
// questions.js DOCUMENT REPORT LINKS TREE: the table "Ten questions" of a document, asked of a report in
// Chromium with the mouse and the keyboard.  A question is done as its row says, its clicks, keys and
// words are counted, and what is read off the page then is held against what the records of `links` and
// `tree` say of the same mail, and against the row.  What the report keeps in its data is not looked at.
'use strict';
const fs = require('fs');
const path = require('path');
const { launch } = require('../chromium/browser.js');

const [, , DOCUMENT, REPORT, LINKS, TREE] = process.argv;
const MOST_ACTIONS = 2;
let checked = 0;
let wrong = 0;
function check(holds, what) {
  ++checked;
  if (holds) return;
  ++wrong;
  console.log('wrong: ' + what);
}

// ---- The rows of the document.
function rowsOf(document) {
  const section = document.split(/^## /m).find((it) => it.startsWith('Ten questions\n')) || '';
  return section.split('\n').filter((line) => /^\| \d+ \|/.test(line)).map((line) => {
    const [, number, question, answer, way] = line.split('|').map((cell) => cell.trim());
    const actions = /^(\d): \S/.exec(way);
    return { number: Number(number), question, answer: answer.replaceAll('`', ''), actions: actions ? Number(actions[1]) : NaN };
  });
}

// ---- What the records say.
const records = (file) => fs.readFileSync(file, 'utf8').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line));
const walked = records(LINKS);
const parts = records(TREE).filter((it) => it.kind === 'part');
const messages = walked.filter((it) => it.kind === 'message');
const sourceOf = (subject) => messages.find((it) => it.subject === subject).source;
// The links of a message, each with its number in the list of its page.
const linksOf = (subject) => walked.filter((it) => it.kind === 'link' && it.source === sourceOf(subject)).map((it, i) => ({ ...it, n: i + 1 }));
const LETTER = 'The November letter';
const NESTED = 'Two letters, one inside the other';
const OFFER = 'Our offer';
// How a page names what gave a base.
const CALLED = { 'html-base': '<base href>', 'base-header': 'Base:', 'content-base': 'Content-Base:', 'content-location': 'Content-Location:' };

function mostOf(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) || 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

// ---- Somebody before a screen.  Scrolling and reading cost nothing.
class Person {
  constructor(page) {
    this.page = page;
    this.actions = 0;
  }
  // Only what lies open can be hit.
  async click(what) {
    await what.scrollIntoViewIfNeeded();
    const at = await what.evaluate((it) => {
      const { left, top, width, height } = it.getClientRects()[0];
      const [x, y] = [left + Math.min(width / 2, 60), top + height / 2];
      const hit = document.elementFromPoint(x, y);
      return it.contains(hit) || (hit && hit.contains(it)) ? [x, y] : null;
    });
    if (at === null) throw new Error('something lies over what is to be clicked');
    await this.page.mouse.click(...at);
    ++this.actions;
  }
  async type(word) {
    await this.page.keyboard.type(word);
    ++this.actions;
  }
  async scroll(to) {
    await to.scrollIntoViewIfNeeded();
  }
  // The text of something that is on the screen now.
  async read(what) {
    const isSeen = await what.evaluate((it) => {
      const { left, top, right, bottom, width, height } = it.getBoundingClientRect();
      return width > 0 && height > 0 && top < innerHeight && bottom > 0 && left < innerWidth && right > 0 &&
        it.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    });
    if (!isSeen) throw new Error('what is to be read is not on the screen');
    return what.evaluate((it) => it.innerText);
  }
}

// The box of a part without those of the parts in it.
const box = (page, section) => page.locator('.part-box').filter({ has: page.locator('.section', { hasText: new RegExp('^' + section.replace('.', '\\.') + '$') }) });
const chip = (page, n) => page.locator('.part-box').getByRole('link', { name: new RegExp('^#' + n + '\\b') });
const card = (page, n) => page.locator('li.link').filter({ has: page.getByRole('link', { name: '#' + n, exact: true }) });
const table = (page, name) => page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
const chart = (page, title) => page.locator('section.chart').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
// The cells of the rows of a table that are seen, from the top; by their heads.
async function rowsSeen(place) {
  return place.locator('tbody tr:visible').evaluateAll((rows) => rows.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
    .map((row) => Object.fromEntries([...row.cells].map((cell) => [cell.dataset.head, cell.innerText.trim()]))));
}
async function bars(person, title) {
  const text = await person.read(chart(person.page, title).locator('tbody'));
  check(text !== '', title + ': nothing is seen');
  return chart(person.page, title).locator('tbody tr').evaluateAll((rows) => rows.map((row) => [row.querySelector('bdi').innerText, Number(row.querySelector('.count').innerText)]));
}
// What is looked for in a text that was read.
const piece = (text, of, what) => {
  const found = of.exec(text);
  if (!found) throw new Error(what + ' is not in: ' + text.slice(0, 200));
  return found[1];
};

// ---- The questions.  `from`: the page of a message, or of all.  `expected`: the facts of the answer out
// of the records; `found`: the same, as the page shows them.
const QUESTIONS = {
  'Which link of the newsletter goes elsewhere than it says, and why?': {
    from: LETTER,
    expected: () => linksOf(LETTER).filter((it) => it.flags.includes('base-split') && it.text).flatMap((it) =>
      ['#' + it.n, it.raw, it.host, it.base, CALLED[it.base_from], 'part ' + it.base_part]),
    found: async (person, page) => {
      await person.click(page.getByRole('searchbox', { name: 'Search in links' }));
      await person.type('base-split');
      const cards = await page.locator('li.link:visible').all();
      const facts = [];
      for (const it of cards) {
        await person.scroll(it);
        const text = await person.read(it);
        // One that no reader sees, such as a picture, says nothing of where it goes.
        if (!/A reader sees/.test(text)) continue;
        const [, base, from, at] = /^base.*\n(\S+) (<base href>|\S+:) in the document, (part \S+)$/m.exec(text) || [];
        facts.push(piece(text, /^(#\d+)/, 'a number'), piece(text, /^raw\n(.*)/m, 'what was written'), piece(text, /^#\d+\s+(\S+)/, 'a host'),
          base, from, at);
      }
      return facts;
    },
  },
  'Which hosts are reached through a base that a reader does not see?': {
    from: null,
    expected: () => [mostOf(walked.filter((it) => it.kind === 'link' && it.status === 'resolved' && it.host && !/^\s*[/\\]{2}/.test(it.raw)).map((it) => it.host))],
    named: ([hosts]) => [hosts[0][0]],
    found: async (person, page) => {
      check(await page.locator('section.chart').first().getByRole('heading').innerText() === 'Hosts that are reached through a base', 'it is not the first chart');
      return [(await bars(person, 'Hosts that are reached through a base')).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))];
    },
  },
  'Which messages lead to `evil.example`?': {
    from: null,
    expected: () => {
      const links = walked.filter((it) => it.kind === 'link');
      return messages.flatMap((message) => {
        const numbers = links.filter((it) => it.source === message.source).flatMap((it, i) => it.host === 'evil.example' ? [i + 1] : []);
        return numbers.length === 0 ? [] : [message.subject, 'links ' + numbers.join(' and ')];
      });
    },
    found: async (person, page) => {
      await person.click(page.getByRole('searchbox', { name: 'Search in links' }));
      await person.type('evil.example');
      const links = table(page, 'Search in links');
      await links.getByRole('status').filter({ hasText: / of [\d,]+ links$/ }).waitFor();
      const count = await person.read(links.getByRole('status'));
      const rows = await rowsSeen(links);
      check(count.startsWith(rows.length + ' of '), 'so many rows are not seen: ' + count);
      check(rows.every((row) => row.Host === 'evil.example'), 'a row of another host is found');
      return [...new Set(rows.map((row) => row.Message))].flatMap((subject) =>
        [subject, 'links ' + rows.filter((row) => row.Message === subject).map((row) => row.Link).join(' and ')]);
    },
  },
  'Where does part 3.1 of the nested message have its base from?': {
    from: NESTED,
    expected: () => {
      const of = (section) => parts.find((it) => it.source === sourceOf(NESTED) && it.part === section);
      const [at, around] = [of('3.1'), of('3')];
      check(of(at.base_part).depth === around.depth + 1, 'part 3 is not the one around it');
      return [CALLED[at.base_from], 'part ' + at.base_part, 'part ' + around.base_part];
    },
    found: async (person, page) => {
      await person.scroll(box(page, '3.1'));
      const own = await person.read(box(page, '3.1'));
      const from = /handed down from the header field (\S+) of (part (\S+))/.exec(own);
      await person.scroll(box(page, from[3]));
      const letter = piece(await person.read(box(page, from[3])), /overrides ([A-Z])/, 'a letter');
      const bases = page.locator('ul.bases');
      await person.scroll(bases);
      const line = (await person.read(bases)).split('\n').find((it) => it.startsWith(letter + ' ')) || '';
      return [from[1] + ':', from[2], piece(line, /(part [\d.]+)/, 'a part')];
    },
  },
  'What was not read?': {
    from: null,
    expected: () => {
      const unread = walked.filter((it) => it.kind === 'unread');
      return [unread.length, ...new Set(unread.map((it) => it.why)), ...new Set(unread.map((it) => messages.find((of) => of.source === it.source).subject)),
        ...new Set(unread.map((it) => it.type))];
    },
    // In words: "two damaged pictures".
    named: ([count, why, subject, type]) => [{ 1: 'one', 2: 'two' }[count], why, subject, type],
    found: async (person, page) => {
      await person.scroll(chart(page, 'What was not read'));
      const [[why, count], ...more] = await bars(person, 'What was not read');
      check(more.length === 0, 'there is more than one reason');
      const [it, ...others] = (await rowsSeen(table(page, 'Messages'))).filter((row) => row.Unread !== '0');
      check(it.Unread === String(count) && others.length === 0, 'the column Unread says otherwise');
      await person.click(page.getByRole('link', { name: it.Subject, exact: true }));
      await page.waitForURL(/messages/);
      const types = [];
      for (const closed of await page.locator('.closed').all()) {
        await person.scroll(closed);
        types.push(piece(await person.read(closed), /not read: \S+\s+(\S+)/, 'a type'));
      }
      check(types.length === count, 'so many closed boxes are not there: ' + types.length);
      return [count, why, it.Subject, ...new Set(types)];
    },
  },
  'What does a reader of the newsletter see of link 5?': {
    from: LETTER,
    expected: () => [linksOf(LETTER)[4].text],
    found: async (person, page) => {
      await person.click(chip(page, 5));
      return [piece(await person.read(card(page, 5)), /^A reader sees (.*)$/m, 'what a reader sees')];
    },
  },
  'Where in the file is its link 3 written?': {
    from: LETTER,
    expected: () => ['byte ' + linksOf(LETTER)[2].byte_offset, 'line ' + linksOf(LETTER)[2].line],
    found: async (person, page) => {
      await person.click(chip(page, 3));
      const text = await person.read(card(page, 3));
      return [piece(text, /(byte \d+(?:,\d{3})*)/, 'a place'), piece(text, /(line \d+(?:,\d{3})*)/, 'a line')];
    },
  },
  'How many links have the flag `base-split`?': {
    from: null,
    expected: () => [walked.filter((it) => it.kind === 'link' && it.flags.includes('base-split')).length],
    found: async (person, page) => {
      await person.click(page.getByRole('link', { name: 'Counts', exact: true }));
      return [((await bars(person, 'Flags')).find(([name]) => name === 'base-split') || [])[1]];
    },
  },
  'Which message has the most links?': {
    from: null,
    expected: () => {
      const { subject, links } = [...messages].sort((a, b) => b.links - a.links)[0];
      return [subject, links + ' links'];
    },
    found: async (person, page) => {
      const head = table(page, 'Messages').getByRole('columnheader', { name: 'Links', exact: true }).getByRole('button');
      await person.click(head);
      await person.click(head);
      const [first] = await rowsSeen(table(page, 'Messages'));
      return [first.Subject, first.Links + ' links'];
    },
  },
  'Which base do the links of the PDF file have?': {
    from: null,
    expected: () => {
      const of = walked.find((it) => it.kind === 'document' && it.format === 'pdf');
      const all = walked.filter((it) => it.kind === 'link' && it.source === of.source && it.part === of.part);
      // What some viewers write one behind the other has none.
      const links = all.filter((it) => it.base !== null);
      check(links.length > 0 && links.every((it) => it.base === of.base && it.base_from === 'document'), 'links of the PDF file have another base');
      check(all.every((it) => it.base !== null || it.url.startsWith(of.base)), 'links of the PDF file have no base');
      check(sourceOf(OFFER) === of.source, 'the PDF file lies elsewhere');
      return [of.base, links.length + ' links', 'declares'];
    },
    found: async (person, page) => {
      await person.click(page.getByRole('link', { name: OFFER, exact: true }));
      await page.waitForURL(/messages/);
      const opened = page.locator('.part-box').filter({ hasText: 'opened as pdf' });
      await person.scroll(opened);
      const text = await person.read(opened);
      const base = piece(text, /declares the base (\S+)/, 'a base');
      const numbers = await opened.getByRole('link', { name: /^#\d+/ }).allInnerTexts();
      let links = 0;
      for (const number of numbers) {
        const it = card(page, piece(number, /(\d+)/, 'a number'));
        await person.scroll(it);
        const text = await person.read(it);
        if (!text.includes('the document that was opened')) continue;
        check(piece(text, /^base.*\n(\S+) the document that was opened/m, 'a base of the file') === base, number + ' has another base');
        ++links;
      }
      return [base, links + ' links', piece(text, /it (declares) the base/, 'a document that says so')];
    },
  },
};

// ---- One after the other, each on a page that was opened for it.
async function isRead(page) {
  await page.waitForFunction(() => [...document.querySelectorAll('.table:not([data-lazy]) .count')].every((it) => /^[\d,]+ of /.test(it.textContent)));
}

async function ask(context, { number, question, answer, actions }) {
  const what = number + ', "' + question + '"';
  const asked = Object.hasOwn(QUESTIONS, question) ? QUESTIONS[question] : null;
  check(asked !== null, what + ': nobody knows how to do this question; add it to ' + path.basename(__filename));
  check(actions <= MOST_ACTIONS, what + ': the row does not begin with how many actions it takes, or that is over ' + MOST_ACTIONS);
  if (!asked) return;
  const page = await context.newPage();
  page.setDefaultTimeout(10000);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('file://' + REPORT + '/index.html');
  await isRead(page);
  if (asked.from !== null) {
    await page.goto(await page.getByRole('link', { name: asked.from, exact: true }).evaluate((it) => it.href));
    check(await page.locator('h1').innerText() === asked.from, what + ': this is another page');
  }
  const person = new Person(page);
  const expected = asked.expected();
  const found = await asked.found(person, page).catch((error) => [error.message.split('\n')[0]]);
  check(expected.length > 0, what + ': the records have no answer');
  check(JSON.stringify(found) === JSON.stringify(expected), what + ': the page says ' + JSON.stringify(found) + ', the records ' + JSON.stringify(expected));
  for (const fact of asked.named ? asked.named(expected) : expected)
    check(answer.includes(String(fact)), what + ': the answer in the document has no ' + fact);
  check(person.actions === actions, what + ': took ' + person.actions + ' actions and not ' + actions);
  await page.close();
}

(async () => {
  const rows = rowsOf(fs.readFileSync(DOCUMENT, 'utf8'));
  check(rows.length === 10 && rows.every((row, i) => row.number === i + 1), DOCUMENT + ' has ' + rows.length + ' questions in this order, and not ten');
  for (const question of Object.keys(QUESTIONS))
    check(rows.some((row) => row.question === question), 'a question that ' + DOCUMENT + ' does not have: ' + question);
  const { context, close } = await launch();
  for (const row of rows) await ask(context, row);
  await close();
  console.log(rows.length + ' questions, ' + checked + ' checked, ' + wrong + ' wrong');
  process.exit(wrong === 0 ? 0 : 1);
})();

// SPDX-License-Identifier: MIT
//
// What the pages of `basewalk report` can do where scripts run; without it they are read as they are.
//
// Before it come the templates beside it and the files data/*.js, which the same run writes; nothing
// comes after it.  Whatever is shown here was written by strangers: text becomes text nodes, and the
// only addresses that are opened are those of pages of the report.
//
//     load()      one file of data/: a chunk of rows, column by column
//     Rows        chunks held in memory: sorted, filtered
//     Table       rows on a page, of which the document holds those that are seen
//     Cards       the links of one message
//
// The page opens from a folder, so that nothing can be fetched: a chunk is a script that calls
// basewalk.take().
'use strict';
(() => {
  // Tables of up to this many rows are held in memory; the chunks of larger ones are gone through
  // one after the other, and only what was found is held, up to the second and third number.
  const MOST_ROWS = 200000;
  const MOST_FOUND = 10000;
  const MOST_CHARACTERS = 32 << 20;
  const MOST_PRINTED = 2000;
  // Browsers know no element that is higher than some 17 million pixels (Firefox).
  const HIGHEST = 8000000;
  // Rows above and below what is seen, so that a scrolled table is not blank for a moment.
  const MARGIN = 8;

  const TABLES = {
    messages: {
      one: 'message', many: 'messages',
      columns: [
        { name: 'subject', head: 'Subject', kind: 'text', none: '(no subject)' },
        { name: 'from', head: 'From', kind: 'text' }, { name: 'date', head: 'Date', kind: 'date' },
        { name: 'verdict', head: 'Verdict', kind: 'verdict' }, { name: 'links', head: 'Links', kind: 'number' },
        { name: 'other', head: 'Other', kind: 'number', title: 'Links that only other readings have' },
        { name: 'hidden', head: 'Hidden', kind: 'number', title: 'Links through a hidden base' },
        { name: 'unread', head: 'Unread', kind: 'number', title: 'What was not read' },
        { name: 'notes', head: 'Notes', kind: 'number' }, { name: 'flags', head: 'Flags', kind: 'set' },
        { name: 'source', head: 'Source', kind: 'word' },
      ],
      choices: [['verdict', 'Verdict'], ['flags', 'Flag']],
      texts: ['subject', 'from', 'date', 'id'],
      words: ['source'],
    },
    links: {
      one: 'link', many: 'links',
      columns: [
        { name: 'target', head: 'Leads to', kind: 'text', from: ['clicked', 'url', 'raw'], none: '(empty)' },
        { name: 'text', head: 'Text', kind: 'text' }, { name: 'raw', head: 'Written', kind: 'text' },
        { name: 'where', head: 'Where', kind: 'word' }, { name: 'status', head: 'Status', kind: 'word' },
        { name: 'base_from', head: 'Base from', kind: 'word' }, { name: 'host', head: 'Host', kind: 'word' },
        { name: 'flags', head: 'Flags', kind: 'set' }, { name: 'reading', head: 'Reading', kind: 'word' },
        { name: 'subject', head: 'Message', kind: 'word' }, { name: 'n', head: 'Link', kind: 'number' },
      ],
      choices: [['flags', 'Flag'], ['status', 'Status'], ['base_from', 'Base from']],
      texts: ['raw', 'url', 'clicked', 'text', 'part'],
      words: ['host', 'domain'],
    },
  };

  const format = new Intl.NumberFormat('en-US');
  const counted = (n, what) => format.format(n) + ' ' + (n === 1 ? what.one : what.many);
  // As much of a text as a cell could show, with what cannot be seen made visible: controls, and
  // characters that turn the order of others around or have no width.
  const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
  const visible = (text) => text.slice(0, 1000).replace(UNSEEN, (c) => {
    const code = c.charCodeAt(0).toString(16).toUpperCase();
    return code.length <= 2 ? '\\x' + code.padStart(2, '0') : '\\u{' + code + '}';
  });

  function make(name, attributes = {}, ...inside) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...inside);
    return element;
  }
  function button(text, does, attributes = {}) {
    const element = make('button', { type: 'button', ...attributes }, text);
    element.addEventListener('click', does);
    return element;
  }

  // What is asked for: words, and for each choice one of its names, which may become more.
  class Query {
    constructor(many, choices, changed) {
      this.search = make('input', { type: 'search', autocomplete: 'off', spellcheck: 'false' });
      this.search.addEventListener('input', changed);
      this.element = make('div', { class: 'filter', role: 'search', 'aria-label': 'Search in ' + many },
        make('label', { class: 'wide' }, 'Search in ' + many + ' ', this.search));
      this.choices = new Map();
      for (const [name, label] of choices) {
        const select = make('select', {}, make('option', { value: '' }, 'all'));
        select.addEventListener('change', changed);
        this.choices.set(name, { select, names: new Set() });
        this.element.append(make('label', {}, label + ' ', select));
      }
      this.element.append(button('Show everything', () => {
        this.search.value = '';
        for (const { select } of this.choices.values()) select.value = '';
        changed();
      }));
    }
    offer(name, more) {
      const { select, names } = this.choices.get(name);
      for (const it of more) {
        if (names.has(it)) continue;
        names.add(it);
        select.append(make('option', { value: it }, visible(it)));
      }
    }
    get words() {
      return this.search.value.toLowerCase().split(/\s+/).filter((word) => word !== '');
    }
    get chosen() {
      return [...this.choices].map(([name, { select }]) => [name, select.value]).filter(([, value]) => value !== '');
    }
    get asks() {
      return this.words.length > 0 || this.chosen.length > 0;
    }
  }

  // ---- data/: one file after the other, as what they hold is dropped again.
  let taker = null;
  let last = Promise.resolve();
  window.basewalk = Object.freeze({
    take(table, number, chunk) {
      if (taker) taker(table + '-' + number, chunk);
    },
  });
  function load(table, number) {
    const name = table + '-' + number;
    last = last.then(() => new Promise((taken) => {
      let chunk = null;
      taker = (of, what) => { if (of === name) chunk = what; };
      const script = make('script');
      const done = () => { taker = null; script.remove(); taken(chunk); };
      script.addEventListener('load', done);
      script.addEventListener('error', done);
      script.src = 'data/' + name + '.js';
      document.head.append(script);
    }));
    return last; // null where there is no such file, or it is broken
  }

  // Rows in columns, as the chunks have them.  Texts stay one string for each chunk and column, in
  // which a word is found faster than in as many strings as there are rows.
  const NO_WORD = { names: [], ids: new Map(), of: [] };
  const NO_SET = { names: [], combinations: [], of: [] };
  class Rows {
    constructor(table) {
      this.table = table;
      this.count = 0;
      this.characters = 0;
      this.blocks = []; // { first, count, text, low }
      this.numbers = new Map();
      this.words = new Map(); // { names, ids, of }
      this.sets = new Map(); // { names, ids, combinations: [[id]], of }
      this.split = new Map();
      this.orders = new Map();
    }

    add(chunk) {
      const { count } = chunk;
      const block = { first: this.count, count, text: new Map(Object.entries(chunk.text)), low: new Map() };
      this.blocks.push(block);
      for (const text of block.text.values()) this.characters += text.length;
      for (const [name, of] of Object.entries(chunk.number)) {
        const column = entry(this.numbers, name, () => []);
        for (let i = 0; i < count; ++i) column.push(of[i] ?? NaN);
      }
      for (const [name, word] of Object.entries(chunk.word)) {
        const column = entry(this.words, name, () => ({ names: [], ids: new Map(), of: [] }));
        const ids = word.names.map((it) => idOf(column, it));
        for (let i = 0; i < count; ++i) column.of.push(word.of[i] < 0 ? -1 : ids[word.of[i]]);
      }
      for (const [name, set] of Object.entries(chunk.set)) {
        const column = entry(this.sets, name, () => ({ names: [], ids: new Map(), combinations: [], of: [] }));
        const ids = set.names.map((it) => idOf(column, it));
        const seen = new Map();
        for (let i = 0; i < count; ++i) {
          column.of.push(entry(seen, set.of[i], () => {
            // Numbers, not bits: a set may have more than 32 names.
            const members = ids.filter((id, bit) => Math.floor(set.of[i] / 2 ** bit) % 2 === 1);
            return column.combinations.push(members) - 1;
          }));
        }
      }
      this.count += count;
      this.split.clear();
      this.orders.clear();
    }

    // These rows as a chunk: a copy, which keeps nothing of the large strings.
    extract(rows) {
      const chunk = { count: rows.length, text: {}, number: {}, word: {}, set: {} };
      for (const name of this.blocks[0].text.keys()) {
        const column = this.texts(name);
        chunk.text[name] = rows.map((row) => column[row]).join('\n');
      }
      for (const [name, column] of this.numbers) chunk.number[name] = rows.map((row) => column[row]);
      for (const [name, column] of this.words)
        chunk.word[name] = { names: column.names, of: rows.map((row) => column.of[row]) };
      for (const [name, column] of this.sets)
        chunk.set[name] = { names: column.names, of: rows.map((row) =>
          column.combinations[column.of[row]].reduce((sum, id) => sum + 2 ** id, 0)) };
      return chunk;
    }

    texts(name) {
      return entry(this.split, name, () => this.blocks.flatMap((block) => cut(block.text.get(name), block.count)));
    }

    // What a cell shows.
    value({ name, kind, from = [name] }, row) {
      switch (kind) {
        case 'number': return this.number(name, row) >= 0 ? format.format(this.number(name, row)) : '';
        case 'text':
        case 'date': {
          const text = this.texts(from.find((it) => this.texts(it)[row]) || name)[row] || '';
          return kind === 'text' ? text : text.replace(/^(\S+)T(\d\d:\d\d).*$/, '$1 $2');
        }
        case 'set': {
          const { names, combinations, of } = this.sets.get(name) || NO_SET;
          return (combinations[of[row]] || []).map((id) => names[id]).join(', ');
        }
        default: {
          const { names, of } = this.words.get(name) || NO_WORD;
          return names[of[row]] || '';
        }
      }
    }
    number(name, row) {
      return (this.numbers.get(name) || [])[row];
    }

    // Which rows hold all words of a query, and what was chosen: a byte for each row.
    filter({ words, chosen }) {
      let found = new Uint8Array(this.count).fill(1);
      for (const word of words) {
        const also = new Uint8Array(this.count);
        this.mark(word, also);
        found = found.map((is, row) => is & also[row]);
      }
      for (const [name, value] of chosen) {
        const [set, word] = [this.sets.get(name), this.words.get(name)];
        const id = (set || word || NO_WORD).ids.get(value);
        const has = set ? set.combinations.map((members) => members.includes(id)) : [];
        found = found.map((is, row) => is & (set ? has[set.of[row]] : word !== undefined && word.of[row] === id));
      }
      return found;
    }

    mark(needle, found) {
      for (const block of this.blocks)
        for (const name of this.table.texts) {
          if (!block.text.has(name)) continue;
          const { low, starts } = entry(block.low, name, () => lowered(block, name));
          for (let at = low.indexOf(needle); at >= 0;) {
            const row = lineAt(starts, at);
            found[block.first + row] = 1;
            at = row + 1 < starts.length ? low.indexOf(needle, starts[row + 1]) : -1;
          }
        }
      for (const name of this.table.words) {
        const column = this.words.get(name);
        if (!column) continue;
        const has = column.names.map((it) => it.toLowerCase().includes(needle));
        if (has.includes(true)) column.of.forEach((id, row) => { found[row] |= has[id]; });
      }
    }

    // All rows in ascending order of a column.  Those without a value stand at the end in both
    // directions; `known` says where they begin.
    order(column) {
      return entry(this.orders, column.name, () => {
        switch (column.kind) {
          case 'number': return byNumber(this.numbers.get(column.name) || [], this.count);
          case 'text':
          case 'date': return this.byText(column);
          case 'set': {
            const { names, combinations, of } = this.sets.get(column.name) || NO_SET;
            const ranks = ranked(combinations.map((members) => members.map((id) => names[id]).join(' ')));
            return byNumber(of.map((it) => ranks[it]), this.count);
          }
          default: {
            const { names, of } = this.words.get(column.name) || NO_WORD;
            const ranks = ranked(names);
            return byNumber(of.map((id) => (id < 0 ? NaN : ranks[id])), this.count);
          }
        }
      });
    }

    // By the code units of small letters.  The order of a language (Intl.Collator) takes ten times as
    // long, and the texts are of many languages.
    byText(column) {
      const names = column.from || [column.name];
      const columns = names.map((name) => this.blocks.flatMap((block) =>
        cut(entry(block.low, name, () => lowered(block, name)).low, block.count)));
      const keys = new Array(this.count);
      for (let row = 0; row < this.count; ++row) keys[row] = (columns.find((it) => it[row]) || columns[0])[row] || '';
      const rows = [];
      const without = [];
      for (let row = 0; row < this.count; ++row) (keys[row] === '' ? without : rows).push(row);
      rows.sort((a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : a - b));
      return { rows: rows.concat(without), known: rows.length };
    }
  }

  function entry(map, key, made) {
    if (!map.has(key)) map.set(key, made());
    return map.get(key);
  }
  function idOf(column, name) {
    return entry(column.ids, name, () => column.names.push(name) - 1);
  }
  // The lines of a column; always as many as there are rows.
  function cut(text, count) {
    const lines = (text || '').split('\n').slice(0, count);
    while (lines.length < count) lines.push('');
    return lines;
  }
  function lowered(block, name) {
    const low = (block.text.get(name) || '').toLowerCase();
    const starts = new Uint32Array(block.count);
    for (let row = 1, at = 0; row < block.count && at >= 0; ++row) {
      at = low.indexOf('\n', starts[row - 1]);
      starts[row] = at < 0 ? low.length + 1 : at + 1;
    }
    return { low, starts };
  }
  // The last line that begins at `at` or before it.
  function lineAt(starts, at) {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= at) low = middle;
      else high = middle;
    }
    return low;
  }
  function ranked(names) {
    const ranks = new Array(names.length);
    names.map((name, id) => [name.toLowerCase(), id]).sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1]))
      .forEach(([name, id], rank) => { ranks[id] = name === '' ? NaN : rank; });
    return ranks;
  }
  const MOST_VALUE = 2 ** 32;
  function byNumber(values, count) {
    const rows = [];
    const without = [];
    for (let row = 0; row < count; ++row) (values[row] >= 0 ? rows : without).push(row);
    // Value and row in one number: no function is called to compare them.
    const keys = Float64Array.from(rows, (row) => Math.min(values[row], MOST_VALUE) * count + row).sort();
    keys.forEach((key, i) => { rows[i] = key % count; });
    return { rows: rows.concat(without), known: rows.length };
  }

  // A table of rows, whose head sorts and whose body holds only what is seen.
  class Table {
    constructor(place) {
      this.name = place.dataset.table;
      this.table = TABLES[this.name];
      this.chunks = Number(place.dataset.chunks) || 0;
      this.total = Number(place.dataset.rows) || 0;
      this.kept = this.total <= MOST_ROWS;
      this.rows = new Rows(this.table);
      // `first` is the first row that the document holds, `pool` the elements of those that it does.
      Object.assign(this, { place, isOpen: false, run: 0, shown: [], sorted: { column: null, down: false }, current: 0,
        first: 0, pool: [], missing: [] });
      this.makeControls();
      this.makeGrid();
      if (!('lazy' in place.dataset)) this.open();
    }

    makeControls() {
      this.query = new Query(this.table.many, this.table.choices, () => this.asked());
      this.opener = button('Open the table', () => this.open());
      this.count = make('p', { class: 'count', role: 'status', 'aria-live': 'polite' });
      this.progress = make('progress', { max: this.chunks || 1, 'aria-label': 'Files read' });
      this.trouble = make('p', { class: 'warning', role: 'alert' });
      this.limited = make('p', { class: 'limited' });
      this.printed = make('p', { class: 'limited on-paper' });
      for (const it of [this.progress, this.trouble, this.limited, this.printed]) it.hidden = true;
      this.place.replaceChildren(this.query.element, make('div', { class: 'state' }, this.count, this.progress, this.opener),
        this.limited, this.printed, this.trouble);
      this.say(counted(this.total, this.table) + (this.total === 0 ? '' : ', not read yet'));
    }

    makeGrid() {
      this.heads = this.table.columns.map((column) => {
        const sorter = button(column.head, () => this.sortNext(column));
        if (column.title) sorter.title = column.title;
        return make('th', { role: 'columnheader', scope: 'col', class: column.name + (column.kind === 'number' ? ' number' : ''), 'aria-sort': 'none' }, sorter);
      });
      this.body = make('tbody', { role: 'rowgroup' });
      this.head = make('thead', { role: 'rowgroup' }, make('tr', { role: 'row', 'aria-rowindex': '1' }, ...this.heads));
      this.grid = make('table', { role: 'grid', class: 'grid ' + this.name, tabindex: '0', 'aria-label': this.table.many,
        'aria-colcount': this.heads.length, 'aria-rowcount': '1' }, this.head, this.body);
      this.scroller = make('div', { class: 'rows' }, this.grid);
      this.scroller.hidden = true;
      this.place.append(this.scroller);
      this.grid.addEventListener('keydown', (event) => this.pressed(event));
      this.body.addEventListener('click', (event) => {
        const at = this.pool.findIndex((row) => row.element.contains(event.target));
        if (at < 0) return;
        this.current = this.first + at;
        this.draw();
      });
      this.scroller.addEventListener('scroll', () => {
        this.frame ||= requestAnimationFrame(() => { this.frame = 0; this.draw(); });
      }, { passive: true });
      new ResizeObserver(() => this.resized()).observe(this.scroller);
      addEventListener('beforeprint', () => this.print(true));
      addEventListener('afterprint', () => this.print(false));
    }

    // ---- What is asked for, and what is read.
    open() {
      if (this.isOpen) return;
      this.isOpen = true;
      this.opener.hidden = true;
      this.scroller.hidden = this.total === 0;
      if (this.total === 0) this.say('There are no ' + this.table.many + '.');
      else if (this.kept) this.readAll();
      else this.scan();
    }

    // The query has changed.
    asked() {
      if (!this.isOpen) {
        this.open();
      } else if (!this.kept) {
        ++this.run; // The chunks that are still to come are for an old query.
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.scan(), 250);
      } else {
        this.show();
      }
    }

    async readAll() {
      this.progress.hidden = false;
      let drawn = 0;
      for (let i = 0; i < this.chunks; ++i) {
        if (!this.takes(await load(this.name, i), i, this.rows)) continue;
        this.progress.value = i + 1;
        // Shown anew whenever it has doubled, so that the whole takes no more than twice the work.
        if (this.rows.count < 2 * drawn || i + 1 === this.chunks) continue;
        drawn = this.rows.count;
        this.show(' so far');
      }
      this.progress.hidden = true;
      this.show();
    }

    // Every chunk is read, gone through and dropped; what was found is kept.
    async scan() {
      const mine = ++this.run;
      this.missing = [];
      this.trouble.hidden = true;
      this.rows = new Rows(this.table);
      this.progress.hidden = false;
      this.progress.value = this.current = this.scroller.scrollTop = 0;
      const { words, chosen, asks } = this.query;
      let found = 0;
      let read = 0;
      const isFull = () => this.rows.count >= MOST_FOUND || this.rows.characters >= MOST_CHARACTERS;
      for (let i = 0; i < this.chunks && (asks || !isFull()); ++i) {
        const chunk = await load(this.name, i);
        if (mine !== this.run) return;
        const one = new Rows(this.table);
        if (!this.takes(chunk, i, one)) continue;
        const hits = [];
        const room = isFull() ? 0 : MOST_FOUND - this.rows.count;
        one.filter({ words, chosen }).forEach((is, row) => {
          if (!is) return;
          ++found;
          if (hits.length < room) hits.push(row);
        });
        read += one.count;
        if (hits.length > 0) this.rows.add(one.extract(hits));
        this.progress.value = i + 1;
        this.arrange();
        this.say(format.format(found) + ' found in ' + format.format(read) + ' of ' + counted(this.total, this.table), true);
      }
      this.progress.hidden = true;
      this.arrange();
      const all = asks ? found : this.total;
      this.say(format.format(all) + ' of ' + counted(this.total, this.table));
      this.limited.hidden = this.rows.count >= all;
      this.limited.textContent = 'The first ' + format.format(this.rows.count) + ' are listed and sorted here. ' +
        'Search for more words to see the others.';
    }

    // False where a chunk is not there; that is told, and the others are read all the same.
    takes(chunk, number, rows) {
      if (chunk) {
        rows.add(chunk);
        for (const [name] of this.table.choices)
          this.query.offer(name, (rows.words.get(name) || rows.sets.get(name) || NO_WORD).names);
        return true;
      }
      this.missing.push(number);
      this.trouble.hidden = false;
      this.trouble.textContent = 'Could not be read, so that their rows are missing here: data/' + this.name + '-' +
        this.missing.slice(0, 20).join(', -') + (this.missing.length > 20 ? ' and ' + format.format(this.missing.length - 20) + ' more' : '') +
        ' (.js). Copy the whole folder of the report, then load this page again.';
      return false;
    }

    show(addition = '') {
      this.arrange();
      this.say(format.format(this.shown.length) + ' of ' + counted(this.total, this.table) + addition);
    }

    say(text, quietly = false) {
      // What goes on is seen, but not read aloud over and over.
      this.count.setAttribute('aria-live', quietly ? 'off' : 'polite');
      this.count.textContent = text;
    }

    // Up, down, and as it came.
    sortNext(column) {
      const { column: before, down: was } = this.sorted;
      this.sorted = { column: before === column && was ? null : column, down: before === column && !was };
      this.table.columns.forEach((it, i) => {
        this.heads[i].setAttribute('aria-sort', it !== this.sorted.column ? 'none' : this.sorted.down ? 'descending' : 'ascending');
      });
      this.current = 0;
      this.scroller.scrollTop = 0;
      this.arrange();
    }

    // Which rows are shown, in which order.
    arrange() {
      // What was found by scanning was filtered then.
      const found = this.kept ? this.rows.filter(this.query) : new Uint8Array(this.rows.count).fill(1);
      const { column, down } = this.sorted;
      this.shown = [];
      if (column === null) {
        found.forEach((is, row) => { if (is) this.shown.push(row); });
      } else {
        const { rows, known: end } = this.rows.order(column);
        for (let i = 0; i < rows.length; ++i) {
          const row = rows[down && i < end ? end - 1 - i : i];
          if (found[row]) this.shown.push(row);
        }
      }
      this.current = Math.min(this.current, Math.max(this.shown.length - 1, 0));
      this.grid.setAttribute('aria-rowcount', this.shown.length + 1);
      this.draw();
    }

    // ---- What is seen.
    resized() {
      const top = this.first;
      this.height = 0;
      this.draw();
      if (top > 0) this.reveal(top + MARGIN);
    }

    // Where what is seen begins, in pixels of a table that has its full height.
    measure() {
      if (!this.height) {
        if (this.pool.length === 0) this.addRow();
        this.height = this.pool[0].element.getBoundingClientRect().height || 28;
        this.view = Math.max(this.scroller.clientHeight - this.head.offsetHeight, this.height);
      }
      this.full = this.shown.length * this.height;
      this.high = Math.min(this.full, HIGHEST);
      const scrolled = this.scroller.scrollTop;
      if (this.full === this.high) return scrolled;
      return scrolled / (this.high - this.view) * (this.full - this.view);
    }

    draw() {
      if (this.scroller.hidden) return;
      const offset = this.measure();
      const scrolled = this.scroller.scrollTop;
      this.body.style.height = this.high + 'px';
      let end = Math.min(this.shown.length, Math.ceil((offset + this.view) / this.height) + MARGIN);
      this.first = Math.max(0, Math.min(end, Math.floor(offset / this.height) - MARGIN));
      if (this.printing) [this.first, end] = [0, Math.min(this.shown.length, MOST_PRINTED)];
      while (this.pool.length < end - this.first) this.addRow();
      let now = null;
      this.pool.forEach((row, k) => {
        const i = this.first + k;
        row.element.hidden = i >= end;
        if (i >= end) return;
        this.fill(row, this.shown[i], i);
        row.element.style.transform = 'translateY(' + (i * this.height - offset + scrolled) + 'px)';
        if (i === this.current) now = row.element;
      });
      if (now) this.grid.setAttribute('aria-activedescendant', now.id);
      else this.grid.removeAttribute('aria-activedescendant');
    }

    addRow() {
      const cells = this.table.columns.map((column, i) => {
        // The link is not reached by Tab: that would be one stop for each row.  Enter opens it.
        const text = make('bdi', { dir: 'auto' });
        const inside = i === 0 ? make('a', { tabindex: '-1' }, text) : text;
        const td = make('td', { role: i === 0 ? 'rowheader' : 'gridcell', class: column.name + (column.kind === 'number' ? ' number' : ''),
          'data-head': column.head }, inside);
        return { td, text, inside };
      });
      const element = make('tr', { role: 'row', id: this.name + '-row-' + this.pool.length }, ...cells.map((cell) => cell.td));
      this.pool.push({ element, cells });
      this.body.append(element);
    }

    fill({ element, cells }, row, at) {
      element.setAttribute('aria-rowindex', at + 2);
      element.setAttribute('aria-selected', at === this.current);
      this.table.columns.forEach((column, i) => {
        const { td, text, inside } = cells[i];
        const value = visible(this.rows.value(column, row)) || column.none || '';
        text.textContent = value;
        td.classList.toggle('without', value === '');
        if (column.kind === 'verdict') text.className = 'verdict ' + value;
        if (column.kind === 'number') td.classList.toggle('zero', value === '0');
        else td.title = value;
        if (i > 0) return;
        const page = this.pageOf(row);
        if (page === '') inside.removeAttribute('href');
        else inside.href = page;
      });
    }

    // The page of a row.  Nothing but a page of this report is ever opened, whatever the data say.
    pageOf(row) {
      const page = this.rows.texts('page')[row];
      if (!/^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*\.html$/i.test(page)) return '';
      const number = this.name === 'links' ? this.rows.number('n', row) : NaN;
      return number >= 0 ? page + '#link-' + number : page;
    }

    reveal(at) {
      this.measure();
      const seen = this.scroller.scrollTop;
      const ratio = this.full > this.high ? (this.high - this.view) / (this.full - this.view) : 1;
      const highest = at * this.height * ratio;
      const lowest = ((at + 1) * this.height - this.view) * ratio;
      if (seen > highest) this.scroller.scrollTop = highest;
      else if (seen < lowest) this.scroller.scrollTop = Math.ceil(lowest);
    }

    pressed(event) {
      if (event.target !== this.grid || event.altKey || event.ctrlKey || event.metaKey || this.shown.length === 0) return;
      const most = this.shown.length - 1;
      const page = Math.max(1, Math.floor(this.view / this.height) - 1);
      const to = { ArrowDown: this.current + 1, ArrowUp: this.current - 1, PageDown: this.current + page,
        PageUp: this.current - page, Home: 0, End: most }[event.key];
      if (to !== undefined) {
        event.preventDefault();
        this.current = Math.max(0, Math.min(most, to));
        this.reveal(this.current);
        this.draw();
      } else if (event.key === 'Enter') {
        event.preventDefault();
        const page = this.pageOf(this.shown[this.current]);
        if (page !== '') location.href = page;
        else this.say('No page was made for this ' + this.table.one + '.');
      }
    }

    print(begins) {
      if (!this.isOpen) return;
      this.printed.hidden = !begins || this.shown.length <= MOST_PRINTED;
      this.printed.textContent = 'The first ' + counted(MOST_PRINTED, this.table) + ' of ' +
        format.format(this.shown.length) + ' are printed. Search for less to print all that is found.';
      if (!begins) for (const row of this.pool.splice(100)) row.element.remove();
      this.printing = begins;
      this.draw();
    }
  }

  // The links of one message: those that hold what is asked for, and keys that go from one to the next.
  class Cards {
    constructor(list) {
      this.cards = [...list.children].filter((card) => card.matches('li.link'));
      if (this.cards.length === 0) return;
      const named = [['flags', 'Flag'], ['status', 'Status']].map(([name, label]) =>
        [name, label, [...new Set(this.cards.flatMap((card) => this.namesOf(card, name)))].sort()]).filter(([name, , names]) =>
        names.length > (name === 'status' ? 1 : 0));
      this.query = new Query('links', named, () => this.filter());
      for (const [name, , names] of named) this.query.offer(name, names);
      this.count = make('p', { class: 'count', role: 'status', 'aria-live': 'polite' });
      // A key without Ctrl or Alt can be pressed by speech or by mistake, so it can be switched off.
      this.keys = make('input', { type: 'checkbox' });
      this.keys.checked = true;
      this.query.element.append(make('label', { class: 'keys' }, this.keys, make('span', {}, 'keys ', make('kbd', {}, 'j'), ' and ',
        make('kbd', {}, 'k'), ' go to the next and the previous link')));
      document.querySelector('.link-tools').append(this.query.element, this.count);
      this.table = TABLES.links;
      this.count.textContent = counted(this.cards.length, this.table);
      document.addEventListener('keydown', (event) => this.pressed(event));
    }

    namesOf(card, name) {
      return (card.dataset[name] || '').split(' ').filter((it) => it !== '');
    }

    filter() {
      this.texts ||= this.cards.map((card) => (card.textContent + ' ' + (card.dataset.host || '')).toLowerCase());
      const { words, chosen } = this.query;
      let shown = 0;
      this.cards.forEach((card, i) => {
        const is = words.every((word) => this.texts[i].includes(word)) &&
          chosen.every(([name, value]) => this.namesOf(card, name).includes(value));
        card.hidden = !is;
        shown += is;
      });
      this.count.textContent = format.format(shown) + ' of ' + counted(this.cards.length, this.table);
    }

    pressed(event) {
      const step = { j: 1, k: -1 }[event.key];
      if (!step || !this.keys.checked || event.altKey || event.ctrlKey || event.metaKey ||
        event.target.closest('input:not([type=checkbox]), select, textarea, [contenteditable], [role=grid]')) return;
      const from = document.activeElement.closest('li.link') || document.querySelector('li.link:target');
      let at = from ? this.cards.indexOf(from) + step : step > 0 ? 0 : this.cards.length - 1;
      while (at >= 0 && at < this.cards.length && this.cards[at].hidden) at += step;
      if (at < 0 || at >= this.cards.length) return;
      event.preventDefault();
      this.cards[at].tabIndex = -1;
      this.cards[at].focus();
    }
  }

  // ---- What any page has.
  function toggleTheme(tools) {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const isDark = () => (document.documentElement.dataset.theme || (dark.matches ? 'dark' : 'light')) === 'dark';
    const toggle = button('Dark', () => {
      document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
      say();
    }, { class: 'theme', title: 'Dark or light, as long as this page is open' });
    const say = () => toggle.setAttribute('aria-pressed', isDark());
    dark.addEventListener('change', say);
    say();
    tools.append(toggle);
  }

  function foldAll(tools) {
    const all = () => [...document.querySelectorAll('details')];
    if (all().length > 0) {
      for (const [text, open] of [['Unfold all', true], ['Fold all', false]])
        tools.append(button(text, () => { for (const it of all()) it.open = open; }));
    }
    // On paper nothing is folded.
    let folded = [];
    addEventListener('beforeprint', () => {
      folded = all().filter((it) => !it.open);
      for (const it of folded) it.open = true;
    });
    addEventListener('afterprint', () => { for (const it of folded) it.open = false; });
  }

  function copyButtons() {
    document.addEventListener('click', async (event) => {
      const from = event.target.closest('button.copy');
      if (!from) return;
      from.dataset.said ||= from.textContent;
      // A browser may say no, or have no such thing where pages come from a folder.
      const copied = async () => navigator.clipboard.writeText(from.dataset.copy || '');
      from.textContent = await copied().then(() => 'Copied', () => 'Not copied');
      from.setAttribute('aria-live', 'polite');
      setTimeout(() => { from.textContent = from.dataset.said; }, 2000);
    });
  }

  // A corner to drag is nothing for a keyboard.
  function viewHeights() {
    for (const view of document.querySelectorAll('.view iframe')) {
      const by = (factor) => () => {
        view.style.height = Math.max(120, Math.min(4000, Math.round(view.offsetHeight * factor))) + 'px';
      };
      view.before(make('div', { class: 'filter heights' }, ...[['Higher', 1.5], ['Lower', 1 / 1.5]].map(([text, factor]) =>
        button(text, by(factor), { 'aria-label': text + ': ' + view.title }))));
    }
  }

  document.documentElement.classList.add('script');
  const top = document.querySelector('header.top');
  if (top) {
    const tools = make('div', { class: 'tools' });
    top.insertBefore(tools, top.querySelector(':scope > nav'));
    foldAll(tools);
    toggleTheme(tools);
  }
  copyButtons();
  viewHeights();
  for (const list of document.querySelectorAll('.link-tools + ol.links')) new Cards(list);
  for (const place of document.querySelectorAll('.table[data-table]'))
    if (Object.hasOwn(TABLES, place.dataset.table)) new Table(place);
})();

#!/usr/bin/env python3
"""The questions of docs/questions.md: what they answer, and how SQLite goes about it.

    questions.py own             over tests/data/questions, made by the tool
    questions.py shared          over the mail of BASEWALK_SHARED_DIR; 77 where there is none
    questions.py plans [LINKS]   over a generated database: each question goes by an index
    questions.py --update own|shared   writes the answers of the document anew

An answer is its number of rows and the sum of its last column."""
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile

TOP = pathlib.Path(os.environ.get("TOP", pathlib.Path(__file__).resolve().parents[2]))
DOCUMENT = TOP / "docs/questions.md"
QUESTION = re.compile(r"## ([0-9]+)\. ([^\n]+)\n+```sql\n([^\n]+)\n```\n+([^\n]*\n)?\n*"
                      r"(?:\| our mails \| real mail \|\n\|---\|---\|\n)\| ([0-9]+) rows?, ([0-9]+) \| ([0-9]+) rows?, ([0-9]+) \|", re.S)
# What the parameters of the questions stand for.
PARAMETERS = {
    "host": "SELECT host FROM link WHERE host IS NOT NULL GROUP BY host ORDER BY count(*) DESC, host LIMIT 1",
    "message_id": "SELECT in_reply_to FROM message WHERE in_reply_to IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1",
    "sha256": "SELECT sha256 FROM part WHERE disposition = 'attachment' GROUP BY 1 ORDER BY count(*) DESC, 1",
    "sender_domain": "SELECT sender_domain FROM message WHERE sender_domain IS NOT NULL GROUP BY 1 "
                     "ORDER BY count(*) DESC, 1",
    "path": "SELECT path FROM link WHERE path > '/' GROUP BY path ORDER BY count(*) DESC, path",
    "url": "SELECT url FROM link WHERE path = :path AND path > '/' GROUP BY url ORDER BY count(*) DESC, url",
}


def questions():
    """(number, title, SQL, answer over our own mail, answer over the shared mail)"""
    found = [(int(n), title, sql, (int(a), int(b)), (int(c), int(d)))
             for n, title, sql, _, a, b, c, d in QUESTION.findall(DOCUMENT.read_text())]
    if [n for n, *_ in found] != list(range(1, 21)):
        sys.exit(f"docs/questions.md has the questions {[n for n, *_ in found]}, not 1 to 20")
    return found


def parameters(database):
    values = {}
    for name, sql in PARAMETERS.items():
        values[name] = (database.execute(sql, values).fetchone() or [None])[0]
    return values


def answer(database, sql, values):
    rows = database.execute(sql, values).fetchall()
    return len(rows), sum(row[-1] or 0 for row in rows)


def made_by_the_tool(path, *sources):
    run = subprocess.run([os.environ["BASEWALK"], "links", "-o", path, *sources], capture_output=True)
    if run.returncode not in (0, 1):
        sys.exit(f"links: exit status {run.returncode}: {run.stderr.decode()}")
    return sqlite3.connect(path)


def generated(path, links):
    """The tables and indices are the tool's, the rows are made here: of a tenth of the links a message, a
    tenth of them to one host, the others to hosts of which some are frequent."""
    empty = pathlib.Path(str(path) + ".eml")
    empty.write_bytes(b"")
    database = made_by_the_tool(path, empty)
    database.execute("PRAGMA synchronous = OFF")
    indices = database.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL").fetchall()
    for name, _ in indices:
        database.execute(f"DROP INDEX {name}")
    for table in ("flag", "link", "part", "note", "unread", "message"):
        database.execute(f"DELETE FROM {table}")
    messages = max(links // 10, 1)
    numbers = """WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}),
        r AS (SELECT i, (i * 2654435761) % 4294967296 >> 8 AS h FROM n) """
    skewed = "((h % 5000) * (h % 5000) / {0})"  # small numbers more often
    sha = "printf('%064x', {})"
    made = {
        ("message", messages): f"""i, 'box', i, i * 9000, 'm' || i || '@h.example', 8000, 2, 10, 0,
            CASE WHEN i % 50 = 0 THEN 'unread' WHEN i % 211 = 0 THEN 'differs' ELSE 'clear' END,
            i % 211 = 0, i % 50 = 0,
            printf('20%02d-%02d-%02dT10:00:00Z', 10 + i % 16, 1 + h % 12, 1 + h % 28), NULL,
            'a@s' || {skewed.format(2500)} || '.example', 's' || {skewed.format(2500)} || '.example', 1, 'b.example',
            'subject ' || i, CASE WHEN i % 5 = 0 THEN 'list' || (h % 300) || '.example' END,
            CASE WHEN i % 3 = 0 THEN 'm' || max(1, i - h % 200) || '@h.example' END, '',
            {sha.format("i - (i % 97 = 0)")}, {sha.format("i - (i % 31 = 0)")}""",
        ("part", 2 * messages): f"""(i + 1) / 2, '' || (1 + i % 2), iif(i % 2, 'text/html', 'application/pdf'), 1, 4000,
            iif(i % 40 = 1, 'http://h' || (h % 900) || '.example/', NULL), 'none', NULL, NULL,
            iif(i % 2, NULL, 'attachment'), {sha.format("iif(i % 2, i, " + skewed.format(500) + ")")},
            iif(i % 40 = 1, 'h' || (h % 900) || '.example', NULL)""",
        ("link", links): f"""i, (i + 9) / 10, '1', 'text/html', 'a[href]', u, NULL, 'none', NULL, 'absolute', u, u, NULL,
            NULL, iif(i % 2110 > 2100, 'header-end', NULL), host, domain, path, i * 900, 1 + h % 900
            FROM (SELECT *, 'http://' || host || path AS u FROM (SELECT *,
              iif(i % 10 = 0, 'www.example.com', 'w' || (h % 3) || '.h' || {skewed.format(500)} || '.example') AS host,
              iif(i % 10 = 0, 'example.com', 'h' || {skewed.format(500)} || '.example') AS domain,
              CASE WHEN i % 10 = 0 THEN '/TR/x' WHEN i % 10 = 1 THEN '/' ELSE '/p/' || (i / 7 % 90000) || '/view.html' END
                AS path FROM r))""",
        ("flag", links // 20): "i * 20, 'text-differs'",
        ("note", messages): "i, i, '1', 'code-' || (h % 40), 'odd', ''",
        ("unread", messages // 50): "i * 50, i, '2', 'application/pdf', 'a.pdf', 4000, 'no-opener', ''",
    }
    with database:
        for (table, count), columns in made.items():
            database.execute(f"INSERT INTO {table} {numbers.format(count)} SELECT {columns}"
                             + ("" if " FROM (SELECT" in columns else " FROM r"))
    for _, sql in indices:
        database.execute(sql)
    database.commit()
    return database


def plan(database, sql, values):
    return [row[3] for row in database.execute("EXPLAIN QUERY PLAN " + sql, values)]


def goes_by_an_index(step):
    """No table is gone through from end to end; an index that holds all a count needs may be."""
    return not step.startswith("SCAN ") or "USING COVERING INDEX" in step or \
        step in ("SCAN thread", "SCAN CONSTANT ROW")  # of question 9, which begins with one row


def check_answers(database, which):
    wrong = 0
    values = parameters(database)
    text = DOCUMENT.read_text()
    for question in questions():
        number, title, sql = question[:3]
        got, wanted = answer(database, sql, values), question[3 + which]
        if got == wanted:
            continue
        wrong += 1
        print(f"{number}. {title}: {got[0]} rows, {got[1]}; docs/questions.md says {wanted[0]} rows, {wanted[1]}")
        if "--update" in sys.argv:
            at = text.index(f"## {number}. ")
            cell = re.compile(r"\| [0-9]+ rows?, [0-9]+ \| [0-9]+ rows?, [0-9]+ \|")
            both = [question[3], question[4]]
            both[which] = got
            made = "| " + " | ".join(f"{a} row{'s' if a != 1 else ''}, {b}" for a, b in both) + " |"
            text = text[:at] + cell.sub(made, text[at:], count=1)
    if "--update" in sys.argv:
        DOCUMENT.write_text(text)
    print(f"20 questions, {wrong} wrong")
    return wrong


def check_plans(database):
    wrong = 0
    values = parameters(database)
    for number, title, sql, *_ in questions():
        steps = plan(database, sql, values)
        if not all(map(goes_by_an_index, steps)):
            wrong += 1
            print(f"{number}. {title}: {steps}")
        if answer(database, sql, values)[0] == 0:
            wrong += 1
            print(f"{number}. {title}: no rows")
    if database.execute("PRAGMA foreign_key_check").fetchall():
        wrong += 1
        print("a row refers to nothing")
    print(f"20 plans over {database.execute('SELECT count(*) FROM link').fetchone()[0]} links, {wrong} wrong")
    return wrong


def main():
    what = [argument for argument in sys.argv[1:] if argument != "--update"]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "questions.sqlite"
        if what[0] == "own":
            return check_answers(made_by_the_tool(path, TOP / "tests/data/questions/archive.mbox"), 0)
        if what[0] == "shared":
            mail = pathlib.Path(os.environ.get("BASEWALK_SHARED_DIR", TOP.parent / "shared")) / "mail"
            if not mail.is_dir():
                print(f"skipped: there is no {mail}")
                sys.exit(77)
            return check_answers(made_by_the_tool(path, mail), 1)
        return check_plans(generated(path, int(what[1]) if len(what) > 1 else 1_000_000))


if __name__ == "__main__":
    sys.exit(1 if main() else 0)

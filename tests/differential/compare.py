#!/usr/bin/env python3
"""What other programs open in made mails, and basewalk does not list or does not wrap.

    compare.py BASEWALK [--seed N] [--count N] [--seconds S] [--readers NAME,...] [--kinds KIND,...] [--alone | --deep]
               [--jobs N] [--reader NAME=COMMAND]...
               [--minimise N] [--keep FOLDER] [--gmime READ_GMIME]

Makes mails (make_mails.py), has readers show their parts (read_*), opens those (hosts.py), and asks of each mail:

  missed    a reader opens a host that no record of `links` leads to; where the bound on readings is reached, and a record says
            so (`unread`, `limit-readings`), it is counted apart and is no failure: the verdict is not `clear`
  bare      a reader opens a host, unwrapped, in what `rewrite --wrap` made; the report's verdict is `clear`, and it keeps nothing
  kept      the same, but something is in the report's `kept`: the verdict is wrong
  status    `links` or `rewrite` ended in a way that is none of theirs

Failures are printed by kind of doubt and reader, --minimise N of them (one for each kind and set of readers) as small as they get.
Readers: python-old, python-new, mime-tools and email-mime (Perl), gmime (read_gmime, built where GMime is), mailparser and postal-mime (Node.js; the environment
names folders with the packages: MAILPARSER, POSTAL_MIME), dovecot (doveadm), and, if it is asked for, chromium, which opens the
HTML that Python shows (CHROMIUM names the browser, NODE_PATH a folder with playwright-core).  --reader adds a further one, whose
COMMAND has the input and output that read_python.py explains.
With --seconds it goes on with further mails until the time is over.
Exit status: 0 none fails, 1 some do, 2 usage, 77 a reader that was asked for is not there."""
import argparse
import base64
import collections
import json
import multiprocessing
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.dont_write_bytecode = True
import hosts            # noqa: E402
import make_mails       # noqa: E402

HERE = pathlib.Path(__file__).parent
WRAPPING = ['--wrap', 'https://guard.example/?u={url}', '--drop-base', '--edit-signed', '--one', '-q']
Failure = collections.namedtuple('Failure', 'stage mail reader host')


def readers(options):
    """Name, and the command or why there is none."""
    def node(variable, name):
        if not shutil.which('node'):
            return 'there is no Node.js'
        folder = os.environ.get(variable)
        if not folder:
            return f'{variable} names no folder with {name}'
        return ['node', HERE / 'read_node.mjs', name, folder]
    def perl(name, module):
        if not shutil.which('perl') or subprocess.run(['perl', f'-M{module}', '-e', '1'], capture_output=True).returncode:
            return f'there is no {module} for Perl'
        return ['perl', HERE / 'read_perl.pl', name]
    return {'python-old': [sys.executable, HERE / 'read_python.py', 'old'], 'python-new': [sys.executable,
            HERE / 'read_python.py', 'new'],
            'gmime': [options.gmime] if options.gmime and os.access(options.gmime,
                    os.X_OK) else 'read_gmime was not built: there is no GMime',
            'mailparser': node('MAILPARSER', 'mailparser'), 'postal-mime': node('POSTAL_MIME', 'postal-mime'),
            'mime-tools': perl('mime-tools', 'MIME::Parser'), 'email-mime': perl('email-mime', 'Email::MIME'),
            'chromium': ['node', HERE / 'read_chromium.mjs',
                    sys.executable] if shutil.which('node') and os.environ.get('CHROMIUM') else 'CHROMIUM names no browser, or there is no Node.js',
            'dovecot': [sys.executable, HERE / 'read_dovecot.py'] if shutil.which('doveadm') else 'there is no doveadm'}


def opened(lines, cache):
    """The hosts that a reader's lines lead to: by the mail's name, a pair of sets."""
    found, parts = {}, []
    for line in lines:
        cells = line.rstrip('\n').split('\t')
        if cells[0] == 'part':
            media, charset, name, bases, data = (base64.b64decode(c) for c in cells[1:6])
            parts.append(hosts.Part(media.decode('latin-1'), charset.decode('latin-1'), name.decode('utf-8',
                    'replace'), tuple(bases.decode('latin-1').split('\n')), data, cells[6] == 'text'))
        elif cells[0] == 'end':
            found[os.path.basename(cells[1])] = hosts.of_mail(parts, cache)
            parts = []
    return found


def read_all(command, paths, cache):
    done = subprocess.run(command, input=''.join(f'{p}\n' for p in paths), capture_output=True, encoding='latin-1')
    if done.returncode:
        raise RuntimeError(f'{command} ends with {done.returncode}: {done.stderr[-2000:]}')
    return opened(done.stdout.splitlines(), cache)


def listed(basewalk, folder):
    """The hosts that `links` leads to, and the verdicts: by the mail's name; and those in which readings were left out."""
    done = subprocess.run([basewalk, 'links', '--format', 'jsonl', '--as', 'eml', '--jobs', '1', '-q', folder],
            capture_output=True)
    found, verdicts, bounded = collections.defaultdict(set), {}, set()
    for line in done.stdout.splitlines():
        record = json.loads(line)
        name = os.path.basename(record.get('source') or '')
        if record['kind'] == 'unread' and record['why'] == 'limit-readings':
            bounded.add(name)
        if record['kind'] == 'link' and not record['where'].startswith('base['):
            found[name] |= {hosts.host_of(record[key]) for key in ('url', 'clicked') if record.get(key)}
        elif record['kind'] == 'message':
            verdicts[name] = record.get('verdict')
    return found, verdicts, {name for name in bounded if verdicts.get(name) != 'clear'}, done.returncode


def wrapped(basewalk, folder, out, names):
    """Wraps each mail: by name, the verdict and how many links were kept, for those handed out; and odd exit statuses."""
    report = out / 'report'
    script = 'cd "$1" || exit 1; shift; for n in $NAMES; do "$BASEWALK" rewrite "$@" -o "$OUT/$n" "$n" 2>/dev/null; echo "$n $?"; done'
    done = subprocess.run(['sh', '-c', script, 'sh', folder, *WRAPPING, '--report', report], capture_output=True,
            encoding='utf-8',
                          env={**os.environ, 'BASEWALK': str(basewalk), 'OUT': str(out), 'NAMES': ' '.join(names)})
    statuses = dict(line.split() for line in done.stdout.splitlines())
    verdicts = {}
    for line in report.read_bytes().splitlines() if report.exists() else ():
        record = json.loads(line)
        verdicts[os.path.basename(record['source'])] = record['verdict'], record['kept_count']
    odd = {name: status for name, status in statuses.items() if status not in ('0', '75')}
    return {name: verdicts.get(name, ('clear',
            0)) for name in names if statuses.get(name) == '0' and (out / name).exists()}, odd


def examine(basewalk, commands, mails):
    """The failures of some mails, and what was counted."""
    count, failures = collections.Counter(), []
    by_name = {f'{mail.number}.eml': mail for mail in mails}
    with tempfile.TemporaryDirectory() as folder:
        made, out = pathlib.Path(folder) / 'in', pathlib.Path(folder) / 'out'
        made.mkdir()
        out.mkdir()
        for name, mail in by_name.items():
            (made / name).write_bytes(mail.data)
        found, verdicts, bounded, status = listed(basewalk, made)
        for name in by_name if status else ():      # Which was it?
            more, verdict, these, status = listed(basewalk, made / name)
            found.update(more)
            verdicts.update(verdict)
            bounded |= these
            if status:
                failures.append(Failure('status', by_name[name], 'links', str(status)))
        after, odd = wrapped(basewalk, made, out, by_name)
        failures += [Failure('status', by_name[name], 'rewrite', status) for name, status in odd.items()]
        clear = [name for name, (verdict, _) in after.items() if verdict == 'clear']
        changed = [name for name in clear if (out / name).read_bytes() != by_name[name].data]
        cache, seen, said = {}, collections.defaultdict(set), set()
        for reader, command in commands.items():
            before = read_all(command, [made / n for n in by_name], cache)
            for name, (follow, load) in before.items():
                seen[name] |= follow | load
                count['seen', reader] += len(follow | load)
                unlisted = sorted((follow | load) - found[name])
                if name in bounded:
                    said |= {(name, host) for host in unlisted}
                else:
                    failures += [Failure('missed', by_name[name], reader, host) for host in unlisted]
            # What was not changed is read as before.
            opened_after = {**{name: before[name] for name in clear}, **read_all(command, [out / n for n in changed], cache)}
            for name, (follow, _) in opened_after.items():
                failures += [Failure('kept' if after[name][1] else 'bare', by_name[name], reader,
                        host) for host in sorted(follow)]
        count['bounded'] += len(bounded)
        count['said'] += len(said)
        for name, mail in by_name.items():
            count['mails'] += 1
            count['hosts'] += len(seen[name])
            count['clear'] += name in clear
            count['nothing handed out'] += name not in after
            for kind in mail.kinds:
                count['kind', kind] += 1
            if mail.kinds == ('control',):
                count['control not clear'] += name not in clear or verdicts.get(name) != 'clear'
    return failures, count


class One:
    """Whether one mail fails in one way: asked many times.  The same readers must open the host, so that it stays the same doubt."""

    def __init__(self, basewalk, commands, failure):
        self.basewalk, self.failure, self.cache, self.asked, self.those = basewalk, failure, {}, 0, None
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        (self.path / 'in').mkdir()
        self.readers = {name: subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                encoding='latin-1') for name, command in commands.items()}

    def shown(self, name, path):
        print(f'{path}\n', file=self.readers[name].stdin, flush=True)
        lines = []
        while not lines or not lines[-1].startswith('end\t'):
            lines.append(self.readers[name].stdout.readline())
            if not lines[-1]:
                raise RuntimeError(f'{name} has ended')
        return opened(lines, self.cache)['1.eml']

    def same_readers(self, path, loads):
        """True if those open the host that did at first; the one of the failure is asked first."""
        def opens(name):
            follow, load = self.shown(name, path)
            return self.failure.host in (follow | load if loads else follow)
        if not opens(self.failure.reader):
            return False
        those = self.those or {name: opens(name) for name in self.readers if name != 'dovecot'}
        self.those = self.those or those
        return all(opens(name) == does for name, does in those.items())

    def fails(self, data):
        self.asked += 1
        (self.path / 'in' / '1.eml').write_bytes(data)
        if self.failure.reader == 'links':
            return str(listed(self.basewalk, self.path / 'in')[3]) == self.failure.host
        if self.failure.stage == 'missed':
            if not self.same_readers(self.path / 'in' / '1.eml', True):
                return False
            found, _, bounded, _ = listed(self.basewalk, self.path / 'in')
            return self.failure.host not in found['1.eml'] and not bounded
        out = self.path / 'out'
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        after, odd = wrapped(self.basewalk, self.path / 'in', out, ['1.eml'])
        if self.failure.reader == 'rewrite':
            return odd.get('1.eml') == self.failure.host
        verdict, kept = after.get('1.eml', (None, 0))
        return verdict == 'clear' and (kept > 0) == (self.failure.stage == 'kept') and self.same_readers(out / '1.eml', False)

    def close(self):
        for reader in self.readers.values():
            reader.stdin.close()
            reader.stdout.close()
            reader.wait()
        self.folder.cleanup()


def smaller(pieces, join, one, most):
    """Leaves pieces out, large runs first, while it still fails."""
    size = max(1, len(pieces) // 2)
    while size and one.asked < most:
        at, shrunk = 0, False
        while at < len(pieces) and one.asked < most:
            less = pieces[:at] + pieces[at + size:]
            if one.fails(join(less)):
                pieces, shrunk = less, True
            else:
                at += size
        size = size if shrunk and size == 1 else size // 2
    return pieces


def minimal(basewalk, commands, failure, most=700):
    one = One(basewalk, commands, failure)
    try:
        if not one.fails(failure.mail.data):
            return failure.mail.data, 'it does not fail by itself'
        lines = smaller(failure.mail.data.splitlines(keepends=True), b''.join, one, most // 2)
        for i in range(len(lines)):
            if len(lines[i]) > 1:
                halves = [lines[i][j:j + 1] for j in range(len(lines[i]))]
                lines[i] = b''.join(smaller(halves,
                        lambda part: b''.join(lines[:i]) + b''.join(part) + b''.join(lines[i + 1:]), one, most))
        return b''.join(lines), f'{one.asked} tries'
    finally:
        one.close()


def job(arguments):
    basewalk, commands, seed, first, count, kinds, how = arguments
    return examine(basewalk, commands, [make_mails.make(seed, n, kinds, how) for n in range(first, first + count)])


def shown_text(data):
    text = data.decode('latin-1').replace('\r\n', '\n')
    text = ''.join(c if c == '\n' or ' ' <= c <= '~' else f'\\x{ord(c):02x}' for c in text)
    lines = text.rstrip('\n').split('\n')
    if len(lines) > 40:
        lines[30:-10] = [f'... {len(lines) - 40} lines ...']
    return ''.join(f'    | {line[:400]}\n' for line in lines)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('basewalk', type=pathlib.Path)
    options.add_argument('--seed', type=int, default=1)
    options.add_argument('--first', type=int, default=0)
    options.add_argument('--count', type=int, default=2000)
    options.add_argument('--seconds', type=float)
    options.add_argument('--readers')
    options.add_argument('--reader', metavar='NAME=COMMAND', action='append', default=[], help='a further reader')
    options.add_argument('--kinds', default=','.join(make_mails.KINDS))
    how = options.add_mutually_exclusive_group()
    how.add_argument('--alone', dest='how', action='store_const', const='alone', help='one kind of doubt in each mail')
    how.add_argument('--deep', dest='how', action='store_const', const='deep',
            help='doubts about the structure, two to six, each in the one before it')
    options.add_argument('--jobs', type=int, default=1)
    options.add_argument('--batch', type=int, default=500)
    options.add_argument('--settle', action='store_true', help='rewrite with --settle')
    options.add_argument('--minimise', type=int, default=10)
    options.add_argument('--keep', type=pathlib.Path, help='a folder for the mails that fail')
    options.add_argument('--gmime', default=os.environ.get('READ_GMIME'))
    options = options.parse_args()
    basewalk, kinds = options.basewalk.resolve(), tuple(options.kinds.split(','))
    if not set(kinds) <= set(make_mails.KINDS):
        sys.exit('no such kinds: ' + ', '.join(sorted(set(kinds) - set(make_mails.KINDS))))
    there = readers(options) | {name: shlex.split(command) for name, _, command in (one.partition('=') for one in options.reader)}
    wanted = options.readers.split(',') if options.readers else [name for name in there if name != 'chromium']
    if not set(wanted) <= set(there):
        sys.exit('no such readers: ' + ', '.join(sorted(set(wanted) - set(there))))
    absent = {name: there[name] for name in wanted if isinstance(there[name], str)}
    for name, why in absent.items():
        print(f'without {name}: {why}')
    commands = {name: [str(word) for word in there[name]] for name in wanted if name not in absent}
    if absent and options.readers:
        print('skipped: a reader that was asked for is not there')
        return 77

    if options.settle:
        WRAPPING.append('--settle')
    start, failures, count = time.monotonic(), [], collections.Counter()
    def batches():
        first, end = options.first, options.first + options.count
        while first < end or options.seconds:
            if options.seconds and time.monotonic() - start > options.seconds:
                return
            size = options.batch if options.seconds else min(options.batch, end - first)
            yield basewalk, commands, options.seed, first, size, kinds, options.how
            first += size
    with multiprocessing.Pool(options.jobs) as pool:
        waiting, source = collections.deque(), batches()
        while True:
            while len(waiting) < options.jobs and (one := next(source, None)):
                waiting.append(pool.apply_async(job, (one,)))
            if not waiting:
                break
            more, counted = waiting.popleft().get()
            failures += more
            count.update(counted)
    return report(options, basewalk, commands, failures, count, time.monotonic() - start)


def report(options, basewalk, commands, failures, count, seconds):
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        for failure in failures:
            (options.keep / f'{failure.stage}-{"+".join(failure.mail.kinds)}-{failure.mail.number}.eml').write_bytes(failure.mail.data)
    # One for each stage, kinds of doubt and readers; those with one kind first.  What is not listed is not wrapped, either: that is one failure.
    those, missed = collections.defaultdict(set), {(f.mail.number, f.host) for f in failures if f.stage == 'missed'}
    for failure in failures:
        if failure.stage in ('missed', 'status') or (failure.mail.number, failure.host) not in missed:
            those[failure.stage, failure.mail.number, failure.host].add(failure.reader)
    groups = collections.defaultdict(list)
    for failure in failures:
        if (failure.stage, failure.mail.number, failure.host) in those:
            groups[failure.stage != 'status', len(failure.mail.kinds), failure.stage, failure.mail.kinds,
                    tuple(sorted(those[failure.stage, failure.mail.number, failure.host]))].append(failure)
    for (_, _, stage, kinds, also), group in sorted(groups.items())[:options.minimise]:
        failure = min(group, key=lambda f: len(f.mail.data))
        data, how = minimal(basewalk, commands, failure)
        what = f'{failure.reader} ends with' if stage == 'status' else f'{", ".join(also)} open{"s" if len(also) == 1 else ""}'
        print(f'\n{stage} {"+".join(kinds)}: {what} {failure.host} (mail {failure.mail.number}; {how})\n{shown_text(data)}', end='', flush=True)
    print(f'\n{count["mails"]} mails, {count["hosts"]} hosts, seed {options.seed}, {seconds:.0f} s')
    print('doubts: ' + ', '.join(f'{kind} {count["kind", kind]}' for kind in make_mails.KINDS if count['kind', kind]))
    print('readers: ' + ', '.join(f'{name} opens {count["seen", name]}' for name in commands))
    print(f'bound on readings: reached, and told, in {count["bounded"]} mails; {count["said"]} hosts behind it')
    print(f'rewritten: {count["clear"]} clear, {count["nothing handed out"]} not handed out, {count["control not clear"]} without a doubt that are not clear')
    rows = collections.defaultdict(list)
    for failure in failures:
        rows[failure.stage, failure.mail.kinds if len(failure.mail.kinds) == 1 else ('several',
                ) + failure.mail.kinds[:1]].append(failure)
    for failure in failures:
        if failure.stage == 'status':
            print(f'status\t{failure.reader} ends with {failure.host}: mail {failure.mail.number}, {"+".join(failure.mail.kinds)}')
    for (stage, kinds), group in sorted(rows.items(), key=lambda item: (item[0][0], len(item[0][1]), item[0])):
        by_reader = collections.Counter(failure.reader for failure in group)
        print(f'{stage}\t{" from ".join(kinds)}\t{len({f.mail.number for f in group})} mails\t{", ".join(f"{name} {n}" for name, n in by_reader.items())}')
    print(f'{len(failures)} failures in {len({f.mail.number for f in failures})} mails: ' + ', '.join(f'{sum(f.stage == s for f in failures)} {s}' for s in ('missed', 'bare', 'kept', 'status')))
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())

# SPDX-License-Identifier: MIT
"""The fault table of the milter and the proxy under systemd, behind and before a real Postfix: rows for fresh_root.py.

Each row has mail under way (load.py), so many messages as BASEWALK_LOAD says, while something happens again and again to the
service. What was told to be taken arrives, once, and as it should be; a restart, a reload and an upgrade put nothing off. docs/testing.md
has the figures."""
import collections
import contextlib
import functools
import json
import os
import pathlib
import re

TOP = pathlib.Path(os.environ["TOP"])
LOAD = int(os.environ.get("BASEWALK_LOAD", "16"))  # messages for each fault
MANY = LOAD >= 400


def type_in(root, page, heading):
    """What the documentation says to type behind a heading or a text that is bold: all in one place there."""
    text = (TOP / "docs" / page).read_text()
    lines = text[text.index(heading):].splitlines()
    begin = next(number for number, line in enumerate(lines) if line.startswith("    "))
    commands = []
    while lines[begin + len(commands)].startswith("    "):
        commands.append(lines[begin + len(commands)].strip())
    for command in commands:
        root.shell(command)
    return commands


def put_off(root, unit, since):
    """How often the queue, or the client, was told to wait, by what was said."""
    text = root.journal("-t", "postfix/lmtp", "-t", "postfix/smtp", "--after-cursor", since, "-o", "cat")
    said = re.findall(r"status=deferred \((.*)\)", text)
    return collections.Counter(re.sub(r"host \S+ |\(in reply.*|\d+\.\d+\.\d+ |delivery temporarily suspended: ", "", why).strip() for why in said)


def cursor(root):
    return root.run("journalctl", "-n", "0", "--show-cursor").split("cursor: ")[-1].strip()


def under_way(root, tag, *command, messages=LOAD, twice=False, **options):
    """Sends mail while the command runs again and again: all that was taken arrives once, looked at.  `twice` is true
    where SMTP itself cannot avoid it."""
    since = cursor(root)
    words = [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
    told = json.loads(root.run("python3", "/packages/load.py", *words, tag, str(messages), "reader", *command))
    told["put off"] = put_off(root, tag, since)
    count = lambda counts: f"{sum(counts.values())} ({'; '.join(sorted(counts))[:300]})" if counts else "0"
    print(f"# {tag}: {told['taken']} taken, {told['arrived']} arrived, lost {len(told['lost'])}, twice {len(told['twice'])}, "
          f"wrong {len(told['changed']) + len(told['untold'])}; {told['runs']} times; refused for now {count(told['refused'])}; "
          f"put off {count(told['put off'])}", flush=True)
    for name in ("failures", "others", "lost", "changed", "untold"):
        assert not told[name], f"{name}: {told[name][:3]}"
    assert twice or not told["twice"], told["twice"]
    assert told["taken"] >= messages, told
    return told


def undisturbed(root, *words, **options):
    told = under_way(root, *words, **options)
    assert not told["refused"] and not told["put off"], told


def settings(root, commands):
    """Other settings of Postfix. Behind a reload alone, an smtpd that waits for a client still has those of before."""
    root.shell(commands)
    root.run("systemctl", "restart", "postfix")


class Service:
    """The milter or the proxy, at one place; `twice` says whether what was under way in a process that is killed may come twice."""

    def __init__(self, name, title, twice):
        self.name, self.title, self.twice, self.rows = name, title, twice, []
        self.unit, self.config = f"basewalk-{name}", f"/etc/basewalk/{name}.conf"

    @contextlib.contextmanager
    def options(self, root, more):
        """With these options instead of those it has."""
        path = root.folder / self.config[1:]
        text = path.read_text()
        names = [line.split(" = ")[0] for line in more.splitlines()]
        path.write_text("".join(line for line in text.splitlines(True) if line.split(" = ")[0] not in names) + more)
        try:
            self.begins_anew(root)
            yield
        finally:
            path.write_text(text)
            self.begins_anew(root)

    def begins_anew(self, root):
        """None of before serves connections that Postfix has kept."""
        root.shell(f"systemctl stop {self.unit}; pkill -9 -x basewalk; systemctl start {self.unit}")


milter, proxy = Service("milter", "milter", False), Service("proxy", "proxy", True)
before = Service("proxy", "before the queue", True)


def of(*services):
    """A row for each of them."""
    def add(function):
        for service in services:
            row = functools.partial(function, service=service, name=service.title)
            row.__name__ = f"{service.title}: {function.__name__}"
            service.rows.append(row)
        return function
    return add


def script(text, service):
    return "sh", "-ec", text.replace("UNIT", service.unit).replace("CONFIG", service.config)


# systemd has tried at least twice, in vain.
IN_VAIN = 'until [ "$(systemctl show -p NRestarts --value UNIT)" -ge 2 ]; do sleep 0.1; done; '
AGAIN = "until systemctl is-active --quiet UNIT; do sleep 0.1; done; "


@of(milter, proxy, before)
def a_restart_puts_nothing_off(root, service, name):
    undisturbed(root, f"{name}, restart", *script("systemctl restart UNIT", service), runs=max(2, LOAD // 40))


@of(milter, proxy, before)
def a_reload_puts_nothing_off(root, service, name):
    undisturbed(root, f"{name}, reload", *script("systemctl reload UNIT", service), runs=max(2, LOAD // 40))


@of(milter, proxy, before)
def an_upgrade_in_place_puts_nothing_off(root, service, name):
    [package] = root.folder.glob("packages/basewalk_*.deb")
    undisturbed(root, f"{name}, upgrade", *script(f"dpkg --force-unsafe-io -i /packages/{package.name}", service), runs=2 if MANY else 1)


@of(milter, proxy, before)
def a_process_that_is_killed_loses_nothing(root, service, name):
    # Both of them, in turn.
    under_way(root, f"{name}, kill -9", *script("pkill -9 -n -x basewalk || true; sleep 0.2; pkill -9 -o -x basewalk || true; sleep 0.2", service),
              runs=max(2, LOAD // 40), twice=service.twice)


@of(milter, proxy)
def a_missing_program_loses_nothing(root, service, name):
    under_way(root, f"{name}, missing binary", *script("mv /usr/bin/basewalk /usr/bin/gone; pkill -9 -x basewalk; " + IN_VAIN +
                                                     "mv /usr/bin/gone /usr/bin/basewalk; " + AGAIN, service), runs=2 if MANY else 1, twice=service.twice)


@of(milter, proxy)
def a_bad_configuration_loses_nothing(root, service, name):
    # Connections wait at the socket until the file is mended.
    under_way(root, f"{name}, bad config", *script(
        "echo no-such-option = yes >>CONFIG; systemctl restart UNIT || true; " + IN_VAIN + "sed -i /no-such/d CONFIG; " + AGAIN, service),
        runs=2 if MANY else 1)


@of(milter, proxy)
def a_process_that_stands_still_loses_nothing(root, service, name):
    under_way(root, f"{name}, SIGSTOP, SIGCONT", *script("pkill -STOP -x basewalk; sleep 1; pkill -CONT -x basewalk; sleep 0.3", service),
              runs=max(1, LOAD // 80))
    under_way(root, f"{name}, SIGSTOP, kill -9", *script("pkill -STOP -x basewalk; sleep 0.5; pkill -9 -x basewalk; " + AGAIN, service),
              runs=max(1, LOAD // 80), twice=service.twice)


@of(milter, proxy)
def a_full_disk_of_the_report_loses_nothing(root, service, name):
    report = f"/var/log/basewalk/{service.name}.json"
    root.shell("mkdir -p /var/log/basewalk; mount -t tmpfs -o size=2m tmpfs /var/log/basewalk")
    try:
        with service.options(root, f"report = {report}\n"):
            told = under_way(root, f"{name}, full disk of --report", *script(
                "cat /dev/zero >/var/log/basewalk/fill 2>/dev/null || true; until journalctl -u UNIT -n 20 -o cat | grep -q 'answered: try again'; do sleep 0.1; done; "
                "rm /var/log/basewalk/fill; sleep 0.5", service), runs=max(1, LOAD // 80))
            reports = [json.loads(line) for line in root.run("cat", report).splitlines()]
            assert len(reports) >= told["arrived"], (len(reports), told)
            assert told["refused"] or told["put off"], "the disk was not full"
    finally:
        root.shell("umount -l /var/log/basewalk")
        service.begins_anew(root)


@of(milter, proxy)
def a_full_disk_of_the_journal_loses_nothing(root, service, name):
    undisturbed(root, f"{name}, full disk of the journal", *script("cat /dev/zero >/run/fill 2>/dev/null || true; df --output=avail /run | grep -qx ' *0'; "
                                                                 "sleep 1; rm /run/fill", service), runs=max(1, LOAD // 80))


@of(proxy)
def a_full_disk_of_large_messages_loses_nothing(root, service, name):
    with service.options(root, "max-bytes = 100k\n"):
        told = under_way(root, f"{name}, full disk of /tmp", *script(
            "cat /dev/zero >/tmp/fill 2>/dev/null || true; until journalctl -t postfix/lmtp -n 40 -o cat | grep -q 'said: 45'; do sleep 0.1; done; "
            "rm /tmp/fill; sleep 0.5", service), runs=max(1, LOAD // 200), large=150_000, max_bytes=100_000)
        assert told["put off"], "the disk was not full"


@of(milter, proxy)
def no_memory_loses_nothing(root, service, name):
    """Enough for small messages and threads, too little for a large one."""
    if not MANY:
        return "takes half a minute: BASEWALK_LOAD=400"
    held = f"/run/systemd/system/{service.unit}.service.d"
    # Where it cannot make a thread, libmilter leaves a session unanswered, for as long as Postfix waits: by default 300 s.
    settings(root, f"mkdir -p {held}; postconf -e milter_content_timeout=5s milter_command_timeout=5s milter_connect_timeout=5s")
    told = under_way(root, f"{name}, no memory", *script(
        f"printf '[Service]\\nLimitDATA=128M\\n' >{held}/less.conf; systemctl daemon-reload; systemctl restart UNIT; "
        "until journalctl -u UNIT -n 50 -o cat | grep -qE 'memory|bad_alloc'; do sleep 0.1; done; sleep 1; "
        f"rm {held}/less.conf; systemctl daemon-reload; systemctl restart UNIT", service), runs=1, large=60_000_000)
    assert told["refused"] or told["put off"], "there was memory"
    settings(root, "postconf -X milter_content_timeout milter_command_timeout milter_connect_timeout")
    service.begins_anew(root)


@of(milter, proxy, before)
def many_clients_at_once_lose_nothing(root, service, name):
    clients = 500 if MANY else 100
    undisturbed(root, f"{name}, {clients} clients", messages=max(clients, LOAD), senders=clients)
    if MANY:
        # More of Postfix's processes than --connections.
        settings(root, "postconf -e default_process_limit=600")
        under_way(root, f"{name}, {clients} clients, as many smtpd", messages=2 * clients, senders=clients)
        settings(root, "postconf -X default_process_limit")


@of(milter, proxy, before)
def slow_and_rude_clients_change_nothing(root, service, name):
    undisturbed(root, f"{name}, slow and aborting clients", rude=20)


@of(milter, proxy)
def large_messages_arrive(root, service, name):
    size = 200_000_000
    undisturbed(root, f"{name}, 200 MB", large=size, max_bytes=64 << 20, messages=24 if MANY else 8, senders=4)
    if MANY:
        with service.options(root, "max-bytes = 512M\n"):
            undisturbed(root, f"{name}, 200 MB that are looked at", large=size, messages=24, senders=4)


def the_documented_steps_deliver_the_first_message(root):
    root.run("systemctl", "disable", "--now", "basewalk-milter.service", "basewalk-milter.socket")
    commands = type_in(root, "milter.md", "Then, with Postfix as Debian has it")
    assert len(commands) == 5, commands
    assert "/var/spool/postfix" in (root.folder / "usr/share/basewalk/postfix-chroot.conf").read_text()
    assert root.run("postconf", "-M", "smtp/inet").split()[4] == "y", "smtpd runs in its chroot"
    root.run("useradd", "-m", "reader")
    root.run("systemctl", "restart", "postfix")
    # What is put off comes again at once, and what is large is not refused.
    undisturbed(root, "milter, first", messages=1)
    settings(root, "postconf -e minimal_backoff_time=1s maximal_backoff_time=1s queue_run_delay=1s transport_retry_time=1s message_size_limit=0")


def the_documented_steps_of_the_proxy_deliver_the_first_message(root):
    root.run("systemctl", "disable", "--now", "basewalk-milter.service", "basewalk-milter.socket")
    settings(root, "postconf -X smtpd_milters milter_default_action")
    commands = type_in(root, "proxy.md", "With Postfix as Debian has it")
    assert len(commands) == 4, commands
    root.run("systemctl", "restart", "postfix")
    undisturbed(root, "proxy, first", messages=1)


def before_the_queue(root):
    """The other way of docs/proxy.md."""
    lines = (TOP / "docs/proxy.md").read_text().partition("## Postfix, before the queue")[2].splitlines()
    recipe = [line[4:] for line in lines if line.startswith("    ")][:3]
    assert recipe[0].startswith("smtp inet"), recipe
    settings(root, "postconf -MX smtp/inet; cat >>/etc/postfix/master.cf <<'END'\n" + "\n".join(recipe) + "\nEND")
    undisturbed(root, "before the queue, first", messages=1)


milter.begin, proxy.begin, before.begin = (the_documented_steps_deliver_the_first_message,
                                           the_documented_steps_of_the_proxy_deliver_the_first_message, before_the_queue)

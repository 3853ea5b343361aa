#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Debian's packages on a Debian that has never seen them.

    fresh_root.py FOLDER [WORD...]    of the rows, those that have one of the WORDs in their name

BASEWALK_LOAD=400 in the environment sends so many messages for each fault of faults.py.

Makes a root by debootstrap, installs the packages of the folder there by apt, and does what their users do: read a mail
and the manual, complete a word in three shells, compile programs, run the milter under systemd, remove all of
it, and look for what is left.  Needs root and Debian's archive; says what it lacks, and skips (77)."""
import os
import pathlib
import shutil
import subprocess
import sys
import traceback

import faults

SKIPPED = 77
TOP = pathlib.Path(os.environ["TOP"])
INSIDE = "BASEWALK_FRESH_ROOT"  # this process has name spaces of its own
# What a user has: shells, a manual, a compiler, Python, systemd.
INCLUDED = ["bash-completion", "fish", "g++", "man-db", "pkg-config", "python3", "systemd-sysv", "zsh"]
# Where others write of what they do.
OF_OTHERS = ("var/cache", "var/lib/apt", "var/lib/dpkg", "var/lib/postfix", "var/lib/systemd", "var/log", "var/mail",
             "var/spool/postfix", "tmp", "root", "run", "proc", "sys", "dev", "packages")
BOOT = r"""
set -e
cd "$1"
mount --make-rprivate /
mount --rbind . .
cd "$1"
umount proc
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755,size=1m tmpfs dev
while read -r name major minor; do mknod -m 666 "dev/$name" c "$major" "$minor"; done <<'END'
null 1 3
zero 1 5
full 1 7
random 1 8
urandom 1 9
tty 5 0
END
mkdir dev/pts dev/shm old
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s null dev/console
mount -t tmpfs tmpfs dev/shm
mount -t tmpfs -o mode=755,size=512m tmpfs run
mount -t tmpfs -o mode=1777,size=1g tmpfs tmp
pivot_root . old
umount -l /old
rmdir /old
# Without it, what systemd mounts for a service (LoadCredential=) would not be seen there.
mount --make-rshared /
export container=other
exec /lib/systemd/systemd --unit=multi-user.target </dev/null >/var/log/boot 2>&1
"""
rows = []


def row(function):
    rows.append(function)
    return function


def run(*words, **how):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **how)
    assert done.returncode == 0, f"{words}: status {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return done.stdout


class Root:
    """The folder, and what is done in it: before systemd runs there, and then within it."""

    def __init__(self, folder):
        self.folder = folder
        self.init = None

    def words(self, words):
        if self.init is None:
            return ["chroot", self.folder, *words]
        return ["nsenter", "-t", str(self.init), "--all", *words]

    def run(self, *words, **how):
        return run(*self.words(words), **how)

    def shell(self, text):
        return self.run("bash", "-c", text)

    def tries(self, *words):
        """(status, all that was said)"""
        done = subprocess.run(self.words(words), capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def journal(self, *words):
        """What was said until now: the journal may be some way behind those who say it."""
        self.run("journalctl", "--sync")
        return self.run("journalctl", *words)

    def apt(self, *words):
        return self.run("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y", *words)

    def boot(self):
        self.process = subprocess.Popen(["unshare", "--mount", "--pid", "--net", "--uts", "--ipc", "--cgroup", "--fork",
                                         "--kill-child", "bash", "-c", BOOT, "boot", str(self.folder)],
                                        stderr=subprocess.PIPE, text=True)
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        while not (pids := children.read_text().split()):
            assert self.process.poll() is None, self.process.stderr.read()
        init = pids[0]
        # Until then the name spaces are there, but not what is to run in them.
        while pathlib.Path(f"/proc/{init}/comm").read_text().strip() != "systemd":
            assert self.process.poll() is None, self.process.stderr.read()
        self.init = init
        while self.tries("systemctl", "is-system-running", "--wait")[1].strip() not in ("running", "degraded"):
            assert self.process.poll() is None, (self.folder / "var/log/boot").read_text()

    def paths(self):
        """All there are, without what others write."""
        found = set()
        for folder, folders, files in os.walk(self.folder):
            here = os.path.relpath(folder, self.folder)
            folders[:] = [name for name in folders if os.path.normpath(os.path.join(here, name)) not in OF_OTHERS]
            found.update(os.path.normpath(os.path.join(here, name)) for name in [*folders, *files])
        # Copies of what was there before.
        return {path for path in found if not path.startswith("etc/") or not path.endswith("-")}

    def installed(self):
        return set(self.run("dpkg-query", "-W", "-f", "${Package}\\n").split())

    def accounts(self):
        return {name: sorted((self.folder / "etc" / name).read_text().splitlines())
                for name in ("passwd", "group", "shadow", "gshadow")}


@row
def the_tool_reads_a_mail(root):
    said = root.run("basewalk", "links", "/packages/newsletter.eml")
    assert "https://evil.example/garden.example/letters/november.html" in said, said
    assert root.run("basewalk", "--version").startswith("basewalk ")


@row
def the_worker_is_found(root):
    said = root.run("basewalk", "links", "--open=all", "/packages/offer-in-pdf.eml")
    assert "https://base.example/docs/2026/page2.html" in said, said


@row
def the_manual_is_read(root):
    for page in ("basewalk-links", "basewalk", "basewalk-flags", "libbasewalk"):
        text = root.run("env", "MANPAGER=cat", "man", page)
        assert f"{page} - " in " ".join(text.split()), text[:400]
    assert "a[href]" in root.run("basewalk", "explain", "base-split") + root.run("basewalk", "help", "links")


@row
def three_shells_complete(root):
    bash = root.shell("source /usr/share/bash-completion/bash_completion; _completion_loader basewalk; "
                      "COMP_WORDS=(basewalk li); COMP_CWORD=1; _basewalk; echo \"${COMPREPLY[@]}\"")
    assert "links" in bash.split(), bash
    zsh = root.run("zsh", "-f", "-c", "autoload -Uz compinit; compinit -u -D; print $_comps[basewalk]")
    assert zsh.strip() == "_basewalk", zsh
    fish = root.run("fish", "-c", "complete -C 'basewalk links --rul'")
    assert "--rules" in fish, fish


@row
def programs_in_c_and_cpp_are_compiled(root):
    root.shell("cc -std=c99 -Wall -Werror /packages/links.c -o /tmp/in-c $(pkg-config --cflags --libs basewalk)")
    root.shell("g++ -std=c++20 /packages/list_links.cpp -o /tmp/in-cpp $(pkg-config --cflags --libs basewalk)")
    expected = (TOP / "samples/expected/links.txt").read_text()
    assert root.shell("/tmp/in-c </packages/newsletter.eml") == expected
    assert "https://evil.example/" in root.shell("/tmp/in-cpp </packages/newsletter.eml")
    needed = root.shell("objdump -p /tmp/in-c | grep NEEDED")
    assert "libbasewalk.so." in needed, needed


@row
def python_imports_it(root):
    said = root.run("python3", "-c", "import basewalk\nfor link in basewalk.links('/packages/newsletter.eml'):\n"
                    "    print(link.url)")
    assert "https://evil.example/" in said, said


def milter_says(root):
    return root.run("python3", "/packages/say.py", "/run/basewalk/milter.sock").strip()


@row
def systemd_starts_the_milter_and_reloads_it(root):
    root.boot()
    status, _ = root.tries("systemctl", "is-active", "basewalk-milter")
    assert status != 0, "nobody has asked for it"
    root.run("systemctl", "enable", "--now", "basewalk-milter")
    pid = root.run("systemctl", "show", "-p", "MainPID", "--value", "basewalk-milter").strip()
    owner = root.run("stat", "-c", "%U:%G %a", "/run/basewalk/milter.sock").strip()
    assert owner == "basewalk:basewalk 660", owner
    assert root.run("stat", "-c", "%U", f"/proc/{pid}").strip() == "basewalk"
    assert milter_says(root) == "absolute"

    config = root.folder / "etc/basewalk/milter.conf"
    sound = config.read_text()
    config.write_text(sound + "dry-run = yes\n")
    root.run("systemctl", "reload", "basewalk-milter")
    # The signal is sent by then; what it does, the log says.
    root.shell("until journalctl -u basewalk-milter | grep -q 'reloaded, for connections'; do sleep 0.1; done")
    assert milter_says(root) == "nothing"
    config.write_text(sound + "dri-run = yes\n")
    status, _ = root.tries("systemctl", "reload", "basewalk-milter")
    log = root.journal("-u", "basewalk-milter")
    assert status != 0 and "milter.conf:" in log and "did you mean dry-run?" in log, log
    assert milter_says(root) == "nothing", "it goes on as it was"
    config.write_text(sound)
    assert root.run("systemctl", "show", "-p", "MainPID", "--value", "basewalk-milter").strip() == pid

    root.run("kill", "-9", pid)
    root.shell(f"until p=$(systemctl show -p MainPID --value basewalk-milter) && [ $p != {pid} ] && [ $p != 0 ]; do sleep 0.1; done;"
               "systemctl is-active --quiet basewalk-milter || systemctl start basewalk-milter")
    assert milter_says(root) == "absolute"


@row
def a_key_of_root_is_handed_over(root):
    config = root.folder / "etc/basewalk/milter.conf"
    sound = config.read_text()
    key = root.folder / "etc/basewalk/wrap.key"
    key.write_text("k" * 40)
    key.chmod(0o600)
    faults.type_in(root, "milter.md", "**A key**")
    config.write_text(sound + "wrap = https://guard.example/{mac}/{path-url}\n"
                      "wrap-key = /run/credentials/basewalk-milter.service/wrap.key\n")
    try:
        root.run("systemctl", "restart", "basewalk-milter")
        assert milter_says(root) == "wrapped"
        root.run("systemctl", "reload", "basewalk-milter")
        assert milter_says(root) == "wrapped"
        log = root.journal("-u", "basewalk-milter")
        assert "warning: everybody" not in log and "is handed over to the service alone; not looked at" in log, log
    finally:
        config.write_text(sound)
    root.run("systemctl", "reload", "basewalk-milter")
    key.unlink()
    shutil.rmtree(root.folder / "etc/systemd/system/basewalk-milter.service.d")
    root.run("systemctl", "daemon-reload")
    root.run("systemctl", "restart", "basewalk-milter")
    assert milter_says(root) == "absolute"


for service in (faults.milter, faults.proxy, faults.before):
    rows += [service.begin, *service.rows]


@row
def nothing_is_left(root):
    # What the documentation had us make.
    for unit in ("basewalk-milter", "basewalk-proxy"):
        root.run("systemctl", "disable", "--now", f"{unit}.service", f"{unit}.socket")
    shutil.rmtree(root.folder / "etc/systemd/system/basewalk-milter.socket.d", ignore_errors=True)
    root.tries("userdel", "-r", "reader")
    root.run("systemctl", "daemon-reload")
    root.apt("remove", "basewalk")
    status, _ = root.tries("systemctl", "is-active", "basewalk-milter")
    assert status != 0, "what is removed does not run"
    assert (root.folder / "etc/basewalk/milter.conf").exists(), "what somebody may have changed stays until a purge"
    assert (root.folder / "var/log/basewalk").is_dir(), "and so do reports"
    said = root.apt("-o", "APT::AutoRemove::SuggestsImportant=false", "-o", "APT::AutoRemove::RecommendsImportant=false",
                    "purge", "--autoremove", "*basewalk*")
    left = sorted(root.paths() - root.before)
    left += [str(path) for folder in ("spool/postfix", "log", "lib", "lib/private") for path in root.folder.glob(f"var/{folder}/basewalk*")]
    assert not left, (left[:20], sorted(root.installed() - root.installed_before), said[-1500:])
    assert root.accounts() == root.accounts_before


def mirror_of(codename):
    """Where this machine has Debian from."""
    answer = run("apt-get", "indextargets", "--format", "$(CODENAME) $(COMPONENT) $(CREATED_BY) $(REPO_URI)")
    for line in answer.splitlines():
        words = line.split()
        if words[:3] == [codename, "main", "Packages"]:
            return words[3]
    return None


def lacks():
    if os.getuid() != 0:
        return "root"
    release = dict(line.strip().split("=", 1) for line in open("/etc/os-release") if "=" in line)
    if release.get("ID") != "debian":
        return "Debian"
    for tool in ("debootstrap", "nsenter", "unshare"):
        if not shutil.which(tool):
            return tool
    if subprocess.run(["unshare", "--mount", "--pid", "--net", "--cgroup", "--fork", "true"],
                      capture_output=True).returncode != 0:
        return "name spaces"
    root.codename = release["VERSION_CODENAME"].strip('"')
    root.mirror = mirror_of(root.codename)
    return None if root.mirror else "an archive of Debian"


def prepare(root, packages):
    folder = root.folder
    run("mount", "--make-rprivate", "/")
    run("mount", "-t", "tmpfs", "-o", "mode=755,size=6g", "tmpfs", folder)
    run("debootstrap", "--variant=minbase", "--include=" + ",".join(INCLUDED), root.codename, folder, root.mirror)
    (folder / "etc/dpkg/dpkg.cfg.d/test").write_text("force-unsafe-io\n")
    # A console that nobody has.
    (folder / "etc/systemd/system/console-getty.service").symlink_to("/dev/null")
    shutil.copy("/etc/resolv.conf", folder / "etc/resolv.conf")
    run("mount", "-t", "proc", "proc", folder / "proc")
    held = folder / "packages"
    held.mkdir()
    for file in [*packages, TOP / "samples/mail/newsletter.eml", TOP / "samples/mail/offer-in-pdf.eml",
                 TOP / "samples/links.c", TOP / "samples/list_links.cpp", TOP / "tests/milter/mta.py",
                 TOP / "tests/packages/say.py", TOP / "tests/packages/load.py"]:
        shutil.copy(file, held)
    root.apt("update")
    root.apt("install", "--no-install-recommends", "postfix", "procps")
    root.before, root.accounts_before = root.paths(), root.accounts()
    root.installed_before = root.installed()
    root.shell("DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends /packages/*.deb")


root = Root(None)


def main():
    packages = sorted(pathlib.Path(sys.argv[1]).resolve().glob("*.deb"))
    assert packages, f"no packages in {sys.argv[1]}"
    if missing := lacks():
        print(f"skipped: needs {missing}")
        return SKIPPED
    if os.environ.get(INSIDE) is None:
        # What is mounted and started goes with it.
        return subprocess.run(["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", sys.executable,
                               __file__, *sys.argv[1:]], env={**os.environ, INSIDE: str(os.getpid())}).returncode
    root.folder = pathlib.Path(os.environ.get("TMPDIR", "/tmp"), f"basewalk-fresh-root-{os.environ[INSIDE]}")
    root.folder.mkdir()
    chosen = {function for function in rows
              if not sys.argv[2:] or any(word in function.__name__.replace("_", " ") for word in sys.argv[2:])}
    for service in (faults.milter, faults.proxy, faults.before):
        # Before the queue is what the proxy has behind it.
        if chosen & set(service.rows) or service is faults.proxy and chosen & {*faults.before.rows, faults.before.begin}:
            chosen.add(service.begin)
    if chosen & {service.begin for service in (faults.milter, faults.proxy, faults.before)}:
        chosen |= {systemd_starts_the_milter_and_reloads_it, faults.milter.begin}
    chosen = [function for function in rows if function in chosen]
    done = wrong = 0
    try:
        prepare(root, packages)
        print(f"# {root.codename} with {len(packages)} packages")
        for function in chosen:
            title = function.__name__.replace("_", " ")
            try:
                skipped = function(root)
                print(f"ok: {title}" if skipped is None else f"skipped: {title}: {skipped}", flush=True)
                done += 1
            except Exception:
                wrong += 1
                print(f"not ok: {title}\n{traceback.format_exc()[-4000:]}", flush=True)
                if root.init is not None:
                    print(root.tries("journalctl", "-n", "30", "-o", "cat")[1], flush=True)
                # Each begins with what the one before it has left: what this one has, nobody knows.
                break
    finally:
        if root.init is not None:
            root.process.kill()
            root.process.wait()
        subprocess.run(["umount", "-R", "-l", root.folder], capture_output=True)
        root.folder.rmdir()
    print(f"{len(chosen)} rows, {done} as they should be" + (", one wrong, the rest not tried" if wrong else ""))
    return 1 if wrong else 0


sys.exit(main())

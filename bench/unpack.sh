#!/usr/bin/env bash
# Unpack and inline a large bundle, from a cached file to tmpfs, beside fast-mhtml and mhtml-to-html
# (npm, where there is one).  unpack.sh BASEWALK [MEGABYTES]
set -eu
tool=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d /dev/shm/basewalk-bench-XXXXXX)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 "$here/make_bundle.py" b.mhtml "${2:-57}"
size=$(stat -c %s b.mhtml)
cat b.mhtml >/dev/null

python3 - "$tool" "$size" <<'P'
import os, shutil, subprocess, sys, time
tool, size = sys.argv[1], int(sys.argv[2])

def run(name, command, clean, times=9):
    best, cpu, memory = None, None, 0
    for _ in range(times):
        for path in clean:
            shutil.rmtree(path, ignore_errors=True)
            if os.path.exists(path):
                os.remove(path)
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        took = time.perf_counter() - begin
        if status != 0:
            print(f"{name}: failed: {said.decode(errors='replace').strip().splitlines()[-1:]}")
            return
        used = usage.ru_utime + usage.ru_stime
        best = took if best is None else min(best, took)
        cpu = used if cpu is None else min(cpu, used)
        memory = max(memory, usage.ru_maxrss)
    print(f"{name}: {size / best / 1e6:.0f} MB/s ({best * 1000:.0f} ms), of processor time "
          f"{size / cpu / 1e6:.0f} MB/s ({cpu * 1000:.0f} ms), {memory / 1024:.0f} MB of memory")

print(f"a bundle of {size / 1e6:.1f} MB")
run("basewalk mhtml unpack", [tool, "mhtml", "unpack", "b.mhtml", "-o", "out"], ["out"])
run("basewalk mhtml inline", [tool, "mhtml", "inline", "b.mhtml", "-o", "out.html"], ["out.html"])
for name, script in (
    ("fast-mhtml", "const m=require('fast-mhtml');const fs=require('fs');"
                   "const p=new m.Parser();const f=p.parse(fs.readFileSync('b.mhtml')).rewrite().spit();"
                   "for(const x of f)fs.writeFileSync('o-'+f.indexOf(x),x.content)"),
    ("mhtml-to-html", "const c=require('mhtml-to-html');const fs=require('fs');(async()=>{"
                      "const r=await c.convert(fs.readFileSync('b.mhtml'));fs.writeFileSync('out.html',r.data||r.toString())})()"),
):
    found = subprocess.run(["node", "-e", f"require.resolve('{name}')"], capture_output=True).returncode
    if found != 0:
        print(f"{name}: not here (npm install {name}, NODE_PATH)")
    else:
        run(name, ["node", "-e", script], ["out.html"], 2)
P

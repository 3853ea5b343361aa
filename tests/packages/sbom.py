#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Do the lists of what Debian's packages are made of (scripts/sbom) say what is in them?  sbom.py FILE.deb..."""
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

wrong = 0


def complain(text):
    global wrong
    wrong += 1
    print(text)


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


for deb in sys.argv[1:]:
    name, version = run("dpkg-deb", "-f", deb, "Package"), run("dpkg-deb", "-f", deb, "Version")
    name = name.split(": ")[-1].strip()
    version = version.split(": ")[-1].strip()
    with tempfile.TemporaryDirectory() as folder:
        run("dpkg-deb", "--extract", deb, folder)
        root = pathlib.Path(folder)
        path = root / f"usr/share/doc/{name}/{name}.spdx.json"
        if not path.is_file():
            complain(f"{name}: there is no {path.name}")
            continue
        told = json.loads(path.read_text())
        files = {each["fileName"][2:]: {sum["algorithm"]: sum["checksumValue"] for sum in each["checksums"]}
                 for each in told["files"]}
        there = {str(each.relative_to(root)): each.read_bytes() for each in root.rglob("*")
                 if each.is_file() and not each.is_symlink() and each != path}
        if files.keys() != there.keys():
            complain(f"{name}: {sorted(files.keys() ^ there.keys())} are told or there alone")
        for file, content in there.items():
            for algorithm, digest in files.get(file, {}).items():
                if hashlib.new(algorithm, content).hexdigest() != digest:
                    complain(f"{name}: {file} has another {algorithm}")
        whole = told["packages"][0]
        if (whole["name"], whole["versionInfo"]) != (name, version):
            complain(f"{name} {version} is called {whole['name']} {whole['versionInfo']}")
        code = hashlib.sha1("".join(sorted(each["SHA1"] for each in files.values())).encode()).hexdigest()
        if whole["packageVerificationCode"]["packageVerificationCodeValue"] != code:
            complain(f"{name}: the code over all files is another")
        # Whom it depends on is linked with it, or loaded late: dpkg-shlibdeps found out in its own way.
        linked = {each["name"] for each in told["packages"][1:]}
        versions = {each["name"]: each.get("versionInfo") for each in told["packages"][1:]}
        depends = re.findall(r"[a-z0-9.+-]+(?= |,|$)", re.sub(r"\(.*?\)", "", run("dpkg-deb", "-f", deb, "Depends")))
        if name != "libbasewalk-dev":
            for each in depends:
                if each.startswith("lib") and not each.startswith("libbasewalk") and each not in linked:
                    complain(f"{name}: depends on {each}, which is not told")
        for each, its in versions.items():
            if its and run("dpkg-query", "-W", "-f=${Version}", each) != its:
                complain(f"{name}: {each} is not of version {its}")
        ids = [each["SPDXID"] for each in told["packages"] + told["files"]] + ["SPDXRef-DOCUMENT"]
        if len(ids) != len(set(ids)):
            complain(f"{name}: two things have one name")
        for each in told["relationships"]:
            if each["spdxElementId"] not in ids or each["relatedSpdxElement"] not in ids:
                complain(f"{name}: {each} leads nowhere")
        print(f"# {name}: {len(files)} files, {len(linked)} packages of others")
sys.exit(wrong != 0)

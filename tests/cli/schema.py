#!/usr/bin/env python3
"""Every line of JSON output, on every mail of the tests and samples, against docs/output.schema.json."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is not installed")
    sys.exit(77)

top = pathlib.Path(os.environ["TOP"])
schema = json.loads((top / "docs/output.schema.json").read_text())
kinds = {s["properties"]["kind"]["const"]: jsonschema.Draft202012Validator(s) for s in schema["oneOf"]}
order = {s["properties"]["kind"]["const"]: list(s["properties"]) for s in schema["oneOf"]}
flags = [line.split("`")[1] for line in (top / "docs/flags.md").read_text().splitlines() if line.startswith("| `")]
codes = {kind: [line.split("`")[1] for line in (top / page).read_text().splitlines() if line.startswith("| `")]
         for kind, page in (("note", "docs/notes.md"), ("finding", "docs/bundles.md"))}

mails = sorted(str(p) for folder in ("samples", "tests/data") for p in (top / folder).rglob("*")
               if p.suffix in (".eml", ".mhtml"))
seen = {kind: 0 for kind in kinds}
wrong = 0


def rewrite_reports():
    """A line for each mail, all appended to one file; yields them with what was written."""
    report = pathlib.Path(tempfile.mkdtemp()) / "report.jsonl"
    messages = [mail for mail in mails if os.path.getsize(mail) > 0]  # nothing is no message to a filter
    written = []
    for i, mail in enumerate(messages):
        options = (["--defang", "--edit-signed"], ["--cid-inline"], ["--no-absolute", "--unwrap"])[i % 3]
        run = subprocess.run([os.environ["BASEWALK"], "rewrite", "-q", "--mark", "--drop-base", *options,
                              "--report", report, mail], capture_output=True)
        if run.returncode != 0:
            sys.exit(f"rewrite {mail}: exit status {run.returncode}: {run.stderr.decode()}")
        written.append(run.stdout)
    lines = report.read_text().splitlines()
    report.unlink()
    report.parent.rmdir()
    if len(lines) != len(messages):
        sys.exit(f"{len(lines)} reports of {len(messages)} mails")
    yield from zip(lines, messages, written)


for line, mail, written in rewrite_reports():
    record = json.loads(line)
    errors = [e.message for e in kinds["rewrite"].iter_errors(record)]
    if list(record) != order["rewrite"]:
        errors.append(f"keys are {list(record)}")
    broken = [s for s in record["signatures"] if s["verdict"] == "broken"]
    for key, want in (("source", mail), ("size", os.path.getsize(mail)), ("size_after", len(written)),
                      ("edit_count", len(record["edits"])), ("kept_count", len(record["kept"])),
                      ("broken_count", len(broken))):
        if record[key] != want:
            errors.append(f"{key} is {record[key]} and not {want}")
    errors += [f"{flag} is not in docs/flags.md" for flag in record["flags"] if flag not in flags]
    seen["rewrite"] += 1
    if errors:
        wrong += 1
        print(f"{errors}\n  {line[:300]}")
made_of_them = tempfile.TemporaryDirectory()
for verb, *options in (["links"], ["links", "--text", "--refang"], ["links", "--unique", "host", "--count"], ["tree"], ["verify"],
                       ["mhtml", "list"], ["mhtml", "check"], ["mhtml", "inline"], ["mhtml", "pack"]):
    made = options in (["inline"], ["pack"])
    folder = made_of_them.name + "/" + options[-1] if made else ""
    where = ["-o", folder + "/"] if made else ["--format", "jsonl"]
    run = subprocess.run([os.environ["BASEWALK"], verb, *options, *where, *mails, "missing.eml", str(top / "samples")],
                         capture_output=True)
    if run.returncode not in (0, 1):
        sys.exit(f"{verb}: exit status {run.returncode}: {run.stderr.decode()}")
    told = pathlib.Path(folder, "report.jsonl").read_bytes() if made else run.stdout
    for line in told.decode("utf-8").split("\n"):
        if not line:
            continue
        record = json.loads(line)
        kind = record["kind"]
        errors = [e.message for e in kinds[kind].iter_errors(record)]
        keys = [k for k in order[kind] if k != "text" or "--text" in options or kind != "link"]
        if list(record) != keys:
            errors.append(f"keys are {list(record)}")
        errors += [f"{flag} is not in docs/flags.md" for flag in record.get("flags", []) if flag not in flags]
        if kind == "link" and record["flags"] != sorted(record["flags"]):
            errors.append("flags are not sorted")
        if kind in codes and record["code"] not in codes[kind]:
            errors.append(f"{record['code']} is not in the documents")
        seen[kind] += 1
        if errors:
            wrong += 1
            print(f"{errors}\n  {line[:300]}")
print(f"{seen} records of {len(mails)} mails, {wrong} wrong")
sys.exit(1 if wrong or not all(seen.values()) else 0)

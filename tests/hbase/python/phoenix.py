"""Statements that Apache Phoenix ran, its responses, and the bytes that it wrote.

`python phoenix.py FOLDER` runs each file of the folder again and compares. With `BLESS=1` it writes the responses
instead: then a file may consist of requests alone.

The first line of a file says how it was printed. Each further line is a request and its response in one object, or a row
of the table that the `raw` above it read. `tests/hbase/phoenix` describes both.
"""

import json
import os
import subprocess
import sys

HOW = (
    "Printed by Apache Phoenix 5.2.1 on HBase 2.6.1: BLESS=1 HBASE_TEST_PHOENIX=1 tests/hbase/hbase with "
    "tests/hbase/hbase python tests/hbase/python/phoenix.py tests/golden/phoenix"
)
REQUEST = ("sql", "parameters", "raw", "deleted", "put")
ROW = ("key", "cells")


class Phoenix:
    """The program on Phoenix, which responds to one request after another."""

    def __init__(self):
        self.program = subprocess.Popen(
            [os.environ["HBASE_TEST_SCRIPT"], "phoenix"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.program.stdin.close()
        self.program.wait(30)

    def run(self, request):
        self.program.stdin.write(json.dumps(request) + "\n")
        self.program.stdin.flush()
        line = self.program.stdout.readline()
        if not line:
            raise SystemExit("the program on Phoenix ended: run `tests/hbase/hbase phoenix` by hand")
        response = json.loads(line)
        # The server is gone, or far too busy: no response of Phoenix's.
        if response.get("error", "").startswith("no response"):
            raise SystemExit(f"{response['error']}: {request}")
        return response


def print_file(phoenix, requests):
    """The lines of a file."""
    yield {"how": HOW}
    for request in requests:
        response = phoenix.run(request)
        rows = response.pop("rows") if "raw" in request and "rows" in response else []
        yield {**request, **response}
        yield from rows


def requests_of(text):
    lines = [json.loads(line) for line in text.splitlines()]
    requests = [line for line in lines if any(name in line for name in REQUEST)]
    return [{name: line[name] for name in REQUEST + ROW if name in line} for line in requests]


def check(phoenix, path):
    with open(path, encoding="utf-8") as file:
        recorded = file.read()
    lines = print_file(phoenix, requests_of(recorded))
    printed = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    if os.environ.get("BLESS"):
        with open(path, "w", encoding="utf-8") as file:
            file.write(printed)
        return
    for number, (old, new) in enumerate(zip(recorded.splitlines(), printed.splitlines()), 1):
        if old != new:
            raise SystemExit(f"{path}:{number}: recorded {old}\nprinted {new}")
    if recorded != printed:
        raise SystemExit(f"{path}: the numbers of lines differ")


if __name__ == "__main__":
    folder = sys.argv[1]
    with Phoenix() as phoenix:
        for name in sorted(os.listdir(folder)):
            check(phoenix, os.path.join(folder, name))
            print(f"{name}: {'written' if os.environ.get('BLESS') else 'the same'}", flush=True)

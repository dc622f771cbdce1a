"""The Python side of the benchmark: `bench.py ROWS GETS CONNECTIONS`.

It waits for a line on its input and does what that says (`put`, `scan`, `get`, `gets`, `many`), as a
program on happybase is usually written. For each it prints one line: how many rows, wall-clock
seconds, CPU seconds of this process.
"""

import os
import resource
import struct
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import happybase

TABLE = "DLQX:BENCH_PYTHON"
TOGETHER = 100


def connect():
    host, port = os.environ["HBASE_TEST_THRIFT"].split(":")
    return happybase.Connection(host, int(port), timeout=60_000)


def key(number):
    return b"%08d" % (number * 7919 % 100_000_000)


def row(number):
    return {
        b"D1:NAME": b"name of user %d" % number,
        b"D1:AGE": struct.pack(">I", number % 100),
        b"D1:BALANCE": struct.pack(">q", number * 1000),
        b"D1:SCORE": struct.pack(">d", number / 3),
    }


def decoded(key, cells):
    """Decodes to the types of the other side."""
    return (
        int(key),
        cells[b"D1:NAME"].decode(),
        struct.unpack(">I", cells[b"D1:AGE"])[0],
        struct.unpack(">q", cells[b"D1:BALANCE"])[0],
        struct.unpack(">d", cells[b"D1:SCORE"])[0],
    )


def put(table, rows):
    with table.batch(batch_size=1000) as batch:
        for number in range(rows):
            batch.put(key(number), row(number))
    return rows


def scan(table):
    count = 0
    for found, cells in table.scan(batch_size=1000):
        decoded(found, cells)
        count += 1
    return count


def get(table, numbers):
    for number in numbers:
        name = key(number)
        decoded(name, table.row(name))
    return len(numbers)


def get_many(table, numbers):
    count = 0
    for start in range(0, len(numbers), TOGETHER):
        names = [key(number) for number in numbers[start : start + TOGETHER]]
        found = {name: decoded(name, cells) for name, cells in table.rows(names)}
        count += len([found[name] for name in names])
    return count


def get_side_by_side(tables, numbers):
    share = len(numbers) // len(tables)
    parts = [numbers[n * share : (n + 1) * share] for n in range(len(tables))]
    with ThreadPoolExecutor(len(tables)) as threads:
        return sum(threads.map(get, tables, parts))


def cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main(rows, gets, connections):
    numbers = [number * 31 % rows for number in range(gets)]
    work = {
        "put": lambda tables: put(tables[0], rows),
        "scan": lambda tables: scan(tables[0]),
        "get": lambda tables: get(tables[0], numbers),
        "many": lambda tables: get_many(tables[0], numbers),
        "gets": lambda tables: get_side_by_side(tables, numbers),
    }
    for line in sys.stdin:
        # New connections, before the measurement: the gateway closes idle ones after a minute.
        opened = [connect() for _ in range(connections)]
        tables = [connection.table(TABLE) for connection in opened]
        started, used = time.perf_counter(), cpu()
        count = work[line.strip()](tables)
        print(count, time.perf_counter() - started, cpu() - used, flush=True)
        for connection in opened:
            connection.close()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]))

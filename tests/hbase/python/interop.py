"""The Python side of the exchange: `interop.py FILE`.

FILE is JSON: for each table the rows that the other side wrote (`theirs`) and the rows to be written
here (`ours`); `mailbox` has the same of mails. Every cell of the former is compared with what the rules say; each difference is a
line. Then the latter are written. The exit status is 1 if anything differs.
"""

import json
import os
import sys

import happybase

import cells
import mailbox
import tables


def connect():
    host, port = os.environ["HBASE_TEST_THRIFT"].split(":")
    return happybase.Connection(host, int(port), timeout=60_000)


def compare_table(connection, name, rows):
    table = connection.table(name)
    found = dict(table.scan(include_timestamp=True))
    differences = []
    for row in rows:
        key, right = tables.encoded(name, row, 0)
        key = drawn(name, key, found)
        cells_found = found.pop(key, None)
        differences += compare_row(name, key, cells_found, right, row)
    differences += [f"{name}, row {key!r}: is there, should not be" for key in found]
    return differences


def drawn(name, key, found):
    """A row with a random salt may have any of 16 keys."""
    if name != "DLQX:SENSOR_ROBIN":
        return key
    places = [bytes([salt]) + key[1:] for salt in range(16)]
    return next((place for place in places if place in found), key)


def compare_row(name, key, found, right, row):
    place = f"{name}, row {key!r}"
    if found is None:
        return [f"{place}: not there"]
    stamp = tables.TIMESTAMPED.get(name)
    differences = []
    for column in sorted(found.keys() | right.keys()):
        value, timestamp = found.get(column, (None, None))
        if not same(column.decode("latin-1"), value, right.get(column)):
            differences.append(f"{place}, column {column!r}: found {value!r}, expected {right.get(column)!r}")
        elif stamp and timestamp != row[stamp]:
            differences.append(f"{place}, column {column!r}: at {timestamp}, expected {row[stamp]}")
    return differences


def same(column, found, right):
    if found is None or right is None or found == right:
        return found == right
    if column in tables.JSON_CELLS:
        return json.loads(found) == json.loads(right)
    if column in tables.TIME_CELLS:
        return cells.parsed_time(found.decode()) == cells.parsed_time(right.decode())
    return False


def write_table(connection, name, rows):
    table = connection.table(name)
    stamp = tables.TIMESTAMPED.get(name)
    for number, row in enumerate(rows):
        key, values = tables.encoded(name, row, number)
        table.put(key, values, timestamp=row[stamp] if stamp else None)


def main(path):
    with open(path, encoding="utf-8") as file:
        plan = json.load(file)
    connection = connect()
    differences = []
    for entry in plan["tables"]:
        differences += compare_table(connection, entry["table"], entry["theirs"])
        write_table(connection, entry["table"], entry["ours"])
    if "mailbox" in plan:
        differences += mailbox.compare(connection, plan["mailbox"]["theirs"])
        mailbox.write(connection, plan["mailbox"]["ours"])
    rows = sum(len(entry["theirs"]) for entry in plan["tables"])
    print(f"{len(plan['tables'])} tables, {rows} rows compared, {len(differences)} differences")
    for difference in differences:
        print(difference)
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main(sys.argv[1])

"""Phoenix's bytes, written from its documentation: the other side of the golden vectors.

Nothing here looks at what the Rust side wrote. `python phoenix_bytes.py FOLDER` computes the rows of each table from the
statements that wrote them, and compares them with what Phoenix wrote.
"""

import json
import os
import re
import struct
import sys
from decimal import ROUND_HALF_UP, Context

from java import descending, sortable

INTEGERS = {"TINYINT": 1, "SMALLINT": 2, "INTEGER": 4, "BIGINT": 8}
UNSIGNED = {"UNSIGNED_TINYINT": 1, "UNSIGNED_SMALLINT": 2, "UNSIGNED_INT": 4, "UNSIGNED_LONG": 8}
FLOATS = {"FLOAT": (">f", 4), "DOUBLE": (">d", 8)}
UNSIGNED_FLOATS = {"UNSIGNED_FLOAT": ">f", "UNSIGNED_DOUBLE": ">d"}
OF_ANY_LENGTH = {"VARCHAR", "VARBINARY", "DECIMAL"}

DECIMALS = Context(prec=38, rounding=ROUND_HALF_UP)

# Bytes of a decimal; a negative one that is shorter has a byte more, so that it sorts after its extensions.
LONGEST_DECIMAL = 21


def decimal(text):
    """One byte for sign and exponent to the base 100, then the digits to that base, without zeros at the end."""
    value = DECIMALS.create_decimal(text)
    if not value:
        return b"\x80"
    sign, digits, exponent = value.as_tuple()
    digits = "".join(map(str, digits)).lstrip("0")
    if exponent % 2:
        digits, exponent = digits + "0", exponent - 1
    digits = "0" * (len(digits) % 2) + digits
    pairs = [int(digits[at : at + 2]) for at in range(0, len(digits), 2)]
    head = 0xC0 + len(pairs) + exponent // 2
    while not pairs[-1]:
        pairs.pop()
    if not sign:
        return bytes([head, *(pair + 1 for pair in pairs)])
    encoded = bytes([head ^ 0xFF, *(101 - pair for pair in pairs)])
    return encoded if len(encoded) == LONGEST_DECIMAL else encoded + b"\x66"


def floating(value, layout, width):
    """As `OrderedBytes` does, but greater by one."""
    (bits,) = struct.unpack(">" + ("q" if width == 8 else "i"), struct.pack(layout, value))
    ones = (1 << (8 * width)) - 1
    flipped = (bits ^ ((bits >> (8 * width - 1)) | (1 << (8 * width - 1)))) + 1
    return (flipped & ones).to_bytes(width, "big")


def timestamp(millis, width_of_millis):
    whole, _, fraction = str(millis).partition(".")
    return width_of_millis(int(whole)) + int(fraction.ljust(6, "0") or 0).to_bytes(4, "big")


def encode(kind, length, value):
    """A value in a cell, and in a key in ascending order."""
    if kind in INTEGERS:
        return sortable(value, INTEGERS[kind])
    if kind in UNSIGNED:
        return value.to_bytes(UNSIGNED[kind], "big")
    if kind in FLOATS:
        return floating(value, *FLOATS[kind])
    if kind in UNSIGNED_FLOATS:
        return struct.pack(UNSIGNED_FLOATS[kind], value)
    if kind in ("DATE", "TIME"):
        return sortable(value, 8)
    if kind in ("UNSIGNED_DATE", "UNSIGNED_TIME"):
        return value.to_bytes(8, "big")
    if kind == "TIMESTAMP":
        return timestamp(value, lambda millis: sortable(millis, 8))
    if kind == "UNSIGNED_TIMESTAMP":
        return timestamp(value, lambda millis: millis.to_bytes(8, "big"))
    if kind in ("VARBINARY", "BINARY"):
        return bytes.fromhex(value)
    if kind == "CHAR":
        return value.encode().ljust(length, b" ")
    return {"VARCHAR": str.encode, "DECIMAL": decimal, "BOOLEAN": lambda flag: bytes([flag])}[kind](value)


def salt(key, buckets):
    """`Arrays.hashCode` of all that follows the salt, in 32 bits, and Java's remainder without its sign."""
    value = 1
    for byte in key:
        value = (31 * value + (byte ^ 0x80) - 0x80) & 0xFFFFFFFF
    value = value - (1 << 32) if value >> 31 else value
    return bytes([abs(value) % buckets])


class Table:
    """The rows of a table, from the statements that wrote them."""

    def __init__(self, columns, options):
        primary = re.search(r" CONSTRAINT PK PRIMARY KEY \((.*)\)$", columns)
        columns = columns[: primary.start()] if primary else columns
        self.encoded = int(option(options, "COLUMN_ENCODED_BYTES", "2"))
        self.buckets = int(option(options, "SALT_BUCKETS", "0"))
        self.default_family = option(options, "DEFAULT_COLUMN_FAMILY", "0").strip("'").encode()
        self.columns, self.next_qualifier, self.rows = {}, 11, {}
        declared = [column.split(" ", 1) for column in split(columns)]
        names = split(primary.group(1)) if primary else [declared[0][0]]
        self.key = [(name.split()[0], name.endswith(" DESC")) for name in names]
        for name, kind in declared:
            self.add(name, kind)
        families = [place[0] for _, _, place in self.columns.values() if place]
        self.empty_family = families[0] if families else self.default_family

    def add(self, name, kind):
        kind, length = re.match(r"(\w+)(?:\((\d+))?", kind).groups()
        place = None
        if name not in [key for key, _ in self.key]:
            family, _, column = name.rpartition(".")
            place = (family.strip('"').encode() or self.default_family, self.qualifier(column.strip('"')))
        self.columns[name] = (kind, int(length or 0), place)

    def qualifier(self, name):
        if not self.encoded:
            return name.encode()
        number, self.next_qualifier = self.next_qualifier, self.next_qualifier + 1
        # Of one and two bytes, the first bit is set.
        return (number + {1: 0x80, 2: 0x8000}.get(self.encoded, 0)).to_bytes(self.encoded, "big")

    def encode(self, name, value):
        """An empty text is NULL."""
        kind, length, _ = self.columns[name]
        return None if value is None or value == "" else encode(kind, length, value)

    def row_key(self, values):
        """A part of any length has a separator. NULLs at the end and a zero at the end are left out."""
        parts = []
        for name, is_descending in self.key:
            part = self.encode(name, values.get(name)) or b""
            separator = b"\0" if self.columns[name][0] in OF_ANY_LENGTH else b""
            # NULL in descending order has the separator of ascending order.
            if part and is_descending:
                part, separator = descending(part), descending(separator)
            parts.append((part, separator))
        while not parts[-1][0]:
            parts.pop()
        # The separator of descending order stays.
        if parts[-1][1] == b"\0":
            parts[-1] = (parts[-1][0], b"")
        key = b"".join(part + separator for part, separator in parts)
        return salt(key, self.buckets) + key if self.buckets else key

    def upsert(self, names, values):
        values = dict(zip(names or self.columns, values))
        row = self.rows.setdefault(self.row_key(values), {})
        for name, value in values.items():
            place, encoded = self.columns[name][2], self.encode(name, value)
            if place and encoded is None:
                row.pop(place, None)
            elif place:
                row[place] = encoded
        row[self.empty_family, b"\0\0\0\0" if self.encoded else b"_0"] = b"x"

    def delete(self, values):
        self.rows.pop(self.row_key(values), None)

    def lines(self):
        for key, row in sorted(self.rows.items()):
            cells = [[family.hex(), name.hex(), value.hex()] for (family, name), value in sorted(row.items())]
            yield {"key": key.hex(), "cells": cells}


def option(options, name, default):
    found = re.search(rf"{name} = ([^ ,]+)", options)
    return found.group(1) if found else default


def split(text):
    """At commas outside parentheses."""
    return re.split(r", (?![^()]*\))", text)


def run(tables, statement, parameters):
    """Tables of other kinds, and tables that constants were written to, are left out."""
    created = re.match(r"CREATE TABLE (\S+) \((.*)\)( [A-Z_]+ = .*)?$", statement)
    if created:
        name, columns, options = created.groups()
        if " ARRAY" not in columns:
            tables[name] = Table(columns, options or "")
        return
    altered = re.match(r"ALTER TABLE (\S+) ADD (\w+) (.*)$", statement)
    if altered:
        tables[altered.group(1)].add(*altered.groups()[1:])
    deleted = re.match(r"DELETE FROM (\S+) WHERE (.*)", statement)
    if deleted:
        names = re.findall(r"(\w+) = \?", deleted.group(2))
        tables[deleted.group(1)].delete(dict(zip(names, parameters)))
    upserted = re.match(r"UPSERT INTO (\S+) (?:\((.*)\) )?VALUES \(", statement)
    if upserted and upserted.group(1) in tables:
        names = upserted.group(2)
        if parameters:
            tables[upserted.group(1)].upsert(names and names.split(", "), parameters)


def check(path):
    with open(path, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    tables, expected, checked, at = {}, [], 0, None
    for number, line in enumerate(lines, 1):
        if "sql" in line and "error" not in line:
            run(tables, line["sql"], line.get("parameters"))
        elif "put" in line:
            tables.pop(line["put"].replace(":", "."), None)
        elif "raw" in line:
            table = None if "deleted" in line else tables.get(line["raw"].replace(":", "."))
            at, expected = table, list(table.lines()) if table else []
        elif "key" in line and at:
            if not expected or expected[0] != line:
                raise SystemExit(f"{path}:{number}: printed {line}\ncomputed {expected[:1]}")
            expected.pop(0)
            checked += 1
        if expected and number < len(lines) and "key" not in lines[number]:
            raise SystemExit(f"{path}:{number}: further rows computed: {expected}")
    return checked


if __name__ == "__main__":
    folder = sys.argv[1]
    print(sum(check(os.path.join(folder, name)) for name in sorted(os.listdir(folder))), "rows")

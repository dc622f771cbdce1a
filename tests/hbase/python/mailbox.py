"""The columns of DLQX:MAIL_BOXES that no struct declares: mails, and the index within the row.

A mail is `{"user", "mail": {"from", "size", "subject"}}`. In DATA its qualifier is the MD5 of its
JSON; in INDEX one column for each indexed field begins with the field's tag and its value in the
form of OrderedBytes, and ends with that MD5.
"""

import hashlib
import json

import java

TABLE = "DLQX:MAIL_BOXES"


def columns(mail):
    value = json.dumps(mail, separators=(",", ":"), ensure_ascii=False).encode()
    md5 = hashlib.md5(value).digest()
    return {
        b"DATA:" + md5: value,
        b"INDEX:F" + java.ordered_string(mail["from"]) + md5: b"",
        b"INDEX:S" + java.ordered_int(0x2C, mail["size"]) + md5: b"",
    }


def compare(connection, mails):
    table = connection.table(TABLE)
    differences = []
    for user in {entry["user"] for entry in mails}:
        right = {}
        for entry in mails:
            right.update(columns(entry["mail"]) if entry["user"] == user else {})
        found = table.row(user.encode())
        for column in sorted(found.keys() | right.keys()):
            if found.get(column) != right.get(column):
                place = f"{TABLE}, row {user!r}, column {column!r}"
                differences.append(f"{place}: found {found.get(column)!r}, expected {right.get(column)!r}")
    return differences


def write(connection, mails):
    table = connection.table(TABLE)
    for entry in mails:
        table.put(entry["user"].encode(), columns(entry["mail"]))

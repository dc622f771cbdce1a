"""Every codec of cells: the tables DLQX:CELL_NUMBERS, DLQX:CELL_TEXTS and DLQX:CELL_TIMES."""

import struct
import uuid
from datetime import date, datetime, timezone

import java
from tables import EPOCH, boolean, i8, i16, i32, i64, json_text, of, text, u8, u16, u32, u64


@of("DLQX:CELL_NUMBERS")
def _numbers(row, _):
    cells = {
        "INT_8": i8(row["int_8"]),
        "INT_16": i16(row["int_16"]),
        "INT_32": i32(row["int_32"]),
        "INT_64": i64(row["int_64"]),
        "INT_128": int(row["int_128"]).to_bytes(16, "big", signed=True),
        "WORD_8": u8(row["word_8"]),
        "WORD_16": u16(row["word_16"]),
        "WORD_32": u32(row["word_32"]),
        "WORD_64": u64(row["word_64"]),
        "WORD_128": int(row["word_128"]).to_bytes(16, "big"),
        "FLOAT_32": struct.pack(">f", float(row["float_32"])),
        "FLOAT_64": struct.pack(">d", float(row["float_64"])),
        "TRUTH": boolean(row["truth"]),
        "VISITS": i64(row["visits"]),
        "DIGITS": text(row["digits"]),
        "SPOKEN": b"true" if row["spoken"] else b"false",
        "DECIMAL": java.big_decimal(row["decimal"]),
        "PRICE": text(row["price"]),
        "BIG": java.big_decimal(row["big"]),
        "MAYBE": i32(row["maybe"]),
    }
    return u32(row["id"]), _in_d1(cells)


@of("DLQX:CELL_TEXTS")
def _texts(row, _):
    address = row["address"] or {"city": None, "zip": None}
    cells = {
        "PLAIN": text(row["plain"]),
        "BOXED": text(row["boxed"]),
        "BYTES": bytes.fromhex(row["bytes"]),
        "FOUR": bytes.fromhex(row["four"]),
        "MAYBE": text(row["maybe"]),
        "NOTE": json_text(row["note"]),
        "SPARE": json_text(row["spare"]),
        "UUID": uuid.UUID(row["uuid"]).bytes,
        "UUID_TEXT": text(row["uuid_text"]),
        "STATE": {"New": b"N", "Paid": b"PAID"}[row["state"]],
        "LEVEL": i16({"Low": -1, "High": 301}[row["level"]]),
        "OWNER": u64(row["owner"]),
        "MOOD": text(row["mood"].upper()),
        "TO_CITY": text(address["city"]),
        "TO_ZIP": text(address["zip"]),
    }
    return u32(row["id"]), _in_d1(cells)


@of("DLQX:CELL_TIMES")
def _times(row, _):
    cells = {
        "AT": i64(row["at"]),
        "AT_TEXT": text(_iso_millis(row["at"])),
        "OF_DAY": i32(row["of_day"]),
        "C_INSTANT": i64(_millis(row["c_instant"])),
        "C_INSTANT_TEXT": text(row["c_instant_text"]),
        "C_LOCAL": i64(_millis(row["c_local"])),
        "C_DATE": i64(_days(row["c_date"])),
        "C_DATE_TEXT": text(row["c_date_text"]),
        "C_TIME": i64(_nanos(row["c_time"])),
        "J_INSTANT": i64(_millis(row["j_instant"])),
        "J_INSTANT_TEXT": text(row["j_instant_text"]),
        "J_LOCAL": i64(_millis(row["j_local"])),
        "J_DATE": i64(_days(row["j_date"])),
        "J_TIME": i64(_nanos(row["j_time"])),
        "J_TIME_TEXT": text(row["j_time_text"]),
    }
    return u32(row["id"]), _in_d1(cells)


def _in_d1(cells):
    return {f"D1:{name}": value for name, value in cells.items()}


def parsed_time(value):
    """A time as its whole seconds and its nanoseconds."""
    whole, _, fraction = value.removesuffix("Z").partition(".")
    return whole, int(fraction.ljust(9, "0") or 0)


def _iso_millis(millis):
    seconds = datetime.fromtimestamp(millis // 1000, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
    return f"{seconds}.{millis % 1000:03}Z"


def _millis(value):
    whole, nanos = parsed_time(value)
    time = datetime.fromisoformat(whole).replace(tzinfo=timezone.utc) - EPOCH
    return (time.days * 86_400 + time.seconds) * 1000 + nanos // 1_000_000


def _days(value):
    return (date.fromisoformat(value) - EPOCH.date()).days


def _nanos(value):
    whole, nanos = parsed_time(value)
    hours, minutes, seconds = map(int, whole.split(":"))
    return ((hours * 60 + minutes) * 60 + seconds) * 1_000_000_000 + nanos

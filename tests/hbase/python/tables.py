"""Encodes each table's rows as keys and cells, by the rules of its key and its types.

A row is what the test's JSON says: numbers, text, milliseconds. `encoded` gives its key, its cells
by column, and the timestamp of its cells where it has one.
"""

import hashlib
import json
import struct
from datetime import datetime, timedelta, timezone

import java

ENCODERS = {}
TIMESTAMPED = {"TEST": "day"}
"""Tables of which a field is the cells' timestamp."""

JSON_CELLS = {"INFO:REMARK", "D1:NOTE", "D1:SPARE"}
"""Columns of JSON: different texts may be equal."""

TIME_CELLS = {"D1:AT_TEXT", "D1:C_INSTANT_TEXT", "D1:J_INSTANT_TEXT", "D1:J_TIME_TEXT"}
"""Columns of ISO 8601 with a fraction, which may have trailing zeros."""

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def encoded(table, row, number):
    """Key and cells; `number` is drawn for a key with a random salt."""
    key, cells = ENCODERS[table](row, number)
    cells = {column.encode(): value for column, value in cells.items() if value is not None}
    return key, cells


def of(table):
    def note(encoder):
        ENCODERS[table] = encoder
        return encoder

    return note


def packed(form):
    def pack(value):
        return None if value is None else struct.pack(form, value)

    return pack


i8, i16, i32, i64 = map(packed, (">b", ">h", ">i", ">q"))
u8, u16, u32, u64 = map(packed, (">B", ">H", ">I", ">Q"))


def text(value):
    return None if value is None else str(value).encode()


def boolean(value):
    return b"\xff" if value else b"\0"


def json_text(value):
    return None if value is None else json.dumps(value).encode()


def calendar(millis, digits, hours=0):
    """yyyyMMddHHmmssSSS, cut to so many digits, some hours east of Greenwich."""
    time = EPOCH + timedelta(milliseconds=millis, hours=hours)
    return (time.strftime("%Y").zfill(4) + time.strftime("%m%d%H%M%S") + f"{millis % 1000:03}")[:digits]


def newest_first(millis):
    """Long.MAX_VALUE minus the milliseconds."""
    return 2**63 - 1 - millis


@of("DLQX:CALL_RECORD")
def _call(row, _):
    at = calendar(row["at"], 14)
    region = java.region_number(6, row["phone"][-4:], at[:6])
    key = f"{region}_{row['phone']}_{at}"
    return text(key), {"D1:DURATION_S": u32(row["duration_s"]), "D1:PEER": text(row["peer"])}


def _event_key(row, inserted):
    return text(f"{row['user']}_{newest_first(row['at']):019}_{inserted}")


@of("DLQX:USER_EVENT")
def _event(row, _):
    key = _event_key(row, str(row["inserted_ns"]).zfill(19))
    return key, {"D1:KIND": text(row["kind"]), "D1:PAGE": text(row["page"])}


@of("DLQX:EVENT_UNPADDED")
def _unpadded(row, _):
    return _event_key(row, row["inserted_ns"]), {"D1:KIND": text(row["kind"])}


@of("bi.dpdim_imei_dpid_mapping")
def _device(row, _):
    return text(row["imei"]), {"dim:dpid": text(row["dpid"])}


@of("TEST")
def _log(row, _):
    rest = f"{row['uid']}_{row['kind']}"
    key = hashlib.md5(rest.encode()).hexdigest()[:4] + "_" + rest
    cells = {"INFO:A": u32(row["a"]), "INFO:REMARK": json.dumps(row["remark"]).encode()}
    cells.update({f"INFO:{name.upper()}": text(row[name] or "") for name in "bcde"})
    return text(key), cells


@of("TRADE_20151226")
def _trade(row, _):
    account = text(row["account"])
    key = hashlib.md5(account).digest()[:2] + u32(row["at"]) + account
    return key, {"D1:CENTS": i64(row["cents"])}


@of("STAT_20151226")
def _statistics(row, _):
    key = u32(row["hash"]) + u16(row["minute"] // 60_000) + text(row["region"])
    return key, {"D1:TRADES": u32(row["trades"]), "D1:LARGEST_CENTS": i64(row["largest_cents"])}


@of("GENERAL_DATA")
def _general(row, _):
    key = u32(row["number"]) + text(row["loader"]) + u32(row["factor"])
    return key, {"D1:DATA": bytes.fromhex(row["data"])}


@of("GENERAL_SALTED")
def _spread(row, _):
    number = u32(row["number"])
    key = u8(java.murmur3(number) % 16) + number + text(row["loader"])
    return key, {"D1:DATA": bytes.fromhex(row["data"])}


@of("DLQX:MAIL_TABLE")
def _mail(row, _):
    key = f"{row['user']}-{calendar(row['day'], 8)}-{row['message']}"
    cells = {"SUBJECT": text(row["subject"]), "SIZE": u32(row["size"]), "IS_READ": boolean(row["read"])}
    return text(key), {f"DATA:{name}": value for name, value in cells.items()}


@of("DLQX:MAIL_BOXES")
def _mail_box(row, _):
    return text(row["user"]), {"DATA:OWNER": text(row["owner"])}


@of("DLQX:SENSOR_DATA")
def _measured(row, _):
    sensor = u32(row["sensor"])
    key = u8(java.murmur3(sensor) % 16) + u64(row["at"]) + sensor
    return key, {"D1:VALUE": i32(row["value"])}


@of("DLQX:SENSOR_ROBIN")
def _in_turn(row, number):
    key = u8(number % 16) + u64(row["at"]) + u32(row["sensor"])
    return key, {"D1:VALUE": i32(row["value"])}


@of("DLQX:WEATHER_DATA")
def _weather(row, _):
    key = f"{row['city']}_{calendar(row['day'], 8)}"
    codes = {"Drizzle": b"D", "Fog": b"F", "Rain": b"R", "Snow": b"S", "Sun": b"U"}
    cells = {
        "D1:RAIN": u32(row["rain"]),
        "D1:TEMP_MAX": i32(row["temp_max"]),
        "D1:TEMP_MIN": i32(row["temp_min"]),
        "D1:WIND": u32(row["wind"]),
        "D1:KIND": codes[row["kind"]],
    }
    return text(key), cells


@of("DLQX:KEY_TEXTS")
def _text_keys(row, _):
    name, code = row["name"], row["code"].rjust(6, "0")
    parts = [
        str(abs(java.string_hash(f"{name}_{code}")) % 300).zfill(3),
        name,
        code,
        row["kind"].ljust(6),
        java.complement(calendar(row["newest"], 14)),
        calendar(row["local"], 14, hours=8),
        calendar(row["exact"], 17),
        str(row["number"]).zfill(8),
        java.complement(str(row["rank"]).zfill(6)),
        str(row["plain"]),
        row["phone"][::-1],
    ]
    return text("_".join(parts)), {"D1:VALUE": i32(row["value"])}


@of("DLQX:KEY_NUMBERS")
def _number_keys(row, _):
    marked = java.sortable(row["signed"], 4) + u64(row["unsigned"])
    key = [
        u8(java.murmur3(marked) % 256),
        marked,
        i64(row["java"]),
        java.descending(u16(row["down"])),
        i64(newest_first(row["newest"])),
        java.ordered_int(0x2C, row["ordered"]),
        java.descending(java.ordered_int(0x2A, row["ordered_down"])),
        java.ordered_float64(float(row["float"])),
        java.ordered_string(row["name"]),
        bytes.fromhex(row["rest"]),
    ]
    return b"".join(key), {"D1:VALUE": i32(row["value"])}


@of("DLQX:KEY_DIGEST")
def _digest_keys(row, _):
    digest = hashlib.md5(row["name"].encode()).hexdigest()[8:12].upper()
    return text(f"{digest}|{row['name']}"), {"D1:VALUE": i32(row["value"])}

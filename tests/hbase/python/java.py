"""Java's and HBase's bytes, written from their documentation: the other side of the tests.

Nothing here looks at what the Rust side wrote. `python java.py FOLDER` checks it against the golden
vectors, which HBase's own classes printed.
"""

import struct
from decimal import Decimal


def string_hash(text):
    """`String.hashCode`: over UTF-16 units, in 32 bits."""
    value = 0
    units = text.encode("utf-16-be")
    for (unit,) in struct.iter_unpack(">H", units):
        value = (31 * value + unit) & 0xFFFFFFFF
    return value - (1 << 32) if value >> 31 else value


def _rotate(value, count):
    return ((value << count) | (value >> (32 - count))) & 0xFFFFFFFF


def murmur3(data):
    """MurmurHash3, x86, 32 bits, seed 0, unsigned."""
    value = 0
    whole = len(data) & ~3
    for (block,) in struct.iter_unpack("<I", data[:whole]):
        block = _rotate(block * 0xCC9E2D51 & 0xFFFFFFFF, 15) * 0x1B873593 & 0xFFFFFFFF
        value = (_rotate(value ^ block, 13) * 5 + 0xE6546B64) & 0xFFFFFFFF
    tail = int.from_bytes(data[whole:], "little")
    if whole < len(data):
        value ^= _rotate(tail * 0xCC9E2D51 & 0xFFFFFFFF, 15) * 0x1B873593 & 0xFFFFFFFF
    value ^= len(data)
    value = (value ^ (value >> 16)) * 0x85EBCA6B & 0xFFFFFFFF
    value = (value ^ (value >> 13)) * 0xC2B2AE35 & 0xFFFFFFFF
    return value ^ (value >> 16)


def region_number(regions, *texts):
    """`String.hashCode` of each text, by XOR, unsigned, modulo; as wide as the last number."""
    value = 0
    for text in texts:
        value ^= string_hash(text)
    return str(abs(value) % regions).zfill(len(str(regions - 1)))


def big_decimal(text):
    """`Bytes.toBytes(BigDecimal)`: the scale, then the shortest two's complement."""
    sign, digits, exponent = Decimal(text).as_tuple()
    unscaled = int("".join(map(str, digits)))
    unscaled = -unscaled if sign else unscaled
    bits = (unscaled if unscaled >= 0 else ~unscaled).bit_length()
    return struct.pack(">i", -exponent) + unscaled.to_bytes(bits // 8 + 1, "big", signed=True)


def sortable(value, width):
    """A signed integer, big-endian, with its sign bit flipped."""
    return (value + (1 << (8 * width - 1))).to_bytes(width, "big")


def complement(digits):
    """Each digit's complement to nine."""
    return "".join(str(9 - int(digit)) for digit in digits)


def descending(data):
    """Every bit flipped."""
    return bytes(byte ^ 0xFF for byte in data)


ORDERED_WIDTHS = {0x29: 1, 0x2A: 2, 0x2B: 4, 0x2C: 8}


def ordered_int(tag, value):
    """`OrderedBytes.encodeInt8` to `encodeInt64`, by their tags."""
    return bytes([tag]) + sortable(value, ORDERED_WIDTHS[tag])


def ordered_float64(value):
    """`OrderedBytes.encodeFloat64`: positive numbers get their sign bit, negative ones are flipped."""
    (bits,) = struct.unpack(">Q", struct.pack(">d", value))
    bits ^= 0xFFFFFFFFFFFFFFFF if bits >> 63 else 1 << 63
    return b"\x31" + struct.pack(">Q", bits)


def ordered_string(text):
    """`OrderedBytes.encodeString`."""
    return b"\x34" + text.encode() + b"\0"


def _golden(folder, name):
    import json
    import os

    with open(os.path.join(folder, name), encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _expect(what, found, right):
    if found != right:
        raise SystemExit(f"{what}: found {found!r}, expected {right!r}")


def _check_hashes(folder):
    import hashlib
    import zlib

    for line in _golden(folder, "hashes.jsonl"):
        text = line["text"]
        _expect(text, string_hash(text), line["java_hash_code"])
        murmur = murmur3(text.encode())
        _expect(text, murmur - (1 << 32) if murmur >> 31 else murmur, line["murmur_bytes"])
        _expect(text, hashlib.md5(text.encode()).hexdigest(), line["md5"])
        _expect(text, zlib.crc32(text.encode()), line["crc32"])


def _check_ordered(folder):
    tags = {"int8": 0x29, "int16": 0x2A, "int32": 0x2B, "int64": 0x2C}
    for line in _golden(folder, "ordered_bytes.jsonl"):
        kind = line["type"]
        if kind in tags:
            found = ordered_int(tags[kind], int(line["value"]))
        elif kind == "float64" and "nan" not in line["value"].lower():
            found = ordered_float64(float(line["value"]))
        elif kind == "string":
            found = ordered_string(line["value"])
        else:
            continue
        found = descending(found) if line["order"] == "DESCENDING" else found
        _expect(line, found.hex(), line["hex"])


def _check_decimals(folder):
    for line in _golden(folder, "bytes.jsonl"):
        if line["type"] == "bigdecimal":
            _expect(line, big_decimal(line["value"]).hex(), line["hex"])


if __name__ == "__main__":
    import sys

    for check in (_check_hashes, _check_ordered, _check_decimals):
        check(sys.argv[1])

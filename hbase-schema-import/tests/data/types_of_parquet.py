"""Writes the files of its arguments, as types.parquet and checksums.parquet, by pyarrow: columns of each type; pages with checksums."""
import datetime, decimal, sys
import pyarrow as pa, pyarrow.parquet as pq
utc = datetime.timezone.utc
t = datetime.datetime(2015, 12, 26, 12, 24, 0, 7000)
columns = {
    "id": pa.array([1, 2, 3], pa.int32()),
    "flag": pa.array([True, None, False]),
    "i8": pa.array([-128, None, 127], pa.int8()),
    "u32": pa.array([4294967295, None, 0], pa.uint32()),
    "u64": pa.array([18446744073709551615, None, 0], pa.uint64()),
    "i64": pa.array([-2**63, None, 2**63 - 1], pa.int64()),
    "f16": pa.array([1.5, None, -2], pa.float16()),
    "f32": pa.array([0.1, None, float("inf")], pa.float32()),
    "f64": pa.array([0.1, None, -0.0], pa.float64()),
    "dec9": pa.array([decimal.Decimal("12.34"), None, decimal.Decimal("-0.01")], pa.decimal128(9, 2)),
    "dec38": pa.array([decimal.Decimal("9" * 30 + ".12345678"), None, decimal.Decimal("-1")], pa.decimal128(38, 8)),
    "text": pa.array(["中文", None, ""]),
    "dictionary": pa.array(["a", None, "a"]).dictionary_encode(),
    "raw": pa.array([b"\x00\xff", None, b""], pa.binary()),
    "fixed": pa.array([b"abc", None, b"xyz"], pa.binary(3)),
    "date": pa.array([datetime.date(2015, 12, 26), None, datetime.date(1969, 12, 31)]),
    "time": pa.array([datetime.time(23, 59, 59, 999000), None, datetime.time(0)], pa.time64("us")),
    "utc_ms": pa.array([t, None, t], pa.timestamp("ms", tz="UTC")),
    "local_us": pa.array([t, None, t], pa.timestamp("us")),
    "local_ns": pa.array([t, None, t], pa.timestamp("ns")),
    "nothing": pa.nulls(3),
    "nested": pa.array([[1], None, []], pa.list_(pa.int32())),
}
pq.write_table(pa.table(columns), sys.argv[1], row_group_size=2, compression="zstd")
rows = range(200)
summed = {"id": pa.array(rows, pa.int32()), "text": pa.array([f"row {row}" for row in rows])}
pq.write_table(pa.table(summed), sys.argv[2], compression="none", use_dictionary=False, write_page_checksum=True)

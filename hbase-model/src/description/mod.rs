//! A [`DescribedTable`](crate::DescribedTable) as JSON: for tools and for other languages. Feature `json`.
//!
//! `T::SCHEMA.to_json()` of `hbase-schema` prints it, `hbase-schema-build` makes it from sources, and
//! both can be read back. The format has a version, in the member `format`; a reader refuses a
//! version that it does not know. Members are only added within a version.
//!
//! # Members
//!
//! Members marked *derived* follow from the others. They stand there so that no tool has to compute
//! them; who writes a description by hand leaves them out, and where they are present and wrong,
//! reading is an error. Numbers that may be beyond 2^53 are texts. Names are one line each; those of
//! parts, of families and of columns stand there once.
//!
//! | member | means |
//! |---|---|
//! | `format` | `"hbase-schema/1"` |
//! | `row` | the struct's name |
//! | `name` | the table: `NAMESPACE:NAME`, or `NAME` in the namespace `default` |
//! | `key.width` | *derived*: the bytes of every key; absent where they depend on the values |
//! | `key.text` | *derived*: whether every byte of a key is a character of text |
//! | `key.salt` | what stands in front, computed from parts; absent where nothing does |
//! | `key.salt.algorithm` | `kind`, and what that needs, see below |
//! | `key.salt.separator` | what stands between the salt and the first part |
//! | `key.salt.width` | *derived*: its bytes, without the separator; absent where they vary |
//! | `key.salt.text` | *derived*: whether its bytes are characters of text |
//! | `key.salt.from` | *derived*: the parts it is computed from, in order |
//! | `key.parts` | the parts, in the order in which they stand in the key |
//! | `key.parts[].name` | the field |
//! | `key.parts[].offset` | *derived*: where it starts; absent where that depends on the values |
//! | `key.parts[].width` | *derived*: its bytes, without the separator; absent where they vary |
//! | `key.parts[].encoding` | `kind`, and what that needs, see below |
//! | `key.parts[].descending` | digits as nines' complement, everything else with all bits inverted |
//! | `key.parts[].backwards` | written from its end, character by character, before `descending` |
//! | `key.parts[].separator` | what follows it; a part before the last one without a width and a separator ends where the widths of those behind it begin |
//! | `key.parts[].salt` | what of it feeds the salt: `{"take": "whole"}`, `{"take": "first", "count": n}`, `{"take": "last", "count": n}` (characters), or `{"take": "format", "pattern": "yyyyMM"}` of a time |
//! | `key.parts[].max` | at most so many bytes |
//! | `families[].name` | the family |
//! | `families[].attributes` | what was said of it, by `HBase`'s names, values as `HBase` writes them: `{"TTL": "31536000"}` |
//! | `families[].metadata` | any other attribute: `[{"name": …, "value": …}]` |
//! | `attributes`, `metadata` | the same of the table |
//! | `splits.kind` | `none`, `hex_string`, `uniform`, `decimal_string`, `number_pipe`, `per_bucket` or `keys` |
//! | `splits.regions` | how many regions, at most 100000; not with `none` and `keys` |
//! | `splits.width` | the digits of a region's number: `number_pipe`, and `per_bucket` in a text key |
//! | `splits.keys` | where regions start, but the first: `hex`, and as `HBase`'s shell writes it, `text`; *derived*, but for the kind `keys` |
//! | `columns[].field` | the field; `address.city` in a flattened group |
//! | `columns[].family`, `columns[].qualifier` | the column |
//! | `columns[].type` | the field's type as it was written |
//! | `columns[].codec` | `java` (as `Bytes.toBytes`), `text`, `json` or `with` (a module of the program) |
//! | `columns[].module` | that module |
//! | `columns[].form` | what the cell holds: `kind` is `integer` (with `width`, `signed`), `float` (with `width`), `bool`, `text`, `decimal_text`, `bytes`, `big_decimal`, `json` or `custom` |
//! | `columns[].optional` | whether the type, or that of the group, is written as `Option<…>` |
//! | `columns[].default` | whether something stands in for a missing cell |
//! | `columns[].counter` | whether it is counted up and down |
//! | `timestamp` | the field that holds the cells' timestamp |
//! | `ddl` | *derived*: the statements of `HBase`'s shell that create the table |
//!
//! # Algorithms of salts
//!
//! What feeds them are the parts with a `salt`, as they stand in the key, joined by the separator that
//! follows each of them but the last.
//!
//! | `kind` | with | value |
//! |---|---|---|
//! | `buckets` | `count`, `text` | `MurmurHash3` (32 bits, seed 0), unsigned, modulo `count`; one byte, or zero-padded digits |
//! | `md5_hex` | `digits`, `from`, `upper` | hex digits of the MD5, from the digit `from` on |
//! | `md5` | `bytes` | the first bytes of the MD5 |
//! | `region_number` | `regions`, `width` | `String.hashCode` of what is taken of each part, combined by XOR, absolute value as unsigned, modulo `regions`, zero-padded to `width` digits |
//! | `java_hash` | `buckets`, `width` | `String.hashCode` of what is taken of the parts, joined; then the same |
//! | `random`, `round_robin` | `count`, `text` | any of `count` values: it cannot be computed |
//!
//! # Encodings
//!
//! | `kind` | with | bytes |
//! |---|---|---|
//! | `integer` | `width`, `signed` | big-endian; signed ones with the sign bit flipped |
//! | `java_integer` | `width`, `signed` | `Bytes.toBytes`: big-endian two's complement |
//! | `digits` | `width`, `max` | decimal digits, zero-padded |
//! | `decimal_text` | `min`, `max` | decimal digits, `-` in front of negative ones |
//! | `text` | `width`, `pad_left`, `pad_right` | UTF-8; exactly `width` bytes where it is there; filled up with a character |
//! | `bytes` | `width` | as they are |
//! | `bool` | | one byte, 0 or 1 |
//! | `float` | `width` | IEEE 754, big-endian; sign bit flipped, of negative ones all bits |
//! | `millis` | `newest_first`, `truncate` | milliseconds since 1970, 8 bytes, big-endian; newest first: 2^63 - 1 - ms |
//! | `time_digits` | `digits`, `newest_first`, `truncate`, `offset_s` | 8 = yyyyMMdd, 14 = yyyyMMddHHmmss, 17 = with ms, at `offset_s` seconds from UTC; 13, 19 = ms since 1970; newest first: nines' complement, with 19 digits 2^63 - 1 - ms |
//! | `time_of_day` | `unit`, `truncate` | `milliseconds` in 4 bytes or `minutes` in 2, big-endian |
//! | `ordered` | `form` | `HBase`'s `OrderedBytes`: `int8` … `int64`, `float32`, `float64`, `numeric`, `string`, `blob_var` |
//! | `custom` | `name`, `width` | a type's own, which only that type can read |

mod column;
mod encoding;
mod error;
mod families;
mod key;
mod names;
mod splits;
mod table;
mod within;

pub use column::{Codec, Column, Form};
pub use encoding::{OrderedForm, PartEncoding, TimeUnit};
pub use error::DescriptionError;
pub use families::{Attributes, Family, Metadatum};
pub use key::{Key, Part, SaltAlgorithm, SaltOf, Taken};
pub use splits::{Kind as SplitsKind, SplitKeyText, SplitsOf};
pub use table::{Description, FORMAT};

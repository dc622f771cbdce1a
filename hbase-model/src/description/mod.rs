//! A [`DescribedTable`](crate::DescribedTable) as JSON: for tools and for other languages. Feature `json`.
//!
//! `T::SCHEMA.to_json()` of `hbase-schema` prints it, `hbase-schema-build` makes it from sources, and
//! both can be read back. The member `format` contains the format's version: older ones are read, a newer one is an error.
//! Within a version, members are only added.
//!
//! # Members
//!
//! Members marked *derived* follow from the others, so that no tool has to compute them. They are
//! optional; a contradicting one is an error. Numbers that may exceed 2^53 are texts. Names contain no
//! line break; those of parts, families and columns are unique.
//!
//! | member | meaning |
//! |---|---|
//! | `format` | `"hbase-schema/2"` |
//! | `row` | the struct's name |
//! | `name` | the table: `NAMESPACE:NAME`, or `NAME` in the namespace `default` |
//! | `key.width` | *derived*: the bytes of every key; absent if they depend on the values |
//! | `key.text` | *derived*: whether every byte of a key is a character of text |
//! | `key.salt` | the salt; absent if the key has none |
//! | `key.salt.algorithm` | `kind` and its members, see below |
//! | `key.salt.separator` | the separator between the salt and the first part; each character is a byte |
//! | `key.salt.width` | *derived*: its bytes, without the separator; absent if they vary |
//! | `key.salt.text` | *derived*: whether its bytes are characters of text |
//! | `key.salt.from` | *derived*: the parts it is computed from, in order |
//! | `key.parts` | the parts, in the order of the key |
//! | `key.parts[].name` | the field |
//! | `key.parts[].offset` | *derived*: its offset; absent if that depends on the values |
//! | `key.parts[].width` | *derived*: its bytes, without the separator; absent if they vary |
//! | `key.parts[].encoding` | `kind` and its members, see below |
//! | `key.parts[].descending` | digits as nines' complement, everything else with all bits inverted |
//! | `key.parts[].backwards` | reversed character by character, before `descending` |
//! | `key.parts[].separator` | the separator after it, each character a byte; a part without a width and a separator ends where the fixed widths of the parts after it start |
//! | `key.parts[].terminated` | whether the separator also follows the part at the end of a key; if the part is `descending`, `separator` holds the inverted byte, `ÿ` |
//! | `key.parts[].omit_none` | whether the part may be left out: if no later part has a value either, the key ends after the part before, without its separator unless that is `terminated` |
//! | `key.parts[].salt` | the input to the salt: `{"take": "whole"}`, `{"take": "first", "count": n}`, `{"take": "last", "count": n}` (characters), or `{"take": "format", "pattern": "yyyyMM"}` of a time |
//! | `key.parts[].max` | the most bytes |
//! | `key.parts[].codes` | the codes of an enum, as of `columns` |
//! | `families[].name` | the family |
//! | `families[].attributes` | its declared attributes, by `HBase`'s names, values as `HBase` writes them: `{"TTL": "31536000"}` |
//! | `families[].metadata` | any other attribute: `[{"name": …, "value": …}]` |
//! | `attributes`, `metadata` | the same of the table |
//! | `splits.kind` | `none`, `hex_string`, `uniform`, `decimal_string`, `number_pipe`, `per_bucket` or `keys` |
//! | `splits.regions` | the number of regions, at most 100000; not with `none` and `keys` |
//! | `splits.width` | the digits of a region's number: `number_pipe`, and `per_bucket` in a text key |
//! | `splits.keys` | the split points: `hex`, and as `HBase`'s shell writes it, `text`; *derived*, but for the kind `keys` |
//! | `columns[].field` | the field; `address.city` in a flattened group |
//! | `columns[].family`, `columns[].qualifier` | the column |
//! | `columns[].qualifier_hex` | instead of `qualifier`, if that is not text: the hex digits of its bytes |
//! | `columns[].type` | the field's type as it was written |
//! | `columns[].codec` | `java` (as `Bytes.toBytes`), `text`, `json`, `part` (the encoding of a key part) or `with` (a module of the program) |
//! | `columns[].module` | that module |
//! | `columns[].form` | the cell's format: `kind` is `integer` (with `width`, `signed`), `float` (with `width`), `bool`, `text`, `decimal_text`, `bytes`, `big_decimal`, `json`, `part` (with `encoding`, as of `key.parts`, and `descending` and `backwards`) or `custom` |
//! | `columns[].value` | the type of the value, independent of `form`: `kind` is `integer` (with `width`, `signed`), `float` (with `width`), `bool`, `text`, `bytes`, `fixed_bytes` (with `width`), `uuid`, `timestamp`, `time_of_day`, `moment`, `date_time`, `date` or `time` (with `library`: `chrono` or `jiff`), `decimal`, `rust_decimal`, `json`, or `unknown`: only the program knows |
//! | `columns[].absent` | an absent value of the type, or of the group: `never` (the type has no absent value), `no_cell`, `empty_cell` (`store_none`), `json_null`, `maybe_empty_cell` and `maybe_json_null` (if the type has one, which only the program knows), or `unknown` |
//! | `columns[].empty` | a cell without bytes: `never` (it is not written), `value` (text, bytes), `absent` (`store_none`), or `unknown` |
//! | `columns[].default` | whether an absent cell has a value |
//! | `columns[].counter` | whether it is a counter |
//! | `columns[].codes` | the codes of an enum with their variants: `1=Open,2=Closed`, a blank, a comma or `=` in a code as `\xNN`; absent for other types |
//! | `dynamic` | dynamic columns, whose qualifiers are values; absent if the table has none |
//! | `dynamic[].field`, `dynamic[].family` | the field, the family |
//! | `dynamic[].prefix` | the prefix of each qualifier; absent if it is empty |
//! | `dynamic[].prefix_hex` | instead of `prefix`, if that is not text: the hex digits of its bytes |
//! | `dynamic[].qualifier` | the qualifier after the prefix: `width`, `text` and `parts` as of `key` |
//! | `dynamic[].type` | the field's type as it was written |
//! | `dynamic[].codec`, `dynamic[].module`, `dynamic[].form`, `dynamic[].value` | the values, as of `columns` |
//! | `dynamic[].limit` | the most columns that are read with their row; absent if they are not read with it |
//! | `dynamic[].since` | if the qualifiers continue a time of the key: its `part`, their `unit_ms`, and the `period_ms` of the part |
//! | `indexes` | indexes that have a table of their own; absent if the table has none |
//! | `indexes[].name` | the index's table |
//! | `indexes[].fields` | the indexed fields: an entry's key is their encoded values, then the row key; its cell's value is the length of the former, 2 bytes, big-endian |
//! | `indexes[].fields[].field` | the field of a column or of a key part; at least one is a column |
//! | `indexes[].fields[].encoding` | as of `key.parts`; each determines its own end |
//! | `indexes[].fields[].descending` | whether all bits of its bytes are inverted; absent if not |
//! | `indexes[].fields[].computable` | whether the value follows from the cell's bytes and `columns[].form`, or from `key.parts[].encoding`: not for a codec, or a type, of the program's own |
//! | `indexes[].family`, `indexes[].qualifier` | *derived*: the column of its entries |
//! | `indexes[].ttl` | the seconds after which entries expire; absent if they do not |
//! | `indexes[].splits` | as `splits` |
//! | `indexes[].buckets` | the number of buckets over which its entries are spread: an entry's key, and the length in its cell, then start with a byte for the bucket, the `MurmurHash3` (32 bits, seed 0) of the row key, unsigned, modulo this number; `splits` are `per_bucket`; absent without buckets |
//! | `index_states` | *derived*: the table with the indexes' states, which other tables of the namespace share |
//! | `timestamp` | the field that holds the cells' timestamp |
//! | `timestamp_period` | `hour`, `day` or `month`: the timestamp is the start (UTC) of this period, and every version has every column, JSON's absent values as `null` |
//! | `row_version` | the field that counts the writes of a row, an integer of 2 to 8 bytes |
//! | `table_date` | the field that holds the date in the table's name |
//! | `ddl` | *derived*: the statements of `HBase`'s shell that create the table, that of the indexes' states, and those of the indexes |
//!
//! # Version 1
//!
//! Instead of `value`, `absent` and `empty`, a column had `optional` (whether the type is written as
//! `Option<…>`) and `store_none`. A reader derives the rest from `type`; a type whose name it does not know is
//! `unknown`.
//!
//! # Algorithms of salts
//!
//! Salts are computed from the parts with a `salt`, as encoded in the key, joined by the separators between
//! them, or by the text `joined` if the salt has one. Without `joined`, a terminator is hashed with its part, even the last
//! one. Parts that are left out at the end of a key are not hashed; before a part with a value, such a descending part is
//! a NUL byte.
//!
//! | `kind` | with | value |
//! |---|---|---|
//! | `buckets` | `count`, `text` | `MurmurHash3` (32 bits, seed 0), unsigned, modulo `count`; one byte, or zero-padded digits |
//! | `md5_hex` | `digits`, `from`, `upper`, `joined` | hex digits of the MD5, from the digit `from` on |
//! | `md5` | `bytes`, `joined` | the first bytes of the MD5 |
//! | `java_bytes` | `count`, `abs`, `text`, `joined` | `Bytes.hashCode` of `HBase` without its sign bit, modulo `count`; with `abs` the absolute value of the hash's remainder by `count`; one byte, or zero-padded digits |
//! | `crc32` | `count`, `text`, `joined` | CRC-32, modulo `count`; likewise |
//! | `modulo` | `count`, `text` | the value of the one part, an integer, modulo `count` and never negative; likewise |
//! | `region_number` | `regions`, `width` | `String.hashCode` of each part's input, combined by XOR, absolute value as unsigned, modulo `regions`, zero-padded to `width` digits |
//! | `java_hash` | `buckets`, `width` | `String.hashCode` of the parts' inputs, joined; then the same |
//! | `with` | `function`, `width`, `values`, `text`, `joined` | a number less than `values` that the function with this path computes, in the program only; `width` bytes, big-endian, or zero-padded digits |
//! | `random`, `round_robin` | `count`, `text` | any of `count` values, not computed from the key |
//!
//! # Encodings
//!
//! | `kind` | with | bytes |
//! |---|---|---|
//! | `integer` | `width`, `signed` | big-endian; signed ones with the sign bit flipped |
//! | `java_integer` | `width`, `signed` | `Bytes.toBytes`: big-endian two's complement |
//! | `java_bool` | | `Bytes.toBytes`: ff for true, 00 for false |
//! | `java_float` | `width` | `Bytes.toBytes`: IEEE 754, big-endian |
//! | `digits` | `width`, `max` | decimal digits, zero-padded |
//! | `decimal_text` | `min`, `max` | decimal digits, `-` before negative ones |
//! | `text` | `width`, `pad_left`, `pad_right` | UTF-8; exactly `width` bytes if it has one; padded with a character |
//! | `escaped` | `replacements` | UTF-8 in which the characters `from` are replaced by the texts `to`, one after another; undone in the reverse order |
//! | `list` | `members`, `sorted` | elements of one width, one after another up to the end of the key; `members` has the encodings of an element's members; `sorted`: the elements ascend by their bytes |
//! | `labels` | `separator` | UTF-8 with its labels in reverse order, `www.foo.com` as `com.foo.www`; the character `separator` is between labels |
//! | `length_prefixed` | `length`, `text` | the length of the value in bytes, then UTF-8, or bytes unless it is `text`; `length` is `u8`, `u16` (big-endian) or `varint` (as Hadoop's `WritableUtils.writeVInt`) |
//! | `bytes` | `width` | as they are |
//! | `bool` | | one byte, 0 or 1 |
//! | `float` | `width` | IEEE 754, big-endian; the sign bit is flipped, in negative numbers all bits are |
//! | `millis` | `newest_first`, `truncate`, `align_ms`, `offset_s` | milliseconds since 1970, 8 bytes, big-endian; newest first: 2^63 - 1 - ms |
//! | `negated_millis` | `truncate`, `align_ms`, `offset_s` | minus the milliseconds since 1970, 8 bytes, big-endian, two's complement |
//! | `seconds` | `digits`, `newest_first`, `truncate`, `align_ms`, `offset_s` | seconds since 1970: 4 bytes, big-endian, newest first 2^31 - 1 - s; or, with `digits`, 10 digits, newest first their nines' complement |
//! | `time_digits` | `digits`, `newest_first`, `truncate`, `offset_s`, `align_ms` | that many digits of yyyyMMddHHmmssSSS (4, 6, 8, 10, 12, 14, 17), at `offset_s` seconds from UTC; 13, 19 = ms since 1970; newest first: nines' complement, with 19 digits 2^63 - 1 - ms |
//!
//! Times with `align_ms` are multiples of that many milliseconds, counted from midnight at `offset_s`.
//!
//! | `kind` | with | bytes |
//! |---|---|---|
//! | `time_of_day` | `unit`, `truncate` | `milliseconds` in 4 bytes or `minutes` in 2, big-endian |
//! | `ordered` | `form` | `HBase`'s `OrderedBytes`: `int8` … `int64`, `float32`, `float64`, `numeric`, `string`, `blob_var` |
//! | `custom` | `name`, `width`, `time` | the encoding of a user's type, which only that type can decode; `time` is `ascending` or `descending` if the values are times |

mod absence;
mod codes;
mod column;
mod derived;
mod dynamic;
mod encoding;
mod error;
mod families;
mod format;
mod index;
mod key;
mod key_list;
mod key_text;
mod members;
mod names;
mod omitted;
pub(crate) mod part_format;
mod splits;
mod table;
mod time;
mod version_1;
mod within;

pub use encoding::{PartEncoding, ReplacementOf, TimeUnit};
pub use error::DescriptionError;
pub use families::{Attributes, Family, Metadatum};
pub use format::FORMAT;
pub use index::{Index, IndexField};
pub use key::{Key, Part, SaltOf, SaltTextOf};
pub use members::Description;
pub use splits::{SplitKeyText, SplitsKind, SplitsOf};

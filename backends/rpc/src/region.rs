//! Regions in `hbase:meta`.

use bytes::Bytes;
use hbase_model::TableName;
use prost::Message;

use crate::error::{Result, WireError};
use crate::frame::decode;
use crate::message::{self, RegionInfo, RegionSpecifier, RegionSpecifierType};

/// The only region of `hbase:meta`.
pub const META_REGION: &[u8] = b"hbase:meta,,1";

/// The table that lists all regions except its own.
pub const META_TABLE: TableName = TableName::from_static("hbase", "meta");

/// The prefix of messages that are stored in cells and in `ZooKeeper`.
const PBUF: &[u8] = b"PBUF";

/// Sorts after every region's id in `hbase:meta`.
const LAST_ID: &[u8] = b"99999999999999";

/// Sorts before every region's id.
const FIRST_ID: &[u8] = b"00000000000000";

/// A region by its full name, as in requests.
pub fn region_specifier(name: impl Into<Bytes>) -> RegionSpecifier {
    RegionSpecifier {
        kind: RegionSpecifierType::RegionName.into(),
        value: name.into(),
    }
}

/// A table's name as a message.
pub fn table_message(table: &TableName) -> message::TableName {
    message::TableName {
        namespace: Bytes::copy_from_slice(table.namespace().as_bytes()),
        qualifier: Bytes::copy_from_slice(table.qualifier().as_bytes()),
    }
}

/// Converts a message to a table's name.
///
/// # Errors
/// [`WireError`] for a name that breaks `HBase`'s rules.
pub fn table_name(table: &message::TableName) -> Result<TableName> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (namespace, qualifier) = (text(&table.namespace), text(&table.qualifier));
    TableName::new(namespace, qualifier).map_err(|error| WireError::value(error.to_string()))
}

/// The row of `hbase:meta` at which a reversed scan for the region of a row starts.
pub fn meta_row_of(table: &TableName, row: &[u8]) -> Vec<u8> {
    meta_row(table, row, LAST_ID)
}

/// The row of `hbase:meta` at which a reversed scan for the region before the one with this start
/// key starts.
pub fn meta_row_before(table: &TableName, start: &[u8]) -> Vec<u8> {
    meta_row(table, start, FIRST_ID)
}

/// The first row that a region of the table can have in `hbase:meta`.
pub fn meta_first_row(table: &TableName) -> Vec<u8> {
    meta_row(table, b"", b"")
}

fn meta_row(table: &TableName, row: &[u8], id: &[u8]) -> Vec<u8> {
    [table.to_string().as_bytes(), row, id].join(&b","[..])
}

/// Parses the region in an `info:regioninfo` cell.
///
/// # Errors
/// [`WireError`] for a value that is no such message.
pub fn parse_region_info(value: &Bytes) -> Result<RegionInfo> {
    decode(without_magic(value)?)
}

/// The value of an `info:regioninfo` cell.
pub fn encode_region_info(region: &RegionInfo) -> Vec<u8> {
    let mut value = PBUF.to_vec();
    value.extend_from_slice(&region.encode_to_vec());
    value
}

/// Parses the message of a node in `ZooKeeper`: 0xFF, the length of an identifier, the identifier, `PBUF`, the
/// message.
///
/// # Errors
/// [`WireError`] for a value that is no such message.
pub fn parse_node<M: Message + Default>(value: &Bytes) -> Result<M> {
    let mut rest = value.clone();
    if let [0xff, length @ ..] = &value[..] {
        let identifier = length.first_chunk::<4>().map(|n| u32::from_be_bytes(*n));
        let skip = identifier.and_then(|length| usize::try_from(length).ok()?.checked_add(5));
        let Some(skip) = skip.filter(|skip| *skip <= value.len()) else {
            return Err(WireError::value(
                "a node whose identifier is longer than itself",
            ));
        };
        rest = value.slice(skip..);
    }
    decode(without_magic(&rest)?)
}

fn without_magic(value: &Bytes) -> Result<Bytes> {
    if value.starts_with(PBUF) {
        return Ok(value.slice(PBUF.len()..));
    }
    let start = value.get(..4).unwrap_or(value);
    Err(WireError::value(format!(
        "a value that starts with {start:02x?}, expected `PBUF`"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_start_behind_every_region_that_can_hold_the_row() {
        let table = TableName::new("ns", "T").expect("a name");
        assert_eq!(meta_row_of(&table, b"r"), b"ns:T,r,99999999999999");
        assert_eq!(meta_row_before(&table, b"r"), b"ns:T,r,00000000000000");
        assert_eq!(meta_first_row(&table), b"ns:T,,");
        let default = TableName::new("default", "T").expect("a name");
        assert_eq!(meta_first_row(&default), b"T,,");
    }

    #[test]
    fn nodes_and_regions_are_read_back_and_damage_is_an_error() {
        let region = RegionInfo {
            region_id: 7,
            table_name: message::TableName {
                namespace: Bytes::from_static(b"default"),
                qualifier: Bytes::from_static(b"T"),
            },
            start_key: Some(Bytes::from_static(b"a")),
            ..RegionInfo::default()
        };
        let value = Bytes::from(encode_region_info(&region));
        assert_eq!(parse_region_info(&value), Ok(region.clone()));
        let node = Bytes::from([b"\xff\0\0\0\x03abc", &value[..]].concat());
        assert_eq!(parse_node::<RegionInfo>(&node), Ok(region));
        for wrong in [
            &b""[..],
            b"PBU",
            b"\xff\xff\xff\xff\xffx",
            b"\xff\0",
            b"PBUF\xff",
        ] {
            let wrong = Bytes::copy_from_slice(wrong);
            assert!(parse_node::<RegionInfo>(&wrong).is_err(), "{wrong:?}");
        }
    }
}

//! `Multi` requests that are encoded action by action. `prost` measures a nested message once for each level
//! above it; in a request with thousands of rows, that costs more than writing its bytes.

use bytes::Bytes;
use prost::Message;
use prost::encoding::{WireType, encode_key, encode_varint, encoded_len_varint, message};

use crate::message::{
    Durability, Get, MutationProto, MutationType, NameBytesPair, RegionSpecifier,
};

/// A [`MultiRequest`](crate::message::MultiRequest) of encoded region actions; on the wire they are the same.
#[derive(Clone, PartialEq, Message)]
pub struct EncodedMulti {
    /// Encoded messages [`RegionAction`](crate::message::RegionAction).
    #[prost(bytes = "bytes", repeated, tag = "1")]
    pub region_action: Vec<Bytes>,
}

/// A put or delete whose cells are in the cell block.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockMutation<'a> {
    /// The row key.
    pub row: &'a [u8],
    /// Whether it puts or deletes.
    pub kind: MutationType,
    /// Attributes, such as the cells' time to live.
    pub attributes: Vec<NameBytesPair>,
    /// When the write is durable; `None` for the table's setting.
    pub durability: Option<Durability>,
    /// The number of its cells in the block.
    pub cells: i32,
}

/// Encodes a [`RegionAction`](crate::message::RegionAction) that is neither atomic nor conditional.
#[derive(Debug)]
pub struct RegionActionEncoder {
    bytes: Vec<u8>,
    mutation: Vec<u8>,
}

/// The numbers of fields.
mod tag {
    pub(super) const REGION: u32 = 1;
    pub(super) const ACTION: u32 = 3;
    pub(super) const ACTION_INDEX: u32 = 1;
    pub(super) const ACTION_MUTATION: u32 = 2;
    pub(super) const ACTION_GET: u32 = 3;
    pub(super) const ROW: u32 = 1;
    pub(super) const KIND: u32 = 2;
    pub(super) const ATTRIBUTE: u32 = 5;
    pub(super) const DURABILITY: u32 = 6;
    pub(super) const CELLS: u32 = 8;
}

impl RegionActionEncoder {
    /// Starts the actions of a region; `capacity` is the expected length in bytes.
    pub fn new(region: &RegionSpecifier, capacity: usize) -> Self {
        let mut bytes = Vec::with_capacity(capacity);
        message::encode(tag::REGION, region, &mut bytes);
        let mutation = Vec::new();
        Self { bytes, mutation }
    }

    /// Adds a read.
    pub fn get(&mut self, index: u32, get: &Get) {
        let length = get.encoded_len();
        self.start_action(index, tag::ACTION_GET, length);
        get.encode_raw(&mut self.bytes);
    }

    /// Adds a write.
    pub fn mutation(&mut self, index: u32, mutation: &MutationProto) {
        let length = mutation.encoded_len();
        self.start_action(index, tag::ACTION_MUTATION, length);
        mutation.encode_raw(&mut self.bytes);
    }

    /// Adds a write whose cells are in the cell block.
    pub fn block_mutation(&mut self, index: u32, mutation: &BlockMutation<'_>) {
        let mut encoded = std::mem::take(&mut self.mutation);
        encoded.clear();
        mutation.encode(&mut encoded);
        self.start_action(index, tag::ACTION_MUTATION, encoded.len());
        self.bytes.extend_from_slice(&encoded);
        self.mutation = encoded;
    }

    /// The encoded message.
    pub fn finish(self) -> Bytes {
        self.bytes.into()
    }

    fn start_action(&mut self, index: u32, field: u32, length: usize) {
        let (index, length) = (u64::from(index), length as u64);
        // The keys of both fields are one byte each.
        let action =
            2 + encoded_len_varint(index) as u64 + encoded_len_varint(length) as u64 + length;
        let bytes = &mut self.bytes;
        encode_key(tag::ACTION, WireType::LengthDelimited, bytes);
        encode_varint(action, bytes);
        encode_key(tag::ACTION_INDEX, WireType::Varint, bytes);
        encode_varint(index, bytes);
        encode_key(field, WireType::LengthDelimited, bytes);
        encode_varint(length, bytes);
    }
}

impl BlockMutation<'_> {
    fn encode(&self, bytes: &mut Vec<u8>) {
        let number = |field, value: i32, bytes: &mut Vec<u8>| {
            encode_key(field, WireType::Varint, bytes);
            encode_varint(i64::from(value).cast_unsigned(), bytes);
        };
        encode_key(tag::ROW, WireType::LengthDelimited, bytes);
        encode_varint(self.row.len() as u64, bytes);
        bytes.extend_from_slice(self.row);
        number(tag::KIND, self.kind.into(), bytes);
        message::encode_repeated(tag::ATTRIBUTE, &self.attributes, bytes);
        if let Some(durability) = self.durability {
            number(tag::DURABILITY, durability.into(), bytes);
        }
        number(tag::CELLS, self.cells, bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{Action, MultiRequest, RegionAction};
    use crate::region::region_specifier;

    fn mutations() -> Vec<(BlockMutation<'static>, MutationProto)> {
        let mut all = Vec::new();
        let ttl = NameBytesPair {
            name: "_ttl".to_owned(),
            value: Some(Bytes::from_static(&[0; 8])),
        };
        for (at, row) in [&[0_u8; 300][..], b"", b"row"].into_iter().enumerate() {
            for durability in [None, Some(Durability::SkipWal)] {
                let kind = [MutationType::Put, MutationType::Delete][at % 2];
                let attributes = vec![ttl.clone(); at];
                let cells = [0, 1, 70_000][at];
                let message = MutationProto {
                    row: Some(Bytes::from_static(row)),
                    mutate_type: Some(kind.into()),
                    attribute: attributes.clone(),
                    durability: durability.map(i32::from),
                    associated_cell_count: Some(cells),
                    ..MutationProto::default()
                };
                let mutation = BlockMutation {
                    row,
                    kind,
                    attributes,
                    durability,
                    cells,
                };
                all.push((mutation, message));
            }
        }
        all
    }

    #[test]
    fn the_bytes_are_those_of_the_nested_messages() {
        let region = region_specifier(&b"T,,1.abc."[..]);
        let get = Get {
            row: Bytes::from_static(b"r"),
            max_versions: Some(3),
            ..Get::default()
        };
        let mut actions_of_region = RegionActionEncoder::new(&region, 0);
        let mut actions = Vec::new();
        let mut index = 0;
        for _ in 0..100 {
            for (mutation, message) in mutations() {
                actions_of_region.block_mutation(index, &mutation);
                actions_of_region.mutation(index + 1, &message);
                actions_of_region.get(index + 2, &get);
                let action = |index, mutation, get| Action {
                    index: Some(index),
                    mutation,
                    get,
                };
                actions.push(action(index, Some(message.clone()), None));
                actions.push(action(index + 1, Some(message), None));
                actions.push(action(index + 2, None, Some(get.clone())));
                index += 3;
            }
        }
        let nested = RegionAction {
            region,
            atomic: None,
            action: actions,
            condition: None,
        };
        let encoded = actions_of_region.finish();
        assert_eq!(encoded, nested.encode_to_vec());
        let multi = EncodedMulti {
            region_action: vec![encoded.clone(), encoded],
        };
        let nested = MultiRequest {
            region_action: vec![nested.clone(), nested],
            nonce_group: None,
            condition: None,
        };
        assert_eq!(multi.encode_to_vec(), nested.encode_to_vec());
    }
}

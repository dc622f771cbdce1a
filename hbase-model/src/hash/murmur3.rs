//! `MurmurHash3`, 32 bits.

const C1: u32 = 0xcc9e_2d51;
const C2: u32 = 0x1b87_3593;

/// `MurmurHash3` (x86, 32 bits) with seed 0, as `HBase`'s `util.MurmurHash3.hash(bytes, 0)`.
///
/// ```
/// use hbase_model::hash::murmur3;
/// assert_eq!(murmur3(b"user_1"), -670_171_451);
/// ```
#[inline]
pub fn murmur3(bytes: &[u8]) -> i32 {
    let (blocks, tail) = bytes.as_chunks::<4>();
    let mut hash = 0;
    for block in blocks {
        hash = mix_block(hash, u32::from_le_bytes(*block));
    }
    let last = match *tail {
        [a] => [a, 0, 0, 0],
        [a, b] => [a, b, 0, 0],
        [a, b, c] => [a, b, c, 0],
        _ => [0; 4],
    };
    // Padding zeros do not change the hash.
    hash ^= scramble(u32::from_le_bytes(last));
    finish(hash ^ length(bytes)).cast_signed()
}

/// Java computes in 32 bits.
#[allow(
    clippy::cast_possible_truncation,
    reason = "the hash is defined over the low 32 bits of the length"
)]
const fn length(bytes: &[u8]) -> u32 {
    bytes.len() as u32
}

const fn scramble(block: u32) -> u32 {
    block.wrapping_mul(C1).rotate_left(15).wrapping_mul(C2)
}

const fn mix_block(hash: u32, block: u32) -> u32 {
    (hash ^ scramble(block))
        .rotate_left(13)
        .wrapping_mul(5)
        .wrapping_add(0xe654_6b64)
}

const fn finish(mut hash: u32) -> u32 {
    hash = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ (hash >> 13)).wrapping_mul(0xc2b2_ae35);
    hash ^ (hash >> 16)
}

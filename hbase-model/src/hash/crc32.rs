//! CRC-32, as zip files have it.

/// The reversed polynomial.
const POLYNOMIAL: u32 = 0xedb8_8320;

/// The remainder of each byte.
const TABLE: [u32; 256] = table();

/// CRC-32 of `bytes`, as Java's `java.util.zip.CRC32`.
///
/// ```
/// use hbase_model::hash::crc32;
/// assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
/// ```
pub fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        let [low, ..] = crc.to_le_bytes();
        TABLE[usize::from(low ^ byte)] ^ (crc >> 8)
    };
    !bytes.iter().fold(u32::MAX, step)
}

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    let mut remainder = 0_u32;
    while byte < table.len() {
        table[byte] = eight_bits(remainder);
        byte += 1;
        remainder += 1;
    }
    table
}

const fn eight_bits(mut remainder: u32) -> u32 {
    let mut bit = 0;
    while bit < 8 {
        let is_odd = remainder & 1 == 1;
        remainder >>= 1;
        if is_odd {
            remainder ^= POLYNOMIAL;
        }
        bit += 1;
    }
    remainder
}

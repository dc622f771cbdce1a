//! n-fold of RFC 3961 section 5.1: stretches or shrinks a constant to the size of a block.

/// Rotation between two copies of the input, bits.
const ROTATION: usize = 13;

/// Folds `input` into `size` bytes. The input must not be empty.
pub(super) fn nfold(input: &[u8], size: usize) -> Vec<u8> {
    let total = lcm(input.len(), size);
    let copies = (0..total / input.len()).flat_map(|copy| rotated(input, copy * ROTATION));
    let mut sum = vec![0_u8; size];
    let bytes: Vec<u8> = copies.collect();
    for block in bytes.chunks(size) {
        add(&mut sum, block);
    }
    sum
}

/// The input, rotated to the right by a number of bits.
fn rotated(input: &[u8], by: usize) -> Vec<u8> {
    let bits = input.len() * 8;
    let bit = |at: usize| input[at / 8] >> (7 - at % 8) & 1;
    let byte = |start: usize| {
        (0..8).fold(0, |byte, offset| {
            byte << 1 | bit((start + offset + bits - by % bits) % bits)
        })
    };
    (0..input.len()).map(|index| byte(index * 8)).collect()
}

/// Adds a block as a number in ones' complement: the carry of the first byte is added to the last.
fn add(sum: &mut [u8], block: &[u8]) {
    let mut carry = add_bytes(sum, block, 0);
    while carry > 0 {
        carry = add_bytes(sum, &[], carry);
    }
}

/// Adds from the last byte on; returns the carry of the first byte.
fn add_bytes(sum: &mut [u8], block: &[u8], mut carry: u16) -> u16 {
    for (index, byte) in sum.iter_mut().enumerate().rev() {
        let total = u16::from(*byte) + u16::from(block.get(index).copied().unwrap_or(0)) + carry;
        [_, *byte] = total.to_be_bytes();
        carry = total >> 8;
    }
    carry
}

fn lcm(a: usize, b: usize) -> usize {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 3961 appendix A.1.
    #[test]
    fn the_vectors_of_rfc_3961() {
        let vectors: [(&str, usize, &str); 9] = [
            ("012345", 8, "be072631276b1955"),
            ("password", 7, "78a07b6caf85fa"),
            ("Rough Consensus, and Running Code", 8, "bb6ed30870b7f0e0"),
            ("password", 21, "59e4a8ca7c0385c3c37b3f6d2000247cb6e6bd5b3e"),
            (
                "MASSACHVSETTS INSTITVTE OF TECHNOLOGY",
                24,
                "db3b0d8f0b061e603282b308a50841229ad798fab9540c1b",
            ),
            ("Q", 21, "518a54a215a8452a518a54a215a8452a518a54a215"),
            ("ba", 21, "fb25d531ae8974499f52fd92ea9857c4ba24cf297e"),
            ("kerberos", 16, "6b65726265726f737b9b5b2b93132b93"),
            (
                "kerberos",
                32,
                "6b65726265726f737b9b5b2b93132b935c9bdcdad95c9899c4cae4dee6d6cae4",
            ),
        ];
        for (input, size, expected) in vectors {
            assert_eq!(
                const_hex::encode(nfold(input.as_bytes(), size)),
                expected,
                "{input}"
            );
        }
    }
}

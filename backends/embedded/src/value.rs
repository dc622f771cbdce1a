//! Stored values: a tag, for some a time to live, and the bytes.

use hbase_backend::{Error, Result};

const PLAIN: u8 = 0;
const WITH_TTL: u8 = 1;

/// A decoded stored value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stored<'a> {
    /// The cell's own time to live, in milliseconds.
    pub(crate) ttl_ms: Option<i64>,
    /// The value.
    pub(crate) value: &'a [u8],
}

/// Encodes a value into `out`, which is cleared first.
pub(crate) fn encode(out: &mut Vec<u8>, value: &[u8], ttl_ms: Option<i64>) {
    out.clear();
    match ttl_ms {
        None => out.push(PLAIN),
        Some(ttl_ms) => {
            out.push(WITH_TTL);
            out.extend_from_slice(&ttl_ms.to_be_bytes());
        }
    }
    out.extend_from_slice(value);
}

/// Decodes the output of [`encode`].
///
/// # Errors
/// [`Error::Corrupt`] for other bytes.
#[inline]
pub(crate) fn decode(stored: &[u8]) -> Result<Stored<'_>> {
    match stored.split_first() {
        Some((&PLAIN, value)) => Ok(Stored {
            ttl_ms: None,
            value,
        }),
        Some((&WITH_TTL, rest)) => rest
            .split_first_chunk::<8>()
            .map(|(ttl_ms, value)| Stored {
                ttl_ms: Some(i64::from_be_bytes(*ttl_ms)),
                value,
            })
            .ok_or_else(damaged),
        _ => Err(damaged()),
    }
}

fn damaged() -> Error {
    Error::Corrupt {
        what: "a stored value without a known tag".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_reads_back() {
        let mut out = Vec::new();
        for ttl_ms in [None, Some(1_500)] {
            encode(&mut out, b"abc", ttl_ms);
            let stored = decode(&out).unwrap();
            assert_eq!((stored.ttl_ms, stored.value), (ttl_ms, b"abc".as_slice()));
        }
        assert!(decode(b"").is_err());
        assert!(decode(&[WITH_TTL, 1]).is_err());
    }
}

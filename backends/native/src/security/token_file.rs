//! Hadoop's token files (`Credentials.readTokenStorageStream`): a magic number, a format, tokens and other secrets.
//!
//! Format 0 has Hadoop's own encoding (`Writable`): numbers of variable length, before each list and each text. Format 1 is
//! one delimited message of protobuf.

use std::io;
use std::path::Path;

use prost::Message as _;

const MAGIC: &[u8; 4] = b"HDTS";
const WRITABLE: u8 = 0;
const PROTOBUF: u8 = 1;

/// The error of a token file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TokenFileError {
    /// It cannot be read.
    #[error("token file {path}: {what}")]
    Unreadable {
        /// The file.
        path: String,
        /// The operating system's error.
        what: String,
    },
    /// It is not a token file, or is damaged.
    #[error("a token file: {what}")]
    Malformed {
        /// What was expected, and what was found.
        what: String,
    },
}

impl TokenFileError {
    pub(super) fn unreadable(path: &Path, error: &io::Error) -> Self {
        Self::Unreadable {
            path: path.display().to_string(),
            what: error.to_string(),
        }
    }

    fn malformed(what: impl Into<String>) -> Self {
        Self::Malformed { what: what.into() }
    }
}

type Result<T> = std::result::Result<T, TokenFileError>;

/// A token of any service.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct TokenRecord {
    pub(super) alias: String,
    pub(super) identifier: Vec<u8>,
    pub(super) password: Vec<u8>,
    pub(super) kind: String,
    pub(super) service: String,
}

/// The tokens of a file.
pub(super) fn parse(bytes: &[u8]) -> Result<Vec<TokenRecord>> {
    let rest = bytes.strip_prefix(MAGIC);
    let rest = rest.ok_or_else(|| TokenFileError::malformed("it does not start with `HDTS`"))?;
    match rest.split_first() {
        Some((&WRITABLE, rest)) => Reader(rest).tokens(),
        Some((&PROTOBUF, rest)) => of_protobuf(rest),
        Some((format, _)) => Err(TokenFileError::malformed(format!(
            "found format {format}, expected 0 or 1"
        ))),
        None => Err(TokenFileError::malformed("it ends before its format")),
    }
}

/// A file of format 0, which every version of Hadoop reads.
pub(super) fn encode(tokens: &[TokenRecord]) -> Vec<u8> {
    let mut bytes = [&MAGIC[..], &[WRITABLE]].concat();
    push_number(&mut bytes, tokens.len());
    for token in tokens {
        for part in [
            token.alias.as_bytes(),
            &token.identifier,
            &token.password,
            token.kind.as_bytes(),
            token.service.as_bytes(),
        ] {
            push_number(&mut bytes, part.len());
            bytes.extend_from_slice(part);
        }
    }
    // No other secrets.
    push_number(&mut bytes, 0);
    bytes
}

/// `WritableUtils.writeVInt`: up to 127 in one byte, else the number of bytes, as -112 less it, and the bytes.
fn push_number(bytes: &mut Vec<u8>, number: usize) {
    if let Some(small) = u8::try_from(number).ok().filter(|small| *small < 128) {
        bytes.push(small);
        return;
    }
    let all = (number as u64).to_be_bytes();
    let skipped = all.iter().take_while(|byte| **byte == 0).count();
    let count = i8::try_from(all.len() - skipped).unwrap_or_default();
    bytes.extend_from_slice(&(-112 - count).to_be_bytes());
    bytes.extend_from_slice(&all[skipped..]);
}

/// The rest of a file of format 0.
struct Reader<'f>(&'f [u8]);

impl<'f> Reader<'f> {
    fn tokens(mut self) -> Result<Vec<TokenRecord>> {
        let count = self.number("the number of tokens")?;
        // Not reserved: the file may claim any number.
        let mut tokens = Vec::new();
        for _ in 0..count {
            tokens.push(self.token()?);
        }
        Ok(tokens)
    }

    fn token(&mut self) -> Result<TokenRecord> {
        Ok(TokenRecord {
            alias: self.text("a token's alias")?,
            identifier: self.bytes("a token's identifier")?.to_vec(),
            password: self.bytes("a token's password")?.to_vec(),
            kind: self.text("a token's kind")?,
            service: self.text("a token's service")?,
        })
    }

    fn text(&mut self, what: &str) -> Result<String> {
        let bytes = self.bytes(what)?;
        let text = std::str::from_utf8(bytes);
        let text = text.map_err(|_| TokenFileError::malformed(format!("{what} is not UTF-8")))?;
        Ok(text.to_owned())
    }

    fn bytes(&mut self, what: &str) -> Result<&'f [u8]> {
        let length = self.number(what)?;
        self.take(length, what)
    }

    fn take(&mut self, length: usize, what: &str) -> Result<&'f [u8]> {
        let left = self.0.len();
        let split = self.0.split_at_checked(length);
        let (taken, rest) = split.ok_or_else(|| {
            TokenFileError::malformed(format!("{what} of {length} bytes where {left} are left"))
        })?;
        self.0 = rest;
        Ok(taken)
    }

    /// A number that counts something: a negative one is an error.
    fn number(&mut self, what: &str) -> Result<usize> {
        let first = i8::from_be_bytes([self.take(1, what)?[0]]);
        let count = match first {
            0.. => return Ok(usize::try_from(first).unwrap_or_default()),
            -120..=-113 => usize::from(first.unsigned_abs() - 112),
            _ => {
                let negative = format!("{what}: found a negative length");
                return Err(TokenFileError::malformed(negative));
            }
        };
        let bytes = self.take(count, what)?;
        let number = bytes
            .iter()
            .fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        let number = i32::try_from(number)
            .ok()
            .and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| TokenFileError::malformed(format!("{what} of 2 GiB or more")))
    }
}

/// `CredentialsProto`
#[derive(Clone, PartialEq, prost::Message)]
struct Credentials {
    #[prost(message, repeated, tag = 1)]
    tokens: Vec<Named>,
}

/// `CredentialsKVProto`
#[derive(Clone, PartialEq, prost::Message)]
struct Named {
    #[prost(string, required, tag = 1)]
    alias: String,
    #[prost(message, optional, tag = 2)]
    token: Option<Token>,
}

/// `TokenProto`
#[derive(Clone, PartialEq, prost::Message)]
struct Token {
    #[prost(bytes = "vec", required, tag = 1)]
    identifier: Vec<u8>,
    #[prost(bytes = "vec", required, tag = 2)]
    password: Vec<u8>,
    #[prost(string, required, tag = 3)]
    kind: String,
    #[prost(string, required, tag = 4)]
    service: String,
}

fn of_protobuf(bytes: &[u8]) -> Result<Vec<TokenRecord>> {
    let credentials = Credentials::decode_length_delimited(bytes);
    let credentials = credentials.map_err(|error| TokenFileError::malformed(error.to_string()))?;
    let named = credentials.tokens.into_iter();
    let record = |Named { alias, token }: Named| {
        let token = token?;
        Some(TokenRecord {
            alias,
            identifier: token.identifier,
            password: token.password,
            kind: token.kind,
            service: token.service,
        })
    };
    Ok(named.filter_map(record).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(service: &str, length: usize) -> TokenRecord {
        TokenRecord {
            alias: "alias".to_owned(),
            identifier: vec![7; length],
            password: vec![8; 20],
            kind: "HBASE_AUTH_TOKEN".to_owned(),
            service: service.to_owned(),
        }
    }

    fn assert_same(found: &[TokenRecord], expected: &[TokenRecord]) {
        // The records have no `Debug`: they contain passwords.
        assert!(
            found == expected,
            "{} and {} tokens",
            found.len(),
            expected.len()
        );
    }

    #[test]
    fn files_of_format_0_are_read_as_written() {
        for lengths in [vec![], vec![0], vec![127, 128, 255, 256, 70_000]] {
            let tokens: Vec<_> = lengths
                .into_iter()
                .map(|length| token("id", length))
                .collect();
            assert_same(&parse(&encode(&tokens)).expect("tokens"), &tokens);
        }
    }

    #[test]
    fn files_of_format_1_are_read() {
        let TokenRecord {
            alias,
            identifier,
            password,
            kind,
            service,
        } = token("id", 30);
        let named = Named {
            alias,
            token: Some(Token {
                identifier,
                password,
                kind,
                service,
            }),
        };
        let without = Named {
            alias: "other".to_owned(),
            token: None,
        };
        let file = Credentials {
            tokens: vec![without, named],
        }
        .encode_length_delimited_to_vec();
        let file = [b"HDTS\x01", &file[..]].concat();
        assert_same(&parse(&file).expect("tokens"), &[token("id", 30)]);
    }

    #[test]
    fn damage_is_named() {
        let whole = encode(&[token("id", 30)]);
        for end in 0..whole.len() - 1 {
            assert!(parse(&whole[..end]).is_err(), "{end} bytes");
        }
        for (bytes, expected) in [
            (&b"PBUF"[..], "does not start with `HDTS`"),
            (b"HDTS\x02", "found format 2"),
            (b"HDTS\0\xff", "a negative length"),
            (b"HDTS\0\x87", "a negative length"),
            (
                b"HDTS\0\x88",
                "the number of tokens of 8 bytes where 0 are left",
            ),
            (
                b"HDTS\0\x8f\x7f",
                "a token's alias of 1 bytes where 0 are left",
            ),
            (b"HDTS\0\x8c\x7f\xff\xff\xff", "a token's alias"),
            (b"HDTS\0\x8c\x80\0\0\0", "2 GiB"),
            (b"HDTS\x01\xff", "failed to decode"),
        ] {
            let error = parse(bytes).map(|tokens| tokens.len()).expect_err(expected);
            assert!(error.to_string().contains(expected), "{error}");
        }
    }

    mod mutated {
        use super::*;

        #[test]
        fn any_bytes_are_tokens_or_an_error() {
            let first = encode(&[token("id", 30), token("other", 200)]);
            let second = Credentials { tokens: Vec::new() }.encode_length_delimited_to_vec();
            let second = [b"HDTS\x01", &second[..]].concat();
            hbase_schema_parser_inputs::try_all(&[first, second], |input| {
                if let Ok(tokens) = parse(input) {
                    let bytes = tokens.iter().map(|token| token.identifier.len());
                    assert!(bytes.sum::<usize>() <= input.len());
                }
            });
        }
    }
}

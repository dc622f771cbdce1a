//! The server's challenges: directives by name (RFC 2831, section 7.2).

use crate::sasl::SaslError;
use crate::security::Protection;

/// The mechanism's name.
pub(super) const MECHANISM: &str = "DIGEST-MD5";

/// Maximum bytes of a challenge; the mechanism's own limit (RFC 2831, section 2.1.1).
const MOST: usize = 2048;

/// The size of a peer's buffer where it names none, bytes.
const DEFAULT_BUFFER: usize = 65_536;

/// The range of sizes that a peer may name, bytes (RFC 2831, section 2.1.1).
const BUFFERS: std::ops::RangeInclusive<usize> = 17..=0x00FF_FFFF;

/// A cipher that seals messages. The others of RFC 2831 have keys of 40 or 56 bits, and are not offered to anybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cipher {
    /// Triple DES with two keys.
    TripleDes,
    /// RC4 with a key of 128 bits.
    Rc4,
}

impl Cipher {
    /// In the order of preference, which is that of Java: the biases of RC4 are the worse weakness.
    const EACH: [Self; 2] = [Self::TripleDes, Self::Rc4];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::TripleDes => "3des",
            Self::Rc4 => "rc4",
        }
    }
}

/// The first challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Challenge {
    /// The first realm; none counts as the empty one.
    pub(super) realm: String,
    pub(super) nonce: String,
    pub(super) protections: Vec<Protection>,
    /// The server's names of its ciphers.
    ciphers: Vec<String>,
    /// Maximum bytes of a token that the server takes.
    pub(super) buffer: usize,
}

impl Challenge {
    pub(super) fn parse(challenge: &[u8]) -> Result<Self, SaslError> {
        let directives = directives(challenge)?;
        let all = |name| values(&directives, name);
        let one = |name| only(&directives, name);
        if one("algorithm")? != Some("md5-sess") {
            return Err(malformed("no `algorithm=md5-sess`"));
        }
        let nonce = one("nonce")?.filter(|nonce| !nonce.is_empty());
        let protections = one("qop")?.unwrap_or("auth");
        Ok(Self {
            realm: all("realm").next().unwrap_or_default().to_owned(),
            nonce: nonce.ok_or_else(|| malformed("no `nonce`"))?.to_owned(),
            protections: tokens(protections).filter_map(Protection::of_qop).collect(),
            ciphers: all("cipher").flat_map(tokens).map(str::to_owned).collect(),
            buffer: buffer(one("maxbuf")?)?,
        })
    }

    /// The strongest common cipher.
    pub(super) fn cipher(&self) -> Result<Cipher, SaslError> {
        let is_offered = |cipher: &Cipher| self.ciphers.iter().any(|name| name == cipher.name());
        let mut each = Cipher::EACH.into_iter();
        each.find(is_offered)
            .ok_or_else(|| SaslError::NoCommonCipher {
                offered: self.ciphers.join(", "),
                expected: "3des or rc4",
            })
    }
}

/// The server's proof in its last challenge, as hexadecimal digits.
pub(super) fn proof(challenge: &[u8]) -> Result<String, SaslError> {
    let directives = directives(challenge)?;
    let proof = only(&directives, "rspauth")?;
    let proof = proof.ok_or_else(|| malformed("no `rspauth` in the last challenge"))?;
    Ok(proof.to_owned())
}

fn buffer(size: Option<&str>) -> Result<usize, SaslError> {
    let Some(text) = size else {
        return Ok(DEFAULT_BUFFER);
    };
    let size = text.parse().ok().filter(|size| BUFFERS.contains(size));
    size.ok_or_else(|| {
        malformed(format!(
            "`maxbuf={}`, expected 17 to 16777215",
            text.escape_debug()
        ))
    })
}

/// The words of a list.
fn tokens(list: &str) -> impl Iterator<Item = &str> {
    let words = list.split([',', ' ', '\t']);
    words.filter(|word| !word.is_empty())
}

type Directives = Vec<(String, String)>;

fn values<'d>(directives: &'d Directives, name: &str) -> impl Iterator<Item = &'d str> {
    let named = directives.iter().filter(move |(found, _)| found == name);
    named.map(|(_, value)| value.as_str())
}

/// The value of a directive that may occur once.
fn only<'d>(directives: &'d Directives, name: &str) -> Result<Option<&'d str>, SaslError> {
    let mut values = values(directives, name);
    let first = values.next();
    match values.next() {
        None => Ok(first),
        Some(_) => Err(malformed(format!("several `{name}`, expected one"))),
    }
}

/// `name=value, name="quoted value", …`; names are in lower case afterwards.
fn directives(challenge: &[u8]) -> Result<Directives, SaslError> {
    if challenge.len() > MOST {
        let found = challenge.len();
        return Err(malformed(format!(
            "a challenge of {found} bytes, expected at most {MOST}"
        )));
    }
    let text =
        std::str::from_utf8(challenge).map_err(|_| malformed("a challenge that is not UTF-8"))?;
    let mut rest = skip_separators(text);
    let mut found = Vec::new();
    while !rest.is_empty() {
        let (directive, after) = directive(rest)?;
        found.push(directive);
        let next = skip_separators(after);
        if next.len() == after.len() && !after.is_empty() {
            return Err(malformed("no comma between two directives"));
        }
        rest = next;
    }
    Ok(found)
}

fn skip_separators(text: &str) -> &str {
    text.trim_start_matches([',', ' ', '\t', '\r', '\n'])
}

/// The first directive, and the text after it.
fn directive(text: &str) -> Result<((String, String), &str), SaslError> {
    let (name, rest) = text
        .split_once('=')
        .ok_or_else(|| malformed("a directive without `=`"))?;
    let name = name.trim().to_ascii_lowercase();
    let rest = rest.trim_start();
    let (value, rest) = if let Some(quoted) = rest.strip_prefix('"') {
        unquoted(quoted)?
    } else {
        let end = rest.find([',', ' ', '\t']).unwrap_or(rest.len());
        (rest[..end].to_owned(), &rest[end..])
    };
    Ok(((name, value), rest))
}

/// The text up to the closing quote; a backslash quotes the next character.
fn unquoted(text: &str) -> Result<(String, &str), SaslError> {
    let mut value = String::new();
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Ok((value, &text[at + 1..])),
            '\\' => value.extend(characters.next().map(|(_, quoted)| quoted)),
            other => value.push(other),
        }
    }
    Err(malformed("a quote without its end"))
}

fn malformed(what: impl Into<String>) -> SaslError {
    SaslError::challenge(MECHANISM, format!("a malformed challenge: {}", what.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As Java's server writes it.
    const OF_JAVA: &str = r#"realm="default",nonce="8Lh+y1",qop="auth-conf,auth-int,auth",charset=utf-8,cipher="3des,rc4,des,rc4-56,rc4-40",algorithm=md5-sess"#;

    #[test]
    fn a_challenge_of_java_is_read() {
        let challenge = Challenge::parse(OF_JAVA.as_bytes()).expect("a challenge");
        assert_eq!(
            (&*challenge.realm, &*challenge.nonce),
            ("default", "8Lh+y1")
        );
        let all = [
            Protection::Privacy,
            Protection::Integrity,
            Protection::Authentication,
        ];
        assert_eq!(challenge.protections, all);
        assert_eq!(challenge.cipher(), Ok(Cipher::TripleDes));
        assert_eq!(challenge.buffer, DEFAULT_BUFFER);
        assert_eq!(proof(b"rspauth=ab12").as_deref(), Ok("ab12"));
    }

    #[test]
    fn quotes_spaces_and_empty_elements_are_read() {
        let text = r#", realm = "a \"b\" \\c" ,, NONCE=n , algorithm=md5-sess, maxbuf=17,"#;
        let challenge = Challenge::parse(text.as_bytes()).expect("a challenge");
        assert_eq!((&*challenge.realm, &*challenge.nonce), (r#"a "b" \c"#, "n"));
        assert_eq!(challenge.protections, [Protection::Authentication]);
        assert_eq!(challenge.buffer, 17);
    }

    #[test]
    fn what_is_malformed_is_named() {
        for (text, expected) in [
            ("", "algorithm"),
            ("algorithm=md5-sess", "nonce"),
            ("algorithm=md5,nonce=n", "algorithm"),
            ("algorithm=md5-sess,nonce=a,nonce=b", "several `nonce`"),
            ("algorithm=md5-sess,nonce=\"a", "a quote without its end"),
            ("algorithm=md5-sess,nonce=\"a\"b=c", "no comma"),
            ("algorithm=md5-sess,nonce=a,maxbuf=16", "`maxbuf=16`"),
            (
                "algorithm=md5-sess,nonce=a,maxbuf=16777216",
                "`maxbuf=16777216`",
            ),
            ("algorithm", "without `=`"),
            ("algorithm=\u{0}", "algorithm"),
        ] {
            let error = Challenge::parse(text.as_bytes())
                .expect_err(text)
                .to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
        let long = vec![b','; MOST + 1];
        assert!(
            Challenge::parse(&long)
                .expect_err("2049 bytes")
                .to_string()
                .contains("2049 bytes")
        );
        assert!(
            Challenge::parse(b"nonce=\xff")
                .expect_err("bytes")
                .to_string()
                .contains("UTF-8")
        );
        assert!(
            proof(b"nonce=a")
                .expect_err("no proof")
                .to_string()
                .contains("rspauth")
        );
    }

    #[test]
    fn weak_ciphers_are_not_used() {
        let text = OF_JAVA.replace("3des,rc4,", "");
        let challenge = Challenge::parse(text.as_bytes()).expect("a challenge");
        let error = challenge.cipher().expect_err("weak ciphers").to_string();
        assert!(error.contains("des, rc4-56, rc4-40"), "{error}");
        let rc4 = OF_JAVA.replace("3des,", "");
        let challenge = Challenge::parse(rc4.as_bytes()).expect("a challenge");
        assert_eq!(challenge.cipher(), Ok(Cipher::Rc4));
    }
}

//! The server's side of DIGEST-MD5, written from RFC 2831 for these tests.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac as _};
use md5::{Digest as _, Md5};
use rc4::{KeyInit as _, Rc4, StreamCipher as _};

const NONCE: &str = "nonce-of-the-server";

/// The first challenge, with these protections.
pub(super) fn challenge(offered: &str) -> Vec<u8> {
    format!(
        r#"realm="default",nonce="{NONCE}",qop="{offered}",charset=utf-8,cipher="rc4",algorithm=md5-sess"#
    )
    .into_bytes()
}

/// A login whose response was right.
pub(super) struct Session {
    pub(super) proof: Vec<u8>,
    pub(super) user: String,
    pub(super) qop: String,
    secret: [u8; 16],
}

/// Checks a response against the password, which is that of the token.
pub(super) fn session(response: &[u8], password: &[u8]) -> Result<Session, String> {
    let text = String::from_utf8_lossy(response);
    let value = |name: &str| directive(&text, name).ok_or(format!("no {name} in {text}"));
    let (user, cnonce, uri) = (value("username")?, value("cnonce")?, value("digest-uri")?);
    let (qop, count) = (value("qop")?, value("nc")?);
    if value("nonce")? != NONCE || uri != "null/default" || count != "00000001" {
        return Err(format!("another server's response: {text}"));
    }
    let own = md5(format!("{user}:default:{}", STANDARD.encode(password)).as_bytes());
    let secret = md5(&[&own[..], format!(":{NONCE}:{cnonce}").as_bytes()].concat());
    let proof = |method: &str| {
        let body = if qop == "auth" {
            ""
        } else {
            ":00000000000000000000000000000000"
        };
        let about = hex(&md5(format!("{method}:{uri}{body}").as_bytes()));
        let all = format!("{}:{NONCE}:{count}:{cnonce}:{qop}:{about}", hex(&secret));
        hex(&md5(all.as_bytes()))
    };
    if value("response")? != proof("AUTHENTICATE") {
        return Err("a wrong response".to_owned());
    }
    Ok(Session {
        proof: format!("rspauth={}", proof("")).into_bytes(),
        user: user.to_owned(),
        qop: qop.to_owned(),
        secret,
    })
}

fn directive<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.split(',').find_map(|directive| {
        let value = directive.strip_prefix(name)?.strip_prefix('=')?;
        Some(value.trim_matches('"'))
    })
}

/// One direction of a connection.
pub(super) struct Direction {
    number: u32,
    signing: [u8; 16],
    cipher: Option<Rc4>,
}

impl Session {
    pub(super) fn of_client(&self) -> Direction {
        self.direction("client-to-server")
    }

    pub(super) fn of_server(&self) -> Direction {
        self.direction("server-to-client")
    }

    fn direction(&self, name: &str) -> Direction {
        let key = |text: String| md5(&[&self.secret[..], text.as_bytes()].concat());
        let sealing = key(format!("Digest H(A1) to {name} sealing key magic constant"));
        Direction {
            number: 0,
            signing: key(format!(
                "Digest session key to {name} signing key magic constant"
            )),
            cipher: (self.qop == "auth-conf")
                .then(|| Rc4::new_from_slice(&sealing).expect("a key")),
        }
    }
}

impl Direction {
    /// A token for the next number.
    pub(super) fn wrap(&mut self, message: &[u8]) -> Vec<u8> {
        let mut token = [message, &self.mac(message)].concat();
        if let Some(cipher) = &mut self.cipher {
            cipher.apply_keystream(&mut token);
        }
        self.finish(token)
    }

    /// The same, signed alone.
    pub(super) fn wrap_unsealed(&mut self, message: &[u8]) -> Vec<u8> {
        let token = [message, &self.mac(message)].concat();
        self.finish(token)
    }

    fn finish(&mut self, mut token: Vec<u8>) -> Vec<u8> {
        token.extend_from_slice(&[0, 1]);
        token.extend_from_slice(&self.number.to_be_bytes());
        self.number += 1;
        token
    }

    fn mac(&self, message: &[u8]) -> Vec<u8> {
        let mut mac = Hmac::<Md5>::new_from_slice(&self.signing).expect("a key");
        mac.update(&self.number.to_be_bytes());
        mac.update(message);
        mac.finalize().into_bytes()[..10].to_vec()
    }

    /// The message of the next token.
    pub(super) fn unwrap(&mut self, token: &[u8]) -> Result<Vec<u8>, String> {
        let end = token.len().checked_sub(6).ok_or("a short token")?;
        let (mut message, trailer) = (token[..end].to_vec(), &token[end..]);
        if trailer != [&[0, 1][..], &self.number.to_be_bytes()].concat() {
            return Err(format!("the trailer {trailer:?}"));
        }
        if let Some(cipher) = &mut self.cipher {
            cipher.apply_keystream(&mut message);
        }
        let mac = message.split_off(message.len().checked_sub(10).ok_or("a short token")?);
        if mac != self.mac(&message) {
            return Err("a wrong signature".to_owned());
        }
        self.number += 1;
        Ok(message)
    }
}

fn md5(bytes: &[u8]) -> [u8; 16] {
    Md5::digest(bytes).into()
}

fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    let digits = digits.map(|digit| char::from_digit(digit.into(), 16));
    digits.map(|digit| digit.expect("a digit")).collect()
}

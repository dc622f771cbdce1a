//! The server's side of Kerberos, written from RFC 3961, 3962, 4120 and 4121 for these tests: AES-256 with HMAC-SHA1.
//!
//! No KDC is needed: the tests write a credential cache with a ticket whose session key the server knows.

use aes::Aes256;
use aes::cipher::{BlockCipherDecrypt as _, BlockCipherEncrypt as _, KeyInit as _};
use hmac::{Hmac, Mac as _};
use sha1::Sha1;

use super::der::{child, der, octets, sequence};

/// The session key of the ticket in [`cache`].
const SESSION: [u8; 32] = *b"the session key of these tests, ";

const AES256_SHA1: u8 = 18;
const BLOCK: usize = 16;
const CHECKSUM: usize = 12;

/// Key usages (RFC 4120 section 7.5.1, RFC 4121 section 2).
const AUTHENTICATOR: u32 = 11;
const REPLY: u32 = 12;
const OF_ACCEPTOR: u32 = 22;
const OF_INITIATOR: u32 = 24;

/// Of tokens with a message.
const SENT_BY_ACCEPTOR: u8 = 1;
const SEALED: u8 = 2;
const HEADER: usize = 16;

/// A context of which the client's ticket was read.
pub(super) struct Kerberos {
    key: [u8; 32],
    reply: Vec<u8>,
    received: u64,
    sent: u64,
}

impl Kerberos {
    /// Reads the client's first token.
    pub(super) fn accept(token: &[u8], knows_the_key: bool) -> Self {
        let request = unframed(token, [1, 0]);
        let encrypted = child(sequence(request), 4).expect("an authenticator");
        let cipher = octets(child(sequence(encrypted), 2).expect("a cipher"));
        let authenticator = decrypt(&SESSION, AUTHENTICATOR, cipher).expect("the session key");
        let authenticator = sequence(&authenticator);
        let part = |tag| child(authenticator, tag).expect("a field").to_vec();
        let key = octets(child(sequence(&part(6)), 1).expect("a subkey")).to_vec();
        let number = |field: &[u8]| {
            let digits = &field[2..];
            digits
                .iter()
                .fold(0_u64, |number, byte| number << 8 | u64::from(*byte))
        };
        let sent = 7_000;
        let fields = [
            der(0xa0, &part(5)),
            der(0xa1, &part(4)),
            der(0xa3, &der(2, &[0x1b, 0x58])),
        ];
        let reply = der(0x7b, &der(0x30, &fields.concat()));
        let key_of_reply = if knows_the_key {
            SESSION
        } else {
            *b"another key, which nobody knows."
        };
        let encrypted = encrypt(&key_of_reply, REPLY, &reply);
        let encrypted = [
            der(0xa0, &der(2, &[AES256_SHA1])),
            der(0xa2, &der(4, &encrypted)),
        ];
        let fields = [
            der(0xa0, &der(2, &[5])),
            der(0xa1, &der(2, &[15])),
            der(0xa2, &der(0x30, &encrypted.concat())),
        ];
        Self {
            key: key.try_into().expect("a key of AES-256"),
            reply: framed([2, 0], &der(0x6f, &der(0x30, &fields.concat()))),
            received: number(&part(7)),
            sent,
        }
    }

    /// The token that proves that the server has the key.
    pub(super) fn reply(&self) -> Vec<u8> {
        self.reply.clone()
    }

    pub(super) fn wrap(&mut self, message: &[u8], is_sealed: bool) -> Vec<u8> {
        let flags = SENT_BY_ACCEPTOR | if is_sealed { SEALED } else { 0 };
        let header = |extra: u8| {
            let start = [5, 4, flags, 0xff, 0, extra, 0, 0];
            [&start[..], &self.sent.to_be_bytes()].concat()
        };
        let token = if is_sealed {
            let plain = [message, &header(0)].concat();
            [header(0), encrypt(&self.key, OF_ACCEPTOR, &plain)].concat()
        } else {
            let signed = [message, &header(0)].concat();
            let key = derived(&self.key, OF_ACCEPTOR, 0x99);
            [&header(12), message, &hmac(&key, &signed)].concat()
        };
        self.sent += 1;
        token
    }

    /// The client's message, and whether it was sealed.
    pub(super) fn unwrap(&mut self, token: &[u8]) -> Result<(Vec<u8>, bool), String> {
        let (header, body) = token.split_at_checked(HEADER).ok_or("a short token")?;
        if header[8..] != self.received.to_be_bytes() {
            return Err(format!("another number than {}: {header:?}", self.received));
        }
        self.received += 1;
        let mut signed = header.to_vec();
        if header[2] & SEALED != 0 {
            let mut plain = decrypt(&self.key, OF_INITIATOR, body).ok_or("a wrong checksum")?;
            let copy = plain.split_off(plain.len() - HEADER);
            return if copy == header {
                Ok((plain, true))
            } else {
                Err("another header".to_owned())
            };
        }
        signed[4..8].fill(0);
        let (message, checksum) = body.split_at(body.len() - CHECKSUM);
        let key = derived(&self.key, OF_INITIATOR, 0x99);
        if hmac(&key, &[message, &signed].concat()) != checksum {
            return Err("a wrong checksum".to_owned());
        }
        Ok((message.to_vec(), false))
    }
}

/// The mechanism's object identifier, 1.2.840.113554.1.2.2.
const KERBEROS: &[u8] = b"\x06\x09\x2a\x86\x48\x86\xf7\x12\x01\x02\x02";

fn framed(id: [u8; 2], message: &[u8]) -> Vec<u8> {
    der(0x60, &[KERBEROS, &id, message].concat())
}

fn unframed(token: &[u8], id: [u8; 2]) -> &[u8] {
    let start = [KERBEROS, &id].concat();
    let at = token
        .windows(start.len())
        .position(|window| window == start);
    &token[at.expect("a token of Kerberos") + start.len()..]
}

/// A credential cache with tickets for a service at this host.
pub(crate) fn cache(host: &str) -> Vec<u8> {
    let client: &[&str] = &["TEST", "alice"];
    let mut file = vec![5, 4, 0, 0];
    file.extend(principal(client));
    for service in [["TEST", "krbtgt", "TEST"], ["TEST", "hbase", host]] {
        file.extend(principal(client));
        file.extend(principal(&service));
        file.extend([0, AES256_SHA1]);
        file.extend(counted(&SESSION));
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let now = u32::try_from(now.expect("a time after 1970").as_secs()).expect("before 2106");
        for time in [now, now, now + 36_000, 0] {
            file.extend(time.to_be_bytes());
        }
        // No session key of another ticket, flags, addresses and data; then the ticket, which only a server reads.
        file.extend([0; 1 + 4 + 4 + 4]);
        file.extend(counted(&der(0x61, &der(0x30, &[]))));
        file.extend(counted(&[]));
    }
    file
}

/// The realm, then the names.
fn principal(parts: &[&str]) -> Vec<u8> {
    let count = u32::try_from(parts.len() - 1).expect("few names");
    let mut bytes = [1_u32.to_be_bytes(), count.to_be_bytes()].concat();
    bytes.extend(parts.iter().flat_map(|part| counted(part.as_bytes())));
    bytes
}

fn counted(bytes: &[u8]) -> Vec<u8> {
    let length = u32::try_from(bytes.len()).expect("few bytes");
    [&length.to_be_bytes()[..], bytes].concat()
}

/// Encrypts after a confounder, and appends a checksum of both.
fn encrypt(key: &[u8; 32], usage: u32, plain: &[u8]) -> Vec<u8> {
    let plain = [&[0x5a; BLOCK][..], plain].concat();
    let checksum = hmac(&derived(key, usage, 0x55), &plain);
    let cipher = Aes256::new(&derived(key, usage, 0xaa).into());
    // CBC, then the last two blocks change places, and the last one is cut.
    let mut blocks: Vec<[u8; BLOCK]> = Vec::new();
    let mut last = [0; BLOCK];
    for part in plain.chunks(BLOCK) {
        for (byte, plain) in last.iter_mut().zip(part) {
            *byte ^= plain;
        }
        cipher.encrypt_block((&mut last).into());
        blocks.push(last);
    }
    let end = blocks.len();
    blocks.swap(end - 1, end - 2);
    let mut bytes = blocks.concat();
    bytes.truncate(plain.len());
    [bytes, checksum].concat()
}

fn decrypt(key: &[u8; 32], usage: u32, token: &[u8]) -> Option<Vec<u8>> {
    let (bytes, checksum) = token.split_at_checked(token.len().checked_sub(CHECKSUM)?)?;
    let cipher = Aes256::new(&derived(key, usage, 0xaa).into());
    let opened = |block: &[u8]| {
        let mut block: [u8; BLOCK] = block.try_into().expect("a block");
        cipher.decrypt_block((&mut block).into());
        block
    };
    let whole = bytes.len().div_ceil(BLOCK).checked_sub(2)?;
    let (first, rest) = bytes.split_at(whole * BLOCK);
    let (next, cut) = rest.split_at(BLOCK);
    let mut plain = Vec::new();
    let mut previous = [0; BLOCK];
    for block in first.chunks(BLOCK) {
        plain.extend(opened(block).iter().zip(previous).map(|(a, b)| a ^ b));
        previous.copy_from_slice(block);
    }
    // The block in front of the end has the missing bytes of the last one.
    let tail = opened(next);
    let mut last = tail;
    last[..cut.len()].copy_from_slice(cut);
    plain.extend(opened(&last).iter().zip(previous).map(|(a, b)| a ^ b));
    plain.extend(tail.iter().zip(cut).map(|(a, b)| a ^ b));
    (hmac(&derived(key, usage, 0x55), &plain) == checksum).then(|| plain.split_off(BLOCK))
}

fn hmac(key: &[u8; 32], bytes: &[u8]) -> Vec<u8> {
    let mut mac = Hmac::<Sha1>::new_from_slice(key).expect("a key");
    mac.update(bytes);
    mac.finalize().into_bytes()[..CHECKSUM].to_vec()
}

/// `DK(key, usage | kind)`
fn derived(key: &[u8; 32], usage: u32, kind: u8) -> [u8; 32] {
    let cipher = Aes256::new(key.into());
    let constant = [&usage.to_be_bytes()[..], &[kind]].concat();
    let mut block: [u8; BLOCK] = folded(&constant);
    let mut derived = [0; 32];
    for half in derived.chunks_exact_mut(BLOCK) {
        cipher.encrypt_block((&mut block).into());
        half.copy_from_slice(&block);
    }
    derived
}

/// `n-fold` to a block: copies of the bytes, each rotated by 13 bits more, are added with carries that go round.
fn folded(bytes: &[u8]) -> [u8; BLOCK] {
    let (length, bits) = (bytes.len(), bytes.len() * 8);
    let whole = length * BLOCK / greatest_divisor(length, BLOCK);
    let bit = |at: usize| bytes[at / 8] >> (7 - at % 8) & 1;
    let copied = (0..whole).map(|at| {
        let turn = 13 * (at / length) % bits;
        (0..8).fold(0_u8, |byte, low| {
            let from = (at % length * 8 + low + bits - turn) % bits;
            byte << 1 | bit(from)
        })
    });
    let copied: Vec<u8> = copied.collect();
    let mut sums = [0_u32; BLOCK];
    for part in copied.chunks(BLOCK) {
        for (sum, byte) in sums.iter_mut().zip(part) {
            *sum += u32::from(*byte);
        }
    }
    while sums.iter().any(|sum| *sum > 255) {
        let mut next = sums.map(|sum| sum & 255);
        for (at, sum) in sums.iter().enumerate() {
            next[(at + BLOCK - 1) % BLOCK] += sum >> 8;
        }
        sums = next;
    }
    sums.map(|sum| u8::try_from(sum).expect("a byte"))
}

fn greatest_divisor(a: usize, b: usize) -> usize {
    if b == 0 {
        a
    } else {
        greatest_divisor(b, a % b)
    }
}

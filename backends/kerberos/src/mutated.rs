//! Random and mutated inputs for each parser: none panics, hangs or takes memory without a bound.
//!
//! `PARSER_INPUTS=1000000` sets their number for each parser, `PARSER_SEED` the seed that a failure shows.

use std::cell::RefCell;
use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant, SystemTime};

use fastrand::Rng;

use crate::asn1::{
    Sequence, application, flags, in_application, in_list, integer, octets, text, time,
};
use crate::crypto::{EncryptionType, Key};
use crate::gss::Initiator;
use crate::message::{
    ApRep, EncryptedData, KdcReply, KrbError, ReplyPart, Ticket, encode_key, method_data,
    offered_types,
};
use crate::principal::Principal;
use crate::time::Time;

/// Inputs of each parser, unless the variable has another number.
const INPUTS: u64 = 20_000;

/// Maximum growth of this process's memory, KiB.
const MAX_GROWTH: u64 = 64 << 10;

fn variable(name: &str) -> Option<u64> {
    env::var(name).ok().map(|text| text.parse().expect(name))
}

/// Parses random inputs, and mutations of valid ones.
fn try_all(valid: &[Vec<u8>], parse: impl Fn(&[u8])) {
    let seed = variable("PARSER_SEED").unwrap_or_else(|| fastrand::u64(..));
    let mut random = Rng::with_seed(seed);
    let (before, start) = (peak_memory(), Instant::now());
    let mut slowest = Duration::ZERO;
    for number in 0..variable("PARSER_INPUTS").unwrap_or(INPUTS) {
        let input = input(&mut random, valid);
        let start = Instant::now();
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| parse(&input))) {
            eprintln!(
                "PARSER_SEED={seed}, input {number}: {}",
                const_hex::encode(&input)
            );
            resume_unwind(panic);
        }
        slowest = slowest.max(start.elapsed());
    }
    let growth = peak_memory().saturating_sub(before);
    println!(
        "seed {seed}: {:?}, slowest {slowest:?}, {growth} KiB more",
        start.elapsed()
    );
    assert!(growth < MAX_GROWTH, "PARSER_SEED={seed}: {growth} KiB more");
    assert!(
        slowest < Duration::from_secs(5),
        "PARSER_SEED={seed}: {slowest:?}"
    );
}

fn input(random: &mut Rng, valid: &[Vec<u8>]) -> Vec<u8> {
    let Some(valid) = random.choice(valid).filter(|_| random.u8(..) > 16) else {
        let length = random.usize(..200);
        return (0..length).map(|_| random.u8(..)).collect();
    };
    let mut input = valid.clone();
    for _ in 0..=random.usize(..4) {
        mutate(random, &mut input);
    }
    input
}

fn mutate(random: &mut Rng, input: &mut Vec<u8>) {
    /// Lengths and tags that are at a limit.
    const EDGES: [u8; 12] = [
        0, 1, 0x7f, 0x80, 0x81, 0x82, 0x84, 0x88, 0xfe, 0xff, 0x30, 0xa0,
    ];
    if input.is_empty() {
        input.push(random.u8(..));
    }
    let at = random.usize(..input.len());
    let end = at + random.usize(..=(input.len() - at).min(16));
    match random.u8(..7) {
        0 => input[at] ^= 1 << random.u8(..8),
        1 => input[at] = EDGES[random.usize(..EDGES.len())],
        2 => input.truncate(at),
        3 => drop(input.drain(at..end)),
        4 => input.insert(at, random.u8(..)),
        5 => input[at..end].fill(0xff),
        _ => {
            let copy = input[at..end].to_vec();
            let to = random.usize(..=input.len());
            input.splice(to..to, copy);
        }
    }
}

/// The maximum of this process's memory until now, KiB; 0 where the system does not report it.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.unwrap_or(0)
}

fn alice() -> Principal {
    let (components, _) = Principal::parse("alice").expect("a name");
    let realm = "A".to_owned();
    Principal { realm, components }
}

fn key() -> Key {
    let bytes = vec![7; 32].into();
    Key::new(EncryptionType::Aes256Sha1, bytes).expect("a key")
}

fn encrypted(bytes: &[u8]) -> crate::asn1::Encoded {
    EncryptedData {
        kind: 18,
        version: Some(3),
        bytes: bytes.to_vec(),
    }
    .encode()
}

fn ticket() -> Vec<u8> {
    let fields = Sequence::new()
        .field(0, integer(5))
        .field(1, text("A"))
        .field(2, alice().encode_name())
        .field(3, encrypted(b"cipher"));
    in_application(1, fields.finish())
        .expect("encodes")
        .to_vec()
}

#[test]
fn configurations() {
    let valid = b"[libdefaults]\n default_realm = A\n clockskew = 1d 2h\n permitted_enctypes = aes -aes256-cts\n\
        [realms]\n A = {\n  kdc = \"tcp/h:88\"\n  kdc = [::1]:9\n }*\n# end\n[domain_realm]\n.h.a = A\n";
    try_all(&[valid.to_vec()], |input| {
        if let Ok(text) = std::str::from_utf8(input) {
            drop(crate::config::tests::parse(text));
        }
    });
}

#[test]
fn keytabs() {
    let valid = crate::keytab::tests::keytab(&[(3, true, 9, 18, 1), (200, false, 5, 17, 2)]);
    try_all(&[valid], |input| drop(crate::keytab::parse(input)));
}

#[test]
fn caches() {
    let valid = [3, 4].map(crate::cache::tests::cache);
    try_all(&valid, |input| drop(crate::cache::parse(input)));
}

#[test]
fn tickets_and_replies() {
    let mut valid = vec![ticket()];
    for kind in [11, 13] {
        let fields = Sequence::new()
            .field(0, integer(5))
            .field(1, integer(kind))
            .field(3, text("A"))
            .field(4, alice().encode_name())
            .field(5, Ok(ticket().into()))
            .field(6, encrypted(b"part"));
        valid.push(
            in_application(kind, fields.finish())
                .expect("encodes")
                .to_vec(),
        );
    }
    try_all(&valid, |input| {
        drop(Ticket::decode(input));
        drop(KdcReply::decode(11, input));
        drop(KdcReply::decode(13, input));
    });
}

#[test]
fn parts_of_replies() {
    let fields = Sequence::new()
        .field(0, encode_key(&key()))
        .field(1, in_list([]))
        .field(2, integer(7))
        .field(4, flags(1 << 23))
        .field(5, time(Time(1000)))
        .field(6, time(Time(1000)))
        .field(7, time(Time(2000)))
        .field(8, time(Time(3000)))
        .field(9, text("A"))
        .field(10, alice().encode_name());
    let valid = in_application(25, fields.finish())
        .expect("encodes")
        .to_vec();
    assert_eq!(ReplyPart::decode(&valid).expect("a part").end, Time(2000));
    try_all(&[valid], |input| drop(ReplyPart::decode(input)));
}

#[test]
fn errors_of_kdcs() {
    let method = Sequence::new()
        .field(1, integer(19))
        .field(2, octets(&[0x30, 0]));
    let methods = in_list([method.finish()]).expect("encodes");
    let entry = Sequence::new().field(0, integer(18)).field(1, text("salt"));
    let types = in_list([entry.finish()]).expect("encodes").to_vec();
    let fields = Sequence::new()
        .field(0, integer(5))
        .field(1, integer(30))
        .field(4, time(Time(1000)))
        .field(5, integer(3))
        .field(6, integer(25))
        .field(7, text("A"))
        .field(8, alice().encode_name())
        .field(9, text("A"))
        .field(10, alice().encode_name())
        .field(11, text("text"))
        .field(12, octets(&methods));
    let error = in_application(30, fields.finish())
        .expect("encodes")
        .to_vec();
    assert_eq!(KrbError::decode(&error).expect("an error").code, 25);
    assert_eq!(offered_types(&types), Ok(vec![18]));
    try_all(&[error, methods.to_vec(), types], |input| {
        drop(KrbError::decode(input));
        drop(method_data(input));
        drop(offered_types(input));
        drop(application("any", 30, input));
    });
}

#[test]
fn tokens() {
    let (context, mut valid) = crate::gss::tests::established();
    let (_, first) = Initiator::start(
        &crate::gss::tests::ticket(EncryptionType::Aes128Sha1),
        SystemTime::now(),
    );
    assert!(
        !crate::gss::tests::read_frame(&first),
        "it is not the acceptor's"
    );
    valid.push(first);
    let context = RefCell::new(context);
    try_all(&valid, |input| {
        crate::gss::tests::read_frame(input);
        assert!(
            context.borrow_mut().unwrap(input, false).is_err()
                || valid.iter().any(|it| it == input)
        );
    });
}

#[test]
fn replies_of_acceptors() {
    let reply = Sequence::new()
        .field(0, integer(5))
        .field(1, integer(15))
        .field(2, encrypted(b"part"));
    let part = Sequence::new()
        .field(0, time(Time(1000)))
        .field(1, integer(7))
        .field(2, encode_key(&key()))
        .field(3, integer(9));
    let messages = [
        in_application(15, reply.finish()),
        in_application(27, part.finish()),
    ];
    let valid = messages.map(|message| message.expect("encodes").to_vec());
    assert_eq!(
        ApRep::decode_part(&valid[1]).expect("a part").sequence,
        Some(9)
    );
    let key = key();
    try_all(&valid, |input| {
        drop(ApRep::decode(input, &key));
        drop(ApRep::decode_part(input));
    });
}

#[test]
fn names() {
    try_all(&[b"a/b\\@c@R".to_vec()], |input| {
        let text = String::from_utf8_lossy(input);
        if let Ok((components, Some(realm))) = Principal::parse(&text) {
            let principal = Principal { realm, components };
            let (components, realm) =
                Principal::parse(&principal.to_string()).expect("its own text");
            assert_eq!(
                realm.map(|realm| Principal { realm, components }),
                Some(principal)
            );
        }
        let _ = crate::file::path_of(&text);
    });
}

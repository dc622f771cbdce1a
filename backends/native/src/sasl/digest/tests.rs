//! Logins and messages of Java, and of this side alone.

use super::challenge::Challenge;
use super::*;
use crate::sasl::LayerError;

/// Logins that Java's client and server have exchanged (`tests/hbase/sasl/DigestMd5.java`).
const OF_JAVA: &str = include_str!("../../../../../tests/golden/digest_md5.jsonl");

#[derive(serde::Deserialize)]
struct Recorded {
    qop: String,
    cipher: String,
    user: String,
    password: String,
    challenge: String,
    cnonce: String,
    response: String,
    last: String,
    messages: Vec<Message>,
}

#[derive(serde::Deserialize)]
struct Message {
    #[serde(rename = "message")]
    text: String,
    of_client: String,
    of_server: String,
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.bytes().collect();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).expect("ASCII"), 16);
    digits
        .chunks(2)
        .map(|pair| byte(pair).expect("digits"))
        .collect()
}

fn recorded() -> impl Iterator<Item = Recorded> {
    OF_JAVA
        .lines()
        .map(|line| serde_json::from_str(line).expect("a login"))
}

/// A login up to its last challenge; only this cipher is offered.
fn responded(recorded: &Recorded) -> (Digest, String) {
    let accepted = Protection::of_qop(&recorded.qop).expect("a protection");
    let [user, password, cnonce] =
        [&recorded.user, &recorded.password, &recorded.cnonce].map(|text| (*text).clone());
    let mut digest = Digest::new(user, password, cnonce, vec![accepted]);
    assert!(digest.start().is_empty());
    let challenge = String::from_utf8(bytes(&recorded.challenge)).expect("text");
    let offered = challenge.replace("3des,rc4", &recorded.cipher);
    let Ok(Step::Respond(response)) = digest.step(offered.as_bytes()) else {
        panic!("no response to {offered}");
    };
    (digest, String::from_utf8(response).expect("text"))
}

fn layer_of(recorded: &Recorded) -> Option<Box<dyn Layer>> {
    let (mut digest, _) = responded(recorded);
    match digest.step(&bytes(&recorded.last)) {
        Ok(Step::Complete(agreement)) => agreement.layer,
        _ => panic!("not complete: {}", recorded.qop),
    }
}

#[test]
fn logins_of_java_are_repeated() {
    assert_eq!(recorded().count(), 4);
    for recorded in recorded() {
        let (mut digest, response) = responded(&recorded);
        let expected = format!("response={},", recorded.response);
        assert!(response.contains(&expected), "{response}");
        let agreed = digest.step(&bytes(&recorded.last));
        let Ok(Step::Complete(agreement)) = agreed else {
            panic!("not complete: {}", recorded.qop);
        };
        assert_eq!(agreement.protection.qop(), recorded.qop);
        assert!(agreement.last.is_none());
    }
}

#[test]
fn messages_of_java_are_repeated() {
    for recorded in recorded().filter(|recorded| recorded.qop != "auth") {
        let mut layer = layer_of(&recorded).expect("a layer");
        for (at, message) in recorded.messages.iter().enumerate() {
            let of = (&recorded.qop, &recorded.cipher, at);
            let text = bytes(&message.text);
            assert_eq!(layer.wrap(&text), Ok(bytes(&message.of_client)), "{of:?}");
            assert_eq!(layer.unwrap(&bytes(&message.of_server)), Ok(text), "{of:?}");
        }
    }
}

#[test]
fn tokens_out_of_order_and_changed_ones_are_errors() {
    for recorded in recorded().filter(|recorded| recorded.qop != "auth") {
        let tokens: Vec<_> = recorded
            .messages
            .iter()
            .map(|m| bytes(&m.of_server))
            .collect();
        let layer = || layer_of(&recorded).expect("a layer");
        let mut repeated = layer();
        repeated.unwrap(&tokens[0]).expect("the first token");
        let error = repeated.unwrap(&tokens[0]).expect_err("a repeated token");
        let expected = LayerError::Sequence {
            found: 0,
            expected: 1,
        };
        assert!(error == expected || recorded.qop == "auth-conf", "{error}");
        assert!(layer().unwrap(&tokens[1]).is_err(), "a token left out");
        for at in 0..tokens[8].len() {
            let mut layer = layer();
            for token in &tokens[..8] {
                layer.unwrap(token).expect("the tokens before");
            }
            let mut changed = tokens[8].clone();
            changed[at] ^= 1 << (at % 8);
            assert!(
                layer.unwrap(&changed).is_err(),
                "{} byte {at}",
                recorded.qop
            );
        }
        for end in 0..tokens[0].len() {
            assert!(layer().unwrap(&tokens[0][..end]).is_err(), "{end} bytes");
        }
    }
}

#[test]
fn a_message_that_is_signed_alone_is_no_sealed_one() {
    let of = |qop: &str| {
        recorded()
            .find(|recorded| recorded.qop == qop)
            .expect("a login")
    };
    let signed = &of("auth-int").messages[0].of_server;
    let mut layer = layer_of(&of("auth-conf")).expect("a layer");
    assert!(layer.unwrap(&bytes(signed)).is_err());
}

#[test]
fn a_server_without_the_key_is_not_believed() {
    for recorded in recorded() {
        let last = bytes(&recorded.last);
        let (proof, end) = last.split_at(last.len() - 1);
        let other = if end == b"0" { b"1" } else { b"0" };
        let empty = b"rspauth=".to_vec();
        for wrong in [
            [proof, other].concat(),
            proof.to_vec(),
            [&last, end].concat(),
            empty,
        ] {
            let (mut digest, _) = responded(&recorded);
            let Err(error) = digest.step(&wrong) else {
                panic!("believed: {}", wrong.escape_ascii());
            };
            assert!(matches!(error, SaslError::NotGenuine { .. }), "{error}");
        }
    }
}

#[test]
fn a_protection_that_is_not_accepted_is_an_error() {
    let recorded = recorded().next().expect("a login");
    let challenge = bytes(&recorded.challenge);
    let accepted = vec![Protection::Privacy, Protection::Integrity];
    let mut digest = Digest::new(String::new(), String::new(), String::new(), accepted);
    let Err(error) = digest.step(&challenge) else {
        panic!("accepted");
    };
    let expected = "the server offers authentication, this client accepts privacy, integrity";
    assert!(error.to_string().contains(expected), "{error}");
}

/// The example of RFC 2831, section 4.
#[test]
fn the_example_of_the_rfc_is_computed() {
    let text = r#"realm="elwood.innosoft.com",nonce="OA6MG9tEQGm2hh",qop="auth",algorithm=md5-sess,charset=utf-8"#;
    let challenge = Challenge::parse(text.as_bytes()).expect("a challenge");
    let cnonce = "OA6MHXh6VqTrRk";
    let session = Session {
        challenge: &challenge,
        cnonce,
        uri: "imap/elwood.innosoft.com",
        protection: Protection::Authentication,
        secret: keys::secret(&challenge, "chris", "secret", cnonce),
    };
    assert_eq!(session.response(), "d388dad90d4bbd760a152321f2143af7");
    assert_eq!(session.expected(), "ea40f60335c427b5527b84dbabcdfffd");
}

#[test]
fn secrets_are_not_printed() {
    let digest = Digest::new(
        "identifier".to_owned(),
        "password".to_owned(),
        String::new(),
        Vec::new(),
    );
    let printed = format!("{digest:?}");
    assert!(
        !printed.contains("identifier") && !printed.contains("password"),
        "{printed}"
    );
}

mod mutated {
    use hbase_schema_parser_inputs::try_all;

    use super::*;

    #[test]
    fn any_challenge_is_read_or_an_error() {
        let challenges = recorded().map(|login| bytes(&login.challenge));
        let challenges: Vec<_> = challenges.collect();
        try_all(&challenges, |input| {
            drop(Challenge::parse(input));
            drop(challenge::proof(input));
        });
    }

    /// A whole login: what a server sends first, and what it sends then.
    #[test]
    fn any_challenge_is_answered_or_an_error() {
        let recorded: Vec<_> = recorded().collect();
        let challenges = recorded.iter().map(|login| bytes(&login.challenge));
        let challenges: Vec<_> = challenges.collect();
        try_all(&challenges, |input| {
            let accepted = vec![
                Protection::Privacy,
                Protection::Integrity,
                Protection::Authentication,
            ];
            let [user, password, cnonce] = ["user", "password", "nonce"].map(str::to_owned);
            let mut digest = Digest::new(user, password, cnonce, accepted);
            if let Ok(Step::Respond(response)) = digest.step(input) {
                assert!(
                    response.len() <= input.len() + 1000,
                    "{} bytes",
                    response.len()
                );
                assert!(digest.step(input).is_err(), "a challenge is no proof");
            }
        });
    }

    /// No token but the next one is accepted, whatever its bytes.
    #[test]
    fn any_other_token_is_an_error() {
        for recorded in recorded().filter(|recorded| recorded.qop != "auth") {
            let [before, token] = [0, 5].map(|at| bytes(&recorded.messages[at].of_server));
            let next = bytes(&recorded.messages[1].of_server);
            try_all(&[next.clone(), token], |input| {
                let mut layer = layer_of(&recorded).expect("a layer");
                layer.unwrap(&before).expect("the first token");
                let is_accepted = layer.unwrap(input).is_ok();
                assert_eq!(is_accepted, input == next, "{input:02x?}");
            });
        }
    }
}

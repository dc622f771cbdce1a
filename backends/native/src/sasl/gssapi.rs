//! GSSAPI (RFC 4752): logins by Kerberos.
//!
//! The client sends a ticket, and the server proves that it has the key of its principal. Then the server offers
//! security layers, and the client chooses one.

use std::time::SystemTime;

use hbase_schema_kerberos::{Context, GssError, Initiator, ServiceTicket};

use super::{Agreement, Layer, LayerError, Mechanism, SaslError, Step};
use crate::security::Protection;

const MECHANISM: &str = "GSSAPI";

/// Bytes of a token beyond its message, at most: two headers, a confounder and the longest checksum (RFC 4121 section
/// 4.2.4, RFC 8009).
const MOST_OVERHEAD: usize = 16 + 16 + 16 + 24;

/// The largest token that this client takes, as it reports: the most that the field can have. Java's servers do not
/// look at it.
const OWN_BUFFER: u32 = 0x00FF_FFFF;

/// A login by a ticket.
pub(crate) struct Gssapi {
    first: Vec<u8>,
    accepted: Vec<Protection>,
    state: State,
}

enum State {
    /// The ticket was sent, and the server's proof is awaited.
    Started(Initiator),
    /// Client and server know each other, and the offer of layers is awaited.
    Established(Box<Context>),
    /// The login has ended.
    Ended,
}

impl Gssapi {
    /// A login by a ticket of the server; the protections are in the order of preference.
    pub(crate) fn new(ticket: &ServiceTicket, now: SystemTime, accepted: Vec<Protection>) -> Self {
        let (initiator, first) = Initiator::start(ticket, now);
        Self {
            first,
            accepted,
            state: State::Started(initiator),
        }
    }

    /// Chooses a layer of the server's offer, which is signed.
    fn choose(&self, mut context: Box<Context>, challenge: &[u8]) -> Result<Agreement, SaslError> {
        let offer = context
            .unwrap(challenge, false)
            .map_err(|error| failed(&error))?;
        let offer = Offer::parse(&offer)?;
        let protection = Protection::choose(&self.accepted, &offer.protections)
            .ok_or_else(|| SaslError::no_common_protection(&offer.protections, &self.accepted))?;
        let choice = choice(protection);
        let last = context
            .wrap(&choice, false)
            .map_err(|error| failed(&error))?;
        let layer = match protection {
            Protection::Authentication => None,
            _ => Some(Box::new(GssLayer {
                context,
                is_sealed: protection == Protection::Privacy,
                most: offer.most_message()?,
            }) as Box<dyn Layer>),
        };
        Ok(Agreement {
            last: Some(last),
            protection,
            layer,
        })
    }
}

impl Mechanism for Gssapi {
    fn start(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.first)
    }

    fn step(&mut self, challenge: &[u8]) -> Result<Step, SaslError> {
        match std::mem::replace(&mut self.state, State::Ended) {
            State::Started(initiator) => {
                let context = initiator
                    .accept(challenge)
                    .map_err(|error| failed(&error))?;
                self.state = State::Established(Box::new(context));
                // The server has more to say, the client has not.
                Ok(Step::Respond(Vec::new()))
            }
            State::Established(context) => Ok(Step::Complete(self.choose(context, challenge)?)),
            State::Ended => Err(SaslError::challenge(
                MECHANISM,
                "a challenge after the last one",
            )),
        }
    }
}

fn failed(error: &GssError) -> SaslError {
    SaslError::challenge(MECHANISM, error.to_string())
}

/// The server's layers, and the longest token that it takes.
#[derive(Debug, PartialEq, Eq)]
struct Offer {
    protections: Vec<Protection>,
    buffer: usize,
}

/// The bits of layers (RFC 4752 section 3.3).
const BITS: [(u8, Protection); 3] = [
    (1, Protection::Authentication),
    (2, Protection::Integrity),
    (4, Protection::Privacy),
];

impl Offer {
    fn parse(bytes: &[u8]) -> Result<Self, SaslError> {
        let [bits, size @ ..] = bytes else {
            return Err(SaslError::challenge(MECHANISM, "an empty offer of layers"));
        };
        let size: [u8; 3] = size.try_into().map_err(|_| {
            let what = format!("an offer of layers of {} bytes, expected 4", bytes.len());
            SaslError::challenge(MECHANISM, what)
        })?;
        let offered = BITS.iter().filter(|(bit, _)| bits & bit != 0);
        let [high, middle, low] = size.map(usize::from);
        Ok(Self {
            protections: offered.map(|(_, protection)| *protection).collect(),
            buffer: high << 16 | middle << 8 | low,
        })
    }

    /// Maximum bytes of a message whose token the server takes.
    fn most_message(&self) -> Result<usize, SaslError> {
        let most = self.buffer.checked_sub(MOST_OVERHEAD);
        most.filter(|most| *most > 0).ok_or_else(|| {
            let found = self.buffer;
            let what = format!("the server takes tokens of {found} bytes, too few for a message");
            SaslError::challenge(MECHANISM, what)
        })
    }
}

/// The client's choice. Without a layer, the size is zero (RFC 4752 section 3.1).
fn choice(protection: Protection) -> [u8; 4] {
    let bit = BITS.iter().find(|(_, known)| *known == protection);
    let bit = bit.map_or(0, |(bit, _)| *bit);
    let [_, size @ ..] = match protection {
        Protection::Authentication => [0; 4],
        _ => OWN_BUFFER.to_be_bytes(),
    };
    [bit, size[0], size[1], size[2]]
}

/// Messages under integrity and privacy.
struct GssLayer {
    context: Box<Context>,
    is_sealed: bool,
    most: usize,
}

impl Layer for GssLayer {
    fn most(&self) -> usize {
        self.most
    }

    fn wrap(&mut self, message: &[u8]) -> Result<Vec<u8>, LayerError> {
        let token = self.context.wrap(message, self.is_sealed);
        token.map_err(|error| LayerError::Mechanism(error.to_string()))
    }

    /// Under privacy, a token that is signed alone is an error, although the server has signed it.
    fn unwrap(&mut self, token: &[u8]) -> Result<Vec<u8>, LayerError> {
        let message = self.context.unwrap(token, self.is_sealed);
        message.map_err(|error| LayerError::Mechanism(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_without_room_for_a_message_are_an_error() {
        let most = |buffer| {
            let offer = Offer {
                protections: Vec::new(),
                buffer,
            };
            offer.most_message()
        };
        assert_eq!(most(MOST_OVERHEAD + 1), Ok(1));
        for buffer in [0, 1, MOST_OVERHEAD] {
            let error = most(buffer).expect_err("no room").to_string();
            assert!(
                error.contains(&format!("tokens of {buffer} bytes")),
                "{error}"
            );
        }
    }

    #[test]
    fn offers_are_read() {
        use Protection::{Authentication, Integrity, Privacy};
        for (bytes, protections, buffer) in [
            (
                [7, 1, 0, 0],
                vec![Authentication, Integrity, Privacy],
                65_536,
            ),
            ([4, 0, 0xff, 0xff], vec![Privacy], 65_535),
            ([0xfa, 0, 0, 1], vec![Integrity], 1),
            ([0, 0, 0, 0], vec![], 0),
        ] {
            let expected = Offer {
                protections,
                buffer,
            };
            assert_eq!(Offer::parse(&bytes), Ok(expected));
        }
        for wrong in [&[][..], &[1], &[1, 0, 0], &[1, 0, 0, 0, 0]] {
            assert!(Offer::parse(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_choice_without_a_layer_has_no_size() {
        assert_eq!(choice(Protection::Authentication), [1, 0, 0, 0]);
        assert_eq!(choice(Protection::Integrity), [2, 0xff, 0xff, 0xff]);
        assert_eq!(choice(Protection::Privacy), [4, 0xff, 0xff, 0xff]);
    }

    mod mutated {
        use super::*;

        #[test]
        fn any_offer_is_read_or_an_error() {
            hbase_schema_parser_inputs::try_all(&[[7, 1, 0, 0]], |input| {
                assert_eq!(Offer::parse(input).is_ok(), input.len() == 4);
            });
        }
    }
}

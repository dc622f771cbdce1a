//! The exchange by which a connection is authenticated.

use std::io;

use super::connector::Stream;
use super::sasl_frames::{FrameError, Response, receive, send};
use crate::sasl::{Agreement, Mechanism, SaslError, Step};

/// Maximum challenges of a login; the longest mechanism has two.
const MOST_CHALLENGES: usize = 8;

/// The outcome of an exchange with a server.
pub(super) enum Outcome {
    /// Both sides are authenticated.
    Agreed(Agreement),
    /// The server wants no authentication, and the client's settings allow that.
    Simple,
}

/// Logs in. `preamble` is sent in front of the first message.
///
/// Only the first response of a server may ask for a connection without authentication: a later one would come from
/// somebody who has cut in.
pub(super) async fn log_in(
    stream: &mut dyn Stream,
    preamble: &[u8],
    mechanism: &mut dyn Mechanism,
    is_simple_allowed: bool,
) -> Result<Outcome, FrameError> {
    send(stream, preamble, &mechanism.start()).await?;
    for count in 0..MOST_CHALLENGES {
        let challenge = match receive(stream).await? {
            Response::Challenge(challenge) => challenge,
            Response::Simple if count == 0 && is_simple_allowed => return Ok(Outcome::Simple),
            Response::Simple => return Err(SaslError::Downgraded.into()),
        };
        match mechanism.step(&challenge)? {
            Step::Respond(response) => send(stream, &[], &response).await?,
            Step::Complete(agreement) => {
                if let Some(last) = &agreement.last {
                    send(stream, &[], last).await?;
                }
                return Ok(Outcome::Agreed(agreement));
            }
        }
    }
    let (found, most) = (MOST_CHALLENGES, MOST_CHALLENGES - 1);
    Err(SaslError::Endless { found, most }.into())
}

/// The error of a connection whose login has failed.
pub(super) fn failed(error: FrameError) -> io::Error {
    match error {
        FrameError::Io(error) => error,
        FrameError::Sasl(error) => io::Error::new(io::ErrorKind::PermissionDenied, error),
    }
}

/// Whether a connection was not made because its login has failed.
pub(super) fn is_of_login(error: &io::Error) -> bool {
    let cause = error.get_ref();
    cause
        .and_then(|cause| cause.downcast_ref::<SaslError>())
        .is_some()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};
    use tokio::time::timeout;

    use super::*;

    /// Has a response to every challenge.
    struct Tireless;

    impl Mechanism for Tireless {
        fn start(&mut self) -> Vec<u8> {
            Vec::new()
        }

        fn step(&mut self, _challenge: &[u8]) -> Result<Step, SaslError> {
            Ok(Step::Respond(vec![1]))
        }
    }

    /// A mechanism of many steps, as one that a later release adds.
    #[tokio::test]
    async fn challenges_without_end_are_an_error_with_every_mechanism() {
        let (mut ours, mut theirs) = duplex(64);
        let server = tokio::spawn(async move {
            theirs.read_exact(&mut [0; 10]).await?;
            loop {
                theirs.write_all(&[0, 0, 0, 0, 0, 0, 0, 1, 7]).await?;
                theirs.read_exact(&mut [0; 5]).await?;
            }
            #[allow(unreachable_code, reason = "the type of the task")]
            io::Result::Ok(())
        });
        let mut tireless = Tireless;
        let logging_in = log_in(&mut ours, b"HBas\0R", &mut tireless, true);
        let logged_in = timeout(Duration::from_secs(2), logging_in).await;
        let logged_in = logged_in.expect("an end of the challenges");
        let Err(FrameError::Sasl(error)) = logged_in else {
            panic!("the challenges have ended");
        };
        assert_eq!(error, SaslError::Endless { found: 8, most: 7 });
        server.abort();
    }
}

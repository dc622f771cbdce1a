//! What a server, or somebody between client and server, does.

/// The server's conduct.
#[derive(Clone, Debug)]
pub(crate) struct Conduct {
    /// The offered protections, as in a challenge.
    pub(crate) offered: &'static str,
    /// During the login.
    pub(crate) login: LoginConduct,
    /// With the tokens after it.
    pub(crate) tokens: Tokens,
    /// The principal that it reports; without one, it does not know the call.
    pub(crate) principal: Option<&'static str>,
    /// The secret of the token, as the server knows it.
    pub(crate) password: &'static [u8],
}

impl Default for Conduct {
    fn default() -> Self {
        Self {
            offered: "auth-conf,auth-int,auth",
            login: LoginConduct::Honest,
            tokens: Tokens::Honest,
            principal: None,
            password: super::PASSWORD,
        }
    }
}

/// The conduct during the login.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum LoginConduct {
    Honest,
    /// It sends these bytes in place of the first response, and keeps the connection open.
    Sends(&'static [u8]),
    /// It sends these bytes in place of the second response.
    SendsLater(&'static [u8]),
    /// It accepts every response, without a proof.
    ProvesNothing,
    /// It accepts every response, and sends a proof by another key.
    ProvesWrongly,
    /// Somebody changes the offer of layers to authentication alone; it is signed, so by ticket only.
    ChangesOffer,
    /// It sends a challenge after each response.
    Endless,
    /// It takes the client's bytes, and sends nothing.
    Silent,
    /// It closes the connection after the first message.
    Closes,
}

/// The conduct with the server's tokens. A reply has two of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Tokens {
    Honest,
    /// The first one is sent in place of the second, too.
    Repeated,
    Reordered,
    /// The first one is left out.
    LeftOut,
    /// A bit of the first one is changed.
    Changed,
    /// The first one is cut.
    Cut,
    /// They are signed alone.
    Unsealed,
    /// Without tokens: the frames as they are.
    Bare,
    /// This length is in front of the first one.
    Length(u32),
}

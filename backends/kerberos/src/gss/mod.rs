//! Security contexts of GSS-API with Kerberos, for initiators: RFC 4121 (tokens), RFC 2743 (framing).

mod context;
mod error;
mod framing;
mod initiator;
mod wrap;

pub use context::Context;
pub use error::GssError;
pub use initiator::Initiator;

#[cfg(test)]
pub(crate) mod tests;

//! Exchanges with KDCs. [`login`] and [`grant`] make requests and read replies without I/O; [`transport`] carries them.

mod failure;
mod grant;
mod kdcs;
mod login;
mod referral;
mod transport;

pub(crate) use kdcs::Kdcs;
pub(crate) use login::log_in;
pub(crate) use referral::{renew, service_ticket};

#[cfg(test)]
mod tests;

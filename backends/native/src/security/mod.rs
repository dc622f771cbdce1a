//! Who a client is, and what it requires of servers.

mod calls;
mod login;
mod principals;
mod protection;
mod token;
mod token_file;

pub use calls::WhoAmI;
pub(crate) use login::Identity;
pub use login::Login;
pub(crate) use principals::Principals;
pub use protection::{Protection, UnknownProtection};
pub use token::DelegationToken;
pub use token_file::TokenFileError;
